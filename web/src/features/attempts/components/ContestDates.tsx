/** Dates of a contest: start and end in the institute's time zone, with the device's own time on hover. */
import { cx } from '@/lib/cx'
import { formatDate, localTimes } from '@/lib/time'
import type { ListedContest, Moment } from '../model'

type ContestDatesProps = { contest: Pick<ListedContest, 'startsAt' | 'endsAt'>; zone: string; className?: string }

export function ContestDates({ contest, zone, className }: ContestDatesProps) {
  return (
    <dl className={cx('grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm', className)}>
      <dt className="text-muted">Start</dt>
      <Time at={contest.startsAt} zone={zone} />
      <dt className="text-muted">End</dt>
      <Time at={contest.endsAt} zone={zone} />
    </dl>
  )
}

function Time({ at, zone }: { at: Moment; zone: string }) {
  return (
    <dd className="num" title={at === null ? undefined : localTimes(at)}>
      {formatDate(at, zone)}
    </dd>
  )
}
