/**
 * Rules of the attempts, the list and the results: status by the clock, what a card offers and says, ranks, the file.
 */
import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import { countsAt, mattersFirst, myCounts, nowSentence } from './contestLists'
import {
  actionOf,
  badgeOf,
  besideOthers,
  besidePodium,
  type Correction,
  correctionText,
  factsOf,
  formatDuration,
  isClose,
  type ListedContest,
  lastOfEach,
  medianOf,
  momentOf,
  nextTurn,
  percent,
  podiumOf,
  type ResultRow,
  type ReviewedQuestion,
  reviewCounts,
  reviewVerdict,
  shortId,
  stageOf,
  statusAt,
  untilText,
  voidCount,
} from './model'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.parse('2026-11-20T12:30:00Z')
const ZONE = 'Asia/Kolkata'

function contest(given: Partial<ListedContest> = {}): ListedContest {
  return {
    id: '01a1ebe6-5da2-7d56-9842-fc527abad143',
    title: 'Operating Systems',
    description: '',
    startsAt: NOW - HOUR,
    endsAt: NOW + HOUR,
    isPublic: true,
    questionCount: 12,
    participants: 1204,
    joined: false,
    completed: false,
    answered: 0,
    rank: null,
    own: false,
    ...DEFAULT_RULES,
    ...given,
  }
}
const upcoming = (given: Partial<ListedContest> = {}) =>
  contest({ startsAt: NOW + 3 * HOUR, endsAt: NOW + 4 * HOUR, ...given })
const ended = (given: Partial<ListedContest> = {}) =>
  contest({ startsAt: NOW - 3 * HOUR, endsAt: NOW - 2 * HOUR, ...given })

describe('status by the clock', () => {
  it('includes the start and excludes the end', () => {
    const { startsAt, endsAt } = contest()
    const at = (now: number | null) => statusAt({ startsAt, endsAt }, now ?? 0)
    expect([at(NOW - HOUR - 1), at(NOW - HOUR), at(NOW + HOUR - 1), at(NOW + HOUR)]).toEqual([
      'upcoming',
      'active',
      'active',
      'ended',
    ])
  })

  it('takes a missing date for no bound', () => {
    expect(statusAt({ startsAt: null, endsAt: null }, NOW)).toBe('active')
    expect(statusAt({ startsAt: null, endsAt: NOW }, NOW)).toBe('ended')
    expect(statusAt({ startsAt: NOW + 1, endsAt: null }, NOW)).toBe('upcoming')
  })

  it('knows which turn comes next', () => {
    expect(nextTurn([contest(), upcoming(), ended()], NOW)).toBe(NOW + HOUR)
    expect(nextTurn([ended()], NOW)).toBeNull()
  })
})

