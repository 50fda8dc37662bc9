/** The taking screen as a person meets it: which moment, what is wrong, answering. */
import { answerOf, echoing } from '@/testingAnswer'
import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cache, SESSION_KEY } from '@/api/cache'
import { noteReached } from '@/api/connection'
import { contestid } from '@/lib/storage'
import { pass, passUntil, startTestClock } from '@/testClock'
import { type Answer, type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { SHOWN_KINDS } from '../api'
import { attempt } from '../attemptFixture'
import { JOIN_FAILED, lostText, NOT_ACTIVE, PAGE_TOO_OLD, RELOAD_PAGE } from '../messages'
import { closeOutbox } from '../outbox'
import {
  ALL_ANSWERED,
  ALL_CONTESTS,
  answersKept,
  BETWEEN_SUBMIT,
  CUT_OFF_NOT_SUBMITTED,
  DO_NOT_RELOAD,
  FIRST_IS_FINAL,
  LOOKING,
  OFFLINE_NOT_SUBMITTED,
  OFFLINE_SUBMIT,
  otherStored,
  SUBMIT_FAILED,
} from '../room/messages'
import {
  answeredLine,
  COMPLETED,
  FACTS,
  HANDED_IN,
  OWN_CONTEST,
  RANK_RULE,
  RESULTS_OPEN,
  RESULTS_SOON,
  START,
  TIME_RULE,
  VIEW_RESULTS,
} from '../roomPanelMessages'
import TakeContestPage from './TakeContestPage'

const MINUTE = 60_000
const Contests = () => <p>the list</p>
const OfContest = () => <p>the waiting room</p>

const questions = [1, 2].map((n) => ({
  _id: `q${n}`,
  Question: `What is ${n}?`,
  Options: ['one', 'two', 'three', 'four'],
}))

type Says = Answer | ((asked: Asked) => Answer)
function open(answers: Record<string, Says>, at = '/ContestQuestion?contest=c1') {
  const calls = serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), ...answers })
  const pages = { '/ContestQuestion': TakeContestPage, '/contest': Contests, '/my-contests/$contestId': OfContest }
  const page = showPage(pages, at)
  return page.then((router) => ({ calls, router }))
}
const PAPER = { 'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: questions } } }

/** jsdom has no dialogs. */
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => closeOutbox(null))

describe('which moment it is', () => {
  it('before the start: says so and goes to the waiting room', async () => {
    const { router } = await open({
      'GET /contests/c1/attempt': attempt({ startDate: new Date(Date.now() + MINUTE).toISOString() }),
    })
    expect(await screen.findByText('the waiting room')).toBeInTheDocument()
    expect(router.state.location).toMatchObject({ pathname: '/my-contests/c1', search: { wait: '1' } })
    expect(await screen.findByText("Contest hasn't started yet!")).toBeInTheDocument()
  })

  it('after the end: goes to the list, which says so', async () => {
    const { router } = await open({
      'GET /contests/c1/attempt': attempt({ endDate: new Date(Date.now() - 1000).toISOString() }),
    })
    expect(await screen.findByText('the list')).toBeInTheDocument()
    expect(router.state.location.state.over).toMatchObject({ contest: 'c1', title: 'Operating Systems' })
  })
})

