/**
 * API of notifications: the calls of inbox and push, and the only file of this feature that knows the wire's names.
 * Everything shown of the inbox hangs on one number and a few lists; what is read or removed is shown at once and asked
 * for again afterwards.
 */
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { cache } from '@/api/cache'
import { call } from '@/api/client'
import { hasCode } from '@/api/failure'
import {
  deleteNotificationsById,
  deletePushSubscription,
  getNotifications,
  getNotificationsPreferences,
  getPushKey,
  postNotificationsRead,
  postPushTest,
  putNotificationsPreferences,
  putPushSubscription,
} from '@/api/generated/sdk.gen'
import type { NotificationOut, PreferencesOut } from '@/api/generated/types.gen'
import type { LiveEvent } from '@/api/live'
import { endSubscription, presentSubscription, subscribeThis } from '@/lib/pushSubscription'
import { type Device, type Inbox, isMeant, type Notice, type NoticePage, type Preference, type Which } from './model'

/** The topic of the own inbox. */
export const INBOX_TOPIC = 'inbox'
/** Rows per step of the list. */
export const LIST_SIZE = 20
const LATEST_SHOWN = 6
const UNREAD_SHOWN = 4

const KEY = ['notices'] as const
const UNREAD = [...KEY, 'unread'] as const
const NEWEST = [...KEY, 'newest'] as const
const LISTS = [...KEY, 'list'] as const
const PAGES = [...LISTS, 'pages'] as const
const SHORT = [...LISTS, 'short'] as const
// Nothing shows it, and it must outlive the quiet hours between two notices.
cache.setQueryDefaults(NEWEST, { gcTime: Number.POSITIVE_INFINITY })

function noticeFrom(wire: NotificationOut): Notice {
  return {
    id: wire.id,
    about: wire.about,
    title: wire.title,
    body: wire.body,
    url: wire.url,
    createdAt: Date.parse(wire.createdAt),
    read: typeof wire.readAt === 'string',
  }
}

async function fetchPage(page: number, size: number, onlyUnread: boolean, signal?: AbortSignal): Promise<NoticePage> {
  const query = { page, size, ...(onlyUnread ? { unread: true } : {}) }
  const { notifications, total, unread } = await call(getNotifications({ query, signal }))
  cache.setQueryData(UNREAD, unread)
  return { notices: notifications.map(noticeFrom), total, unread, page }
}

export const noticesQuery = (onlyUnread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...PAGES, onlyUnread],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, LIST_SIZE, onlyUnread, signal),
    getNextPageParam: (last) => (last.page * LIST_SIZE < last.total ? last.page + 1 : undefined),
  })

/** For the bell. */
export const latestQuery = queryOptions({
  queryKey: [...SHORT, 'latest'],
  queryFn: async ({ signal }) => (await fetchPage(1, LATEST_SHOWN, false, signal)).notices,
})

/** For the dashboard. */
export const unreadNoticesQuery = queryOptions({
  queryKey: [...SHORT, 'unread'],
  queryFn: async ({ signal }) => (await fetchPage(1, UNREAD_SHOWN, true, signal)).notices,
})

/** How many are unread. Told by the live topic; asked for only where that does not arrive. */
export const unreadQuery = queryOptions({
  queryKey: UNREAD,
  queryFn: async ({ signal }) => (await fetchPage(1, 1, false, signal)).unread,
})

/** What an event of the topic says; null for one that is not of ours. */
export function inboxFrom(event: LiveEvent): Inbox | null {
  const { unread, latest } = event as LiveEvent & { latest?: NotificationOut | null }
  return typeof unread === 'number' ? { unread, latest: latest ? noticeFrom(latest) : null } : null
}

/**
 * Takes over what the topic said. Gives the notice that has come since the last time, if one has; the lists then, and
 * after any other change, are to be asked for again by `staleNotices`.
 */
export function noteInbox(said: Inbox): { changed: boolean; arrived: Notice | null } {
  const unread = cache.getQueryData<number>(UNREAD)
  const newest = cache.getQueryData<string>(NEWEST)
  const id = said.latest?.id ?? ''
  cache.setQueryData(UNREAD, said.unread)
  cache.setQueryData(NEWEST, id)
  const isNewer = newest !== undefined && Number(id) > Number(newest)
  return {
    changed: unread !== said.unread || (newest !== undefined && newest !== id),
    arrived: isNewer && said.latest && !said.latest.read ? said.latest : null,
  }
}

export function staleNotices(told?: Set<unknown>): Promise<void> {
  if (told && told.size > 0) {
    const about = new Set(told)
    told.clear()
    void cache.invalidateQueries({ predicate: ({ meta }) => meta !== undefined && about.has(meta.about) })
  }
  return cache.invalidateQueries({ queryKey: LISTS })
}

type Pages = { pages: NoticePage[]; pageParams: unknown[] }

