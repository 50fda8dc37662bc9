/** Storage that throws must look like empty storage. */
import { expect, it, vi } from 'vitest'
import { draft, forgetTyped, handedOn, hasUnsent, item, themeChoice, unsent, userId1 } from './storage'

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

it('knows whether something typed is not sent', () => {
  expect(hasUnsent()).toBe(false)
  draft('poll.u1').write({ question: '', options: ['', ''], step: 1, isOpen: true })
  handedOn('quad.registration.e1.u1').write({})
  expect(hasUnsent()).toBe(false)
  handedOn('quad.registration.e1.u1').write({ phone: '98765' })
  expect(hasUnsent()).toBe(true)
  sessionStorage.clear()
  draft('poll.u1').write({ question: 'कब?', options: [] })
  expect(hasUnsent()).toBe(true)
})

it('forgets what somebody typed in either storage, and not what is the browser’s or waits to be sent', () => {
  draft('contest.u1').write({ title: 'Physics' })
  handedOn('quad.registration.e1.u1').write({ phone: '98765' })
  item('quad.next').write('"/invite"')
  themeChoice.write('dark')
  unsent.write(['u1'])
  forgetTyped()
  expect(Object.keys(localStorage).sort()).toEqual(['quad.theme', 'quad.unsent'])
  expect(Object.keys(sessionStorage)).toEqual([])
})
