/**
 * Several options: those of a question with several right ones, as check boxes, and the button that saves what is chosen. Before
 * that nothing is an answer, and all of it can be changed.
 */
import type { FormEvent, Ref } from 'react'
import { pictureOfOption } from '@/api/questionPictures'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { CodeLine } from '@/ui/CodeText'
import type { ShownPicture } from '@/ui/pictureFrame'
import { letterOf, type PaperQuestion } from '../model'
import { lookOfRow, RowState, rowWord } from './ChoiceRow'
import { RoomOptionPicture } from './lazyRoomParts'
import { CHOOSE_ALL, SAVE_ANSWER, SAVED_IS_FINAL } from './messages'
import { type Given, placesOf } from './model'

type SeveralOptionsProps = {
  question: PaperQuestion
  given: Given | undefined
  /** The places that are chosen and not saved. */
  chosen: readonly number[]
  preview: boolean
  calm: boolean
  locked: boolean
  /** For the list of options. */
  className: string
  listRef: Ref<HTMLOListElement>
  /** Where answers may be changed: that they may. */
  mayChange?: string
  onToggle: (place: number) => void
  onSave: () => void
}

export function SeveralOptions(props: SeveralOptionsProps) {
  const { question, given, chosen, preview, calm, locked, className, listRef, onToggle, onSave } = props
  const { options, places = [], part } = question
  const isSaved = given !== undefined && locked
  const isChangeable = given?.changeable
  const shown = isSaved ? placesOf(question, given) : chosen
  const refused = isSaved || !given ? [] : placesOf(question, given)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!locked && chosen.length > 0) onSave()
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset className="mt-5 min-w-0 md:mt-6 low:mt-2">
        <legend className="font-semibold">{CHOOSE_ALL}</legend>
        {part ? <p className="num mt-0.5 text-muted text-sm">{part}</p> : null}
        <ol ref={listRef} data-options className={cx(className, 'mt-3 md:mt-3.5')} aria-label="Options">
          {options.map((option, at) => {
            const place = places[at] ?? at
            const isOn = shown.includes(place)
            return (
              <li key={option} className="scroll-mb-28">
                <CheckRow
                  letter={letterOf(at)}
                  text={option}
                  checked={isOn}
                  given={(isSaved && isOn) || (refused.includes(place) && (isOn || !isChangeable)) ? given : undefined}
                  preview={preview}
                  calm={calm}
                  locked={locked}
                  onToggle={() => onToggle(place)}
                  picture={pictureOfOption(question.pictures, option)}
                />
              </li>
            )
          })}
        </ol>
      </fieldset>
      {locked ? null : (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            variant="primary"
            disabled={chosen.length === 0 || (isChangeable && chosen.join() === refused.join())}
          >
            {SAVE_ANSWER}
          </Button>
          <p className="text-muted text-sm">{props.mayChange ?? SAVED_IS_FINAL}</p>
        </div>
      )}
    </form>
  )
}

type CheckRowProps = {
  letter: string
  text: string
  checked: boolean
  /** What became of an answer that has it. */
  given: Given | undefined
  preview: boolean
  calm: boolean
  locked: boolean
  onToggle: () => void
  picture: ShownPicture | undefined
}

function CheckRow({ letter, text, checked, given, preview, calm, locked, onToggle, picture }: CheckRowProps) {
  const look = lookOfRow(given, calm)
  const frame = cx(
    'rounded-card border transition-colors duration-150',
    look?.row ?? (checked ? 'border-lawn bg-surface' : 'border-line-strong bg-surface'),
  )
  const row = (
    <label
      className={cx(
        'group flex min-h-14 w-full items-center gap-3.5 px-3.5 py-2.5 md:min-h-15 md:gap-4 md:px-4 low:min-h-12 low:py-1.5',
        picture ? 'rounded-card' : cx('low:h-full', frame),
        locked && !given && 'text-muted',
        !locked && 'cursor-pointer hover:border-lawn active:bg-lawn-soft',
      )}
    >
      <input
        type="checkbox"
        aria-label={`${letter}: ${text}${given ? `, ${rowWord(given, preview)}` : ''}`}
        checked={checked}
        // Not disabled: it would lose the focus, and nobody would hear that it is chosen.
        aria-disabled={locked || undefined}
        onChange={() => {
          if (!locked) onToggle()
        }}
        className="size-5 shrink-0 accent-lawn"
      />
      <span
        aria-hidden="true"
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-control border font-semibold text-sm transition-colors duration-150',
          look?.letter ?? (checked ? 'border-lawn text-lawn' : 'border-line-strong text-muted'),
          !locked && !checked && 'group-hover:border-lawn group-hover:text-lawn',
        )}
      >
        {letter}
      </span>
      <span className="ink min-w-0 flex-1">
        <CodeLine text={text} />
      </span>
      <RowState given={given} look={look} preview={preview} />
    </label>
  )
  if (!picture) return row
  return (
    <div className={cx('low:h-full', frame)}>
      {row}
      <RoomOptionPicture picture={picture} letter={letter} />
    </div>
  )
}
