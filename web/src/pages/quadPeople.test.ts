/** The picture of the quad shows the number it says. */
import { expect, it } from 'vitest'
import { peoplePerDot, placePeople, TALL, WIDE } from './quadPeople'

it.each([
  [0, 1],
  [204, 1],
  [420, 1],
  [421, 10],
  [4200, 10],
  [50_000, 1000],
])('%i students: %i per dot', (students, per) => {
  expect(peoplePerDot(students)).toBe(per)
})

it('draws as many as there are, never two in one place, always the same', () => {
  for (const [quad, count] of [WIDE, TALL].flatMap((quad) => [0, 1, 204, 420].map((count) => [quad, count] as const))) {
    const dots = placePeople(count, quad)
    expect(dots).toHaveLength(count)
    expect(new Set(dots.map((dot) => `${dot.x} ${dot.y}`)).size).toBe(count)
    expect(placePeople(count, quad)).toEqual(dots)
  }
})
