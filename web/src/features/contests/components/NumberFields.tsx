/** Number fields: the right number and how far off is still right; with its unit where the question is written. */
import { isAmbiguous, numberInWords, readNumber } from '@/api/numberAnswer'
import { TextField } from '@/ui/Field'
import { NUMBER_HINT, RIGHT_NUMBER, readAs, TOLERANCE, TOLERANCE_HINT, UNIT, UNIT_HINT } from '../messages'
import type { NumberKey, TypedErrors } from '../typedKey'

type NumberFieldsProps = {
  typed: NumberKey
  errors: TypedErrors
  /** Its unit stays as it is. */
  withoutUnit?: boolean
  onChange: (typed: NumberKey) => void
}

const BARE = { autoComplete: 'off', spellCheck: false } as const

export function NumberFields({ typed, errors, withoutUnit = false, onChange }: NumberFieldsProps) {
  const { value, tolerance, unit } = typed
  const read = readNumber(value)
  // Where it is said as wrong, not once more as help.
  const isUnclear = isAmbiguous(value) && errors.value === undefined
  const shown = typeof read === 'string' ? null : numberInWords(read)
  return (
    <div className="grid gap-4">
      <TextField
        {...BARE}
        label={RIGHT_NUMBER}
        required
        inputMode="decimal"
        hint={isUnclear ? String(read) : shown !== null && shown !== value.trim() ? readAs(shown) : NUMBER_HINT}
        error={errors.value}
        value={value}
        onChange={({ target }) => onChange({ ...typed, value: target.value })}
      />
      <TextField
        {...BARE}
        label={TOLERANCE}
        hint={TOLERANCE_HINT}
        error={errors.tolerance}
        value={tolerance}
        onChange={({ target }) => onChange({ ...typed, tolerance: target.value })}
      />
      {withoutUnit ? null : (
        <TextField
          {...BARE}
          label={UNIT}
          hint={UNIT_HINT}
          error={errors.unit}
          value={unit}
          onChange={({ target }) => onChange({ ...typed, unit: target.value })}
        />
      )}
    </div>
  )
}
