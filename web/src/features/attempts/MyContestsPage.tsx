/** /my-contests: the contests I joined, latest first, each with what I can do in it now behind View Details. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { PageHead } from '@/ui/PageHead'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { joinedQuery } from './api'
import { actionOf, type ListedContest, mySentence, statusAt } from './model'
import { ContestCard, ContestCardSkeleton } from './parts/ContestCard'
import { useDetails } from './parts/useDetails'
import { useTurns } from './parts/useTurns'
import { LIST_FAILED, MY_EMPTY, MY_EMPTY_TEXT, MY_TITLE, TABS, VIEW_DETAILS } from './words'

const NONE: ListedContest[] = []

export default function MyContestsPage() {
  useTitle(MY_TITLE)
  const { timeZone } = useSite()
  const now = useNow()
  const joined = useQuery(joinedQuery)
  const contests = joined.data ?? NONE
  useTurns(contests)
  const details = useDetails(contests, timeZone)

  return (
    <div className="wrap-page pb-10">
      <PageHead
        title={MY_TITLE}
        lead={
          joined.isPending ? (
            <Skeleton className="my-1 h-4 w-64 max-w-full" />
          ) : joined.data ? (
            mySentence(contests, now)
          ) : null
        }
        actions={
          <Link {...paths.contests()} className={buttonClass()}>
            {TABS.all}
          </Link>
        }
      />
      {joined.isPending ? (
        <div role="status" aria-label="Loading your contests" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <ContestCardSkeleton />
          <ContestCardSkeleton />
          <ContestCardSkeleton />
        </div>
      ) : joined.isError && contests.length === 0 ? (
        <Problem title={MY_TITLE} text={failureText(joined.error, LIST_FAILED)} onRetry={() => void joined.refetch()} />
      ) : contests.length === 0 ? (
        <Empty
          title={MY_EMPTY}
          text={MY_EMPTY_TEXT}
          action={
            <Link {...paths.contests()} className={buttonClass({ variant: 'primary' })}>
              {TABS.all}
            </Link>
          }
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {contests.map((contest) => {
            const status = statusAt(contest, now)
            return (
              <ContestCard
                key={contest.id}
                contest={contest}
                status={status}
                zone={timeZone}
                onOpen={details.show}
                footer={
                  <Button
                    variant={actionOf(status, contest).strong ? 'primary' : 'secondary'}
                    onClick={() => details.show(contest)}
                    className="mt-1.5 w-full"
                  >
                    {VIEW_DETAILS}
                    <span className="sr-only">: {contest.title}</span>
                  </Button>
                }
              />
            )
          })}
        </div>
      )}
      {details.dialog}
    </div>
  )
}
