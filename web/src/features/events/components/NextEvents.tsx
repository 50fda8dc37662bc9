/**
 * Next events in rows, of one club or of all: the day, what, when and where, how many places are left, one thing to do.
 * For a club's details and for the dashboard; nothing where nothing is planned, unless `empty` says what stands there. A
 * cancelled event stands here only for those who were to be there.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { formatNear, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { DayTile } from '@/ui/DayTile'
import { renderRows } from '@/ui/RowBoundary'
import { nextEventsQuery, staleEvents } from '../api'
import { useEventTransitions } from '../hooks/useEventTransitions'
import { useRegisterModal } from '../hooks/useRegisterModal'
import { CALENDAR_OF, NO_DATE_YET, onWaitingList, YOU_ARE_IN } from '../messages'
import { type ClubEvent, isAnnounced, overAt, placesText, stepOf } from '../model'
import { CalendarDownload } from './CalendarDownload'
import { EventActionButton } from './EventActionButton'
import { EventStatusBadge } from './EventStatusBadge'
import { LazyLiveEvent, LazyLiveEventList } from './LazyLiveEvents'

type NextEventsProps = {
  title: string
  /** A club's short name; all clubs when absent. */
  club?: string
  size?: number
  more?: ReactNode
  empty?: ReactNode
}

export function NextEvents({ title, club = '', size = 3, more, empty }: NextEventsProps) {
  const { timeZone } = useSite()
  const now = useNow()
  const next = useQuery(nextEventsQuery(club, size))
  const events = next.data?.filter((event) => isAnnounced(event) && now < (overAt(event) ?? Infinity)) ?? []
  const { register, dialog } = useRegisterModal(events)
  useEventTransitions(events, () => void staleEvents())
  if (events.length === 0 && (!empty || !next.isSuccess)) return <LazyLiveEventList />
  return (
    <section aria-label={title} className="@container">
      <LazyLiveEventList />
      <h2 className="text-lg">{title}</h2>
      {events.length === 0 ? (
        empty
      ) : (
        <ul className="mt-1">
          {renderRows('li', events, (event) => (
            <Row key={event.id} event={event} now={now} zone={timeZone} withClub={!club} onRegister={register} />
          ))}
        </ul>
      )}
      {more ? <p className="ink-free mt-4 text-sm">{more}</p> : null}
      {dialog}
    </section>
  )
}

type RowProps = {
  event: ClubEvent
  now: number
  zone: string
  withClub: boolean
  onRegister: (event: ClubEvent) => void
}

function Row({ event, now, zone, withClub, onRegister }: RowProps) {
  const step = stepOf(event, now)
  const titleId = `next-${event.id}`
  const facts = [
    event.startsAt === null ? NO_DATE_YET : formatNear(event.startsAt, now, zone),
    event.location,
    withClub ? event.clubName : '',
    step === 'registered' && event.you ? YOU_ARE_IN : '',
    step === 'waiting' && event.you?.state === 'waiting' ? onWaitingList(event.you.position) : '',
    event.you ? '' : placesText(event),
  ]
  return (
    <li className="grid grid-cols-[3.75rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-line border-b py-4 @lg:grid-cols-[3.75rem_minmax(0,1fr)_auto]">
      <LazyLiveEvent event={event} />
      <DayTile when={event.startsAt} zone={zone} />
      <div className="min-w-0">
        <h3 id={titleId} className="ink-free text-base leading-snug">
          <Link
            {...paths.event(event.id)}
            className="relative decoration-2 decoration-line-strong underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3.5 after:content-[''] hover:underline"
          >
            <span className="ink-inside">{event.title}</span>
          </Link>
        </h3>
        <p
          className="num mt-0.5 text-muted text-sm"
          title={event.startsAt === null ? undefined : localTimes(event.startsAt)}
        >
          {facts.filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="col-start-2 @lg:col-start-3">
        {step === 'cancelled' ? (
          <EventStatusBadge status="cancelled" />
        ) : step === 'registered' && event.startsAt !== null ? (
          <CalendarDownload event={event} aria-label={CALENDAR_OF(event.title)} size="sm" />
        ) : (
          <EventActionButton
            event={event}
            step={step}
            size="sm"
            describedBy={titleId}
            onRegister={() => onRegister(event)}
          />
        )}
      </div>
    </li>
  )
}
