/** Live leaderboard: thousands of open result pages must not refetch at the same moment. */
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { gatheredFor, useLiveLeaderboard } from './useLiveLeaderboard'

it('looks between two and five seconds after a word of the stream', () => {
  expect([0, 0.5, 1].map(gatheredFor)).toEqual([2000, 3500, 5000])
})

it('each page looks for a settled board at a pace of its own', () => {
  vi.useFakeTimers()
  const every = vi.spyOn(globalThis, 'setInterval')
  const board = { contestId: 'c', startsAt: 0, endsAt: Date.now() - 1, total: 3, final: false, corrections: undefined }
  const paces = [0, 1].map((chance) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    every.mockClear()
    renderHook(() => useLiveLeaderboard(board)).unmount()
    return every.mock.calls[0]?.[1]
  })
  expect(paces).toEqual([5000, 6000])
  vi.useRealTimers()
})
