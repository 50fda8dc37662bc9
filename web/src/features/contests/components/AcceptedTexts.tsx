/**
 * Accepted texts: all that are right of a question whose answer is typed, one in a row. Enter goes to the next row, and from the last
 * makes another.
 */
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { controlClass } from '@/ui/Field'
import { ADD_ANSWER, FOLDED_HINT, RIGHT_ANSWERS, removeAnswer, rightAnswer } from '../messages'
import { MAX_ACCEPTED, MAX_ACCEPTED_TEXT } from '../typedKey'

type AcceptedTextsProps = {
  accepted: readonly string[]
  onChange: (accepted: string[]) => void
  /** Enter in an empty last row. */
  onEnd?: () => void
  error?: string
}

export function AcceptedTexts({ accepted, onChange, onEnd, error }: AcceptedTextsProps) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const next = useRef<number | null>(null)
  const rows = accepted.length > 0 ? accepted : ['']

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row came or went
  useEffect(() => {
    if (next.current !== null) group.current?.querySelectorAll('input')[next.current]?.focus()
    next.current = null
  }, [rows.length])

  const add = () => {
    next.current = rows.length
    onChange([...rows, ''])
  }
  const remove = (at: number) => {
    next.current = Math.max(0, Math.min(at, rows.length - 2))
    onChange(rows.filter((_, i) => i !== at))
  }
  const keys = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const below = group.current?.querySelectorAll('input')[at + 1]
    if (below) below.focus()
    else if (onEnd && (at > 0 || rows.length === MAX_ACCEPTED) && !rows[at]?.trim()) onEnd()
    else if (rows[at]?.trim() && rows.length < MAX_ACCEPTED) add()
  }

  return (
    <fieldset ref={group} className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 font-semibold text-sm">{RIGHT_ANSWERS}</legend>
      {rows.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name, and two may be equal
        <div key={at} className="flex min-w-0 items-start gap-3">
          <input
            type="text"
            aria-label={rightAnswer(at + 1)}
            aria-describedby={`${id}-hint ${id}-error`}
            aria-invalid={error && (at === 0 || [...text].length > MAX_ACCEPTED_TEXT) ? true : undefined}
            autoComplete="off"
            value={text}
            onChange={({ target }) => onChange(rows.map((each, i) => (i === at ? target.value : each)))}
            onKeyDown={(event) => keys(event, at)}
            className={cx(controlClass, 'h-11 min-w-0')}
          />
          {rows.length > 1 ? (
            <Button
              variant="ghost"
              className="w-11 shrink-0 px-0 text-muted"
              icon={<X aria-hidden="true" className="size-4" />}
              aria-label={removeAnswer(at + 1)}
              onClick={() => remove(at)}
            />
          ) : null}
        </div>
      ))}
      {rows.length < MAX_ACCEPTED ? (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={add}
        >
          {ADD_ANSWER}
        </Button>
      ) : null}
      <p id={`${id}-hint`} className="text-muted text-sm">
        {FOLDED_HINT}
      </p>
      <p id={`${id}-error`} aria-live="polite" className={cx('text-brick text-sm', !error && 'hidden')}>
        {error}
      </p>
    </fieldset>
  )
}
