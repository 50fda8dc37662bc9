/**
 * Reminders: a notification a minute before a contest starts, from this browser while Quad is open in it. Permission is
 * asked for after the click on "Remind me", which explains what it is for. Kept per browser; nothing of it is known to
 * the server.
 */

import { hrefOf, paths } from '@/app/paths'
import { serverNow } from '@/lib/serverClock'
import { serviceWorkerContainer } from '@/lib/serviceWorkerContainer'
import { kept } from '@/lib/storage'
import { toast } from '@/ui/toast'
import { STARTS_SOON, TITLE } from './messages'

export type Reminder = { id: string; title: string; startsAt: number }

const AHEAD = 60_000
/** A browser that slept past the start does not speak of it any more. */
const STALE = 10 * 60_000
const LOOK_EVERY = 5_000

const store = kept<Reminder[]>('quad.reminders')
const listeners = new Set<() => void>()

export function canRemind(): boolean {
  return window.isSecureContext && 'Notification' in window
}

export function isReminded(id: string): boolean {
  return (store.read() ?? []).some((reminder) => reminder.id === id)
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks for permission when there is none yet. */
export async function setReminder(reminder: Reminder): Promise<'set' | 'denied'> {
  const permission =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission
  if (permission !== 'granted') return 'denied'
  write([...(store.read() ?? []).filter(({ id }) => id !== reminder.id), reminder])
  return 'set'
}

export function dropReminder(id: string): void {
  write((store.read() ?? []).filter((reminder) => reminder.id !== id))
}

/** Which reminders are to be shown at `now` and which stay. */
export function sorted(reminders: Reminder[], now: number): { due: Reminder[]; later: Reminder[] } {
  const later = reminders.filter(({ startsAt }) => now < startsAt - AHEAD)
  const due = reminders.filter(({ startsAt }) => now >= startsAt - AHEAD && now < startsAt + STALE)
  return { due, later }
}

/** Watches the clock for this tab; two tabs do not both speak, because the first takes the reminder away. */
export function startReminders(): void {
  setInterval(() => {
    const reminders = store.read()
    if (!reminders?.length || !canRemind()) return
    const { due, later } = sorted(reminders, serverNow())
    if (later.length === reminders.length) return
    write(later)
    for (const reminder of due) void show(reminder)
  }, LOOK_EVERY)
}

function write(reminders: Reminder[]): void {
  store.write(reminders)
  for (const listener of listeners) listener()
}

/** Where the browser shows nothing (Chrome on Android without a worker, a permission that was taken back), the page does. */
async function show({ id, title }: Reminder): Promise<void> {
  const inPage = () => {
    const link = { label: TITLE, href: hrefOf(paths.contests()) }
    toast.info(`${title}: ${STARTS_SOON}`, { autoClose: AHEAD, link })
  }
  const options = { body: STARTS_SOON, tag: `contest ${id}`, icon: '/icon-192.png', data: { url: '/contest' } }
  try {
    const worker = await serviceWorkerContainer()?.getRegistration()
    if (worker) return await worker.showNotification(title, options)
    const shown = new Notification(title, options)
    shown.onclick = () => window.focus()
    shown.onerror = inPage
  } catch {
    inPage()
  }
}
