/** Retry of a request that nobody of ours answered: how often, how long, and what a repetition's refusal says. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takes } from '@/testClock'
import { cache, SESSION_KEY } from './cache'
import { Failure, misdirected, notReached } from './failure'
import { retryRequest, Stopped } from './retryRequest'

const refused = (code: string) => new Failure({ status: 409, code, message: 'Once.' })
const isThere = (failure: Failure) => failure.code === 'already_voted'
const other = { isThere, isAsSent: async () => false }
const same = { isThere, isAsSent: async () => true }

const takeBack = vi.fn<(text: string) => void>()
const tell = vi.fn((text: string, _?: { autoClose: number }) => () => takeBack(text))
/** What was told, as far as it is seen at a glance. */
const toldOf = ({ mock }: typeof tell | typeof takeBack) => mock.calls.map(([text]) => text.slice(0, 35))

beforeEach(() => {
  vi.useFakeTimers()
  tell.mockClear()
  takeBack.mockClear()
})
afterEach(() => vi.useRealTimers())

/** Rejects with each of these in turn, then answers; tells when each try came, in milliseconds. */
function inTurn(errors: unknown[], lasting = 0) {
  const from = performance.now()
  const tries: number[] = []
  const send = async () => {
    tries.push(performance.now() - from)
    await takes(lasting)
    if (errors.length > 0) throw errors.shift()
    return 'done'
  }
  return { send, tries }
}

async function ended<T>(sending: Promise<T>): Promise<T | unknown> {
  const end = sending.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return end
}

it('sends again until the server answers, and tells once of each reason', async () => {
  const { send, tries } = inTurn([notReached(), notReached(502), notReached(200, true), notReached(200, true)])
  expect(await ended(retryRequest(send, tell))).toBe('done')
  expect(tries).toEqual([0, 1000, 3000, 7000, 15_000])
  const both = ['Not confirmed yet: the server could', 'Not confirmed yet: something betwee']
  expect(toldOf(tell)).toEqual(both)
  // What is not so any more does not stand beside what is.
  expect(toldOf(takeBack)).toEqual(both)
})

it('says that the server took it for somebody else’s', async () => {
  const { send } = inTurn([misdirected(), notReached(421, true)])
  expect(await ended(retryRequest(send, tell))).toBe('done')
  expect(toldOf(tell)).toEqual(['Not confirmed yet: this reached the', 'Not confirmed yet: something betwee'])
})

it.each([
  ['nobody answers', notReached(), 'Not confirmed yet: the server could'],
  ['something between does', notReached(200, true), 'Not confirmed yet: something betwee'],
  [
    'the server has trouble',
    new Failure({ status: 500, code: 'broken', message: '' }),
    'Not confirmed yet: the server does ',
  ],
])('says why it cannot be heard whether a refused try was its own: %s', async (_, why, said) => {
  const { send } = inTurn([refused('already_voted'), refused('already_voted')])
  let asked = 0
  const isAsSent = () => (++asked === 1 ? Promise.reject(why) : Promise.resolve(true))
  expect(await ended(retryRequest(send, tell, { arrival: { isThere, isAsSent } }))).toBeNull()
  expect(toldOf(tell)).toEqual([said])
})

it.each<[string, unknown[], (end: unknown) => void]>([
  ['it came through', [], (end) => expect(end).toBe('done')],
  ['it is refused', [refused('poll_ended')], (end) => expect(end).toMatchObject({ code: 'poll_ended' })],
  ['a fault ends it', [new TypeError('ours')], (end) => expect(end).toBeInstanceOf(TypeError)],
])('takes back what it told once %s', async (_, then, expected) => {
  const { send } = inTurn([notReached(), ...then])
  const sending = ended(retryRequest(send, tell))
  expected(await sending)
  expect(toldOf(tell)).toHaveLength(1)
  expect(toldOf(takeBack)).toEqual(toldOf(tell))
})

