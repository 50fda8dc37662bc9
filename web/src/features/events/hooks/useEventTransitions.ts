/**
 * Refetch at transitions: shortly after one of these events begins or is over, `onTurn` asks the server again. The
 * screens themselves change at once, by the clock.
 */
import { useEffect, useEffectEvent } from 'react'
import { serverNow } from '@/lib/serverClock'
import { type ClubEvent, nextTurn } from '../model'

const SETTLED = 1000
/** A thousand open pages do not ask in the same moment. */
const SPREAD = 5000
/** Browsers keep no longer timers than 24 days, and a long one says little after a sleep: look again each hour. */
const LONGEST = 3_600_000

export function useEventTransitions(
  events: readonly Pick<ClubEvent, 'startsAt' | 'endsAt'>[],
  onTurn: () => void,
): void {
  const turned = useEffectEvent(onTurn)
  const turn = nextTurn(events, serverNow())
  useEffect(() => {
    if (turn === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const arm = () => {
      const wait = Math.max(0, turn - serverNow() + SETTLED) + Math.random() * SPREAD
      timer = setTimeout(() => (wait > LONGEST ? arm() : turned()), Math.min(wait, LONGEST))
    }
    arm()
    return () => clearTimeout(timer)
  }, [turn])
}
