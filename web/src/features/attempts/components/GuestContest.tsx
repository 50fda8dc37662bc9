/**
 * Contest as a guest sees it: what a link to a public one leads to before the log-in, which then comes back here. Of a private
 * one nothing is told: it is logged in for at once, also where it was made private while it was shown. No stream tells guests of
 * changes: it is asked for again when it starts and ends, when its page is looked at, and now and then.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { failureText, isGone, isRefusal } from '@/api/failure'
import { useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { serverNow } from '@/lib/serverClock'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { ShareButton } from '@/ui/ShareButton'
import { previewQuery } from '../api'
import { DETAILS_FAILED, GUEST_LOGS_IN, GUEST_NEW, NO_DESCRIPTION, NOT_LOADED } from '../messages'
import { type ContestPreview, openFor, statusAt } from '../model'
import { Facts } from './ContestCard'
import { ContestCountdown } from './ContestCountdown'
import { ContestDates } from './ContestDates'
import { ContestStatusBadge } from './ContestStatusBadge'
import { MarkRule } from './MarkRule'

/** `fallback`: until it is there. */
export function GuestContest({ id, fallback }: { id: string; fallback: ReactNode }) {
  const preview = useQuery({
    ...previewQuery(id),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => nextLook(data, serverNow()),
  })
  const router = useRouter()
  const { data, error, refetch } = preview
  // Whatever else failed says nothing of whose it is.
  const isNotShown = isGone(error) || (isRefusal(error) && error.status === 403)
  useEffect(() => {
    if (isNotShown) void router.navigate({ ...paths.login(router.state.location.href), replace: true })
  }, [isNotShown, router])
  if (isNotShown) return fallback
  if (data) return <Filled contest={data} />
  if (!error) return fallback
  return (
    <div className="pt-8 sm:pt-10">
      <h1 className="sr-only">Contest</h1>
      <ErrorState
        title={NOT_LOADED}
        text={failureText(error, DETAILS_FAILED)}
        onRetry={() => void refetch()}
        action={
          <Link {...paths.login(router.state.location.href)} className={buttonClass()}>
            Log In
          </Link>
        }
      />
    </div>
  )
}

/** What everybody reads is not asked for in the same second by all who wait for it. */
const SPREAD = 4000
const ASK_EVERY = 60_000 + Math.random() * SPREAD
const AFTER_TURN = 500 + Math.random() * SPREAD

/** Milliseconds until it is asked for again: soon after it starts or ends, if that is near. */
function nextLook(contest: ContestPreview | undefined, now: number): number {
  const turns = contest ? [contest.startsAt, contest.endsAt] : []
  const waits = turns.map((at) => (at === null ? 0 : at + AFTER_TURN - now))
  return Math.min(ASK_EVERY, ...waits.filter((wait) => wait > 0))
}

function Filled({ contest }: { contest: ContestPreview }) {
  const { timeZone } = useSite()
  const router = useRouter()
  const now = useNow()
  const status = statusAt(contest, now)
  const here = router.state.location.href
  useTitle(contest.title)
  return (
    <>
      <PageHead
        title={contest.title}
        lead={<p className="whitespace-pre-wrap wrap-anywhere">{contest.description || NO_DESCRIPTION}</p>}
        actions={<ShareButton title={contest.title} path={hrefOf(paths.myContest(contest.id))} />}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ContestStatusBadge contest={contest} status={status} />
        <ContestCountdown contest={contest} zone={timeZone} />
      </div>
      <div className="mt-5 flex flex-wrap gap-x-12 gap-y-4 border-line border-y py-5">
        <ContestDates contest={contest} zone={timeZone} />
        <Facts facts={[{ label: 'Questions', value: String(contest.questionCount) }, ...openFor(contest)]} />
        <MarkRule words={contest.marksShown} className="basis-full" />
      </div>
      <Card as="section" className="mt-8 grid gap-4 p-6 sm:max-w-xl">
        <p>{GUEST_LOGS_IN[status]}</p>
        <div className="flex flex-wrap gap-3">
          <Link {...paths.login(here)} className={buttonClass({ variant: 'primary' })}>
            Log In
          </Link>
          <Link {...paths.register(here)} className={buttonClass()}>
            Sign Up
          </Link>
        </div>
        <p className="text-muted text-sm">{GUEST_NEW}</p>
      </Card>
    </>
  )
}
