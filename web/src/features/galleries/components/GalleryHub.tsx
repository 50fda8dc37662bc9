/**
 * Gallery hub, the Add Gallery tab of a club's page ('Event Gallery Hub'): every event with its gallery or the way to
 * make one. Who comes to an event is another feature's to show, so the caller brings it.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ImagePlus, Pencil, Users } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { Badge } from '@/ui/Badge'
import { Button, buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Picture } from '@/ui/Picture'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { clubGalleriesQuery, hubEventsQuery } from '../api'
import * as messages from '../messages'
import type { Gallery, HubEvent, Shown } from '../model'
import { GalleryEventFacts } from './GalleryEventFacts'

// Dropping files brings a library along, and most who come here only look.
const UploadDialog = lazy(() => import('./UploadDialog').then((file) => ({ default: file.UploadDialog })))

export type GalleryHubProps = {
  club: { shortName: string }
  /** 'Event Participants' over the page. */
  participants: (event: HubEvent, open: boolean, onClose: () => void) => ReactNode
}

const GRID = 'grid gap-4 sm:grid-cols-2'

export function GalleryHub({ club, participants }: GalleryHubProps) {
  const headId = useId()
  const events = useQuery(hubEventsQuery(club.shortName))
  const galleries = useQuery(clubGalleriesQuery(club.shortName))
  const [uploading, setUploading] = useState<{ event: HubEvent; open: boolean } | null>(null)
  const [looking, setLooking] = useState<{ event: HubEvent; open: boolean } | null>(null)
  const failed = events.error ?? galleries.error
  const again = () => void Promise.all([events.refetch(), galleries.refetch()])
  const galleryOf = (event: HubEvent) => galleries.data?.find((gallery) => gallery.event?.id === event.id) ?? null
  return (
    <section aria-labelledby={headId}>
      <div className="mb-5">
        <h2 id={headId} className="text-xl">
          {messages.HUB}
        </h2>
        <p className="mt-1 text-muted">{messages.HUB_LEAD}</p>
      </div>
      {failed && !(events.data && galleries.data) ? (
        <ErrorState title={messages.EVENTS_FAILED} text={failureText(failed, '').trim()} onRetry={again} />
      ) : events.data && galleries.data ? (
        events.data.length === 0 ? (
          <EmptyState {...messages.NO_EVENTS} />
        ) : (
          <ul className={GRID}>
            {renderRows('li', events.data, (event) => (
              <EventCard
                key={event.id}
                club={club.shortName}
                event={event}
                gallery={galleryOf(event)}
                onUpload={() => setUploading({ event, open: true })}
                onParticipants={() => setLooking({ event, open: true })}
              />
            ))}
          </ul>
        )
      ) : (
        <Waiting />
      )}
      {uploading ? (
        <Suspense>
          <UploadDialog
            key={uploading.event.id}
            club={club.shortName}
            event={uploading.event}
            gallery={galleryOf(uploading.event)}
            open={uploading.open}
            onClose={() => setUploading({ ...uploading, open: false })}
          />
        </Suspense>
      ) : null}
      {looking ? participants(looking.event, looking.open, () => setLooking({ ...looking, open: false })) : null}
    </section>
  )
}

type EventCardProps = {
  club: string
  event: HubEvent
  gallery: Gallery | null
  onUpload: () => void
  onParticipants: () => void
}

function EventCard({ club, event, gallery, onUpload, onParticipants }: EventCardProps) {
  const titleId = useId()
  const count = gallery?.pictures.length ?? 0
  return (
    <Card as="li" className="flex min-w-0 flex-col overflow-hidden p-0">
      <Strip pictures={gallery?.pictures ?? []} />
      <div className="flex flex-1 flex-col gap-2.5 p-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {event.cancelled ? (
            <Badge tone="brick">{messages.CANCELLED}</Badge>
          ) : (
            <Badge tone="lawn">{messages.ACTIVE}</Badge>
          )}
          {count > 0 ? <span className="num text-muted text-sm">{messages.images(count)}</span> : null}
        </div>
        <h3 id={titleId} className="text-lg leading-[1.2]">
          {event.title}
        </h3>
        <GalleryEventFacts event={event} />
        <button
          type="button"
          aria-describedby={titleId}
          onClick={onParticipants}
          className="link inline-flex min-h-11 items-center gap-2 self-start text-sm"
        >
          <Users aria-hidden="true" className="size-4" />
          {messages.VIEW_PARTICIPANTS}
        </button>
        <div className="mt-auto flex gap-2">
          <Button
            variant={gallery ? 'secondary' : 'primary'}
            icon={<ImagePlus aria-hidden="true" className="size-4" />}
            aria-describedby={titleId}
            onClick={onUpload}
            className="min-w-0 flex-1"
          >
            {gallery ? messages.ADD : messages.CREATE}
          </Button>
          <Link
            {...paths.gallery(club, event.id)}
            aria-label={messages.editLabel(event.title)}
            title={messages.EDIT}
            className={buttonClass({ className: 'w-11 shrink-0 px-0' })}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
          </Link>
        </div>
      </div>
    </Card>
  )
}

/** What there is already: one picture, or one and two small ones. */
function Strip({ pictures }: { pictures: readonly Shown[] }) {
  const [first, second, third] = pictures
  if (!first) {
    return (
      <div className="grid aspect-[5/2] place-items-center border-line border-b bg-sunk text-muted text-sm">
        {messages.NO_PICTURES_YET}
      </div>
    )
  }
  const wide = second && third
  const fill = 'absolute inset-0 size-full object-cover'
  const small = 'relative min-h-0 overflow-hidden'
  return (
    <div className={`grid aspect-[5/2] gap-0.5 ${wide ? 'grid-cols-[2fr_1fr] grid-rows-2' : ''}`}>
      <span className={`${small} ${wide ? 'row-span-2' : ''}`}>
        <Picture picture={first} alt="" sizes="(min-width: 640px) 420px, 100vw" className={fill} />
      </span>
      {wide
        ? [second, third].map((picture) => (
            <span key={picture.url} className={small}>
              <Picture picture={picture} alt="" sizes="160px" className={fill} />
            </span>
          ))
        : null}
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className={GRID}>
      {['a', 'b'].map((key) => (
        <Card key={key} className="overflow-hidden p-0">
          <Skeleton className="aspect-[5/2] h-auto rounded-none" />
          <div className="grid gap-2.5 p-5">
            <Skeleton className="h-6 w-16 rounded-full" />
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-5 w-44" />
            <Skeleton className="h-5 w-32" />
            <Skeleton className="mt-8 h-11" />
          </div>
        </Card>
      ))}
    </div>
  )
}
