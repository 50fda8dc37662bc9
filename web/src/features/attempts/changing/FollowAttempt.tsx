/**
 * Following an attempt: what the server tells of the own part in a contest, so that another device's change of an
 * answer is shown here at once. It tells the sum of the numbers of all changes that stand, after this device's own
 * changes too: the answers are read only where that is more than is known here.
 */
import { useEffect, useRef } from 'react'
import { useLive } from '@/api/live'
import { partTopicOf } from '../api'
import type { KnownSums } from './model'

type FollowAttemptProps = {
  contest: string
  known: () => KnownSums
  refetch: () => unknown
}

/** Several changes in a row are asked for once. */
const QUIET = 400
/** So long what is on its way from here may take to arrive. */
export const LATER = 10_000

export function FollowAttempt({ contest, known, refetch }: FollowAttemptProps): null {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSoon = useRef(false)
  const heard = useRef(BigInt(0))
  const latest = useRef(known)
  useEffect(() => {
    latest.current = known
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(partTopicOf(contest), ({ changed }) => {
    // Before the first change there is no sum.
    if (typeof changed !== 'string' || !/^[0-9]{1,19}$/.test(changed)) return
    heard.current = BigInt(changed)
    const { saved, all } = latest.current()
    if (heard.current <= saved) return
    // It may be all of what is on its way from here: it is looked at again once that has arrived. Another's change, which is about to be
    // asked for, is not put off by it.
    const isOwn = heard.current <= all
    if (isOwn && isSoon.current) return
    isSoon.current = !isOwn
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        isSoon.current = false
        if (heard.current > latest.current().saved) refetch()
      },
      isOwn ? LATER : QUIET,
    )
  })
  return null
}
