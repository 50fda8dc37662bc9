/**
 * Answer key input, which of the options is right: rows like a participant's, chosen by pointer, arrows, their letters or
 * their numbers.
 */
import { Check } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { withoutCodeMarks } from '@/lib/codeBlocks'
import { cx } from '@/lib/cx'
import { CodeLine } from '@/ui/CodeText'
import { FocusFrame } from '@/ui/FocusFrame'
import { LETTERS } from '../model'

type AnswerChoiceProps = {
  options: readonly string[]
  value: number | null
  onChange: (at: number) => void
  ref?: Ref<HTMLFieldSetElement>
}

export function AnswerChoice({ options, value, onChange, ref }: AnswerChoiceProps) {
  const name = useId()
  const letters = LETTERS.slice(0, options.length)
  const keys = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toUpperCase()
    const at = letters.findIndex((letter, i) => letter === key || String(i + 1) === key)
    if (at < 0) return
    event.preventDefault()
    onChange(at)
    event.currentTarget.querySelectorAll('input')[at]?.focus()
  }
  return (
    <fieldset ref={ref} onKeyDown={keys} className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 font-semibold text-sm">Which one is right?</legend>
      {letters.map((letter, at) => {
        const chosen = value === at
        return (
          <label
            key={letter}
            className={cx(
              'relative flex min-h-13 items-center gap-3 rounded-card border border-line-strong bg-surface px-3 py-2 transition-colors duration-150 hover:border-ink',
              chosen && 'border-lawn bg-lawn-soft hover:border-lawn',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={chosen}
              onChange={() => onChange(at)}
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
    </fieldset>
  )
}
