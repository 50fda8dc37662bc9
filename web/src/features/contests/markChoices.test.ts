/** The choice of marks: what a preset brings, the order of equal marks, and what the folded line says. */
import { expect, it } from 'vitest'
import { DEFAULT_RULES, hasMarks, type MarkRules, type TieBreak } from '@/api/contestRules'
import {
  ALL_TIE_BREAKS,
  PRESETS,
  placeOfStars,
  questionMarksLine,
  tieBreaksAt,
  withPreset,
  withRestored,
  withTieBreak,
} from './markChoices'
import { marksLine, rulesInWords } from './ruleChoices'

const rules = (part: Partial<MarkRules> = {}) => ({ ...DEFAULT_RULES, ...part })

it('a contest has no marks until one chooses some', () => {
  expect(hasMarks(DEFAULT_RULES)).toBe(false)
  for (const { preset } of PRESETS) expect(hasMarks(rules(withPreset(preset))), preset).toBe(preset !== 'plain')
  expect(hasMarks(rules({ preset: 'own' }))).toBe(true)
  expect(hasMarks(rules({ tieBreak: ['less_time'] }))).toBe(true)
  expect(hasMarks(rules({ floor: 'total' }))).toBe(true)
})

it('a preset brings its amounts and leaves the rest, plain takes everything back', () => {
  const chosen = rules({ floor: 'total', tieBreak: ['more_right'] })
  const jee = { ...chosen, ...withPreset('jee_main') }
  expect(jee).toEqual({ ...chosen, preset: 'jee_main', right: '4', wrong: '-1' })
  expect({ ...jee, ...withPreset('plain') }).toEqual(DEFAULT_RULES)
})

it('own marks begin with those that were there', () => {
  expect({ ...rules(withPreset('gate')), ...withPreset('own') }).toMatchObject({
    preset: 'own',
    right: '1',
    wrong: '-1/3',
  })
})

it('says in the folded line what is set, and nothing of marks where there are none', () => {
  expect(marksLine(DEFAULT_RULES)).toBeNull()
  const line = (part: Partial<MarkRules>) => marksLine(rules(part))
  expect(PRESETS.slice(1).map(({ preset }) => line(withPreset(preset)))).toEqual([
    'marks +4, −1',
    'marks +4, −1',
    'marks +1, −⅓',
    'marks +2, −⅔',
    'marks +1, −0.25',
    'marks +3, −1',
    'marks +1, −0.5',
  ])
  expect(line({ preset: 'own', right: ' +2.5 ', wrong: '–1/2' })).toBe('marks +2.5, −1/2')
  expect(line({ preset: 'own', right: '2', wrong: '0' })).toBe('marks +2, 0')
  expect(line({ preset: 'own', right: '2', wrong: ' ' })).toBe('own marks')
  expect(line({ ...withPreset('cat'), floor: 'total' })).toBe('marks +3, −1, no total below 0')
  expect(line({ ...withPreset('cat'), floor: 'question' })).toBe('marks +3, −1, no question below 0')
  const closed = rulesInWords(DEFAULT_RULES)
  expect(closed).toBe('answers hidden after the end')
  expect(rulesInWords(rules(withPreset('cat')))).toBe(`marks +3, −1 · ${closed}`)
})

it('puts equal marks in another order, each thing at most once and none lost', () => {
  const usual = DEFAULT_RULES.tieBreak
  expect(withTieBreak(usual, 0, 'less_time')).toEqual(['less_time', 'fewer_wrong'])
  expect(withTieBreak(usual, 0, 'more_right')).toEqual(['more_right', 'less_time'])
  expect(withTieBreak(usual, 2, 'more_right')).toEqual(['fewer_wrong', 'less_time', 'more_right'])
  expect(withTieBreak(usual, 1, null)).toEqual(['fewer_wrong'])
  expect(withTieBreak(usual, 0, null)).toEqual([])
  expect(withTieBreak([], 0, 'less_time')).toEqual(['less_time'])
  expect(usual, 'the given one stays').toEqual(['fewer_wrong', 'less_time'])
})

it('brings back what a place was left with, in the place where it was cut off and nowhere else', () => {
  const cut: TieBreak[] = ['fewer_wrong', 'less_time', 'more_right']
  expect(withRestored([], cut, 0, 'fewer_wrong')).toEqual(cut)
  expect(withRestored([], cut, 0, 'more_right')).toEqual(['more_right', 'less_time', 'fewer_wrong'])
  expect(withRestored(['fewer_wrong'], cut, 1, 'less_time')).toEqual(cut)
  expect(withRestored(['more_right'], cut, 1, 'less_time'), 'another by now').toEqual(['more_right', 'less_time'])
  expect(withRestored(cut, [], 1, null)).toEqual(['fewer_wrong'])
})

it('offers at each place what has not decided before', () => {
  expect(tieBreaksAt(['fewer_wrong', 'less_time'], 0)).toEqual(ALL_TIE_BREAKS)
  expect(tieBreaksAt(['fewer_wrong', 'less_time'], 2)).toEqual(['more_right', 'starred'])
  expect(tieBreaksAt(['starred', 'fewer_wrong', 'less_time'], 3)).toEqual(['more_right'])
})

it('says in the folded line of a question what its answers give, as it is being typed', () => {
  const cat = rules(withPreset('cat'))
  const line = (right: string, wrong: string) => questionMarksLine(cat, { marks: { right, wrong } })
  expect(questionMarksLine(cat, {})).toBe('as the contest: +3, −1')
  expect(line(' ', '')).toBe('as the contest: +3, −1')
  expect(line('+6 ', '–5/3')).toBe('+6, −1⅔')
  expect(line('', '0')).toBe('+3, 0')
  expect(questionMarksLine(cat, { starred: true })).toBe('as the contest: +3, −1 · starred')
})

it('knows what a star does', () => {
  expect(
    PRESETS.map(({ preset }) => placeOfStars(rules(withPreset(preset)))),
    'in no preset',
  ).not.toContain('first')
  expect(placeOfStars(rules({ tieBreak: ['starred', 'less_time'] }))).toBe('first')
  expect(placeOfStars(rules({ tieBreak: ['less_time', 'starred'] }))).toBe('later')
  expect(placeOfStars(rules({ tieBreak: [] }))).toBe('none')
})
