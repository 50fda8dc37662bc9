/**
 * /events: what the clubs do, for everybody. Upcoming or past, club and search live in the address (?when=&club=&q=);
 * cards turn by the server's clock.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { failureText } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { SelectField } from '@/ui/Field'
import { PageHead } from '@/ui/PageHead'
import { renderRows } from '@/ui/RowBoundary'
import { SearchBox } from '@/ui/SearchBox'
import { type TabItem, Tabs } from '@/ui/Tabs'
import { clubsQuery, eventsQuery, GUESTS_ASK_EVERY, LIST_SIZE, staleEvents } from '../api'
import { EventCard, EventCardSkeleton } from '../components/EventCard'
import { LazyLiveEventList } from '../components/LazyLiveEvents'
import { SubscribeButton } from '../components/SubscribeButton'
import { useEventTransitions } from '../hooks/useEventTransitions'
import { useRegisterModal } from '../hooks/useRegisterModal'
import { ALL_CLUBS, CLUB, CREATE, countOf, EMPTY, EVENTS, LIST_FAILED, SHELVES } from '../messages'
import { followedOf, ownClubs, type Shelf } from '../model'

const PANEL = 'event-list'
const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'
type Asked = { when?: Shelf; club?: string; q?: string }

export default function EventsPage() {
  useTitle(EVENTS)
  const { when, club = '', q: words = '' } = useSearch({ from: '/site/events' })
  const shelf: Shelf = when === 'past' ? 'past' : 'upcoming'
  const navigate = useNavigate()
  const { user } = useSession()
  const { timeZone } = useSite()
  const now = useNow()
  const clubs = useQuery(clubsQuery)
  const list = useInfiniteQuery({
    ...eventsQuery({ shelf, club, words }),
    refetchInterval: user || shelf === 'past' ? false : GUESTS_ASK_EVERY,
  })
  const events = useMemo(() => list.data?.pages.flatMap((page) => page.events) ?? [], [list.data])
  const last = list.data?.pages.at(-1)
  const total = last?.total ?? 0
  const { register, dialog } = useRegisterModal(events)
  useEventTransitions(events, () => void staleEvents())
  const followed = followedOf(events, now)

  const show = (next: Asked) => {
    const asked = { when: shelf, club, q: words, ...next }
    void navigate({
      to: '/events',
      search: {
        when: asked.when === 'past' ? 'past' : undefined,
        club: asked.club || undefined,
        q: asked.q || undefined,
      },
      replace: true,
      resetScroll: false,
    })
  }
  const grid = useRef<HTMLDivElement>(null)
  const more = async () => {
    const shown = events.length
    await list.fetchNextPage()
    // The button may be gone: whoever uses the keyboard goes on at the first new card.
    requestAnimationFrame(() => {
      grid.current?.children[shown]?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    })
  }
  const tabs: TabItem<Shelf>[] = (['upcoming', 'past'] as const).map((value) => ({
    value,
    label: SHELVES[value],
    count: last?.counts[value],
  }))
  const makes = user && (user.roles.includes('ADMIN') || ownClubs(user).length > 0)
  const filtered = club !== '' || words !== ''
  const known = clubs.data?.some(({ shortName }) => shortName === club.toUpperCase())

  return (
    <div className="wrap-page pb-10">
      <LazyLiveEventList />
      <PageHead
        title={EVENTS}
        lead="What the clubs are doing, and how to take part."
        actions={
          <>
            <SubscribeButton />
            {makes ? (
              <Link {...paths.createEvent()} className={buttonClass({ variant: 'primary' })}>
                <Plus aria-hidden="true" className="size-4" />
                {CREATE}
              </Link>
            ) : null}
          </>
        }
      />
      <div className="mb-6 flex flex-col gap-4 md:flex-row md:items-end">
        <Tabs
          label="Events by time"
          value={shelf}
          onChange={(value) => show({ when: value })}
          items={tabs}
          panelId={PANEL}
          className="min-w-0 flex-1"
        />
        <div className="flex items-end gap-3">
          <SelectField
            label={<span className="sr-only">{CLUB}</span>}
            value={club.toUpperCase()}
            onChange={(event) => show({ club: event.target.value })}
            className="w-36 flex-none gap-0 md:w-48"
          >
            <option value="">{ALL_CLUBS}</option>
            {club && !known ? <option value={club.toUpperCase()}>{club.toUpperCase()}</option> : null}
            {clubs.data?.map(({ shortName, name }) => (
              <option key={shortName} value={shortName}>
                {name}
              </option>
            ))}
          </SelectField>
          <SearchBox
            label="Search events"
            value={words}
            onChange={(q) => show({ q })}
            className="min-w-0 flex-1 md:w-56 md:flex-none"
          />
        </div>
      </div>
      <div id={PANEL} role="tabpanel" aria-label={SHELVES[shelf]} aria-busy={list.isPending}>
        <p role="status" className="sr-only">
          {list.isSuccess ? countOf(total, 'event') : ''}
        </p>
        {list.isPending ? (
          <div className={GRID}>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <EventCardSkeleton key={key} />
            ))}
          </div>
        ) : list.isError && events.length === 0 ? (
          <ErrorState
            title={LIST_FAILED}
            text={failureText(list.error, '').trim()}
            onRetry={() => void list.refetch()}
            action={filtered ? <Button onClick={() => show({ club: '', q: '' })}>{ALL_CLUBS}</Button> : null}
          />
        ) : events.length === 0 ? (
          filtered ? (
            <EmptyState
              title={words ? `Nothing matches “${words}”` : 'Nothing of this club here'}
              text="Titles and places are searched. Try another club or the other tab."
              action={
                <Button variant="primary" onClick={() => show({ club: '', q: '' })}>
                  Show all
                </Button>
              }
            />
          ) : (
            <EmptyState {...EMPTY[shelf]} />
          )
        ) : (
          <>
            {list.isError ? (
              <p role="alert" className="mb-4 rounded-control bg-brick-soft px-4 py-3 text-brick text-sm">
                {failureText(list.error, LIST_FAILED)}
              </p>
            ) : null}
            <div ref={grid} className={GRID}>
              {renderRows('div', events, (event) => (
                <EventCard
                  key={event.id}
                  event={event}
                  now={now}
                  zone={timeZone}
                  as="h2"
                  withClub
                  live={followed.has(event.id)}
                  onRegister={register}
                />
              ))}
            </div>
            {total > LIST_SIZE ? (
              <div className="mt-8 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
                <p className="num text-muted text-sm">
                  {events.length} of {total}
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
      {dialog}
    </div>
  )
}
