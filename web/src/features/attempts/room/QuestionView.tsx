/**
 * Question view: one question in a readable column, with the text, its options as whole rows (ChoiceRow.tsx, SeveralOptions.tsx) or a box
 * for what is typed (TypedAnswer.tsx), the state of the chosen one on its row. Keys act wherever the focus is in the room, unless
 * something is written or a dialog is open. Locking is shown, not decided here.
 */
import { Flag } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { pictureOfOption } from '@/api/questionPictures'
import { withoutCodeMarks } from '@/lib/codeBlocks'
import { cx } from '@/lib/cx'
import { Alert } from '@/ui/Alert'
import { CodeText } from '@/ui/CodeText'
import { StarSign } from '@/ui/StarSign'
import { letterOf, type PaperQuestion } from '../model'
import { ChoiceRow } from './ChoiceRow'
import { RoomPictures, TypedBox } from './lazyRoomParts'
import {
  answeredOf,
  ENDED_REASON,
  FIRST_IS_FINAL,
  KEYS_OFF,
  KEYS_TYPED,
  keysOn,
  keysOnSeveral,
  MARK,
  MARKS,
  NO_OPTIONS,
  otherStored,
  questionOf,
  refusedReason,
  SWITCH_OFF,
  SWITCH_ON,
  UNMARK,
} from './messages'
import { type Given, isLocked, optionOfKey } from './model'
import { SeveralOptions } from './SeveralOptions'

type QuestionViewProps = {
  question: PaperQuestion
  index: number
  total: number
  /** What an answer to it gives, where the contest has marks. */
  marks: string | null | undefined
  answered: number
  given: Given | undefined
  preview: boolean
  calm: boolean
  /** No more answers: the end has come, or the contest is being submitted. */
  closed: boolean
  marked: boolean
  keys: boolean
  onKeys: (on: boolean) => void
  onChoose: (option: string) => void
  /** Of a question with several right options: the places that are chosen and not saved. */
  chosen: readonly number[]
  onToggle: (place: number) => void
  /** Of a question whose answer is typed: what is in its box. */
  text: string
  onType: (text: string) => void
  /** `typed`: what was, in place of what is chosen. */
  onSave: (typed?: string) => void
  /** None: nothing is left to review. */
  onMark: (() => void) | undefined
  onGo: (index: number) => void
  /** Where answers may be changed: that they may, and what is for that. */
  mayChange?: string
  tools?: ReactNode
}

/** Longer texts are set smaller, so that the options stay in sight. */
const LONG = 180

/** Up to this length options stand two in a row on a phone on its side: a longer one would stretch its neighbour to an empty box. */
const SHORT = 40

/** What has a use for Enter of its own. */
const PRESSED = 'button,a,summary'

/** Whether a key is another's than the question's: where something is written, in a notice beside the room, under a dialog. */
function isElsewhere({ target }: Event): boolean {
  const at = target as Element
  if (
    at.closest('input:not([type=checkbox]),textarea,select,[contenteditable]') ||
    document.querySelector('dialog[open]')
  )
    return true
  return at.matches('body *') && !at.closest('[data-room]')
}

