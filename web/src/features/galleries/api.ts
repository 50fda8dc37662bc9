/** API of galleries: its calls, and the only file of this feature that knows the wire's names. */
import { queryOptions } from '@tanstack/react-query'
import { cache, HUB_EVENTS_KEY } from '@/api/cache'
import { call } from '@/api/client'
import { Failure, hasCode, isGone, refusedField } from '@/api/failure'
import {
  deleteEventDeleteimg,
  deleteGalleriesByGalleryId,
  getEventAlleventByClub,
  getEventGalleryByClub,
  getEventGalleryeditByGalleryId,
  putGalleriesByGalleryId,
} from '@/api/generated/sdk.gen'
import type { ClubEventOut, GalleryOut, UploadedOut } from '@/api/generated/types.gen'
import { pictureFrom } from '@/api/pictures'
import { uploadForm } from '@/api/uploadForm'
import type { Caption, Gallery, HubEvent, Shown } from './model'

const KEY = ['galleries'] as const
const clubKey = (club: string) => [...KEY, 'club', club.toUpperCase()] as const
const oneKey = (id: string) => [...KEY, 'one', id] as const

// Wire to model

function galleryFrom(wire: GalleryOut): Gallery {
  const { _id, title, description, club, EventId, imageUrl } = wire
  return {
    id: _id,
    title,
    description,
    club,
    event: EventId
      ? {
          id: EventId._id,
          title: EventId.title,
          location: EventId.location,
          startsAt: EventId.start ?? null,
          endsAt: EventId.end ?? null,
        }
      : null,
    pictures: shownFrom(wire, imageUrl),
  }
}

/** Each address belongs to the picture whose key it ends with; the places in both lists are the same as a rule. */
function shownFrom({ pictures }: GalleryOut, addresses: string[]): Shown[] {
  const byKey = new Map(pictures.map((picture) => [picture.key, picture]))
  return addresses.flatMap((seen) => {
    const picture = byKey.get(seen.slice(seen.lastIndexOf('/') + 1))
    return picture ? [{ ...pictureFrom(picture), seen }] : []
  })
}

function eventFrom({ _id, title, location, start, end, status }: ClubEventOut): HubEvent {
  return {
    id: _id,
    title,
    location,
    startsAt: start || null,
    endsAt: end || null,
    cancelled: status === 'cancelled',
  }
}

// Reading

export const clubGalleriesQuery = (club: string) =>
  queryOptions({
    queryKey: clubKey(club),
    queryFn: async ({ signal }): Promise<Gallery[]> =>
      (await call(getEventGalleryByClub({ path: { club }, signal }))).gallery.map(galleryFrom),
  })

export const hubEventsQuery = (club: string) =>
  queryOptions({
    queryKey: [...HUB_EVENTS_KEY, club.toUpperCase()],
    queryFn: async ({ signal }): Promise<HubEvent[]> =>
      (await call(getEventAlleventByClub({ path: { club }, signal }))).events.map(eventFrom),
  })

/** A gallery by its own id or its event's; null while the event has none. */
export const galleryQuery = (id: string) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: async ({ signal }): Promise<Gallery | null> => {
      try {
        return galleryFrom((await call(getEventGalleryeditByGalleryId({ path: { galleryId: id }, signal }))).gallery)
      } catch (error) {
        if (isGone(error)) return null
        throw error
      }
    },
  })

/** The gallery of an event as it is now; null while there is none, which the list of the club says without a 404. */
export async function askGallery(club: string, eventId: string): Promise<Gallery | null> {
  const galleries = await cache.fetchQuery({ ...clubGalleriesQuery(club), staleTime: 0 })
  return galleries.find(({ event }) => event?.id === eventId) ?? null
}

// What the server has told

/** A gallery as it is now, wherever it is shown. */
export function noteGallery(gallery: Gallery): void {
  for (const id of [gallery.id, gallery.event?.id]) {
    if (id) cache.setQueryData<Gallery | null>(oneKey(id), gallery)
  }
  cache.setQueryData<Gallery[]>(
    clubKey(gallery.club),
    (list) =>
      list &&
      (list.some(({ id }) => id === gallery.id)
        ? list.map((one) => (one.id === gallery.id ? gallery : one))
        : [gallery, ...list]),
  )
}

export function staleGalleries(club: string, gallery?: Pick<Gallery, 'id' | 'event'>): void {
  void cache.invalidateQueries({ queryKey: clubKey(club) })
  for (const id of [gallery?.id, gallery?.event?.id]) {
    if (id) void cache.invalidateQueries({ queryKey: oneKey(id) })
  }
}

export function dropGallery(gallery: Gallery): void {
  cache.setQueryData<Gallery[]>(clubKey(gallery.club), (list) => list?.filter(({ id }) => id !== gallery.id))
  cache.setQueryData<Gallery | null>(oneKey(gallery.id), null)
  if (gallery.event) cache.setQueryData<Gallery | null>(oneKey(gallery.event.id), null)
}

// Changing

type Told = { gallery: Gallery; message: string }

export async function saveCaption(id: string, caption: Partial<Caption>): Promise<Told> {
  const answer = await call(putGalleriesByGalleryId({ path: { galleryId: id }, body: caption }))
  return { gallery: galleryFrom(answer.gallery), message: answer.message }
}

/** The picture at a place, if it is still the one that is shown there. */
export async function removePicture(gallery: Gallery, index: number): Promise<Told> {
  const data1 = { _id: gallery.id, imageUrl: gallery.pictures.map(({ seen }) => seen) }
  const answer = await call(deleteEventDeleteimg({ body: { data1, index } }))
  return { gallery: galleryFrom(answer.gallery), message: answer.message }
}

export function isOutOfDate(error: unknown): boolean {
  return hasCode(error, 'gallery_changed')
}

export async function removeGallery(id: string): Promise<string> {
  return (await call(deleteGalleriesByGalleryId({ path: { galleryId: id } }))).message
}

// Uploading

export type Upload = {
  eventId: string
  club: string
  caption: Caption
  file: File
  onProgress: (share: number) => void
  signal: AbortSignal
  /** Who pressed. */
  by: string | null
}

/** One picture more; the first of an event makes its gallery. */
export async function addPicture({ eventId, club, caption, file, onProgress, signal, by }: Upload): Promise<Gallery> {
  const form = new FormData()
  // Texts first: the server reads them before it takes files in.
  form.set('title', caption.title)
  form.set('description', caption.description)
  form.set('eventId', eventId)
  form.set('club', club)
  form.append('images', file, file.name)
  return galleryFrom((await uploadForm<UploadedOut>('/upload/addgallery', form, { onProgress, signal, by })).gallery)
}

/** Why the server would not have this very file; null when the refusal is about something else. */
export function refusalOf(error: unknown, name: string): string | null {
  if (!(error instanceof Failure)) return null
  if (error.code === 'too_large') return error.message
  if (refusedField(error) !== 'images') return null
  const said = (error.body as { refused?: unknown } | null)?.refused
  const line = Array.isArray(said) && typeof said[0] === 'string' ? said[0] : error.message
  return line.startsWith(`${name}: `) ? line.slice(name.length + 2) : line.replace(/^.*?: /, '')
}

/** The picture is there already: sent before, or by somebody else. */
const THERE = 'already in this gallery'
export function isThere(why: string): boolean {
  return why === THERE
}

/** Another field than the files was refused: trying the next file would change nothing. */
export function refusedText(error: unknown): 'title' | 'description' | null {
  const field = refusedField(error)
  return field === 'title' || field === 'description' ? field : null
}
