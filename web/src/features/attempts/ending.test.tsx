/** The end in the room: looked at apart from other rooms, and what is said where the server is out of reach. */
import 'fake-indexeddb/auto'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteReached } from '@/api/connection'
import { SITE, serverSays, showPage, signedIn } from '@/testingPage'
import { closeOutbox } from './outbox'
import TakeContestPage from './TakeContestPage'
import { ENDING_TEXT, endedOffline } from './taking/words'
import { attempt } from './testingAttempt'

const SLOW = { timeout: 9000 }

async function open(endsIn: number) {
  const server = { there: true }
  // On a whole second, as what an organiser chooses.
  const end = Math.ceil((Date.now() + endsIn) / 1000) * 1000
  const looks: number[] = []
  const reached = <T,>(answer: T) => {
    if (!server.there) throw new TypeError('Failed to fetch')
    return answer
  }
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /contests/c1/attempt': () => {
      looks.push(Date.now() - end)
      return reached(attempt({ endDate: new Date(end).toISOString(), serverNow: new Date().toISOString() }))
    },
    'GET /contests/c1/paper': {
      body: { _id: 'c1', QuestionSet: [{ _id: 'q1', Question: 'q1?', Options: ['one', 'two'] }] },
    },
    'POST /post/answer': () => reached({ body: { success: true, message: 'Saved', saved: true } }),
    'POST /complete': () => reached({ body: { success: true, message: 'Submitted' } }),
  })
  const pages = { '/ContestQuestion': TakeContestPage, '/contest': () => <p>the list</p> }
  await showPage(pages, '/ContestQuestion?contest=c1', 'site/member')
  await screen.findByRole('heading', { name: 'q1?' }, SLOW)
  return { server, looks }
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  closeOutbox(null)
  noteReached(true)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([
  [0.1, 200],
  [0.9, 1800],
])(
  'looks at the end at a moment of its own: draw %d',
  async (draw, after) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { looks } = await open(15_000)
    vi.spyOn(Math, 'random').mockReturnValue(draw)
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    const [opening, look] = looks
    expect(opening).toBeLessThan(0)
    // The clock's tick may come a little after the end.
    expect(look).toBeGreaterThanOrEqual(after)
    expect(look).toBeLessThan(after + 300)
  },
  20_000,
)

it('says offline what has not been sent, and that it is being sent once the network is back', async () => {
  const { server } = await open(2500)
  server.there = false
  dispatchEvent(new Event('offline'))
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  expect(await screen.findByText(endedOffline(1), {}, SLOW)).toBeInTheDocument()
  server.there = true
  dispatchEvent(new Event('online'))
  expect(await screen.findByText(ENDING_TEXT, {}, SLOW)).toBeInTheDocument()
  expect(screen.queryByText(endedOffline(1))).toBeNull()
  expect(await screen.findByText('the list', {}, SLOW)).toBeInTheDocument()
}, 25_000)
