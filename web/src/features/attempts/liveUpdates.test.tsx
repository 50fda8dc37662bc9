/** Live updates: when the server tells of a contest, the times and counts on the screen follow, without a call. */
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cache, SESSION_KEY } from '@/api/cache'
import { noteReached } from '@/api/connection'
import { pass, passUntil, startTestClock } from '@/testClock'
import { type Answer, type Asked, GUEST, liveStream, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { followedFrom, missedOf } from './api'
import * as messages from './messages'
import { contradicts, type ListedContest, withFollowed } from './model'
import { closeOutbox } from './outbox'
import ContestDetailsPage from './pages/ContestDetailsPage'
import ContestListPage from './pages/ContestListPage'
import MyContestsPage from './pages/MyContestsPage'
import ResultsPage from './pages/ResultsPage'
import TakeContestPage from './pages/TakeContestPage'
import { ENDED_EARLY_TITLE, FIRST_IS_FINAL } from './room/messages'
import { HANDED_IN, RANK_RULE, START } from './roomPanelMessages'
import * as waiting from './waitingRoomMessages'

const MINUTE = 60_000
const iso = (fromNow: number) => new Date(Date.now() + fromNow).toISOString()
const PAGES = {
  '/contest': ContestListPage,
  '/my-contests': MyContestsPage,
  '/my-contests/$contestId': ContestDetailsPage,
  '/ContestQuestion': TakeContestPage,
  '/result': ResultsPage,
  '/login': () => <p>log in</p>,
}

function contest(id: string, given: Record<string, unknown> = {}) {
  return {
    _id: id,
    title: 'Operating Systems',
    description: '',
    startDate: iso(-MINUTE),
    endDate: iso(10 * MINUTE),
    isPublic: true,
    answersShown: true,
    QuestionSet: ['q1'],
    questionCount: 2,
    participants: 3,
    joined: false,
    completed: false,
    answered: 0,
    rank: null,
    own: false,
    serverNow: iso(0),
    ...given,
  }
}
function attempt(id: string, given: Record<string, unknown> = {}) {
  return {
    success: true,
    contestId: id,
    title: 'Operating Systems',
    startDate: iso(-MINUTE),
    endDate: iso(10 * MINUTE),
    questionCount: 2,
    joined: true,
    submitted: false,
    answered: {},
    graceSeconds: 2,
    serverNow: iso(0),
    ...given,
  }
}
function told(id: string, given: Record<string, unknown> = {}) {
  return {
    topic: `contest:${id}`,
    status: 'active',
    startsAt: iso(-MINUTE),
    endsAt: iso(10 * MINUTE),
    isPublic: true,
    frozen: true,
    participants: 3,
    submitted: 0,
    resultsOpen: false,
    ...given,
  }
}
const paper = (id: string) => ({
  body: {
    _id: id,
    QuestionSet: ['q1', 'q2'].map((q) => ({ _id: q, Question: `${q}?`, Options: ['1', '2', '3', '4'] })),
  },
})

type Says = Answer | ((asked: Asked) => Answer | Promise<Answer>)
async function open(at: string, answers: Record<string, Says>) {
  const stream = liveStream()
  const calls = serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /live': stream.answer,
    ...answers,
  })
  const router = await showPage(PAGES, at, 'site/member')
  const asked = (path: string) => calls.filter((call) => call.path === path).length
  return { stream, calls, router, asked }
}

// jsdom opens none.
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true
}

beforeEach(() => {
  startTestClock()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})
afterEach(() => closeOutbox(null))

