/** Toasts: notices that come before what draws them are not lost. */
import { expect, test, vi } from 'vitest'

test('what was said before is drawn when it can be, in order, and what comes then at once', async () => {
  vi.resetModules()
  const { drawToasts, toast, whenToastWaits } = await import('./toast')
  const asked = vi.fn()
  toast.info('first')
  whenToastWaits(asked)
  expect(asked).toHaveBeenCalledOnce()
  toast.error('second', { autoClose: 4000 })
  expect(asked).toHaveBeenCalledTimes(2)

  const drawn: string[] = []
  drawToasts(({ tone, text, autoClose }) => void drawn.push(`${tone} ${text} ${autoClose}`))
  toast.success('third')
  expect(drawn).toEqual(['info first 5000', 'error second 4000', 'success third 5000'])
  expect(asked).toHaveBeenCalledTimes(2)
})

test('one that is taken back goes, and is not handed on; one that was never drawn does not come', async () => {
  vi.resetModules()
  const { drawToasts, handOnToasts, toast } = await import('./toast')
  const early = toast.info('too early')
  early()
  const shown = new Set<string>()
  drawToasts(({ text }) => {
    shown.add(text)
    return () => void shown.delete(text)
  })
  expect(shown.size).toBe(0)
  const takeBack = toast.info('Not confirmed yet')
  toast.success('Saved')
  expect([...shown]).toEqual(['Not confirmed yet', 'Saved'])
  takeBack()
  expect([...shown]).toEqual(['Saved'])
  handOnToasts()
  expect(sessionStorage.getItem('quad.toasts')).not.toMatch('Not confirmed')
  sessionStorage.clear()
})

test('one that stays until it is taken back is not handed on: nobody would take it back there', async () => {
  vi.resetModules()
  const { handOnToasts, toast } = await import('./toast')
  toast.info('Not confirmed yet', { autoClose: 0 })
  toast.success('Saved')
  handOnToasts()
  expect(sessionStorage.getItem('quad.toasts')).toMatch('Saved')
  expect(sessionStorage.getItem('quad.toasts')).not.toMatch('Not confirmed')
  sessionStorage.clear()
})

test('what a document before this one handed on is drawn here', async () => {
  vi.resetModules()
  const before = await import('./toast')
  before.toast.success('Saved')
  before.handOnToasts()
  vi.resetModules()
  const { drawToasts, whenToastWaits } = await import('./toast')
  const asked = vi.fn()
  whenToastWaits(asked)
  expect(asked).toHaveBeenCalledOnce()
  const drawn: string[] = []
  drawToasts(({ text }) => void drawn.push(text))
  expect(drawn).toEqual(['Saved'])
})
