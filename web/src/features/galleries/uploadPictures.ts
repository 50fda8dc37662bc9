/**
 * Upload of many pictures: one request each, in their order, so that each has its own progress and a refused one costs
 * the others nothing. It waits for a server that is busy or out of reach; a lasting failure, or a refusal of the whole,
 * stops it.
 */
import { Failure, isMisdirected } from '@/api/failure'
import { isThere, refusalOf } from './api'
import { AWAY, BETWEEN, BUSY_SERVER, MISDIRECTED } from './messages'
import type { Gallery } from './model'

export type State = 'chosen' | 'sending' | 'working' | 'busy' | 'done' | 'refused' | 'failed'

export type Item = {
  id: string
  file: File
  state: State
  /** From 0 to 1, while it is being sent. */
  share: number
  why: string
  /** It was sent once without an answer: it may be there. */
  unsure: boolean
}

export function chosen(id: string, file: File): Item {
  return { id, file, state: 'chosen', share: 0, why: '', unsure: false }
}

/** Still to be sent, or once more. What the server refused would be refused again. */
export function isDue({ state }: Item): boolean {
  return state === 'chosen' || state === 'failed'
}

export function tally(items: readonly Item[]) {
  const of = (state: State) => items.filter((item) => item.state === state).length
  return { total: items.length, done: of('done'), refused: of('refused'), failed: of('failed'), chosen: of('chosen') }
}

export type Ended = {
  /** As the last answer showed it. */
  gallery: Gallery | null
  /** What stopped everything, or else the last that one picture failed or was refused for. */
  error: unknown
  stopped: boolean
}

type Sending = {
  items: readonly Item[]
  send: (file: File, onProgress: (share: number) => void) => Promise<Gallery>
  /** The gallery as the server has it now; null while there is none. */
  look: () => Promise<Gallery | null>
  tell: (id: string, change: Partial<Item>) => void
  onGallery?: (gallery: Gallery) => void
  signal: AbortSignal
  wait?: (seconds: number, signal: AbortSignal) => Promise<void>
}

/** Seconds that a picture waits in all: a Wi-Fi log-in takes a person so long. */
const PATIENCE = 120
/** Seconds before the second try; the third waits twice as long, and so on. */
const FIRST_WAIT = 2
const LONGEST_WAIT = 10

export async function uploadPictures(sending: Sending): Promise<Ended> {
  const ended: Ended = { gallery: null, error: null, stopped: false }
  // Unknown where it cannot be asked: then a picture that is refused as there stays refused.
  let known = await sending.look().catch(() => undefined)
  for (const item of sending.items.filter(isDue)) {
    if (sending.signal.aborted) break
    const one = await sendOne(item, sending, known)
    if (one.gallery) {
      known = one.gallery
      ended.gallery = one.gallery
      sending.onGallery?.(one.gallery)
    }
    if (one.error) ended.error = one.error
    if (one.stop) return { ...ended, stopped: true }
  }
  return { ...ended, stopped: sending.signal.aborted }
}

type One = { gallery?: Gallery; error?: unknown; stop?: boolean }

async function sendOne(
  item: Item,
  { send, look, tell, signal, wait = pause }: Sending,
  known: Gallery | null | undefined,
): Promise<One> {
  const { id, file } = item
  let unsure = item.unsure
  let waited = 0
  for (let tries = 1; ; tries += 1) {
    tell(id, { state: 'sending', share: 0, why: '' })
    try {
      const gallery = await send(file, (share) => tell(id, share < 1 ? { share } : { share: 1, state: 'working' }))
      tell(id, { state: 'done', share: 1 })
      return { gallery }
    } catch (error) {
      if (signal.aborted) {
        tell(id, { state: 'chosen', share: 0, unsure: true })
        return { stop: true }
      }
      const why = refusalOf(error, file.name)
      if (why !== null) {
        // Browsers and proxies send again on their own when a kept connection closes: the first one may have been taken.
        const grown = isThere(why) && known !== undefined ? await grownSince(known, look) : null
        const there = isThere(why) && (unsure || grown !== null)
        tell(id, there ? { state: 'done', share: 1 } : { state: 'refused', why })
        return grown ? { gallery: grown } : there ? {} : { error }
      }
      const failure = error instanceof Failure ? error : null
      if (failure && (failure.offline || isBusy(failure)) && waited < PATIENCE) {
        unsure ||= failure.offline
        tell(id, { state: 'busy', share: 0, why: waitsFor(failure) })
        const seconds = failure.retryAfter ?? Math.min(LONGEST_WAIT, FIRST_WAIT * tries)
        waited += seconds
        await wait(seconds, signal)
        if (!signal.aborted) continue
        tell(id, { state: 'chosen', unsure })
        return { stop: true }
      }
      unsure = !failure || failure.offline || failure.status >= 500
      tell(id, { state: 'failed', share: 0, unsure })
      return { error, stop: !failure || failure.offline || failure.status < 500 }
    }
  }
}

/** The gallery, where it has a picture more than it had before this one was sent. */
async function grownSince(known: Gallery | null, look: Sending['look']): Promise<Gallery | null> {
  const gallery = await look().catch(() => null)
  const before = new Set(known?.pictures.map(({ seen }) => seen))
  return gallery?.pictures.some(({ seen }) => !before.has(seen)) ? gallery : null
}

/** Why it is not sent yet. */
function waitsFor(failure: Failure): string {
  if (failure.between) return BETWEEN
  if (isMisdirected(failure)) return MISDIRECTED
  return failure.offline ? AWAY : BUSY_SERVER
}

function isBusy({ status }: Failure): boolean {
  return status === 503 || status === 429
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
