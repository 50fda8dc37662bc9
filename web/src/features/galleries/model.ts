/** Gallery model: what a gallery is on the screens, and the pure rules around it. */
import type { Picture } from '@/api/pictures'
import type { Person } from '@/api/session'
import { beginningOf, points } from '@/lib/cutText'
import { defaultDescription, defaultTitle } from './messages'

/** A picture and the address the server knows it by: removing one sends back what was seen. */
export type Shown = Picture & { seen: string }

export type GalleryEvent = {
  id: string
  title: string
  location: string
  startsAt: string | null
  endsAt: string | null
}

export type Gallery = {
  id: string
  title: string
  description: string
  club: string
  event: GalleryEvent | null
  pictures: Shown[]
}

/** An event as the hub lists it. */
export type HubEvent = GalleryEvent & { cancelled: boolean }

export type Caption = { title: string; description: string }

export const TITLE_MOST = 200
export const DESCRIPTION_MOST = 5000
export const MOST_BYTES = 10_485_760

/** What a new gallery of an event is called unless somebody says otherwise. */
export function defaultCaption(event: Pick<GalleryEvent, 'title'>): Caption {
  // An event's title may be as long as a gallery's whole title.
  return { title: short(defaultTitle(event.title), TITLE_MOST), description: defaultDescription(event.title) }
}

function short(text: string, most: number): string {
  return beginningOf(text, most, points)
}

/** A courtesy of the screen; the server decides. */
export function mayManage(person: Person | undefined, club: string): boolean {
  return person !== undefined && (person.roles.includes('ADMIN') || person.roles.includes(club.toUpperCase()))
}

/** Adds what is not among them yet: the same file chosen twice is one. */
export function withFiles<T extends { file: File }>(
  known: readonly T[],
  more: readonly File[],
  made: (file: File) => T,
): T[] {
  const all = [...known]
  for (const file of more) {
    if (!all.some((one) => isSame(one.file, file))) all.push(made(file))
  }
  return all
}

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}

/** How many pictures stand side by side, and how far apart, on a window of this width. */
export function slidesAt(width: number, count: number): { slides: number; gap: number } {
  if (width >= 1024) return { slides: Math.min(3, Math.max(1, count)), gap: 25 }
  if (width >= 640) return { slides: Math.min(2, Math.max(1, count)), gap: 20 }
  return { slides: 1, gap: 15 }
}

/** Which of many dots are shown: a window of them around the one that is lit. */
export function dotsAround(at: number, total: number, most: number): number[] {
  const shown = Math.min(most, total)
  const first = Math.max(0, Math.min(at - Math.floor(shown / 2), total - shown))
  return Array.from({ length: shown }, (_, step) => first + step)
}
