/** /dashboard: what is on for me – what I run, to go on with, running, next, unread notices, open polls, the clubs' events, my last results. It moves by the server's clock. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { joinedQuery, nowQuery, ownQuery } from '@/features/attempts/api'
import { useContestTransitions } from '@/features/attempts/hooks/useContestTransitions'
import { useLiveContestList } from '@/features/attempts/hooks/useLiveContest'
import type { ListedContest } from '@/features/attempts/model'
import { myClubsQuery } from '@/features/clubs/api'
import { MyClubs } from '@/features/clubs/components/MyClubs'
import { nextEventsQuery } from '@/features/events/api'
import { NextEvents } from '@/features/events/components/NextEvents'
import { unreadNoticesQuery } from '@/features/notify/api'
import { UnreadNotices } from '@/features/notify/components/UnreadNotices'
import { openPollsQuery } from '@/features/polls/api'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { InProgress, LastResults, Running, Upcoming } from './components/DashboardLists'
import { OpenPolls } from './components/OpenPolls'
import { OwnContests } from './components/OwnContests'
import { useAdminStart } from './components/useAdminStart'
import { greeting, headline, splitContests } from './dashboardContests'

const EVENTS_SHOWN = 4
/** What stands beside the contests. */
const BESIDE = [unreadNoticesQuery, openPollsQuery, nextEventsQuery('', EVENTS_SHOWN), myClubsQuery]

const NONE: ListedContest[] = []
const FAILED = 'Your dashboard could not be loaded. Please try again.'

export default function DashboardPage() {
  useTitle('Dashboard')
  const session = useSession()
  const { timeZone } = useSite()
  const now = useNow()
  const around = useQuery(nowQuery)
  const joined = useQuery(joinedQuery)
  const made = useQuery(ownQuery)
  const polls = useQuery(openPollsQuery)
  // All of it at once: each part would push down those below it. What fails is not waited for.
  const besideIsHere = useQueries({
    queries: BESIDE.map((query) => ({ ...query, notifyOnChangeProps: ['status', 'failureCount'] as const })),
    combine: (all) => all.every(({ isPending, failureCount }) => !isPending || failureCount > 0),
  })
  const { isReady, FirstSteps } = useAdminStart(session.user?.roles.includes('ADMIN') ?? false)
  useLiveContestList()
  // Ranks come when a contest is over.
  useContestTransitions(joined.data ?? NONE)

  const failed = around.error ?? joined.error ?? made.error
  if (failed && !(around.data && joined.data && made.data)) {
    return (
      <div className="wrap-page py-10">
        <ErrorState
          title="Dashboard"
          text={failureText(failed, FAILED)}
          onRetry={() => void Promise.all([around.refetch(), joined.refetch(), made.refetch()])}
        />
      </div>
    )
  }
  if (!around.data || !joined.data || !made.data || !isReady) return <Waiting />

  const split = splitContests(around.data, joined.data, made.data, now)
  const { own, inProgress, running, waiting, next, results } = split
  return (
    <div className="wrap-page">
      <PageHead
        title={greeting(session.user?.fullName ?? '')}
        lead={headline(split, now)}
        actions={
          <>
            <Link {...paths.contests()} className={buttonClass()}>
              All Contests
            </Link>
            <Link
              {...paths.createContest()}
              className={buttonClass({ variant: inProgress.length > 0 ? 'secondary' : 'primary' })}
            >
              Create a contest
            </Link>
          </>
        }
      />
      {FirstSteps ? <FirstSteps mayHide className="mb-10" /> : null}
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-12">
          <OwnContests contests={own} now={now} zone={timeZone} />
          {inProgress.length > 0 ? <InProgress contests={inProgress} now={now} /> : null}
          <Running contests={[...running, ...waiting]} now={now} zone={timeZone} />
          <Upcoming contests={next} now={now} zone={timeZone} />
          {own.length + running.length + waiting.length + inProgress.length + next.length === 0 ? (
            <EmptyState
              title="Quiet on the quad"
              text="No contest is running and none is planned. You could set the next one."
              action={
                <Link {...paths.createContest()} className={buttonClass({ variant: 'primary' })}>
                  Create a contest
                </Link>
              }
            />
          ) : null}
        </div>
        {besideIsHere ? (
          <div className="grid content-start gap-12">
            <UnreadNotices now={now} />
            {polls.data ? <OpenPolls polls={polls.data} now={now} /> : null}
            <NextEvents
              title="Next club events"
              size={EVENTS_SHOWN}
              more={
                <Link {...paths.events()} className="link link-lone">
                  All events
                </Link>
              }
            />
            <MyClubs />
            <LastResults contests={results} zone={timeZone} />
          </div>
        ) : (
          <Beside />
        )}
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div className="wrap-page" role="status" aria-label="Loading dashboard">
      <div className="grid gap-3 pt-10 pb-6">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="w-72 max-w-full" />
      </div>
      <div className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <Skeleton className="h-36 rounded-card" />
          <Skeleton className="h-20 rounded-card" />
          <Skeleton className="h-20 rounded-card" />
        </div>
        <Beside />
      </div>
    </div>
  )
}

function Beside() {
  return <Skeleton className="h-60 rounded-card" />
}
