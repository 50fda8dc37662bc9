/** Years, numbers and repeated passwords as people enter them. */
import { expect, it } from 'vitest'
import { isContact, passwordsDiffer, yearChoices } from './checks'

it('offers six years by the clock of the institute', () => {
  const newYearInKolkata = Date.parse('2025-12-31T19:00:00Z')
  expect(yearChoices(newYearInKolkata, 'Asia/Kolkata')).toEqual([2026, 2025, 2024, 2023, 2022, 2021])
  expect(yearChoices(newYearInKolkata, 'UTC')[0]).toBe(2025)
})

it('does not complain before the confirmation is typed', () => {
  expect(passwordsDiffer('abc', '')).toBe(false)
  expect(passwordsDiffer('abc', 'ab')).toBe(true)
  expect(passwordsDiffer('abc', 'abc')).toBe(false)
})

it('takes 7 to 15 digits however they are written', () => {
  expect(isContact('+91 98765-43210')).toBe(true)
  expect(isContact('123456')).toBe(false)
  expect(isContact('1234567890123456')).toBe(false)
  expect(isContact('98765abc43210')).toBe(false)
})
