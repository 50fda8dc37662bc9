/** What is on the picture of one's own result, where, and what it says in words. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COLOURS } from './drawResultPicture'
import {
  balanced,
  barsOf,
  fitted,
  HEIGHT,
  inWords,
  layoutOf,
  type Measure,
  type OwnResult,
  ownResult,
  WIDTH,
  wrap,
} from './resultPicture'
import { correctOf, marksScore, scoresOf } from './resultPictureMessages'

/** Every character is half as wide as it is high. */
const measure: Measure = (text, { size }) => (text.length * size) / 2

const site = { name: 'Quad', instituteName: 'Meridian Institute of Technology', timeZone: 'Asia/Kolkata' }
const you = {
  rank: 2,
  userId: 'u1',
  fullName: 'Ananya Sharma',
  email: 'ananya@meridian.example',
  picture: null,
  correct: 5,
  wrong: 2,
  total: 7,
  durationMs: 238_000,
}
const other = { ...you, rank: 1, userId: 'u2', fullName: 'Meera Krishnan', email: 'meera@meridian.example', correct: 6 }
const standing = {
  you,
  betterThanPercent: 50,
  histogram: [0, 1, 0, 0, 0, 1, 1, 0, 0],
  questionCount: 8,
  total: 3,
  final: true,
  seesAll: false,
}
const head = { title: 'Operating Systems', startsAt: Date.parse('2026-11-20T12:30:00Z') }
const source = { site, head, standing, rows: [other, you], worth: 8 }

function result(given: Partial<OwnResult> = {}): OwnResult {
  const made = ownResult(source)
  if (!made) throw new Error('no result')
  return { ...made, ...given }
}
const texts = (given: Partial<OwnResult> = {}) => layoutOf(result(given), measure).texts
const said = (given: Partial<OwnResult> = {}) => texts(given).map(({ text }) => text)

describe('what is on it', () => {
  it('is the contest, the institute, the day, the own place and score, and nobody’s name', () => {
    expect(said()).toEqual([
      'Quad',
      'Meridian Institute of Technology',
      'Operating Systems',
      'Nov 20, 2026',
      'Rank',
      '2',
      'of 3',
      '5 of 8 correct',
      'Ahead of 50% of the others',
      'All 3 participants by score',
      'me: 5',
      '0 correct',
      '8',
    ])
  })

  it('has the marks first where the contest has marks, and says what its bars are', () => {
    const marks = { text: '13⅔', decimal: '13.6667', units: 137_760 }
    const marked = ownResult({ ...source, standing: { ...standing, you: { ...you, marks }, mostMarks: '32' } })
    expect(said({ ...marked })).toEqual(expect.arrayContaining(['13⅔ of 32 marks', 'me: 5 correct']))
    expect(said({ ...marked })).toContain('All 3 by correct answers')
    expect(said({ ...marked })).not.toContain('5 of 8 correct')
    expect(inWords(result({ ...marked }))).toContain(
      '13⅔ of 32 marks, 5 of 8 correct, ahead of 50% of the others. The bars show how many answers',
    )
  })

  it('counts one participant and one mark as one', () => {
    expect(scoresOf('1')).toBe('One participant by score')
    expect(correctOf('1')).toBe('One participant by correct answers')
    expect([marksScore('⅔', '1'), marksScore('1', '32')]).toEqual(['⅔ of 1 mark', '1 of 32 marks'])
  })

  it('has the own name where it is wanted, and never another’s or an address', () => {
    const all = `${said({ name: you.fullName }).join(' ')} ${inWords(result({ name: you.fullName }))}`
    expect(all).toContain('Rank of Ananya Sharma')
    expect(all).not.toMatch(/Meera|@/)
    expect(`${said().join(' ')} ${inWords(result())}`).not.toMatch(/Ananya|Meera|@/)
  })

  it('says the same in words', () => {
    expect(inWords(result())).toBe(
      'Result in “Operating Systems”, Meridian Institute of Technology, Nov 20, 2026. Rank 2 of 3. ' +
        '5 of 8 correct, ahead of 50% of the others. The bars show the scores of all participants, with mine marked.',
    )
  })

  it('says that a rank is shared', () => {
    const shared = ownResult({ ...source, rows: [{ ...other, rank: 2 }, you] })
    expect(shared?.shared).toBe(true)
    expect(said({ shared: true })).toContain('of 3, shared')
    expect(inWords(result({ shared: true }))).toContain('Rank 2 of 3, shared.')
  })

  it('counts the questions that count, and has no bars beyond them', () => {
    const voided = ownResult({ ...source, worth: 6 })
    expect(voided).toMatchObject({ worth: 6, histogram: [0, 1, 0, 0, 0, 1, 1] })
    expect(said({ worth: 6 })).toContain('5 of 6 correct')
  })

  it('is honest about nothing right', () => {
    const none = ownResult({
      ...source,
      standing: { ...standing, you: { ...you, rank: 3, correct: 0 }, betterThanPercent: 0 },
    })
    expect(none).toMatchObject({ correct: 0, beside: null })
    expect(said({ ...none })).toContain('0 of 8 correct')
  })

  it.each([1, 2])('has no bars among %i', (total) => {
    const few = ownResult({ ...source, standing: { ...standing, total } })
    const { bars, ground, pointer, texts } = layoutOf(result({ ...few }), measure)
    expect([bars, ground, pointer]).toEqual([[], null, null])
    expect(texts.some(({ text }) => text.startsWith('me:') || text.startsWith('All'))).toBe(false)
    expect(inWords(result({ ...few }))).not.toContain('bars')
  })

  it('is not there for who has no place, before all is counted, or where no question counts', () => {
    expect(ownResult({ ...source, standing: { ...standing, you: null } })).toBeNull()
    expect(ownResult({ ...source, standing: { ...standing, final: false } })).toBeNull()
    expect(ownResult({ ...source, worth: 0 })).toBeNull()
  })
})

