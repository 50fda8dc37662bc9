/** What the browser's push needs of us: the key in bytes, one subscription by the right key, no waiting without end. */
import { afterEach, expect, it, vi } from 'vitest'
import {
  bytesOf,
  endSubscription,
  NoWorker,
  presentSubscription,
  pushAbility,
  sameEndpoint,
  subscribeThis,
} from './pushSubscription'

const KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

function browserWith(pushManager: object | null): void {
  const getRegistration = async () => (pushManager ? { pushManager } : undefined)
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('reads the key as browsers want it', () => {
  const bytes = bytesOf(KEY)
  expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([65, 4, 14])
})

it('knows one endpoint in two spellings, and no other', () => {
  expect(sameEndpoint('https://Push.example/x', 'https://push.example:443/x')).toBe(true)
  expect(sameEndpoint('https://push.example/x', 'https://push.example/y')).toBe(false)
  expect(sameEndpoint('nonsense', 'nonsense')).toBe(false)
})

it('says what this browser can', () => {
  vi.stubGlobal('isSecureContext', false)
  expect(pushAbility()).toBe('insecure')
  vi.stubGlobal('isSecureContext', true)
  expect(pushAbility()).toBe('unsupported')
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', class {})
  browserWith(null)
  expect(pushAbility()).toBe('able')
})

it('takes the subscription there is, and renews one by another key', async () => {
  const made = { made: true }
  const subscribe = vi.fn(async () => made)
  const held = { options: { applicationServerKey: bytesOf(KEY).buffer }, unsubscribe: vi.fn(async () => true) }
  browserWith({ subscribe, getSubscription: async () => held })
  expect(await presentSubscription()).toBe(held)
  expect(await subscribeThis(KEY)).toBe(held)
  expect(subscribe).not.toHaveBeenCalled()
  expect(await subscribeThis(KEY.replace('BCV', 'BCW'))).toBe(made)
  expect(held.unsubscribe).toHaveBeenCalledOnce()
  expect(subscribe).toHaveBeenCalledWith(expect.objectContaining({ userVisibleOnly: true }))
})

it('does without a worker, without push, and without an answer', async () => {
  browserWith(null)
  expect(await presentSubscription()).toBeNull()
  await expect(subscribeThis(KEY)).rejects.toThrow(NoWorker)
  vi.stubGlobal('navigator', {})
  expect(await presentSubscription()).toBeNull()
  vi.useFakeTimers()
  let ended = false
  const hanging = { unsubscribe: () => new Promise<boolean>(() => {}) } as PushSubscription
  void endSubscription(hanging).then(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(3999)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toBe(true)
})
