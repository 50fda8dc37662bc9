/**
 * Refetch when the results of a contest open: when the server says so, else shortly after the end by the clock, and
 * again until the page no longer waits.
 */
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLiveState } from '@/api/live'
import { serverNow } from '@/lib/serverClock'
import type { Moment } from '../model'
import { useLiveContest } from './useLiveContest'

/** Answers of the last second may still count: the server opens the board shortly after the end. */
const SETTLED = 2500
/** Not everybody who waits asks in the same moment. */
const SPREAD = 2500
/** How much later the clock makes look while the server is expected to say so. */
const TOLD = 10_000
const AGAIN = 5000
const LONGEST = 3_600_000

/** `endsAt` is null while nothing is waited for. */
export function useRefetchOnResultsOpen(contestId: string, endsAt: Moment, onOpen: () => void): void {
  const look = useEffectEvent(onOpen)
  const live = useLiveState() === 'live'
  const waits = endsAt !== null

  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLiveContest(waits ? contestId : null, {
    onTold: ({ resultsOpen }) => {
      if (resultsOpen) timer.current ??= setTimeout(() => look(), Math.random() * SPREAD)
    },
  })
  useEffect(() => {
    if (!waits) return
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [waits])

  useEffect(() => {
    if (endsAt === null) return
    let timer: ReturnType<typeof setTimeout>
    let first = true
    const settled = SETTLED + (live ? TOLD : 0)
    const arm = () => {
      const wait = Math.max(endsAt - serverNow() + settled + Math.random() * SPREAD, first ? 0 : AGAIN)
      timer = setTimeout(
        () => {
          if (wait <= LONGEST) {
            first = false
            look()
          }
          arm()
        },
        Math.min(wait, LONGEST),
      )
    }
    arm()
    return () => clearTimeout(timer)
  }, [endsAt, live])
}
