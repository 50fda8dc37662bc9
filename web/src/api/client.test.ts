/** API client: answers, refusals, silence, what a screen gets from each. */

import { afterEach, expect, it, vi } from 'vitest'
import { forgetServerClock, serverNow } from '@/lib/serverClock'
import { answerOf, echoing } from '@/testingAnswer'
import { cache, SESSION_KEY } from './cache'
import { call } from './client'
import { Failure, failureText } from './failure'
import { getContestByContestId, getPostGetallcontest, getSite, postPostAnswer } from './generated/sdk.gen'

function answers(status: number, body: unknown, headers: Record<string, string> = {}) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(echoing(async () => answerOf(body, { status, headers })))
}

const ANSWER = { UserId: 'u', ContestId: 'c', QuestionId: 'q', Answer: 'Paris' }

async function failing(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => null,
    (e: unknown) => e,
  )
  if (!(error instanceof Failure)) throw new Error('expected a Failure')
  return error
}

afterEach(() => {
  forgetServerClock()
})

it('gives the data and notes the server time', async () => {
  answers(200, { name: 'Quad', timeZone: 'Asia/Kolkata', serverNow: '2030-01-01T00:00:00.000Z' })
  const data = await call(getSite())
  expect(data.name).toBe('Quad')
  expect(Math.abs(serverNow() - Date.parse('2030-01-01T00:00:00.000Z'))).toBeLessThan(2000)
})

it('does not believe the time of an answer the service worker kept', async () => {
  answers(200, { timeZone: 'Asia/Kolkata', serverNow: '2030-01-01T00:00:00.000Z' }, { 'x-quad-kept': '1' })
  await call(getSite())
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(2000)
})

it('turns a refusal into a Failure with the sentence of the server', async () => {
  answers(409, {
    success: false,
    code: 'already_answered',
    message: 'Already answered.',
    stored: 'Paris',
    request_id: 'r1',
  })
  const failure = await failing(call(postPostAnswer({ body: ANSWER })))
  expect(failure).toMatchObject({ status: 409, code: 'already_answered', requestId: 'r1', offline: false })
  expect(failure.body).toMatchObject({ stored: 'Paris' })
  expect(failureText(failure, 'fallback')).toBe('Already answered.')
})

it('keeps how long to wait', async () => {
  answers(503, { success: false, code: 'unavailable', message: 'Busy.' }, { 'retry-after': '3' })
  expect((await failing(call(getSite()))).retryAfter).toBe(3)
})

it('marks the session stale when the server says logged out', async () => {
  const spy = vi.spyOn(cache, 'invalidateQueries')
  answers(401, { success: false, code: 'logged_out', message: 'Please log in.' })
  await failing(call(getSite()))
  expect(spy).toHaveBeenCalledWith({ queryKey: SESSION_KEY })
})

it('knows silence, also behind a proxy', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  expect((await failing(call(getSite()))).offline).toBe(true)
  vi.spyOn(globalThis, 'fetch').mockImplementation(echoing(async () => new Response('Bad gateway', { status: 502 })))
  expect((await failing(call(getSite()))).offline).toBe(true)
})

it('hides the insides of a broken server', () => {
  const failure = new Failure({ status: 500, code: 'internal', message: 'boom' })
  expect(failureText(failure, 'Failed to load contests. Please try again.')).toBe(
    'Failed to load contests. Please try again.',
  )
})

it('fills paths and queries', async () => {
  const spy = answers(200, { success: true, _id: 'x' })
  await call(getContestByContestId({ path: { contestId: 'a/b' } }))
  await call(getPostGetallcontest({ query: { page: 2, q: undefined } }))
  const urls = spy.mock.calls.map(([request]) => new URL((request as Request).url))
  expect(urls.map((url) => url.pathname + url.search)).toEqual(['/api/contest/a%2Fb', '/api/post/getallcontest?page=2'])
})
