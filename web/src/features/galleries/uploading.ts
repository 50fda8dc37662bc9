/**
 * Sending many pictures: one request each, in their order, so that each has a progress of its own and one that is
 * refused costs the others nothing. A busy server is waited for; a lost connection or a refusal of the whole stops.
 */
import { Failure } from '@/api/failure'
import { isThere, refusalOf } from './api'
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
  tell: (id: string, change: Partial<Item>) => void
  onGallery?: (gallery: Gallery) => void
  signal: AbortSignal
  wait?: (seconds: number, signal: AbortSignal) => Promise<void>
}

const PATIENCE = 4
const FIRST_WAIT = 2

export async function sendAll(sending: Sending): Promise<Ended> {
  const ended: Ended = { gallery: null, error: null, stopped: false }
  for (const item of sending.items.filter(isDue)) {
    if (sending.signal.aborted) break
    const one = await sendOne(item, sending)
    if (one.gallery) {
      ended.gallery = one.gallery
      sending.onGallery?.(one.gallery)
    }
    if (one.error) ended.error = one.error
    if (one.stop) return { ...ended, stopped: true }
  }
  return { ...ended, stopped: sending.signal.aborted }
}

type One = { gallery?: Gallery; error?: unknown; stop?: boolean }

async function sendOne(item: Item, { send, tell, signal, wait = pause }: Sending): Promise<One> {
  const { id, file } = item
  let unsure = item.unsure
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
        const there = unsure && isThere(why)
        tell(id, there ? { state: 'done', share: 1 } : { state: 'refused', why })
        return there ? {} : { error }
      }
      const failure = error instanceof Failure ? error : null
      if (failure && !failure.offline && isBusy(failure) && tries < PATIENCE) {
        tell(id, { state: 'busy', share: 0 })
        await wait(failure.retryAfter ?? FIRST_WAIT * tries, signal)
        if (!signal.aborted) continue
        tell(id, { state: 'chosen' })
        return { stop: true }
      }
      unsure = !failure || failure.offline || failure.status >= 500
      tell(id, { state: 'failed', share: 0, unsure })
      return { error, stop: !failure || failure.offline || failure.status < 500 }
    }
  }
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