describe('the start panel', () => {
  const starts = async (complete: Says = { body: { success: false, message: 'Joined', attempt: attempt().body } }) => {
    const opened = await open({
      ...PAPER,
      'GET /contests/c1/attempt': attempt({ joined: false, questionCount: 25 }),
      'POST /complete': complete,
    })
    return { ...opened, start: await screen.findByRole('button', { name: START }) }
  }
  const joins = (calls: Asked[]) => calls.filter(({ path }) => path === '/complete')

  it('says what to expect and when the time begins, and joins nobody until Start is pressed', async () => {
    const { calls, start } = await starts()
    expect(screen.getByRole('heading', { level: 1, name: 'Operating Systems' })).toBeInTheDocument()
    for (const [fact, value] of [
      [FACTS.questions, '25'],
      [FACTS.until, /^today, |^tomorrow, /],
      [FACTS.left, /^(9|10) min$/],
    ] as const)
      expect(screen.getByText(fact).nextElementSibling).toHaveTextContent(value)
    expect(screen.getByText(RANK_RULE)).toBeInTheDocument()
    expect(start).toHaveAccessibleDescription(`${TIME_RULE} ${RANK_RULE}`)
    expect(joins(calls)).toEqual([])
    await userEvent.click(start)
    expect(await screen.findByRole('heading', { name: 'What is 1?' })).toBeInTheDocument()
    expect(joins(calls).map(({ body }) => body)).toEqual([
      { contestId: 'c1', userId: 'u1', intent: 'join', marksShown: '', kinds: SHOWN_KINDS },
    ])
  })

  it('has the focus on Start: Enter begins, but not one that is still held down from the page before', async () => {
    const { calls, start } = await starts()
    expect(start).toHaveFocus()
    expect(fireEvent.keyDown(start, { key: 'Enter', repeat: true }), 'held down').toBe(false)
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'What is 1?' })).toBeInTheDocument()
    expect(joins(calls)).toHaveLength(1)
  })

  it('is not shown to whoever has joined', async () => {
    const { calls } = await open({ ...PAPER, 'GET /contests/c1/attempt': attempt() })
    expect(await screen.findByRole('heading', { name: 'What is 1?' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: START })).toBeNull()
    expect(joins(calls)).toEqual([])
  })

  it('says why joining did not work', async () => {
    let answer: Answer = { status: 500, body: { code: 'internal', message: '' } }
    const { start } = await starts(() => answer)
    await userEvent.click(start)
    expect(await screen.findByText(JOIN_FAILED)).toBeInTheDocument()
    answer = { status: 403, body: { code: 'contest_not_active', message: NOT_ACTIVE } }
    await userEvent.click(start)
    expect(await screen.findByText(NOT_ACTIVE)).toBeInTheDocument()
    expect(screen.queryByText(JOIN_FAILED)).toBeNull()
  })

  it('goes on by itself while the network is away, and into the room once the server has said it', async () => {
    startTestClock()
    let tries = 0
    const { calls, start } = await starts(() => {
      tries += 1
      if (tries === 1) throw new TypeError('Failed to fetch')
      return { body: { success: false, message: 'ok', attempt: attempt().body } }
    })
    await userEvent.click(start)
    expect(await screen.findByText(/^Not confirmed yet:/)).toBeInTheDocument()
    await passUntil(() => expect(screen.getByRole('heading', { name: 'What is 1?' })).toBeInTheDocument())
    expect(screen.queryByText(JOIN_FAILED)).toBeNull()
    expect(joins(calls)).toHaveLength(2)
  })

  it('stops where the person goes elsewhere', async () => {
    startTestClock()
    const { calls, router, start } = await starts(() => {
      throw new TypeError('Failed to fetch')
    })
    await userEvent.click(start)
    await screen.findByText(/^Not confirmed yet:/)
    // It keeps trying, and keeps saying so.
    await pass(30_000)
    expect(screen.getByText(/^Not confirmed yet:/)).toBeInTheDocument()
    const tried = joins(calls).length
    await userEvent.click(screen.getByRole('link', { name: ALL_CONTESTS }))
    await screen.findByText('the list')
    await pass(1200)
    expect(screen.queryByText(/^Not confirmed yet:/)).toBeNull()
    expect(screen.queryByText('It is not sent any more.')).toBeNull()
    expect(router.state.location.pathname).toBe('/contest')
    expect(joins(calls)).toHaveLength(tried)
  })

  it('makes way for the end where it was handed in elsewhere meanwhile', async () => {
    let part = { joined: false, submitted: false }
    await open({
      'GET /contests/c1/attempt': () => attempt(part),
      'POST /complete': () => {
        part = { joined: true, submitted: true }
        return { body: { success: true, message: 'You have already submitted this contest' } }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: START }))
    expect(await screen.findByRole('heading', { name: HANDED_IN.before })).toBeInTheDocument()
  })
})

