/**
 * Following an attempt: what the server tells of the own part in a contest, so that another device's change of an
 * answer is shown here at once. It tells of this device's own changes too: what comes beside one is looked at later, in
 * case it was another's.
 */
import { useEffect, useRef } from 'react'
import { useLive } from '@/api/live'
import { partTopicOf } from '../api'
import type { Entry } from '../room/answerStore'

type FollowAttemptProps = {
  contest: string
  /** This device's rows of the contest. */
  entries: readonly Entry[]
  /** The number of the change of a question that is known here. */
  known: (question: string) => number
  refetch: () => unknown
}

/** Several changes in a row are asked for once. */
const QUIET = 400
/** What comes so soon after a change here, or after the room was opened, is taken for its echo. */
export const ECHO = 2000
export const LATER = 10_000

export function FollowAttempt({ contest, entries, known, refetch }: FollowAttemptProps): null {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSoon = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const moved = useRef(0)
  // Each change of a row, from the press until it is saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that they moved, not what they are
  useEffect(() => {
    moved.current = performance.now()
  }, [entries])
  useLive(partTopicOf(contest), ({ questionId, seq }) => {
    const isNamed = typeof questionId === 'string' && typeof seq === 'number'
    if (isNamed && seq <= known(questionId)) return
    const isEcho = !isNamed && performance.now() - moved.current < ECHO
    // Another's, which is about to be asked for, is not put off by one of its own.
    if (isEcho && isSoon.current) return
    isSoon.current = !isEcho
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        isSoon.current = false
        refetch()
      },
      isEcho ? LATER : QUIET,
    )
  })
  return null
}
