/** Validation of years, numbers and repeated passwords as people enter them. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { plainNumber } from './likeness'
import { isContact, isEmail, passwordsDiffer, yearChoices } from './validation'

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

/** The table that the server's own test reads. */
const ADDRESSES = JSON.parse(readFileSync('../server/tests/it/email_addresses.json', 'utf8')) as {
  accepted: Record<string, string>
  of_a_host_without_a_dot: string[]
  refused: string[]
}

const { contacts: CONTACTS } = JSON.parse(readFileSync('../server/tests/it/texts.json', 'utf8')) as {
  contacts: { kept: string[]; dialled: Record<string, string>; refused: string[] }
}

it('takes the addresses that the server takes', () => {
  for (const [typed, kept] of Object.entries(ADDRESSES.accepted)) {
    expect([typed, isEmail(typed)]).toEqual([typed, true])
    expect([kept, isEmail(kept.normalize('NFD').normalize('NFC').toUpperCase())]).toEqual([kept, true])
  }
  const long = [`${'a'.repeat(65)}@x.example`, `${'प्रिया'.repeat(4)}@x.example`, `a@${'x'.repeat(64)}.example`]
  for (const typed of [...ADDRESSES.of_a_host_without_a_dot, ...ADDRESSES.refused, ...long])
    expect([typed, isEmail(typed)]).toEqual([typed, false])
})

it('takes 7 to 15 digits however they are written', () => {
  expect(isContact('+91 98765-43210')).toBe(true)
  for (const pasted of CONTACTS.kept) expect(isContact(pasted), pasted).toBe(true)
  for (const [typed, dialled] of Object.entries(CONTACTS.dialled)) {
    expect([isContact(typed), plainNumber(typed), plainNumber(dialled)], typed).toEqual([true, dialled, dialled])
  }
  for (const no of CONTACTS.refused) expect(isContact(no), no).toBe(false)
  expect(isContact('123456')).toBe(false)
  expect(isContact('1234567890123456')).toBe(false)
  expect(isContact('98765abc43210')).toBe(false)
})
