/** Whole percents that add up. */
import { expect, it } from 'vitest'
import { wholePercents } from './wholePercents'

it.each([
  { counts: [1, 1, 1], percents: [33, 33, 33] },
  { counts: [2, 1], percents: [67, 33] },
  { counts: [5, 4, 3, 1], percents: [38, 31, 23, 8] },
  { counts: [3, 3, 1, 1], percents: [38, 38, 12, 12] },
  { counts: [1, 1, 1, 1, 1, 1], percents: [16, 16, 16, 16, 16, 16] },
  { counts: [5, 0, 0, 0], percents: [100, 0, 0, 0] },
  { counts: [0, 0, 0], percents: [0, 0, 0] },
  { counts: [], percents: [] },
])('of $counts are $percents', ({ counts, percents }) => {
  expect(wholePercents(counts)).toEqual(percents)
})

it('add up to 100 where all counts differ and never to more, each less than one from its share, equal for equal, none more for fewer', () => {
  // Each way in which up to twelve people choose one of four.
  for (let a = 0; a <= 12; a++)
    for (let b = 0; b <= 12 - a; b++)
      for (let c = 0; c <= 12 - a - b; c++)
        for (let d = 0; d <= 12 - a - b - c; d++) {
          const counts = [a, b, c, d]
          const whole = a + b + c + d
          if (whole === 0) continue
          const percents = wholePercents(counts)
          const sum = percents.reduce((sum, one) => sum + one, 0)
          const given = counts.filter((count) => count > 0)
          expect(sum).toBeLessThanOrEqual(100)
          if (new Set(given).size === given.length) expect(sum).toBe(100)
          counts.forEach((count, at) => {
            expect(Math.abs((percents[at] ?? 0) - (100 * count) / whole)).toBeLessThan(1)
            counts.forEach((other, there) => {
              if (count === other) expect(percents[at]).toBe(percents[there])
              if (count > other) expect(percents[at]).toBeGreaterThanOrEqual(percents[there] ?? 0)
            })
          })
        }
})
