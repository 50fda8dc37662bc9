/** The clock of the attempt that is taken: one for each, so that what was used of its numbers is not used again. */
import type { Attempt } from '../model'
import { openSeqClock, type SeqClock } from './seqClock'

let current: { attempt: string; clock: SeqClock } | null = null

/** It knows the base of the attempt by then. */
export function clockOf({ id, changes }: Attempt): SeqClock {
  const attempt = id ?? ''
  if (current?.attempt !== attempt) current = { attempt, clock: openSeqClock(attempt) }
  if (changes?.base) current.clock.adopt(changes.base)
  return current.clock
}

/** For tests only: as after a reload. */
export function forgetSeqClock(): void {
  current = null
}
