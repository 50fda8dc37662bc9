/**
 * Following an attempt: what is asked for when the server tells of the own part: another device's change soon, the echo
 * of one's own later.
 */
import { render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { LiveEvent } from '@/api/live'
import { pass, startTestClock } from '@/testClock'
import type { Entry } from '../room/answerStore'
import { ECHO, FollowAttempt, LATER } from './FollowAttempt'

let tell: (event: Partial<LiveEvent>) => void
vi.mock('@/api/live', () => ({
  useLive: (_: string, onEvent: typeof tell) => {
    tell = onEvent
  },
}))

const refetch = vi.fn()
const own = (seq: number): Entry[] => [
  { user: 'u1', contest: 'c1', question: 'q1', choice: 'A', at: 1, state: 'waiting', seq },
]
const follow = (entries: Entry[]) => (
  <FollowAttempt contest="c1" entries={entries} known={() => entries[0]?.seq ?? 0} refetch={refetch} />
)
beforeEach(() => {
  refetch.mockClear()
  startTestClock(false)
})

it('asks soon for what another device changed, and once for several', async () => {
  render(follow([]))
  await pass(ECHO)
  for (let n = 0; n < 3; n += 1) tell({})
  await pass(500)
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('asks later for what comes beside a change here, which does not put off what is asked for soon', async () => {
  const { rerender } = render(follow([]))
  await pass(ECHO)
  rerender(follow(own(1)))
  tell({})
  await pass(LATER - 100)
  expect(refetch).not.toHaveBeenCalled()
  await pass(200)
  expect(refetch).toHaveBeenCalledTimes(1)
  tell({})
  rerender(follow(own(2)))
  tell({})
  await pass(500)
  expect(refetch).toHaveBeenCalledTimes(2)
})

it('where the change is named, asks for none that is known and at once for others', async () => {
  render(follow(own(5)))
  tell({ questionId: 'q1', seq: 5 })
  await pass(LATER + 100)
  expect(refetch).not.toHaveBeenCalled()
  tell({ questionId: 'q1', seq: 6 })
  await pass(500)
  expect(refetch).toHaveBeenCalledTimes(1)
})
