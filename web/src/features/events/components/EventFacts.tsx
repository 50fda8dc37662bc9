/**
 * Event facts beside an event: when, where, how many, and one's own part, or the way to register. The waiting list and
 * a closed registration are said, not guessed.
 */
import { Link } from '@tanstack/react-router'
import { MapPin, Users } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useSession } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { formatRange, localTimes } from '@/lib/time'
import { Button, buttonClass } from '@/ui/Button'
import { DayTile } from '@/ui/DayTile'
import { lazyDialog } from '@/ui/lazyDialog'
import { Progress } from '@/ui/Progress'
import { JOIN_WAITING, LOG_IN_FIRST, PLACE_OPEN, REGISTER_NOW, STATE_LINES } from '../messages'
import { type ClubEvent, nearText, placesText, statusAt, stepOf } from '../model'
import { CalendarDownload } from './CalendarDownload'
import { OwnRegistration } from './OwnRegistration'

const RegisterModal = lazyDialog(() => import('./RegisterModal').then((file) => file.RegisterModal))

type EventFactsProps = {
  event: ClubEvent
  now: number
  zone: string
  /** One is registered, or no longer: the button that was pressed is gone. */
  onGone: () => void
  ref?: Ref<HTMLElement>
  className?: string
}

export function EventFacts({ event, now, zone, onGone, ref, className }: EventFactsProps) {
  const { state } = useSession()
  const [registering, setRegistering] = useState(false)
  const step = stepOf(event, now)
  const status = statusAt(event, now)
  const near = nearText(event, now)
  const places = placesText(event)
  const ahead = status === 'upcoming' || status === 'running'
  const [word, variant] = step === 'wait' ? [JOIN_WAITING, 'secondary' as const] : [REGISTER_NOW, 'primary' as const]
  return (
    <aside
      ref={ref}
      tabIndex={-1}
      aria-label="When, where and registration"
      className={cx('grid gap-5 rounded-card border border-line bg-surface p-5 outline-none', className)}
    >
      <div className="flex items-start gap-4">
        {event.startsAt === null ? null : (
          <span className="w-16 shrink-0">
            <DayTile when={event.startsAt} zone={zone} />
          </span>
        )}
        <p className="num min-w-0 pt-0.5" title={event.startsAt === null ? undefined : localTimes(event.startsAt)}>
          <span className="block font-semibold leading-snug">{formatRange(event.startsAt, event.endsAt, zone)}</span>
          {near ? <span className="mt-1 block text-lawn text-sm">{near}</span> : null}
        </p>
      </div>
      <ul className="grid gap-2 border-line border-t pt-5 text-sm">
        <li className="flex gap-2.5">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="ink min-w-0">
            <span className="sr-only">Location: </span>
            {event.location || PLACE_OPEN}
          </span>
        </li>
        {places ? (
          <li className="num flex gap-2.5">
            <Users aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              {places}
              {event.capacity === null ? null : (
                <Progress
                  value={Math.min(event.registered, event.capacity)}
                  max={event.capacity}
                  label="Places taken"
                  className="mt-2 rounded-full"
                />
              )}
            </span>
          </li>
        ) : null}
      </ul>
      <div className="grid gap-3 border-line border-t pt-5">
        {step === 'register' || step === 'wait' ? (
          state === 'out' ? (
            <Link
              {...paths.login(hrefOf(paths.event(event.id)))}
              className={buttonClass({ variant, className: 'w-full' })}
            >
              {LOG_IN_FIRST}
            </Link>
          ) : (
            <Button variant={variant} className="w-full" onClick={() => setRegistering(true)}>
              {word}
            </Button>
          )
        ) : event.you && ahead ? (
          <OwnRegistration event={event} part={event.you} now={now} onGone={onGone} />
        ) : step === 'closed' || step === 'over' || step === 'cancelled' ? (
          <p className="text-muted text-sm">{STATE_LINES[step]}</p>
        ) : null}
        {event.startsAt === null || !ahead ? null : <CalendarDownload event={event} className="w-full" />}
      </div>
      <RegisterModal event={event} open={registering} onClose={() => setRegistering(false)} onDone={onGone} />
    </aside>
  )
}
