/** Countdown of a poll: the one time that matters now, by the server's clock. Only this line re-renders each second. */
import { AlarmClock } from 'lucide-react'
import { cx } from '@/lib/cx'
import { localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { momentOf, type Poll, statusAt } from '../model'

const TONES = { ink: 'text-ink', amber: 'text-amber', brick: 'text-brick' }

type PollCountdownProps = { poll: Pick<Poll, 'startsAt' | 'endsAt'>; zone: string; className?: string }

export function PollCountdown({ poll, zone, className }: PollCountdownProps) {
  const now = useNow()
  const said = momentOf(poll, now, zone)
  return (
    <p
      title={localTimes(statusAt(poll, now) === 'upcoming' ? poll.startsAt : poll.endsAt)}
      className={cx('num flex items-center gap-1.5 font-semibold text-[0.9375rem]', TONES[said.tone], className)}
    >
      {said.tone === 'ink' ? null : <AlarmClock aria-hidden="true" className="size-4 shrink-0" />}
      {said.text}
    </p>
  )
}