describe('questions of a kind that came after this page', () => {
  const REFUSED = { code: 'needs_newer_client', message: 'This contest has questions that this app cannot show.' }
  const isSaid = async () => {
    expect(await screen.findByText(PAGE_TOO_OLD)).toBeInTheDocument()
    expect(screen.queryByText(REFUSED.message)).toBeNull()
    // A page that is loaded anew, which a click in here cannot be.
    expect(screen.getByRole('link', { name: RELOAD_PAGE })).toHaveAttribute('href', '/ContestQuestion?contest=c1')
  }

  it('are told of where a join is refused for them', async () => {
    const { calls } = await open({
      'GET /contests/c1/attempt': attempt({ joined: false }),
      'POST /complete': { status: 409, body: REFUSED },
    })
    await userEvent.click(await screen.findByRole('button', { name: START }))
    await isSaid()
    expect(screen.getByRole('alert')).toHaveTextContent(PAGE_TOO_OLD)
    expect(calls.filter(({ path }) => path.endsWith('/paper'))).toEqual([])
  })

  it('are not shown as what they are not to whoever has joined on a newer one', async () => {
    const paper = [questions[0], { ...questions[1], kind: 'match' }]
    await open({
      'GET /contests/c1/attempt': attempt(),
      'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: paper } },
    })
    await isSaid()
    expect(screen.queryByText('What is 1?')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('are not taken for those of two to eight options', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `choice ${at}`)
    const paper = [2, 8].map((count, at) => ({ ...questions[at], kind: 'single', Options: many(count) }))
    const { calls } = await open({
      'GET /contests/c1/attempt': attempt(),
      'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: paper } },
      'POST /post/answer': { body: { success: true, message: 'Answer submitted successfully!', saved: true } },
    })
    expect(await screen.findByRole('heading', { name: 'What is 1?' })).toBeInTheDocument()
    await userEvent.keyboard('{ArrowRight}h')
    await waitFor(() => expect(screen.getByRole('button', { pressed: true })).toHaveTextContent(/^HH: choice 7saved$/))
    expect(calls.find(({ path }) => path === '/post/answer')?.body).toMatchObject({
      QuestionId: 'q2',
      Answer: 'choice 7',
    })
  })
})

describe('handed in', () => {
  /** A contest of two questions that ends by this many milliseconds, and its board two seconds later. */
  const running = async (endsIn: number, part: Record<string, unknown>) => {
    const endDate = new Date(Date.now() + endsIn).toISOString()
    const state = { submitted: false, ...part }
    const opened = await open({
      ...PAPER,
      'GET /contests/c1/attempt': () => attempt({ endDate, ...state }),
      'POST /complete': () => {
        state.submitted = true
        return { body: { success: true, message: 'Contest submitted successfully!' } }
      },
    })
    return opened
  }
  const handIn = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Submit contest' }))
  }
  const results = () => screen.queryByRole('link', { name: VIEW_RESULTS })

  it('by hand: stays, says how much was answered and when the results open, and leads nowhere before', async () => {
    const { router } = await running(10 * MINUTE, { answered: { q1: 'one', q2: 'two' } })
    await handIn()
    const heading = await screen.findByRole('heading', { level: 1, name: HANDED_IN.hand })
    await waitFor(() => expect(heading).toHaveFocus())
    const line = screen.getByText(/^2 of 2 answered – results (today|tomorrow), \d\d:\d\d [AP]M$/)
    expect(line).toHaveAttribute('role', 'status')
    const later = screen.getByRole('button', { name: VIEW_RESULTS })
    expect(later).toBeDisabled()
    expect(later).toHaveAccessibleDescription(line.textContent)
    expect(results()).toBeNull()
    expect(document.querySelector('.toast')).toBeNull()
    expect(router.state.location.pathname).toBe('/ContestQuestion')
    await userEvent.click(screen.getByRole('link', { name: ALL_CONTESTS }))
    expect(await screen.findByText('the list')).toBeInTheDocument()
  })

  it('before: says the same to whoever comes back', async () => {
    await running(10 * MINUTE, { submitted: true, answered: { q1: 'one' } })
    expect(await screen.findByRole('heading', { name: HANDED_IN.before })).toBeInTheDocument()
    expect(screen.getByText(/^1 of 2 answered – results /)).toBeInTheDocument()
    expect(results()).toBeNull()
  })

  it('turns by itself once the results are open, and not at the end', async () => {
    startTestClock()
    const { router } = await running(5000, { submitted: true, answered: { q1: 'one' } })
    await screen.findByRole('heading', { name: HANDED_IN.before })
    await passUntil(() => expect(screen.getByText(answeredLine(1, 2, RESULTS_SOON))).toBeInTheDocument())
    expect(results()).toBeNull()
    await passUntil(() => expect(results()).toHaveAttribute('href', '/result?contest=c1'))
    expect(screen.getByText(answeredLine(1, 2, RESULTS_OPEN))).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: COMPLETED })).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/ContestQuestion')
  })

  it('by the clock: the same panel', async () => {
    startTestClock()
    const { router } = await running(5000, { answered: { q1: 'one' } })
    await screen.findByRole('heading', { name: 'What is 2?' })
    await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.clock })).toBeInTheDocument())
    expect(screen.getByText(/^1 of 2 answered – results /)).toBeInTheDocument()
    await passUntil(() => expect(results()).toBeInTheDocument())
    expect(router.state.location.pathname).toBe('/ContestQuestion')
  })
})

