/**
 * Event card, an event in a list: its picture, its state and one's own part, then what, when and where, and one thing
 * to do. It turns by `now`, the server's time, and its places move with what others do (`live`).
 */
import { Link } from '@tanstack/react-router'
import { CalendarDays, MapPin } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { paths } from '@/app/paths'
import { formatDate, localTimes } from '@/lib/time'
import { buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Skeleton } from '@/ui/Skeleton'
import { PLACE_OPEN, STATE_LINES } from '../messages'
import { type ClubEvent, placesText, statusAt, stepOf } from '../model'
import { ClubLink } from './ClubLink'
import { EventActionButton } from './EventActionButton'
import { EventPicture } from './EventPicture'
import { EventStatusBadge, PartBadge } from './EventStatusBadge'
import { LazyLiveEvent } from './LazyLiveEvents'

type EventCardProps = {
  event: ClubEvent
  now: number
  zone: string
  /** The level of its heading. */
  as: 'h2' | 'h3'
  /** In a list of several clubs. */
  withClub?: boolean
  live?: boolean
  onRegister: (event: ClubEvent) => void
  /** What else can be done, for the club's organisers. */
  footer?: ReactNode
}

const SHAPE = 'flex flex-col overflow-hidden p-0'

export function EventCard({ event, now, zone, as: Title, withClub, live = false, onRegister, footer }: EventCardProps) {
  const titleId = useId()
  const status = statusAt(event, now)
  const step = stepOf(event, now)
  const places = status === 'past' ? '' : placesText(event)
  return (
    <Card as="article" live={status === 'running'} aria-labelledby={titleId} className={SHAPE}>
      {live && status !== 'past' ? <LazyLiveEvent event={event} /> : null}
      <EventPicture event={event} zone={zone} sizes="(min-width: 1024px) 350px, (min-width: 640px) 50vw, 100vw" />
      <div className="flex flex-1 flex-col gap-2.5 p-5">
        {status !== 'upcoming' || event.you ? (
          <div className="flex flex-wrap gap-2">
            {status === 'upcoming' ? null : <EventStatusBadge status={status} />}
            {event.you && status !== 'cancelled' ? <PartBadge part={event.you} /> : null}
          </div>
        ) : null}
        <Title className="ink-free text-lg leading-[1.2]">
          <Link
            {...paths.event(event.id)}
            id={titleId}
            className="relative decoration-2 decoration-line-strong underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3.5 after:content-[''] hover:underline"
          >
            <span className="ink-inside">{event.title}</span>
          </Link>
        </Title>
        <ul className="grid gap-1 text-muted text-sm">
          <li className="num flex gap-2" title={event.startsAt === null ? undefined : localTimes(event.startsAt)}>
            <CalendarDays aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="text-ink">{formatDate(event.startsAt, zone)}</span>
          </li>
          <li className="flex gap-2">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="ink min-w-0">{event.location || PLACE_OPEN}</span>
          </li>
        </ul>
        {event.description ? <p className="line-clamp-3 text-sm">{event.description}</p> : null}
        <div className="mt-auto grid gap-3 pt-1.5">
          {withClub || places ? (
            <p className="num ink-free flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
              {withClub ? <ClubLink club={event.club} name={event.clubName} /> : null}
              {places ? <span className="text-muted">{places}</span> : null}
            </p>
          ) : null}
          {step === 'register' || step === 'wait' ? (
            <EventActionButton
              event={event}
              step={step}
              describedBy={titleId}
              onRegister={() => onRegister(event)}
              className="w-full"
            />
          ) : (
            <div className="grid gap-2">
              {step === 'closed' || step === 'cancelled' ? (
                <p className="text-muted text-sm">{STATE_LINES[step]}</p>
              ) : null}
              <Link
                {...paths.event(event.id)}
                aria-describedby={titleId}
                className={buttonClass({ className: 'w-full' })}
              >
                View event
              </Link>
            </div>
          )}
          {footer}
        </div>
      </div>
    </Card>
  )
}

/** The same shape while the list loads. */
export function EventCardSkeleton() {
  return (
    <Card className={SHAPE}>
      <Skeleton className="aspect-[16/9] h-auto rounded-none" />
      <div className="flex flex-1 flex-col gap-2.5 p-5">
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-15" />
        <Skeleton className="mt-3 h-5 w-36" />
        <Skeleton className="mt-1 h-11" />
      </div>
    </Card>
  )
}
