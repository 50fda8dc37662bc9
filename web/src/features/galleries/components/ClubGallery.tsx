/**
 * Gallery tab of a club's page: '{club} Club Gallery', one block per event with its pictures, for whoever is logged in.
 * Carousel and lightbox come when there is something to show in them.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { clubGalleriesQuery } from '../api'
import * as messages from '../messages'
import { type Gallery, mayManage } from '../model'
import { CarouselPlaceholder } from './CarouselPlaceholder'
import { GalleryEventFacts } from './GalleryEventFacts'

const Slides = lazy(() => import('./GalleryCarousel').then((file) => ({ default: file.GalleryCarousel })))
const Lightbox = lazy(() => import('./Lightbox').then((file) => ({ default: file.Lightbox })))

export type ClubGalleryProps = { club: { shortName: string } }

type Opened = { gallery: Gallery; at: number }

export function ClubGallery({ club }: ClubGalleryProps) {
  const headId = useId()
  const session = useSession()
  const galleries = useQuery(clubGalleriesQuery(club.shortName))
  const [opened, setOpened] = useState<Opened | null>(null)
  const manages = mayManage(session.user, club.shortName)
  return (
    <section aria-labelledby={headId}>
      <h2 id={headId} className="mb-6 text-xl">
        {messages.clubGallery(club.shortName)}
      </h2>
      {galleries.isPending ? (
        <Waiting />
      ) : galleries.isError && !galleries.data ? (
        <ErrorState
          title={messages.clubGallery(club.shortName)}
          text={failureText(galleries.error, messages.GALLERIES_FAILED)}
          onRetry={() => void galleries.refetch()}
        />
      ) : galleries.data.length === 0 ? (
        <EmptyState title={messages.NONE} text={messages.NONE_TEXT} />
      ) : (
        <div className="grid gap-10">
          {renderRows('div', galleries.data, (gallery) => (
            <Block key={gallery.id} gallery={gallery} manages={manages} onOpen={(at) => setOpened({ gallery, at })} />
          ))}
        </div>
      )}
      {opened ? (
        <Suspense>
          <Lightbox
            title={opened.gallery.title}
            pictures={opened.gallery.pictures}
            at={opened.at}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

type BlockProps = { gallery: Gallery; manages: boolean; onOpen: (at: number) => void }

function Block({ gallery, manages, onOpen }: BlockProps) {
  const headId = useId()
  const { id, title, description, club, event, pictures } = gallery
  return (
    <article aria-labelledby={headId} className="min-w-0 border-line border-t pt-6">
      <header className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 id={headId} className="ink-free text-lg">
            {event ? (
              <Link
                {...paths.event(event.id)}
                className="relative decoration-2 decoration-line-strong underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3.5 after:content-[''] hover:underline"
              >
                <span className="ink-inside">{event.title}</span>
              </Link>
            ) : (
              <span className="ink-inside">{title}</span>
            )}
          </h3>
          {event ? <GalleryEventFacts event={event} /> : <p className="mt-1 text-muted text-sm">{messages.NO_EVENT}</p>}
          <p className="mt-2 max-w-[64ch] text-sm">
            <span className="font-semibold">{title}</span>
            {description ? <span className="whitespace-pre-line"> · {description}</span> : null}
          </p>
        </div>
        {manages ? (
          <Link
            {...paths.gallery(club, event?.id ?? id)}
            aria-describedby={headId}
            className={buttonClass({ size: 'sm' })}
          >
            <Pencil aria-hidden="true" className="size-4" />
            {messages.EDIT}
          </Link>
        ) : null}
      </header>
      {pictures.length === 0 ? (
        <p className="rounded-card border border-line-strong border-dashed px-5 py-8 text-muted">
          {messages.NO_IMAGES}
        </p>
      ) : (
        <Suspense fallback={<CarouselPlaceholder title={title} pictures={pictures} onOpen={onOpen} />}>
          {/* The carousel moves its slides about itself: other pictures need another one. */}
          <Slides key={pictures.map(({ url }) => url).join()} title={title} pictures={pictures} onOpen={onOpen} />
        </Suspense>
      )}
    </article>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="border-line border-t pt-6">
      <Skeleton className="h-6 w-60 max-w-full" />
      <Skeleton className="mt-2 mb-4 h-5 w-80 max-w-full" />
      <div className="grid gap-[15px] sm:grid-cols-2 sm:gap-[20px] lg:grid-cols-3 lg:gap-[25px]">
        <Skeleton className="aspect-[3/2] h-auto" />
        <Skeleton className="aspect-[3/2] h-auto max-sm:hidden" />
        <Skeleton className="aspect-[3/2] h-auto max-lg:hidden" />
      </div>
    </div>
  )
}
