/**
 * Live leaderboard: refetches the leaderboard, or the own rank on it, for those who may see it, before the end too. The
 * stream tells who joins, who hands in, when the end moves and when the results open; it does not tell answers (what
 * followers hear depends on no answer), so the leaderboard is also refetched now and then. Before the start nothing can
 * change, and nothing is asked. For some seconds after the end answers may still be on their way into the database;
 * then the leaderboard is final, and stays until a correction is told.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLiveState } from '@/api/live'
import { serverNow } from '@/lib/serverClock'
import { staleResults } from '../api'
import type { Followed, Moment } from '../model'
import { useLiveContest } from './useLiveContest'

/** How often answers are looked for: beside the stream; without one, and once it has ended. */
const EVERY = 15_000
const EVERY_SOON = 5000
/** Hundreds join in the same second; the board need not be fetched for each. Thousands hear the same word: not all ask in one moment. */
const GATHERED = 2000
const SPREAD = 3000
export const gatheredFor = (chance: number) => GATHERED + chance * SPREAD
/** Timers hold no more. */
const LONGEST = 2 ** 31 - 1

type Board = {
  contestId: string
  startsAt: Moment
  endsAt: Moment
  total: number
  final: boolean
  /** How many are known. */
  corrections: number | undefined
}
/** Before the start, while it runs, after the end but not yet final, or final. */
export type Moves = 'ahead' | 'live' | 'settling' | null

export function useLiveLeaderboard({ contestId, startsAt, endsAt, total, final, corrections }: Board): Moves {
  const begun = usePassed(startsAt) ?? true
  const ended = usePassed(endsAt) ?? false
  const live = useLiveState() === 'live'
  const told = useRef<Followed | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void staleResults(contestId)
    }, gatheredFor(Math.random()))
  }
  const moved = useEffectEvent((now: Followed) => {
    const before = told.current
    told.current = now
    if (final) {
      const known = before?.corrections ?? corrections
      if (known !== undefined && known !== now.corrections) soon()
      return
    }
    // The first word of a stream is what is: only where the board is another has something been missed.
    const differs = before
      ? before.submitted !== now.submitted || before.participants !== now.participants || before.status !== now.status
      : now.participants !== total
    if (differs || now.resultsOpen) soon()
  })
  useLiveContest(contestId, { onTold: (now) => moved(now) })
  useEffect(() => () => clearTimeout(timer.current), [])
  const runs = begun && !final
  useEffect(() => {
    if (!runs) return
    // All turn to it in the second of the end, so each has a pace of its own.
    const every = (live && !ended ? EVERY : EVERY_SOON) * (1 + Math.random() / 5)
    const look = setInterval(() => void staleResults(contestId), every)
    return () => clearInterval(look)
  }, [runs, live, ended, contestId])
  if (final) return null
  return ended ? 'settling' : begun ? 'live' : 'ahead'
}

/** Turns by the server's clock, and only then draws anew; null where there is no such moment. */
function usePassed(moment: Moment): boolean | null {
  const [passed, setPassed] = useState(() => moment !== null && serverNow() >= moment)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const left = moment === null ? 0 : moment - serverNow()
      setPassed(left <= 0)
      if (left > 0) timer = setTimeout(look, Math.min(left, LONGEST))
    }
    look()
    return () => clearTimeout(timer)
  }, [moment])
  return moment === null ? null : passed
}
