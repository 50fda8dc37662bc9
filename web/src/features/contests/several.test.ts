/** A question with several right options where it is written: what is wrong with it, what its options take along, what is sent. */
import { expect, it } from 'vitest'
import { DEFAULT_RULES, rulesOfSeveral } from '@/api/contestRules'
import { markedText } from './corrections'
import { changedDetails } from './detailChanges'
import { questionMarksLine } from './markChoices'
import { RIGHT_MISSING } from './messages'
import { checkQuestion, type NewQuestion, ofKind, rewritten, tidyQuestion, withoutOption, withPlace } from './model'

const JEE = { ...DEFAULT_RULES, preset: 'jee_main' as const, right: '4', wrong: '-1' }
const single: NewQuestion = { text: 'Which?', options: ['a', 'b', 'c', 'd'], answer: 'b' }
const several: NewQuestion = { ...single, answer: '', rightPlaces: [1, 3] }

it('takes along what was right, in both directions', () => {
  expect(ofKind(single, true).rightPlaces).toEqual([1])
  expect(ofKind({ ...single, answer: '' }, true).rightPlaces).toEqual([])
  expect(ofKind(several, false)).toMatchObject({ answer: 'b', rightPlaces: undefined })
})

it('needs at least one right option, and keeps the others where one goes', () => {
  expect(checkQuestion(several)).toEqual({})
  expect(checkQuestion({ ...several, rightPlaces: [] })).toEqual({ answer: RIGHT_MISSING })
  expect(withoutOption(several, 0)).toMatchObject({ options: ['b', 'c', 'd'], rightPlaces: [0, 2] })
  expect(withoutOption(several, 3).rightPlaces).toEqual([1])
  expect(withPlace([1, 3], 2, true)).toEqual([1, 2, 3])
  expect(withPlace([1, 3], 3, false)).toEqual([1])
})

it('has a part of its own marks only while several are right', () => {
  const marks = { right: '8', partial: 'share' }
  expect(tidyQuestion({ ...several, marks }, JEE)).toMatchObject({ rightPlaces: [1, 3], marks })
  expect(tidyQuestion({ ...single, marks }, JEE).marks).toEqual({ right: '8' })
  expect(rewritten({ ...several, marks }, {}, JEE).marks).toEqual({ right: '8', wrong: null, partial: 'share' })
  expect(rewritten({ ...several, marks }, { marks }, JEE)).not.toHaveProperty('marks')
  expect(rewritten({ ...single, marks }, { marks }, JEE).marks, 'it goes').toEqual({ right: '8', wrong: null })
  expect(questionMarksLine(JEE, { ...several, marks })).toBe(
    '+8, −1 · for a part a share, less for wrong ones, never below 0',
  )
})

it('has the rules of its contest, but by GATE no minus and nothing for a part', () => {
  expect(rulesOfSeveral(JEE)).toBe(JEE)
  const gate = { ...JEE, preset: 'gate' as const, wrong: '-1/3', partial: 'share' as const }
  expect(rulesOfSeveral(gate)).toMatchObject({ wrong: '0', partial: 'none' })
  const details = { title: 't', description: '', ...JEE }
  expect(changedDetails(details, { ...details, partial: 'minus' })).toEqual({ partial: 'minus' })
})

it('is corrected to all options that are named', () => {
  expect(markedText({ marking: 'key', accepted: ['a', 'b'] }, false, true)).toBe('“a” and “b”')
  expect(markedText({ marking: 'key', accepted: ['a', 'b'] })).toBe('“a” or “b”')
})
