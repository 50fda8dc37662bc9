/**
 * Fields for the marks of a contest: a known scheme by its name or own amounts, and then what does not fall below 0 and what
 * decides between equal marks. What an amount may be, the server says. Once somebody has joined, all of it stays as it is.
 */
import { useState } from 'react'
import { hasMarks, type MarkRules, type Part, type TieBreak } from '@/api/contestRules'
import { CheckField, SelectField, TextField } from '@/ui/Field'
import {
  ALL_PARTS,
  FLOORS,
  type Floor,
  floorsOffered,
  isNumberWrongOffered,
  OWN,
  PRESETS,
  partShown,
  TIE_BREAKS,
  tieBreaksAt,
  withPreset,
  withRestored,
} from '../markChoices'
import {
  EQUAL_MARKS,
  FLOOR,
  MARKS_FROZEN,
  MARKS_HINT,
  NOTHING_MORE,
  NUMBER_WRONG,
  NUMBER_WRONG_HINT,
  OWN_MARKS,
  PARTIAL,
  PARTIAL_HINT,
  RIGHT_GIVES,
  RIGHT_HINT,
  TIE_PLACES,
  WRONG_EXAMPLES,
  WRONG_GIVES,
  WRONG_HINT,
} from '../markMessages'
import { MARKS } from '../messages'

/** `marks`: of all of them. */
export type MarkErrors = { right?: string; wrong?: string; partial?: string; floor?: string; marks?: string }

type MarksFieldsProps = {
  rules: MarkRules
  onChange: (part: Partial<MarkRules>) => void
  errors: MarkErrors
  /** Somebody takes part. */
  frozen: boolean
}

/** The longest amount has fewer characters. */
const MAX_AMOUNT = 20
export const AMOUNT = { maxLength: MAX_AMOUNT, autoComplete: 'off', spellCheck: false } as const

export function MarksFields({ rules, onChange, errors, frozen }: MarksFieldsProps) {
  const { preset, right, wrong, partial, numberWrong, floor } = rules
  const [hadQuestionFloor] = useState(floor === 'question')
  return (
    <div className="mt-2 grid gap-4">
      <SelectField
        label={MARKS}
        hint={frozen ? MARKS_FROZEN : MARKS_HINT}
        disabled={frozen}
        value={preset}
        onChange={(event) => onChange(withPreset(event.target.value))}
      >
        {PRESETS.map((one) => (
          <option key={one.preset} value={one.preset}>
            {one.label}
          </option>
        ))}
        <option value={OWN}>{OWN_MARKS}</option>
      </SelectField>
      {preset === OWN ? (
        <div className="grid gap-4 min-[22rem]:grid-cols-2">
          <TextField
            {...AMOUNT}
            label={RIGHT_GIVES}
            hint={RIGHT_HINT}
            error={errors.right}
            disabled={frozen}
            value={right}
            onChange={(event) => onChange({ right: event.target.value })}
          />
          <TextField
            {...AMOUNT}
            label={WRONG_GIVES}
            hint={
              <>
                {WRONG_HINT} <span className="whitespace-nowrap">{WRONG_EXAMPLES}</span>
              </>
            }
            error={errors.wrong}
            disabled={frozen}
            value={wrong}
            onChange={(event) => onChange({ wrong: event.target.value })}
          />
        </div>
      ) : null}
      {hasMarks(rules) ? (
        <>
          <SelectField
            label={FLOOR}
            error={errors.floor}
            disabled={frozen}
            value={floor}
            onChange={(event) => onChange({ floor: event.target.value as Floor })}
          >
            {floorsOffered(hadQuestionFloor || floor === 'question', rules.partial).map((one) => (
              <option key={one} value={one}>
                {FLOORS[one]}
              </option>
            ))}
          </SelectField>
          {isNumberWrongOffered(rules) ? (
            <CheckField
              label={NUMBER_WRONG}
              hint={NUMBER_WRONG_HINT}
              disabled={frozen}
              checked={numberWrong === '0'}
              onChange={(event) => onChange({ numberWrong: event.target.checked ? '0' : null })}
            />
          ) : null}
          <SelectField
            label={PARTIAL}
            hint={PARTIAL_HINT}
            error={errors.partial ?? (preset === OWN ? undefined : errors.right)}
            disabled={frozen}
            value={partial}
            onChange={(event) => onChange({ partial: event.target.value as Part })}
          >
            {ALL_PARTS.map((one) => (
              <option key={one} value={one}>
                {partShown(one)}
              </option>
            ))}
          </SelectField>
          <TieBreaks chain={rules.tieBreak} frozen={frozen} onChange={(tieBreak) => onChange({ tieBreak })} />
        </>
      ) : null}
    </div>
  )
}

type TieBreaksProps = { chain: readonly TieBreak[]; frozen: boolean; onChange: (chain: TieBreak[]) => void }

/**
 * One choice after another, each of what is left; what is chosen earlier decides first. Arrow keys go through all choices of a
 * place: one that cuts off the later places loses none of them.
 */
function TieBreaks({ chain, frozen, onChange }: TieBreaksProps) {
  const [cut, setCut] = useState<readonly TieBreak[]>([])
  const choose = (at: number, choice: TieBreak | null) => {
    if (choice === null) setCut(chain)
    onChange(withRestored(chain, cut, at, choice))
  }
  const shown = frozen ? Math.max(1, chain.length) : chain.length + 1
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">{EQUAL_MARKS}</legend>
      <div className="grid gap-3">
        {TIE_PLACES.slice(0, shown).map((label, at) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the order is its identity
            key={at}
            label={label}
            disabled={frozen}
            value={chain[at] ?? ''}
            onChange={({ target: { value } }) => choose(at, (value as TieBreak) || null)}
          >
            {tieBreaksAt(chain, at).map((one) => (
              <option key={one} value={one}>
                {TIE_BREAKS[one]}
              </option>
            ))}
            <option value="">{NOTHING_MORE}</option>
          </SelectField>
        ))}
      </div>
    </fieldset>
  )
}
