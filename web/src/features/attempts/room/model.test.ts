/** The rules of the clock, the phases and the answers. */
import { describe, expect, it } from 'vitest'
import { ENDS_ANSWER } from '../model'
import type { Entry } from './answerStore'
import { HURRY, keysOn } from './messages'
import {
  announced,
  clockTone,
  count,
  firstIndex,
  givenAnswers,
  isEndedNow,
  isLocked,
  lostOf,
  optionOfKey,
  phaseOf,
  secondsLeft,
  setTrouble,
  toneReason,
} from './model'

const window = { startsAt: 1000, endsAt: 5000, joined: true, submitted: false }

describe('who ended it', () => {
  it('is the organiser only when an end that was ahead is here at once', () => {
    expect(isEndedNow(60_000, 10_000, 10_050)).toBe(true)
    expect(isEndedNow(60_000, 10_000, 9_000)).toBe(true)
    expect(isEndedNow(60_000, 15_000, 10_000)).toBe(false)
    expect(isEndedNow(10_000, 60_000, 10_050)).toBe(false)
  })
})

describe('the moment', () => {
  it('is open from the start on, and over at the end', () => {
    expect([999, 1000, 4999, 5000].map((now) => phaseOf(window, now))).toEqual(['before', 'open', 'open', 'over'])
  })
  it('asks to join, and knows a submitted attempt until the end', () => {
    expect(phaseOf({ ...window, joined: false }, 2000)).toBe('not-joined')
    expect(phaseOf({ ...window, submitted: true }, 2000)).toBe('submitted')
    expect(phaseOf({ ...window, submitted: true }, 6000)).toBe('over')
  })
})

describe('the clock', () => {
  it('is green, yellow at 900 seconds or fewer, red at 300 or fewer', () => {
    expect([901, 900, 301, 300, 0].map(clockTone)).toEqual(['lawn', 'amber', 'amber', 'brick', 'brick'])
    expect([901, 900, 301, 300, 1, 0].map(toneReason)).toEqual([
      '',
      'Under 15 min left',
      'Under 15 min left',
      HURRY,
      HURRY,
      '',
    ])
  })
  it('reaches zero at the end, not before', () => {
    expect(secondsLeft(5000, 4001)).toBe(1)
    expect(secondsLeft(5000, 5000)).toBe(0)
    expect(secondsLeft(5000, 9000)).toBe(0)
  })
  it('speaks at 15, 5 and 1 minute and at the end, once', () => {
    expect(announced(901, 900)).toMatch('15 minutes')
    expect(announced(900, 899)).toBeNull()
    expect(announced(400, 250)).toMatch('5 minutes')
    expect(announced(1000, 50)).toMatch('One minute')
    expect(announced(1, 0)).toMatch("Time's up")
  })
})

const row = (question: string, state: Entry['state'], more: Partial<Entry> = {}): Entry => ({
  user: 'u',
  contest: 'c',
  question,
  choice: 'x',
  at: 1,
  state,
  ...more,
})
const questions = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id, options: ['x', 'y'] }))

describe('answers', () => {
  const given = givenAnswers({ a: 'y' }, [row('a', 'waiting'), row('b', 'waiting'), row('c', 'refused')])
  it('what the server lists is saved, whatever the device believes', () => {
    expect(given.get('a')).toMatchObject({ choice: 'y', state: 'saved' })
  })
  it('counts what is saved, here only, and refused', () => {
    expect(count(questions, given)).toEqual({ saved: 1, device: 1, refused: 1, answered: 2 })
  })
  it('remembers that another answer was stored', () => {
    const other = givenAnswers({ a: 'y' }, [row('a', 'saved', { choice: 'y', instead: 'x' })])
    expect(other.get('a')).toMatchObject({ choice: 'y', instead: 'x' })
  })
  it('locks once chosen; a refusal that is not about time can be answered anew', () => {
    expect(isLocked(undefined)).toBe(false)
    expect(isLocked(given.get('b'))).toBe(true)
    expect(isLocked({ choice: 'x', state: 'refused', code: 'contest_ended' })).toBe(true)
    expect(isLocked({ choice: 'x', state: 'refused', code: 'invalid' })).toBe(false)
  })
  it('counts whatever was refused for good as lost, by what the person can make of it', () => {
    const refused = (code: string, n: number) => row(`${code} ${n}`, 'refused', { code })
    const rows = [
      row('a', 'waiting'),
      row('b', 'saved'),
      row('c', 'saved', { instead: 'y' }),
      refused('contest_ended', 1),
      refused('contest_ended', 2),
      refused('already_submitted', 1),
      refused('not_joined', 1),
      refused('missing', 1),
      refused('not_delivered', 1),
      row('d', 'refused'),
    ]
    expect(lostOf(rows)).toEqual({ late: 2, submitted: 1, other: 4 })
    // A refusal that is added there is counted here.
    for (const code of ENDS_ANSWER) {
      if (code === 'already_answered') continue
      const { late, submitted, other } = lostOf([refused(code, 1)])
      expect(late + submitted + other, code).toBe(1)
    }
  })
  it('comes in where the person was, else at the first open question', () => {
    expect(firstIndex(questions, given, 2)).toBe(2)
    expect(firstIndex(questions, given, 9)).toBe(3)
    expect(firstIndex(questions, new Map(), undefined)).toBe(0)
  })
})

describe('keys and sets', () => {
  it.each([2, 3, 4, 5, 6, 7, 8])('letters and numbers mean options of %i, and beyond them nothing', (many) => {
    const means = (keys: string) => Array.from(keys, (key) => optionOfKey(key, many))
    const places = Array.from({ length: 8 }, (_, at) => (at < many ? at : -1))
    for (const keys of ['abcdefgh', 'ABCDEFGH', '12345678']) expect(means(keys)).toEqual(places)
    expect(means('0iIjm9M@`[ßı')).toEqual(Array(12).fill(-1))
    for (const key of ['', 'Enter', 'ArrowLeft', 'Dead', 'F1', '11']) expect(optionOfKey(key, many), key).toBe(-1)
  })
  it('no option is meant where a question has none', () => {
    expect(['a', '1', '0', ''].map((key) => optionOfKey(key, 0))).toEqual([-1, -1, -1, -1])
  })
  it('says which keys choose, for four options in the words of before', () => {
    expect([2, 3, 4, 5, 8].map(keysOn)).toEqual([
      'Press A or B to choose, ← → to move, M to mark for review.',
      'Press A–C to choose, ← → to move, M to mark for review.',
      'Press A–D to choose, ← → to move, M to mark for review.',
      'Press A–E to choose, ← → to move, M to mark for review.',
      'Press A–H to choose, ← → to move, M to mark for review.',
    ])
    expect(keysOn(0)).toBe('Press ← → to move, M to mark for review.')
  })
  it('says what is wrong with a set of questions', () => {
    expect(setTrouble(undefined)).toBe('QuestionSet is missing from contest data.')
    expect(setTrouble({})).toMatch('QuestionSet is not an array.')
    expect(setTrouble([])).toBe('No questions available for this contest.')
    expect(setTrouble(questions)).toBeNull()
  })
})