it('what comes late on the start panel stands below what one presses', async () => {
  const head = (own: boolean) => ({
    body: {
      _id: 'c1',
      title: 'Operating Systems',
      description: 'Bring a pencil.',
      startDate: new Date(Date.now() - MINUTE).toISOString(),
      endDate: new Date(Date.now() + MINUTE).toISOString(),
      questionCount: 2,
      own,
    },
  })
  const below = (it: HTMLElement, above: HTMLElement) =>
    above.compareDocumentPosition(it) === Node.DOCUMENT_POSITION_FOLLOWING
  let own = false
  await open({
    ...PAPER,
    'GET /contests/c1/attempt': attempt({ joined: false }),
    'GET /contest/c1': () => head(own),
    'POST /complete': () => {
      own = true
      return { status: 403, body: { code: 'own_contest', message: 'Yours.' } }
    },
  })
  const description = await screen.findByText('Bring a pencil.')
  const join = screen.getByRole('button', { name: START })
  expect(below(description, join)).toBe(true)
  await userEvent.click(join)
  const preview = await screen.findByRole('link', { name: 'Open the preview' })
  expect(below(screen.getByText(OWN_CONTEST), preview)).toBe(true)
})

it('without questions yet it cannot be joined, and can be looked at again', async () => {
  let questionCount = 0
  const { calls } = await open({
    ...PAPER,
    'GET /contests/c1/attempt': () => attempt({ joined: false, questionCount }),
  })
  expect(await screen.findByText(/^It has no questions yet\./)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: START })).toBeNull()
  questionCount = 2
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('button', { name: START })).toBeInTheDocument()
  expect(calls.filter(({ path }) => path === '/complete')).toEqual([])
})

