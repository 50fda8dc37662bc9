/** Where toasts lie on a phone: the nearest place that covers nothing. */
import { expect, it } from 'vitest'
import { freeOffset } from './toastPlacement'

const own = { top: 780, bottom: 832 }
const HEIGHT = 844

it.each([
  ['nothing below stays', [], 0],
  ['a button above stays', [{ top: 700, bottom: 744 }], 0],
  ['a button below goes above it', [{ top: 790, bottom: 834 }], -50],
  [
    'between two that leave too little goes above both',
    [
      { top: 700, bottom: 744 },
      { top: 790, bottom: 834 },
    ],
    -140,
  ],
  ['a page full of buttons stays', [{ top: 0, bottom: 844 }], 0],
])('%s', (_, taken, offset) => {
  expect(freeOffset(own, taken, HEIGHT)).toBe(offset)
})

it('one at the top goes down', () => {
  expect(freeOffset({ top: 12, bottom: 64 }, [{ top: 4, bottom: 48 }], HEIGHT)).toBe(44)
})

it('covers nothing wherever there is room, and never leaves the window', () => {
  for (let from = 0; from < 800; from += 23) {
    for (let gap = 20; gap < 200; gap += 17) {
      const taken = [
        { top: 0, bottom: from },
        { top: from + gap, bottom: HEIGHT },
      ]
      const offset = freeOffset(own, taken, HEIGHT)
      const [top, bottom] = [own.top + offset, own.bottom + offset]
      expect(bottom).toBeLessThanOrEqual(HEIGHT)
      if (gap >= 52 + 16 && from + gap <= HEIGHT && from >= 8) {
        expect(taken.every((one) => top >= one.bottom || bottom <= one.top)).toBe(true)
      }
    }
  }
})
