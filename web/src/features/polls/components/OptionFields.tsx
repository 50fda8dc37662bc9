/**
 * Option fields of a poll, two to ten. Enter goes to the next one, and from the last makes another; removing one keeps
 * the keyboard where it was.
 */
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { controlClass } from '@/ui/Field'
import { MAX_OPTIONS, MIN_OPTIONS } from '../model'

type OptionFieldsProps = {
  options: readonly string[]
  errors: readonly string[]
  /** The options as they are now, and the marks that are left. */
  onChange: (options: string[], errors: string[]) => void
}

export function OptionFields({ options, errors, onChange }: OptionFieldsProps) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const full = options.length >= MAX_OPTIONS

  const focus = (at: number) => list.current?.querySelectorAll<HTMLElement>('input')[at]?.focus()
  const write = (at: number, text: string) =>
    onChange(
      options.map((option, i) => (i === at ? text : option)),
      errors.map((error, i) => (i === at ? '' : error)),
    )
  const add = () => {
    if (full) return
    onChange([...options, ''], [...errors])
    requestAnimationFrame(() => focus(options.length))
  }
  // The marks name places, and those move.
  const remove = (at: number) => {
    onChange(
      options.filter((_, i) => i !== at),
      [],
    )
    requestAnimationFrame(() => focus(Math.min(at, options.length - 2)))
  }
  const keys = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (at + 1 < options.length) focus(at + 1)
    else add()
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">
        Options <span className="num font-normal text-muted">({options.length} of 2 to 10)</span>
      </legend>
      <ol ref={list} className="grid gap-2.5">
        {options.map((option, at) => {
          const [field, note] = [`${id}-${at}`, `${id}-${at}-error`]
          const error = errors[at]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option has no name but its place
            <li key={at}>
              <div className="flex items-center gap-2.5">
                <label htmlFor={field} className="num w-6 shrink-0 text-right font-semibold text-muted text-sm">
                  <span className="sr-only">Option </span>
                  {at + 1}
                </label>
                <input
                  id={field}
                  type="text"
                  maxLength={200}
                  enterKeyHint="next"
                  autoComplete="off"
                  value={option}
                  aria-required="true"
                  aria-invalid={error ? true : undefined}
                  aria-describedby={note}
                  onChange={(event) => write(at, event.target.value)}
                  onKeyDown={(event) => keys(event, at)}
                  className={cx(controlClass, 'h-11 min-w-0 flex-1')}
                />
                {options.length > MIN_OPTIONS ? (
                  <button
                    type="button"
                    onClick={() => remove(at)}
                    className="-mr-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-grey-soft hover:text-ink"
                  >
                    <X aria-hidden="true" className="size-4.5" />
                    <span className="sr-only">Remove option {at + 1}</span>
                  </button>
                ) : null}
              </div>
              <p id={note} aria-live="polite" className={cx('mt-1 pl-8.5 text-brick text-sm', !error && 'hidden')}>
                {error}
              </p>
            </li>
          )
        })}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 pl-8.5">
        <Button size="sm" disabled={full} onClick={add} icon={<Plus aria-hidden="true" className="size-4" />}>
          Add Option
        </Button>
        {full ? <span className="text-muted text-sm">Ten options at most.</span> : null}
      </div>
    </fieldset>
  )
}
