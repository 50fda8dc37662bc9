/**
 * What goes on behind every page: the service worker (where the browser allows one), reminders, and sending answers that an earlier
 * visit left on this device. Loads the outbox only for somebody who has something to send.
 */
import { followPerson } from '@/api/session'
import type { Outbox } from '@/features/attempts/outbox'
import { scriptAddress } from '@/lib/scriptAddress'
import { unsent } from '@/lib/storage'
import { whenQuiet } from '@/lib/whenQuiet'
import { toast } from '@/ui/toast'
import { router } from './routes'

const WORKER = '/sw.js'

/** `drawn`: settles with the first drawing of the page. */
export function startBackground(drawn: Promise<unknown>): void {
  // What they fetch would take the line from what the page still loads.
  void drawn.then(() =>
    whenQuiet(() => {
      linkManifest()
      void registerWorker()
      void import('@/features/attempts/reminders').then(({ startReminders }) => startReminders())
    }),
  )
  let person: string | null = null
  /** Whose answers the outbox may hold: also somebody's who is logged out. */
  let last: string | null = null
  followPerson((now) => {
    if (person !== null) navigator.serviceWorker?.controller?.postMessage('forget')
    if (last !== null && last !== now) void leave(now)
    person = now
    last = now ?? last
    if (now !== null) void sendLeft(now)
  })
  // Away from the contest screen with something unsent: it is sent from here on.
  router.subscribe('onResolved', () => {
    if (person !== null) void sendLeft(person)
  })
}

/** What makes the site installable. */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}

async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(scriptAddress(WORKER))
  } catch {
    // Private windows of some browsers refuse: everything works but a reload without a network.
  }
}

const inRoom = () => router.state.location.pathname.toLowerCase() === '/contestquestion'

/** Nothing of the person before is sent. */
async function leave(now: string | null): Promise<void> {
  const { closeOutbox } = await import('@/features/attempts/outbox')
  // The room outlives the session: what is chosen in it goes on lying, and being seen, on the device until the next log-in.
  // The server's refusal stops the sending.
  if (now === null && inRoom()) return
  watching = null
  closeOutbox(now)
}

let watching: string | null = null

async function sendLeft(user: string): Promise<void> {
  if (inRoom() || watching === user || !unsent.read()?.includes(user)) return
  watching = user
  const [{ outboxOf }, words] = await Promise.all([
    import('@/features/attempts/outbox'),
    import('@/features/attempts/taking/words'),
  ])
  const box = outboxOf(user)
  // One that a log-out stopped is still the same.
  box.nudge()
  const { saved, refused } = await outcome(box)
  watching = null
  if (saved > 0) toast.success(words.sentLater(saved))
  if (refused > 0) toast.warning(words.TOO_LATE)
}

/** What became of the rows that wait now, once none waits any more. */
function outcome(box: Outbox): Promise<{ saved: number; refused: number }> {
  const waited = new Set<string>()
  return new Promise((resolve) => {
    const look = () => {
      const { ready, entries } = box.view()
      if (!ready) return
      for (const entry of entries) if (entry.state === 'waiting') waited.add(`${entry.contest} ${entry.question}`)
      if (entries.some((entry) => entry.state === 'waiting')) return
      stop()
      const settled = entries.filter((entry) => waited.has(`${entry.contest} ${entry.question}`))
      const refused = settled.filter((entry) => entry.state === 'refused').length
      resolve({ saved: waited.size - refused, refused })
    }
    const stop = box.subscribe(look)
    look()
  })
}
