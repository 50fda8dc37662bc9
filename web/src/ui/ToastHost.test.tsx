/** Toasts as people meet them: how long they stay, what closes them, what they are for a screen reader. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FallbackToasts } from './FallbackToasts'
import { ToastHost } from './ToastHost'
import { toast } from './toast'

const say = (what: () => void) => act(async () => what())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  render(<ToastHost />)
})
afterEach(() => {
  vi.useRealTimers()
})

it('stays five seconds, or as long as it was told to', async () => {
  await say(() => toast.success('Saved'))
  await say(() => toast.error('Not saved', { autoClose: 4000 }))
  await pass(3900)
  expect(screen.getByText('Not saved')).toBeInTheDocument()
  await pass(500)
  expect(screen.queryByText('Not saved')).toBeNull()
  expect(screen.getByText('Saved')).toBeInTheDocument()
  await pass(1000)
  expect(screen.queryByText('Saved')).toBeNull()
})

it('waits for whoever points at it', async () => {
  await say(() => toast.info('Read me'))
  const place = screen.getByRole('region', { name: 'Messages' })
  fireEvent.mouseEnter(place)
  await pass(20_000)
  expect(screen.getByText('Read me')).toBeInTheDocument()
  fireEvent.mouseLeave(place)
  await pass(5500)
  expect(screen.queryByText('Read me')).toBeNull()
})

it('goes at a press, at its button and at Escape', async () => {
  for (const close of [
    () => fireEvent.click(screen.getByText('Here')),
    () => fireEvent.click(screen.getByRole('button', { name: 'Close notice' })),
    () => {
      screen.getByRole('status').focus()
      fireEvent.keyDown(screen.getByRole('status'), { key: 'Escape' })
    },
  ]) {
    await say(() => toast.warning('Here'))
    await act(async () => close())
    await pass(300)
    expect(screen.queryByText('Here')).toBeNull()
  }
})

it('goes when it is taken back, and takes no other with it', async () => {
  const taken = toast.info('Not confirmed yet')
  await say(() => toast.success('Saved'))
  await say(taken)
  await pass(300)
  expect(screen.queryByText('Not confirmed yet')).toBeNull()
  expect(screen.getByText('Saved')).toBeInTheDocument()
})

it.each([
  ['the host', ToastHost],
  ['its stand-in', FallbackToasts],
])('in %s, stays until it is taken back where its life is none, and shows no time', async (_, Host) => {
  cleanup()
  render(<Host />)
  let takeBack = () => {}
  await say(() => {
    takeBack = toast.info('Not confirmed yet', { autoClose: 0 })
  })
  await pass(600_000)
  const notice = screen.getByText('Not confirmed yet')
  expect(notice.closest('.toast')?.querySelector('.toast-time') ?? null).toBeNull()
  await say(takeBack)
  await pass(300)
  expect(screen.queryByText('Not confirmed yet')).toBeNull()
})

it('is a status and no dialog, the newest first', async () => {
  await say(() => toast.info('One'))
  await say(() => toast.error('Two', { link: { label: 'Receipt', href: '/receipt/1' } }))
  expect(screen.getAllByRole('status').map((one) => one.textContent)).toEqual(['Two Receipt', 'One '])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByRole('status')[0]).not.toHaveAttribute('aria-modal')
  expect(screen.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', '/receipt/1')
})

it('of the same failure twice there is one, which stays as long as the later', async () => {
  await say(() => toast.error('No network'))
  await pass(3000)
  await say(() => toast.error('No network'))
  await pass(3000)
  expect(screen.getAllByText('No network')).toHaveLength(1)
  await say(() => toast.success('Saved'))
  await say(() => toast.success('Saved'))
  expect(screen.getAllByText('Saved')).toHaveLength(2)
})

it('shows the four newest of many', async () => {
  for (let at = 1; at <= 6; at += 1) await say(() => toast.success(`Notice ${at}`))
  const shown = screen.getAllByRole('status').filter((one) => !one.hasAttribute('data-limited'))
  expect(shown.map((one) => one.textContent?.trim())).toEqual(['Notice 6', 'Notice 5', 'Notice 4', 'Notice 3'])
})
