/**
 * Open polls on the dashboard: what one could vote in now, the own vote still to come first. Nothing where nothing is
 * open.
 */
import { Link } from '@tanstack/react-router'
import { Check, Vote } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLive } from '@/api/live'
import { paths } from '@/app/paths'
import { LIST_TOPIC, staleLists } from '@/features/polls/api'
import { countOf, VOTED_MARK } from '@/features/polls/messages'
import { type Poll, statusAt } from '@/features/polls/model'
import { cx } from '@/lib/cx'
import { formatSpan, localTimes } from '@/lib/time'
import { renderRows } from '@/ui/RowBoundary'

const SHOWN = 4
/** Not everybody's dashboard asks in the same moment. */
const SPREAD = 2000

export function OpenPolls({ polls, now }: { polls: Poll[]; now: number }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLive(LIST_TOPIC, () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void staleLists(), Math.random() * SPREAD)
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const open = polls
    .filter((poll) => statusAt(poll, now) === 'active')
    .sort((a, b) => Number(a.voted) - Number(b.voted) || a.endsAt - b.endsAt)
  if (open.length === 0) return null
  return (
    <section aria-label="Open polls">
      <h2 className="text-lg">Open polls</h2>
      <ul className="mt-2">
        {renderRows('li', open.slice(0, SHOWN), (poll) => (
          <li key={poll.id} className="border-line border-b">
            <Link
              {...paths.poll(poll.id)}
              className="group grid grid-cols-[3.25rem_minmax(0,1fr)] items-center gap-3 py-3.5"
            >
              <span
                aria-hidden="true"
                className={cx(
                  'grid h-11 place-items-center rounded-control',
                  poll.voted ? 'bg-grey-soft text-muted' : 'bg-lawn-soft text-lawn',
                )}
              >
                {poll.voted ? <Check className="size-5" /> : <Vote className="size-5" />}
              </span>
              <span className="min-w-0">
                <span className="line-clamp-2 font-semibold leading-snug group-hover:text-lawn">{poll.title}</span>
                <span className="num mt-0.5 block text-muted text-sm" title={localTimes(poll.endsAt)}>
                  {poll.voted ? `${VOTED_MARK} · ` : ''}
                  {countOf(poll.voters, 'vote')} · ends in {formatSpan(poll.endsAt - now)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="ink-free mt-4 text-sm">
        <Link {...paths.polls()} className="link link-lone">
          All polls
        </Link>
      </p>
    </section>
  )
}
