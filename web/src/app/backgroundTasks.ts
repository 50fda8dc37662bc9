/**
 * Background tasks behind every page: the service worker (where the browser allows one), what begins when idle, and sending the
 * answers that an earlier visit left on this device. Loads the outbox only for somebody who has something to send.
 */
import { followOtherTab, followPerson } from '@/api/session'
import type { Outbox } from '@/features/attempts/outbox'
import type { Entry } from '@/features/attempts/room/answerStore'
import { serviceWorkerContainer } from '@/lib/serviceWorkerContainer'
import { noteWorkerRefused } from '@/lib/serviceWorkerState'
import { unsent } from '@/lib/storage'
import { trustedScriptUrl } from '@/lib/trustedScriptUrl'
import { whenIdle } from '@/lib/whenIdle'
import { toast } from '@/ui/toast'
import { recoverPages } from './recoverPages'
import { router } from './routes'

const WORKER = '/sw.js'
/** Milliseconds: longer than somebody looks away. */
const NOTICE_OF_OTHER = 60_000
/** Long enough for whoever has looked away: no other place says it. */
const NOTICE_OF_LOSS = 60_000
const otherPerson = (who: string, waits: boolean) =>
  `${who} is logged in in this browser now. What was entered in a form here before was not saved.${
    waits ? ' Answers that were not sent yet stay on this device until the person who gave them logs in again.' : ''
  }`

/** `drawn`: settles with the first drawing of the page. */
export function startBackgroundTasks(drawn: Promise<unknown>): void {
  // What they fetch would take the line from what the page still loads.
  void drawn.then(() =>
    whenIdle(() => {
      void registerWorker()
      recoverPages()
      void import('./idleTasks').then(({ startIdleTasks }) => startIdleTasks())
    }),
  )
  let person: string | null = null
  /** Whose answers the outbox may hold: also somebody's who is logged out. */
  let last: string | null = null
  followPerson((now) => {
    if (person !== null) serviceWorkerContainer()?.controller?.postMessage('forget')
    if (last !== null && last !== now) void leave(now)
    person = now
    last = now ?? last
    if (now !== null) void sendLeft(now)
  })
  followOtherTab(({ id, fullName }) => {
    // The room says itself what becomes of answers.
    const waits = (unsent.read() ?? []).some((one) => one !== id)
    if (!inRoom()) toast.warning(otherPerson(fullName, waits), { autoClose: NOTICE_OF_OTHER })
  })
  // Away from the contest screen with something unsent: it is sent from here on.
  router.subscribe('onResolved', () => {
    if (person !== null) void sendLeft(person)
  })
}

async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(trustedScriptUrl(WORKER))
  } catch {
    // Private windows of some browsers refuse, and so do all where the certificate is not trusted: everything works but a
    // reload without a network.
    noteWorkerRefused()
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
  const [{ outboxOf }, { lossesOf, sentLater }] = await Promise.all([
    import('@/features/attempts/outbox'),
    import('@/features/attempts/outboxNotices'),
  ])
  const box = outboxOf(user)
  // One that a log-out stopped is still the same.
  box.nudge()
  const settled = await outcome(box)
  const saved = settled.filter(({ state }) => state === 'saved').length
  watching = null
  if (saved > 0) toast.success(sentLater(saved))
  for (const lost of lossesOf(settled)) toast.warning(lost, { autoClose: NOTICE_OF_LOSS })
}

/** What became of the rows that wait now, once none waits any more. */
function outcome(box: Outbox): Promise<Entry[]> {
  const waited = new Set<string>()
  return new Promise((resolve) => {
    const look = () => {
      const { ready, entries } = box.view()
      if (!ready) return
      for (const entry of entries) if (entry.state === 'waiting') waited.add(`${entry.contest} ${entry.question}`)
      if (entries.some((entry) => entry.state === 'waiting')) return
      stop()
      resolve(entries.filter((entry) => waited.has(`${entry.contest} ${entry.question}`)))
    }
    const stop = box.subscribe(look)
    look()
  })
}