export function QuestionView(props: QuestionViewProps) {
  const { question, index, total, marks, answered, given, preview, calm, closed, marked, keys } = props
  const region = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const locked = closed || isLocked(given)
  const several = question.places !== undefined
  const { typed } = question

  // A question is seen from its beginning, the first one too: the panel before it may have been scrolled. The focus goes there,
  // so that it is read; not when a dialog has it.
  const shown = useRef(question.id)
  useEffect(() => {
    const fresh = shown.current !== question.id
    shown.current = question.id
    if (fresh || document.activeElement === document.body || document.activeElement === null) {
      region.current?.focus({ preventScroll: true })
    }
    scrollTo({ top: 0 })
  }, [question.id])

  const save = (text?: string) => {
    if (locked || (text === undefined && props.chosen.length === 0)) return
    // Its button goes, and with it the focus.
    region.current?.focus({ preventScroll: true })
    props.onSave(text)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!keys || event.repeat || event.ctrlKey || event.altKey || event.metaKey || isElsewhere(event)) return
    const { onChoose, onGo, onMark, onToggle } = props
    if (event.key === 'Enter') {
      if ((!several && !typed) || (event.target as Element).closest(PRESSED)) return
      event.preventDefault()
      return typed ? box.current?.focus() : save()
    }
    const place = optionOfKey(event.key, question.options.length)
    const option = question.options[place]
    if (event.key === 'ArrowRight') onGo(index + 1)
    else if (event.key === 'ArrowLeft') onGo(index - 1)
    else if (event.key === 'm' || event.key === 'M') onMark?.()
    else if (option === undefined) return
    else if (!locked) {
      if (question.places) onToggle(question.places[place] ?? place)
      else onChoose(option)
      // Of eight the last may be below the edge: what became of it is read on its row.
      list.current?.children[place]?.scrollIntoView?.({ block: 'nearest' })
    }
    event.preventDefault()
  })
  // The room's, not the question's: a button that was pressed keeps the focus, or goes and leaves it to the page.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  const grid = cx(
    'grid grid-cols-[minmax(0,1fr)] gap-3 low:gap-2',
    question.options.every(({ length }) => length <= SHORT) && 'low:sm:grid-cols-2',
  )
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={questionOf(index + 1, total)}
      className="min-w-0 max-w-[68ch] outline-none"
    >
      {/* All of it new with each question, not the one before at other heights: the page would move by itself. */}
      <Fragment key={question.id}>
        <div className="flex min-h-11 items-center justify-between gap-3 md:min-h-0">
          <p className="num flex flex-wrap gap-x-2.5 font-medium text-muted text-sm">
            <span>{questionOf(index + 1, total)}</span>
            {marks ? (
              <span className="whitespace-nowrap font-semibold text-ink">
                <span className="sr-only">{MARKS}: </span>
                {marks}
              </span>
            ) : null}
            {question.starred ? <StarSign /> : null}
            {answered === 0 && !several && !typed ? (
              <span className="font-normal">{props.mayChange ?? FIRST_IS_FINAL}</span>
            ) : (
              <span className="font-normal md:hidden">{answeredOf(answered, total)}</span>
            )}
          </p>
          {props.onMark ? <MarkFlag marked={marked} onMark={props.onMark} /> : null}
        </div>
        <CodeText
          text={question.text}
          className="mt-3.5 text-base low:mt-2"
          lead={(words) => (
            <h1
              className={cx(
                'mt-1.5 text-pretty leading-[1.3] md:mt-2.5 low:mt-1',
                question.text.length > LONG ? 'text-lg low:text-base' : 'text-lg md:text-xl low:text-lg',
              )}
            >
              {words}
            </h1>
          )}
        />
        <RoomPictures pictures={question.pictures?.question} />
        {typed ? (
          <TypedBox
            question={question}
            kind={typed}
            given={given}
            text={props.text}
            preview={preview}
            calm={calm}
            locked={locked}
            boxRef={box}
            mayChange={props.mayChange}
            onType={props.onType}
            onSave={save}
          />
        ) : question.options.length === 0 ? (
          <p className="mt-6 text-muted">{NO_OPTIONS}</p>
        ) : several ? (
          <SeveralOptions
            question={question}
            given={given}
            chosen={props.chosen}
            preview={preview}
            calm={calm}
            locked={locked}
            className={grid}
            listRef={list}
            mayChange={props.mayChange}
            onToggle={props.onToggle}
            onSave={() => save()}
          />
        ) : (
          <ol ref={list} data-options className={cx('mt-6 md:mt-7 low:mt-3', grid)} aria-label="Options">
            {question.options.map((option, at) => (
              <li key={option} className="scroll-mb-28">
                <ChoiceRow
                  letter={letterOf(at)}
                  text={option}
                  given={given?.choice === option ? given : undefined}
                  preview={preview}
                  calm={calm}
                  locked={locked}
                  onChoose={() => props.onChoose(option)}
                  picture={pictureOfOption(question.pictures, option)}
                />
              </li>
            ))}
          </ol>
        )}
        {props.tools}
        <Remark given={given} typed={typed !== undefined} />
        <p className="mt-5 hidden items-center gap-2 text-muted text-sm md:[@media(hover:hover)]:flex">
          {!keys ? KEYS_OFF : typed ? KEYS_TYPED : (several ? keysOnSeveral : keysOn)(question.options.length)}
          <button type="button" onClick={() => props.onKeys(!keys)} className="link -my-3 min-h-11 px-1">
            {keys ? SWITCH_OFF : SWITCH_ON}
          </button>
        </p>
      </Fragment>
    </section>
  )
}

/** On a phone the bar below has no room for it. */
function MarkFlag({ marked, onMark }: { marked: boolean; onMark: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={marked}
      aria-label={marked ? UNMARK : MARK}
      onClick={onMark}
      className={cx(
        '-mr-2.5 grid size-11 shrink-0 place-items-center rounded-control md:hidden',
        marked ? 'text-ink' : 'text-muted',
      )}
    >
      <Flag aria-hidden="true" className={cx('size-5', marked && 'fill-marigold')} />
    </button>
  )
}

function Remark({ given, typed }: { given: Given | undefined; typed: boolean }) {
  if (given?.instead !== undefined) {
    return (
      <Alert tone="sky" className="mt-4 whitespace-pre-wrap wrap-anywhere">
        {otherStored(withoutCodeMarks(given.instead))}
      </Alert>
    )
  }
  if (given?.state !== 'refused') return null
  const text =
    given.code === 'contest_ended'
      ? ENDED_REASON
      : given.code === 'already_submitted'
        ? given.message
        : refusedReason(given.message ?? '', typed)
  return (
    <Alert tone="brick" className="mt-4">
      {text}
    </Alert>
  )
}
