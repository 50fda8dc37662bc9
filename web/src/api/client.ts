/**
 * API client: wraps every call of the generated client (api/generated/sdk.gen.ts), notes the server's time and turns
 * every failure into a Failure. `call(getSite())` gives the data or throws. Whether an answer is the server's was
 * decided before (runtime.ts). It refuses nothing itself, because the server decides who may do what. An error of the
 * program stays an error of the program.
 */

import { noteServerNow } from '@/lib/serverClock'
import { KEPT_MARK } from './authenticity'
import { cache, SESSION_KEY } from './cache'
import { type Failure, failureFrom, misdirected } from './failure'
import { roundTripOf } from './runtime'

/** What a generated function resolves to; `response` is missing when nothing answered. */
type Reply<T> = { data?: T; error?: unknown; response?: Response }

/** The data of a call, or a thrown Failure. */
export async function call<T>(promise: Promise<Reply<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await promise
  if (!response) throw error
  noteTime(response.ok ? data : error, response)
  if (response.ok) return data as NonNullable<T>
  throw noteRefused(failureFrom(response.status, error, response.headers.get('retry-after')))
}

/** What a refusal says of the session; and one that only says that the request arrived wrongly is none. */
export function noteRefused(failure: Failure): Failure {
  const isMisdirected = failure.code === 'misdirected'
  // Perhaps somebody else is signed in by now: the session says it, not this.
  if (isMisdirected || (failure.status === 401 && failure.code === 'logged_out')) {
    void cache.invalidateQueries({ queryKey: SESSION_KEY })
  }
  return isMisdirected ? misdirected() : failure
}

/** An answer the service worker kept carries an old time: it says so by the header `x-quad-kept`. */
function noteTime(body: unknown, response: Response): void {
  if (response.headers.has(KEPT_MARK)) return
  const iso = (body as { serverNow?: unknown } | null | undefined)?.serverNow
  if (typeof iso === 'string') noteServerNow(iso, roundTripOf(response))
}
