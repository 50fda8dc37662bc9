/** Whole percents that add up. */
import { expect, it } from 'vitest'
import { wholePercents } from './wholePercents'

it.each([
  { counts: [1, 1, 1], percents: [34, 33, 33] },
  { counts: [3, 3, 1, 1], percents: [38, 38, 12, 12] },
  { counts: [1, 1, 1, 1, 1, 1], percents: [17, 17, 17, 17, 16, 16] },
  { counts: [5, 0, 0, 0], percents: [100, 0, 0, 0] },
  { counts: [0, 0, 0], percents: [0, 0, 0] },
  { counts: [], percents: [] },
])('of $counts are $percents', ({ counts, percents }) => {
  expect(wholePercents(counts)).toEqual(percents)
})

it('add up to 100, each less than one from its share, none more for fewer', () => {
  // Each way in which up to twelve people choose one of four.
  for (let a = 0; a <= 12; a++)
    for (let b = 0; b <= 12 - a; b++)
      for (let c = 0; c <= 12 - a - b; c++)
        for (let d = 0; d <= 12 - a - b - c; d++) {
          const counts = [a, b, c, d]
          const whole = a + b + c + d
          if (whole === 0) continue
          const percents = wholePercents(counts)
          expect(percents.reduce((sum, one) => sum + one, 0)).toBe(100)
          counts.forEach((count, at) => {
            expect(Math.abs((percents[at] ?? 0) - (100 * count) / whole)).toBeLessThan(1)
            counts.forEach((other, there) => {
              if (count > other) expect(percents[at]).toBeGreaterThanOrEqual(percents[there] ?? 0)
            })
          })
        }
})
