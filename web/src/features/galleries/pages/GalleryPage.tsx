/**
 * /gallery/{club}/{id}: the pictures of one event, for those who manage its club. `id` is the gallery's or its event's;
 * an event without a gallery shows an empty one, which its first picture makes.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureText } from '@/api/failure'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'
import { galleryQuery, hubEventsQuery } from '../api'
import { GalleryHubLink } from '../components/GalleryHubLink'
import { GalleryManager } from '../components/GalleryManager'
import * as messages from '../messages'
import { mayManage } from '../model'

export default function GalleryPage() {
  const { club = '', id = '' } = useParams({ strict: false })
  const session = useSession()
  useTitle('Gallery')
  if (session.state !== 'in') return null
  return mayManage(session.user, club) ? <Loaded key={id} club={club} id={id} /> : <OfficeRequired club={club} />
}

function Loaded({ club, id }: { club: string; id: string }) {
  const gallery = useQuery(galleryQuery(id))
  // Only to tell an event without a gallery from what is nowhere.
  const events = useQuery({ ...hubEventsQuery(club), enabled: gallery.data === null })
  const event = gallery.data?.event ?? events.data?.find((one) => one.id === id) ?? null
  if (gallery.data || event)
    return <GalleryManager club={gallery.data?.club ?? club} gallery={gallery.data ?? null} event={event} />
  const failed = gallery.error ?? events.error
  if (failed) {
    const again = () => void (gallery.isError ? gallery.refetch() : events.refetch())
    return (
      <Frame club={club}>
        <ErrorState title="Gallery" text={failureText(failed, messages.GALLERY_FAILED)} onRetry={again} />
      </Frame>
    )
  }
  if (gallery.data === null && events.data) {
    return (
      <Frame club={club}>
        <EmptyState {...messages.MISSING} />
      </Frame>
    )
  }
  return <Waiting club={club} />
}

function OfficeRequired({ club }: { club: string }) {
  return (
    <Frame club={club}>
      <EmptyState
        {...messages.NOT_OFFICE}
        action={
          <Link {...paths.club(club)} className={buttonClass({ variant: 'primary' })}>
            {messages.TO_CLUB}
          </Link>
        }
      />
    </Frame>
  )
}

function Frame({ club, children }: { club: string; children: ReactNode }) {
  return (
    <div className="wrap-page pt-8 pb-12">
      <h1 className="sr-only">Gallery</h1>
      <div className="mb-6">
        <GalleryHubLink club={club} />
      </div>
      {children}
    </div>
  )
}

function Waiting({ club }: { club: string }) {
  return (
    <Frame club={club}>
      <div role="status" aria-label="Loading">
        <Skeleton className="h-9 w-72 max-w-full" />
        <Skeleton className="mt-3 mb-8 h-5 w-48" />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
            <Skeleton key={key} className="aspect-square h-auto rounded-card" />
          ))}
        </div>
      </div>
    </Frame>
  )
}
