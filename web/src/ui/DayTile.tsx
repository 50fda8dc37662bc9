/** Day tile, a leaf of a calendar: month and day, by the institute's clock. The full date is said beside it. */
import { zonedParts } from '@/lib/time'

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

export function DayTile({ when, zone }: { when: number | null; zone: string }) {
  const [, month = '', day = ''] = zonedParts(when, zone).date.split('-')
  return (
    <span aria-hidden="true" className="block rounded-card border border-line bg-surface py-2 text-center">
      <span className="block font-semibold text-brick text-xs leading-none">{MONTHS[Number(month) - 1] ?? ''}</span>
      <span className="num mt-1 block font-[650] font-display text-xl leading-none">{day}</span>
    </span>
  )
}
