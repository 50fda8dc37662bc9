/** Current time: whole seconds of the server's clock, whenever somebody began to look. */
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetServerClock, noteServerNow } from './serverClock'
import { useNow } from './useNow'

const END = Date.parse('2026-11-20T13:05:00.000Z')

beforeEach(() => {
  forgetServerClock()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  forgetServerClock()
})

function Left() {
  return <p>{Math.ceil((END - useNow()) / 1000)} left</p>
}

it.each([300, 900])('counts with the whole seconds where one began to look %i ms after one', async (phase) => {
  vi.setSystemTime(END - 300_000 + phase)
  render(<Left />)
  expect(screen.getByText('300 left')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(1000 - phase - 1))
  expect(screen.getByText('300 left')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByText('299 left')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText('298 left')).toBeInTheDocument()
})

it('counts with those of a corrected clock', async () => {
  vi.setSystemTime(END - 290_000)
  render(<Left />)
  act(() => noteServerNow(new Date(END - 299_400).toISOString()))
  expect(screen.getByText('300 left')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(screen.getByText('299 left')).toBeInTheDocument()
})
