/** Parts of the contest screen where answers may be changed: a file of its own, fetched only by whoever takes such a contest. */
import type { Attempt } from '../model'
import { ChangeTools } from './ChangeTools'
import { Follow } from './Follow'
import { CLEARED, MAY_CHANGE, markedAnswered, markedBlank, otherChangedIn, SUBMIT_FINAL } from './messages'
import { givenNow, isSameAnswer, knownSeq, placesOnPaper, rowOf } from './model'
import { Palette } from './Palette'
import { openSeqClock, type SeqClock } from './seqClock'
import type { ChangingParts } from './types'

let current: { attempt: string; clock: SeqClock } | null = null

/** One for each attempt: what was used of its numbers is not used again. */
function clockOf({ id, changes }: Attempt): SeqClock {
  const attempt = id ?? ''
  if (current?.attempt !== attempt) current = { attempt, clock: openSeqClock(attempt) }
  if (changes?.base) current.clock.adopt(changes.base)
  return current.clock
}

/** For tests only: as after a reload. */
export function forgetSeqClock(): void {
  current = null
}

export const parts: ChangingParts = {
  Palette,
  Tools: ChangeTools,
  Follow,
  words: {
    mayChange: MAY_CHANGE,
    submitFinal: SUBMIT_FINAL,
    markedBlank,
    markedAnswered,
    saved: ({ cleared }) => (cleared ? CLEARED : undefined),
    otherChangedIn,
  },
  given: givenNow,
  rowOf,
  knownSeq,
  adopt: (attempt) => void clockOf(attempt),
  stamp({ attempt, entries, given, paper }, question, option, places) {
    const standing = given.get(question.id)
    const row = rowOf(attempt, entries, question.id)
    if (option === null ? !standing : isSameAnswer(standing, row, option)) return null
    const seq = clockOf(attempt).next(knownSeq(attempt, entries, question.id))
    const typed = question.typed !== undefined
    if (option === null) return { cleared: true, typed, seq }
    return { places: typed ? undefined : (places ?? placesOnPaper(paper, question.id, option)), typed, seq }
  },
}
