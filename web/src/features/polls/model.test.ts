/** The rules of the poll screens. */
import { describe, expect, it } from 'vitest'
import { SKIPPED_HOUR } from '@/lib/time'
import {
  checkDraft,
  type Draft,
  isBegun,
  isOwnVote,
  mayCreate,
  momentOf,
  momentsOf,
  newDraft,
  nextTurn,
  nowSentence,
  type Poll,
  restoredDraft,
  resultText,
  shareTexts,
  spokenTally,
  statusAt,
  winnersOf,
  withStart,
  withTally,
} from './model'

const ZONE = 'Asia/Kolkata'
const NOW = Date.parse('2026-11-20T12:30:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const poll = (votes: number[], part: Partial<Poll> = {}): Poll => ({
  id: 'p1',
  title: 'Sunday?',
  organization: 'Mess',
  options: votes.map((count, at) => ({ name: 'ABCDEFGHIJ'[at] ?? '', votes: count })),
  voters: votes.reduce((sum, count) => sum + count, 0),
  startsAt: NOW - HOUR,
  endsAt: NOW + HOUR,
  voted: false,
  own: false,
  ...part,
})

describe('where a poll stands', () => {
  it.each([
    [-1, 'upcoming'],
    [0, 'active'],
    [59_999, 'active'],
    [60_000, 'ended'],
  ] as const)('after %i ms it is %s', (after, status) => {
    expect(statusAt({ startsAt: NOW, endsAt: NOW + MINUTE }, NOW + after)).toBe(status)
  })

  it.each([
    [{ startsAt: NOW + 90 * MINUTE, endsAt: NOW + 99 * HOUR }, 'Starts in 1 h 30 min', 'ink'],
    [{ startsAt: NOW + 30 * HOUR, endsAt: NOW + 99 * HOUR }, 'Starts tomorrow, 12:00 AM', 'ink'],
    [{ startsAt: NOW, endsAt: NOW + 20 * MINUTE }, 'Ends in 20 min', 'ink'],
    [{ startsAt: NOW, endsAt: NOW + 12 * MINUTE + 40_000 }, 'Ends in 12 min 40 s', 'amber'],
    [{ startsAt: NOW, endsAt: NOW + 300 }, 'Ends in 1 s', 'brick'],
    [{ startsAt: NOW - HOUR, endsAt: NOW - 5000 }, 'Ended just now', 'ink'],
    [{ startsAt: NOW - 9 * HOUR, endsAt: NOW - 3 * HOUR - 20 * MINUTE }, 'Ended 3 h 20 min ago', 'ink'],
  ])('says %o as %s', (window, text, tone) => {
    const said = momentOf(window, NOW, ZONE)
    if (text.startsWith('Starts tomorrow')) expect(said.text).toMatch(/^Starts (tomorrow|Sun), /)
    else expect(said).toEqual({ text, tone })
  })

  it('knows when the next one turns', () => {
    expect(nextTurn([], NOW)).toBeNull()
    expect(nextTurn([poll([0, 0], { startsAt: NOW - 2, endsAt: NOW })], NOW)).toBeNull()
    expect(nextTurn([poll([0, 0]), poll([0, 0], { startsAt: NOW + 5, endsAt: NOW + 9 })], NOW)).toBe(NOW + 5)
  })

  it('says what is on', () => {
    const counts = { all: 2, upcoming: 1, active: 1, ended: 0 }
    const soon = poll([0, 0], { startsAt: NOW + 3 * HOUR, endsAt: NOW + 9 * HOUR })
    expect(nowSentence([poll([1, 2]), soon], counts, NOW)).toBe('One poll is open. The next one opens in 3 h.')
    expect(nowSentence([], { ...counts, active: 0 }, NOW)).toBe('No poll is open.')
    expect(nowSentence([], { ...counts, active: 3 }, NOW)).toBe('3 polls are open.')
  })
})

describe('results', () => {
  it.each([
    [0, 0, '0%'],
    [0, 9, '0%'],
    [1, 3, '33%'],
    [2, 3, '67%'],
    [1, 1000, '<1%'],
    [999, 1000, '>99%'],
    [7, 7, '100%'],
  ])('%i of %i is %s', (votes, voters, text) => {
    expect(shareTexts(poll([votes, voters - votes]).options)[0]).toBe(text)
  })

  it('adds up to 100 %', () => {
    expect(shareTexts(poll([1, 1, 1]).options)).toEqual(['33%', '33%', '33%'])
    expect(shareTexts(poll([3, 3, 1, 1]).options)).toEqual(['38%', '38%', '12%', '12%'])
  })

  it('finds who won, and ties', () => {
    expect(winnersOf(poll([0, 0]).options)).toEqual([])
    expect(winnersOf(poll([1, 3, 2]).options)).toEqual([1])
    expect(winnersOf(poll([3, 1, 3]).options)).toEqual([0, 2])
    expect([poll([0, 0]), poll([1, 3]), poll([2, 2])].map(resultText)).toEqual([
      'Nobody voted',
      'B (75%)',
      'A tie of 2 options',
    ])
    expect(spokenTally(poll([1, 0]))).toBe('1 vote so far. A: 1, B: 0.')
  })

  it('takes newer numbers and passes over older ones', () => {
    const tally = { votes: [2, 3], voters: 5, startsAt: NOW, endsAt: NOW + 2 * HOUR }
    expect(withTally(poll([1, 3]), tally)).toMatchObject({ voters: 5, endsAt: NOW + 2 * HOUR })
    expect(withTally(poll([1, 3]), tally).options.map(({ votes }) => votes)).toEqual([2, 3])
    expect(withTally(poll([2, 4]), tally)).toMatchObject({ voters: 6, endsAt: NOW + 2 * HOUR })
    expect(withTally(poll([1, 3, 0]), tally).voters).toBe(4)
  })
})

