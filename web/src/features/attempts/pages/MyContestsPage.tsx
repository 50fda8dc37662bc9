/**
 * /my-contests: the contests I joined, what matters now first, each with its page behind View Details. The tab lives in
 * the address (?status=).
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useNow } from '@/lib/useNow'
import { useScrollRestoration } from '@/lib/useScrollRestoration'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { LeadLine, PageHead } from '@/ui/PageHead'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { Tabs } from '@/ui/Tabs'
import { joinedQuery } from '../api'
import { ContestCard, ContestCardSkeleton } from '../components/ContestCard'
import { type MyShelf, mattersFirst, myCounts, mySentence } from '../contestLists'
import { useContestTransitions } from '../hooks/useContestTransitions'
import { useLiveContestList } from '../hooks/useLiveContest'
import {
  LIST_FAILED,
  MY_EMPTY,
  MY_EMPTY_TEXT,
  MY_NONE,
  MY_TABS,
  MY_TITLE,
  SHOW_ALL,
  TABS,
  VIEW_DETAILS,
} from '../messages'
import { actionOf, followedOf, type ListedContest, statusAt } from '../model'

const NONE: ListedContest[] = []
const PANEL = 'my-contests'
const SHELVES = Object.keys(MY_TABS) as MyShelf[]
const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

export default function MyContestsPage() {
  useTitle(MY_TITLE)
  const { timeZone } = useSite()
  const { status } = useSearch({ from: '/site/member/my-contests' })
  const shelf = SHELVES.find((one) => one === status) ?? 'all'
  const navigate = useNavigate()
  const now = useNow()
  const joined = useQuery(joinedQuery)
  const contests = joined.data ?? NONE
  useContestTransitions(contests)
  useLiveContestList()
  useScrollRestoration(joined.isSuccess)
  const followed = followedOf(contests, now)

  const counts = myCounts(contests, now)
  const shown = mattersFirst(contests, now).filter((one) => shelf === 'all' || statusAt(one, now) === shelf)
  const show = (next: MyShelf) =>
    void navigate({
      to: '/my-contests',
      search: { status: next === 'all' ? undefined : next },
      replace: true,
      resetScroll: false,
    })

  return (
    <div className="wrap-page pb-10">
      <PageHead
        title={MY_TITLE}
        lead={
          joined.isPending || joined.data ? (
            <LeadLine>{joined.data ? mySentence(contests, now) : undefined}</LeadLine>
          ) : null
        }
        actions={
          <Link {...paths.contests()} className={buttonClass()}>
            {TABS.all}
          </Link>
        }
      />
      {joined.isPending ? (
        <div role="status" aria-label="Loading your contests">
          <Skeleton className="mb-6 h-11" />
          <div className={GRID}>
            <ContestCardSkeleton />
            <ContestCardSkeleton />
            <ContestCardSkeleton />
          </div>
        </div>
      ) : joined.isError && contests.length === 0 ? (
        <ErrorState
          title={MY_TITLE}
          text={failureText(joined.error, LIST_FAILED)}
          onRetry={() => void joined.refetch()}
        />
      ) : contests.length === 0 ? (
        <EmptyState
          title={MY_EMPTY}
          text={MY_EMPTY_TEXT}
          action={
            <Link {...paths.contests()} className={buttonClass({ variant: 'primary' })}>
              {TABS.all}
            </Link>
          }
        />
      ) : (
        <>
          <Tabs
            label="My contests by status"
            value={shelf}
            onChange={show}
            items={SHELVES.map((value) => ({ value, label: MY_TABS[value], count: counts[value] }))}
            panelId={PANEL}
            className="mb-6"
          />
          <div id={PANEL} role="tabpanel" aria-label={MY_TABS[shelf]}>
            {shown.length === 0 && shelf !== 'all' ? (
              <EmptyState {...MY_NONE[shelf]} action={<Button onClick={() => show('all')}>{SHOW_ALL}</Button>} />
            ) : (
              <div className={GRID}>
                {renderRows('div', shown, (contest) => {
                  const state = statusAt(contest, now)
                  const page = paths.myContest(contest.id)
                  const strong = actionOf(state, contest).strong
                  return (
                    <ContestCard
                      key={contest.id}
                      contest={contest}
                      status={state}
                      zone={timeZone}
                      followed={followed.includes(contest.id)}
                      page={page}
                      footer={
                        <Link
                          {...page}
                          aria-label={`${VIEW_DETAILS}: ${contest.title}`}
                          className={buttonClass({
                            variant: strong ? 'primary' : 'secondary',
                            className: 'mt-1.5 w-full',
                          })}
                        >
                          {VIEW_DETAILS}
                        </Link>
                      }
                    />
                  )
                })}
              </div>
            )}
          </div>
        </>
      )}
    </div>
  )
}
