/** The server's clock must not follow the device's: not when it is wrong, not when it is set while a contest runs. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockJumped, clockSettled, forgetServerClock, noteServerNow, onCorrected, serverNow } from './serverClock'

const NOON = Date.parse('2026-11-20T12:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()

let uptime = 0
beforeEach(() => {
  forgetServerClock()
  uptime = 5_000
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(performance, 'now').mockImplementation(() => uptime)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('serverNow', () => {
  it('is the device time while nothing is known', () => {
    vi.setSystemTime(NOON)
    expect(serverNow()).toBe(NOON)
  })
  it('follows the server when the device is 20 minutes wrong', () => {
    vi.setSystemTime(NOON - 20 * 60_000)
    noteServerNow(iso(NOON))
    expect(serverNow()).toBe(NOON)
  })
  it('tells at once when the time shown so far was wrong, and not of a hair', () => {
    vi.setSystemTime(NOON - 20 * 60_000)
    const told = vi.fn()
    const stop = onCorrected(told)
    noteServerNow(iso(NOON))
    expect(told).toHaveBeenCalledOnce()
    noteServerNow(iso(NOON + 60))
    expect(told).toHaveBeenCalledOnce()
    stop()
  })
  it('does not move when the device clock is set', () => {
    vi.setSystemTime(NOON)
    noteServerNow(iso(NOON))
    uptime += 10_000
    vi.setSystemTime(NOON + 3 * 3_600_000)
    expect(serverNow()).toBe(NOON + 10_000)
    expect(clockJumped()).toBe(true)
    clockSettled()
    expect(clockJumped()).toBe(false)
    expect(serverNow()).toBe(NOON + 10_000)
  })
  it('puts the server time in the middle of the round trip', () => {
    noteServerNow(iso(NOON), 400)
    expect(serverNow()).toBe(NOON + 200)
  })
  it('keeps the more precise reading when a slower one agrees', () => {
    noteServerNow(iso(NOON), 20)
    uptime += 1_000
    noteServerNow(iso(NOON + 500), 900)
    expect(serverNow()).toBe(NOON + 10 + 1_000)
  })
  it('is right after a reload without a network, also where the device clock was set meanwhile', async () => {
    for (const set of [3_600_000, -3_600_000]) {
      forgetServerClock()
      vi.setSystemTime(NOON)
      noteServerNow(iso(NOON), 20)
      uptime += 10_000
      vi.setSystemTime(NOON + 10_000 + set)
      // Less precise, and agrees: the time stays as it was known.
      noteServerNow(iso(NOON + 10_000), 200)
      vi.resetModules()
      const reloaded = await import('./serverClock')
      expect(Math.abs(reloaded.serverNow() - (NOON + 10_000))).toBeLessThan(300)
    }
  })
  it('takes a slower reading that contradicts, as after the device slept', () => {
    noteServerNow(iso(NOON), 20)
    noteServerNow(iso(NOON + 600_000), 200)
    expect(serverNow()).toBe(NOON + 600_100)
  })
  it('ignores what is not a time', () => {
    noteServerNow(iso(NOON))
    noteServerNow('yesterday')
    expect(serverNow()).toBe(NOON)
  })
  it('remembers the difference over a reload', async () => {
    vi.setSystemTime(NOON - 20 * 60_000)
    noteServerNow(iso(NOON))
    vi.resetModules()
    const fresh = await import('./serverClock')
    vi.setSystemTime(NOON - 19 * 60_000)
    expect(fresh.serverNow()).toBe(NOON + 60_000)
  })
})