describe('the form', () => {
  const filled = (part: Partial<Draft> = {}): Draft => ({
    ...newDraft(NOW, ZONE),
    title: 'Sunday?',
    organization: 'Mess',
    options: ['Dosa', 'Idli'],
    ...part,
  })

  it('begins with two options, from now for a day', () => {
    expect(newDraft(NOW, ZONE)).toMatchObject({
      options: ['', ''],
      start: '2026-11-20T18:00',
      end: '2026-11-21T18:00',
    })
    expect(momentsOf(filled(), NOW + 7, ZONE).startsAt).toBe(NOW + 7)
  })

  it('says what the specification says', () => {
    const nothing = { ...newDraft(NOW, ZONE), start: '', end: '', startChosen: true, title: '  ' }
    expect(checkDraft(nothing, NOW, ZONE)).toEqual({
      title: 'Poll title is required',
      organization: 'Organization name is required',
      start: 'Start time is required',
      end: 'End time is required',
      options: ['Option 1 cannot be empty', 'Option 2 cannot be empty'],
    })
    expect(checkDraft(filled(), NOW, ZONE)).toEqual({})
  })

  it.each([
    ['2026-11-20T19:00', 'End time must be after start time'],
    ['2026-11-20T18:30', 'End time must be after start time'],
  ])('refuses the end %s after the start 19:00', (end, error) => {
    const draft = filled({ start: '2026-11-20T19:00', startChosen: true, end })
    expect(checkDraft(draft, NOW, ZONE)).toEqual({ end: error })
  })

  it('refuses what is over already', () => {
    const draft = filled({ start: '2026-11-19T19:00', startChosen: true, end: '2026-11-20T17:00' })
    expect(checkDraft(draft, NOW, ZONE)).toEqual({ end: 'The end must be in the future' })
  })

  it('marks the empty option and the one that is there twice', () => {
    expect(checkDraft(filled({ options: ['Dosa', ' ', 'DOSA '] }), NOW, ZONE).options).toEqual([
      '',
      'Option 2 cannot be empty',
      'Options 1 and 3 are the same',
    ])
    expect(checkDraft(filled({ options: ['Don’t know', '\u200b', "DON'T  KNOW"] }), NOW, ZONE).options).toEqual([
      '',
      'Option 2 cannot be empty',
      'Options 1 and 3 are the same',
    ])
    expect(checkDraft(filled({ options: ['2⁵', '25'] }), NOW, ZONE).options).toBeUndefined()
  })

  it('moves the end along until somebody chose it', () => {
    expect(withStart(filled(), '2026-12-01T09:00', ZONE).end).toBe('2026-12-02T09:00')
    expect(withStart(filled({ endChosen: true }), '2026-12-01T09:00', ZONE).end).toBe('2026-11-21T18:00')
  })

  it('comes back as it was left, with times only while they are to come', () => {
    const left = filled({ start: '2026-11-20T20:00', end: '2026-11-20T21:00', startChosen: true, endChosen: true })
    expect(restoredDraft(left, NOW, ZONE)).toEqual(left)
    const late = restoredDraft(left, NOW + 24 * HOUR, ZONE)
    expect(late).toMatchObject({ title: 'Sunday?', start: '2026-11-21T18:00', startChosen: false })
    const odd = { options: ['x', 3], title: 7 } as unknown as Partial<Draft>
    expect(restoredDraft(odd, NOW, ZONE)).toMatchObject({ title: '', options: ['x', ''] })
    expect([isBegun(null), isBegun(newDraft(NOW, ZONE)), isBegun({ options: ['', 'x'] })]).toEqual([false, false, true])
  })

  it('is for those who may', () => {
    const person = { roles: ['USER'], pollCredits: 0 }
    expect(mayCreate(person, true)).toBe(false)
    expect(mayCreate(person, false)).toBe(true)
    expect(mayCreate({ ...person, pollCredits: 1 }, true)).toBe(true)
    expect(mayCreate({ ...person, roles: ['ADMIN'] }, true)).toBe(true)
  })
})

describe('whose vote it is', () => {
  const before = poll([3, 1])
  it.each([
    ['the option has more, and there was no vote of the person before', before, poll([3, 2], { voted: true }), true],
    ['others have voted, too', before, poll([9, 5], { voted: true }), true],
    ['another option has more', before, poll([4, 1], { voted: true }), false],
    ['there was a vote before', { ...before, voted: true }, poll([3, 2], { voted: true }), false],
    ['there is none', before, poll([3, 2]), false],
  ])('%s', (_, known, now, own) => {
    expect(isOwnVote(known, now, 1)).toBe(own)
  })
})

it('refuses an hour that summer time skips', () => {
  const now = Date.parse('2027-01-01T00:00:00Z')
  const draft = {
    ...newDraft(now, 'Europe/Berlin'),
    start: '2027-03-28T02:30',
    startChosen: true,
    end: '2027-03-28T02:59',
  }
  expect(checkDraft(draft, now, 'Europe/Berlin')).toMatchObject({ start: SKIPPED_HOUR, end: SKIPPED_HOUR })
})

it('an option from right to left does not change places with its share', () => {
  const options = [
    { name: 'שלום', votes: 3 },
    { name: 'Hello', votes: 1 },
  ]
  expect(resultText({ options, voters: 4 })).toBe('\u2068שלום\u2069 (75%)')
  expect(spokenTally({ options, voters: 4 })).toContain('\u2068שלום\u2069: 3, Hello: 1')
})
