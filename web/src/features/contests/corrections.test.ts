/** Corrections: when two markings are one, what counts as right after a press, and the sentences. */
import { expect, it } from 'vitest'
import { didText, isSameMarking, markedText, withOption, wouldText } from './corrections'
import type { Question } from './model'

const QUESTION: Question = {
  id: 'q1',
  text: '?',
  options: ['a', 'b', 'c', 'd'],
  answer: 'b',
  accepted: ['b'],
  marking: 'key',
  difficulty: null,
  explanation: null,
}

it('knows when nothing would change', () => {
  const key = (...accepted: string[]) => ({ marking: 'key' as const, accepted })
  expect(isSameMarking(key('b'), QUESTION)).toBe(true)
  expect(isSameMarking(key('a'), QUESTION)).toBe(false)
  expect(isSameMarking(key('a', 'b'), QUESTION)).toBe(false)
  expect(isSameMarking(key('a', 'b'), key('b', 'a'))).toBe(true)
  expect(isSameMarking({ marking: 'void', accepted: ['b'] }, QUESTION)).toBe(false)
  // Outside its key the key says nothing.
  expect(isSameMarking({ marking: 'void', accepted: ['a'] }, { marking: 'void', accepted: ['b'] })).toBe(true)
})

it('keeps the order of the question', () => {
  expect(withOption(QUESTION, ['c'], 'a', true)).toEqual(['a', 'c'])
  expect(withOption(QUESTION, ['a', 'c'], 'a', false)).toEqual(['c'])
  expect(withOption(QUESTION, ['c'], 'c', false)).toEqual([])
})

it('says what counts, and what moves', () => {
  expect(markedText({ marking: 'key', accepted: ['a'] })).toBe('“a”')
  expect(markedText({ marking: 'key', accepted: ['a', 'b', 'c'] })).toBe('“a”, “b” or “c”')
  expect(markedText({ marking: 'everyone', accepted: ['a'] })).toBe('the mark for everybody')
  expect(markedText({ marking: 'answered', accepted: ['a'] })).toBe('the mark for everybody who answered')
  expect(markedText({ marking: 'answered', accepted: ['a'] }, true)).toBe(
    'the marks of a right answer for everybody who answered',
  )
  expect(wouldText({ scores: 0, ranks: 0 })).toBe('Nobody’s score would change.')
  expect(wouldText({ scores: 0, ranks: 2 })).toBe(
    'Nobody’s score would change, but their times would, and with them 2 ranks.',
  )
  expect(wouldText({ scores: 1, ranks: 0 })).toBe('One participant gets another score, and no rank changes.')
  expect(wouldText({ scores: 12, ranks: 3 })).toBe('12 participants get another score, and 3 ranks change.')
  expect(didText({ scores: 0, ranks: 0 })).toBe('Nobody’s score changed.')
  expect(didText({ scores: 0, ranks: 2 })).toBe('No score and 2 ranks changed.')
  expect(didText({ scores: 1, ranks: 0 })).toBe('1 score and no rank changed.')
  expect(didText({ scores: 12, ranks: 1 })).toBe('12 scores and 1 rank changed.')
})
