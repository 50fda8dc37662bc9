/**
 * Drawing of what a plan brings: twelve columns for the months, a lawn for each contest. A month fills the first
 * column, a year all of them. Decorative: the numbers stand beside it.
 */
import { cx } from '@/lib/cx'
import { MONTHS, type Period, type Plan } from '../model'

const FIELD = 5 * MONTHS

export function PlanDrawing({ plan, period }: { plan: Plan; period: Period }) {
  const from = FIELD - plan.contests * MONTHS
  return (
    <div aria-hidden="true" className="grid grid-cols-12 gap-0.5 md:gap-[3px]">
      {Array.from({ length: FIELD }, (_, at) => {
        const brought = at >= from && (period === 'annual' || at % MONTHS === 0)
        return (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed grid of squares
            key={at}
            className={cx(
              'aspect-square rounded-[2px] md:rounded-[3px] transition-colors duration-200',
              brought ? (plan.popular ? 'bg-lawn' : 'bg-lawn/75') : 'bg-line/70',
            )}
          />
        )
      })}
    </div>
  )
}
