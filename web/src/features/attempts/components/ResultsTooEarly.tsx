/** Results before the end: says when they will be there, and then shows them without a reload. */
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { formatDate, formatSpan, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { buttonClass } from '@/ui/Button'
import { useRefetchOnResultsOpen } from '../hooks/useRefetchOnResultsOpen'
import { TABS, TOO_EARLY } from '../messages'
import type { ContestHead } from '../model'

export function ResultsTooEarly({ contest, onEnd }: { contest: ContestHead; onEnd: () => void }) {
  const { timeZone } = useSite()
  const now = useNow()
  const { endsAt } = contest
  const left = endsAt === null ? null : endsAt - now
  useRefetchOnResultsOpen(contest.id, endsAt, onEnd)

  return (
    <div className="grid justify-items-start gap-2 rounded-card border border-line bg-surface px-6 py-8 sm:px-10">
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-sky-soft text-sky">
        <Hourglass aria-hidden="true" className="size-5" />
      </span>
      <h2 className="text-lg">{TOO_EARLY}</h2>
      <p className="max-w-[60ch] text-muted">
        {left === null ? (
          'This contest has no end yet.'
        ) : left <= 0 ? (
          'The contest has just ended. The board opens in a moment.'
        ) : (
          <>
            It ends in <span className="num">{formatSpan(Math.ceil(left / 1000) * 1000)}</span>,{' '}
            <span title={localTimes(endsAt)}>{formatDate(endsAt, timeZone)}</span>. The board opens here automatically.
          </>
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {contest.joined && !contest.completed && (left === null || left > 0) ? (
          <Link {...paths.takeContest(contest.id)} className={buttonClass({ variant: 'primary' })}>
            Continue
          </Link>
        ) : null}
        <Link {...asLeft(paths.contests())} className={buttonClass()}>
          {TABS.all}
        </Link>
      </div>
    </div>
  )
}