it('its notice stays as long as it tries, and the word that it has stopped as long as any', async () => {
  const stop = new AbortController()
  const { send } = inTurn([notReached(), notReached(200, true)])
  const sending = retryRequest(send, tell, { signal: stop.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2000)
  stop.abort()
  expect(await sending).toBeInstanceOf(Stopped)
  expect(tell.mock.calls.map(([, given]) => given)).toEqual([{ autoClose: 0 }, { autoClose: 0 }, undefined])
})

it.each([
  ['it came through', 'done'],
  ['nobody answered', notReached()],
])('stopped while a try hangs it takes its notice back at once and says nothing more of it: %s', async (_, end) => {
  const stop = new AbortController()
  const { send } = inTurn([notReached(), ...(end === 'done' ? [] : [end])], 20_000)
  const sending = retryRequest(send, tell, { signal: stop.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(22_000)
  expect(toldOf(tell)).toHaveLength(1)
  stop.abort()
  expect(toldOf(takeBack)).toEqual(toldOf(tell))
  await vi.runAllTimersAsync()
  await sending
  expect(toldOf(tell).filter((text) => text.startsWith('Not confirmed'))).toHaveLength(1)
  expect(takeBack).toHaveBeenCalledOnce()
})

it('where the page itself says that nothing answers, tells only what it does not', async () => {
  const { send } = inTurn([notReached(), notReached(200, true), misdirected(), notReached()], 9000)
  expect(await ended(retryRequest(send, tell, { saysAway: true }))).toBe('done')
  expect(toldOf(tell)).toEqual(['Not confirmed yet: this reached the'])
  expect(takeBack.mock.calls).toEqual(tell.mock.calls.map(([text]) => [text]))
})

it('gives up after two minutes, and sooner where each try hangs', async () => {
  const many = () => Array.from({ length: 99 }, () => notReached())
  const quick = inTurn(many())
  expect(await ended(retryRequest(quick.send, tell))).toMatchObject({ offline: true })
  expect(quick.tries.at(-1)).toBe(115_000)
  const hanging = inTurn(many(), 60_000)
  expect(await ended(retryRequest(hanging.send, tell))).toMatchObject({ offline: true })
  expect(hanging.tries).toEqual([0, 61_000])
})

it('says so while the first try hangs, and says nothing where it is answered soon', async () => {
  const slow = inTurn([], 9000)
  expect(await ended(retryRequest(slow.send, tell))).toBe('done')
  expect(tell).toHaveBeenCalledOnce()
  tell.mockClear()
  const soon = inTurn([], 7000)
  expect(await ended(retryRequest(soon.send, tell))).toBe('done')
  expect(tell).not.toHaveBeenCalled()
})

it('takes a refusal for the arrival of an earlier try only where the server has what was sent', async () => {
  const again = () => inTurn([notReached(), refused('already_voted')]).send
  expect(await ended(retryRequest(again(), tell, { arrival: same }))).toBeNull()
  // Another device's, which came in between.
  expect(await ended(retryRequest(again(), tell, { arrival: other }))).toMatchObject({ code: 'already_voted' })
  const over = inTurn([notReached(), refused('poll_ended')])
  expect(await ended(retryRequest(over.send, tell, { arrival: same }))).toMatchObject({ code: 'poll_ended' })
  const broken = inTurn([new TypeError('a fault of ours')])
  expect(await ended(retryRequest(broken.send, tell, { arrival: same }))).toBeInstanceOf(TypeError)
  expect(broken.tries).toHaveLength(1)
})

it('asks, where the first try is refused, whether the browser had sent it twice', async () => {
  const first = () => inTurn([refused('already_voted')]).send
  expect(await ended(retryRequest(first(), tell, { arrival: same }))).toBeNull()
  expect(await ended(retryRequest(first(), tell, { arrival: other }))).toMatchObject({ code: 'already_voted' })
  // As long as that is not heard, nothing is claimed.
  let looks = 0
  const late = { isThere, isAsSent: async () => (++looks < 3 ? Promise.reject(notReached()) : true) }
  const thrice = inTurn(Array.from({ length: 3 }, () => refused('already_voted')))
  expect(await ended(retryRequest(thrice.send, tell, { arrival: late }))).toBeNull()
  expect(looks).toBe(3)
  const away = { isThere, isAsSent: () => Promise.reject(notReached()) }
  const ever = inTurn(Array.from({ length: 99 }, () => refused('already_voted')))
  expect(await ended(retryRequest(ever.send, tell, { arrival: away }))).toMatchObject({ code: 'already_voted' })
  const asked = vi.fn(async () => true)
  const closed = inTurn([refused('poll_ended')])
  await ended(retryRequest(closed.send, tell, { arrival: { isThere, isAsSent: asked } }))
  const between = inTurn([notReached(409, true)])
  expect(await ended(retryRequest(between.send, tell, { arrival: { isThere, isAsSent: asked } }))).toBe('done')
  expect(asked).not.toHaveBeenCalled()
})

it('is sent no more once it is stopped, and says so; what is on its way may still arrive', async () => {
  const stop = new AbortController()
  const many = inTurn(Array.from({ length: 9 }, () => notReached()))
  const sending = retryRequest(many.send, tell, { arrival: other, signal: stop.signal }).catch(
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(1500)
  stop.abort()
  expect(await sending).toBeInstanceOf(Stopped)
  await vi.runAllTimersAsync()
  expect(many.tries).toEqual([0, 1000])
  expect(tell.mock.calls.at(-1)?.[0]).toBe('It is not sent again. It may have arrived before.')
  expect(toldOf(takeBack)).toEqual(['Not confirmed yet: the server could'])
  const arrives = inTurn([], 3000)
  const late = new AbortController()
  const arriving = retryRequest(arrives.send, tell, { arrival: other, signal: late.signal })
  late.abort()
  await vi.runAllTimersAsync()
  expect(await arriving).toBe('done')
})

const signIn = (id: string | null) => cache.setQueryData(SESSION_KEY, id === null ? null : { id })

it.each([
  ['in another tab', () => localStorage.setItem('userId1', 'u2')],
  ['here', () => signIn('u2')],
  ['and nobody is', () => signIn(null)],
])('is the person’s who pressed, and is sent no more once another is logged in %s', async (_, comes) => {
  signIn('u1')
  localStorage.setItem('userId1', 'u1')
  const as: unknown[] = []
  const send = async (by: string | null) => {
    as.push(by)
    if (as.length === 2) comes()
    throw notReached(200, true)
  }
  expect(await ended(retryRequest(send, tell))).toMatchObject({
    code: 'not_the_sender',
    offline: false,
    message: expect.stringMatching(/not sent any more/),
  })
  expect(as).toEqual(['u1', 'u1'])
  cache.clear()
})

it('is whose it was when another call came first', async () => {
  signIn('u2')
  const { send, tries } = inTurn([notReached()])
  const first = ended(retryRequest(send, tell, { by: 'u1' }))
  expect(await first).toMatchObject({ code: 'not_the_sender' })
  expect(tries).toHaveLength(1)
  cache.clear()
})
