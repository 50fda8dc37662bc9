/**
 * Prefetched attempt: when the contest screen is opened from outside, the responses that src/prefetch.ts asked for and
 * that have come are known at the first render. A slow phone then renders once instead of three times.
 */
import { cache } from '@/api/cache'
import { isPrefetched, whenPrefetched } from '@/api/prefetchedResponses'
import { sessionQuery } from '@/api/session'
import { fetchAttempt, paperQuery, rememberAttempt } from '../api'

/** Waits until all of it has come or the screen can be drawn, whichever is first: what has not come by then, the screen asks for. */
export async function takePrefetchedAttempt(contest: string, drawable: Promise<unknown>): Promise<void> {
  const room = `/contests/${encodeURIComponent(contest)}`
  const all = ['/checklogged', `${room}/attempt`, `${room}/paper`]
  await Promise.race([drawable, whenPrefetched(all)]).catch(() => {})
  if (!isPrefetched('/checklogged') || !isPrefetched(`${room}/attempt`)) return
  const hasPaper = isPrefetched(`${room}/paper`)
  const [attempt] = await Promise.all([fetchAttempt(contest).catch(() => null), cache.prefetchQuery(sessionQuery)])
  // The screen asks again for what could not be read, and says why.
  if (!attempt) return
  rememberAttempt(attempt)
  if (hasPaper && attempt.joined && !attempt.submitted) await cache.prefetchQuery(paperQuery(contest))
}
