/** Push subscription of a device: it moves to whoever logs in, and is removed when they log out. */
import { afterEach, expect, it, vi } from 'vitest'
import { lastWords } from '@/api/session'
import { serverSays, signedIn } from '@/testPage'
import { logIn, logOut } from './api'

const ENDPOINT = 'https://push.example/here'
const wire = { endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }

function browserHolds(subscription: object | null): void {
  const pushManager = { getSubscription: async () => subscription }
  const value = { getRegistration: async () => ({ pushManager }) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value })
}

afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

const LOGGED_IN = { body: { _id: 'u1', fullName: 'A', email: 'a@b.c', role: 'USER', message: 'Hi', success: true } }
const DONE = { body: { success: true, message: 'Done' } }

it('travels with the log-in when there is one', async () => {
  const calls = serverSays({ 'POST /login': LOGGED_IN, 'GET /checklogged': signedIn() })
  browserHolds({ ...wire, toJSON: () => wire })
  await logIn(' a@b.c ', 'secret')
  expect(calls.find(({ path }) => path === '/login')?.body).toEqual({
    email: 'a@b.c',
    passWord: 'secret',
    pushsubscription: wire,
  })
  browserHolds(null)
  await logIn('a@b.c', 'secret')
  expect(calls.filter(({ path }) => path === '/login')[1]?.body).toEqual({ email: 'a@b.c', passWord: 'secret' })
})

it('is withdrawn before the log-out, and ended after it', async () => {
  const unsubscribe = vi.fn(async () => true)
  browserHolds({ ...wire, unsubscribe })
  const calls = serverSays({ 'DELETE /push/subscription': DONE, 'GET /logout': DONE })
  await logOut()
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['DELETE', '/push/subscription', { endpoint: ENDPOINT }],
    ['GET', '/logout', undefined],
  ])
  expect(unsubscribe).toHaveBeenCalledOnce()
})

it('stays when the log-out failed, and is no reason for one to fail', async () => {
  const unsubscribe = vi.fn(async () => {
    throw new Error('no push service')
  })
  browserHolds({ ...wire, unsubscribe })
  serverSays({ 'GET /logout': { status: 403, body: { code: 'x', message: 'No.' } } })
  await expect(logOut()).rejects.toThrow('No.')
  expect(unsubscribe).not.toHaveBeenCalled()
  serverSays({ 'GET /logout': DONE })
  await logOut()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

it('does first what needs the session', async () => {
  const calls = serverSays({ 'GET /logout': DONE })
  const say = async () => void calls.push({ method: 'LAST', path: 'word', body: undefined })
  lastWords.add(say)
  await logOut()
  lastWords.delete(say)
  expect(calls.map(({ method }) => method)).toEqual(['LAST', 'GET'])
})
