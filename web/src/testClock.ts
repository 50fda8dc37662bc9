/**
 * Test clock, for unit tests that live through seconds: it goes as the real one does, and a test moves it on instead of
 * sleeping. A stalled machine stalls it, too, so that no moment is over before the test has looked.
 */
import { act, waitFor } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Short enough that what one moment causes (an answer, a drawing, the next timer) is there before the next one. */
const STEP = 50
/** What an answer of the in-memory database needs of the real loop of events. */
const TURNS = 10
const LOOK = 4 * STEP

/**
 * For the test that begins or runs. Frames and what the in-memory database waits with stay real. `goes`: by itself, too; where it does
 * not, what a timer throws comes to whoever moves the clock, and never to nobody.
 */
export function startTestClock(goes = true): void {
  vi.useFakeTimers({
    shouldAdvanceTime: goes,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  onTestFinished(() => void vi.useRealTimers())
}

/** What a stand-in takes by the test clock. Without one it would be a sleep. */
export async function takes(ms: number): Promise<void> {
  if (!vi.isFakeTimers()) throw new Error('No test clock runs: a test does not sleep')
  await new Promise((resolve) => setTimeout(resolve, ms))
}

/** Lives through so many milliseconds. */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP) await act(() => step(Math.min(STEP, left)))
}

async function step(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Lives through the time until `look` throws no more, up to `atMost`, and then waits as `waitFor` does. */
export async function passUntil<T>(look: () => T, atMost = 10_000): Promise<T> {
  for (let passed = 0; passed < atMost; passed += LOOK) {
    try {
      return look()
    } catch {
      await pass(LOOK)
    }
  }
  return waitFor(look)
}