function changeEverywhere(change: (notices: Notice[]) => Notice[]): void {
  cache.setQueriesData<Notice[]>({ queryKey: SHORT }, (notices) => notices && change(notices))
  cache.setQueriesData<Pages>(
    { queryKey: PAGES },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, notices: change(page.notices) })) },
  )
}

/** Every list that is kept, a long one in its pages: its key, the number of the page, the notices. */
function kept(): { key: QueryKey; page: number; notices: Notice[] }[] {
  const short = cache.getQueriesData<Notice[]>({ queryKey: SHORT })
  const long = cache.getQueriesData<Pages>({ queryKey: PAGES })
  return [
    ...short.map(([key, notices]) => ({ key, page: 0, notices: notices ?? [] })),
    ...long.flatMap(([key, list]) => (list?.pages ?? []).map(({ notices }, page) => ({ key, page, notices }))),
  ]
}

function shownUnread(which: Which): Set<string> {
  const notices = kept().flatMap((list) => list.notices)
  return new Set(notices.filter(({ id, read }) => !read && isMeant(which, id)).map(({ id }) => id))
}

/** Gives how many fewer there are. */
function lessUnread(by: number): number {
  const unread = cache.getQueryData<number>(UNREAD) ?? 0
  const left = Math.max(0, unread - by)
  if (left < unread) cache.setQueryData<number>(UNREAD, left)
  return unread - left
}

function moreUnread(by: number): void {
  cache.setQueryData<number>(UNREAD, (unread) => (unread === undefined ? undefined : unread + by))
}

/** Shown as read at once, and as unread again when that fails. */
export async function markRead(which: Which): Promise<void> {
  const ids = shownUnread(which)
  const fewer = lessUnread(which === 'all' ? Number.POSITIVE_INFINITY : ids.size)
  const show = (read: boolean) =>
    changeEverywhere((notices) => notices.map((one) => (ids.has(one.id) ? { ...one, read } : one)))
  show(true)
  try {
    const body = which === 'all' ? { all: true } : { ids: [...which] }
    // Whoever opens a notice may be leaving the page with it.
    await call(postNotificationsRead({ body, keepalive: true }))
  } catch (error) {
    show(false)
    moreUnread(fewer)
    void cache.invalidateQueries({ queryKey: KEY })
    throw error
  }
  void staleNotices()
}

/** Gone from every list at once; what this gives puts it back. */
function takeOut(id: string): () => void {
  const places = kept().flatMap(({ key, page, notices }) => {
    const notice = notices.find((one) => one.id === id)
    return notice ? [{ key, page, notice }] : []
  })
  changeEverywhere((notices) => notices.filter((one) => one.id !== id))
  return () => {
    for (const { key, page, notice } of places) {
      const back = (notices: Notice[]) =>
        notices.some((one) => one.id === id)
          ? notices
          : [...notices, notice].sort((one, other) => other.createdAt - one.createdAt)
      cache.setQueryData<Notice[] | Pages>(key, (list) => {
        if (!list || Array.isArray(list)) return list && back(list)
        const pages = list.pages.map((one, at) => (at === page ? { ...one, notices: back(one.notices) } : one))
        return { ...list, pages }
      })
    }
  }
}

/** Gone at once, and there again when that fails. */
export async function removeNotice(id: string): Promise<void> {
  const fewer = lessUnread(shownUnread([id]).size)
  const putBack = takeOut(id)
  try {
    // It may be the last thing a page does.
    await call(deleteNotificationsById({ path: { id }, keepalive: true }))
  } catch (error) {
    // Removed elsewhere: that is what was wanted.
    if (hasCode(error, 'missing')) return
    putBack()
    moreUnread(fewer)
    throw error
  } finally {
    void staleNotices()
  }
}

export type Choices = { preferences: Preference[]; devices: Device[] }

export const CHOICES_KEY = ['notify', 'choices'] as const

function choicesFrom({ preferences, devices }: PreferencesOut): Choices {
  return { preferences, devices }
}

export const choicesQuery = queryOptions({
  queryKey: CHOICES_KEY,
  queryFn: async ({ signal }): Promise<Choices> => choicesFrom(await call(getNotificationsPreferences({ signal }))),
})

export async function choose(preference: Preference): Promise<void> {
  await call(putNotificationsPreferences({ body: { preferences: [preference] } }))
}

/** After permission was given: subscribes this browser and tells the server. */
export async function subscribeDevice(): Promise<void> {
  const { key } = await call(getPushKey())
  const { endpoint, keys } = (await subscribeThis(key)).toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  await call(putPushSubscription({ body }))
}

/** The server forgets this device, and the browser its subscription. */
export async function unsubscribeDevice(): Promise<void> {
  const subscription = await presentSubscription()
  if (subscription) await removeDevice(subscription.endpoint)
  await endSubscription(subscription)
}

export async function removeDevice(endpoint: string): Promise<void> {
  await call(deletePushSubscription({ body: { endpoint } }))
}

export async function sendTest(): Promise<string> {
  return (await call(postPushTest())).message
}
