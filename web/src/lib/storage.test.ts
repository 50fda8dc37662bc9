/** Storage that throws must look like empty storage. */
import { expect, it, vi } from 'vitest'
import { draft, userId1 } from './storage'

it('keeps and forgets', () => {
  userId1.write('u1')
  expect(localStorage.getItem('userId1')).toBe('u1')
  userId1.clear()
  expect(userId1.read()).toBeNull()
})

it('survives blocked storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  userId1.write('u1')
  expect(userId1.read()).toBeNull()
})

it('treats a broken draft as none', () => {
  localStorage.setItem('quad.draft.contest', '{"title":')
  expect(draft<{ title: string }>('contest').read()).toBeNull()
  draft<{ title: string }>('contest').write({ title: 'Physics' })
  expect(draft<{ title: string }>('contest').read()).toEqual({ title: 'Physics' })
})
