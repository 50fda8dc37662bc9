/**
 * Late answers: one that reached the server after the end is told once, and then for as long as one looks.
 */
import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteReached } from '@/api/connection'
import { startTestClock } from '@/testClock'
import { liveStream, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { attempt } from './attemptFixture'
import { overText } from './messages'
import { closeOutbox, outboxOf } from './outbox'
import ContestListPage from './pages/ContestListPage'
import TakeContestPage from './pages/TakeContestPage'
import { answeredLine, HANDED_IN, RESULTS_OPEN } from './roomPanelMessages'

const PAGES = { '/contest': ContestListPage, '/ContestQuestion': TakeContestPage }
const TITLE = 'Operating Systems'
const iso = (fromNow: number) => new Date(Date.now() + fromNow).toISOString()

const ENDED = { status: 403, body: { code: 'contest_ended', message: 'Contest has already ended!' } }

/** A server that can be out of reach, and whose contest has an end. */
function campus() {
  const now = { there: true, endDate: iso(600_000), refusal: ENDED }
  const stream = liveStream()
  const reached = <T,>(answer: () => T) => {
    if (!now.there) throw new TypeError('Failed to fetch')
    return answer()
  }
  const ended = () => Date.parse(now.endDate) <= Date.now()
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /live': stream.answer,
    'GET /contests/c1/attempt': () => reached(() => attempt({ endDate: now.endDate, submitted: ended() })),
    'GET /contests/c1/paper': {
      body: {
        _id: 'c1',
        QuestionSet: ['q1', 'q2'].map((q) => ({ _id: q, Question: `${q}?`, Options: ['one', 'two'] })),
      },
    },
    'POST /post/answer': () =>
      reached(() =>
        ended() ? now.refusal : { body: { success: true, message: 'Answer submitted successfully!', saved: true } },
      ),
    'POST /complete': () => reached(() => ({ body: { success: true, message: 'Contest submitted successfully!' } })),
    'GET /post/getallcontest': {
      body: { contests: [], total: 0, counts: { all: 0, upcoming: 0, active: 0, completed: 0 }, serverNow: iso(0) },
    },
  })
  return { now, stream }
}

/** An answer given without a network, which is back after the end. */
async function answerPastTheEnd(refusal = ENDED) {
  const { now } = campus()
  await showPage(PAGES, '/ContestQuestion?contest=c1', 'site/member')
  await screen.findByRole('heading', { name: 'q1?' })
  now.there = false
  dispatchEvent(new Event('offline'))
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  await screen.findByRole('button', { name: /two\s*on this device/ })
  Object.assign(now, { refusal, endDate: iso(-3000), there: true })
  dispatchEvent(new Event('online'))
}

const notices = () => [...document.querySelectorAll('.toast')].map((one) => one.textContent)

beforeEach(() => {
  startTestClock()
  globalThis.indexedDB = new IDBFactory()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})
afterEach(() => {
  closeOutbox(null)
  noteReached(true)
})

it('ended early while this device was offline: the panel says how many did not count, and no notice says it again', async () => {
  await answerPastTheEnd()
  expect(await screen.findByRole('heading', { name: HANDED_IN.organiser })).toBeInTheDocument()
  expect(screen.getByText('One answer came too late and was not counted.')).toBeInTheDocument()
  expect(screen.getByText(answeredLine(0, 2, RESULTS_OPEN))).toBeInTheDocument()
  expect(notices()).toEqual([])
  expect(screen.queryByText(/from this device/)).toBeNull()
  expect(screen.getAllByRole('link', { name: 'View Results' })[0]).toHaveAttribute('href', '/result?contest=c1')
})

it('opened again after the end with answers on the device: they are tried first, then told with the end', async () => {
  const { now } = campus()
  now.there = false
  const box = outboxOf('u1')
  await box.choose('c1', 'q1', 'one')
  await box.choose('c1', 'q2', 'two')
  now.endDate = iso(-60_000)
  now.there = true
  await showPage(PAGES, '/ContestQuestion?contest=c1', 'site/member')
  expect(await screen.findByText(overText(TITLE, { late: 2, submitted: 0, other: 0 }))).toHaveTextContent(
    '“Operating Systems”: Contest has already ended! 2 answers came too late and were not counted. View Results',
  )
  expect(notices()).toEqual([])
})

it.each([
  [409, 'already_submitted', 'One answer came after this contest had been submitted and was not counted.'],
  [403, 'not_joined', 'One answer was refused and was not counted.'],
  [404, 'missing', 'One answer was refused and was not counted.'],
])(
  'whatever the server refuses it for, %d %s: the panel says that the answer did not count, and why',
  async (status, code, said) => {
    await answerPastTheEnd({ status, body: { code, message: 'No.' } })
    expect(await screen.findByText(said)).toBeInTheDocument()
  },
)
