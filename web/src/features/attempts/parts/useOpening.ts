/** Looks again when the results of a contest open: shortly after its end, and on until the page no longer waits. */
import { useEffect, useEffectEvent } from 'react'
import { serverNow } from '@/lib/serverClock'
import type { Moment } from '../model'

/** Answers of the last second may still count: the server opens the board shortly after the end. */
const SETTLED = 2500
/** Not everybody who waits asks in the same moment. */
const SPREAD = 2500
const AGAIN = 5000
const LONGEST = 3_600_000

export function useOpening(endsAt: Moment, onOpen: () => void): void {
  const look = useEffectEvent(onOpen)
  useEffect(() => {
    if (endsAt === null) return
    let timer: ReturnType<typeof setTimeout>
    let first = true
    const arm = () => {
      const wait = Math.max(endsAt - serverNow() + SETTLED + Math.random() * SPREAD, first ? 0 : AGAIN)
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
  }, [endsAt])
}