describe('in the room', () => {
  it('a moved end moves the clock and is said, an end that has come ends it, and nothing is asked for that', async () => {
    let endDate = iso(10 * MINUTE)
    const { stream, asked, router } = await open('/ContestQuestion?contest=r1', {
      'GET /contests/r1/attempt': () => ({ body: attempt('r1', { endDate, serverNow: iso(0) }) }),
      'GET /contests/r1/paper': paper('r1'),
      'POST /complete': { body: { success: true, message: 'Contest submitted successfully!', serverNow: iso(0) } },
    })
    expect(await screen.findByRole('heading', { name: 'q1?' })).toBeInTheDocument()
    expect(screen.getByRole('timer')).toHaveTextContent(/00:(09|10):/)
    stream.say(told('r1', { participants: 4 }))
    stream.say(told('r1', { endsAt: iso(40 * MINUTE) }))
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent(/00:(39|40):/))
    const note = await screen.findByText(
      /^The end of this contest has been moved to \d\d:\d\d [AP]M: later than before\.$/,
    )
    expect(note.closest('[role="status"]')).not.toBeNull()
    expect(asked('/contests/r1/attempt')).toBe(1)
    endDate = iso(-100)
    stream.say(told('r1', { endsAt: endDate, status: 'ended' }))
    // The organiser's doing, not the clock's: here, and on the panel that follows, once.
    expect(await screen.findByRole('heading', { name: ENDED_EARLY_TITLE })).toBeInTheDocument()
    await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.organiser })).toBeInTheDocument())
    expect(screen.getAllByText(HANDED_IN.organiser)).toHaveLength(1)
    expect(router.state.location.pathname).toBe('/ContestQuestion')
    expect(screen.queryByText(/Time's up/)).toBeNull()
  })

  it('an end that was moved nearer before it came is the clock’s', async () => {
    let endDate = iso(10 * MINUTE)
    const { stream } = await open('/ContestQuestion?contest=r9', {
      'GET /contests/r9/attempt': () => ({ body: attempt('r9', { endDate, serverNow: iso(0), graceSeconds: 0 }) }),
      'GET /contests/r9/paper': paper('r9'),
      'POST /complete': { body: { success: true, message: 'Contest submitted successfully!', serverNow: iso(0) } },
    })
    expect(await screen.findByRole('heading', { name: 'q1?' })).toBeInTheDocument()
    endDate = iso(3500)
    stream.say(told('r9', { endsAt: endDate }))
    expect(
      await screen.findByText(
        /^The end of this contest has been moved to \d\d:\d\d:\d\d [AP]M: earlier than before\.$/,
      ),
    ).toBeInTheDocument()
    await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.clock })).toBeInTheDocument())
  })

  it('handed in on another device, it closes here at once', async () => {
    let submitted = false
    const { stream, asked, router } = await open('/ContestQuestion?contest=r2', {
      'GET /contests/r2/attempt': () => ({ body: attempt('r2', { submitted, serverNow: iso(0) }) }),
      'GET /contests/r2/paper': paper('r2'),
    })
    expect(await screen.findByRole('heading', { name: 'q1?' })).toBeInTheDocument()
    stream.say({ topic: 'attempt:r2', joined: true, submitted: false })
    await pass(100)
    expect(asked('/contests/r2/attempt'), 'nothing new was told').toBe(1)
    submitted = true
    stream.say({ topic: 'attempt:r2', joined: true, submitted: true })
    expect(await screen.findByRole('heading', { name: 'Completed - Wait for Results' })).toBeInTheDocument()
    expect(asked('/contests/r2/attempt')).toBe(2)
    expect(router.state.location.pathname).toBe('/ContestQuestion')
  })

  it('handed in by hand here, it says so, though the news of it overtakes the answer', async () => {
    let submitted = false
    let answer: (said: Answer) => void = () => {}
    const { stream } = await open('/ContestQuestion?contest=r3', {
      'GET /contests/r3/attempt': () => ({
        body: attempt('r3', { submitted, answered: { q1: '1', q2: '1' }, serverNow: iso(0) }),
      }),
      'GET /contests/r3/paper': paper('r3'),
      'POST /complete': () => new Promise<Answer>((resolve) => (answer = resolve)),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Submit contest' }))
    submitted = true
    stream.say({ topic: 'attempt:r3', joined: true, submitted: true })
    expect(await screen.findByRole('heading', { name: 'Completed - Wait for Results' })).toBeInTheDocument()
    answer({ body: { success: true, message: 'Contest submitted successfully!', serverNow: iso(0) } })
    const heading = await screen.findByRole('heading', { name: HANDED_IN.hand })
    await waitFor(() => expect(heading).toHaveFocus())
  })

  it('opens with what the join answered', async () => {
    const { asked } = await open('/contest', {
      'GET /post/getallcontest': {
        body: {
          contests: [contest('j1')],
          total: 1,
          counts: { all: 1, upcoming: 0, active: 1, completed: 0 },
          serverNow: iso(0),
        },
      },
      'POST /complete': { body: { success: false, message: 'Joined', attempt: attempt('j1'), serverNow: iso(0) } },
      'GET /contests/j1/paper': paper('j1'),
      'GET /contests/j1/attempt': { body: attempt('j1', { joined: false }) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Join Contest' }))
    const start = await screen.findByRole('button', { name: START })
    expect([asked('/complete'), asked('/contests/j1/paper'), asked('/contests/j1/attempt')]).toEqual([0, 0, 1])
    await userEvent.click(start)
    expect(await screen.findByRole('heading', { name: 'q1?' })).toBeInTheDocument()
    expect([asked('/complete'), asked('/contests/j1/paper'), asked('/contests/j1/attempt')]).toEqual([1, 1, 1])
  })
})

describe('on the other screens', () => {
  it('the numbers of a running card follow, and the list is read again when it is another', async () => {
    const shown = [contest('l1')]
    const { stream, asked } = await open('/contest', {
      'GET /post/getallcontest': () => ({
        body: {
          contests: shown,
          total: shown.length,
          counts: { all: 1, upcoming: 0, active: 1, completed: 0 },
          serverNow: iso(0),
        },
      }),
    })
    const card = await screen.findByRole('article', { name: 'Operating Systems' })
    expect(within(card).getByText('3')).toBeInTheDocument()
    const before = asked('/post/getallcontest')
    stream.say(told('l1', { participants: 41 }))
    expect(await within(card).findByText('41')).toBeInTheDocument()
    expect(asked('/post/getallcontest')).toBe(before)
    shown.push(contest('l2', { title: 'A new one' }))
    stream.say({ topic: 'contests' })
    await passUntil(() => expect(screen.getByRole('article', { name: 'A new one' })).toBeInTheDocument())
  })

  it('the list is fetched once when the stream opens, unless something was missed', async () => {
    let edition = 'here.1'
    const body = () => ({
      contests: [contest('e1')],
      total: 1,
      counts: { all: 1, upcoming: 0, active: 1, completed: 0 },
      edition,
      serverNow: iso(0),
    })
    const { stream, asked } = await open('/contest', { 'GET /post/getallcontest': () => ({ body: body() }) })
    stream.say({ topic: 'contests', edition })
    await screen.findByRole('article', { name: 'Operating Systems' })
    await pass(2000)
    expect(asked('/post/getallcontest'), 'it is the list that was read').toBe(1)
    edition = 'here.2'
    stream.say({ topic: 'contests', edition })
    await passUntil(() => expect(asked('/post/getallcontest')).toBe(2))
    // The same word again, as after a break of the stream.
    stream.say({ topic: 'contests', edition })
    await pass(2000)
    expect(asked('/post/getallcontest')).toBe(2)
  })

  it('a list that did not come is not tried again by the first word of the stream, but by the next edition', async () => {
    const { asked } = await open('/my-contests', {
      'GET /contest/my-contests': { status: 403, body: { code: 'forbidden' } },
    })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
    expect(asked('/contest/my-contests')).toBe(1)
    expect(missedOf('here.1', null), 'as the stream begins').toBe(false)
    expect(missedOf('here.2', 'here.1'), 'something has changed').toBe(true)
  })

  const boardOf = (id: string, startDate: string) => {
    const standing = { success: true, you: null, histogram: [0, 0], questionCount: 1, final: false, seesAll: true }
    return {
      [`GET /contest/${id}`]: { body: contest(id, { own: true, startDate }) },
      [`GET /contests/${id}/standing`]: { body: { ...standing, totalParticipants: 3 } },
      'POST /post/results': { body: { success: true, results: [], totalParticipants: 3, final: false } },
    }
  }

  it("the owner's board moves with what is told, and is not asked for in between", async () => {
    const { stream, asked } = await open('/result?contest=b1', boardOf('b1', iso(-MINUTE)))
    expect(await screen.findByText(messages.STILL_MOVING)).toBeInTheDocument()
    stream.say(told('b1'))
    await pass(6500)
    expect(asked('/contests/b1/standing'), 'as it was told').toBe(1)
    stream.say(told('b1', { participants: 4 }))
    // Gathered and spread over up to five seconds.
    await passUntil(() => expect(asked('/contests/b1/standing')).toBe(2))
  })

  it('a board before the start says that it has not started', async () => {
    const { asked } = await open('/result?contest=b2', boardOf('b2', iso(30 * MINUTE)))
    expect(await screen.findByText(/^It has not started yet: it starts in (29|30) min/)).toBeInTheDocument()
    expect(screen.queryByText(messages.LIVE)).toBeNull()
    await pass(5500)
    expect(asked('/contests/b2/standing')).toBe(1)
  })

  it('a board that has ended is looked at until it is final', async () => {
    const standing = { success: true, you: null, histogram: [0, 0], questionCount: 1, seesAll: false }
    let final = false
    const { asked } = await open('/result?contest=b3', {
      'GET /contest/b3': { body: contest('b3', { startDate: iso(-30 * MINUTE), endDate: iso(-2000) }) },
      'GET /contests/b3/standing': () => ({ body: { ...standing, totalParticipants: 3, final } }),
      'POST /post/results': () => ({ body: { success: true, results: [], totalParticipants: 3, final } }),
      'GET /contests/b3/corrections': { body: { success: true, corrections: [] } },
    })
    expect(await screen.findByText(messages.SETTLING)).toBeInTheDocument()
    expect(screen.getByText(messages.BADGES.ended)).toBeInTheDocument()
    expect(screen.queryByText(messages.LIVE)).toBeNull()
    final = true
    await passUntil(() => expect(screen.queryByText(messages.SETTLING)).toBeNull())
    const looks = asked('/contests/b3/standing')
    await pass(6000)
    expect(asked('/contests/b3/standing')).toBe(looks)
  })

  it('a final board says so, and is read again when a correction is told', async () => {
    const standing = { success: true, you: null, histogram: [0, 0], questionCount: 1, seesAll: false, final: true }
    const { stream, asked } = await open('/result?contest=b4', {
      'GET /contest/b4': { body: contest('b4', { startDate: iso(-30 * MINUTE), endDate: iso(-MINUTE) }) },
      'GET /contests/b4/standing': { body: { ...standing, totalParticipants: 3 } },
      'POST /post/results': { body: { success: true, results: [], totalParticipants: 3, final: true } },
      'GET /contests/b4/corrections': { body: { success: true, corrections: [] } },
    })
    expect(await screen.findByText(messages.FINAL)).toBeInTheDocument()
    const over = { status: 'ended', resultsOpen: true, endsAt: iso(-MINUTE) }
    stream.say(told('b4', { ...over, corrections: 0 }))
    await pass(4500)
    expect(asked('/contests/b4/standing'), 'nothing has moved').toBe(1)
    stream.say(told('b4', { ...over, corrections: 1 }))
    await passUntil(() => expect(asked('/contests/b4/standing')).toBe(2))
    expect(asked('/post/results')).toBe(2)
    expect(asked('/contests/b4/corrections')).toBe(2)
  })

  it('the own result is read again when a correction is told', async () => {
    const over = { startDate: iso(-30 * MINUTE), endDate: iso(-MINUTE), joined: true, completed: true }
    const you = { rank: 1, userId: 'u1', fullName: 'Ananya Sharma', email: null, durationMs: 60_000 }
    let right = 1
    const { stream, asked } = await open('/my-contests/k1', {
      'GET /contest/k1': { body: contest('k1', over) },
      'GET /contests/k1/standing': () => ({
        body: {
          success: true,
          you: { ...you, correctAnswerCount: right, wrongAnswerCount: 2 - right, totalAnswered: 2 },
          histogram: [0, 1, 2],
          questionCount: 2,
          totalParticipants: 3,
          seesAll: false,
          final: true,
        },
      }),
      'GET /contests/k1/corrections': { body: { success: true, corrections: [] } },
      'GET /contests/k1/review': { body: { success: true, contest: {}, questions: [] } },
    })
    const result = await screen.findByRole('region', { name: messages.YOUR_RESULT })
    await waitFor(() => expect(within(result).getByText('Correct').nextSibling).toHaveTextContent('1 of 2'))
    const ended = { status: 'ended', resultsOpen: true, endsAt: iso(-MINUTE) }
    stream.say(told('k1', { ...ended, corrections: 0 }))
    await pass(4500)
    expect(asked('/contests/k1/standing'), 'nothing has moved').toBe(1)
    right = 2
    stream.say(told('k1', { ...ended, corrections: 1 }))
    await passUntil(() => expect(within(result).getByText('Correct').nextSibling).toHaveTextContent('2 of 2'))
    expect([asked('/contests/k1/corrections'), asked('/contests/k1/review')]).toEqual([2, 2])
  })

  it('a card knows of handing in on another device', async () => {
    const joined = contest('p1', { joined: true, answered: 1 })
    const { stream } = await open('/contest', {
      'GET /post/getallcontest': {
        body: {
          contests: [joined],
          total: 1,
          counts: { all: 1, upcoming: 0, active: 1, completed: 0 },
          serverNow: iso(0),
        },
      },
    })
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeEnabled()
    stream.say({ topic: 'attempt:p1', joined: true, submitted: true })
    expect(await screen.findByRole('button', { name: messages.ACTIONS.wait })).toBeDisabled()
  })

  it('the page of a contest knows of it, too', async () => {
    const { stream } = await open('/my-contests/p2', { 'GET /contest/p2': { body: contest('p2', { joined: true }) } })
    expect(await screen.findByRole('heading', { name: 'Continue where you left off' })).toBeInTheDocument()
    stream.say({ topic: 'attempt:p2', joined: true, submitted: true })
    expect(await screen.findByRole('heading', { name: 'Submitted' })).toBeInTheDocument()
  })

  /** A contest that starts in an hour, until the organiser says otherwise. */
  function upcoming(id: string, more: Record<string, unknown> = {}) {
    const given = { startDate: iso(60 * MINUTE), participants: 0, ...more }
    return {
      head: () => ({ body: contest(id, { ...given, serverNow: iso(0) }) }),
      moved: (fromNow: number) => {
        given.startDate = iso(fromNow)
        return told(id, { status: 'upcoming', startsAt: given.startDate, frozen: false, participants: 0 })
      },
    }
  }

  it('who waits is let in by the start, with the newest times', async () => {
    const { head, moved } = upcoming('w1')
    const { stream, asked } = await open('/my-contests/w1', {
      'GET /contest/w1': head,
      'POST /complete': { body: { success: false, message: 'Joined', attempt: attempt('w1'), serverNow: iso(0) } },
      'GET /contests/w1/paper': paper('w1'),
    })
    await userEvent.click(await screen.findByRole('button', { name: waiting.WAIT_HERE }))
    expect(screen.getAllByText(waiting.WAITING)).not.toHaveLength(0)
    expect(screen.getByText(waiting.WAITING_FINAL)).toBeInTheDocument()
    // On a phone the rest may lie below the edge: how long still, what to do, the way out, and then the rule.
    const order = [
      screen.getByRole('timer'),
      screen.getByText(waiting.WAITING_TEXT),
      screen.getByRole('button', { name: waiting.STOP_WAITING }),
      screen.getByText(waiting.WAITING_FINAL),
    ]
    expect(
      [...order].sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)),
    ).toEqual(order)
    // How long still is said once.
    expect(screen.getAllByText(/(^|\s)(00:59:|01:00:00|59 min|60 min|1 h)/)).toHaveLength(1)
    stream.say(moved(1500))
    await passUntil(() => expect(screen.getByRole('heading', { name: 'q1?' })).toBeInTheDocument())
    expect(screen.getByText(FIRST_IS_FINAL)).toBeInTheDocument()
    expect(asked('/complete')).toBe(1)
    expect(asked('/contests/w1/attempt')).toBe(0)
  })

  it('who waits is told that the start was moved, and to when', async () => {
    const { head, moved } = upcoming('w9')
    const { stream } = await open('/my-contests/w9?wait=1', { 'GET /contest/w9': head })
    await screen.findByRole('button', { name: waiting.STOP_WAITING })
    const said = (text: RegExp) => screen.findByText(text)
    stream.say(moved(90 * MINUTE))
    const later = await said(/^The start has been moved to (today|tomorrow), \d\d:\d\d [AP]M: later than before\.$/)
    expect(later.closest('[role="status"]')).not.toBeNull()
    stream.say(moved(30 * MINUTE))
    await said(/^The start has been moved to (today|tomorrow), \d\d:\d\d [AP]M: earlier than before\.$/)
  })

  it('who waits without a network is promised no moment before the start either', async () => {
    const { head } = upcoming('w4b')
    await open('/my-contests/w4b?wait=1', { 'GET /contest/w4b': head })
    expect(await screen.findByText(waiting.WAITING_TEXT)).toBeInTheDocument()
    act(() => noteReached(false))
    expect(screen.getByText(waiting.WAITING_AWAY)).toBeInTheDocument()
    expect(screen.queryByText(waiting.WAITING_TEXT)).toBeNull()
    act(() => noteReached(true))
    expect(screen.getByText(waiting.WAITING_TEXT)).toBeInTheDocument()
  })

  it('who waits without a network is told so, and let in when it is back', async () => {
    let there = true
    const { head, moved } = upcoming('w4')
    const { stream, asked } = await open('/my-contests/w4?wait=1', {
      'GET /contest/w4': head,
      'POST /complete': () => {
        if (!there) throw new TypeError('Failed to fetch')
        return { body: { success: false, message: 'Joined', attempt: attempt('w4'), serverNow: iso(0) } }
      },
      'GET /contests/w4/paper': paper('w4'),
    })
    await screen.findByRole('button', { name: waiting.STOP_WAITING })
    stream.say(moved(1000))
    there = false
    await passUntil(() => expect(screen.getByRole('heading', { name: waiting.NOT_LET_IN })).toBeInTheDocument())
    expect(screen.queryByText(waiting.LETTING_IN)).toBeNull()
    const tried = asked('/complete')
    await passUntil(() => expect(asked('/complete')).toBeGreaterThan(tried + 1), 12_000)
    // The page says it: no notice says the same in other words.
    expect(screen.queryByText(/^Not confirmed yet/)).toBeNull()
    // It stands there as long as it is so: whoever looks away finds what to do.
    act(() => noteReached(false, true))
    expect(await screen.findByText(waiting.BETWEEN_WAITING)).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: waiting.KEPT_OUT })).toBeInTheDocument()
    expect(screen.getByText(waiting.KEPT_OUT, { selector: '[role="status"]' })).toBeInTheDocument()
    expect(screen.queryByText(waiting.NOT_LET_IN)).toBeNull()
    there = true
    dispatchEvent(new Event('online'))
    await passUntil(() => expect(screen.getByRole('heading', { name: 'q1?' })).toBeInTheDocument())
  })

  it('where it takes a moment to be let in, nothing is promised that has passed', async () => {
    const { head, moved } = upcoming('w7b')
    const { stream } = await open('/my-contests/w7b?wait=1', {
      'GET /contest/w7b': head,
      'POST /complete': { status: 503, body: { code: 'busy', message: 'Busy.' } },
    })
    expect(await screen.findByText(waiting.WAITING_TEXT)).toBeInTheDocument()
    stream.say(moved(500))
    expect(await screen.findByText(waiting.LETTING_IN_TEXT)).toBeInTheDocument()
    expect(screen.queryByText(waiting.WAITING_TEXT)).toBeNull()
  })

  it('a session that ends while one waits is said at once, the place is kept, and it goes on with a new one', async () => {
    let inside = true
    const { head, moved } = upcoming('w5')
    const out = { status: 401, body: { code: 'logged_out', message: 'Please log in to continue.' } }
    const { stream, asked, router } = await open('/my-contests/w5?wait=1', {
      'GET /checklogged': () => (inside ? signedIn() : GUEST),
      'GET /contest/w5': () => (inside ? head() : out),
      'POST /complete': () =>
        inside ? { body: { success: false, message: 'Joined', attempt: attempt('w5'), serverNow: iso(0) } } : out,
      'GET /contests/w5/paper': paper('w5'),
    })
    await screen.findByRole('button', { name: waiting.STOP_WAITING })
    inside = false
    // As the stream does, which ends with the session.
    await act(() => cache.invalidateQueries({ queryKey: SESSION_KEY }))
    expect(await screen.findByText(waiting.LOGGED_OUT_WAITING, { exact: false })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: waiting.LOG_IN_AGAIN })).toHaveAttribute(
      'href',
      `/login?next=${encodeURIComponent('/my-contests/w5?wait=1')}`,
    )
    expect(screen.getByRole('timer')).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/my-contests/w5')
    stream.say(moved(1000))
    inside = true
    await act(() => cache.invalidateQueries({ queryKey: SESSION_KEY }))
    await waitFor(() => expect(screen.queryByText(waiting.LOGGED_OUT_WAITING, { exact: false })).toBeNull())
    expect(asked('/complete')).toBe(0)
    stream.say(moved(1000))
    await passUntil(() => expect(screen.getByRole('heading', { name: 'q1?' })).toBeInTheDocument())
  })

  it('a session found to have ended by the join itself keeps the place, too', async () => {
    let inside = true
    const { head, moved } = upcoming('w6')
    const { stream, router } = await open('/my-contests/w6?wait=1', {
      'GET /checklogged': () => (inside ? signedIn() : GUEST),
      'GET /contest/w6': head,
      'POST /complete': { status: 401, body: { code: 'logged_out', message: 'Please log in to continue.' } },
    })
    await screen.findByRole('button', { name: waiting.STOP_WAITING })
    stream.say(moved(300))
    inside = false
    await passUntil(() => expect(screen.getByRole('heading', { name: waiting.STARTED_LOGGED_OUT })).toBeInTheDocument())
    expect(screen.getByRole('link', { name: waiting.LOG_IN_AGAIN })).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/my-contests/w6')
  })

  it('who was logged out while waiting is asked to log in when it is over, and told nothing that nobody knows', async () => {
    let inside = true
    let joined = false
    const { head, moved } = upcoming('w8')
    const { stream } = await open('/my-contests/w8?wait=1', {
      'GET /checklogged': () => (inside ? signedIn() : GUEST),
      'GET /contest/w8': () =>
        inside
          ? { body: { ...head().body, ...(joined ? { joined, endDate: iso(-1000) } : {}) } }
          : { status: 401, body: { code: 'logged_out', message: 'Please log in to continue.' } },
      'GET /contests/w8/standing': { status: 403, body: { code: 'results_too_early', message: messages.TOO_EARLY } },
    })
    await screen.findByRole('button', { name: waiting.STOP_WAITING })
    stream.say({ ...moved(5000), endsAt: iso(8000) })
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent(/00:00:0/))
    inside = false
    await act(() => cache.invalidateQueries({ queryKey: SESSION_KEY }))
    await screen.findByText(waiting.LOGGED_OUT_WAITING, { exact: false })
    await passUntil(() => expect(screen.getByRole('heading', { name: waiting.STARTED_LOGGED_OUT })).toBeInTheDocument())
    expect(screen.queryByRole('button', { name: waiting.STOP_WAITING })).toBeNull()
    expect(screen.queryByRole('button', { name: messages.REMIND })).toBeNull()
    await passUntil(() => expect(screen.getByRole('heading', { name: waiting.OVER_LOGGED_OUT })).toBeInTheDocument())
    expect(screen.getByRole('link', { name: waiting.LOG_IN_AGAIN })).toBeInTheDocument()
    expect(screen.queryByText('You did not take part')).toBeNull()
    expect(screen.queryByText('Participants')).toBeNull()
    // Logged in again, in another tab: what is true is read.
    inside = true
    joined = true
    await act(() => cache.invalidateQueries({ queryKey: SESSION_KEY }))
    expect(await screen.findByRole('region', { name: messages.YOUR_RESULT })).toBeInTheDocument()
  })

  it('a guest is sent to log in and back', async () => {
    const { router } = await open('/my-contests/w7?wait=1', { 'GET /checklogged': GUEST })
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toEqual({ next: '/my-contests/w7?wait=1' })
  })

  const MISSING = { status: 404, body: { code: 'missing', message: 'This does not exist.' } }

  it.each([
    ['the page', 'g1', ''],
    ['the waiting room', 'g5', '?wait=1'],
  ])(
    'a contest that is taken away is not waited for: %s',
    async (_, id, search) => {
      let answer: Answer | null = null
      const { head, moved } = upcoming(id)
      const { stream, asked } = await open(`/my-contests/${id}${search}`, {
        [`GET /contest/${id}`]: () => answer ?? head(),
      })
      expect(await screen.findByRole('heading', { level: 1, name: 'Operating Systems' })).toBeInTheDocument()
      stream.say(moved(4000))
      answer = MISSING
      stream.say({ topic: `contest:${id}` })
      expect(await screen.findByRole('heading', { name: messages.GONE })).toBeInTheDocument()
      for (const way of screen.getAllByRole('link', { name: messages.TABS.all }))
        expect(way).toHaveAttribute('href', '/contest')
      expect(document.title).toContain(messages.GONE)
      expect(screen.queryByRole('heading', { name: 'Operating Systems' })).toBeNull()
      expect(screen.queryByRole('timer')).toBeNull()
      // A network that fails meanwhile does not bring it back, and at the start nobody is let in.
      answer = { status: 503, body: {} }
      dispatchEvent(new Event('visibilitychange'))
      await pass(6000)
      expect(screen.getByRole('heading', { name: messages.GONE })).toBeInTheDocument()
      expect(screen.queryByRole('button', { name: 'Join Contest' })).toBeNull()
      expect(asked('/complete')).toBe(0)
    },
    20_000,
  )

  it('the last look before the start finds out what no stream told', async () => {
    let answer: Answer | null = null
    const { head, moved } = upcoming('g2')
    const { stream, asked } = await open('/my-contests/g2?wait=1', { 'GET /contest/g2': () => answer ?? head() })
    await screen.findByRole('button', { name: waiting.STOP_WAITING })
    answer = MISSING
    stream.say(moved(2500))
    await passUntil(() => expect(screen.getByRole('heading', { name: messages.GONE })).toBeInTheDocument())
    expect(asked('/complete')).toBe(0)
  })

  it('a network that fails is not a contest that is gone', async () => {
    let there = true
    const { head } = upcoming('g3')
    const { stream } = await open('/my-contests/g3?wait=1', {
      'GET /contest/g3': () => {
        if (!there) throw new TypeError('Failed to fetch')
        return head()
      },
    })
    await screen.findByRole('button', { name: waiting.STOP_WAITING })
    there = false
    stream.say({ topic: 'contest:g3' })
    await pass(3500)
    expect(screen.queryByText(messages.GONE)).toBeNull()
    expect(screen.getByRole('timer')).toBeInTheDocument()
  })

  it('a contest without questions says so before the start, and not again by a notice', async () => {
    const said = 'No questions available for this contest.'
    const { head, moved } = upcoming('n1', { questionCount: 0 })
    const { stream, asked } = await open('/my-contests/n1?wait=1', {
      'GET /contest/n1': head,
      'POST /complete': { status: 409, body: { code: 'no_questions', message: said } },
    })
    expect(await screen.findByText(`${messages.NO_QUESTIONS}. ${messages.NO_QUESTIONS_TEXT}`)).toBeInTheDocument()
    expect(screen.getByText(waiting.WAITING_EMPTY_TEXT)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: waiting.STOP_WAITING }))
    await screen.findByRole('button', { name: waiting.WAIT_HERE })
    expect(screen.queryByText(waiting.WAIT_TEXT)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: waiting.WAIT_HERE }))
    stream.say(moved(500))
    await passUntil(() => expect(screen.getByRole('heading', { name: messages.NO_QUESTIONS })).toBeInTheDocument())
    expect(asked('/complete')).toBe(1)
    await pass(300)
    expect(screen.queryByText(said)).toBeNull()
  })

  it('a join that finds it gone says so on the page, once', async () => {
    let answer: Answer | null = null
    const { head, moved } = upcoming('g4')
    const { stream } = await open('/my-contests/g4?wait=1', {
      'GET /contest/g4': () => answer ?? head(),
      'POST /complete': () => {
        answer = MISSING
        return MISSING
      },
    })
    await screen.findByRole('button', { name: waiting.STOP_WAITING })
    stream.say(moved(1500))
    await passUntil(() => expect(screen.getByRole('heading', { name: messages.GONE })).toBeInTheDocument())
    expect(screen.queryByText('This does not exist.')).toBeNull()
  })

  it('who does not wait finds the button, and joins by hand', async () => {
    const { head, moved } = upcoming('w2')
    const { stream, asked } = await open('/my-contests/w2', { 'GET /contest/w2': head })
    await screen.findByRole('button', { name: waiting.WAIT_HERE })
    stream.say(moved(300))
    expect(await screen.findByRole('button', { name: 'Join Contest' })).toBeInTheDocument()
    await pass(1700)
    expect(asked('/complete')).toBe(0)
  })

  it('a busy server is asked again, a refusal ends the waiting with its word', async () => {
    const answers: Answer[] = [
      { status: 503, body: { code: 'unavailable', message: 'Busy.' } },
      { status: 404, body: { code: 'missing', message: 'This does not exist.' } },
    ]
    const { head, moved } = upcoming('w3')
    const { stream, asked } = await open('/my-contests/w3?wait=1', {
      'GET /contest/w3': head,
      'POST /complete': () => answers.shift() ?? { body: {} },
    })
    await screen.findByRole('button', { name: waiting.STOP_WAITING })
    stream.say(moved(200))
    await passUntil(() => expect(screen.getByText('This does not exist.')).toBeInTheDocument())
    expect(asked('/complete')).toBe(2)
    expect(await screen.findByRole('button', { name: 'Join Contest' })).toBeInTheDocument()
  })
})

