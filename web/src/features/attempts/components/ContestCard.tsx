/**
 * Contest card, a contest in a list: state and the time that matters first, then what it is, then what can be done. It
 * turns active or ended by `status`, which the page takes from the server's clock. `footer` replaces the action button.
 */
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useId } from 'react'
import { marksInShort } from '@/api/contestRules'
import type { paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { Card } from '@/ui/Card'
import { Skeleton } from '@/ui/Skeleton'
import { useLiveContest, useLiveParticipation } from '../hooks/useLiveContest'
import { INVITED, MARKS, NO_DESCRIPTION } from '../messages'
import { type Fact, factsOf, type ListedContest, type Status, shortId } from '../model'
import { ContestActionButton } from './ContestActionButton'
import { ContestCountdown } from './ContestCountdown'
import { ContestDates } from './ContestDates'
import { ContestStatusBadge } from './ContestStatusBadge'

type ContestCardProps = {
  contest: ListedContest
  status: Status
  zone: string
  /** Its numbers and times are followed while the card is shown. */
  followed?: boolean
  /** Pressing the title shows everything about the contest: here, or on a page of its own (`page`). */
  onOpen?: (contest: ListedContest) => void
  page?: ReturnType<typeof paths.myContest>
  footer?: ReactNode
}

const SHAPE = 'flex flex-col gap-2.5'
const TITLE =
  "relative text-left text-balance decoration-2 decoration-line-strong underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-2.5 after:content-[''] hover:underline"

export const ContestCard = memo(function OwnContestCard({
  contest,
  status,
  zone,
  followed = false,
  onOpen,
  page,
  footer,
}: ContestCardProps) {
  const titleId = useId()
  const marks = marksInShort(contest)
  useLiveContest(followed ? contest.id : null)
  // Handed in on another device, it is not to be gone on with here.
  useLiveParticipation(followed && !contest.own ? contest.id : null)
  return (
    <Card as="article" live={status === 'active'} aria-labelledby={titleId} className={SHAPE}>
      <div className="flex items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-2">
          <ContestStatusBadge contest={contest} status={status} />
          {contest.own || contest.invited ? (
            <span className="text-muted text-xs">{contest.own ? 'yours' : INVITED}</span>
          ) : null}
        </span>
        <span className="font-mono text-muted text-xs">
          <span className="sr-only">Contest </span>
          {shortId(contest.id)}
        </span>
      </div>
      <ContestCountdown contest={contest} zone={zone} />
      <h2 className="ink-free text-lg leading-[1.2]">
        {page ? (
          <Link {...page} id={titleId} className={TITLE}>
            <span className="ink-inside">{contest.title}</span>
          </Link>
        ) : (
          <button type="button" id={titleId} onClick={() => onOpen?.(contest)} className={TITLE}>
            <span className="ink-inside">{contest.title}</span>
          </button>
        )}
      </h2>
      <p className="line-clamp-3 text-muted text-sm">{contest.description || NO_DESCRIPTION}</p>
      <div className="mt-auto grid gap-3 pt-1.5">
        <Facts facts={[...factsOf(contest, status), ...(marks === null ? [] : [{ label: MARKS, value: marks }])]} />
        <ContestDates contest={contest} zone={zone} />
        {footer ?? (
          <ContestActionButton contest={contest} status={status} describedBy={titleId} className="mt-1.5 w-full" />
        )}
      </div>
    </Card>
  )
})

export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={cx('flex flex-wrap gap-x-5 gap-y-2', className)}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt className="text-muted text-xs">{fact.label}</dt>
          <dd className="num font-semibold text-sm">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same shape while the list loads. */
export function ContestCardSkeleton() {
  return (
    <Card className={SHAPE}>
      <div className="flex items-center justify-between">
        <Skeleton className="h-6 w-20 rounded-full" />
        <Skeleton className="h-3 w-12" />
      </div>
      <Skeleton className="h-5.5 w-32" />
      <Skeleton className="h-6 w-11/12" />
      <div className="grid gap-2 py-0.5">
        <Skeleton className="h-3.5" />
        <Skeleton className="h-3.5" />
        <Skeleton className="h-3.5 w-2/3" />
      </div>
      <div className="mt-auto grid gap-3 pt-1.5">
        <div className="flex gap-5 py-0.5">
          <Skeleton className="h-8.5 w-16" />
          <Skeleton className="h-8.5 w-20" />
        </div>
        <Skeleton className="h-10 w-56" />
        <Skeleton className="mt-1.5 h-11" />
      </div>
    </Card>
  )
}
