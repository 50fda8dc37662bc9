/** No unit test lives on the day on which it is run. */
import { expect, it, vi } from 'vitest'

// Not taken from where the date is set: whoever reads it there sets it.
const EVENING = '2026-11-20T12:30:00.000Z'
const sinceThen = () => Date.now() - Date.parse(EVENING)

it('each file begins on the same evening, whatever day it is', () => {
  const [began, moment] = [sinceThen(), new Date()]
  expect(began).toBeGreaterThanOrEqual(0)
  expect(began).toBeLessThan(3_600_000)
  expect(moment.getTime() - Date.parse(EVENING)).toBeGreaterThanOrEqual(began)
  expect(Date()).toBe(new Date(Date.now()).toString())
  expect(moment).toBeInstanceOf(Date)
  expect(new Date(2000, 0, 1).getFullYear()).toBe(2000)
})

it('a test clock begins where that one is, and gives it back', () => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(1000)
  expect(sinceThen()).toBeLessThan(3_600_000)
  vi.useRealTimers()
  expect(sinceThen()).toBeLessThan(3_600_000)
})
