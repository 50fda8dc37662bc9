/** The rules of a contest, from wherever they come. */
import { expect, it } from 'vitest'
import { DEFAULT_RULES, marksInShort, rulesOf, signedAmount } from './contestRules'

it('takes what is named and leaves the rest at its default', () => {
  expect(rulesOf({})).toEqual(DEFAULT_RULES)
  const reply = { answersShown: true, title: 'Friday Quiz' }
  expect(rulesOf(reply)).toEqual({ ...DEFAULT_RULES, answersShown: true })
})

it('takes marks as they come, or as none', () => {
  const marks = { preset: 'own', right: '2', wrong: '-1/3', floor: 'total', tieBreak: [] }
  expect(rulesOf(marks)).toEqual({ ...DEFAULT_RULES, ...marks })
})

it('does not take what a kept draft has of another type', () => {
  expect(rulesOf({ answersShown: 'yes' })).toEqual(DEFAULT_RULES)
  expect(rulesOf({ right: 4, tieBreak: { 0: 'less_time' } })).toEqual(DEFAULT_RULES)
})

it('says in short what answers give, and nothing where there are no marks', () => {
  const own = { ...DEFAULT_RULES, preset: 'own' as const }
  expect(marksInShort(DEFAULT_RULES)).toBeNull()
  expect(marksInShort({ ...own, right: '4', wrong: '-1' })).toBe('+4, −1')
  expect(marksInShort({ ...own, right: '0.25', wrong: '-1/3' })).toBe('+0.25, −⅓')
  expect(marksInShort({ ...own, right: '2', wrong: '-2', floor: 'question' }), 'as an answer counts').toBe('+2, 0')
})

it('says in short what answers to a question give that has marks of its own', () => {
  const jee = { ...DEFAULT_RULES, preset: 'jee_main' as const, right: '4', wrong: '-1' }
  expect(marksInShort(jee, { right: '8', wrong: '-8/3' })).toBe('+8, −2⅔')
  expect(marksInShort(jee, { wrong: '0' }), 'the other amount is the contest’s').toBe('+4, 0')
  expect(marksInShort(jee, { right: '', wrong: null })).toBe('+4, −1')
  expect(marksInShort({ ...jee, floor: 'question' }, { wrong: '-3' })).toBe('+4, 0')
  expect(marksInShort(DEFAULT_RULES, { right: '2' }), 'none in a contest without marks').toBeNull()
})

it('writes an amount as the server does in its own texts, also one that is being typed', () => {
  const written = { '5/3': '+1⅔', '-7/6': '−1⅙', '1/6': '+⅙', '-5/6': '−⅚', '0': '0', '1/7': '+1/7', '2/6': '+2/6' }
  for (const [exact, shown] of Object.entries(written)) expect(signedAmount(exact), exact).toBe(shown)
})
