/**
 * Keeps a board that still moves true for those who may see it before the end. Who joins, who hands in, a moved end and
 * the opening are told by the stream; answers are not (what followers hear depends on no answer), so now and then the
 * board is looked at for them. Before the start nothing can move, and nothing is asked.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLiveState } from '@/api/live'
import { serverNow } from '@/lib/serverClock'
import { staleResults } from '../api'
import type { Followed, Moment } from '../model'
import { useFollowed } from './useFollowed'

/** How often answers are looked for: beside the stream, and without one. */
const EVERY = 15_000
const EVERY_ALONE = 5000
/** Hundreds join in the same second; the board need not be fetched for each. */
const GATHERED = 2000
/** Timers hold no more. */
const LONGEST = 2 ** 31 - 1

type Board = { contestId: string; startsAt: Moment; total: number; final: boolean }

/** Answers whether the contest has begun. */
export function useMovingBoard({ contestId, startsAt, total, final }: Board): boolean {
  const begun = useBegun(startsAt)
  const live = useLiveState() === 'live'
  const told = useRef<Followed | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const soon = (after: number) => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void staleResults(contestId)
    }, after)
  }
  const moved = useEffectEvent((now: Followed) => {
    const before = told.current
    told.current = now
    // The first word of a stream is what is: only where the board is another has something been missed.
    const differs = before
      ? before.submitted !== now.submitted || before.participants !== now.participants || before.status !== now.status
      : now.participants !== total
    if (differs || now.resultsOpen) soon(GATHERED)
  })
  useFollowed(final ? null : contestId, { onTold: (now) => moved(now) })
  useEffect(() => () => clearTimeout(timer.current), [])
  const runs = begun && !final
  useEffect(() => {
    if (!runs) return
    const every = setInterval(() => void staleResults(contestId), live ? EVERY : EVERY_ALONE)
    return () => clearInterval(every)
  }, [runs, live, contestId])
  return begun
}

/** Turns by the server's clock, and only then draws anew. */
function useBegun(startsAt: Moment): boolean {
  const [begun, setBegun] = useState(() => startsAt === null || serverNow() >= startsAt)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const left = startsAt === null ? 0 : startsAt - serverNow()
      setBegun(left <= 0)
      if (left > 0) timer = setTimeout(look, Math.min(left, LONGEST))
    }
    look()
    return () => clearTimeout(timer)
  }, [startsAt])
  return begun
}
