/**
 * A contest with marks, as those who take it meet it: the rule before they begin and above each question, their marks on the
 * board, in their result and with their answers. All amounts are the server's texts.
 */
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { attempt } from './attemptFixture'
import { Podium } from './components/Podium'
import { atMost, YOUR_ANSWERS, YOUR_RESULT } from './messages'
import type { ResultRow } from './model'
import { closeOutbox } from './outbox'
import ContestDetailsPage from './pages/ContestDetailsPage'
import ContestListPage from './pages/ContestListPage'
import ResultsPage from './pages/ResultsPage'
import TakeContestPage from './pages/TakeContestPage'
import { NEXT, SUBMIT, SUBMIT_TITLE } from './room/messages'
import { answersGive, RANK_RULE, START } from './roomPanelMessages'

const HOUR = 3_600_000
const iso = (ms: number) => new Date(Date.now() + ms).toISOString()
const ID = '01a1ebe6-5da2-7d56-9842-fc527abad143'
const RULE = 'Each right answer gives +4, each wrong answer −1, an unanswered question 0.'
const WORDS = { marksShown: RULE, questionMarks: '+4, −1' }
const SCHEME = { preset: 'jee_main', right: '4', wrong: '-1', floor: 'none', tieBreak: ['fewer_wrong', 'less_time'] }

const PAGES = {
  '/contest': ContestListPage,
  '/my-contests/$contestId': ContestDetailsPage,
  '/result': ResultsPage,
  '/ContestQuestion': TakeContestPage,
}
const show = (at: string, answers: Record<string, Answer>) => {
  serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), ...answers })
  return showPage(PAGES, at, 'site/member')
}

const listed = (given: object = {}) => ({
  _id: ID,
  title: 'Operating Systems',
  description: '',
  startDate: iso(-HOUR),
  endDate: iso(HOUR),
  isPublic: true,
  answersShown: true,
  ...SCHEME,
  questionCount: 3,
  participants: 3,
  joined: false,
  completed: false,
  answered: 0,
  rank: null,
  own: false,
  invited: false,
  ...given,
})
const head = (given: object = {}) => ({ body: { ...listed(), ...WORDS, serverNow: iso(0), ...given } })
const OVER = { startDate: iso(-2 * HOUR), endDate: iso(-HOUR), joined: true, completed: true }

const marks = (text: string, exact: string, decimal: string, units: number) => ({
  marks: exact,
  marksText: text,
  marksDecimal: decimal,
  marks10080: units,
})
const row = (rank: number, fullName: string, correct: number, wrong: number, of: object, userId = fullName) => ({
  rank,
  fullName,
  userId,
  email: null,
  profileImage: null,
  correctAnswerCount: correct,
  wrongAnswerCount: wrong,
  totalAnswered: correct + wrong,
  durationMs: 65_000 * rank,
  ...of,
})
/** Two right are worth less than two right and none wrong; a third has less than nothing. */
const ROWS = [
  row(1, 'Meera Krishnan', 2, 0, marks('8', '8', '8.0000', 80_640)),
  row(2, 'Ananya Sharma', 2, 1, marks('7', '7', '7.0000', 70_560), 'u1'),
  row(3, 'Ishaan Bose', 0, 1, marks('−1', '-1', '-1.0000', -10_080)),
]
const BOARD = { marksShown: RULE, mostMarks: '12' }
const results = (rows = ROWS, given: object = BOARD) => {
  const data = { results: rows, totalParticipants: rows.length }
  const all = { total: rows.length, success: true, final: true, ...given }
  return {
    [`GET /contest/${ID}`]: head(OVER),
    [`GET /contests/${ID}/standing`]: {
      body: {
        ...all,
        you: rows.find(({ userId }) => userId === 'u1') ?? null,
        betterThanPercent: 50,
        histogram: [1, 0, 2, 0],
        questionCount: 3,
        totalParticipants: rows.length,
        seesAll: false,
      },
    },
    [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
    'POST /post/results': { body: { ...all, ...data, data, serverNow: iso(0) } },
  }
}

// jsdom opens none.
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})
afterEach(() => closeOutbox(null))

