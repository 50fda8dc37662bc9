/** Requests: what opening the contest screen once asks of the server. */
import { answerOf, echoing } from '@/testingAnswer'
import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { type ComponentType, lazy } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isPrefetched } from '@/api/prefetchedResponses'
import { prefetchResponses } from '@/prefetch'
import { pass, passUntil, startTestClock, takes } from '@/testClock'
import { liveStream, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { attempt } from '../attemptFixture'
import { closeOutbox } from '../outbox'
import { takePrefetchedAttempt } from '../room/takePrefetchedAttempt'
import TakeContestPage from './TakeContestPage'

const PAPER = {
  body: { _id: 'c1', QuestionSet: ['q1', 'q2'].map((q) => ({ _id: q, Question: `${q}?`, Options: ['one', 'two'] })) },
}

type Opened = { part?: Record<string, unknown>; came?: boolean; page?: ComponentType }

/** Opened by a link, as the document, the small script and the route do it. `came`: the answers are there before the app. */
async function open({ part = {}, came = true, page = TakeContestPage }: Opened = {}) {
  const stream = liveStream()
  const calls = serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /live': stream.answer,
    'GET /contests/c1/attempt': () => attempt(part),
    'GET /contests/c1/paper': PAPER,
  })
  const { origin } = location
  globalThis.quadPrefetched = prefetchResponses({ origin, pathname: '/ContestQuestion', search: '?contest=c1' })
  if (came) await waitFor(() => expect(isPrefetched('/site')).toBe(true))
  const Page = lazy(() => takePrefetchedAttempt('c1', Promise.resolve()).then(() => ({ default: page })))
  await showPage({ '/ContestQuestion': () => <Page /> }, '/ContestQuestion?contest=c1', 'site/member')
  return { stream, asked: (path: string) => calls.filter((call) => call.path === path).length }
}

/** Longer than a look that is put off. */
const settled = () => pass(1500)

beforeEach(() => {
  startTestClock()
  globalThis.indexedDB = new IDBFactory()
  localStorage.setItem('userId1', 'u1')
})
afterEach(() => {
  closeOutbox(null)
  globalThis.quadPrefetched = undefined
})

const joined = async () => expect(await screen.findByRole('heading', { name: 'q1?' })).toBeInTheDocument()

it('asks for the own attempt once, and not again for what the stream begins with', async () => {
  const { stream, asked } = await open()
  await joined()
  stream.say({ topic: 'attempt:c1', joined: true, submitted: false })
  await settled()
  expect(asked('/contests/c1/attempt')).toBe(1)
})

it('asks once where the screen is there before the answer', async () => {
  const { asked } = await open({ came: false })
  await joined()
  expect(asked('/contests/c1/attempt')).toBe(1)
})

it('asks once where a first drawing was thrown away', async () => {
  const drawn = vi.fn()
  const Late = lazy(async () => {
    await takes(50)
    return { default: () => null }
  })
  const { asked } = await open({
    page: () => {
      drawn()
      return (
        <>
          <TakeContestPage />
          <Late />
        </>
      )
    },
  })
  await joined()
  expect(asked('/contests/c1/attempt')).toBe(1)
})

it('does not ask when the stream tells of the own join before that is answered', async () => {
  const part = { joined: false }
  const { stream, asked } = await open({ part })
  stream.say({ topic: 'attempt:c1', joined: false, submitted: false })
  const ask = vi.mocked(fetch).getMockImplementation()
  vi.mocked(fetch).mockImplementation(
    echoing(async (input, init) => {
      if (!(input instanceof Request && input.url.endsWith('/complete'))) return (ask as typeof fetch)(input, init)
      part.joined = true
      stream.say({ topic: 'attempt:c1', joined: true, submitted: false })
      await takes(200)
      return answerOf({ success: false, message: 'Joined', attempt: attempt().body })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await joined()
  await settled()
  expect(asked('/contests/c1/attempt')).toBe(1)
})

it('asks when the stream tells of a join elsewhere', async () => {
  const part = { joined: false }
  const { stream, asked } = await open({ part })
  await screen.findByRole('button', { name: 'Start' })
  part.joined = true
  stream.say({ topic: 'attempt:c1', joined: true, submitted: false })
  await passUntil(() => expect(screen.getByRole('heading', { name: 'q1?' })).toBeInTheDocument())
  expect(asked('/contests/c1/attempt')).toBe(2)
})

it('asks when the stream breaks off, and not where the page itself closes it', async () => {
  const { stream, asked } = await open()
  await joined()
  stream.say({ topic: 'attempt:c1', joined: true, submitted: false })
  await settled()
  stream.end()
  await passUntil(() => expect(asked('/contests/c1/attempt')).toBe(2), 20_000)
  await passUntil(() => expect(asked('/live')).toBe(2), 20_000)
  stream.say({ topic: 'attempt:c1', joined: true, submitted: false })
  await settled()
  dispatchEvent(new PageTransitionEvent('pagehide'))
  await settled()
  expect(asked('/contests/c1/attempt')).toBe(2)
})
