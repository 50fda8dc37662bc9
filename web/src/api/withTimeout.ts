/**
 * Timeout of an API call: a call that takes longer counts as not reached, whatever the browser throws when it is
 * aborted (Safari and Chrome 103 to 123 an AbortError, others the signal's reason) and whether the call heeds its
 * signal at all.
 */
import { endInTime } from '@/lib/timeoutSignal'
import { noteReached } from './connection'
import { notReached } from './failure'

export function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  const own = new AbortController()
  const giveUp = () => own.abort(outer?.reason)
  if (outer?.aborted) giveUp()
  else outer?.addEventListener('abort', giveUp, { once: true })
  return new Promise<T>((resolve, reject) => {
    const late = setTimeout(() => {
      noteReached(false)
      reject(notReached())
      endInTime(own)
    }, ms)
    const begun = (async () => work(own.signal))()
    begun.then(resolve, reject).finally(() => {
      clearTimeout(late)
      outer?.removeEventListener('abort', giveUp)
    })
  })
}