describe('before one begins', () => {
  it('the window about a contest in the list says the rule, its card what answers give', async () => {
    const body = {
      success: true,
      contests: [listed()],
      total: 1,
      counts: { all: 1, upcoming: 0, active: 1, completed: 0 },
    }
    await show('/contest', {
      'GET /post/getallcontest': { body: { ...body, serverNow: iso(0) } },
      [`GET /contest/${ID}`]: head(),
    })
    const card = await screen.findByRole('article', { name: 'Operating Systems' })
    expect(within(card).getByText('Marks').nextSibling).toHaveTextContent(/^\+4, −1$/)
    expect(card).not.toHaveTextContent(RULE)
    await userEvent.click(within(card).getByRole('button', { name: 'Operating Systems' }))
    const dialog = await screen.findByRole('dialog', { name: 'Operating Systems' })
    expect(await within(dialog).findByText(RULE, { exact: false })).toBeInTheDocument()
  })

  it.each([
    ['the waiting room', { startDate: iso(HOUR), endDate: iso(2 * HOUR) }],
    ['the page of one that runs', {}],
  ])('%s says the rule, once', async (_, given) => {
    await show(`/my-contests/${ID}`, { [`GET /contest/${ID}`]: head(given) })
    expect(await screen.findAllByText(RULE, { exact: false })).toHaveLength(1)
  })

  it('whoever is about to start reads the rule in the place of the usual one, and it is above each question', async () => {
    const started = attempt({ ...WORDS })
    await show('/ContestQuestion?contest=c1', {
      'GET /contests/c1/attempt': attempt({ joined: false, ...WORDS }),
      'GET /contests/c1/paper': {
        body: { _id: 'c1', QuestionSet: [{ _id: 'q1', Question: 'What is 1?', Options: ['one', 'two'] }] },
      },
      'POST /complete': { body: { success: false, message: 'Joined', attempt: started.body } },
    })
    const start = await screen.findByRole('button', { name: START })
    expect(start).toHaveAccessibleDescription(expect.stringContaining(RULE))
    expect(screen.queryByText(RANK_RULE)).toBeNull()
    await userEvent.click(start)
    const question = await screen.findByRole('region', { name: 'Question 1 of 1' })
    expect(question).toHaveTextContent('Marks: +4, −1')
    await userEvent.click(screen.getByRole('button', { name: SUBMIT }))
    const dialog = await screen.findByRole('dialog', { name: SUBMIT_TITLE })
    expect(await within(dialog).findByText(answersGive('+4, −1'))).toBeInTheDocument()
  })

  it('the preview shows the same to the organiser', async () => {
    await show('/ContestQuestion?contest=c1&preview=1', {
      'GET /post/c1': {
        body: {
          success: true,
          contest: {
            _id: 'c1',
            title: 'Operating Systems',
            startDate: iso(HOUR),
            endDate: iso(2 * HOUR),
            QuestionSet: [{ _id: 'q1', Question: 'What is 1?', Options: ['one', 'two'] }],
            ...WORDS,
          },
        },
      },
    })
    expect(await screen.findByRole('region', { name: 'Question 1 of 1' })).toHaveTextContent('Marks: +4, −1')
  })
})

