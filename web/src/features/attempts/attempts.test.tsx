/** Taking part: the list, joining and the results, as a person meets them. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { contestid } from '@/lib/storage'
import { passUntil, startTestClock } from '@/testClock'
import { type Answer, type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { EXPLANATION } from '@/ui/ExplanationText'
import * as messages from './messages'
import ContestDetailsPage from './pages/ContestDetailsPage'
import ContestListPage from './pages/ContestListPage'
import MyContestsPage from './pages/MyContestsPage'
import ResultsPage from './pages/ResultsPage'
import { DRAW_FAILED } from './resultPictureMessages'

const HOUR = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()
const Taking = () => <p>taking</p>
const PAGES = {
  '/contest': ContestListPage,
  '/my-contests': MyContestsPage,
  '/my-contests/$contestId': ContestDetailsPage,
  '/result': ResultsPage,
  '/ContestQuestion': Taking,
}
const ID = '01a1ebe6-5da2-7d56-9842-fc527abad143'

function wire(given: Record<string, unknown> = {}) {
  return {
    _id: ID,
    title: 'Operating Systems',
    description: '',
    startDate: iso(Date.now() - HOUR),
    endDate: iso(Date.now() + HOUR),
    isPublic: true,
    answersShown: true,
    QuestionSet: ['q1'],
    questionCount: 1,
    participants: 3,
    joined: false,
    completed: false,
    answered: 0,
    rank: null,
    own: false,
    ...given,
  }
}

function head(given: Record<string, unknown> = {}) {
  return { ...wire(), questionCount: 8, serverNow: iso(Date.now()), ...given }
}

function listed(contests: unknown[]): Answer {
  const counts = { all: contests.length, upcoming: 0, active: contests.length, completed: 0 }
  return { body: { success: true, contests, total: contests.length, counts, serverNow: iso(Date.now()) } }
}

function show(at: string, answers: Record<string, Answer | ((asked: Asked) => Answer)>) {
  const calls = serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /post/getcontest': { body: { success: true, contests: [] } },
    ...answers,
  })
  return showPage(PAGES, at, 'site/member').then((router) => ({ calls, router }))
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

describe('the list', () => {
  it('leads to the contest, keeps which it is, and joins nobody on the way', async () => {
    const { calls, router } = await show('/contest', { 'GET /post/getallcontest': listed([wire()]) })
    const card = await screen.findByRole('article', { name: 'Operating Systems' })
    expect(within(card).getByText('Active')).toBeInTheDocument()
    expect(within(card).getByText('BAD143')).toBeInTheDocument()
    expect(within(card).getByText(messages.NO_DESCRIPTION)).toBeInTheDocument()
    await userEvent.click(within(card).getByRole('button', { name: messages.ACTIONS.join }))
    expect(await screen.findByText('taking')).toBeInTheDocument()
    expect(router.state.location.search).toEqual({ contest: ID })
    expect(contestid.read()).toBe(ID)
    expect(calls.filter((one) => one.path === '/complete')).toEqual([])
  })

  it('leads whoever has joined back in, without joining again', async () => {
    const { calls, router } = await show('/contest', { 'GET /post/getallcontest': listed([wire({ joined: true })]) })
    await userEvent.click(await screen.findByRole('button', { name: messages.ACTIONS.carryOn }))
    expect(await screen.findByText('taking')).toBeInTheDocument()
    expect(router.state.location.search).toEqual({ contest: ID })
    expect(calls.filter((one) => one.path === '/complete')).toEqual([])
  })

  it('offers what each status allows', async () => {
    const past = { startDate: iso(Date.now() - 2 * HOUR), endDate: iso(Date.now() - HOUR) }
    await show('/contest', {
      'GET /post/getallcontest': listed([
        wire({ _id: 'a', title: 'Later', startDate: iso(Date.now() + HOUR), endDate: iso(Date.now() + 2 * HOUR) }),
        wire({ _id: 'b', title: 'Done', joined: true, completed: true }),
        wire({ _id: 'c', title: 'Open', joined: true }),
        wire({ _id: 'd', title: 'Over', joined: true, completed: true, rank: 2, ...past }),
        wire({ _id: 'e', title: 'Mine', own: true }),
        wire({ _id: 'f', title: 'Private', isPublic: false, invited: true }),
        wire({ _id: 'g', title: 'Empty', questionCount: 0 }),
      ]),
    })
    const card = (name: string) => within(screen.getByRole('article', { name }))
    await screen.findByRole('article', { name: 'Later' })
    expect(card('Later').getByRole('button', { name: messages.ACTIONS.notStarted })).toBeDisabled()
    const room = card('Later').getByRole('link', { name: messages.TO_WAITING_ROOM })
    expect(room).toHaveAttribute('href', expect.stringMatching(/^\/my-contests\/a\?wait=/))
    expect(card('Done').queryByRole('link', { name: messages.TO_WAITING_ROOM })).toBeNull()
    expect(card('Done').getByText('Active (Completed)')).toBeInTheDocument()
    expect(card('Done').getByRole('button', { name: messages.ACTIONS.wait })).toBeDisabled()
    expect(card('Open').getByRole('button', { name: messages.ACTIONS.carryOn })).toBeEnabled()
    expect(card('Over').getByRole('button', { name: messages.ACTIONS.results })).toBeEnabled()
    expect(card('Mine').getByRole('link', { name: messages.ACTIONS.manage })).toHaveAttribute('href', '/questionview/e')
    expect(card('Mine').getByRole('link', { name: messages.ACTIONS.liveResults })).toBeInTheDocument()
    expect(card('Empty').getByRole('button', { name: messages.ACTIONS.noQuestions })).toBeDisabled()
    expect(card('Private').getByText(messages.INVITED)).toBeInTheDocument()
    expect(card('Open').queryByText(messages.INVITED)).not.toBeInTheDocument()
  })

  it('turns a card by the clock, without a reload', async () => {
    startTestClock()
    // The end is set when the list is asked for: however slow the machine, the card is first seen running.
    let end = 0
    const answer = () => {
      end ||= Date.now() + 1500
      return listed([wire({ endDate: iso(end) })])
    }
    await show('/contest', { 'GET /post/getallcontest': answer })
    expect(await screen.findByRole('button', { name: messages.ACTIONS.join })).toBeEnabled()
    await passUntil(() => expect(screen.getByRole('button', { name: messages.ACTIONS.results })).toBeEnabled())
    expect(screen.getByText('Ended just now')).toBeInTheDocument()
  })

  it('counts by the clock, as its cards do, while the server is away', async () => {
    startTestClock()
    let start = 0
    await show('/contest', {
      'GET /post/getallcontest': () => {
        if (start > 0) throw new TypeError('Failed to fetch')
        start = Date.now() + 2000
        const contests = [wire(), wire({ _id: 'next', title: 'Next', startDate: iso(start) })]
        const counts = { all: 2, upcoming: 1, active: 1, completed: 0 }
        return { body: { success: true, contests, total: 2, counts, serverNow: iso(Date.now()) } }
      },
    })
    expect(await screen.findByText(/^One is running now\./)).toBeInTheDocument()
    await passUntil(() => expect(screen.getByText('Two are running now.')).toBeInTheDocument())
    expect(screen.getByRole('tab', { name: 'Active 2' })).toBeInTheDocument()
    expect(screen.getByRole('tab', { name: 'Upcoming 0' })).toBeInTheDocument()
  })

  it('shows its failure with a way on, and says when there is nothing', async () => {
    let broken = true
    await show('/contest', {
      'GET /post/getallcontest': () => (broken ? { status: 403, body: { code: 'x', message: '' } } : listed([])),
    })
    expect(await screen.findByText(messages.LIST_FAILED)).toBeInTheDocument()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: messages.REFRESH_CONTESTS })).toBeInTheDocument()
  })

  it('keeps the tab and the search in the address', async () => {
    const { router } = await show('/contest', { 'GET /post/getallcontest': listed([wire()]) })
    await screen.findByRole('article')
    await userEvent.click(screen.getByRole('tab', { name: /Active/ }))
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'active' }))
    await userEvent.type(screen.getByRole('searchbox'), 'systems')
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'active', q: 'systems' }))
  })
})

describe('the place on the page', () => {
  const many = Array.from({ length: 3 }, (_, at) => wire({ _id: `c${at}`, title: `Contest ${at}` }))

  it.each([
    ['/contest', 'GET /post/getallcontest', listed(many)],
    ['/my-contests', 'GET /contest/my-contests', { body: many }],
  ])('of %s is kept, however late the list is', async (at, call, list) => {
    const { router } = await show(at, { [call]: list, [`GET /contest/${ID}`]: { body: head() } })
    await screen.findByRole('article', { name: 'Contest 0' })
    const scrolled = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(700)
    document.dispatchEvent(new Event('scroll'))
    await router.navigate({ to: '/my-contests/$contestId', params: { contestId: ID } })
    await screen.findByText(messages.WHAT_NOW)
    scrolled.mockReturnValue(0)
    cache.removeQueries({ queryKey: ['contests'] })
    router.history.back()
    await screen.findByRole('article', { name: 'Contest 0' })
    expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 700 })
  })
})

describe('my contests', () => {
  const past = { startDate: iso(Date.now() - 3 * HOUR), endDate: iso(Date.now() - HOUR) }
  const mine = [
    wire({ _id: 'a', title: 'Over', joined: true, completed: true, rank: 2, ...past }),
    wire({ _id: 'b', title: 'Submitted', joined: true, completed: true }),
    wire({ _id: 'c', title: 'Open', joined: true }),
  ]

  it('puts what is still open first, and filters by where a contest stands', async () => {
    const { router } = await show('/my-contests', { 'GET /contest/my-contests': { body: mine } })
    const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    await screen.findByRole('article', { name: 'Open' })
    expect(titles()).toEqual(['Open', 'Submitted', 'Over'])
    await userEvent.click(screen.getByRole('tab', { name: 'Ended 1' }))
    await waitFor(() => expect(titles()).toEqual(['Over']))
    expect(router.state.location.search).toEqual({ status: 'ended' })
    await userEvent.click(screen.getByRole('tab', { name: 'Upcoming 0' }))
    await userEvent.click(await screen.findByRole('button', { name: messages.SHOW_ALL }))
    await waitFor(() => expect(titles()).toHaveLength(3))
  })

  it('puts what one runs before what one joined', async () => {
    const made = (given: Record<string, unknown>) => ({ ...wire(given), createdAt: iso(Date.now()), frozen: false })
    await show('/my-contests', {
      'GET /contest/my-contests': { body: mine },
      'GET /post/getcontest': {
        body: {
          success: true,
          contests: [made({ _id: 'd', title: 'Held', ...past }), made({ _id: 'e', title: 'Live' })],
        },
      },
    })
    await screen.findByRole('article', { name: 'Live' })
    const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    const [run, joined] = [messages.MADE_TITLE, messages.JOINED_TITLE]
    expect(titles()).toEqual([run, 'Live', 'Held', joined, 'Open', 'Submitted', 'Over'])
    expect(screen.getByText('2 of your own, 3 joined. One is waiting for you to continue.')).toBeInTheDocument()
    const live = within(screen.getByRole('article', { name: 'Live' }))
    expect(live.getByRole('link', { name: messages.ACTIONS.manage })).toHaveAttribute(
      'href',
      expect.stringContaining('e'),
    )
    expect(live.getByRole('link', { name: messages.ACTIONS.liveResults })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('tab', { name: 'Ended 2' }))
    await waitFor(() => expect(titles()).toEqual([run, 'Held', joined, 'Over']))
  })

  it('is not called empty when one runs a contest and joined none', async () => {
    const made = { ...wire({ title: 'Live' }), createdAt: iso(Date.now()), frozen: false }
    await show('/my-contests', {
      'GET /contest/my-contests': { body: [] },
      'GET /post/getcontest': { body: { success: true, contests: [made] } },
    })
    await screen.findByRole('article', { name: 'Live' })
    expect(screen.queryByText(messages.MY_EMPTY)).not.toBeInTheDocument()
    expect(screen.queryByText(messages.JOINED_TITLE)).not.toBeInTheDocument()
  })

  it('shows what one joined where what one runs cannot be read', async () => {
    await show('/my-contests', {
      'GET /contest/my-contests': { body: mine },
      'GET /post/getcontest': { status: 500, body: { code: 'internal', message: 'Broken.' } },
    })
    await screen.findByRole('article', { name: 'Open' })
  })

  it('leads to a page with what can be done now', async () => {
    await show('/my-contests', {
      'GET /contest/my-contests': { body: mine },
      'GET /contest/c': { body: head({ _id: 'c', title: 'Open', joined: true, answered: 3 }) },
    })
    await userEvent.click(await screen.findByRole('link', { name: 'View Details: Open' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Open' })).toBeInTheDocument()
    expect(screen.getByText('3 of 8 answered')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: messages.ACTIONS.carryOn })).toBeEnabled()
  })

  it('waits for the results once submitted', async () => {
    await show(`/my-contests/${ID}`, { [`GET /contest/${ID}`]: { body: head({ joined: true, completed: true }) } })
    expect(await screen.findByRole('heading', { name: 'Submitted' })).toBeInTheDocument()
    expect(screen.getByText(/^The results open in (1 h|59 min)/)).toBeInTheDocument()
  })

  const standing = {
    you: {
      rank: 2,
      fullName: 'Ananya',
      userId: 'u1',
      email: null,
      profileImage: null,
      correctAnswerCount: 5,
      wrongAnswerCount: 2,
      totalAnswered: 7,
      durationMs: 238_000,
    },
    betterThanPercent: 66,
    histogram: [0, 1, 0, 0, 0, 1, 1, 0, 0],
    questionCount: 8,
    totalParticipants: 3,
    final: true,
    seesAll: false,
  }
  const question = (n: number, chosen: string | null, correct: boolean, marking = 'key') => ({
    _id: `q${n}`,
    Question: `Question ${n}?`,
    Options: ['one', 'two', 'three', 'four'],
    chosen,
    accepted: ['two'],
    marking,
    correct,
  })
  const corrections = {
    body: {
      success: true,
      corrections: [
        {
          id: 'c1',
          questionId: 'q2',
          questionNumber: 2,
          question: 'Question 2?',
          before: { marking: 'key', accepted: ['two'] },
          after: { marking: 'void', accepted: ['two'] },
          reason: 'Two options said the same.',
          by: 'Arjun Mehta',
          scores: 3,
          ranks: 1,
          createdAt: iso(Date.now() - 60_000),
        },
      ],
    },
  }

  it('shows the own result and answers after the end', async () => {
    await show(`/my-contests/${ID}`, {
      [`GET /contest/${ID}`]: { body: head({ joined: true, completed: true, ...past }) },
      [`GET /contests/${ID}/standing`]: { body: standing },
      [`GET /contests/${ID}/review`]: {
        body: {
          success: true,
          contest: head(),
          questions: [
            { ...question(1, 'two', true), explanation: 'One and one.' },
            question(2, 'one', false),
            question(3, null, false),
          ],
        },
      },
    })
    const result = await screen.findByRole('region', { name: messages.YOUR_RESULT })
    expect(await within(result).findByText('of 3')).toBeInTheDocument()
    expect(within(result).getByText('3:58')).toBeInTheDocument()
    const answers = screen.getByRole('region', { name: messages.YOUR_ANSWERS })
    expect(await within(answers).findAllByRole('heading', { level: 3 })).toHaveLength(3)
    expect(within(answers).getAllByText(EXPLANATION)).toHaveLength(1)
    expect(within(answers).getByText('One and one.').closest('li')).toHaveTextContent(messages.VERDICTS.right)
    await userEvent.click(within(answers).getByRole('tab', { name: 'Wrong 1' }))
    expect(within(answers).getAllByRole('heading', { level: 3 })).toHaveLength(1)
    const [first, second] = within(answers).getAllByRole('listitem').slice(1)
    expect(first).toHaveTextContent('Aoneyour answer')
    expect(second).toHaveTextContent('Btworight')
  })

  it('says what was corrected and why, beside result and question', async () => {
    await show(`/my-contests/${ID}`, {
      [`GET /contest/${ID}`]: { body: head({ joined: true, completed: true, answered: 7, ...past }) },
      [`GET /contests/${ID}/standing`]: { body: standing },
      [`GET /contests/${ID}/corrections`]: corrections,
      [`GET /contests/${ID}/review`]: {
        body: {
          success: true,
          contest: head(),
          questions: [question(1, 'two', true), question(2, 'one', false, 'void')],
        },
      },
    })
    const note = await screen.findByRole('region', { name: messages.CORRECTED_HERE })
    expect(note).toHaveTextContent('Question 2: it does not count for anybody.')
    expect(note).toHaveTextContent('Two options said the same.')
    const result = screen.getByRole('region', { name: messages.YOUR_RESULT })
    // Of eight questions one counts for nobody, and seven count as answered.
    expect(within(result).getByText('of 7')).toBeInTheDocument()
    expect(within(result).getByText('1 question does not count.')).toBeInTheDocument()
    expect(within(result).getByText('Not answered').nextSibling).toHaveTextContent('0')
    const answers = screen.getByRole('region', { name: messages.YOUR_ANSWERS })
    expect(within(answers).getByRole('tab', { name: 'Wrong 0' })).toBeInTheDocument()
    const [, second] = await within(answers).findAllByRole('heading', { level: 3 })
    const card = second?.closest('li')
    expect(card).toHaveTextContent(messages.VERDICTS.void)
    expect(card).toHaveTextContent('Corrected: it does not count for anybody.Two options said the same.')
    expect(card).not.toHaveTextContent('right')
  })

  it('says so where the answers stay closed', async () => {
    await show(`/my-contests/${ID}`, {
      [`GET /contest/${ID}`]: { body: head({ joined: true, completed: true, ...past }) },
      [`GET /contests/${ID}/standing`]: { body: standing },
      [`GET /contests/${ID}/review`]: { status: 403, body: { code: 'review_closed', message: 'Not shown.' } },
    })
    expect(await screen.findByText(messages.REVIEW_CLOSED)).toBeInTheDocument()
  })
})

it('says when I joined nothing', async () => {
  await show('/my-contests', { 'GET /contest/my-contests': { body: [] } })
  expect(await screen.findByText(messages.MY_EMPTY)).toBeInTheDocument()
})

describe('results', () => {
  const row = (rank: number, fullName: string, userId: string) => ({
    rank,
    fullName,
    userId,
    email: null,
    profileImage: null,
    correctAnswerCount: 1,
    wrongAnswerCount: 0,
    totalAnswered: 1,
    durationMs: 65_000,
  })
  function answers(rows: ReturnType<typeof row>[], given: Record<string, unknown> = {}): Record<string, Answer> {
    const data = { results: rows, totalParticipants: rows.length }
    const standing = {
      success: true,
      you: rows.find((one) => one.userId === 'u1') ?? null,
      betterThanPercent: 50,
      histogram: [0, rows.length],
      questionCount: 1,
      totalParticipants: rows.length,
      final: true,
      seesAll: false,
      ...given,
    }
    const over = { startDate: iso(Date.now() - 2 * HOUR), endDate: iso(Date.now() - HOUR) }
    const head = { ...wire({ joined: true, completed: true, ...over }), serverNow: iso(Date.now()) }
    return {
      [`GET /contest/${ID}`]: { body: head },
      [`GET /contests/${ID}/standing`]: { body: standing },
      'POST /post/results': {
        body: { success: true, ...data, data, final: standing.final, serverNow: iso(Date.now()) },
      },
    }
  }
  const THREE = [row(1, 'Meera Krishnan', 'u7'), row(1, 'Ananya Sharma', 'u1'), row(3, 'Ishaan Bose', 'u9')]

  it('takes the contest from the browser, removes it there and carries it in the address', async () => {
    contestid.write(ID)
    const { router } = await show('/result', answers(THREE))
    const podium = await screen.findByRole('region', { name: 'Podium' })
    expect(within(podium).getAllByText('shared')).toHaveLength(2)
    expect(screen.getByText('you: 1, nobody is ahead')).toBeInTheDocument()
    const table = screen.getByRole('table', { name: 'Leaderboard of Operating Systems' })
    expect(within(table).getByText('Ishaan Bose')).toBeInTheDocument()
    expect(router.state.location.search).toEqual({ contest: ID })
    expect(contestid.read()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument()
  })

  it('needs a contest', async () => {
    await show('/result', {})
    expect(await screen.findByText(messages.NO_CONTEST_ID)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeInTheDocument()
  })

  it('waits for the end', async () => {
    const early = { status: 403, body: { code: 'results_too_early', message: messages.TOO_EARLY } }
    const { calls } = await show(`/result?contest=${ID}`, {
      ...answers(THREE),
      [`GET /contest/${ID}`]: { body: head({ joined: true }) },
      [`GET /contests/${ID}/standing`]: early,
      'POST /post/results': early,
    })
    expect(await screen.findByText(messages.TOO_EARLY)).toBeInTheDocument()
    expect(screen.getByText(/The board opens here automatically/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Continue' })).toBeInTheDocument()
    expect(calls.map(({ path }) => path)).not.toContain(`/contests/${ID}/standing`)
    expect(
      calls.map(({ path }) => path),
      'nothing that is refused is asked for',
    ).not.toContain('/post/results')
  })

  it('of a contest that has just ended are waited for', async () => {
    startTestClock()
    let open = false
    const early = { status: 403, body: { code: 'results_too_early', message: messages.TOO_EARLY } }
    const given = answers(THREE)
    const opened = (path: string) => () => (open ? (given[path] ?? early) : early)
    await show(`/result?contest=${ID}`, {
      ...given,
      [`GET /contest/${ID}`]: { body: head({ joined: true, endDate: iso(Date.now() - 1000) }) },
      [`GET /contests/${ID}/standing`]: opened(`GET /contests/${ID}/standing`),
      'POST /post/results': opened('POST /post/results'),
    })
    expect(await screen.findByText(messages.TOO_EARLY)).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Continue' }), 'there is nothing to go on with').toBeNull()
    open = true
    await passUntil(() => expect(screen.getByRole('table')).toBeInTheDocument())
  })

  it('are there for ADMIN before the end', async () => {
    await show(`/result?contest=${ID}`, {
      ...answers(THREE, { final: false, seesAll: true, you: null }),
      [`GET /contest/${ID}`]: { body: head() },
      'GET /checklogged': signedIn('ADMIN'),
    })
    expect(await screen.findByText('Live')).toBeInTheDocument()
  })

  it('are where they were when one comes back, however late the board is', async () => {
    const { router } = await show(`/result?contest=${ID}`, { ...answers(THREE), 'GET /post/getallcontest': listed([]) })
    await screen.findByRole('table')
    const scrolled = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(900)
    document.dispatchEvent(new Event('scroll'))
    await router.navigate({ to: '/contest' })
    await screen.findByRole('heading', { level: 1, name: messages.TITLE })
    scrolled.mockReturnValue(0)
    cache.removeQueries({ queryKey: ['results'] })
    router.history.back()
    await screen.findByRole('table')
    expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 900 })
  })

  it('says that nobody took part', async () => {
    await show(`/result?contest=${ID}`, answers([]))
    expect(await screen.findByText(messages.NO_RESULTS)).toBeInTheDocument()
    expect(screen.getByText(messages.NO_PARTICIPANTS)).toBeInTheDocument()
  })

  it('shows the reason of the server, else its own', async () => {
    const missing = { status: 404, body: { code: 'missing', message: 'This does not exist.' } }
    await show(`/result?contest=${ID}`, { ...answers(THREE), [`GET /contest/${ID}`]: missing })
    expect(await screen.findByText(messages.RESULTS_ERROR)).toBeInTheDocument()
    expect(screen.getByText('This does not exist.')).toBeInTheDocument()
  })

  const voided = (...ids: string[]): Answer => ({
    body: {
      success: true,
      corrections: ids.map((id, at) => ({
        id: `c${at}`,
        questionId: id,
        questionNumber: at + 1,
        before: { marking: 'key', accepted: null },
        after: { marking: 'void', accepted: null },
        reason: 'Misprinted.',
        createdAt: iso(Date.now()),
      })),
    },
  })
  const ofTwo = { questionCount: 2, histogram: [1, 2, 0] }
  const headOfTwo = {
    [`GET /contest/${ID}`]: { body: head({ joined: true, questionCount: 2, endDate: iso(Date.now() - HOUR) }) },
  }

  it('ends its scale at the questions that count', async () => {
    await show(`/result?contest=${ID}`, {
      ...answers(THREE, ofTwo),
      ...headOfTwo,
      [`GET /contests/${ID}/corrections`]: voided('q2'),
    })
    expect(await screen.findByText(/2 questions, 1 does not count/)).toBeInTheDocument()
    const bars = screen.getByRole('list', { name: 'Participants by number of correct answers' })
    expect(within(bars).getAllByRole('listitem')).toHaveLength(2)
  })

  describe('the own result as a picture', () => {
    const button = () => screen.queryByRole('button', { name: messages.SHARE_RESULT })

    it('is offered to who has a place, says so where it cannot be drawn, and gives the focus back', async () => {
      await show(`/result?contest=${ID}`, {
        ...answers(THREE),
        [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
      })
      const share = await screen.findByRole('button', { name: messages.SHARE_RESULT })
      await userEvent.click(share)
      // The page of these tests has no canvas.
      const dialog = await screen.findByRole('dialog', { name: messages.SHARE_RESULT })
      expect(await within(dialog).findByText(DRAW_FAILED)).toBeInTheDocument()
      expect(within(dialog).queryByRole('button', { name: 'Download' })).toBeNull()
      expect(within(dialog).getByRole('checkbox', { name: 'With my name' })).not.toBeChecked()
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(share).toHaveFocus())
    })

    it.each([
      ['to nobody who has none', { you: null }],
      ['not before all is counted', { final: false }],
    ])('is offered %s', async (_, given) => {
      await show(`/result?contest=${ID}`, answers(THREE, given))
      expect(await screen.findByRole('table', { name: 'Leaderboard of Operating Systems' })).toBeInTheDocument()
      expect(button()).toBeNull()
    })

    it('is not drawn without knowing how many questions count', async () => {
      await show(`/result?contest=${ID}`, {
        ...answers(THREE),
        [`GET /contests/${ID}/corrections`]: { status: 500, body: { code: 'internal', message: 'Broken.' } },
      })
      await userEvent.click(await screen.findByRole('button', { name: messages.SHARE_RESULT }))
      expect(await screen.findByText(messages.SHARE_RESULT_FAILED)).toBeInTheDocument()
      expect(screen.queryByRole('dialog')).toBeNull()
    })

    it('is not offered where no question counts', async () => {
      await show(`/result?contest=${ID}`, {
        ...answers(THREE, ofTwo),
        ...headOfTwo,
        [`GET /contests/${ID}/corrections`]: voided('q1', 'q2'),
      })
      expect(await screen.findByText(messages.NOTHING_COUNTS)).toBeInTheDocument()
      expect(button()).toBeNull()
    })
  })

  it('honours nobody where no question counts', async () => {
    await show(`/result?contest=${ID}`, {
      ...answers(THREE, ofTwo),
      ...headOfTwo,
      [`GET /contests/${ID}/corrections`]: voided('q1', 'q2'),
    })
    expect(await screen.findByText(messages.NOTHING_COUNTS)).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Podium' })).not.toBeInTheDocument()
    expect(screen.getByRole('table', { name: 'Leaderboard of Operating Systems' })).toBeInTheDocument()
  })

  it.each([
    ['the owner', true, 1],
    ['an administrator', false, 0],
  ])('leads to correcting a key: %s', async (_, own, links) => {
    await show(`/result?contest=${ID}`, {
      ...answers(THREE, { seesAll: true, you: null }),
      [`GET /contest/${ID}`]: { body: head({ own, questionCount: 1, endDate: iso(Date.now() - HOUR) }) },
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
      [`GET /contests/${ID}/analysis`]: {
        body: {
          success: true,
          participants: 3,
          tookPart: 3,
          reliability: null,
          lateAnswers: 0,
          questions: [
            {
              _id: 'q1',
              Question: 'Which one?',
              Options: [{ text: 'This', correct: true, count: 2 }],
              answered: 3,
              correctCount: 2,
              discrimination: null,
              finding: 'few',
              doubt: null,
            },
          ],
        },
      },
    })
    await userEvent.click(await screen.findByRole('tab', { name: /Questions/ }))
    await screen.findByRole('heading', { name: /Which one/ })
    const found = screen.queryAllByRole('link', { name: /^Correct the key/ })
    expect(found.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: links }, () => `/questionview/${ID}?correct=q1#question-q1`),
    )
  })

  it('is live for the owner, with the file and the questions', async () => {
    const { router } = await show(`/result?contest=${ID}`, {
      ...answers(THREE, { final: false, seesAll: true, you: null }),
      [`GET /contest/${ID}`]: { body: head({ own: true }) },
      [`GET /contests/${ID}/analysis`]: {
        body: {
          success: true,
          participants: 4,
          tookPart: 3,
          reliability: null,
          lateAnswers: 1,
          questions: [
            {
              _id: 'q1',
              Question: 'Which one?',
              Options: [
                { text: 'This', correct: true, count: 2 },
                { text: 'That', correct: false, count: 1 },
              ],
              answered: 3,
              correctCount: 2,
              discrimination: null,
              finding: 'few',
              doubt: null,
            },
          ],
        },
      },
    })
    expect(await screen.findByText('Live')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('tab', { name: /Questions/ }))
    expect(await screen.findByRole('heading', { name: /Which one/ })).toBeInTheDocument()
    expect(screen.getByText('2 of 3'), 'of three answers a share says too much').toBeInTheDocument()
    expect(screen.queryByText(/67%/)).toBeNull()
    expect(screen.getByText('2 answers')).toBeInTheDocument()
    expect(screen.getByText(/Only 3 people answered it/)).toBeInTheDocument()
    expect(screen.getByText(/^These numbers are so far/)).toBeInTheDocument()
    expect(screen.getByText(/1 participant answered nothing and is left out/)).toBeInTheDocument()
    // A reload shows the same.
    expect(router.state.location.search).toEqual({ contest: ID, part: 'questions' })
    await userEvent.click(screen.getByRole('tab', { name: /Leaderboard/ }))
    await waitFor(() => expect(router.state.location.search).toEqual({ contest: ID }))
  })

  it('says that a key is doubtful with the numbers behind it', async () => {
    await show(`/result?contest=${ID}&part=questions`, {
      ...answers(THREE, { seesAll: true, you: null }),
      [`GET /contest/${ID}`]: { body: head({ own: true, endDate: iso(Date.now() - HOUR) }) },
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
      [`GET /contests/${ID}/analysis`]: {
        body: {
          success: true,
          participants: 60,
          tookPart: 60,
          reliability: 0.313,
          lateAnswers: 0,
          questions: [
            {
              _id: 'q1',
              Question: 'Which one?',
              Options: [
                { text: 'This', correct: true, count: 30 },
                { text: 'That', correct: false, count: 30 },
              ],
              answered: 60,
              correctCount: 30,
              discrimination: -0.4626,
              finding: 'doubtful',
              doubt: { option: 1, strongest: 24, chose: 18, choseKey: 6 },
            },
          ],
        },
      },
    })
    expect(await screen.findByText(/18 chose B and 6 chose the key/)).toBeInTheDocument()
    expect(screen.queryByText(/^These numbers are so far/)).toBeNull()
    expect(screen.getByText('Correlation with the other questions: −0.46')).toBeInTheDocument()
    expect(screen.getByText(/Reliability \(Cronbach’s alpha\): 0.31/)).toBeInTheDocument()
    expect(screen.getByText('30 of 60 right')).toBeInTheDocument()
  })

  it('has one part for those who see no more, whatever the address says', async () => {
    await show(`/result?contest=${ID}&part=questions`, answers(THREE))
    expect(await screen.findByRole('table', { name: 'Leaderboard of Operating Systems' })).toBeInTheDocument()
    expect(screen.queryByRole('tab')).toBeNull()
  })
})
