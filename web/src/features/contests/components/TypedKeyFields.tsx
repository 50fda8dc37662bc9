/**
 * Fields of a typed key, where a question is written whose answer is typed, with the way back to options, and where it is corrected. They are fetched once
 * somebody wants them: most questions have options.
 */
import { useEffect, useRef } from 'react'
import { Button } from '@/ui/Button'
import { ASK_FOR, OPTIONS_INSTEAD, TYPED } from '../messages'
import { emptyKey, type TypedErrors, type TypedKey } from '../typedKey'
import { AcceptedTexts } from './AcceptedTexts'
import { NumberFields } from './NumberFields'

export type TypedKeyFieldsProps = {
  typed: TypedKey
  errors: TypedErrors
  /** The first field gets the focus. */
  begins?: boolean
  onChange: (typed: TypedKey) => void
  /** Options instead; nothing where the kind stays, as in a correction. */
  onOptions?: () => void
  onEnd?: () => void
}

export function TypedKeyFields({ typed, errors, begins = false, onChange, onOptions, onEnd }: TypedKeyFieldsProps) {
  const { kind } = typed
  const other = kind === 'number' ? 'text' : 'number'
  const place = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind has other fields
  useEffect(() => {
    // The press that led here took its button away.
    if (begins || !document.activeElement?.closest('input, textarea, button')) {
      place.current?.querySelector('input')?.focus()
    }
  }, [kind])

  return (
    <div ref={place} className="grid min-w-0 gap-3">
      {onOptions ? <p className="text-muted text-sm">{TYPED[kind]}.</p> : null}
      {typed.kind === 'number' ? (
        <NumberFields typed={typed} errors={errors} withoutUnit={!onOptions} onChange={onChange} />
      ) : (
        <AcceptedTexts
          accepted={typed.accepted}
          error={errors.accepted}
          onEnd={onEnd}
          onChange={(accepted) => onChange({ kind: 'text', accepted })}
        />
      )}
      {onOptions ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="ghost" onClick={() => onChange(emptyKey(other))}>
            {ASK_FOR[other]}
          </Button>
          <Button size="sm" variant="ghost" onClick={onOptions}>
            {OPTIONS_INSTEAD}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
