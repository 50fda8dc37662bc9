/**
 * Preview of formulas: what is asked of the server about those that are being written, and how its problems are said.
 */
import { expect, it } from 'vitest'
import { hasDrawn, mathsBatches, mathsProblems, textsOf } from './mathsPreview'

it('asks about each text that may hold a formula, once, in calls that are not too long', () => {
  expect(mathsBatches(['plain', '$5', '$x$', '$x$', '$y$'])).toEqual([['$x$', '$y$']])
  expect(mathsBatches([])).toEqual([])
  const long = (letter: string) => `$${letter.repeat(14_997)}$`
  expect(mathsBatches([long('a'), long('b'), long('c')]).map(({ length }) => length)).toEqual([2, 1])
  // Counted as the server counts.
  expect(mathsBatches([`$${'😀'.repeat(29_998)}$`])).toHaveLength(1)
  expect(mathsBatches([`$${'x'.repeat(29_999)}$`])).toEqual([])
  const many = Array.from({ length: 301 }, (_, at) => `$${at}$`)
  expect(mathsBatches(many).map(({ length }) => length)).toEqual([300, 1])
})

it('says where a formula stands that cannot be drawn', () => {
  const question = { text: 'a', options: ['b', 'c', 'a'], explanation: 'd' }
  const problems = [
    { text: 'a', place: 4, reason: 'No.' },
    { text: 'd', place: 0, reason: 'Neither.' },
    { text: 'e', place: 0, reason: 'Of another text.' },
  ]
  expect(mathsProblems(question, problems)).toEqual([
    'Formula, character 5: No.',
    'Formula in option C, character 5: No.',
    'Formula in the explanation, character 1: Neither.',
  ])
  expect(textsOf([question])).toEqual(['a', 'b', 'c', 'a', 'd'])
})

it('knows whether something of a text is drawn', () => {
  expect(hasDrawn('is $x$', { $x$: [] })).toBe(true)
  expect(hasDrawn('is \\$5', { '\\$': '$' })).toBe(false)
  expect(hasDrawn('is $x$', undefined)).toBe(false)
})
