/** Prefetched attempt: the screen knows what has come before it, and waits for nothing else. */

import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { isPrefetched } from '@/api/prefetchedResponses'
import { sessionQuery } from '@/api/session'
import { prefetchResponses } from '@/prefetch'
import { answerOf, echoing } from '@/testingAnswer'
import { type Answer, SITE, serverSays, signedIn } from '@/testPage'
import { forgetAttempt, paperQuery, rememberedAttempt } from '../api'
import { attempt } from '../attemptFixture'
import { takePrefetchedAttempt } from './takePrefetchedAttempt'

const PAPER = { body: { _id: 'c1', QuestionSet: [{ _id: 'q1', Question: 'How long?', Options: ['a', 'b'] }] } }

const never = new Promise<never>(() => {})

/** The small script has asked, and what it asked for has come. */
async function cameEarly(answers: Record<string, Answer>) {
  const calls = serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), ...answers })
  const { origin } = location
  globalThis.quadPrefetched = prefetchResponses({ origin, pathname: '/ContestQuestion', search: '?contest=c1' })
  await waitFor(() => expect(isPrefetched('/site')).toBe(true))
  return calls
}

beforeEach(() => {
  cache.clear()
  localStorage.setItem('userId1', 'u1')
})
afterEach(() => {
  globalThis.quadPrefetched = undefined
  forgetAttempt('c1')
})

it('knows person, attempt and questions without another call', async () => {
  const calls = await cameEarly({ 'GET /contests/c1/attempt': attempt(), 'GET /contests/c1/paper': PAPER })
  const before = calls.length
  await takePrefetchedAttempt('c1', never)
  expect(cache.getQueryData(sessionQuery.queryKey)?.id).toBe('u1')
  expect(rememberedAttempt('c1')?.attempt.title).toBe('Operating Systems')
  expect(cache.getQueryData(paperQuery('c1').queryKey)?.questions).toHaveLength(1)
  expect(calls).toHaveLength(before)
})

it('takes no questions of somebody who has not joined', async () => {
  const refused = { status: 403, body: { code: 'not_joined', message: 'Join this contest first.' } }
  const calls = await cameEarly({
    'GET /contests/c1/attempt': attempt({ joined: false }),
    'GET /contests/c1/paper': refused,
  })
  const before = calls.length
  await takePrefetchedAttempt('c1', never)
  expect(rememberedAttempt('c1')?.attempt.joined).toBe(false)
  expect(calls).toHaveLength(before)
})

it('waits for nothing that has not come', async () => {
  const calls = serverSays({})
  await takePrefetchedAttempt('c1', never)
  expect(calls).toEqual([])
  expect(rememberedAttempt('c1')).toBeNull()
})

it('waits for what is on its way, until the screen can be drawn', async () => {
  serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), 'GET /contests/c1/paper': PAPER })
  const says = vi.mocked(fetch).getMockImplementation() as typeof fetch
  let come = (_answer: Response) => {}
  const attemptComes = new Promise<Response>((resolve) => {
    come = resolve
  })
  vi.mocked(fetch).mockImplementation((asked, init) =>
    String(asked).endsWith('/attempt') ? echoing(() => attemptComes)(asked, init) : says(asked, init),
  )
  const { origin } = location
  globalThis.quadPrefetched = prefetchResponses({ origin, pathname: '/ContestQuestion', search: '?contest=c1' })
  await takePrefetchedAttempt('c1', Promise.resolve())
  expect(rememberedAttempt('c1')).toBeNull()

  const taken = takePrefetchedAttempt('c1', never)
  come(answerOf(attempt().body))
  await taken
  expect(rememberedAttempt('c1')?.attempt.title).toBe('Operating Systems')
})