describe('a question with marks of its own, and a starred one', () => {
  const three = (third: object) => [
    { _id: 'q1', Question: 'What is 1?', Options: ['one', 'two'] },
    { _id: 'q2', Question: 'What is 2?', Options: ['one', 'two'], marks: { right: '8', wrong: '-8/3' }, star: true },
    { _id: 'q3', Question: 'What is 3?', Options: ['one', 'two'], ...third },
  ]
  const at = (n: number) => screen.findByRole('region', { name: `Question ${n} of 3` })
  const next = () => userEvent.click(screen.getByRole('button', { name: NEXT }))

  it('say so in the place of what the contest’s answers give, in words also the star', async () => {
    await show('/ContestQuestion?contest=c1', {
      'GET /contests/c1/attempt': attempt({ ...WORDS, questionCount: 3 }),
      'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: three({ star: true }) } },
    })
    expect(await at(1)).toHaveTextContent('Marks: +4, −1')
    expect(await at(1)).not.toHaveTextContent('Starred')
    await next()
    expect(await at(2)).toHaveTextContent('Marks: +8, −2⅔')
    expect(await at(2)).toHaveTextContent('Starred')
    await next()
    expect(await at(3)).toHaveTextContent('Marks: +4, −1')
    expect(await at(3)).toHaveTextContent('Starred')
    await userEvent.click(screen.getByRole('button', { name: SUBMIT }))
    const dialog = await screen.findByRole('dialog', { name: SUBMIT_TITLE })
    expect(await within(dialog).findByText(answersGive('+4, −1', true))).toBeInTheDocument()
  })

  it('are not spoken of before submitting once they are answered', async () => {
    await show('/ContestQuestion?contest=c1', {
      'GET /contests/c1/attempt': attempt({ ...WORDS, questionCount: 3, answered: { q2: 'two' } }),
      'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: three({}) } },
    })
    await at(1)
    await next()
    await next()
    await userEvent.click(screen.getByRole('button', { name: SUBMIT }))
    const dialog = await screen.findByRole('dialog', { name: SUBMIT_TITLE })
    expect(await within(dialog).findByText(answersGive('+4, −1'))).toBeInTheDocument()
  })

  it('look the same in the preview, where one amount is the contest’s', async () => {
    await show('/ContestQuestion?contest=c1&preview=1', {
      'GET /post/c1': {
        body: {
          success: true,
          contest: {
            _id: 'c1',
            title: 'Operating Systems',
            startDate: iso(HOUR),
            endDate: iso(2 * HOUR),
            QuestionSet: three({ marks: { right: null, wrong: '-2' } }),
            ...SCHEME,
            ...WORDS,
          },
        },
      },
    })
    await at(1)
    await next()
    expect(await at(2)).toHaveTextContent('Marks: +8, −2⅔')
    await next()
    expect(await at(3)).toHaveTextContent('Marks: +4, −2')
  })
})

