/** Idle work: what nobody waits for comes after what somebody does. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './whenIdle'

let state: DocumentReadyState = 'complete'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => state)
})
afterEach(() => vi.useRealTimers())

test('not before the page has loaded', () => {
  state = 'interactive'
  const work = vi.fn()
  whenIdle(work)
  vi.advanceTimersByTime(10_000)
  expect(work).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(work).toHaveBeenCalledOnce()
})

test('soon when it has, and never once called off', () => {
  state = 'complete'
  const work = vi.fn()
  const other = vi.fn()
  whenIdle(work)
  whenIdle(other)()
  vi.advanceTimersByTime(2000)
  expect(work).toHaveBeenCalledOnce()
  expect(other).not.toHaveBeenCalled()
})
