/** The rules of a contest, from wherever they come. */
import { expect, it } from 'vitest'
import { DEFAULT_RULES, rulesOf } from './contestRules'

it('takes what is named and leaves the rest at its default', () => {
  expect(rulesOf({})).toEqual(DEFAULT_RULES)
  const reply = { answersShown: true, title: 'Friday Quiz' }
  expect(rulesOf(reply)).toEqual({ ...DEFAULT_RULES, answersShown: true })
})

it('does not take what a kept draft has of another type', () => {
  expect(rulesOf({ answersShown: 'yes' })).toEqual(DEFAULT_RULES)
})
