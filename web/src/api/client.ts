/**
 * Around every call of the generated client (api/generated/sdk.gen.ts): notes the server's time, turns every failure
 * into a Failure. `call(getSite())` gives the data or throws. Refuses nothing itself; who may do what is the server's
 * business.
 */
import { noteServerNow } from '@/lib/serverClock'
import { cache, SESSION_KEY } from './cache'
import { Failure, failureFrom, NO_CONNECTION } from './failure'
import { roundTripOf } from './runtime'

/** What a generated function resolves to; `response` is missing when nothing answered. */
type Reply<T> = { data?: T; error?: unknown; response?: Response }

/** The data of a call, or a thrown Failure. */
export async function call<T>(promise: Promise<Reply<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await promise.catch((reason: unknown): Reply<T> => ({ error: reason }))
  if (!response) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Failure({ status: 0, code: 'offline', message: NO_CONNECTION, offline: true })
  }
  noteTime(response.ok ? data : error, response)
  if (response.ok) return data as NonNullable<T>
  const failure = failureFrom(response.status, error, response.headers.get('retry-after'))
  // A proxy in front of a server that is down answers in its place, without our problem document.
  if (failure.status >= 502 && failure.status <= 504 && failure.code === 'unknown') {
    throw new Failure({ status: failure.status, code: 'offline', message: NO_CONNECTION, offline: true })
  }
  if (failure.status === 401 && failure.code === 'logged_out') void cache.invalidateQueries({ queryKey: SESSION_KEY })
  throw failure
}

/** An answer the service worker kept carries an old time: it says so by the header `x-quad-kept`. */
function noteTime(body: unknown, response: Response): void {
  if (response.headers.has('x-quad-kept')) return
  const iso = (body as { serverNow?: unknown } | null | undefined)?.serverNow
  if (typeof iso === 'string') noteServerNow(iso, roundTripOf(response))
}
