/** What the clock says aloud. */
import { render, screen } from '@testing-library/react'
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

  it('says nothing when it is stopped by handing in', () => {
    const now = Date.now()
    const { rerender } = render(<Clock endsAt={now + 1_800_000} onEnd={() => {}} />)
    rerender(<Clock endsAt={now + 1_800_000} stopped onEnd={() => {}} />)
    expect(screen.queryByText("Time's up.")).toBeNull()
  })
})
