/**
 * Gallery manager for one gallery: its pictures in a grid, each with a way to delete it that shows under the pointer,
 * with the focus and always on a touch screen; more pictures, another title, or no gallery any more.
 */
import { useNavigate } from '@tanstack/react-router'
import { ImagePlus, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { paths } from '@/app/paths'
import { focusAfterRender } from '@/lib/focusAfterRender'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { lazyDialog } from '@/ui/lazyDialog'
import { PageHead } from '@/ui/PageHead'
import { Picture } from '@/ui/Picture'
import * as messages from '../messages'
import { defaultCaption, type Gallery, type GalleryEvent, type Shown } from '../model'
import { useRemoveGallery, useRemovePicture } from '../mutations'
import { GalleryEventFacts } from './GalleryEventFacts'
import { GalleryHubLink } from './GalleryHubLink'

const CaptionDialog = lazyDialog(() => import('./CaptionDialog').then((file) => file.CaptionDialog))
const UploadDialog = lazy(() => import('./UploadDialog').then((file) => ({ default: file.UploadDialog })))
const Lightbox = lazy(() => import('./Lightbox').then((file) => ({ default: file.Lightbox })))

type GalleryManagerProps = {
  club: string
  /** Null while the event has none. */
  gallery: Gallery | null
  event: GalleryEvent | null
}

export function GalleryManager({ club, gallery, event }: GalleryManagerProps) {
  const [uploading, setUploading] = useState<boolean | null>(null)
  const count = gallery?.pictures.length ?? 0
  const add = (
    <Button
      variant="primary"
      icon={<ImagePlus aria-hidden="true" className="size-4" />}
      onClick={() => setUploading(true)}
    >
      {gallery ? messages.ADD : messages.CREATE}
    </Button>
  )
  return (
    <div className="wrap-page pb-12">
      <PageHead
        back={<GalleryHubLink club={club} />}
        title={gallery?.title ?? (event ? defaultCaption(event).title : '')}
        lead={
          <>
            {gallery?.description ? <p className="whitespace-pre-line">{gallery.description}</p> : null}
            {event ? <GalleryEventFacts event={event} /> : <p>{messages.NO_EVENT}</p>}
          </>
        }
        actions={
          <>
            {event && count > 0 ? add : null}
            {gallery ? <Change gallery={gallery} /> : null}
          </>
        }
      />
      <div className="mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1 border-line border-t pt-5">
        <p className="num font-semibold">{messages.images(count)}</p>
        {count > 0 ? (
          <>
            <p className="text-muted text-sm [@media(hover:none)]:hidden">{messages.HOVER_HINT}</p>
            <p className="text-muted text-sm [@media(hover:hover)]:hidden">{messages.TOUCH_HINT}</p>
          </>
        ) : null}
      </div>
      {gallery && count > 0 ? (
        <Grid gallery={gallery} />
      ) : (
        <EmptyState {...messages.EMPTY} action={event ? add : null} />
      )}
      {event && uploading !== null ? (
        <Suspense>
          <UploadDialog
            club={club}
            event={event}
            gallery={gallery}
            open={uploading}
            onClose={() => setUploading(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function Grid({ gallery }: { gallery: Gallery }) {
  const { title, pictures } = gallery
  const list = useRef<HTMLUListElement>(null)
  const [opened, setOpened] = useState<number | null>(null)
  /** Kept while the question fades: it shows the picture. */
  const [asked, setAsked] = useState<{ picture: Shown | null; at: number; open: boolean }>({
    picture: null,
    at: 0,
    open: false,
  })
  const close = () => setAsked((before) => ({ ...before, open: false }))
  const done = () => {
    close()
    // The next picture is where this one was.
    focusAfterRender(() => {
      const bins = list.current?.querySelectorAll<HTMLElement>('[data-bin]')
      return bins?.[Math.min(asked.at, bins.length - 1)] ?? document.querySelector<HTMLElement>('main')
    })
  }
  const removing = useRemovePicture(gallery, done)
  /** The list may have changed since it was asked: it is about this picture, wherever that is by now. */
  const confirm = () => {
    const at = pictures.findIndex(({ url }) => url === asked.picture?.url)
    if (at < 0) done()
    else removing.mutate(at)
  }
  return (
    <>
      <ul
        ref={list}
        aria-label={messages.pictures(title)}
        className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4"
      >
        {pictures.map((one, at) => (
          <li key={one.url} className="group relative">
            <button
              type="button"
              aria-label={messages.openLabel(title, at + 1, pictures.length)}
              onClick={() => setOpened(at)}
              className="block w-full cursor-zoom-in overflow-hidden rounded-card bg-sunk"
            >
              <Picture
                picture={one}
                alt=""
                sizes="(min-width: 1024px) 268px, (min-width: 640px) 33vw, 50vw"
                className="aspect-square h-auto w-full object-cover"
              />
            </button>
            <button
              type="button"
              data-bin
              aria-label={messages.deleteLabel(at + 1, pictures.length)}
              title={messages.DELETE}
              onClick={() => setAsked({ picture: one, at, open: true })}
              className="absolute top-2 right-2 grid size-11 place-items-center rounded-full border border-line bg-surface text-brick shadow-float transition-opacity duration-150 hover:bg-brick hover:text-brick-ink focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0"
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked.open}
        onClose={close}
        onConfirm={confirm}
        title={messages.DELETE_IMAGE_TITLE}
        body={
          <div className="grid gap-3">
            {asked.picture ? (
              <Picture
                picture={asked.picture}
                alt={messages.imageName(title, asked.at + 1, pictures.length)}
                sizes="320px"
                className="aspect-[3/2] h-auto w-full rounded-control object-contain"
              />
            ) : null}
            <p>{messages.DELETE_IMAGE_BODY}</p>
          </div>
        }
        confirmLabel={messages.DELETE}
        danger
        busy={removing.isPending}
      />
      {opened === null ? null : (
        <Suspense>
          <Lightbox title={title} pictures={pictures} at={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}

function Change({ gallery }: { gallery: Gallery }) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState({ round: 0, open: false })
  const [asking, setAsking] = useState(false)
  const removing = useRemoveGallery(gallery, () => {
    setAsking(false)
    void navigate(paths.club(gallery.club, 'gallery'))
  })
  return (
    <>
      <Button
        icon={<Pencil aria-hidden="true" className="size-4" />}
        onClick={() => setEditing(({ round }) => ({ round: round + 1, open: true }))}
      >
        {messages.EDIT_DETAILS}
      </Button>
      <Button
        variant="ghost"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => setAsking(true)}
        className="text-brick"
      >
        {messages.DELETE_GALLERY}
      </Button>
      <CaptionDialog
        key={editing.round}
        gallery={gallery}
        open={editing.open}
        onClose={() => setEditing({ ...editing, open: false })}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => removing.mutate()}
        title={messages.DELETE_GALLERY_TITLE}
        body={messages.deleteGalleryBody(gallery.pictures.length)}
        confirmLabel={messages.DELETE_GALLERY}
        danger
        busy={removing.isPending}
      />
    </>
  )
}
