/**
 * /contest: all public contests, what runs now first. Tab and search live in the address (?status=&q=). Cards turn by
 * the server's clock, and those that run follow the server; the list itself is fetched anew after each turn
 * (hooks/useContestTransitions.ts) and when the server says that it is another (hooks/useLiveContest.ts).
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useNow } from '@/lib/useNow'
import { useScrollRestoration } from '@/lib/useScrollRestoration'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { Button, buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { LeadLine, PageHead } from '@/ui/PageHead'
import { renderRows } from '@/ui/RowBoundary'
import { SearchBox } from '@/ui/SearchBox'
import { type TabItem, Tabs } from '@/ui/Tabs'
import { contestsQuery, LIST_SIZE } from '../api'
import { ContestCard, ContestCardSkeleton } from '../components/ContestCard'
import { countsAt, nowSentence } from '../contestLists'
import { useContestDetailsDialog } from '../hooks/useContestDetailsDialog'
import { useContestTransitions } from '../hooks/useContestTransitions'
import { useLiveContestList } from '../hooks/useLiveContest'
import { usePreloadRoom } from '../hooks/usePreloadRoom'
import {
  ACTIONS,
  CREATE,
  EMPTY,
  LIST_FAILED,
  lostText,
  overText,
  REFRESH,
  REFRESH_CONTESTS,
  TABS,
  TITLE,
} from '../messages'
import { type ContestPage, followedOf, plural, type Shelf, statusAt } from '../model'

const PANEL = 'contest-list'
const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'
const SHELVES = Object.keys(TABS) as Shelf[]

/** The list; or the one contest that the address names, as somebody copied it together (?contest=). */
export default function ContestListPage() {
  const { contest } = useSearch({ from: '/site/member/contest' })
  return contest ? <Navigate {...paths.myContest(contest)} replace /> : <ContestList />
}