describe('a card', () => {
  const part = (given: Partial<ListedContest> = {}) => contest(given)

  it('has one of four badges', () => {
    expect(badgeOf('upcoming', part()).word).toBe('Upcoming')
    expect(badgeOf('active', part({ joined: true })).word).toBe('Active')
    expect(badgeOf('active', part({ joined: true, completed: true })).word).toBe('Active (Completed)')
    expect(badgeOf('ended', part({ completed: true })).word).toBe('Ended')
  })

  it('offers what can be done now', () => {
    const offered = [
      actionOf('upcoming', part()),
      actionOf('active', part()),
      actionOf('active', part({ joined: true })),
      actionOf('active', part({ joined: true, completed: true })),
      actionOf('ended', part({ joined: true, completed: true })),
      actionOf('active', part({ own: true })),
    ]
    expect(offered.map(({ does, label }) => [does, label])).toEqual([
      ['nothing', 'Contest Not Started'],
      ['join', 'Join Contest'],
      ['continue', 'Continue'],
      ['nothing', 'Completed - Wait for Results'],
      ['results', 'View Results'],
      ['manage', 'Manage'],
    ])
  })

  it('says the time that matters', () => {
    const said = (one: ListedContest) => momentOf(one, NOW, ZONE).text
    expect(said(contest({ endsAt: NOW + 12 * MINUTE + 40_000 }))).toBe('Ends in 12 min 40 s')
    expect(said(contest({ endsAt: NOW + 1 }))).toBe('Ends in 1 s')
    expect(said(contest({ endsAt: NOW + 5 * DAY }))).toBe('Ends Wed, 06:00 PM')
    expect(said(contest({ endsAt: null }))).toBe('Open without an end')
    expect(said(contest({ joined: true, completed: true, endsAt: NOW + 3 * HOUR }))).toBe('Results today, 09:00 PM')
    expect(said(upcoming())).toBe('Starts today, 09:00 PM')
    expect(said(upcoming({ startsAt: NOW + 20 * MINUTE }))).toBe('Starts in 20 min')
    expect(said(upcoming({ startsAt: NOW + 3 * DAY }))).toBe('Starts Mon, 06:00 PM')
    expect(said(ended({ endsAt: NOW - 30_000 }))).toBe('Ended just now')
    expect(said(ended({ endsAt: NOW - 2 * HOUR - 61_000 }))).toBe('Ended 2 h 1 min ago')
    expect(said(ended({ endsAt: NOW - DAY }))).toBe('Ended 1 day ago')
    expect(said(ended({ endsAt: NOW - 11 * DAY - HOUR }))).toBe('Ended 11 days ago')
    expect(said(ended({ endsAt: NOW - 80 * DAY }))).toBe('Ended on Sep 1, 2026')
  })

  it('is amber from fifteen minutes and brick from five, but calm for who is done', () => {
    const tone = (left: number, given: Partial<ListedContest> = {}) =>
      momentOf(contest({ endsAt: NOW + left, ...given }), NOW, ZONE).tone
    expect([tone(16 * MINUTE), tone(15 * MINUTE), tone(5 * MINUTE)]).toEqual(['ink', 'amber', 'brick'])
    expect(tone(5 * MINUTE, { joined: true, completed: true })).toBe('ink')
  })

  it('shows the numbers that fit its status', () => {
    const shown = (one: ListedContest) =>
      factsOf(one, statusAt(one, NOW)).map(({ label, value }) => `${label} ${value}`)
    expect(shown(upcoming())).toEqual(['Questions 12', 'Open for 1 h'])
    expect(shown(contest())).toEqual(['Questions 12', 'Participants 1,204'])
    expect(shown(contest({ joined: true, answered: 4 }))[2]).toBe('You answered 4 of 12')
    expect(shown(ended({ joined: true, rank: 14 }))[2]).toBe('Your rank 14')
    expect(shown(ended({ joined: true }))[2]).toBe('Your rank soon')
    expect(shown(ended())[2]).toBe('Your rank not taken')
    expect(shown(ended({ own: true }))).toHaveLength(2)
  })

  it('has a short id', () => {
    expect(shortId(contest().id)).toBe('BAD143')
  })
})

it('sums up what is on', () => {
  const counts = { all: 14, upcoming: 1, active: 2, completed: 11 }
  expect(nowSentence([contest(), contest(), upcoming()], counts, NOW)).toBe(
    'Two are running now. The next one starts in 3\u00a0h.',
  )
  expect(nowSentence([contest(), upcoming({ startsAt: NOW + 30_000 })], { ...counts, active: 1 }, NOW)).toBe(
    'One is running now. The next one starts in a\u00a0minute.',
  )
  expect(nowSentence([ended()], { ...counts, active: 0 }, NOW)).toBe('Nothing is running now.')
  expect(nowSentence(Array(30).fill(contest()), { ...counts, active: 41 }, NOW)).toBe('41 are running now.')
})

it('counts what has turned since the server counted where it stands now', () => {
  const counts = { all: 40, upcoming: 3, active: 30, completed: 7 }
  const pages = [
    {
      contests: [contest({ endsAt: NOW + MINUTE }), contest()],
      total: 40,
      counts: { ...counts, all: 39 },
      page: 1,
      at: 0,
    },
    {
      contests: [upcoming({ startsAt: NOW + MINUTE, endsAt: NOW + HOUR }), ended()],
      total: 40,
      counts,
      page: 2,
      at: NOW,
    },
  ]
  expect(countsAt(pages, NOW)).toEqual(counts)
  expect(countsAt(pages, NOW - 500)).toEqual(counts)
  expect(countsAt(pages, NOW + MINUTE)).toEqual({ all: 40, upcoming: 2, active: 30, completed: 8 })
  expect(countsAt([], NOW)).toBeUndefined()
})

function row(rank: number, given: Partial<ResultRow> = {}): ResultRow {
  return {
    rank,
    userId: `u${rank}`,
    fullName: `Person ${rank}`,
    email: null,
    picture: null,
    correct: 10,
    wrong: 2,
    total: 12,
    durationMs: 238_000,
    ...given,
  }
}

