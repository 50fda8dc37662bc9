/**
 * The contest screen opened from outside: what was asked before the scripts were there (src/early.ts) and has come is
 * known when the screen is drawn first. A slow phone then draws once instead of three times.
 */
import { cache } from '@/api/cache'
import { isHere, whenCame } from '@/api/early'
import { sessionQuery } from '@/api/session'
import { fetchAttempt, keepBegun, paperQuery } from '../api'

/** Waits until all of it has come or the screen can be drawn, whichever is first: what has not come by then, the screen asks for. */
export async function takeWhatComes(contest: string, drawable: Promise<unknown>): Promise<void> {
  const room = `/contests/${encodeURIComponent(contest)}`
  const all = ['/checklogged', `${room}/attempt`, `${room}/paper`]
  await Promise.race([drawable, whenCame(all)]).catch(() => {})
  if (!isHere('/checklogged') || !isHere(`${room}/attempt`)) return
  const hasPaper = isHere(`${room}/paper`)
  const [attempt] = await Promise.all([fetchAttempt(contest).catch(() => null), cache.prefetchQuery(sessionQuery)])
  // The screen asks again for what could not be read, and says why.
  if (!attempt) return
  keepBegun(attempt)
  if (hasPaper && attempt.joined && !attempt.submitted) await cache.prefetchQuery(paperQuery(contest))
}