describe('answers of another device', () => {
  const submit = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  }

  it('are asked for before it is said what has no answer', async () => {
    let answered = {}
    const { calls } = await open({ ...PAPER, 'GET /contests/c1/attempt': () => attempt({ answered }) })
    await screen.findByRole('heading', { name: 'What is 1?' })
    answered = { q1: 'one', q2: 'two' }
    const said: (string | null)[] = []
    const watch = new MutationObserver(() => said.push(document.querySelector('dialog[open]')?.textContent ?? null))
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    await submit()
    expect(await screen.findByText(ALL_ANSWERED)).toBeInTheDocument()
    watch.disconnect()
    expect(said.filter((text) => text?.includes('no answer yet'))).toEqual([])
    expect(calls.filter(({ path }) => path === '/contests/c1/attempt')).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Submit contest' })).toBeEnabled()
  })

  it('are not waited for long', async () => {
    startTestClock()
    await open({ ...PAPER, 'GET /contests/c1/attempt': attempt() })
    await screen.findByRole('heading', { name: 'What is 1?' })
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
    await submit()
    expect(screen.getByText(LOOKING)).toBeInTheDocument()
    expect(screen.queryByText(/no answer yet/)).toBeNull()
    await passUntil(() => expect(screen.getByText('2 questions have no answer yet:')).toBeInTheDocument())
  })

  it('are asked for when one comes back to the page', async () => {
    let answered = {}
    await open({ ...PAPER, 'GET /contests/c1/attempt': () => attempt({ answered }) })
    await screen.findByRole('heading', { name: 'What is 1?' })
    answered = { q1: 'one' }
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(await screen.findByRole('button', { name: /one\s*saved/ })).toHaveAttribute('aria-disabled', 'true')
  })

  const stored = {
    status: 409,
    body: { success: false, code: 'already_answered', message: 'Answered before.', stored: 'one' },
  }

  it('that were first are told beside the question, and not besides', async () => {
    startTestClock()
    await open({ ...PAPER, 'GET /contests/c1/attempt': attempt(), 'POST /post/answer': stored })
    await userEvent.click(await screen.findByRole('button', { name: /two$/ }))
    expect(await screen.findByText(otherStored('two'))).toBeInTheDocument()
    await pass(400)
    expect(screen.getAllByText(otherStored('two'))).toHaveLength(1)
    expect(document.querySelector('.toast')).toBeNull()
  })

  it('that were first are told by a notice to whoever has gone on', async () => {
    let reply: (() => void) | undefined
    await open({ ...PAPER, 'GET /contests/c1/attempt': attempt() })
    await screen.findByRole('heading', { name: 'What is 1?' })
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      echoing(async (input) => {
        await new Promise<void>((resolve) => {
          if (input instanceof Request && input.url.endsWith('/post/answer')) reply = resolve
        })
        return answerOf(stored.body, { status: stored.status })
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: /two$/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByRole('heading', { name: 'What is 2?' })
    await waitFor(() => expect(reply).toBeDefined())
    reply?.()
    const told = await screen.findByText(otherStored('two'))
    expect(told.closest('.toast')).not.toBeNull()
  })
})

describe('on a phone', () => {
  afterEach(() => vi.restoreAllMocks())

  it('draws nothing of the list beside the question', async () => {
    const narrow = { matches: false, addEventListener: () => {}, removeEventListener: () => {} }
    vi.spyOn(window, 'matchMedia').mockReturnValue(narrow as unknown as MediaQueryList)
    await open({ ...PAPER, 'GET /contests/c1/attempt': attempt() })
    expect(await screen.findByRole('heading', { name: 'What is 1?' })).toBeInTheDocument()
    expect(screen.queryByRole('complementary', { name: 'Questions' })).toBeNull()
  })
})

describe('options two in a row, on a phone on its side', () => {
  const withOptions = (last: string) =>
    open({
      'GET /contests/c1/attempt': attempt(),
      'GET /contests/c1/paper': {
        body: { _id: 'c1', QuestionSet: [{ _id: 'q1', Question: 'Which?', Options: ['one', 'two', 'three', last] }] },
      },
    })

  it('are all short', async () => {
    await withOptions('four')
    expect((await screen.findByRole('list', { name: 'Options' })).className).toContain('grid-cols-2')
  })

  it('are none where one is long: a row as high beside it would be an empty box', async () => {
    await withOptions('Constant, because every element is moved at most once from the first stack to the second')
    expect((await screen.findByRole('list', { name: 'Options' })).className).not.toContain('grid-cols-2')
  })
})

describe('without a network', () => {
  afterEach(() => noteReached(true))

  it('submitting says once that it did not work', async () => {
    await open({
      ...PAPER,
      'GET /contests/c1/attempt': attempt({ answered: { q1: 'one', q2: 'two' } }),
      'POST /complete': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Submit contest' }))
    expect(await screen.findByText(OFFLINE_NOT_SUBMITTED)).toBeInTheDocument()
    expect(screen.queryByText(SUBMIT_FAILED)).toBeNull()
    expect(screen.queryByText(OFFLINE_SUBMIT)).toBeNull()
    // Back in the network, nobody is sent to it once more.
    act(() => noteReached(true))
    expect(await screen.findByText(CUT_OFF_NOT_SUBMITTED)).toBeInTheDocument()
    expect(screen.queryByText(OFFLINE_NOT_SUBMITTED)).toBeNull()
  })

  it('says that a reload loses the room, until a service worker keeps it', async () => {
    const workers = Object.assign(new EventTarget(), { controller: null as object | null })
    Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
    await open({ ...PAPER, 'GET /contests/c1/attempt': attempt() })
    await screen.findByRole('heading', { name: 'What is 1?' })
    expect(screen.queryByText(DO_NOT_RELOAD, { exact: false })).toBeNull()
    act(() => noteReached(false))
    expect(await screen.findByText(DO_NOT_RELOAD, { exact: false })).toBeInTheDocument()
    act(() => {
      workers.controller = {}
      workers.dispatchEvent(new Event('controllerchange'))
    })
    expect(screen.getByText(/^Working offline/)).toBeInTheDocument()
    expect(screen.queryByText(DO_NOT_RELOAD, { exact: false })).toBeNull()
  })

  it('names what stands between where the contest is handed in', async () => {
    await open({ ...PAPER, 'GET /contests/c1/attempt': attempt({ answered: { q1: 'one', q2: 'two' } }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
    act(() => noteReached(false, true))
    expect(await screen.findByText(BETWEEN_SUBMIT)).toBeInTheDocument()
  })

  it('after the end it goes on by itself, or at once with the button', async () => {
    startTestClock()
    let there = true
    const end = new Date(Date.now() + 5000).toISOString()
    const { calls } = await open({
      ...PAPER,
      'GET /contests/c1/attempt': () => {
        if (!there) throw new TypeError('Failed to fetch')
        return attempt({ endDate: end, graceSeconds: 0 })
      },
      'POST /complete': () => {
        if (!there) throw new TypeError('Failed to fetch')
        return { body: { success: true, message: 'Contest submitted successfully!' } }
      },
    })
    await screen.findByRole('heading', { name: 'What is 1?' })
    there = false
    const again = await passUntil(() => screen.getByRole('button', { name: 'Try now' }))
    const tried = calls.filter(({ path }) => path === '/complete').length
    await userEvent.click(again)
    await passUntil(() => expect(calls.filter(({ path }) => path === '/complete').length).toBeGreaterThan(tried))
    await passUntil(() => screen.getByRole('button', { name: 'Try now' }))
    there = true
    dispatchEvent(new Event('online'))
    await passUntil(() => expect(screen.getByRole('heading', { name: HANDED_IN.clock })).toBeInTheDocument())
  })
})

describe('what can be wrong', () => {
  it('no id at all', async () => {
    await open({}, '/ContestQuestion')
    expect(await screen.findByText('No contest id found')).toBeInTheDocument()
  })

  it('an unknown contest, with what is needed to find out why', async () => {
    await open({
      'GET /contests/c1/attempt': { status: 404, body: { code: 'missing', message: '', request_id: 'r9' } },
    })
    expect(await screen.findByRole('heading', { name: 'Oops!' })).toBeInTheDocument()
    expect(screen.getByText('Contest data not found')).toBeInTheDocument()
    expect(screen.getByText('r9')).toBeInTheDocument()
  })

  it('a paper without questions', async () => {
    await open({
      'GET /contests/c1/attempt': attempt(),
      'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: [] } },
    })
    expect(await screen.findByText('No questions available for this contest.')).toBeInTheDocument()
  })

  it('a question without options', async () => {
    await open({
      'GET /contests/c1/attempt': attempt(),
      'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: [{ _id: 'q1', Question: 'Well?', Options: [] }] } },
    })
    expect(await screen.findByText('No options available for this question.')).toBeInTheDocument()
  })
})

it('a preview is nobody’s once the session has ended', async () => {
  const paper = {
    _id: 'c1',
    title: 'Operating Systems',
    startDate: null,
    endDate: null,
    QuestionSet: [{ ...questions[0], Answer: 'two' }],
  }
  const { router } = await open(
    { 'GET /post/c1': { body: { success: true, contest: paper } } },
    '/ContestQuestion?contest=c1&preview=1',
  )
  expect(await screen.findByRole('heading', { name: 'What is 1?' })).toBeInTheDocument()
  act(() => void cache.setQueryData(SESSION_KEY, null))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

describe('answering', () => {
  it('reads the id once, saves a choice, locks it and moves on after a second', async () => {
    startTestClock()
    contestid.write('c1')
    const { calls, router } = await open(
      {
        ...PAPER,
        'GET /contests/c1/attempt': attempt(),
        'POST /post/answer': { body: { success: true, message: 'Answer submitted successfully!', saved: true } },
      },
      '/ContestQuestion',
    )
    expect(await screen.findByText(FIRST_IS_FINAL)).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: /two$/ }))
    expect(await screen.findByRole('button', { name: /two\s*saved/ })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText('Answer submitted successfully!')).toBeInTheDocument()
    // Said until the first answer is given.
    expect(screen.queryByText(FIRST_IS_FINAL)).toBeNull()
    expect(calls.find(({ path }) => path === '/post/answer')?.body).toEqual({
      UserId: 'u1',
      ContestId: 'c1',
      QuestionId: 'q1',
      Answer: 'two',
    })
    expect(contestid.read()).toBeNull()
    expect(router.state.location.search).toEqual({ contest: 'c1' })
    await passUntil(() => expect(screen.getByRole('heading', { name: 'What is 2?' })).toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Submit' })).toBeInTheDocument()
  })

  it('says aloud what is true of the last answer', async () => {
    startTestClock()
    let there = true
    await open({
      ...PAPER,
      'GET /contests/c1/attempt': () => {
        if (!there) throw new TypeError('Failed to fetch')
        return attempt()
      },
      'POST /post/answer': () => {
        if (!there) throw new TypeError('Failed to fetch')
        return { body: { success: true, message: 'Answer submitted successfully!', saved: true } }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /two$/ }))
    expect(await screen.findByText('Answer submitted successfully!')).toBeInTheDocument()
    await passUntil(() => screen.getByRole('heading', { name: 'What is 2?' }))
    there = false
    await userEvent.click(screen.getByRole('button', { name: /three$/ }))
    expect(await screen.findByText(answersKept(1))).toHaveAttribute('aria-live', 'polite')
    expect(screen.queryByText('Answer submitted successfully!')).toBeNull()
    there = true
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('Answer submitted successfully!')).toBeInTheDocument()
    expect(screen.queryByText(answersKept(1))).toBeNull()
  })

  it('locks what was answered before, here or elsewhere', async () => {
    await open({ ...PAPER, 'GET /contests/c1/attempt': attempt({ answered: { q1: 'three' } }) })
    // Comes in at the first question without an answer.
    expect(await screen.findByRole('heading', { name: 'What is 2?' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
    expect(await screen.findByRole('button', { name: /three\s*saved/ })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getAllByText('1 of 2 questions answered').length).toBeGreaterThan(0)
  })

  it('finds out that it was handed in elsewhere, does not call that a failure, and says that the answer did not count', async () => {
    let submitted = false
    await open({
      ...PAPER,
      'GET /contests/c1/attempt': () => attempt({ submitted }),
      'POST /post/answer': () => {
        submitted = true
        return { status: 409, body: { code: 'already_submitted', message: 'You have already submitted this contest' } }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /two$/ }))
    expect(await screen.findByRole('heading', { name: HANDED_IN.before })).toBeInTheDocument()
    expect(screen.queryByText(/Failed to submit answer/)).not.toBeInTheDocument()
    expect(screen.getByText(lostText({ late: 0, submitted: 1, other: 0 }))).toBeInTheDocument()
  })
})