describe('results', () => {
  it('say how one did beside the others, and nothing unkind', () => {
    expect(besideOthers(1, 100)).toBe('ahead of everybody else')
    expect(besideOthers(1, 60)).toBe('nobody is ahead')
    // All the same; or so nearly all that it is no whole percent.
    expect(besideOthers(1, 0)).toBe('nobody is ahead')
    expect(besideOthers(4, 60)).toBe('ahead of 60% of the others')
    expect(besideOthers(6, 0)).toBeNull()
    expect(besideOthers(1, null)).toBeNull()
  })

  it('writes times as people do', () => {
    const times = [0, 9_499, 238_000, 3_723_000].map((ms) => formatDuration(ms))
    expect(times).toEqual(['0:00', '0:09', '3:58', '1:02:03'])
    expect([2_317, 1_600, 60_004].map((ms) => formatDuration(ms, true))).toEqual(['0:02.317', '0:01.600', '1:00.004'])
  })

  it('tell apart what only thousandths of a second do', () => {
    const closeOf = (...rows: (ResultRow | undefined)[]) => rows.map((_, index) => isClose((at) => rows[at], index))
    const [first, second] = [row(1, { durationMs: 2_317 }), row(2, { durationMs: 2_402 })]
    expect(closeOf(first, second)).toEqual([true, true])
    expect(closeOf(first, row(1, { durationMs: 2_317 })), 'they share the rank').toEqual([false, false])
    expect(closeOf(first, row(2, { durationMs: 3_700 })), 'seconds do').toEqual([false, false])
    expect(closeOf(first, row(2, { wrong: 3, durationMs: 2_402 })), 'the wrong answers do').toEqual([false, false])
    const marks = { text: '8', decimal: '8.0000', units: 80_640 }
    const marked = { marks, starred: 1, durationMs: 2_402 }
    expect(closeOf({ ...first, marks, starred: 1 }, row(2, marked))).toEqual([true, true])
    expect(closeOf({ ...first, marks, starred: 2 }, row(2, marked)), 'the starred questions do').toEqual([false, false])
    const more = { ...first, marks: { ...marks, units: 90_720 }, starred: 1 }
    expect(closeOf(more, row(2, marked)), 'the marks of single questions do').toEqual([false, false])
    expect(closeOf(first, undefined, second), 'what is not here yet says nothing').toEqual([false, false, false])
  })

  it('show equal times alike: all of the same seconds with thousandths, or none', () => {
    const closeOf = (rows: ResultRow[]) => rows.map((_, index) => isClose((at) => rows[at], index))
    const at = (rank: number, durationMs: number, correct = 10) => row(rank, { durationMs, correct })
    // Two of one rank, and one a few thousandths behind.
    expect(closeOf([at(1, 900), at(2, 17, 9), at(2, 17, 9), at(4, 41, 9)])).toEqual([false, true, true, true])
    expect(closeOf([at(1, 17), at(2, 41), at(2, 41), at(2, 41), at(5, 2000)])).toEqual([true, true, true, true, false])
    expect(closeOf([at(1, 17), at(1, 17), at(3, 17, 9)]), 'others have fewer right').toEqual([false, false, false])
    expect(podiumOf([at(1, 900), at(2, 17, 9), at(2, 17, 9), at(4, 41, 9)]).map(({ close }) => close)).toEqual([
      false,
      true,
      true,
    ])
  })

  it('say on the podium what decided', () => {
    const told = (...rows: ResultRow[]) => podiumOf(rows).map(({ wrongTells, close }) => [wrongTells, close])
    expect(told(row(1), row(2, { wrong: 3, durationMs: 1000 }))).toEqual([
      [true, false],
      [true, false],
    ])
    const allTell = told(row(1), row(2, { wrong: 3 }), row(3, { correct: 9 }))
    expect(
      allTell.map(([wrongTells]) => wrongTells),
      'on one step, on all',
    ).toEqual([true, true, true])
    expect(told(row(1), row(2, { durationMs: 238_090 }), row(3, { correct: 9 }))).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ])
    const beside = told(row(1, { correct: 12 }), row(2, { correct: 11 }), row(3), row(4, { wrong: 3 }))
    expect(
      beside.map(([wrongTells]) => wrongTells),
      'between the last step and who has none',
    ).toEqual([true, true, true])
    expect(podiumOf([1, 1, 1].map((rank) => row(rank, { correct: 0, wrong: 0 }))), 'nobody has answered').toEqual([])
    const silent = row(3, { correct: 0, wrong: 0 })
    expect(podiumOf([row(1), row(2), silent]).map((place) => place.row.rank)).toEqual([1, 2])
    expect(podiumOf([row(1), silent]), 'nobody to stand beside').toEqual([])
    expect(besidePodium([row(1), row(2), silent, silent])).toBe(0)
  })

  it('puts equal ranks on equal steps', () => {
    const steps = (ranks: number[]) => podiumOf(ranks.map((rank) => row(rank))).map(({ level, tie }) => [level, tie])
    expect(steps([1, 2, 3, 4])).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ])
    expect(steps([1, 1, 3])).toEqual([
      [1, true],
      [1, true],
      [3, false],
    ])
    expect(steps([1, 2, 2])).toEqual([
      [1, false],
      [2, true],
      [2, true],
    ])
    expect(steps([1, 2])).toHaveLength(2)
    expect(steps([1])).toEqual([])
    expect(besidePodium([1, 2, 3, 3, 3, 6].map((rank) => row(rank)))).toBe(2)
  })

  it('finds the middle of a histogram', () => {
    expect(medianOf([0, 1, 2, 5])).toBe(3)
    expect(medianOf([2, 1, 1])).toBe(0)
    expect(medianOf([0, 0])).toBeNull()
    expect([percent(1, 3), percent(0, 0)]).toEqual([33, 0])
  })
})

