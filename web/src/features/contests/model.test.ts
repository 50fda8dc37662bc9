/** Rules of contests: status, next step, drafts, windows, questions. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import { SKIPPED_HOUR } from '@/lib/time'
import { END_BEFORE_START, END_IN_PAST, START_FROZEN } from './messages'
import {
  type Contest,
  changed,
  checkDraft,
  checkQuestion,
  checkReschedule,
  checkWindow,
  defaultWindow,
  emptyOptionsText,
  followingAnswer,
  LETTERS,
  mayCreate,
  momentOf,
  newDraft,
  nextStep,
  restoredDraft,
  rightOption,
  sameOptionsText,
  shortId,
  statusOf,
  stepsOf,
  windowText,
  withoutOption,
} from './model'

const ZONE = 'Asia/Kolkata'
/** 5:32:10 PM at the institute. */
const NOW = Date.parse('2026-11-20T12:02:10Z')
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

function contest(part: Partial<Contest> = {}): Contest {
  return {
    id: '01a1fb7e-ac2f-77bd-8ab3-3ac6b55e855c',
    title: 'Friday Quiz',
    description: '',
    startsAt: at(60),
    endsAt: at(120),
    isPublic: false,
    frozen: false,
    questionCount: 10,
    participants: 0,
    ...DEFAULT_RULES,
    ...part,
  }
}

describe('where a contest stands', () => {
  it('is active from the start until just before the end', () => {
    const { startsAt, endsAt } = contest()
    expect(statusOf({ startsAt, endsAt }, Date.parse(startsAt) - 1)).toBe('upcoming')
    expect(statusOf({ startsAt, endsAt }, Date.parse(startsAt))).toBe('active')
    expect(statusOf({ startsAt, endsAt }, Date.parse(endsAt) - 1)).toBe('active')
    expect(statusOf({ startsAt, endsAt }, Date.parse(endsAt))).toBe('ended')
  })

  it('says the time that matters', () => {
    expect(momentOf(contest({ startsAt: at(12) }), NOW, ZONE)).toBe('Starts in 12 min')
    expect(momentOf(contest({ startsAt: at(180) }), NOW, ZONE)).toBe('Starts today, 08:32 PM')
    expect(momentOf(contest({ startsAt: at(-5), endsAt: at(10) }), NOW, ZONE)).toBe('Ends in 10 min')
    expect(momentOf(contest({ startsAt: at(-90), endsAt: at(-30) }), NOW, ZONE)).toBe('Ended today, 05:02 PM')
  })

  it('names both ends of the window, the day once', () => {
    const sameDay = { startsAt: '2026-11-20T12:30:00Z', endsAt: '2026-11-20T13:30:00Z' }
    expect(windowText(sameDay, ZONE)).toBe('Nov 20, 2026, 06:00 PM – 07:00 PM')
    const nextDay = { startsAt: '2026-11-20T12:30:00Z', endsAt: '2026-11-20T19:30:00Z' }
    expect(windowText(nextDay, ZONE)).toBe('Nov 20, 2026, 06:00 PM – Nov 21, 2026, 01:00 AM')
  })

  it('has a short id', () => expect(shortId('01a1fb7e-3ac6b55e855c')).toBe('5E855C'))
})

describe('the next useful step', () => {
  const running = { startsAt: at(-10), endsAt: at(10) }
  const over = { startsAt: at(-20), endsAt: at(-10) }
  it.each([
    ['questions', contest({ questionCount: 0 }), false],
    ['questions', contest({ questionCount: 0, isPublic: true, ...running }), false],
    ['preview', contest(), false],
    ['publish', contest(), true],
    ['publish', contest(running), true],
    ['wait', contest({ isPublic: true }), false],
    ['results', contest({ isPublic: true, ...running }), false],
    ['results', contest({ participants: 3, ...running }), false],
    ['results', contest({ questionCount: 0, ...over }), false],
  ])('%s', (key, of, previewed) => {
    expect(nextStep(of, NOW, previewed).key).toBe(key)
  })

  it('marks what is done', () => {
    const states = (of: Contest, previewed: boolean) => stepsOf(of, NOW, previewed).map((step) => step.state)
    expect(states(contest({ questionCount: 0 }), false)).toEqual(['next', 'later', 'later', 'later'])
    expect(states(contest(), false)).toEqual(['done', 'next', 'later', 'later'])
    expect(states(contest(), true)).toEqual(['done', 'done', 'next', 'later'])
    expect(states(contest({ isPublic: true }), false)).toEqual(['done', 'done', 'done', 'later'])
  })
})

