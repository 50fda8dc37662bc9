/** Number answers are read as the server reads them: both go through one table. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAmbiguous, isBegunNumber, type NumberRead, numberInWords, readNumber } from './numberAnswer'

const TABLE = readFileSync('../features/contests/src/contests/number_answers.txt', 'utf8')
const CASES = TABLE.split('\n').flatMap((line) => {
  const [typed = '', read = ''] = line.split('\t')
  return line.includes('\t') && !line.startsWith('#') ? [[typed, read] as const] : []
})

function fractionOf({ negative, whole, exponent, part }: NumberRead): string {
  const [above, below] = [BigInt(part?.above ?? 0), BigInt(part?.below ?? 1)]
  const top = (BigInt(whole || 0) * below + above) * 10n ** BigInt(Math.max(exponent, 0))
  const bottom = below * 10n ** BigInt(Math.max(-exponent, 0))
  const divisor = (one: bigint, other: bigint): bigint => (other === 0n ? one : divisor(other, one % other))
  const common = divisor(top, bottom)
  return `${negative && top > 0n ? '-' : ''}${top / common}/${bottom / common}`
}

it('has a table worth reading', () => {
  expect(CASES.length).toBeGreaterThan(150)
})

it.each(CASES)('reads “%s” as %s', (typed, expected) => {
  const read = readNumber(typed)
  expect(typeof read === 'string' ? 'refused' : fractionOf(read)).toBe(expected)
  if (typeof read === 'string') return expect(read).toMatch(/\w.*\.$/)
  // What is shown of it is the same number.
  const shown = readNumber(numberInWords(read))
  if (numberInWords(read).length <= 40) expect(typeof shown === 'string' ? shown : fractionOf(shown)).toBe(expected)
})

it.each([
  ['1,5', '1.5'],
  ['-1.5e3', '−1500'],
  ['-0', '0'],
  ['007', '7'],
  ['1e-3', '0.001'],
  ['0.50', '0.5'],
  ['१½', '1 1/2'],
  ['-6/8', '−6/8'],
  ['12,34,567', '1234567'],
])('shows “%s” as %s', (typed, shown) => {
  const read = readNumber(typed)
  expect(typeof read === 'string' ? read : numberInWords(read)).toBe(shown)
})

it('says nothing of what is only begun', () => {
  for (const typed of ['-', '1e', '1e-', '3/', '.', '1 ']) expect(isBegunNumber(typed), typed).toBe(true)
  for (const typed of ['x', '1..', '5 m', '--']) expect(isBegunNumber(typed), typed).toBe(false)
})

it('knows what may be two numbers', () => {
  for (const typed of ['1,234', '-1,234', '999,000', '1,234e3', '१,२३४']) expect(isAmbiguous(typed), typed).toBe(true)
  for (const typed of ['1,2', '1,23', '1,2345', '0,123', '1.234', '1,234,567', '1,234.5', '1 234', 'x']) {
    expect(isAmbiguous(typed), typed).toBe(false)
  }
})

it('says what is in the way', () => {
  expect(readNumber('1,234')).toContain('write 1234 or 1.234.')
  expect(readNumber('−12,345e3')).toContain('write -12345e3 or -12.345e3.')
  expect(readNumber('9.81 m/s²')).toContain('without a unit')
  expect(readNumber('50%')).toContain('without a unit')
  expect(readNumber('1e999')).toContain('30')
  expect(readNumber('3/0')).toContain('divided')
  expect(readNumber('five')).toContain('like 2.5')
})
