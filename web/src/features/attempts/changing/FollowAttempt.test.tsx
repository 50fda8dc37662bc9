/** Following an attempt: what is read when the server tells of the own part: another device's change soon, one's own never, once it is known to be saved. */
import { render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { LiveEvent } from '@/api/live'
import { pass, startTestClock } from '@/testClock'
import type { Attempt } from '../model'
import type { Entry } from '../room/answerStore'
import { FollowAttempt, LATER } from './FollowAttempt'
import { knownSums } from './model'

let tell: (event: Partial<LiveEvent>) => void
vi.mock('@/api/live', () => ({
  useLive: (_: string, onEvent: typeof tell) => {
    tell = onEvent
  },
}))

const refetch = vi.fn()
const row = (question: string, seq: number, state: Entry['state']): Entry => ({
  user: 'u1',
  contest: 'c1',
  question,
  choice: 'A',
  at: 1,
  state,
  seq,
})
const follow = (seqs: Record<string, number>, ...entries: Entry[]) => {
  const attempt = { changes: { base: 1, seqs } } as unknown as Attempt
  return <FollowAttempt contest="c1" known={() => knownSums(attempt, entries)} refetch={refetch} />
}
beforeEach(() => {
  refetch.mockClear()
  startTestClock(false)
})

it('reads soon what another device changed, and once for several', async () => {
  render(follow({ q1: 5 }))
  for (const changed of ['105', '205', '305']) tell({ changed })
  await pass(500)
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('reads nothing that is known, nor where nothing was changed', async () => {
  render(follow({ q1: 100, q2: 40 }, row('q2', 90, 'saved'), row('q3', 7, 'saved')))
  for (const changed of ['197', '150', undefined, 'x', null]) tell({ changed })
  await pass(LATER + 500)
  expect(refetch).not.toHaveBeenCalled()
  tell({ changed: '198' })
  await pass(500)
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('reads nothing of its own change, which is heard of before it is acknowledged', async () => {
  const { rerender } = render(follow({ q1: 5 }, row('q1', 50, 'waiting')))
  tell({ changed: '50' })
  await pass(500)
  rerender(follow({ q1: 5 }, row('q1', 50, 'saved')))
  await pass(LATER + 500)
  expect(refetch).not.toHaveBeenCalled()
})

it('reads another’s change that came beside its own, however they meet', async () => {
  // It changed a question by less than what is on its way here: that it is another's shows when ours has arrived.
  const { rerender } = render(follow({ q1: 5 }, row('q1', 50, 'waiting')))
  tell({ changed: '15' })
  await pass(500)
  expect(refetch).not.toHaveBeenCalled()
  rerender(follow({ q1: 5 }, row('q1', 50, 'saved')))
  tell({ changed: '60' })
  await pass(500)
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('reads in the end where its own change does not arrive', async () => {
  render(follow({ q1: 5 }, row('q1', 50, 'waiting')))
  tell({ changed: '15' })
  await pass(LATER + 100)
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('does not let its own change put off what is about to be read', async () => {
  const { rerender } = render(follow({}))
  tell({ changed: '90' })
  rerender(follow({}, row('q1', 100, 'waiting')))
  tell({ changed: '100' })
  await pass(500)
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('forgets what the server refused, and adds up beyond what numbers count exactly', () => {
  const most = Number.MAX_SAFE_INTEGER
  const attempt = { changes: { base: 1, seqs: { q1: most, q2: most } } } as unknown as Attempt
  const sums = knownSums(attempt, [row('q3', 2, 'saved'), row('q4', 9, 'refused')])
  expect(sums).toEqual({ saved: 2n ** 54n, all: 2n ** 54n })
})
