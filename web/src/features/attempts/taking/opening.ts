/**
 * The contest screen opened from outside: what was asked before the scripts were there (src/early.ts) and has come, and
 * what lies on the device, is known when the screen is drawn first. A slow phone then draws once instead of three times.
 */
import { cache } from '@/api/cache'
import { isHere } from '@/api/early'
import { sessionQuery } from '@/api/session'
import { userId1 } from '@/lib/storage'
import { fetchAttempt, keepBegun, paperQuery } from '../api'
import { mayWait, outboxOf } from '../outbox'

/** Opening the device's database takes a tenth of a second on a slow phone, and sometimes for ever. */
const DEVICE_PATIENCE = 300

/** Waits for no network: what has not come, the screen asks for. */
export async function takeWhatCame(contest: string): Promise<void> {
  const room = `/contests/${encodeURIComponent(contest)}`
  if (!isHere('/checklogged') || !isHere(`${room}/attempt`)) return
  const hasPaper = isHere(`${room}/paper`)
  // Begun before it is sure who is there: should it be somebody else, the server refuses what lies here, and it stays.
  const last = userId1.read()
  if (last) outboxOf(last)
  const [attempt] = await Promise.all([fetchAttempt(contest).catch(() => null), cache.prefetchQuery(sessionQuery)])
  const user = cache.getQueryData(sessionQuery.queryKey)?.id
  // The screen asks again for what could not be read, and says why.
  if (!attempt || !user) return
  keepBegun(attempt)
  if (!attempt.joined || attempt.submitted) return
  await Promise.all([hasPaper && cache.prefetchQuery(paperQuery(contest)), mayWait(user) && deviceRead(user)])
}

function deviceRead(user: string): Promise<void> {
  const box = outboxOf(user)
  return new Promise((resolve) => {
    const stop = box.subscribe(() => {
      if (box.view().ready) done()
    })
    const timer = setTimeout(() => done(), DEVICE_PATIENCE)
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    if (box.view().ready) done()
  })
}
