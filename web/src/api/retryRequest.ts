/**
 * Retry of an idempotent request: for a change that the server takes once, however often it is sent (a vote, a
 * registration, a join). While nobody, or somebody else, answers, it is sent again for two minutes, and the person is told so. Then
 * it has failed; what was chosen stays on the screen, to be sent by hand. A signal stops further tries: whoever presses Cancel
 * meanwhile means it. Every try is the one person's who pressed: where somebody else is logged in by now, it is sent no more.
 */
import { Failure, isMisdirected } from './failure'
import { ANSWERS_FOR_SERVER } from './intermediaryMessages'
import { checkSender, sender } from './sender'

/** Milliseconds before the second try, the third, and so on; then as before the last. */
const PAUSES = [1000, 2000, 4000, 8000]
const LONGEST_PAUSE = 10_000
/** No try begins later than this after the first one began. */
const PATIENCE = 120_000
/** Silence that is worth a word: the network swallows everything, or the server does not get to it. */
const TOLD_AFTER = 8000

const AWAY =
  'Not confirmed yet: the server could not be reached. It may have arrived; this page keeps trying for two minutes.'
const BETWEEN = `Not confirmed yet: something ${ANSWERS_FOR_SERVER}. It may have arrived. Open another website to log in to the network; this page keeps trying for two minutes.`
const MISDIRECTED =
  'Not confirmed yet: this reached the server as somebody else’s. Check who is logged in in this browser; this page keeps trying for two minutes.'
/** The server answers, and not to the question whether it has what was sent. */
const UNHEARD =
  'Not confirmed yet: the server does not say whether it has this as it was sent. This page keeps trying for two minutes.'

const STOPPED = 'It is not sent again. It may have arrived before.'

/** The person has stopped it before it was known to have arrived. */
export class Stopped extends Error {}

/** One try, as the person who pressed. */
type Send<T> = (by: string | null) => Promise<T>

/** A notice that stays until it is taken back: each is, once the tries have ended. */
const STAYS = { autoClose: 0 }

/** Says once why nothing is confirmed yet: a notice. Gives what takes it back. */
type Tell = (text: string, given?: typeof STAYS) => () => void

type Arrival = {
  /** The server refuses it because it has it. */
  isThere: (failure: Failure) => boolean
  /** Asks the server whether what it has is what was sent. */
  isAsSent: () => Promise<boolean>
}

type RetryOptions = {
  /** Tells an earlier try that arrived from a refusal. */
  arrival?: Arrival
  /** The page itself says, as long as it is so, that nothing of ours answers. */
  saysAway?: boolean
  /** Stops further tries. */
  signal?: AbortSignal
  /** Who pressed, where that was before this began. */
  by?: string | null
}

/**
 * What the server answered. Null where it refused because an earlier try had arrived, whose answer was lost: a try of ours, or one
 * that the browser or a proxy repeated on their own when a kept connection closed. It may be another device's as well: the server
 * is asked what it has, and as long as that cannot be heard, it is sent again.
 */
export function retryRequest<T>(send: Send<T>, tell: Tell, options?: RetryOptions & { arrival?: never }): Promise<T>
export function retryRequest<T>(send: Send<T>, tell: Tell, options: RetryOptions): Promise<T | null>
export async function retryRequest<T>(
  send: Send<T>,
  tell: Tell,
  { arrival, saysAway, signal, by = sender() }: RetryOptions = {},
) {
  const from = performance.now()
  let told = ''
  let takeBack: (() => void) | undefined
  const untell = () => {
    takeBack?.()
    takeBack = undefined
  }
  const tellOnce = (text: string) => {
    if (text === told || signal?.aborted) return
    untell()
    told = text
    if (!saysAway || (text !== AWAY && text !== BETWEEN)) takeBack = tell(text, STAYS)
  }
  signal?.addEventListener('abort', untell)
  const silence = setTimeout(() => tellOnce(AWAY), TOLD_AFTER)
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        return await send(by)
      } catch (error) {
        clearTimeout(silence)
        if (!(error instanceof Failure)) throw error
        let isUnknown = error.offline
        let why: unknown = error
        if (!error.offline && arrival?.isThere(error)) {
          const isAsSent = await arrival.isAsSent().catch((unheard: unknown) => {
            why = unheard
            return null
          })
          if (isAsSent) return null
          isUnknown = isAsSent === null
        }
        const pause = PAUSES[tries] ?? LONGEST_PAUSE
        // The server's refusal stands, also where it was not heard whether the try was its own.
        if (!isUnknown || performance.now() - from + pause > PATIENCE) throw error
        tellOnce(reasonOf(why))
        await paused(pause, signal)
        checkSender(by)
        if (!signal?.aborted) continue
        tell(STOPPED)
        throw new Stopped(STOPPED)
      }
    }
  } finally {
    clearTimeout(silence)
    untell()
  }
}

function reasonOf(why: unknown): string {
  if (!(why instanceof Failure && why.offline)) return UNHEARD
  if (why.between) return BETWEEN
  return isMisdirected(why) ? MISDIRECTED : AWAY
}

/** Ends early when it is stopped. */
function paused(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}
