/** The small rules of galleries: texts, choosing files, how many stand side by side. */
import { expect, it } from 'vitest'
import type { Person } from '@/api/session'
import { defaultCaption, dotsAround, mayManage, slidesAt, withFiles } from './model'

it('names a gallery after its event, within what a title may hold', () => {
  expect(defaultCaption({ title: 'Photo walk' })).toEqual({
    title: 'Photo walk Gallery',
    description: 'Gallery for Photo walk event',
  })
  expect([...defaultCaption({ title: '🏮'.repeat(200) }).title]).toHaveLength(200)
})

it('shows one, two or three with the gaps of the specification, never more than there are', () => {
  const table = [
    [639, 5, 1, 15],
    [640, 5, 2, 20],
    [1023, 5, 2, 20],
    [1024, 5, 3, 25],
    [640, 1, 1, 20],
    [1024, 2, 2, 25],
    [1024, 1, 1, 25],
    [320, 0, 1, 15],
  ] as const
  for (const [width, count, slides, gap] of table)
    expect(slidesAt(width, count), `${width} ${count}`).toEqual({ slides, gap })
})

it('keeps a window of dots around the one that is lit', () => {
  expect(dotsAround(0, 4, 9)).toEqual([0, 1, 2, 3])
  expect(dotsAround(0, 30, 5)).toEqual([0, 1, 2, 3, 4])
  expect(dotsAround(15, 30, 5)).toEqual([13, 14, 15, 16, 17])
  expect(dotsAround(29, 30, 5)).toEqual([25, 26, 27, 28, 29])
})

it('takes the same file once', () => {
  const file = (name: string, text = 'x') => new File([text], name, { type: 'image/png', lastModified: 1 })
  const made = (one: File) => ({ file: one })
  const first = withFiles([], [file('a.png'), file('b.png')], made)
  const more = withFiles(first, [file('a.png'), file('a.png', 'longer'), file('c.png')], made)
  expect(more.map((one) => one.file.name)).toEqual(['a.png', 'b.png', 'a.png', 'c.png'])
})

it('knows by the roles who looks after a club', () => {
  const person = (...roles: string[]) => ({ roles }) as Person
  expect(mayManage(person('USER'), 'HOBBY')).toBe(false)
  expect(mayManage(person('DRAMATIC', 'USER'), 'HOBBY')).toBe(false)
  expect(mayManage(person('HOBBY', 'USER'), 'hobby')).toBe(true)
  expect(mayManage(person('ADMIN'), 'HOBBY')).toBe(true)
  expect(mayManage(undefined, 'HOBBY')).toBe(false)
})
