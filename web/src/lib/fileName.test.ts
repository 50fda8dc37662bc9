/** File names: every script keeps its letters, no file system refuses one, and none is longer than it takes. */
import { describe, expect, it } from 'vitest'
import { wellFormed } from './cutText'
import { dashedFileName, fileNameOf } from './fileName'

const bytes = (text: string) => new TextEncoder().encode(text).length
const named = (title: string) => fileNameOf(title, 'event')

describe('the name of a file', () => {
  it.each([
    ['Night photography walk', 'Night photography walk'],
    ['हिन्दी प्रश्नोत्तरी', 'हिन्दी प्रश्नोत्तरी'],
    ['বাংলা কুইজ র‍্যাগ', 'বাংলা কুইজ র‍্যাগ'],
    ['مسابقة الجبر', 'مسابقة الجبر'],
    ['شب می‌خواهم', 'شب می‌خواهم'],
    ['தமிழ் வினாடி வினா', 'தமிழ் வினாடி வினா'],
    ['微积分 １０１', '微积分 １０１'],
    // Written with an accent of its own, and with one put on.
    ['Cafe\u0301', 'Caf\u00e9'],
    ['Student’s night: maths & logic', 'Students night maths logic'],
    ['Quiz 🎉 night 👩🏽‍🎓', 'Quiz night'],
    ['1️⃣ ❤️ round', '1 round'],
    ['C:\\temp/a*b?c"d<e>f|g', 'C temp a b c d e f g'],
    ['Final round...', 'Final round'],
    ['..\u202e/etc\u0000/\npasswd. ', 'etc passwd'],
    ['half \ud83d', 'half'],
  ])('of %j is %j', (title, name) => {
    expect(named(title)).toBe(name)
  })

  it.each(['', '???', '🎉', '👩🏽‍🎓', '️', ' - ', '___', '\u0301', '\u200d'])('is never empty: %j', (title) => {
    expect(named(title)).toBe('event')
    expect(dashedFileName(title, 'contest')).toBe('contest')
  })

  it.each(['CON', 'nul', 'Com1', 'LPT9', 'COM¹', 'aux.', '  prn  '])('is no device of Windows: %j', (title) => {
    expect(named(title)).toMatch(/^event \S+$/)
    expect(dashedFileName(title, 'contest')).toMatch(/^contest-[^-]+$/)
  })
  it('only resembles one', () => {
    expect(named('Console')).toBe('Console')
    expect(named('COM10')).toBe('COM10')
  })

  it.each(['a', 'é', 'क्षि', 'র্যা', 'あ', '𝒳', 'e\u0301\u0323', `a${'\u0301'.repeat(9)}`, 'ab '])(
    'is at most 96 bytes, whole characters of %j',
    (part) => {
      const name = named(part.repeat(200))
      expect(bytes(name)).toBeLessThanOrEqual(96)
      expect(bytes(name)).toBeGreaterThan(70)
      expect(wellFormed(name)).toBe(name)
      expect(`${part.repeat(200)}`.normalize('NFC').startsWith(name)).toBe(true)
    },
  )
  it('ends with no blank where it is cut', () => {
    expect(named(`${'a'.repeat(95)} b`)).toBe('a'.repeat(95))
  })
})

describe('the name with dashes', () => {
  it.each([
    ['Circuit Night: digital logic', 'circuit-night-digital-logic'],
    ['संध्या – क्विज़', 'संध्या-क्विज़'.normalize('NFC')],
    ['MÜNCHEN - Ost', 'münchen-ost'],
    ['-a- (b) -', 'a-b'],
  ])('of %j is %j', (title, name) => {
    expect(dashedFileName(title, 'contest')).toBe(name)
  })
})