const PLUS_4 = 'Each right answer gives +4, each wrong answer −1, an unanswered question 0.'
const PLUS_3 = 'Each right answer gives +3, each wrong answer −1, an unanswered question 0.'
const OTHER_RULE = {
  status: 409,
  body: { code: 'rules_changed', message: 'The marks of this contest have changed. Read them and start again.' },
}

type Given = Record<string, unknown>

describe('another rule', () => {
  it.each([
    ['of a contest with marks', 'm1', { marksShown: PLUS_4 }, { marksShown: PLUS_3 }],
    ['of one that had none', 'm2', {}, { marksShown: PLUS_3 }],
    ['that takes the marks away', 'm3', { marksShown: PLUS_4 }, {}],
  ])('%s reaches whoever is about to start, and is what they start by', async (_, id, before, after) => {
    let given: Given = before
    const { stream, calls, asked } = await open(`/ContestQuestion?contest=${id}`, {
      [`GET /contests/${id}/attempt`]: () => ({ body: attempt(id, { joined: false, ...given }) }),
      [`GET /contest/${id}`]: () => ({ body: contest(id, given) }),
      [`GET /contests/${id}/paper`]: paper(id),
      'POST /complete': { body: { success: false, message: 'Joined', attempt: attempt(id, after) } },
    })
    const start = await screen.findByRole('button', { name: START })
    const read = (rule: { marksShown?: string }) => expect.stringContaining(rule.marksShown ?? RANK_RULE)
    expect(start).toHaveAccessibleDescription(read(before))
    stream.say(told(id, { participants: 4, ...before }))
    given = after
    stream.say(told(id, after))
    await waitFor(() => expect(start).toHaveAccessibleDescription(read(after)))
    expect((await screen.findByText(/^The marks have changed\./)).closest('[role="status"]')).not.toBeNull()
    expect(asked(`/contests/${id}/attempt`), 'a hall does not ask in one moment').toBe(1)
    await userEvent.click(start)
    await screen.findByRole('heading', { name: 'q1?' })
    expect(calls.find(({ path }) => path === '/complete')?.body).toMatchObject({ marksShown: '', ...after })
  })

  it('that nobody heard of is refused at the start: it is read, and the start is pressed again', async () => {
    let given: Given = { marksShown: PLUS_4 }
    const answers: Answer[] = [OTHER_RULE]
    const { calls } = await open('/ContestQuestion?contest=m4', {
      'GET /contest/m4': () => ({ body: contest('m4', given) }),
      'GET /contests/m4/attempt': () => ({ body: attempt('m4', { joined: false, ...given }) }),
      'GET /contests/m4/paper': paper('m4'),
      'POST /complete': () => {
        given = { marksShown: PLUS_3 }
        return answers.shift() ?? { body: { success: false, message: 'Joined', attempt: attempt('m4', given) } }
      },
    })
    const start = await screen.findByRole('button', { name: START })
    await userEvent.click(start)
    expect(await screen.findByRole('alert')).toHaveTextContent(OTHER_RULE.body.message)
    await waitFor(() => expect(start).toHaveAccessibleDescription(expect.stringContaining(PLUS_3)))
    expect(screen.queryByText(/^The marks have changed\./), 'said once').toBeNull()
    await waitFor(() => expect(start).not.toHaveAttribute('aria-busy', 'true'))
    await userEvent.click(start)
    await screen.findByRole('heading', { name: 'q1?' })
    const joins = calls.filter(({ path }) => path === '/complete').map(({ body }) => body)
    expect(joins).toMatchObject([{ marksShown: PLUS_4 }, { marksShown: PLUS_3 }])
  })

  it('is read in the waiting room at once, and whoever is let in starts by it', async () => {
    let given: Given = { startDate: iso(60 * MINUTE), endDate: iso(120 * MINUTE), marksShown: PLUS_4 }
    const { stream, calls } = await open('/my-contests/m5?wait=1', {
      'GET /contest/m5': () => ({ body: contest('m5', given) }),
      'GET /contests/m5/paper': paper('m5'),
      'POST /complete': { body: { success: false, message: 'Joined', attempt: attempt('m5'), serverNow: iso(0) } },
    })
    expect(await screen.findByText(PLUS_4, { exact: false })).toBeInTheDocument()
    given = { ...given, startDate: iso(60 * MINUTE), marksShown: PLUS_3 }
    stream.say(told('m5', { status: 'upcoming', startsAt: iso(60 * MINUTE), marksShown: PLUS_3 }))
    expect(await screen.findByText(`The marks have changed. ${PLUS_3}`)).toBeInTheDocument()
    expect(screen.queryByText(PLUS_4, { exact: false })).toBeNull()
    given = { ...given, startDate: iso(1500) }
    stream.say(told('m5', { status: 'upcoming', startsAt: iso(1500), marksShown: PLUS_3 }))
    await passUntil(() => expect(screen.getByRole('heading', { name: 'q1?' })).toBeInTheDocument())
    expect(calls.find(({ path }) => path === '/complete')?.body).toMatchObject({ marksShown: PLUS_3 })
  })

  it('that is found at the end of the waiting lets nobody in unread', async () => {
    let given: Given = { startDate: iso(1500), endDate: iso(120 * MINUTE), marksShown: PLUS_4 }
    const { asked, router } = await open('/my-contests/m6?wait=1', {
      'GET /contest/m6': () => ({ body: contest('m6', given) }),
      'POST /complete': () => {
        given = { ...given, marksShown: PLUS_3 }
        return OTHER_RULE
      },
    })
    await passUntil(() => expect(screen.getByText(OTHER_RULE.body.message)).toBeInTheDocument())
    expect(await screen.findByRole('button', { name: 'Join Contest' })).toBeInTheDocument()
    expect(screen.getAllByText(PLUS_3, { exact: false })).not.toHaveLength(0)
    expect(asked('/complete')).toBe(1)
    expect(router.state.location.pathname).toBe('/my-contests/m6')
  })
})

