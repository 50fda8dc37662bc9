/** The rules of the account forms. */
import { describe, expect, it } from 'vitest'
import { domainOf, hasInstituteDomain, isCode } from './model'

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
  it('knows a domain in either spelling', () => {
    const [kept, typed] = ['bücher.example', 'BU\u0308cher.Example']
    expect(hasInstituteDomain(`zoe@${typed} `, [kept])).toBe(true)
    expect(hasInstituteDomain(`zoe@${kept}`, [typed])).toBe(true)
  })
  it('lets everybody in when none is configured', () => {
    expect(hasInstituteDomain('a@b.test', [])).toBe(true)
  })
  it('takes what follows the last @', () => {
    expect(domainOf('"a@b"@c.test')).toBe('c.test')
  })
})

it('takes six digits as a code, or the twelve of the operator', () => {
  for (const code of ['012345', ' 012345 ', '012 345 678 901', '012-345', '012345678901', '०१२३४५', '٠١٢ ٣٤٥'])
    expect(isCode(code)).toBe(true)
  for (const code of ['', '12345', '1234567', '12345a', '012 345 678']) expect(isCode(code)).toBe(false)
})
