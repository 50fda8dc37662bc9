/**
 * Refetch at transitions: shortly after one of these polls opens or closes, `onTurn` asks the server for the numbers.
 * The screens themselves change at once, by the clock.
 */
import { useEffect, useEffectEvent } from 'react'
import { serverNow } from '@/lib/serverClock'
import { nextTurn, type Poll } from '../model'

const SETTLED = 1000
/** A thousand open pages do not ask in the same moment. */
const SPREAD = 3000
/** Browsers keep no longer timers than 24 days, and a long one says little after a sleep: look again each hour. */
const LONGEST = 3_600_000

export function usePollTransitions(polls: readonly Pick<Poll, 'startsAt' | 'endsAt'>[], onTurn: () => void): void {
  const turned = useEffectEvent(onTurn)
  const key = polls.map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same times need no new timer
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const arm = (from: number) => {
      const turn = nextTurn(polls, from)
      if (turn === null) return
      const wait = Math.max(0, turn - serverNow() + SETTLED) + Math.random() * SPREAD
      timer = setTimeout(
        () => {
          if (wait > LONGEST) return arm(serverNow())
          turned()
          arm(turn)
        },
        Math.min(wait, LONGEST),
      )
    }
    arm(serverNow())
    return () => clearTimeout(timer)
  }, [key])
}
