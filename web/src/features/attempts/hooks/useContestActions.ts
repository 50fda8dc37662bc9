/**
 * Actions of a contest's buttons: go to the contest screen, and open the results. Going there joins nobody: that is done
 * by its start panel (room/panels.tsx), except for those who have waited for the start (`enter`). The clock is looked at
 * first, which spares a call; the server decides. The chosen contest is kept in `contestid` and in the address.
 */
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { cache } from '@/api/cache'
import { paths } from '@/app/paths'
import { serverNow } from '@/lib/serverClock'
import { contestid } from '@/lib/storage'
import { toast } from '@/ui/toast'
import { boardQuery, paperQuery, rememberAttempt, standingQuery } from '../api'
import { NOT_ACTIVE, TOO_EARLY, VIEW_FAILED } from '../messages'
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
  const enter = async (contest: Chosen, marksShown: string | null | undefined, by?: string | null) => {
    // The screen's code comes while the server writes the attempt.
    void router.preloadRoute(paths.takeContest(contest.id)).catch(() => {})
    const joined = await send(contest.id, marksShown, undefined, by)
    if (!joined) return
    if (joined.attempt) rememberAttempt(joined.attempt)
    if (!joined.complete) void cache.prefetchQuery(paperQuery(contest.id))
    contestid.write(contest.id)
    await navigate(joined.complete ? paths.result(contest.id) : paths.takeContest(contest.id))
  }

  /** To the start panel, or back into the room where the person has joined. */
  const goToContest = async (contest: Chosen) => {
    if (statusAt(contest, serverNow()) !== 'active') {
      toast.error(NOT_ACTIVE)
      return
    }
    setBusy(true)
    contestid.write(contest.id)
    await navigate(paths.takeContest(contest.id)).finally(() => setBusy(false))
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

  return { busy, enter, goToContest, viewResults }
}
