/**
 * Events tab of a club's page: its events, the next first, and for its organisers the way to another one. Who may make
 * events is the caller's to say, the server decides.
 */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useNow } from '@/lib/useNow'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { renderRows } from '@/ui/RowBoundary'
import { clubEventsQuery, staleEvents } from '../api'
import { useEventTransitions } from '../hooks/useEventTransitions'
import { useRegisterModal } from '../hooks/useRegisterModal'
import { CLUB_EMPTY, CLUB_EVENTS, CREATE, FETCH_FAILED, LOADING, SHELVES } from '../messages'
import { type ClubEvent, followedOf, statusAt } from '../model'
import { EventCard, EventCardSkeleton } from './EventCard'
import { LazyLiveEventList } from './LazyLiveEvents'
import { SubscribeButton } from './SubscribeButton'

// The builder of forms is large, and few need it.
const CreateEventModal = lazy(() => import('./CreateEventModal').then((file) => ({ default: file.CreateEventModal })))

export type ClubEventsProps = { club: { shortName: string; name: string }; mayManage: boolean }

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

export function ClubEvents({ club, mayManage }: ClubEventsProps) {
  const headId = useId()
  const navigate = useNavigate()
  const session = useSession()
  const events = useQuery(clubEventsQuery(club.shortName))
  const [creating, setCreating] = useState(false)
  const [wanted, setWanted] = useState(false)
  const create = () => {
    setWanted(true)
    setCreating(true)
  }
  const button = (
    <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onClick={create}>
      {CREATE}
    </Button>
  )
  return (
    <section aria-labelledby={headId}>
      <LazyLiveEventList />
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id={headId} className="text-xl">
          {CLUB_EVENTS}
        </h2>
        <div className="flex flex-wrap gap-3">
          <SubscribeButton club={club} />
          {mayManage ? button : null}
        </div>
      </div>
      {events.isPending ? (
        <div>
          <p role="status" className="mb-3 text-muted text-sm">
            {LOADING}
          </p>
          <div className={GRID}>
            {['a', 'b', 'c'].map((key) => (
              <EventCardSkeleton key={key} />
            ))}
          </div>
        </div>
      ) : !events.data ? (
        <ErrorState
          title={FETCH_FAILED}
          text={failureText(events.error, '').trim()}
          onRetry={() => void events.refetch()}
        />
      ) : events.data.length === 0 ? (
        <EmptyState {...CLUB_EMPTY} action={mayManage ? button : null} />
      ) : (
        <Shelves events={events.data.map((event) => ({ ...event, clubName: club.name }))} />
      )}
      {wanted && session.user ? (
        <Suspense>
          <CreateEventModal
            open={creating}
            onClose={() => setCreating(false)}
            userId={session.user.id}
            club={club}
            onCreated={(id) => void navigate(paths.event(id))}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

function Shelves({ events }: { events: ClubEvent[] }) {
  const now = useNow()
  const { timeZone } = useSite()
  const { register, dialog } = useRegisterModal(events)
  useEventTransitions(events, () => void staleEvents())
  const past = events.filter((event) => statusAt(event, now) === 'past')
  const ahead = events.filter((event) => !past.includes(event))
  const followed = followedOf(ahead, now)
  const cards = (list: ClubEvent[], as: 'h3') =>
    renderRows('div', list, (event) => (
      <EventCard
        key={event.id}
        event={event}
        now={now}
        zone={timeZone}
        as={as}
        live={followed.has(event.id)}
        onRegister={register}
      />
    ))
  return (
    <>
      {ahead.length > 0 ? <div className={GRID}>{cards(ahead, 'h3')}</div> : null}
      {past.length > 0 ? (
        <>
          <h3 className="mt-10 mb-4 text-lg">{SHELVES.past}</h3>
          <div className={GRID}>{cards(past, 'h3')}</div>
        </>
      ) : null}
      {dialog}
    </>
  )
}
