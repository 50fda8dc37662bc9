/** What becomes of a person's answers on this device when the session ends behind the page's back. */
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { sessionQuery, useSession } from '@/api/session'
import { attempt } from '@/features/attempts/attemptFixture'
import { closeOutbox, outboxOf } from '@/features/attempts/outbox'
import { lostLater, sentLater } from '@/features/attempts/outboxNotices'
import TakeContestPage from '@/features/attempts/pages/TakeContestPage'
import { LOGGED_OUT, LOGGED_OUT_NOTHING_WAITS } from '@/features/attempts/room/messages'
import { unsent } from '@/lib/storage'
import { pass, passUntil, startTestClock } from '@/testClock'
import { type Answer, GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { startBackgroundTasks } from './backgroundTasks'
import { router } from './routes'

const REFUSED = { status: 401, body: { code: 'logged_out', message: 'Log in.' } }
const questions = [1, 2].map((n) => ({
  _id: `q${n}`,
  Question: `What is ${n}?`,
  Options: ['one', 'two', 'three', 'four'],
}))

let session: Answer
let answer: Answer
const says = () =>
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': () => session,
    'GET /contests/c1/attempt': attempt(),
    'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: questions } },
    'POST /post/answer': () => answer,
  })
const logOut = () => {
  session = GUEST
  answer = REFUSED
  return cache.fetchQuery({ ...sessionQuery, staleTime: 0 })
}
const logIn = () => {
  session = signedIn()
  answer = { body: { success: true, message: 'Answer submitted successfully!', saved: true } }
  return act(() => cache.fetchQuery({ ...sessionQuery, staleTime: 0 }))
}

/** The address as the real table of routes has it; the page itself is shown in a small one. */
const at = (path: string) => {
  router.history.replace(path)
  return router.load()
}

beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => {}
  startBackgroundTasks(Promise.resolve())
})
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => closeOutbox(null))

it('shows what is chosen in the room after the session has ended elsewhere, and sends it after a log-in', async () => {
  startTestClock()
  await at('/ContestQuestion?contest=c1')
  session = signedIn()
  const calls = says()
  await showPage({ '/ContestQuestion': TakeContestPage, '/login': () => null }, '/ContestQuestion?contest=c1')
  await screen.findByRole('heading', { name: 'What is 1?' })
  const drawn = outboxOf('u1')
  await act(logOut)
  expect(await screen.findByText(LOGGED_OUT_NOTHING_WAITS, { exact: false })).toBeInTheDocument()
  // By then whatever goes on behind the page has happened.
  await pass(200)
  // What the room draws from tells it of each change.
  expect(outboxOf('u1')).toBe(drawn)
  await userEvent.click(screen.getByRole('button', { name: /two$/ }))
  expect(await screen.findByRole('button', { name: /two\s*on this device/ })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByText(LOGGED_OUT, { exact: false })).toBeInTheDocument()
  expect(outboxOf('u1').view().entries).toMatchObject([{ title: 'Operating Systems' }])
  await logIn()
  await waitFor(() => expect(unsent.read()).toBeNull())
  expect(calls.filter(({ path }) => path === '/post/answer').at(-1)?.body).toMatchObject({ Answer: 'two' })
})

it('asks again who is logged in, in the room, and takes back that nobody is', async () => {
  startTestClock()
  await at('/ContestQuestion?contest=c1')
  session = signedIn()
  says()
  await showPage({ '/ContestQuestion': TakeContestPage, '/login': () => null }, '/ContestQuestion?contest=c1')
  await screen.findByRole('heading', { name: 'What is 1?' })
  await act(logOut)
  await screen.findByText(LOGGED_OUT_NOTHING_WAITS, { exact: false })
  // It was said by what stood between, and nobody presses anything.
  session = signedIn()
  await passUntil(() => expect(screen.queryByText(LOGGED_OUT_NOTHING_WAITS, { exact: false })).toBeNull())
})

const Menu = () => <p>{useSession().user?.fullName}</p>

it('says who is here now when another tab logs somebody else in', async () => {
  await at('/')
  session = signedIn()
  says()
  await showPage({ '/': Menu }, '/')
  await screen.findByText('Ananya Sharma')
  session = { body: { success: true, user: { ...signedIn().body.user, _id: 'u2', fullName: 'Meera Krishnan' } } }
  localStorage.setItem('userId1', 'u2')
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'userId1', newValue: 'u2' })))
  expect(await screen.findByText(/^Meera Krishnan is logged in in this browser now/)).toBeInTheDocument()
})

/** An answer whose sending a log-out has stopped, away from the room. */
async function stopAnswer(...more: [contest: string, question: string, title?: string][]) {
  await at('/')
  session = signedIn()
  answer = REFUSED
  const calls = says()
  await showPage({ '/': () => null }, '/')
  await act(() => cache.fetchQuery(sessionQuery))
  await outboxOf('u1').choose('c1', 'q1', 'one')
  for (const [contest, question, title] of more) await outboxOf('u1').choose(contest, question, 'one', null, title)
  await act(() => router.load())
  await waitFor(() => expect(calls.some(({ path }) => path === '/post/answer')).toBe(true))
  await act(logOut)
}

it('sends what a log-out stopped away from the room after the next log-in', async () => {
  await stopAnswer()
  await waitFor(() => expect(unsent.read()).toEqual(['u1']))
  await logIn()
  expect(await screen.findByText(sentLater(1))).toBeInTheDocument()
  await waitFor(() => expect(unsent.read()).toBeNull())
})

it('says of what is refused then why it did not count, for a minute', async () => {
  startTestClock()
  await stopAnswer()
  session = signedIn()
  answer = { status: 409, body: { code: 'already_submitted', message: 'No.' } }
  await act(() => cache.fetchQuery({ ...sessionQuery, staleTime: 0 }))
  const said = lostLater({ late: 0, submitted: 1, other: 0 })
  expect(await screen.findByText(said)).toBeInTheDocument()
  // Nothing else happens meanwhile: no need to live through each moment.
  const skip = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await skip(55_000)
  expect(screen.getByText(said)).toBeInTheDocument()
  await skip(8000)
  expect(screen.queryByText(said)).toBeNull()
})

it('names the contest of what is refused then, each by itself', async () => {
  await stopAnswer(['c2', 'q1', 'Graphs'], ['c2', 'q2', 'Graphs'], ['c3', 'q1', 'Trees'], ['c4', 'q1'])
  session = signedIn()
  answer = { status: 409, body: { code: 'already_submitted', message: 'No.' } }
  await act(() => cache.fetchQuery({ ...sessionQuery, staleTime: 0 }))
  const why = 'came after this contest had been submitted and'
  // What earlier versions left on the device has no title.
  expect(await screen.findByText(`2 answers from this device ${why} were not counted.`)).toBeInTheDocument()
  expect(screen.getByText(`“Graphs”: 2 answers from this device ${why} were not counted.`)).toBeInTheDocument()
  expect(screen.getByText(`“Trees”: One answer from this device ${why} was not counted.`)).toBeInTheDocument()
})
