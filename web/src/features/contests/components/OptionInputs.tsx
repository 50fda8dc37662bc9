/**
 * Option inputs: four options to fill in, with the letters participants will see. Enter goes to the next one, and on
 * from the last.
 */
import { type KeyboardEvent, useId, useRef } from 'react'
import { cx } from '@/lib/cx'
import { controlClass } from '@/ui/Field'
import { LETTERS, sameOptions, sameOptionsText } from '../model'

type OptionInputsProps = {
  options: readonly string[]
  onChange: (at: number, text: string) => void
  /** Enter in the last option. */
  onEnd?: () => void
  error?: string
}

export function OptionInputs({ options, onChange, onEnd, error }: OptionInputsProps) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const same = sameOptions(options)
  const twins = sameOptionsText(options)

  const keys = (event: KeyboardEvent, at: number) => {
    // A line break within an option is made with Shift; an input method's Enter is its own.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    const next = group.current?.querySelectorAll('textarea')[at + 1]
    if (next) next.focus()
    else onEnd?.()
  }

  return (
    <fieldset ref={group} className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 font-semibold text-sm">Options</legend>
      {LETTERS.map((letter, at) => (
        <div key={letter} className="flex min-w-0 items-start gap-3">
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
            className={cx(controlClass, 'field-sizing-content max-h-40 min-h-11 min-w-0 resize-none py-2.5')}
          />
        </div>
      ))}
      <p id={`${id}-note`} aria-live="polite" className="flex min-h-5 flex-wrap gap-x-3 text-sm">
        {error ? <span className="text-brick">{error}</span> : null}
        {twins ? <span className="text-amber">{twins}</span> : null}
      </p>
    </fieldset>
  )
}
