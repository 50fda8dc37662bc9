/** What a screen does when the server tells of a contest: its times and its counts follow, without a call. */
import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type Asked, liveStream, SITE, serverSays, showPage, signedIn } from '@/testingPage'
import { followedFrom, takeBegun } from './api'
import ContestDetailsPage from './ContestDetailsPage'
import ContestListPage from './ContestListPage'
import { contradicts, type ListedContest, withFollowed } from './model'
import { closeOutbox } from './outbox'
import TakeContestPage from './TakeContestPage'
import * as words from './words'

const MINUTE = 60_000
const SLOW = { timeout: 8000 }
const iso = (fromNow: number) => new Date(Date.now() + fromNow).toISOString()
const PAGES = {
  '/contest': ContestListPage,
  '/my-contests/$contestId': ContestDetailsPage,
  '/ContestQuestion': TakeContestPage,
}

function contest(id: string, given: Record<string, unknown> = {}) {
  return {
    _id: id,
    title: 'Operating Systems',
    description: '',
    startDate: iso(-MINUTE),
    endDate: iso(10 * MINUTE),
    isPublic: true,
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

type Says = Answer | ((asked: Asked) => Answer)
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

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})
afterEach(closeOutbox)

describe('in the room', () => {
  it('a moved end moves the clock and is said, an end that has come ends it, and nothing is asked for that', async () => {
    let endDate = iso(10 * MINUTE)
    const { stream, asked, router } = await open('/ContestQuestion?contest=r1', {
      'GET /contests/r1/attempt': () => ({ body: attempt('r1', { endDate, serverNow: iso(0) }) }),
      'GET /contests/r1/paper': paper('r1'),
      'POST /complete': { body: { success: true, message: 'Contest submitted successfully!', serverNow: iso(0) } },
      'GET /post/getallcontest': { body: { contests: [], total: 0, counts: {}, serverNow: iso(0) } },
    })
    expect(await screen.findByRole('heading', { name: 'q1?' }, SLOW)).toBeInTheDocument()
    expect(screen.getByRole('timer')).toHaveTextContent(/00:(09|10):/)
    stream.say(told('r1', { participants: 4 }))
    stream.say(told('r1', { endsAt: iso(40 * MINUTE) }))
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent(/00:(39|40):/))
    const note = await screen.findByText(/^The end of this contest has been moved to /)
    expect(note.closest('[role="status"]')).not.toBeNull()
    expect(asked('/contests/r1/attempt')).toBe(1)
    endDate = iso(-100)
    stream.say(told('r1', { endsAt: endDate, status: 'ended' }))
    expect(await screen.findByText("Time's up!", {}, SLOW)).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/contest'), { timeout: 8000 })
  }, 25_000)

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
      'GET /contests/j1/attempt': { body: attempt('j1') },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Join Contest' }, SLOW))
    expect(await screen.findByRole('heading', { name: 'q1?' }, SLOW)).toBeInTheDocument()
    expect([asked('/complete'), asked('/contests/j1/paper'), asked('/contests/j1/attempt')]).toEqual([1, 1, 0])
    expect(takeBegun('j1')).toBeNull()
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
    const card = await screen.findByRole('article', { name: 'Operating Systems' }, SLOW)
    expect(within(card).getByText('3')).toBeInTheDocument()
    const before = asked('/post/getallcontest')
    stream.say(told('l1', { participants: 41 }))
    expect(await within(card).findByText('41')).toBeInTheDocument()
    expect(asked('/post/getallcontest')).toBe(before)
    shown.push(contest('l2', { title: 'A new one' }))
    stream.say({ topic: 'contests' })
    expect(await screen.findByRole('article', { name: 'A new one' }, { timeout: 4000 })).toBeInTheDocument()
  })

  /** A contest that starts in an hour, until the organiser says otherwise. */
  function upcoming(id: string) {
    const given = { startDate: iso(60 * MINUTE), participants: 0 }
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
    await userEvent.click(await screen.findByRole('button', { name: words.WAIT_HERE }, SLOW))
    expect(screen.getAllByText(words.WAITING)).not.toHaveLength(0)
    stream.say(moved(1500))
    expect(await screen.findByRole('heading', { name: 'q1?' }, SLOW)).toBeInTheDocument()
    expect(asked('/complete')).toBe(1)
    expect(asked('/contests/w1/attempt')).toBe(0)
  }, 20_000)

  it('who does not wait finds the button, and joins by hand', async () => {
    const { head, moved } = upcoming('w2')
    const { stream, asked } = await open('/my-contests/w2', { 'GET /contest/w2': head })
    await screen.findByRole('button', { name: words.WAIT_HERE }, SLOW)
    stream.say(moved(300))
    expect(await screen.findByRole('button', { name: 'Join Contest' }, SLOW)).toBeInTheDocument()
    await new Promise((resolve) => setTimeout(resolve, 1700))
    expect(asked('/complete')).toBe(0)
  }, 20_000)

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
    await screen.findByRole('button', { name: words.STOP_WAITING }, SLOW)
    stream.say(moved(200))
    expect(await screen.findByText('This does not exist.', {}, SLOW)).toBeInTheDocument()
    expect(asked('/complete')).toBe(2)
    expect(await screen.findByRole('button', { name: 'Join Contest' }, SLOW)).toBeInTheDocument()
  }, 20_000)
})

describe('what is told', () => {
  const known: Pick<ListedContest, 'startsAt' | 'endsAt' | 'isPublic' | 'participants'> = {
    startsAt: 1000,
    endsAt: 2000,
    isPublic: true,
    participants: 3,
  }
  const said = { ...known, status: 'active' as const, frozen: true, submitted: 1, resultsOpen: false }

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
    expect(followedFrom({ topic: 'contest:x' })).toBeNull()
  })
})
