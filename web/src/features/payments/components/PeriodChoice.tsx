/** Billing period, monthly or annual, as two halves of one switch. What is saved stands in words on it. */
import { cx } from '@/lib/cx'
import { FocusFrame } from '@/ui/FocusFrame'
import * as messages from '../messages'
import type { Period } from '../model'

const PERIODS = [
  { value: 'monthly', label: messages.MONTHLY },
  { value: 'annual', label: messages.ANNUAL },
] as const

export function PeriodChoice({ value, onChange }: { value: Period; onChange: (period: Period) => void }) {
  return (
    <fieldset className="inline-flex justify-self-start rounded-[10px] border border-line-strong bg-surface p-1">
      <legend className="sr-only">{messages.BILLING}</legend>
      {PERIODS.map((period) => {
        const chosen = period.value === value
        return (
          <label
            key={period.value}
            className={cx(
              'relative flex min-h-11 items-center gap-2 rounded-[7px] px-4 font-semibold text-[0.9375rem] text-muted transition-colors duration-150 hover:text-ink',
              chosen && 'bg-ink text-paper hover:text-paper',
            )}
          >
            <input
              type="radio"
              name="period"
              value={period.value}
              checked={chosen}
              onChange={() => onChange(period.value)}
              className="peer sr-only"
            />
            <FocusFrame />
            {period.label}
            {period.value === 'annual' ? (
              <span
                className={cx(
                  'rounded-full px-2 py-0.5 text-xs',
                  chosen ? 'bg-marigold text-marigold-ink' : 'bg-lawn-soft text-lawn',
                )}
              >
                {messages.SAVE_SHARE}
              </span>
            ) : null}
          </label>
        )
      })}
    </fieldset>
  )
}
