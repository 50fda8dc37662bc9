/** Start schedule: no browser asks too early, all at once, or for ever. */
import { describe, expect, it } from 'vitest'
import { pauseAfter, startScheduleOf } from './startSchedule'

const START = 1_800_000_000_000
const CHANCES = [0, 0.25, 0.5, 0.75, 0.999]

describe('waiting for a start', () => {
  it('fetches the code and looks before it, and joins within a moment after it', () => {
    for (const early of [3_600_000, 60_000, 20_000]) {
      for (const chance of CHANCES) {
        const { codeAt, lookAt, joinAt } = startScheduleOf(START, START - early, () => chance)
        expect(codeAt).toBeGreaterThanOrEqual(Math.max(START - 60_000, START - early))
        expect(codeAt).toBeLessThanOrEqual(START - 10_000)
        expect(lookAt).toBeGreaterThanOrEqual(START - 3000)
        expect(lookAt).toBeLessThan(START)
        expect(joinAt).toBeGreaterThanOrEqual(START)
        expect(joinAt).toBeLessThanOrEqual(START + 1500)
        // The server remembers a session for five seconds.
        expect(joinAt - lookAt).toBeLessThan(5000)
      }
    }
  })

  it('has everybody come at a moment of their own', () => {
    const joins = CHANCES.map((chance) => startScheduleOf(START, START - 60_000, () => chance).joinAt)
    expect(new Set(joins).size).toBe(CHANCES.length)
  })

  it('fetches the code at once for who comes late', () => {
    for (const chance of CHANCES) {
      expect(startScheduleOf(START, START - 4000, () => chance).codeAt).toBe(START - 4000)
    }
  })

  it('tries again later each time, and not for ever', () => {
    const pauses = [0, 1, 2, 3, 4, 5].map((tries) => pauseAfter(tries, () => 0.5))
    expect(pauses).toEqual([750, 1500, 3000, 6000, 12_000, null])
  })
})
