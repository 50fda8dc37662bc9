/**
 * Answer key input, which of the options is right, or which ones are: rows like a participant's, chosen by pointer, arrows, their
 * letters or their numbers.
 */
import { Check } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { withoutCodeMarks } from '@/lib/codeBlocks'
import { cx } from '@/lib/cx'
import { CodeLine } from '@/ui/CodeText'
import { FocusFrame } from '@/ui/FocusFrame'
import { WHICH_RIGHT } from '../messages'
import { LETTERS, withPlace } from '../model'

type AnswerChoiceProps = {
  options: readonly string[]
  error?: string
} & (
  | { value: number | null; values?: undefined; onChange: (at: number) => void }
  /** Several may be right. */
  | { values: readonly number[]; onChange: (places: number[]) => void }
)

export function AnswerChoice(props: AnswerChoiceProps) {
  const { options, error } = props
  const name = useId()
  const letters = LETTERS.slice(0, options.length)
  const isChosen = (at: number) => (props.values ? props.values.includes(at) : props.value === at)
  const choose = (at: number) => {
    if (props.values) props.onChange(withPlace(props.values, at, !props.values.includes(at)))
    else props.onChange(at)
  }
  const keys = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toUpperCase()
    const at = letters.findIndex((letter, i) => letter === key || String(i + 1) === key)
    if (at < 0) return
    event.preventDefault()
    choose(at)
    event.currentTarget.querySelectorAll('input')[at]?.focus()
  }
  return (
    <fieldset onKeyDown={keys} aria-describedby={error ? `${name}-error` : undefined} className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 font-semibold text-sm">{props.values ? WHICH_RIGHT.several : WHICH_RIGHT.one}</legend>
      {letters.map((letter, at) => {
        const chosen = isChosen(at)
        return (
          <label
            key={letter}
            className={cx(
              'relative flex min-h-13 items-center gap-3 rounded-card border border-line-strong bg-surface px-3 py-2 transition-colors duration-150 hover:border-ink',
              chosen && 'border-lawn bg-lawn-soft hover:border-lawn',
            )}
          >
            <input
              type={props.values ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen}
              onChange={() => choose(at)}
              aria-invalid={error && at === 0 ? true : undefined}
              className="peer sr-only"
              aria-label={`${letter}: ${withoutCodeMarks(options[at]?.trim() ?? '')}`}
            />
            <FocusFrame />
            <span
              aria-hidden="true"
              className={cx(
                'grid size-8 shrink-0 place-items-center rounded-control border border-line-strong font-semibold text-muted text-sm',
                chosen && 'border-lawn bg-lawn text-lawn-ink',
              )}
            >
              {chosen ? <Check className="size-4" /> : letter}
            </span>
            <span className="min-w-0">
              <CodeLine text={options[at]?.trim() ?? ''} />
            </span>
          </label>
        )
      })}
      {error ? (
        <p id={`${name}-error`} aria-live="polite" className="text-brick text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