function ContestList() {
  useTitle(TITLE)
  usePreloadRoom()
  const { status, q: words = '' } = useSearch({ from: '/site/member/contest' })
  const shelf = SHELVES.find((one) => one === status) ?? 'all'
  const navigate = useNavigate()
  const { timeZone } = useSite()
  const now = useNow()
  const over = useRouterState({ select: (state) => state.location.state.over })
  // Only what was asked for turns the button: the list also renews itself.
  const [refreshing, setRefreshing] = useState(false)

  // The whole list carries the counts and the sentence of the head, also while a part of it is shown.
  const all = useInfiniteQuery(contestsQuery({ shelf: 'all', words: '' }))
  const asked = { shelf, words }
  const list = useInfiniteQuery({
    ...contestsQuery(asked),
    // Where the whole list is already here, a tab shows its part of it at once.
    placeholderData: () => partOf(all.data, asked, now),
  })

  const contests = useMemo(() => list.data?.pages.flatMap((page) => page.contests) ?? [], [list.data])
  const total = list.data?.pages.at(-1)?.total ?? 0
  const whole = countsAt(all.data?.pages ?? [], now)
  const counts = words ? countsAt(list.data?.pages ?? [], now) : whole
  const head = all.data?.pages[0]
  useContestTransitions(contests)
  useLiveContestList()
  const followed = followedOf(contests, now)
  const details = useContestDetailsDialog(contests, timeZone)

  const grows = list.hasNextPage && !list.isFetchingNextPage
  useScrollRestoration(list.isSuccess && !list.isPlaceholderData, grows ? list.fetchNextPage : undefined)

  const show = (next: { status?: Shelf; q?: string }) => {
    const search = { status: next.status ?? shelf, q: next.q ?? words }
    void navigate({
      to: '/contest',
      search: { status: search.status === 'all' ? undefined : search.status, q: search.q || undefined },
      replace: true,
      resetScroll: false,
      state: true,
    })
  }
  const refresh = () => {
    setRefreshing(true)
    void Promise.all([list.refetch(), all.refetch()]).finally(() => setRefreshing(false))
  }
  const grid = useRef<HTMLDivElement>(null)
  const more = async () => {
    const shown = contests.length
    await list.fetchNextPage()
    // The button may be gone: whoever uses the keyboard goes on at the first new card.
    requestAnimationFrame(() => {
      grid.current?.children[shown]?.querySelector<HTMLElement>('h2 button')?.focus({ preventScroll: true })
    })
  }
  const tabs: TabItem<Shelf>[] = SHELVES.map((value) => ({ value, label: TABS[value], count: counts?.[value] ?? null }))

  return (
    <div className="wrap-page pb-10">
      <PageHead
        title={TITLE}
        lead={
          head || !all.isError ? (
            <LeadLine>{head && whole ? nowSentence(head.contests, whole, now) : undefined}</LeadLine>
          ) : null
        }
        actions={
          <>
            <Button onClick={refresh} busy={refreshing} icon={<RotateCw aria-hidden="true" className="size-4" />}>
              {REFRESH}
            </Button>
            <Link {...paths.createContest()} className={buttonClass({ variant: 'primary' })}>
              {CREATE}
            </Link>
          </>
        }
      />
      {over ? (
        <Alert tone={lostText(over.lost) ? 'amber' : 'sky'} className="mb-6">
          {overText(over.title, over.lost)}{' '}
          <Link {...paths.result(over.contest)} className="link">
            {ACTIONS.results}
          </Link>
        </Alert>
      ) : null}
      <div className="mb-6 flex flex-col gap-4 md:flex-row md:items-end">
        <Tabs
          label="Contests by status"
          value={shelf}
          onChange={(value) => show({ status: value })}
          items={tabs}
          panelId={PANEL}
          className="min-w-0 flex-1"
        />
        <SearchBox label="Search contests" value={words} onChange={(q) => show({ q })} className="md:w-64" />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={TABS[shelf]} aria-busy={list.isPending}>
        <p role="status" className="sr-only">
          {list.isSuccess ? plural(total, 'contest') : ''}
        </p>
        {list.isPending ? (
          <div className={GRID}>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <ContestCardSkeleton key={key} />
            ))}
          </div>
        ) : list.isError && contests.length === 0 ? (
          <ErrorState title={LIST_FAILED} text={failureText(list.error, '').trim()} onRetry={refresh} />
        ) : contests.length === 0 ? (
          <NothingHere shelf={shelf} words={words} onRefresh={refresh} onClear={() => show({ q: '' })} />
        ) : (
          <>
            {list.isError ? (
              <p role="alert" className="mb-4 rounded-control bg-brick-soft px-4 py-3 text-brick text-sm">
                {failureText(list.error, LIST_FAILED)}
              </p>
            ) : null}
            <div ref={grid} className={GRID}>
              {renderRows('div', contests, (contest) => (
                <ContestCard
                  key={contest.id}
                  contest={contest}
                  status={statusAt(contest, now)}
                  zone={timeZone}
                  followed={followed.includes(contest.id)}
                  onOpen={details.show}
                />
              ))}
            </div>
            <More
              shown={contests.length}
              total={total}
              busy={list.isFetchingNextPage}
              onMore={list.hasNextPage ? () => void more() : undefined}
            />
          </>
        )}
      </div>
      {details.dialog}
    </div>
  )
}

type Pages = { pages: ContestPage[]; pageParams: number[] }

function partOf(
  all: { pages: ContestPage[] } | undefined,
  { shelf, words }: { shelf: Shelf; words: string },
  now: number,
): Pages | undefined {
  const page = all?.pages[0]
  if (!page || words || shelf === 'all' || page.contests.length < page.total) return undefined
  const status = shelf === 'completed' ? 'ended' : shelf
  const contests = page.contests.filter((contest) => statusAt(contest, now) === status)
  return { pages: [{ ...page, contests, total: contests.length }], pageParams: [1] }
}

type NothingHereProps = { shelf: Shelf; words: string; onRefresh: () => void; onClear: () => void }

function NothingHere({ shelf, words, onRefresh, onClear }: NothingHereProps) {
  const refresh = (
    <Button icon={<RotateCw aria-hidden="true" className="size-4" />} onClick={onRefresh}>
      {REFRESH_CONTESTS}
    </Button>
  )
  if (!words) return <EmptyState {...EMPTY[shelf]} action={refresh} />
  return (
    <EmptyState
      title={`Nothing matches “${words}”`}
      text="Titles and descriptions are searched. Perhaps in another tab, or with fewer words?"
      action={
        <>
          <Button variant="primary" onClick={onClear}>
            Clear the search
          </Button>
          {refresh}
        </>
      }
    />
  )
}

function More({ shown, total, busy, onMore }: { shown: number; total: number; busy: boolean; onMore?: () => void }) {
  if (total <= LIST_SIZE) return null
  return (
    <div className="mt-8 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <p className="num text-muted text-sm">
        {shown} of {total}
      </p>
      {onMore ? (
        <Button busy={busy} onClick={onMore}>
          Show more
        </Button>
      ) : null}
    </div>
  )
}