describe('drafts and windows', () => {
  it('begin tomorrow evening, by the day of the institute', () => {
    const window = { startDate: '2026-11-21', startTime: '18:00', endDate: '2026-11-21', endTime: '19:00' }
    expect(defaultWindow(NOW, ZONE)).toEqual(window)
    // Half past twelve at night there.
    expect(defaultWindow(Date.parse('2026-11-20T19:00:00Z'), ZONE).startDate).toBe('2026-11-22')
    // A day of 23 hours, and the end of a year.
    expect(defaultWindow(Date.parse('2027-03-28T21:30:00Z'), 'Europe/Berlin').startDate).toBe('2027-03-29')
    expect(defaultWindow(Date.parse('2027-03-27T22:30:00Z'), 'Europe/Berlin').startDate).toBe('2027-03-28')
    expect(defaultWindow(Date.parse('2026-12-31T12:00:00Z'), ZONE).startDate).toBe('2027-01-01')
  })

  it('keep the end an hour after the start until it is chosen', () => {
    const moved = changed(newDraft(NOW, ZONE), { startTime: '23:30' }, ZONE)
    expect([moved.endDate, moved.endTime]).toEqual(['2026-11-22', '00:30'])
    const chosen = changed(moved, { endTime: '02:00' }, ZONE)
    expect(changed(chosen, { startTime: '22:00' }, ZONE).endTime).toBe('02:00')
  })

  it('come back after a reload, with times only where they were chosen and are not over', () => {
    const typed = { ...newDraft(NOW, ZONE), title: 'Quiz', description: 'About it' }
    const later = NOW + 24 * 3_600_000
    expect(restoredDraft(typed, later, ZONE)).toMatchObject({ title: 'Quiz', startDate: '2026-11-22' })
    const chosen = changed(typed, { startDate: '2026-12-01' }, ZONE)
    expect(restoredDraft(chosen, later, ZONE)).toMatchObject({ startDate: '2026-12-01', endDate: '2026-12-01' })
    expect(restoredDraft(chosen, Date.parse('2026-12-02T00:00:00Z'), ZONE).startDate).toBe('2026-12-03')
    expect(restoredDraft(null, NOW, ZONE)).toEqual(newDraft(NOW, ZONE))
    expect(restoredDraft({ title: 7 } as never, NOW, ZONE).title).toBe('')
  })

  it('need all fields and an end after the start, in the zone of the institute', () => {
    expect(Object.keys(checkDraft({ ...newDraft(NOW, ZONE), startTime: '' }, ZONE, NOW))).toEqual([
      'startTime',
      'title',
      'description',
    ])
    const window = defaultWindow(NOW, ZONE)
    expect(checkWindow(window, ZONE, NOW)).toEqual({})
    expect(checkWindow({ ...window, endTime: window.startTime }, ZONE, NOW).endDate).toBe(END_BEFORE_START)
    const past = { startDate: '2026-11-20', startTime: '16:00', endDate: '2026-11-20', endTime: '17:30' }
    expect(checkWindow(past, ZONE, NOW).endDate).toBe(END_IN_PAST)
    expect(checkWindow({ ...past, endTime: '17:33' }, ZONE, NOW)).toEqual({})
  })

  it('do not move the start away from people who joined', () => {
    const fields = { startDate: '2026-11-20', startTime: '20:00', endDate: '2026-11-20', endTime: '21:00' }
    const taken = contest({ frozen: true, startsAt: at(-10), endsAt: at(60) })
    expect(checkReschedule(fields, taken, ZONE, NOW).startDate).toBe(START_FROZEN)
    expect(checkReschedule({ ...fields, startTime: '17:00' }, taken, ZONE, NOW)).toEqual({})
    expect(checkReschedule(fields, contest(), ZONE, NOW)).toEqual({})
  })
})

