/** End of a contest: whether it has ended by the server's clock. It re-renders only when that changes. */
import { useEffect, useState } from 'react'
import { serverNow } from '@/lib/serverClock'

/** Timers hold no more. */
const LONGEST = 2 ** 31 - 1

export function useHasContestEnded(endsAt: string): boolean {
  const end = Date.parse(endsAt)
  const [ended, setEnded] = useState(() => serverNow() >= end)
  useEffect(() => {
    const left = end - serverNow()
    setEnded(left <= 0)
    if (left <= 0 || left > LONGEST) return
    const timer = setTimeout(() => setEnded(true), left)
    return () => clearTimeout(timer)
  }, [end])
  return ended
}
