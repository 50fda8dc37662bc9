/** The own time: when it ends, and that clocks stand still while an organiser has stopped them. */
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { serverNow } from '@/lib/serverClock'
import { partFrom } from './api'
import { withWindow } from './model'
import { Clock } from './room/Clock'
import { phaseOf } from './room/model'

const attempt = { startsAt: 0, endsAt: 100, joined: true, submitted: false }

it('is open past the end while the clocks stand still, and over where it was over before', () => {
  expect(phaseOf(attempt, 100)).toBe('over')
  expect(phaseOf({ ...attempt, pausedAt: 99 }, 5000)).toBe('open')
  expect(phaseOf({ ...attempt, pausedAt: 100 }, 5000)).toBe('over')
})

it('moves with the contest unless the end is one of its own', () => {
  const moved = { startsAt: 0, endsAt: 200 }
  expect(withWindow(attempt, moved, undefined)).toEqual({ ...attempt, endsAt: 200, pausedAt: undefined })
  const own = { ...attempt, contestEndsAt: 150 }
  expect(withWindow(own, moved, undefined)).toEqual({ ...own, contestEndsAt: 200, pausedAt: undefined })
  const same = { ...own, pausedAt: 50 }
  expect(withWindow(same, { startsAt: 0, endsAt: 150 }, 50)).toBe(same)
  expect(withWindow(same, { startsAt: 0, endsAt: 150 }, undefined).pausedAt).toBeUndefined()
})

it('hears of an own end only where there is one', () => {
  const said = { joined: true, submitted: false }
  expect(partFrom({ topic: 'attempt:c1', ...said })).toEqual(said)
  const endsAt = '2026-11-30T12:05:00.000Z'
  expect(partFrom({ topic: 'attempt:c1', ...said, endsAt })).toEqual({ ...said, endsAt: Date.parse(endsAt) })
})

it('shows what was left when the clocks were stopped, and ends nothing', () => {
  const onEnd = vi.fn()
  const now = serverNow()
  render(<Clock endsAt={now - 60_000} pausedAt={now - 125_000} onEnd={onEnd} />)
  expect(screen.getByRole('timer')).toHaveTextContent('01:05')
  expect(onEnd).not.toHaveBeenCalled()
})
