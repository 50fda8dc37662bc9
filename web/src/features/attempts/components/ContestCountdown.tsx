/**
 * Countdown of a contest: the one time that matters now ("Ends in 12 min 40 s"), by the server's clock. Only this line
 * re-renders each second.
 */
import { AlarmClock } from 'lucide-react'
import { cx } from '@/lib/cx'
import { localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { momentOf, type Part, statusAt, type Window } from '../model'

type ContestCountdownProps = { contest: Window & Part; zone: string; className?: string }

const TONES = { ink: 'text-ink', amber: 'text-amber', brick: 'text-brick' }

export function ContestCountdown({ contest, zone, className }: ContestCountdownProps) {
  const now = useNow()
  const said = momentOf(contest, now, zone)
  const at = statusAt(contest, now) === 'upcoming' ? contest.startsAt : contest.endsAt
  return (
    <p
      title={at === null ? undefined : localTimes(at)}
      className={cx('num flex items-center gap-1.5 font-semibold text-[0.9375rem]', TONES[said.tone], className)}
    >
      {said.tone === 'ink' ? null : <AlarmClock aria-hidden="true" className="size-4 shrink-0" />}
      {said.text}
    </p>
  )
}
