/**
 * /polls: what is asked on the campus, open polls first, and the way to a poll of one's own. Tab, search and the open
 * form live in the address (?status=&q=&create=). Cards turn by the server's clock; the list follows the server's word
 * that it changed, and the numbers of the first open ones move as votes come in.
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { failureText } from '@/api/failure'
import { useLive } from '@/api/live'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { LeadLine, PageHead } from '@/ui/PageHead'
import { renderRows } from '@/ui/RowBoundary'
import { SearchBox } from '@/ui/SearchBox'
import { type TabItem, Tabs } from '@/ui/Tabs'
import { LIST_SIZE, LIST_TOPIC, pollsQuery, staleLists } from '../api'
import { CreatePoll } from '../components/CreatePoll'
import { PollCard, PollCardSkeleton } from '../components/PollCard'
import { usePollTransitions } from '../hooks/usePollTransitions'
import { CREATE, countOf, EMPTY, LIST_FAILED, TABS, TITLE } from '../messages'
import { nowSentence, type Shelf, statusAt } from '../model'

const PANEL = 'poll-list'
const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3'
const SHELVES = Object.keys(TABS) as Shelf[]
/** One stream carries at most 50 topics, of all tabs together. */
const LIVE_CARDS = 12
/** A thousand open lists do not ask in the same moment. */
const SPREAD = 1500

export default function PollsPage() {
  const { create } = useSearch({ from: '/site/member/polls' })
  const session = useSession()
  if (session.state !== 'in') return null
  return create ? <CreatePoll person={session.user} /> : <PollList />
}

function PollList() {
  useTitle(TITLE)
  const { status, q: words = '' } = useSearch({ from: '/site/member/polls' })
  const shelf = SHELVES.find((one) => one === status) ?? 'all'
  const navigate = useNavigate()
  const { timeZone } = useSite()
  const now = useNow()

  // The whole list carries the counts and the sentence of the head, also while a part of it is shown.
  const all = useInfiniteQuery(pollsQuery({ shelf: 'all', words: '' }))
  const list = useInfiniteQuery(pollsQuery({ shelf, words }))
  const polls = useMemo(() => list.data?.pages.flatMap((page) => page.polls) ?? [], [list.data])
  const total = list.data?.pages.at(-1)?.total ?? 0
  const counts = (words ? list.data : all.data)?.pages.at(-1)?.counts
  const head = all.data?.pages[0]
  const live = useMemo(
    () =>
      polls
        .filter((poll) => statusAt(poll, now) === 'active')
        .slice(0, LIVE_CARDS)
        .map((poll) => poll.id),
    [polls, now],
  )
  usePollTransitions(polls, () => void staleLists())
  useListChanges()

  const show = (next: { status?: Shelf; q?: string }) => {
    const search = { status: next.status ?? shelf, q: next.q ?? words }
    void navigate({
      to: '/polls',
      search: { status: search.status === 'all' ? undefined : search.status, q: search.q || undefined },
      replace: true,
      resetScroll: false,
    })
  }
  const create = () => void navigate(paths.createPoll())
  const again = () => void Promise.all([list.refetch(), all.refetch()])
  const grid = useRef<HTMLDivElement>(null)
  const more = async () => {
    const shown = polls.length
    await list.fetchNextPage()
    // The button may be gone: whoever uses the keyboard goes on at the first new card.
    requestAnimationFrame(() => {
      grid.current?.children[shown]?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    })
  }
  const tabs: TabItem<Shelf>[] = SHELVES.map((value) => ({ value, label: TABS[value], count: counts?.[value] }))
  const createButton = (
    <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onClick={create}>
      {CREATE}
    </Button>
  )

  return (
    <div className="wrap-page pb-10">
      <PageHead
        title={TITLE}
        lead={
          head || !all.isError ? (
            <LeadLine>{head ? nowSentence(head.polls, head.counts, now) : undefined}</LeadLine>
          ) : null
        }
        actions={createButton}
      />
      <div className="mb-6 flex flex-col gap-4 md:flex-row md:items-end">
        <Tabs
          label="Polls by status"
          value={shelf}
          onChange={(value) => show({ status: value })}
          items={tabs}
          panelId={PANEL}
          className="min-w-0 flex-1"
        />
        <SearchBox label="Search polls" value={words} onChange={(q) => show({ q })} className="md:w-64" />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={TABS[shelf]} aria-busy={list.isPending}>
        <p role="status" className="sr-only">
          {list.isSuccess ? countOf(total, 'poll') : ''}
        </p>
        {list.isPending ? (
          <div className={GRID}>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <PollCardSkeleton key={key} />
            ))}
          </div>
        ) : list.isError && polls.length === 0 ? (
          <ErrorState title={LIST_FAILED} text={failureText(list.error, '').trim()} onRetry={again} />
        ) : polls.length === 0 ? (
          words ? (
            <EmptyState
              title={`Nothing matches “${words}”`}
              text="Titles and organizations are searched. Try another tab or fewer words."
              action={
                <Button variant="primary" onClick={() => show({ q: '' })}>
                  Clear the search
                </Button>
              }
            />
          ) : (
            <EmptyState {...EMPTY[shelf]} action={<Button onClick={create}>{CREATE}</Button>} />
          )
        ) : (
          <>
            {list.isError ? (
              <p role="alert" className="mb-4 rounded-control bg-brick-soft px-4 py-3 text-brick text-sm">
                {failureText(list.error, LIST_FAILED)}
              </p>
            ) : null}
            <div ref={grid} className={GRID}>
              {renderRows('div', polls, (poll) => (
                <PollCard
                  key={poll.id}
                  poll={poll}
                  status={statusAt(poll, now)}
                  zone={timeZone}
                  live={live.includes(poll.id)}
                />
              ))}
            </div>
            {total > LIST_SIZE ? (
              <div className="mt-8 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
                <p className="num text-muted text-sm">
                  {polls.length} of {total}
                </p>
                {list.hasNextPage ? (
                  <Button busy={list.isFetchingNextPage} onClick={() => void more()}>
                    Show more
                  </Button>
                ) : null}
              </div>
            ) : null}
          </>
        )}
      </div>
    </div>
  )
}

/** The server says only that the list is another: it is read again, by each browser a little later than by the next. */
function useListChanges(): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLive(LIST_TOPIC, () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void staleLists(), 200 + Math.random() * SPREAD)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
