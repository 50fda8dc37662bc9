/** Cuts that end between characters, wherever they fall, and addresses that no text breaks. */
import { afterEach, expect, it, vi } from 'vitest'
import { beginningOf, characters, encoded, firstOf, wellFormed } from './cutText'

const GRADUATE = '🎓'
const FAMILY = '👨‍👩‍👧‍👦'
const LONE = ['\ud83d', '\udf93', 'a\ud83d', '\udf93b', '\udf93\ud83d', `${GRADUATE}\ud83d`]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it.each([
  ['abc', 2, 'ab'],
  ['abc', 3, 'abc'],
  ['abc', 0, ''],
  [`a${GRADUATE}b`, 2, 'a'],
  [`a${GRADUATE}b`, 3, `a${GRADUATE}`],
  [FAMILY, 4, '👨\u200d'],
  [`a${FAMILY}`, 5, 'a'],
  ['e\u0301e\u0301', 3, 'e\u0301'],
  ['नमस्ते', 3, 'नम'],
])('cuts %j at %i between characters', (text, most, cut) => {
  expect(beginningOf(text, most)).toBe(cut)
})

it('never leaves half a character, wherever it cuts', () => {
  const text = `Hello ${GRADUATE.repeat(20)}${FAMILY.repeat(5)}${'e\u0301'.repeat(9)}`
  for (let most = 0; most <= text.length + 1; most += 1) {
    const cut = beginningOf(text, most)
    expect(cut.length).toBeLessThanOrEqual(most)
    expect(text.startsWith(cut)).toBe(true)
    expect(() => encodeURIComponent(cut)).not.toThrow()
  }
})

it.each(LONE)('takes half a character for unreadable: %j', (text) => {
  expect(() => encodeURIComponent(text)).toThrow(URIError)
  expect(encoded(text)).toContain('%EF%BF%BD')
  expect(wellFormed(text)).not.toBe(text)
  expect(() => encodeURIComponent(beginningOf(text, 1) + firstOf(text))).not.toThrow()
  expect(characters(text).join('')).toBe(wellFormed(text))
})

it('reads whole characters as they are', () => {
  expect(wellFormed(`a${GRADUATE}${FAMILY}é`)).toBe(`a${GRADUATE}${FAMILY}é`)
  expect(encoded('a b@c')).toBe('a%20b%40c')
  expect(firstOf(`${GRADUATE}b`)).toBe(GRADUATE)
  expect(firstOf('')).toBe('')
})

it('cuts by code points where the browser knows no characters', async () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined })
  vi.resetModules()
  const without = await import('./cutText')
  expect(without.characters(`${GRADUATE}e\u0301`)).toEqual([GRADUATE, 'e', '\u0301'])
  expect(without.beginningOf(`a${GRADUATE}b`, 2)).toBe('a')
  expect(without.firstOf(`${GRADUATE}b`)).toBe(GRADUATE)
})
