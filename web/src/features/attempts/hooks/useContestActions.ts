/**
 * Actions of a contest's buttons: join or continue, and open the results. The screen checks the clock first and spares
 * a call; the server decides. The chosen contest is kept in `contestid` and in the address.
 */
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { cache } from '@/api/cache'
import { failureText, isGone } from '@/api/failure'
import { paths } from '@/app/paths'
import { serverNow } from '@/lib/serverClock'
import { contestid } from '@/lib/storage'
import { toast } from '@/ui/toast'
import { boardQuery, keepBegun, paperQuery, staleLists, standingQuery } from '../api'
import { JOIN_FAILED, NOT_ACTIVE, TOO_EARLY, VIEW_FAILED } from '../messages'
import { type ListedContest, statusAt } from '../model'
import { useJoin } from './useJoin'

type Chosen = Pick<ListedContest, 'id' | 'startsAt' | 'endsAt'>

/** `saysAway`: the screen itself says that nothing of ours answers. */
export function useContestActions(saysAway = false) {
  const navigate = useNavigate()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const send = useJoin(saysAway)

  /** Joins and opens the room, or the results where the person has submitted. Throws what the server refuses. */
  const enter = async (contest: Chosen, by?: string | null) => {
    // The screen's code comes while the server writes the attempt.
    void router.preloadRoute(paths.takeContest(contest.id)).catch(() => {})
    const joined = await send(contest.id, undefined, by)
    if (!joined) return
    if (joined.attempt) keepBegun(joined.attempt)
    if (!joined.complete) void cache.prefetchQuery(paperQuery(contest.id))
    contestid.write(contest.id)
    await navigate(joined.complete ? paths.result(contest.id) : paths.takeContest(contest.id))
  }

  const join = async (contest: Chosen) => {
    if (statusAt(contest, serverNow()) !== 'active') {
      toast.error(NOT_ACTIVE)
      return
    }
    setBusy(true)
    try {
      await enter(contest)
    } catch (error) {
      toast.error(failureText(error, JOIN_FAILED))
      // It was taken away: where it is still shown, it shall not be.
      if (isGone(error)) void staleLists()
    } finally {
      setBusy(false)
    }
  }

  const viewResults = async (contest: Chosen) => {
    if (statusAt(contest, serverNow()) !== 'ended') {
      toast.error(TOO_EARLY)
      return
    }
    // On the way there: that page first looks whether it is over.
    void cache.prefetchQuery(standingQuery(contest.id))
    void cache.prefetchQuery(boardQuery(contest.id, 1))
    try {
      contestid.write(contest.id)
      await navigate(paths.result(contest.id))
    } catch {
      toast.error(VIEW_FAILED)
    }
  }

  return { busy, enter, join, viewResults }
}
