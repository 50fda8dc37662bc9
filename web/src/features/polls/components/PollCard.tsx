/**
 * Poll card, a poll in the list: state and the time that matters first, then the question, who asks, and how it stands.
 * Its numbers move while it is open (`live`); it turns by `status`, which the page takes from the server's clock.
 */
import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { useLive } from '@/api/live'
import { paths } from '@/app/paths'
import { formatDate, localTimes } from '@/lib/time'
import { buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Skeleton } from '@/ui/Skeleton'
import { changePoll, tallyFrom, topicOf } from '../api'
import { VIEW } from '../messages'
import { type Poll, resultText, type Status, withTally } from '../model'
import { PollCountdown } from './PollCountdown'
import { PollStatusBadge, VotedBadge } from './PollStatusBadge'

type PollCardProps = { poll: Poll; status: Status; zone: string; live: boolean }

const SHAPE = 'flex flex-col gap-2.5'

export const PollCard = memo(function PollCard({ poll, status, zone, live }: PollCardProps) {
  const titleId = useId()
  useLive(live ? topicOf(poll.id) : null, (event) => {
    const tally = tallyFrom(event)
    if (tally) changePoll(poll.id, (known) => withTally(known, tally))
  })
  const votable = status === 'active' && !poll.voted
  return (
    <Card as="article" live={status === 'active'} aria-labelledby={titleId} className={SHAPE}>
      <div className="flex flex-wrap items-center gap-2">
        <PollStatusBadge status={status} />
        {poll.voted ? <VotedBadge /> : null}
        {poll.own ? <span className="ml-auto text-muted text-xs">yours</span> : null}
      </div>
      <PollCountdown poll={poll} zone={zone} />
      <h2 id={titleId} className="line-clamp-3 text-lg leading-[1.2]">
        {poll.title}
      </h2>
      <p className="text-muted text-sm">
        <span className="sr-only">Organization: </span>
        {poll.organization}
      </p>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3 pt-1.5">
        <dl className="flex flex-wrap gap-x-5 gap-y-2">
          <Fact label="Votes" value={poll.voters.toLocaleString('en-US')} />
          <Fact label="Options" value={String(poll.options.length)} />
          {status === 'ended' ? <Fact label="Result" value={resultText(poll)} wide /> : null}
        </dl>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
          <Time label="Start" at={poll.startsAt} zone={zone} />
          <Time label="End" at={poll.endsAt} zone={zone} />
        </dl>
        <Link
          {...paths.poll(poll.id)}
          aria-describedby={titleId}
          className={buttonClass({ variant: votable ? 'primary' : 'secondary', className: 'mt-1.5 w-full' })}
        >
          {VIEW}
        </Link>
      </div>
    </Card>
  )
})

function Fact({ label, value, wide }: { label: string; value: string; wide?: boolean }) {
  return (
    <div className={wide ? 'min-w-0 flex-1' : undefined}>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="num truncate font-semibold text-sm">{value}</dd>
    </div>
  )
}

export function Time({ label, at, zone }: { label: string; at: number; zone: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="num" title={localTimes(at)}>
        {formatDate(at, zone)}
      </dd>
    </>
  )
}

/** The same shape while the list loads. */
export function PollCardSkeleton() {
  return (
    <Card className={SHAPE}>
      <Skeleton className="h-6 w-20 rounded-full" />
      <Skeleton className="h-5.5 w-32" />
      <Skeleton className="h-6 w-11/12" />
      <Skeleton className="h-4 w-1/2" />
      <div className="mt-auto grid gap-3 pt-1.5">
        <div className="flex gap-5 py-0.5">
          <Skeleton className="h-8.5 w-12" />
          <Skeleton className="h-8.5 w-14" />
        </div>
        <Skeleton className="h-10 w-56" />
        <Skeleton className="mt-1.5 h-11" />
      </div>
    </Card>
  )
}
