/** What a part of a right answer gives, in words. */
import { expect, it } from 'vitest'
import { partInWords } from './marks'

it('is said with its amounts where they are quarters, and nothing where it gives nothing', () => {
  const quarters = (right: string) => /gives (.*), if nothing/.exec(partInWords('jee', right) ?? '')?.[1]
  expect(quarters('4')).toBe('+1, +2 or +3')
  expect(quarters('2')).toBe('+0.5, +1 or +1.5')
  expect(quarters('4/3')).toBe('+⅓, +⅔ or +1')
  expect(quarters('1')).toBe('+0.25, +0.5 or +0.75')
  expect(partInWords('share', '4')).toMatch(/^Partly right gives a share .* never below 0\.$/)
  expect(partInWords('minus', '4')).toMatch(/takes off the same\.$/)
  for (const none of ['none', null, undefined, 'new']) expect(partInWords(none, '4')).toBeNull()
})