it('whoever waits on a page too old for the questions is told so, with the way to a newer one', async () => {
  const { asked } = await open('/my-contests/n1?wait=1', {
    'GET /contest/n1': { body: contest('n1', { startDate: iso(1500), endDate: iso(120 * MINUTE) }) },
    'POST /complete': { status: 409, body: { code: 'needs_newer_client', message: 'This app cannot show them.' } },
  })
  await passUntil(() => expect(screen.getByText(messages.PAGE_TOO_OLD)).toBeInTheDocument())
  expect(screen.getByRole('link', { name: messages.RELOAD_PAGE })).toHaveAttribute(
    'href',
    '/ContestQuestion?contest=n1',
  )
  expect(screen.queryByText('This app cannot show them.')).toBeNull()
  expect(await screen.findByRole('button', { name: 'Join Contest' })).toBeInTheDocument()
  expect(asked('/complete')).toBe(1)
})

describe('what is told', () => {
  const known: Pick<ListedContest, 'startsAt' | 'endsAt' | 'isPublic' | 'participants'> = {
    startsAt: 1000,
    endsAt: 2000,
    isPublic: true,
    participants: 3,
  }
  const said = {
    ...known,
    status: 'active' as const,
    frozen: true,
    submitted: 1,
    resultsOpen: false,
    corrections: 0,
  }

  it('changes what is another and nothing else', () => {
    expect(withFollowed(known, said)).toBe(known)
    expect(withFollowed(known, { ...said, endsAt: 3000, participants: 4 })).toEqual({
      ...known,
      endsAt: 3000,
      participants: 4,
    })
  })

  it('shows by its state when a clock is wrong, and bears a moment on the way', () => {
    for (const [now, wrong] of [
      [-1500, true],
      [-900, false],
      [1500, false],
      [3900, false],
      [4100, true],
    ] as const) {
      expect(contradicts(said, now)).toBe(wrong)
    }
    expect([2900, 3100].map((now) => contradicts({ ...said, status: 'upcoming' }, now))).toEqual([false, true])
    expect([-100, 100].map((now) => contradicts({ ...said, status: 'ended' }, now))).toEqual([true, false])
  })

  it('is read from the event; a contest that is gone says nothing', () => {
    const event = {
      ...told('x'),
      startsAt: new Date(1000).toISOString(),
      endsAt: new Date(2000).toISOString(),
      submitted: 1,
    }
    expect(followedFrom(event)).toEqual(said)
    expect(followedFrom({ ...event, marksShown: PLUS_4 })).toEqual({ ...said, marksShown: PLUS_4 })
    expect(followedFrom({ topic: 'contest:x' })).toBeNull()
  })
})
