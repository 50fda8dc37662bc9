/**
 * Option inputs: four options to fill in, with the letters participants will see. Enter goes to the next one, and on
 * from the last. Another number of them, two to eight, is only for whoever asks for it.
 */
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { controlClass } from '@/ui/Field'
import {
  ADD_OPTION,
  ASK_FOR,
  OPTIONS_MISSING,
  OPTIONS_SAME,
  OTHER_NUMBER,
  OTHER_NUMBER_OF_DRAFT,
  RIGHT_REMOVED,
  removeOption,
  SOME_OPTIONS_SAME,
} from '../messages'
import {
  emptyOptionsText,
  LEAST_OPTIONS,
  LETTERS,
  MOST_OPTIONS,
  sameOptions,
  sameOptionsText,
  USUAL_OPTIONS,
} from '../model'
import type { TypedKey } from '../typedKey'

const KINDS = Object.keys(ASK_FOR) as TypedKey['kind'][]

type OptionInputsProps = {
  options: readonly string[]
  /** Which of them is right, where that was said. */
  right: number | null
  onChange: (at: number, text: string) => void
  onAdd: () => void
  onRemove: (at: number) => void
  /** The answer may be typed instead. */
  onTyped?: (kind: TypedKey['kind']) => void
  /** Enter in the last option. */
  onEnd?: () => void
  error?: string
  /** What stands beside an option, or below it: the place for its picture. */
  below?: (at: number, letter: string) => ReactNode
}

export function OptionInputs(props: OptionInputsProps) {
  const { options, right, onChange, onAdd, onRemove, onTyped, onEnd, error, below } = props
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [opened, setOpened] = useState(false)
  const isOpen = opened || options.length !== USUAL_OPTIONS
  const [lostRight, setLostRight] = useState(false)
  const next = useRef<number | null>(null)
  const same = sameOptions(options)
  const twins = sameOptionsText(options)
  const isSaidByTwins = twins !== '' && (error === OPTIONS_SAME || error === SOME_OPTIONS_SAME)
  const empty = error === OPTIONS_MISSING ? emptyOptionsText(options) : ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: a field came or went
  useEffect(() => {
    if (next.current !== null) group.current?.querySelectorAll('textarea')[next.current]?.focus()
    next.current = null
  }, [options.length])

  const add = () => {
    if (!isOpen) return setOpened(true)
    next.current = options.length
    onAdd()
  }

  const remove = (at: number) => {
    // Four left over stay open for the next press.
    setOpened(true)
    setLostRight(at === right)
    next.current = Math.min(at, options.length - 2)
    onRemove(at)
  }

  const keys = (event: KeyboardEvent, at: number) => {
    // A line break within an option is made with Shift; an input method's Enter is its own.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    const below = group.current?.querySelectorAll('textarea')[at + 1]
    if (below) below.focus()
    else onEnd?.()
  }

  return (
    <fieldset ref={group} className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 font-semibold text-sm">Options</legend>
      {LETTERS.slice(0, options.length).map((letter, at) => (
        <div key={letter} className={cx('flex min-w-0 items-start gap-3', below && 'flex-wrap')}>
          <label
            htmlFor={`${id}-${letter}`}
            className="grid h-11 w-5 shrink-0 place-items-center font-semibold text-muted text-sm"
          >
            <span className="sr-only">Option </span>
            {letter}
          </label>
          <textarea
            id={`${id}-${letter}`}
            rows={1}
            maxLength={500}
            required
            value={options[at] ?? ''}
            aria-describedby={`${id}-note`}
            aria-invalid={same.includes(at) || (error && !options[at]?.trim()) ? true : undefined}
            onChange={(event) => onChange(at, event.target.value)}
            onKeyDown={(event) => keys(event, at)}
            className={cx(
              controlClass,
              'field-sizing-content max-h-40 min-h-11 min-w-0 resize-none py-2.5',
              below && 'flex-1 basis-40',
            )}
          />
          {isOpen && options.length > LEAST_OPTIONS ? (
            <Button
              variant="ghost"
              className="w-11 shrink-0 px-0 text-muted"
              icon={<X aria-hidden="true" className="size-4" />}
              aria-label={removeOption(letter)}
              onClick={() => remove(at)}
            />
          ) : null}
          {below?.(at, letter)}
        </div>
      ))}
      {options.length < MOST_OPTIONS ? (
        <Button
          size="sm"
          variant="ghost"
          className="ml-5 justify-self-start"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={add}
        >
          {isOpen ? ADD_OPTION : onTyped ? OTHER_NUMBER : OTHER_NUMBER_OF_DRAFT}
        </Button>
      ) : null}
      {isOpen && onTyped ? (
        <div className="ml-5 flex flex-wrap gap-x-2">
          {KINDS.map((kind) => (
            <Button key={kind} size="sm" variant="ghost" onClick={() => onTyped(kind)}>
              {ASK_FOR[kind]}
            </Button>
          ))}
        </div>
      ) : null}
      <p id={`${id}-note`} aria-live="polite" className="flex min-h-5 flex-wrap gap-x-3 text-sm">
        {error && !isSaidByTwins ? <span className="text-brick">{error}</span> : null}
        {empty ? <span className="text-brick">{empty}</span> : null}
        {lostRight && right === null ? <span className="text-amber">{RIGHT_REMOVED}</span> : null}
        {twins ? <span className="text-amber">{twins}</span> : null}
      </p>
    </fieldset>
  )
}
