/** Idempotency: a press has one key until the server has said what became of it, and the next press another. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerOf, echoing } from '@/testingAnswer'
import document from '../../../server/openapi.json'
import { cache, SESSION_KEY } from './cache'
import { call } from './client'
import { UNSURE } from './failure'
import * as sdk from './generated/sdk.gen'
import { forgetPresses } from './idempotency'
import './session'

type Fn = (options: object) => Promise<{ data?: unknown; error?: unknown; response?: Response }>
const parameters = [...JSON.stringify(document).matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '7'])
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/

/** Decided by keys of the server's own, a stream, or no change at all. */
const WITHOUT_KEY = [
  'postPostAnswer',
  'postComplete',
  'postVotingVote',
  'postLogin',
  'postGenerate',
  'postNotificationsRead',
  'postPostResults',
  'postCheckcomplete',
  'postInvitationLook',
  'postContestsByContestIdCorrectionsPreview',
]

let keys: (string | null)[] = []
let calls: string[] = []
let replies: (() => Response | Promise<Response>)[] = []
const fine = () => answerOf({ success: true, message: 'Done' })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = (status: number, code: string, more: object = {}) =>
  answerOf({ success: false, code, message: `why ${code}`, ...more }, { status })

beforeEach(() => {
  keys = []
  calls = []
  replies = []
  forgetPresses()
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async (input) => {
      const { headers } = input as Request
      keys.push(headers.get('idempotency-key'))
      calls.push(headers.get('x-quad-call') ?? '')
      return (replies.shift() ?? fine)()
    }),
  )
})
afterEach(() => {
  cache.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const found = (title = 'Chess') => call(sdk.postVotingCreate({ body: { Title: title } as never }))
const leave = () => call(sdk.deleteClubsByClubMembership({ path: { club: 'CHESS' } }))
const join = () => call(sdk.postMemberJoinByClub({ path: { club: 'CHESS' } }))
const unsure = { offline: true, unsure: true, message: UNSURE }

it('stands on every call that changes something, but where the server has a key of its own', async () => {
  for (const [name, fn] of Object.entries(sdk as unknown as Record<string, Fn>)) {
    if (typeof fn !== 'function' || name === 'getLive') continue
    const isChange = !name.startsWith('get')
    const asked = call(fn({ path: Object.fromEntries(parameters), ...(isChange ? { body: { x: 1 } } : {}) }))
    // Where a file is asked for, this answer is none.
    await (isChange ? asked : asked.catch(() => {}))
    const isKeyed = isChange && !WITHOUT_KEY.includes(name)
    if (isKeyed) expect(keys.at(-1), name).toMatch(UUID)
    else expect(keys.at(-1), name).toBeNull()
  }
  const given = keys.filter((key) => key !== null)
  expect(given.length).toBeGreaterThan(40)
  expect(new Set(given).size).toBe(given.length)
})

it.each([
  ['a lost answer', lost],
  ['the page of a Wi-Fi log-in', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['the answer to another call', () => answerOf({ success: true }, { headers: { 'x-quad': 'another' } })],
  ['a busy server', () => refused(503, 'unavailable')],
])('is kept for the next press of the same after %s, and each try has an id of its own', async (_, reply) => {
  replies = [reply, reply, fine, fine]
  await expect(found()).rejects.toThrow()
  await expect(found()).rejects.toThrow()
  await found()
  expect(new Set(keys).size).toBe(1)
  await found()
  expect(keys[3]).not.toBe(keys[0])
  expect(new Set(calls).size).toBe(4)
})

it('is another for another content', async () => {
  replies = [lost, lost]
  await expect(found()).rejects.toMatchObject(unsure)
  await expect(found('Go')).rejects.toMatchObject(unsure)
  expect(new Set(keys).size).toBe(2)
})

it.each([
  ['refused', () => refused(400, 'invalid', { field: 'title' })],
  ['unsure', () => refused(409, 'unsure')],
])('ends when the server has answered: %s', async (_, reply) => {
  replies = [reply]
  await expect(found()).rejects.toMatchObject({ offline: false, unsure: false, message: expect.stringMatching(/^why/) })
  await found()
  expect(new Set(keys).size).toBe(2)
})

it('is the same while what arrived wrongly is sent again, and for two presses at once', async () => {
  replies = [() => refused(421, 'misdirected')]
  await found()
  await Promise.all([found('Go'), found('Go')])
  expect([keys[0] === keys[1], keys[2] === keys[3], keys[1] === keys[2]]).toEqual([true, true, false])
})

it('is forgotten after ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  replies = [lost, lost]
  await expect(found()).rejects.toMatchObject(unsure)
  vi.advanceTimersByTime(9 * 60_000)
  await expect(found()).rejects.toMatchObject(unsure)
  vi.advanceTimersByTime(11 * 60_000)
  await found()
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
})

it('is another after another change: who leaves, joins and leaves again means it', async () => {
  replies = [lost]
  await expect(leave()).rejects.toMatchObject(unsure)
  await join()
  await leave()
  expect(keys[2]).not.toBe(keys[0])
})

it('is not forgotten for a change that was made while it was still on its way', async () => {
  let lose = () => {}
  replies = [() => new Promise((_, reject) => (lose = () => reject(new TypeError('Load failed'))))]
  const first = expect(leave()).rejects.toMatchObject(unsure)
  await found()
  lose()
  await first
  await leave()
  expect(keys[2]).toBe(keys[0])
})

it('is kept for a press that was given up', async () => {
  const given = new AbortController()
  replies = [
    () => {
      given.abort()
      return Promise.reject(new DOMException('Fetch is aborted', 'AbortError'))
    },
  ]
  const body = { Title: 'Chess' } as never
  await expect(call(sdk.postVotingCreate({ body, signal: given.signal }))).rejects.toMatchObject({ name: 'AbortError' })
  await found()
  expect(keys[1]).toBe(keys[0])
})

it('is another in another session', async () => {
  cache.setQueryData(SESSION_KEY, null)
  replies = [lost]
  await expect(leave()).rejects.toMatchObject(unsure)
  cache.setQueryData(SESSION_KEY, { id: 'u1' })
  await leave()
  expect(keys[1]).not.toBe(keys[0])
})

describe('after a reload of the page', () => {
  const reload = async () => {
    vi.resetModules()
    const { pressOf } = await import('./idempotency')
    return pressOf
  }
  const url = (path: string) => `${location.origin}/api${path}`
  const press = async (path: string, body: string) => {
    const made = (await reload())('POST', url(path), body)
    made?.end()
    return made
  }

  it.each([
    '/post/createcontest',
    '/event',
    '/clubs',
    '/voting/create',
    '/enquiries',
    '/event/notifications/send/all',
    '/events/e1/message',
    '/contests/c1/questions',
    '/clubs/CHESS/question',
  ])('what makes something has the key of the lost press: %s', async (path) => {
    const first = await press(path, '{"title":"Physics"}')
    expect((await press(path, '{"title":"Physics"}'))?.key).toBe(first?.key)
    expect((await press(path, '{"title":"Chemistry"}'))?.key).not.toBe(first?.key)
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Physics')
    const answered = await press(path, '{"title":"Physics"}')
    answered?.answered(201)
    expect((await press(path, '{"title":"Physics"}'))?.key).not.toBe(first?.key)
  })

  it.each(['/register', '/resetpassword', '/member/join/CHESS'])('any other is a new one: %s', async (path) => {
    const first = await press(path, '{"password":"violet-kettle-91"}')
    expect((await press(path, '{"password":"violet-kettle-91"}'))?.key).not.toBe(first?.key)
    expect(sessionStorage.getItem('quad.presses')).toBeNull()
  })
})