describe('questions', () => {
  const good = { text: 'Why?', options: ['a', 'b', 'c', 'd'], answer: 'b' }
  it.each([
    [good, {}],
    [{ ...good, text: ' ' }, { text: 'Please enter a question' }],
    [{ ...good, options: ['a', '', 'c', 'd'], answer: 'a' }, { options: 'All options must have values' }],
    [{ ...good, options: ['a', 'b', 'a ', 'd'] }, { options: 'The four options must be different from each other' }],
    [{ ...good, answer: '' }, { answer: 'Please select an answer' }],
    [{ ...good, answer: 'e' }, { answer: 'The answer must match one of the options exactly' }],
  ])('%j', (question, errors) => {
    expect(checkQuestion(question)).toEqual(errors)
  })

  it('warn about options that say the same', () => {
    expect(sameOptionsText(['', 'x', '', ' x'])).toBe('Options B and D say the same')
    expect(sameOptionsText(['', '', '', ''])).toBe('')
    expect(sameOptionsText(['Don’t know', '25', "Don't  know", '2⁵'])).toBe('Options A and C say the same')
    expect(sameOptionsText(['\u200b', '\ufeff', '25', '2⁵'])).toBe('')
  })

  it.each([2, 3, 5, 8])('may have %i options', (count) => {
    const options = LETTERS.slice(0, count)
    expect(checkQuestion({ text: 'Why?', options, answer: 'B' })).toEqual({})
    const twins = [...options.slice(1), 'B']
    expect(checkQuestion({ text: 'Why?', options: twins, answer: 'B' })).toEqual({
      options: 'The options must be different from each other',
    })
    const blank = [...options.slice(1), ' ']
    expect(checkQuestion({ text: 'Why?', options: blank, answer: 'B' })).toEqual({
      options: 'All options must have values',
    })
    expect(emptyOptionsText(blank)).toBe(`Option ${LETTERS[count - 1]} is empty`)
  })

  it.each([0, 1, 9])('may not have %i options', (count) => {
    const options = Array.from({ length: count }, (_, at) => `option ${at}`)
    expect(checkQuestion({ text: 'Why?', options, answer: 'option 0' }).options).toBe(
      'A question has two to eight options',
    )
  })

  it('name the options that are empty', () => {
    expect(emptyOptionsText(['a', 'b'])).toBe('')
    expect(emptyOptionsText(['', 'b', '\u200b', 'd', ''])).toBe('Options A, C and E are empty')
  })

  it('lose their answer with the option it names, unless another says the same', () => {
    const five = { options: ['a', 'b', 'c', 'd', 'e'], answer: 'c' }
    expect(withoutOption(five, 0)).toEqual({ options: ['b', 'c', 'd', 'e'], answer: 'c' })
    expect(withoutOption(five, 2)).toEqual({ options: ['a', 'b', 'd', 'e'], answer: '' })
    expect(withoutOption({ options: ['a', 'c', 'c '], answer: 'c' }, 1)).toEqual({ options: ['a', 'c '], answer: 'c' })
    expect(withoutOption({ ...five, answer: 'f' }, 2).answer, 'what named none is left to its author').toBe('f')
  })

  it('name the right option by its place', () => {
    expect(rightOption(['2\u2075', '25', 'x'], ' 25 ')).toBe(1)
    expect(rightOption(['Don’t know', 'Yes'], "Don't  know")).toBe(0)
    expect(rightOption(['a', ''], '')).toBeNull()
    expect(rightOption(['a', 'b'], 'c')).toBeNull()
  })

  it('let the answer follow the option it names', () => {
    expect(followingAnswer(['a', 'b', 'c', 'd'], 1, 'beta', 'b')).toBe('beta')
    expect(followingAnswer(['a', 'b', 'c', 'd'], 0, 'alpha', 'b')).toBe('b')
    expect(followingAnswer(['b', 'b', 'c', 'd'], 0, 'alpha', 'b')).toBe('b')
    expect(followingAnswer(['a', '', 'c', 'd'], 1, 'b', '')).toBe('')
  })
})

it('creating takes a creation, unless nothing is sold or an administrator asks', () => {
  expect(mayCreate({ roles: ['USER'], contestCredits: 0 }, true)).toBe(false)
  expect(mayCreate({ roles: ['USER'], contestCredits: 1 }, true)).toBe(true)
  expect(mayCreate({ roles: ['USER'], contestCredits: 0 }, false)).toBe(true)
  expect(mayCreate({ roles: ['ADMIN', 'USER'], contestCredits: 0 }, true)).toBe(true)
})

it('refuses an hour that summer time skips', () => {
  const fields = { startDate: '2027-03-28', startTime: '02:30', endDate: '2027-03-28', endTime: '02:59' }
  const now = Date.parse('2027-01-01T00:00:00Z')
  expect(checkWindow(fields, 'Europe/Berlin', now)).toEqual({ startTime: SKIPPED_HOUR, endTime: SKIPPED_HOUR })
  expect(checkWindow(fields, 'Asia/Kolkata', now)).toEqual({})
})
