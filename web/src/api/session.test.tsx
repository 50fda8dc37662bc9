/** Who counts as signed in: what the server says; without it, what it said last. */
import { beforeEach, expect, it, vi } from 'vitest'
import { GUEST, serverSays, signedIn } from '@/testingPage'
import { cache } from './cache'
import { forgetPerson, sessionQuery } from './session'

const ask = () => cache.fetchQuery({ ...sessionQuery, staleTime: 0 })
const silence = () => vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))

beforeEach(() => cache.clear())

it('is the person the server names, whose id is kept for others', async () => {
  serverSays({ 'GET /checklogged': signedIn() })
  expect(await ask()).toMatchObject({ id: 'u1', fullName: 'Ananya Sharma', role: 'USER' })
  expect(localStorage.getItem('userId1')).toBe('u1')
})

it('is the last known person while nothing answers, so that a contest survives a reload', async () => {
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  silence()
  expect(await ask()).toMatchObject({ id: 'u1' })
})

it('is nobody while nothing answers and nobody was here, or they logged out', async () => {
  silence()
  expect(await ask()).toBeNull()
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  forgetPerson()
  silence()
  expect(await ask()).toBeNull()
})

it('is nobody when the server says so, and forgets', async () => {
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  serverSays({ 'GET /checklogged': GUEST })
  expect(await ask()).toBeNull()
  expect(localStorage.getItem('userId1')).toBeNull()
  silence()
  expect(await ask()).toBeNull()
})

it('is nobody when the check breaks', async () => {
  serverSays({ 'GET /checklogged': { status: 500, body: { code: 'internal', message: 'x' } } })
  expect(await ask()).toBeNull()
})

it('is asked for again when another tab logged out', async () => {
  serverSays({ 'GET /checklogged': signedIn() })
  await ask()
  const state = () => cache.getQueryState(sessionQuery.queryKey)
  window.dispatchEvent(new StorageEvent('storage', { key: 'userId1', newValue: 'u1' }))
  expect(state()?.isInvalidated).toBe(false)
  window.dispatchEvent(new StorageEvent('storage', { key: 'userId1', newValue: null }))
  expect(state()?.isInvalidated).toBe(true)
})
