/** The names of questions in lists and notices: by number, by paper, or by the beginning of the text. */

import { expect, it } from 'vitest'
import { questionNamed, questionQuoted } from './questionName'

it('names a question by its number, and the papers that have it where they differ', () => {
  expect([questionNamed(7), questionNamed(7, null)]).toEqual(['Question 7', 'Question 7'])
  expect(questionNamed(7, [1, 3])).toBe('Question 7 (papers 1, 3)')
  expect(questionNamed(7, [2])).toBe('Question 7 (paper 2)')
  expect(questionNamed(7, [])).toBe('Question 7 (in no paper)')
})

it('names it by the beginning of its text where it has none', () => {
  expect(questionQuoted(' What\nis `x`? ')).toBe('“What is x?”')
  const long = questionQuoted('word '.repeat(40))
  expect(long).toMatch(/^“(word )+wor…”$|^“(word ?)+…”$/)
  expect(long.length).toBeLessThan(64)
})
