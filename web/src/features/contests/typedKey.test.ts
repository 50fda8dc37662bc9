/** What is right of a question whose answer is typed: what is wrong with it, how it reads, and what a kind takes along. */
import { expect, it } from 'vitest'
import { DEFAULT_RULES, rulesOf, rulesOfNumber } from '@/api/contestRules'
import { changedDetails } from './detailChanges'
import { isNumberWrongOffered, withPreset } from './markChoices'
import {
  ACCEPTED_LONG,
  ACCEPTED_MISSING,
  PART_IS_ALL,
  PART_IS_NOTHING,
  PART_OF_NOTHING,
  PICTURE_TEXT_MISSING,
  QUESTION_MISSING,
  TOLERANCE_UNREAD,
  UNIT_LONG,
  VALUE_MISSING,
} from './messages'
import { asTyped, checkQuestion, type NewQuestion, rewritten, rulesFor, tidyQuestion } from './model'
import { marksLine } from './ruleChoices'
import { checkTyped, isSameKey, keyInWords, type NumberKey, tidyTyped, withText } from './typedKey'

const number = (value: string, tolerance = '', unit = ''): NumberKey => ({ kind: 'number', value, tolerance, unit })
const texts = (...accepted: string[]) => ({ kind: 'text' as const, accepted })

it.each([
  [number('9.81'), {}],
  [number('-3/4', '0.05', 'm/s²'), {}],
  [number('१२', '2%'), {}],
  [number('12', '2 %'), {}],
  [number(''), { value: VALUE_MISSING }],
  [number('five'), { value: expect.stringContaining('like 2.5') }],
  [number('1,234'), { value: expect.stringContaining('1234 or 1.234') }],
  [number('1', '-1'), { tolerance: TOLERANCE_UNREAD }],
  [number('1', 'much'), { tolerance: TOLERANCE_UNREAD }],
  [number('1', '%'), { tolerance: TOLERANCE_UNREAD }],
  [number('1', '0'), {}],
  [number('1', '100'), {}],
  [number('0', '0.05'), {}],
  [number('1', '99.9 %'), {}],
  [number('1', '199/2%'), {}],
  [number('1', '0.0%'), { tolerance: PART_IS_NOTHING }],
  [number('0.0', '2%'), { tolerance: PART_OF_NOTHING }],
  [number('1', '100%'), { tolerance: PART_IS_ALL }],
  [number('', '1e3 %'), { value: VALUE_MISSING, tolerance: PART_IS_ALL }],
  [number('1', '', 'x'.repeat(21)), { unit: UNIT_LONG }],
  [texts('Mysuru'), {}],
  [texts('', ' '), { accepted: ACCEPTED_MISSING }],
  [texts('a', 'x'.repeat(201)), { accepted: ACCEPTED_LONG }],
])('%j may be so, or says what is wrong', (key, errors) => {
  expect(checkTyped(key)).toEqual(errors)
})

it('reads as people write it', () => {
  expect(keyInWords(number('9.81', '0.05', 'm/s²'))).toEqual(['9.81 ± 0.05 m/s²'])
  expect(keyInWords(number('9,81', '2%', 'm/s²'))).toEqual(['9,81 m/s² ± 2 %'])
  expect(keyInWords(number(' 7 '))).toEqual(['7'])
  expect(keyInWords(texts('Mysuru ', '', 'Mysore'))).toEqual(['Mysuru', 'Mysore'])
})

it('has each text once, and another one by a press', () => {
  expect(tidyTyped(texts(' Mysuru', 'MYSURU', '', 'Mysore'))).toEqual(texts('Mysuru', 'Mysore'))
  expect(withText(['Mysuru'], 'Mysore', true)).toEqual(['Mysuru', 'Mysore'])
  expect(withText(['Mysuru'], 'my-suru', true)).toEqual(['Mysuru'])
  expect(withText(['Mysuru', 'Mysore'], 'MYSORE.', false)).toEqual(['Mysuru'])
  expect(withText(['Müller'], 'muller', false)).toEqual([])
  expect(withText(['कि', 'का'], 'का', false), 'vowel signs are no accents').toEqual(['कि'])
  expect(withText(['+'], '-', true)).toEqual(['+', '-'])
  expect(withText(['15', '5'], '1.5', true)).toEqual(['15', '5', '1.5'])
  expect(withText(['-5', '5'], '−5', false)).toEqual(['5'])
  expect(isSameKey(texts('a', 'b'), texts('b', 'a '))).toBe(true)
  expect(isSameKey(number('1', '0.5'), number('1'))).toBe(false)
})

const single: NewQuestion = { text: 'Which?', options: ['a', 'b', 'c', 'd'], answer: 'b', rightPlaces: undefined }

