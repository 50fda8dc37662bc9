/** An answer of several options goes by their places, for the person who gave it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { serverSays } from '@/testPage'
import { answer } from './api'
import { verdictOf } from './outbox'

beforeEach(() => localStorage.setItem('userId1', 'ana'))
afterEach(() => {
  cache.clear()
  vi.unstubAllGlobals()
})

const given = { userId: 'ana', contestId: 'c', questionId: 'q', choice: 'red; blue', places: [0, 2], attempt: '7' }
const said = { success: true, message: 'Saved', saved: true, attempt: '7', questionId: 'q' }

it('is sent by places', async () => {
  const calls = serverSays({ 'PUT /contests/c/answers/q': { body: said } })
  await answer(given)
  const body = { choice: [0, 2], attempt: '7' }
  expect(calls).toEqual([{ method: 'PUT', path: '/contests/c/answers/q', body, sentBy: 'ana' }])
})

it('is not sent for somebody else', async () => {
  const calls = serverSays({ 'PUT /contests/c/answers/q': { body: said } })
  const error = await answer({ ...given, userId: 'bela' }).catch((why: unknown) => why)
  expect(verdictOf(error)).toEqual({ is: 'halt', why: 'somebody-else' })
  expect(calls).toEqual([])
})
