/**
 * /my-contests: the contests I run, then those I joined, in each what matters now first, each with its page. The tab lives
 * in the address (?status=).
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
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
import { joinedQuery, ownQuery } from '../api'
import { ContestCard, ContestCardSkeleton } from '../components/ContestCard'
import { type MyShelf, mattersFirst, myCounts, mySentence } from '../contestLists'
import { useContestTransitions } from '../hooks/useContestTransitions'
import { useLiveContestList } from '../hooks/useLiveContest'
import {
  JOINED_TITLE,
  LIST_FAILED,
  MADE_TITLE,
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
  const own = useQuery(ownQuery)
  const made = own.data ?? NONE
  const taken = joined.data ?? NONE
  const contests = useMemo(() => [...made, ...taken], [made, taken])
  // Both at once: one would push down the other. What fails is not waited for.
  const waits = joined.isPending || (own.isPending && (own.failureCount === 0 || taken.length === 0))
  const failed = [joined, own].filter((list) => list.isError && !list.data)
  useContestTransitions(contests)
  useLiveContestList()
  useScrollRestoration(joined.isSuccess && !waits)
  const followed = followedOf(contests, now)

  const counts = myCounts(contests, now)
  const shown = mattersFirst(contests, now).filter((one) => shelf === 'all' || statusAt(one, now) === shelf)
  const sections = [
    { title: MADE_TITLE, list: shown.filter((one) => one.own) },
    { title: JOINED_TITLE, list: shown.filter((one) => !one.own) },
  ].filter(({ list }) => list.length > 0)
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
          waits || joined.data ? (
            <LeadLine>{waits || failed.length > 0 ? undefined : mySentence(contests, now)}</LeadLine>
          ) : null
        }
        actions={
          <Link {...paths.contests()} className={buttonClass()}>
            {TABS.all}
          </Link>
        }
      />
      {failed.length > 0 && !waits ? (
        <ErrorState
          title={joined.data ? MADE_TITLE : MY_TITLE}
          text={failureText(failed[0]?.error, LIST_FAILED)}
          onRetry={() => void Promise.all(failed.map((list) => list.refetch()))}
        />
      ) : null}
      {waits ? (
        <div role="status" aria-label="Loading your contests">
          <Skeleton className="mb-6 h-11" />
          <div className={GRID}>
            <ContestCardSkeleton />
            <ContestCardSkeleton />
            <ContestCardSkeleton />
          </div>
        </div>
      ) : contests.length === 0 && failed.length > 0 ? null : contests.length === 0 ? (
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
              <div className="grid gap-10">
                {sections.map(({ title, list }) => (
                  <section key={title} aria-label={title}>
                    {made.length > 0 ? <h2 className="mb-4 text-xl">{title}</h2> : null}
                    <div className={GRID}>
                      {renderRows('div', list, (contest) => {
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
                              contest.own ? null : (
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
                              )
                            }
                          />
                        )
                      })}
                    </div>
                  </section>
                ))}
              </div>
            )}
          </div>
        </>
      )}
    </div>
  )
}
