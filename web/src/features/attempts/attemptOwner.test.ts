/** Owner of an attempt: a reply that names another person, or another contest, is no reply to what was asked here. */

import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { sessionQuery } from '@/api/session'
import { answerOf } from '@/testingAnswer'
import { type Answer, serverSays, signedIn } from '@/testPage'
import { attemptQuery, complete, fetchAttempt } from './api'
import { attempt } from './attemptFixture'

const OWN = attempt({ attempt: '7' })
const ANOTHERS = attempt({ attempt: '8', userId: 'u2' })
const ELSEWHERE = attempt({ attempt: '9', contestId: 'c2' })
const PATH = 'GET /contests/c1/attempt'

/** One answer after the other, the last for ever. */
const inTurn = (...answers: Answer[]) => {
  let asked = 0
  return () => answers[Math.min(asked++, answers.length - 1)] as Answer
}

beforeEach(() => {
  cache.clear()
  localStorage.setItem('userId1', 'u1')
})
afterEach(() => {
  globalThis.quadPrefetched = undefined
  vi.unstubAllGlobals()
})

describe.each([
  ['another person', ANOTHERS],
  ['another contest', ELSEWHERE],
])('an attempt that names %s', (_, strange) => {
  it('is asked for again', async () => {
    const calls = serverSays({ [PATH]: inTurn(strange, strange, OWN) })
    expect((await fetchAttempt('c1')).id).toBe('7')
    expect(calls).toHaveLength(3)
  })

  it('is not reached where nothing else comes, and nobody asks for ever', async () => {
    const calls = serverSays({ [PATH]: strange })
    await expect(fetchAttempt('c1')).rejects.toMatchObject({ offline: true, between: false })
    expect(calls).toHaveLength(3)
    expect(cache.getQueryData(attemptQuery('c1').queryKey)).toBeUndefined()
  })

  it('is not taken where it was asked for early', async () => {
    const calls = serverSays({ [PATH]: OWN })
    const response = answerOf(strange.body)
    const early = { response, call: '1', took: 1, came: performance.now() }
    const one = { at: performance.now(), answer: Promise.resolve(early), here: true }
    globalThis.quadPrefetched = new Map([[`${location.origin}/api/contests/c1/attempt`, one]])
    expect((await fetchAttempt('c1')).id).toBe('7')
    expect(calls).toHaveLength(1)
  })

  it('is not taken from what the service worker has kept', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
      Response.json(strange.body, { headers: { 'x-quad-kept': '1' } }),
    )
    await expect(fetchAttempt('c1')).rejects.toMatchObject({ offline: true })
  })

  it('is not taken from a join, which is sent again, nor kept for a reload', async () => {
    const put = vi.fn()
    vi.stubGlobal('caches', { open: async () => ({ put }) })
    vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
    const join = (given: Answer) => ({ body: { success: false, message: 'Joined', attempt: given.body } })
    const again = { body: { success: false, message: 'Joined' } }
    const calls = serverSays({ 'POST /complete': inTurn(join(strange), again) })
    expect(await complete('c1', 'join', 'u1')).toEqual({ complete: false, message: 'Joined', attempt: null })
    expect(calls).toHaveLength(2)
    expect(put).not.toHaveBeenCalled()
    serverSays({ 'POST /complete': join(strange) })
    await expect(complete('c1', 'join', 'u1')).rejects.toMatchObject({ offline: true })
    serverSays({ 'POST /complete': join(OWN) })
    expect((await complete('c1', 'join', 'u1')).attempt?.id).toBe('7')
    await waitFor(() => expect(put).toHaveBeenCalledOnce())
  })
})

describe('an attempt', () => {
  it('is compared with whom it is asked for, whoever is signed in by now', async () => {
    serverSays({ [PATH]: OWN })
    localStorage.setItem('userId1', 'u2')
    await expect(fetchAttempt('c1')).rejects.toMatchObject({ offline: true })
    expect((await fetchAttempt('c1', undefined, 'u1')).id).toBe('7')
  })

  it('that names somebody else lets the session say who is signed in', async () => {
    serverSays({ 'GET /checklogged': signedIn(), [PATH]: ANOTHERS })
    await cache.fetchQuery(sessionQuery)
    await expect(fetchAttempt('c1')).rejects.toMatchObject({ offline: true })
    expect(cache.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true)
  })

  it('that names nobody is taken: it was kept, or told, by a version that did not say it', async () => {
    serverSays({ [PATH]: attempt({ attempt: '7', userId: undefined }) })
    expect((await fetchAttempt('c1')).id).toBe('7')
  })
})
