/**
 * Notification model: a notice in one's inbox, what it is about, and what of it changes when it is read or removed.
 * Pure.
 */
import { formatNear } from '@/lib/time'

export const ABOUTS = ['announcement', 'membership', 'contest', 'results', 'event', 'club', 'platform'] as const
export type About = (typeof ABOUTS)[number]

export type Notice = {
  id: string
  about: About
  title: string
  body: string
  /** A path of ours. */
  url: string
  createdAt: number
  read: boolean
}

export type NoticePage = { notices: Notice[]; total: number; unread: number; page: number }

/** What the live topic says: how many are unread, and the newest one. */
export type Inbox = { unread: number; latest: Notice | null }

export type Preference = { about: About; push: boolean; mail: boolean }
export type Device = { id: string; label: string; endpoint: string; createdAt: string }

/** Which notices a change is for. */
export type Which = readonly string[] | 'all'

export function isMeant(which: Which, id: string): boolean {
  return which === 'all' || which.includes(id)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** `just now`, `5 min ago`, `3 h ago`, then the day: nothing in a list ticks each second. */
export function ago(at: number, now: number, zone: string): string {
  const since = now - at
  if (since < MINUTE) return 'just now'
  if (since < HOUR) return `${Math.floor(since / MINUTE)} min ago`
  if (since < 12 * HOUR) return `${Math.floor(since / HOUR)} h ago`
  return formatNear(at, now, zone)
}

/** What stands on the bell; nothing where nothing is unread. */
export function badgeOf(unread: number): string | null {
  if (unread <= 0) return null
  return unread > 99 ? '99+' : String(unread)
}

/** Kinds a person can get: what concerns the platform comes to those who run it. */
export function kindsFor(preferences: readonly Preference[], roles: readonly string[]): Preference[] {
  return preferences.filter(({ about }) => about !== 'platform' || roles.includes('ADMIN'))
}

/** One choice changed, the others as they were. */
export function chosen(preferences: readonly Preference[], changed: Preference): Preference[] {
  return preferences.map((one) => (one.about === changed.about ? changed : one))
}
