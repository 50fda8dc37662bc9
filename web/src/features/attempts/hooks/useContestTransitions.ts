/**
 * Refetch at transitions: shortly after one of the shown contests starts or ends, the lists are fetched again. The
 * cards themselves change at once, by the clock; this brings the ranks and the counts.
 */
import { useEffect } from 'react'
import { serverNow } from '@/lib/serverClock'
import { staleLists } from '../api'
import { type ListedContest, nextTurn } from '../model'

/** After the end answers may still count for two seconds; only then are there ranks. */
const SETTLED = 2500
/** A thousand open lists do not ask in the same moment. */
const SPREAD = 4000
/** Browsers keep no longer timers than 24 days, and a long one says little after a sleep: look again each hour. */
const LONGEST = 3_600_000

export function useContestTransitions(contests: readonly Pick<ListedContest, 'startsAt' | 'endsAt'>[]): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const arm = () => {
      // A list that is opened right after an end has that turn still before it.
      const turn = nextTurn(contests, serverNow() - SETTLED)
      if (turn === null) return
      const wait = Math.max(0, turn - serverNow() + SETTLED) + Math.random() * SPREAD
      timer = setTimeout(() => (wait > LONGEST ? arm() : void staleLists().finally(arm)), Math.min(wait, LONGEST))
    }
    arm()
    return () => clearTimeout(timer)
  }, [contests])
}