it('is asked for in place of options, which come back', () => {
  const typed = asTyped(single, 'number')
  expect(checkQuestion(typed)).toEqual({ value: VALUE_MISSING })
  expect(checkQuestion({ ...typed, text: '' })).toMatchObject({ text: QUESTION_MISSING })
  const filled: NewQuestion = { ...typed, typed: number(' 5 ', '', ' m ') }
  expect(tidyQuestion(filled)).toEqual({ text: 'Which?', options: [], answer: '', typed: number('5', '', 'm') })
  expect(asTyped(filled, null)).toMatchObject({ options: single.options, answer: 'b', typed: undefined })
  expect(asTyped({ options: [], answer: '' }, null).options, 'one that never had any').toHaveLength(4)
})

it('leaves the pictures of its options behind, and keeps its own', () => {
  const picture = (id: string, option: number | null, alt = 'A pulley') => ({
    id,
    alt,
    option,
    width: 1,
    height: 1,
    small: '/s',
    large: '/l',
  })
  const [own, ofOption] = [picture('a', null), picture('b', 1, '')]
  const filled: NewQuestion = { ...single, typed: texts('x'), pictures: [own, ofOption] }
  expect(checkQuestion(filled)).toEqual({})
  expect(tidyQuestion(filled).pictures).toEqual([own])
  expect(rewritten(filled, { pictures: [own, ofOption] }, DEFAULT_RULES).pictures).toEqual([own])
  expect(rewritten(filled, { pictures: [own] }, DEFAULT_RULES)).not.toHaveProperty('pictures')
  expect(checkQuestion({ ...filled, pictures: [picture('a', null, ' ')] })).toEqual({ pictures: PICTURE_TEXT_MISSING })
})

const JEE = { ...DEFAULT_RULES, ...withPreset('jee_main') }

it('has marks of its own but for a part', () => {
  const filled: NewQuestion = { ...single, typed: texts('x'), marks: { right: '8', partial: 'share' } }
  expect(tidyQuestion(filled, JEE).marks).toEqual({ right: '8' })
  expect(rewritten(filled, {}, JEE)).toMatchObject({
    options: [],
    typed: texts('x'),
    marks: { right: '8', wrong: null },
  })
})

it('takes nothing off for a wrong number where the rules say so', () => {
  const kind = { ...JEE, numberWrong: '0' }
  expect(rulesFor(kind, { typed: number('1') }).wrong).toBe('0')
  expect(rulesFor(kind, { typed: texts('x') }).wrong).toBe('-1')
  expect(rulesFor(JEE, { typed: number('1') }).wrong).toBe('-1')
  expect(marksLine(kind)).toBe('marks +4, −1, nothing off for a wrong number')
  expect(rulesOfNumber(rulesOf({ preset: 'gate', wrong: '-1/3' })).wrong, 'by GATE it goes without saying').toBe('0')
  expect(rulesOf({ numberWrong: '0', preset: 'own' }).numberWrong).toBe('0')
  expect(rulesOf({ numberWrong: 0 }).numberWrong).toBeNull()
})

it('is offered that by JEE Main and own marks that take something off', () => {
  const offers = (preset: string, part: object = {}) =>
    isNumberWrongOffered({ ...DEFAULT_RULES, ...withPreset(preset), ...part })
  expect(['plain', 'jee_main', 'gate', 'upsc', 'cat'].filter((preset) => offers(preset))).toEqual(['jee_main'])
  expect(offers('own', { wrong: '-1/4' })).toBe(true)
  expect(offers('own', { wrong: '0' })).toBe(false)
})

it('says what changes of that, and takes it back with its preset or by its amount', () => {
  const details = { title: 't', description: '', ...JEE }
  const amounts = { preset: 'jee_main', right: '4', wrong: '-1' }
  expect(changedDetails(details, { ...details, numberWrong: '0' })).toEqual({ ...amounts, numberWrong: '0' })
  expect(changedDetails({ ...details, numberWrong: '0' }, details)).toEqual(amounts)
  const own = { ...details, preset: 'own' as const, right: '2' }
  expect(changedDetails({ ...own, numberWrong: '0' }, own)).toMatchObject({ numberWrong: '-1' })
  expect(changedDetails({ ...own, numberWrong: '-1' }, { ...own, numberWrong: '-1', wrong: '-2' })).toMatchObject({
    numberWrong: '-2',
  })
  const gate = rulesOf({ ...details, ...withPreset('gate') })
  expect(changedDetails({ ...details, ...gate }, { ...details, ...gate, title: 'x' })).toEqual({ title: 'x' })
})
