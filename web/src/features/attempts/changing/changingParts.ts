/** Parts of the contest screen where answers may be changed: a file of its own, fetched only by whoever takes such a contest. */
import { ChangeNotices } from './ChangeNotices'
import { ChangeTools } from './ChangeTools'
import { clockOf } from './changeClock'
import { MarkedQuestions } from './MarkedQuestions'
import { MAY_CHANGE, SUBMIT_FINAL } from './messages'
import { givenNow, isSameAnswer, knownSeq, placesOnPaper, rowOf } from './model'
import { Palette } from './Palette'
import type { ChangingParts } from './types'

export const parts: ChangingParts = {
  mayChange: MAY_CHANGE,
  submitFinal: SUBMIT_FINAL,
  Palette,
  Tools: ChangeTools,
  MarkedQuestions,
  ChangeNotices,
  given: givenNow,
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
