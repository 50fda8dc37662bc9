/** Picture frame: no phone chooses the large size, whichever way it is held. */
import { expect, test } from 'vitest'
import { WIDE } from './pictureFrame'

/** Whether a screen of this size, in pixels of a rem of 16, is one that the query takes. */
function takes(width: number, height: number): boolean {
  const bounds = [...WIDE.matchAll(/\(min-(width|height): (\d+)rem\)/g)]
  expect(bounds.map(([whole]) => whole).join(' and '), 'a query that this test reads').toBe(WIDE)
  return bounds.every(([, side, rem]) => (side === 'width' ? width : height) >= Number(rem) * 16)
}

// What the small sizes of a contest may be together is what a phone loads at most: no phone may choose the large ones.
test.each([
  [360, 640],
  [390, 844],
  [412, 915],
  [440, 956],
  [448, 997],
])('a phone of %i × %i loads the small size, upright and held sideways', (short, long) => {
  expect(takes(short, long)).toBe(false)
  expect(takes(long, short)).toBe(false)
})

test.each([
  [768, 1024],
  [1024, 768],
  [1366, 620],
  [1920, 970],
])('a screen of %i × %i may load the large size', (width, height) => {
  expect(takes(width, height)).toBe(true)
})