describe('my contests', () => {
  const one = (id: string, startsIn: number, endsIn: number, part: Partial<ListedContest> = {}): ListedContest => ({
    ...contest(),
    id,
    startsAt: NOW + startsIn * HOUR,
    endsAt: NOW + endsIn * HOUR,
    joined: true,
    ...part,
  })

  it('come by what matters now', () => {
    const mine = [
      one('long over', -50, -49, { completed: true }),
      one('soon over', -1, 1),
      one('just over', -3, -1, { completed: true }),
      one('later over', -1, 5),
      one('tomorrow', 24, 25),
      one('submitted', -1, 1, { completed: true }),
      one('tonight', 4, 5),
    ]
    expect(mattersFirst(mine, NOW).map(({ id }) => id)).toEqual([
      'soon over',
      'later over',
      'submitted',
      'tonight',
      'tomorrow',
      'just over',
      'long over',
    ])
    expect(myCounts(mine, NOW)).toEqual({ all: 7, active: 3, upcoming: 2, ended: 2 })
  })

  it.each([
    [one('a', -1, 1, { own: true }), 'own'],
    [one('a', 1, 2), 'upcoming'],
    [one('a', -1, 1, { joined: false }), 'stranger'],
    [one('a', -1, 1), 'running'],
    [one('a', -1, 1, { completed: true }), 'waiting'],
    [one('a', -2, -1, { completed: true }), 'over'],
    [one('a', -2, -1, { joined: false }), 'missed'],
  ] as const)('stage %#: %s', (given, stage) => {
    expect(stageOf(given, NOW)).toBe(stage)
  })

  it('says how long until', () => {
    expect(untilText(NOW + 3 * HOUR + 59_000, NOW)).toBe('in 3 h')
    expect(untilText(NOW + 61_000, NOW)).toBe('in 1 min 1 s')
    expect(untilText(NOW, NOW)).toBe('in a moment')
  })
})

it('judges answers by the server’s word', () => {
  const question = (
    chosen: string | null,
    correct: boolean,
    marking: ReviewedQuestion['marking'] = 'key',
  ): ReviewedQuestion => ({
    id: 'q',
    text: '?',
    options: ['a', 'b'],
    chosen,
    accepted: ['a'],
    marking,
    correct,
  })
  const questions = [
    question('a', true),
    question('b', false),
    question(null, false),
    question(null, true, 'everyone'),
    question('b', true, 'answered'),
    question(null, false, 'answered'),
    question('b', false, 'void'),
    question(null, false, 'void'),
  ]
  expect(questions.map(reviewVerdict)).toEqual(['right', 'wrong', 'open', 'right', 'right', 'open', 'void', 'void'])
  expect(reviewCounts(questions)).toEqual({ all: 8, partly: 0, wrong: 1, open: 2 })
})

it('takes a question as its last correction left it', () => {
  const correction = (id: string, questionId: string, marking: Correction['marking']): Correction => ({
    id,
    questionId,
    number: 1,
    question: 'What is it?',
    marking,
    accepted: [],
    reason: 'because',
    madeAt: NOW,
  })
  const log = [correction('4', 'b', 'void'), correction('3', 'a', 'everyone'), correction('2', 'a', 'void')]
  expect([...lastOfEach(log).values()].map((one) => one.id)).toEqual(['4', '3'])
  expect(voidCount(log)).toBe(1)
  // Where people have different papers, only what is on the own one.
  const other = { ...correction('5', 'c', 'void'), number: null }
  expect(voidCount([other, ...log])).toBe(1)
  expect(voidCount(log.map((one) => ({ ...one, papers: [1, 2] })))).toBe(0)
  expect(correctionText({ marking: 'key', accepted: [] })).toBe('its key was corrected.')
  expect(correctionText({ marking: 'key', accepted: ['a'] })).toBe('right is “a”.')
  expect(correctionText({ marking: 'key', accepted: ['a', 'b', 'c'] })).toBe('right is “a”, “b” or “c”.')
  expect(correctionText({ marking: 'everyone', accepted: ['a'] })).toBe('everybody has the mark.')
  expect(correctionText({ marking: 'answered', accepted: ['a'] })).toBe('everybody who answered it has the mark.')
  expect(correctionText({ marking: 'answered', accepted: ['a'] }, true)).toBe(
    'everybody who answered it has the marks of a right answer.',
  )
})
