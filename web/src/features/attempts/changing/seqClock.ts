/**
 * Numbers of changes: where answers may be changed, each change has a number, and the highest of a question stands. A device counts
 * from a base that the server handed out with the attempt, in steps of a millisecond by a clock that nobody can set, so that the
 * latest change wins even where it was made without a network. Bases differ in what is left of them by 1024, and steps do not touch
 * that: two devices never have the same number. What has been used here, or seen of others, is passed over, also after a reload,
 * which may bring an earlier base once more where there is no network.
 */
import { type Kept, kept } from '@/lib/storage'

const STEP = 1024

/** The number of a change so many milliseconds after the base came, beyond one that is known. */
export function seqAfter(base: number, elapsed: number, known: number): number {
  // Without a base, which comes in a moment, it is a number all the same.
  return base + STEP * Math.max(base > 0 ? 0 : 1, Math.floor(elapsed), Math.floor((known - base) / STEP) + 1)
}

/** `at`: the device's own time when the base came. `last`: the highest number used. */
type Counted = { attempt: string; base: number; at: number; last: number }

export type SeqClock = {
  /** What the server handed out; one that is not later than what is known is an old reply. */
  adopt: (base: number) => void
  /** The number of the next change, beyond one that stands. */
  next: (known: number) => number
}

type Parts = { store?: Kept<Counted>; ticks?: () => number; wall?: () => number }

const seqs = kept<Counted>('quad.seqs')

/** `attempt`: its id; what is kept of another one says nothing. */
export function openSeqClock(attempt: string, parts: Parts = {}): SeqClock {
  const { store = seqs, ticks = () => performance.now(), wall = Date.now } = parts
  const read = (): Counted | null => {
    const found = store.read()
    const isWhole = found && [found.base, found.at, found.last].every(Number.isFinite)
    return isWhole && found.attempt === attempt ? found : null
  }
  const before = read()
  let base = before?.base ?? 0
  let last = before?.last ?? 0
  // From one visit to the next only the device's own time goes on.
  let from = ticks() - Math.max(0, before ? wall() - before.at : 0)
  /** Another tab may have counted on meanwhile. */
  const note = () => {
    last = Math.max(last, read()?.last ?? 0)
  }
  const write = () => store.write({ attempt, base, at: wall() - (ticks() - from), last })
  return {
    adopt(handed) {
      if (handed <= base) return
      base = handed
      from = ticks()
      note()
      write()
    },
    next(known) {
      note()
      last = seqAfter(base, ticks() - from, Math.max(last, known))
      write()
      return last
    },
  }
}
