/** The rules of the account forms. */
import { describe, expect, it } from 'vitest'
import { domainOf, hasInstituteDomain, isCode, isContact, isEmail, passwordsDiffer, yearChoices } from './model'

describe('institute domain', () => {
  const domains = ['meridian.example', 'Alumni.Meridian.Example']
  it.each([
    ['a@meridian.example', true],
    ['A@MERIDIAN.EXAMPLE', true],
    ['a@alumni.meridian.example', true],
    ['a@notmeridian.example', false],
    ['a@cs.meridian.example', false],
    ['a@meridian.example.evil.test', false],
    ['meridian.example', false],
    ['', false],
  ])('%s: %s', (email, ok) => {
    expect(hasInstituteDomain(email, domains)).toBe(ok)
  })
  it('lets everybody in when none is configured', () => {
    expect(hasInstituteDomain('a@b.test', [])).toBe(true)
  })
  it('takes what follows the last @', () => {
    expect(domainOf('"a@b"@c.test')).toBe('c.test')
  })
})

it.each([
  ['a@b.test', true],
  [' a@b.test ', true],
  ['a@b', false],
  ['a b@c.test', false],
  ['', false],
])('e-mail %s: %s', (text, ok) => {
  expect(isEmail(text)).toBe(ok)
})

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

it('takes six digits as a code', () => {
  expect(isCode('012345')).toBe(true)
  expect(isCode('12345')).toBe(false)
})
