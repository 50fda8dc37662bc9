/** What the clock says aloud. */
import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Clock } from './Clock'

describe('the clock', () => {
  it('says no minute that was not lived through: an early end, or submitting', () => {
    const [now, onEnd] = [Date.now(), vi.fn()]
    const { rerender } = render(<Clock endsAt={now + 1_800_000} onEnd={onEnd} />)
    rerender(<Clock endsAt={now + 900} onEnd={onEnd} />)
    expect(screen.queryByText(/minute/)).toBeNull()
    rerender(<Clock endsAt={now - 100} onEnd={onEnd} />)
    expect(onEnd).toHaveBeenCalled()
    expect(screen.queryByText(/minute/)).toBeNull()
  })

  it('takes back what it said when the end is moved, and says it again when it is true again', () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 })
    const later = (ms: number) => act(() => vi.advanceTimersByTime(ms))
    try {
      const end = Date.now() + 302_000
      const { rerender } = render(<Clock endsAt={end} onEnd={() => {}} />)
      later(3000)
      expect(screen.getByText('5 minutes left. Hurry!')).toBeInTheDocument()
      rerender(<Clock endsAt={end + 120_000} onEnd={() => {}} />)
      expect(screen.queryByText('5 minutes left. Hurry!')).toBeNull()
      later(120_000)
      expect(screen.getByText('5 minutes left. Hurry!')).toBeInTheDocument()
      // Half a minute later nobody finds it any more.
      later(30_000)
      expect(screen.queryByText('5 minutes left. Hurry!')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