describe('the results', () => {
  it('stand in the server’s order with the marks first, under the rule', async () => {
    await show(`/result?contest=${ID}`, results())
    expect(await screen.findByText(RULE, { exact: false })).toHaveTextContent(`Marks: ${RULE} ${atMost('12')}`)
    const table = screen.getByRole('table', { name: 'Leaderboard of Operating Systems' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['Rank', 'Participant', 'Marks', 'Correct', 'Wrong', 'Answered', 'Time'])
    const rows = within(table).getAllByRole('row').slice(1, 4)
    expect(
      rows.map((one) =>
        within(one)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['1', 'Meera Krishnan', '8', '2', '0', '2', '1:05'],
      ['2', 'Ananya Sharma (you)', '7', '2', '1', '3', '2:10'],
      ['3', 'Ishaan Bose', '−1', '0', '1', '1', '3:15'],
    ])
    const podium = screen.getByRole('region', { name: 'Podium' })
    expect(
      within(podium)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      'Rank 1Meera Krishnan8 marks · 2 correct · 0 wrong · in 1:05',
      'Rank 2Ananya Sharma (you)7 marks · 2 correct · 1 wrong · in 2:10',
      'Rank 3Ishaan Bose−1 mark · 0 correct · 1 wrong · in 3:15',
    ])
    // Bars of correct answers say nothing about a rank by marks.
    expect(screen.getByText('you: 2 correct')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Correct answers of all participants' })).toBeInTheDocument()
  })

  /** As many marks: the starred one decides. */
  const STARRED_ROWS = [
    row(1, 'Meera Krishnan', 2, 0, { ...marks('7', '7', '7.0000', 70_560), starred: 2 }),
    row(2, 'Ananya Sharma', 2, 1, { ...marks('7', '7', '7.0000', 70_560), starred: 1 }, 'u1'),
    row(3, 'Ishaan Bose', 0, 1, { ...marks('−1', '-1', '-1.0000', -10_080), starred: 0 }),
  ]
  const heads = (table: HTMLElement) =>
    within(table)
      .getAllByRole('columnheader')
      .map((one) => one.textContent)

  it('count right answers to starred questions, where there are some', async () => {
    await show(`/result?contest=${ID}`, results(STARRED_ROWS))
    const table = await screen.findByRole('table', { name: 'Leaderboard of Operating Systems' })
    expect(heads(table)).toEqual(['Rank', 'Participant', 'Marks', 'Starred', 'Correct', 'Wrong', 'Answered', 'Time'])
    const rows = within(table).getAllByRole('row').slice(1, 4)
    expect(rows.map((one) => within(one).getAllByRole('cell')[3]?.textContent)).toEqual(['2', '1', '0'])
    const podium = screen.getByRole('region', { name: 'Podium' })
    expect(within(podium).getAllByRole('listitem')[1]).toHaveTextContent(
      'Rank 2Ananya Sharma (you)7 marks · 1 starred · 2 correct · 1 wrong · in 2:10',
    )
  })

  it('on a phone have them below the marks', async () => {
    const wide = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: false }))
    await show(`/result?contest=${ID}`, results(STARRED_ROWS))
    const table = await screen.findByRole('table', { name: 'Leaderboard of Operating Systems' })
    expect(heads(table)).toEqual(['Rank', 'Participant', 'Marks'])
    const rows = within(table).getAllByRole('row').slice(1, 4)
    expect(rows.map((one) => within(one).getAllByRole('cell')[2]?.textContent)).toEqual([
      '72 starred',
      '71 starred',
      '−10 starred',
    ])
  })

  it('of one’s own have them, and the answer to such a question its sign', async () => {
    const question = (n: number, star: object) => ({
      _id: `q${n}`,
      Question: `Question ${n}?`,
      Options: ['one', 'two'],
      chosen: 'two',
      accepted: ['two'],
      marking: 'key',
      correct: true,
      marks: '8',
      marksText: '+8',
      ...star,
    })
    await show(`/my-contests/${ID}`, {
      ...results(STARRED_ROWS),
      [`GET /contests/${ID}/review`]: {
        body: { success: true, contest: listed(OVER), questions: [question(1, { star: true }), question(2, {})] },
      },
    })
    const result = await screen.findByRole('region', { name: YOUR_RESULT })
    const term = await within(result).findByText('Starred')
    expect(term.nextElementSibling).toHaveTextContent('1 right')
    const answers = screen.getByRole('region', { name: YOUR_ANSWERS })
    const headings = await within(answers).findAllByRole('heading', { level: 3 })
    expect(headings.map((one) => one.nextElementSibling?.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      'Starred +8 marks Right',
      '+8 marks Right',
    ])
  })

  it('tell their organiser which question has own marks, and which a star', async () => {
    const question = (n: number, own: object) => ({
      _id: `q${n}`,
      Question: `Question ${n}?`,
      Options: [{ text: 'This', correct: true, count: 2 }],
      answered: 3,
      correctCount: 2,
      marking: 'key',
      discrimination: null,
      finding: 'few',
      doubt: null,
      ...own,
    })
    const all = results(STARRED_ROWS)
    const standing = all[`GET /contests/${ID}/standing`] as { body: object }
    await show(`/result?contest=${ID}&part=questions`, {
      ...all,
      [`GET /contests/${ID}/standing`]: { body: { ...standing.body, seesAll: true } },
      [`GET /contests/${ID}/analysis`]: {
        body: {
          success: true,
          participants: 3,
          tookPart: 3,
          reliability: null,
          lateAnswers: 0,
          questions: [
            question(1, {}),
            question(2, { marks: { right: '8', wrong: '-1/3' }, star: true }),
            question(3, { kind: 'several', partlyCount: 1, marks: { right: '8', wrong: '-1', partial: 'jee' } }),
          ],
        },
      },
    })
    const headings = await screen.findAllByRole('heading', { level: 3 })
    const [plain, own, parts] = headings.map((one) => one.closest('li'))
    expect(own).toHaveTextContent('Marks +8, −⅓')
    expect(own).toHaveTextContent('Starred')
    expect(plain).not.toHaveTextContent(/Marks|Starred/)
    // What a part gives is said of the question where it is its own, and above all of them where it is the contest's.
    expect(parts).toHaveTextContent('Partly right gives +2, +4 or +6, if nothing chosen is wrong.')
    expect(own).not.toHaveTextContent('Partly right')
    expect(screen.getByText(RULE, { exact: false })).toBeVisible()
  })

  it('of a contest without marks are as they were', async () => {
    const plain = [row(1, 'Meera Krishnan', 2, 0, {}), row(2, 'Ananya Sharma', 2, 1, {}, 'u1')]
    await show(`/result?contest=${ID}`, results(plain, {}))
    const table = await screen.findByRole('table', { name: 'Leaderboard of Operating Systems' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['Rank', 'Participant', 'Correct', 'Wrong', 'Total', 'Time'])
    expect(screen.queryByText(/Marks|Starred/)).toBeNull()
    expect(screen.getByText('you: 2, ahead of 50% of the others')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Scores of all participants' })).toBeInTheDocument()
  })

  it('on a phone the marks have the column, and what they are made of stands below the name', async () => {
    const wide = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: false }))
    await show(`/result?contest=${ID}`, results())
    const table = await screen.findByRole('table', { name: 'Leaderboard of Operating Systems' })
    const rows = within(table).getAllByRole('row').slice(0, 3)
    const cells = (at: number, role: string) => within(rows[at] as HTMLElement).getAllByRole(role)
    expect(cells(0, 'columnheader').map((one) => one.textContent)).toEqual(['Rank', 'Participant', 'Marks'])
    expect(cells(2, 'cell').map((one) => one.textContent)).toEqual([
      '2',
      'Ananya Sharmayou · 2 correct · 1 wrong · in 2:10',
      '7',
    ])
  })

  it('of one’s own begin with the marks, and each answer says what it gave', async () => {
    const question = (n: number, chosen: string | null, correct: boolean, gave: string, marking = 'key') => ({
      _id: `q${n}`,
      Question: `Question ${n}?`,
      Options: ['one', 'two'],
      chosen,
      accepted: ['two'],
      marking,
      correct,
      marks: gave.replace('−', '-').replace('+', ''),
      marksText: gave,
    })
    await show(`/my-contests/${ID}`, {
      ...results(),
      [`GET /contests/${ID}/corrections`]: {
        body: {
          success: true,
          corrections: [
            {
              id: 'k1',
              questionId: 'q2',
              questionNumber: 2,
              after: { marking: 'everyone' },
              reason: 'Two options said the same.',
              createdAt: iso(0),
            },
          ],
        },
      },
      [`GET /contests/${ID}/review`]: {
        body: {
          success: true,
          contest: listed(OVER),
          questions: [
            question(1, 'two', true, '+4'),
            question(2, 'one', false, '−1'),
            question(3, null, false, '0'),
            question(4, 'one', false, '0', 'void'),
          ],
        },
      },
    })
    const result = await screen.findByRole('region', { name: YOUR_RESULT })
    expect(await within(result).findByText('of 12')).toBeInTheDocument()
    expect(
      within(result)
        .getAllByRole('term')
        .map((one) => one.textContent),
    ).toEqual(['Rank', 'Marks', 'Correct', 'Wrong', 'Not answered', 'Time'])
    expect(within(result).getByText('ahead of 50% of the others.')).toBeInTheDocument()
    expect(within(result).getByText('Question 2: everybody has the marks of a right answer.')).toBeInTheDocument()
    const answers = screen.getByRole('region', { name: YOUR_ANSWERS })
    const headings = await within(answers).findAllByRole('heading', { level: 3 })
    expect(headings.map((one) => one.nextElementSibling?.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      '+4 marks Right',
      '−1 mark Wrong',
      '0 marks Not answered',
      'Does not count',
    ])
  })
})

it('the podium says marks of all three also where two are equal', () => {
  const one = (rank: number, text: string): ResultRow => ({
    rank,
    userId: `u${rank}${text}`,
    fullName: `Person ${text}`,
    email: null,
    picture: null,
    correct: 3,
    wrong: 1,
    total: 4,
    durationMs: 1000,
    marks: { text, decimal: '', units: 10_080 },
  })
  render(<Podium rows={[one(1, '2⅔'), one(1, '⅔')]} you={undefined} />)
  expect(screen.getByText('2⅔ marks')).toBeInTheDocument()
  expect(screen.getByText('⅔ mark')).toBeInTheDocument()
})
