/** Option list of a select field. An option is added only if it says something; a pasted list becomes one per line. */
import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { Button } from '@/ui/Button'
import { controlClass } from '@/ui/Field'
import { OPTION_ADD, OPTION_NEW, OPTIONS, OPTIONS_HINT } from '../messages'
import { MAX_OPTION, MAX_OPTIONS, withOptions } from '../registrationFields'

type OptionListProps = { options: readonly string[]; error?: string; onChange: (options: string[]) => void }

export function OptionList({ options, error, onChange }: OptionListProps) {
  const id = useId()
  const typing = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState('')
  const full = options.length >= MAX_OPTIONS

  const take = (text: string) => {
    const next = withOptions(options, text)
    setLeft(next.left)
    if (next.options.length === options.length) return
    onChange(next.options)
    setTyped('')
  }
  const add = (text: string) => {
    take(text)
    typing.current?.focus()
  }
  /** Whoever types an option and goes on meant it. */
  const leave = (event: FocusEvent) => {
    const goesTo = event.relatedTarget
    const stays = goesTo instanceof Node && event.currentTarget.contains(goesTo)
    if (!stays && typed.trim() !== '') take(typed)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(typed)
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(text.trim())) return
    event.preventDefault()
    add(text)
  }
  const remove = (at: number) => {
    onChange(options.filter((_, i) => i !== at))
    setLeft('')
    focusAfterRender(() => typing.current)
  }

  return (
    <fieldset className="min-w-0" onBlur={leave}>
      <legend className="mb-1.5 font-semibold text-sm">
        {OPTIONS} <span className="num font-normal text-muted">({options.length})</span>
      </legend>
      {options.length > 0 ? (
        <ul className="mb-2.5 flex flex-wrap gap-2">
          {options.map((option, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: an option has no name but its place
              key={at}
              className="flex max-w-full items-center rounded-full border border-line-strong bg-paper pl-3 text-sm"
            >
              <span className="ink min-w-0 py-1">{option || ' '}</span>
              <button
                type="button"
                onClick={() => remove(at)}
                className="relative grid size-8 shrink-0 place-items-center rounded-full text-muted after:absolute after:-inset-1.5 after:content-[''] hover:text-ink"
              >
                <X aria-hidden="true" className="size-4" />
                <span className="sr-only">Remove option {option}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          {OPTION_NEW}
        </label>
        <input
          ref={typing}
          id={id}
          type="text"
          value={typed}
          maxLength={MAX_OPTION}
          autoComplete="off"
          enterKeyHint="done"
          disabled={full}
          placeholder={OPTION_NEW}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setTyped(event.target.value)
            setLeft('')
          }}
          onKeyDown={keys}
          onPaste={paste}
          className={`${controlClass} h-11 min-w-0 flex-1`}
        />
        <Button
          disabled={full || typed.trim() === ''}
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => add(typed)}
        >
          <span className="max-sm:sr-only">{OPTION_ADD}</span>
        </Button>
      </div>
      <p id={`${id}-note`} aria-live="polite" className="mt-1.5 text-sm">
        {error ? (
          <span className="text-brick">{error}</span>
        ) : left ? (
          <span className="text-amber">{left}</span>
        ) : (
          <span className="text-muted">{OPTIONS_HINT}</span>
        )}
      </p>
    </fieldset>
  )
}
