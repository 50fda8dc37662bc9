/** Facts of a gallery's event: when and where it is. */
import { CalendarDays, MapPin } from 'lucide-react'
import { useSite } from '@/api/session'
import { formatRange, localTimes } from '@/lib/time'
import { NO_PLACE } from '../messages'
import type { GalleryEvent } from '../model'

export function GalleryEventFacts({ event }: { event: Pick<GalleryEvent, 'startsAt' | 'endsAt' | 'location'> }) {
  const { timeZone } = useSite()
  const { startsAt, endsAt, location } = event
  return (
    <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
      <li className="num flex min-w-0 gap-2" title={startsAt ? localTimes(startsAt) : undefined}>
        <CalendarDays aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">{formatRange(startsAt, endsAt, timeZone)}</span>
      </li>
      <li className="flex min-w-0 gap-2">
        <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="ink min-w-0">{location || NO_PLACE}</span>
      </li>
    </ul>
  )
}
