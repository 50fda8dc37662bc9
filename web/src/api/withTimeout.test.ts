/** Timeout of a call: late is not reached, whatever the engine throws, and nothing else is. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isTimedOut, timeoutSignal } from '@/lib/timeoutSignal'
import { isReached, noteReached } from './connection'
import { withTimeout } from './withTimeout'

beforeEach(() => {
  vi.useFakeTimers()
  // As Chrome before 103 and Safari before 16: there is neither.
  vi.stubGlobal('AbortSignal', { prototype: AbortSignal.prototype })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  noteReached(true)
})

/** How an engine ends a call whose signal is aborted. */
const ENGINES: [string, (signal: AbortSignal) => unknown][] = [
  ['Chrome 124, Firefox: the reason', (signal) => signal.reason],
  ['Safari, Chrome 103 to 123: an AbortError', () => new DOMException('Fetch is aborted', 'AbortError')],
  ['Chrome 99: an AbortError of its own', () => new DOMException('The user aborted a request.', 'AbortError')],
]

it.each(ENGINES)('a call that is late is not reached in %s', async (_, ending) => {
  const hangs = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(ending(signal))))
  const late = expect(withTimeout(1000, hangs)).rejects.toMatchObject({ code: 'offline', offline: true })
  await vi.advanceTimersByTimeAsync(1000)
  await late
  expect(isReached()).toBe(false)
})

it('a call that minds no signal is late all the same', async () => {
  const late = expect(withTimeout(1000, () => new Promise(() => {}))).rejects.toMatchObject({ offline: true })
  await vi.advanceTimersByTimeAsync(1000)
  await late
})

it('who gives it up hears the call’s own error, and an error of the program stays one', async () => {
  const controller = new AbortController()
  const hangs = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    )
  const given = expect(withTimeout(1000, hangs, controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
  controller.abort()
  await given
  const broken = () => {
    throw new TypeError('x is not a function')
  }
  await expect(withTimeout(1000, broken)).rejects.toThrow(TypeError)
  expect(await withTimeout(1000, async () => 7)).toBe(7)
  expect(isReached()).toBe(true)
})

it('a signal with a time says that it was the time', async () => {
  const signal = timeoutSignal(1000)
  expect(isTimedOut(signal)).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect([signal.aborted, isTimedOut(signal)]).toEqual([true, true])
})