describe('where it is', () => {
  const long = 'An introduction to the theory of computation and everything that came after it '.repeat(4)
  const cases: [string, Partial<OwnResult>][] = [
    ['as usual', {}],
    ['long texts', { title: long, institute: long, site: long, name: long }],
    ['one endless word', { title: 'क्षि'.repeat(100), name: 'x'.repeat(200) }],
    ['a large contest', { rank: 123_456, total: 1_234_567, correct: 1000, worth: 1000, beside: null }],
    ['alone', { total: 1, histogram: [], beside: null, title: long }],
    ['hundreds of questions', { histogram: Array.from({ length: 1001 }, () => 1), correct: 1000, worth: 1000 }],
  ]

  it.each(cases)('within the picture, and no line on another: %s', (_, given) => {
    const { texts, bars } = layoutOf(result(given), measure)
    for (const { text, x, baseline, width, size } of texts) {
      expect(x, text).toBeGreaterThanOrEqual(64)
      expect(x + width, text).toBeLessThanOrEqual(WIDTH - 64 + 0.01)
      expect(baseline - size, text).toBeGreaterThan(0)
      expect(baseline, text).toBeLessThanOrEqual(HEIGHT - 40)
    }
    for (const [at, one] of texts.entries()) {
      for (const two of texts.slice(at + 1)) {
        const beside = one.x + one.width <= two.x || two.x + two.width <= one.x
        // Capitals of our two families are 0.73 high, what hangs below 0.22.
        const above = one.baseline + 0.22 * one.size <= two.baseline - 0.73 * two.size
        const below = two.baseline + 0.22 * two.size <= one.baseline - 0.73 * one.size
        expect(beside || above || below, `${one.text} on ${two.text}`).toBe(true)
      }
    }
    for (const bar of bars) {
      expect(bar.x).toBeGreaterThanOrEqual(668 - 0.01)
      expect(bar.x + bar.width).toBeLessThanOrEqual(WIDTH - 64 + 0.01)
    }
  })

  it('marks the own bar, last and wide enough to be seen', () => {
    const bars = barsOf(
      Array.from({ length: 1001 }, () => 5),
      1000,
    )
    expect(bars.filter(({ own }) => own)).toHaveLength(1)
    expect(bars.at(-1)).toMatchObject({ own: true, width: 4 })
    expect(barsOf([9000, 1, 0, 40], 1).map(({ height, own }) => [height, own])).toEqual([
      [296, false],
      [4, false],
      [4, true],
    ])
  })

  it('sets what begins from the right that way', () => {
    const placed = texts({ title: 'למערכותהפעלה 2026,2027,2028', name: 'علي' })
    // The second line of the title as well, though it has no letter of its own.
    expect(placed.filter(({ fromRight }) => fromRight).map(({ text }) => text)).toEqual([
      'למערכותהפעלה',
      '2026,2027,2028',
      'علي',
    ])
    expect(inWords(result({ name: 'علي' }))).toContain('Result of \u2068علي\u2069 in')
  })

  it('has a place one marked', () => {
    expect(texts({ rank: 1 }).find(({ text }) => text === '1')?.tone).toBe('marked')
    expect(texts().find(({ text }) => text === '2')?.tone).toBe('ink')
  })
})

describe('lines', () => {
  const wide = (text: string) => text.length

  it('break between words, and within one only where it is wider than a line', () => {
    expect(wrap('one two three', 7, wide)).toEqual(['one two', 'three'])
    expect(wrap('a incomprehensible', 6, wide)).toEqual(['a', 'incomp', 'rehens', 'ible'])
  })

  it('are about as long as one another', () => {
    expect(wrap('one two three four five', 19, wide)).toEqual(['one two three four', 'five'])
    expect(balanced('one two three four five', 19, wide)).toEqual(['one two three', 'four five'])
    expect(balanced('one two', 19, wide)).toEqual(['one two'])
    expect(balanced('a incomprehensible', 6, wide)).toEqual(wrap('a incomprehensible', 6, wide))
    expect(balanced('', 6, wide)).toEqual([])
  })

  it('end with … between characters that a reader sees', () => {
    expect(fitted('short', 5, wide)).toBe('short')
    expect(fitted('a longer one', 8, wide)).toBe('a longe…')
    expect(fitted('a bcdef', 3, wide)).toBe('a…')
    expect(fitted('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15, wide)).toBe('👩‍👩‍👧‍👦…')
  })
})

it('the colours are those of the site', () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  expect(tokens).toContain(`--field: light-dark(${COLOURS.field},`)
  expect(tokens).toContain(`--field-ink: light-dark(${COLOURS.ink},`)
  expect(tokens).toMatch(new RegExp(`--marigold: light-dark\\(#\\w+, ${COLOURS.marigold}\\)`))
})
