/**
 * What the buttons of a contest do: join or go on, and look at the results. The screen's own check of the clock comes
 * first and spares a call; the server decides. The chosen contest is left in `contestid` and in the address.
 */
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { cache } from '@/api/cache'
import { failureText, isGone } from '@/api/failure'
import { paths } from '@/app/paths'
import { serverNow } from '@/lib/serverClock'
import { contestid } from '@/lib/storage'
import { toast } from '@/ui/toast'
import { boardQuery, complete, keepBegun, paperQuery, staleLists, standingQuery } from '../api'
import { type ListedContest, statusAt } from '../model'
import { JOIN_FAILED, NOT_ACTIVE, TOO_EARLY, VIEW_FAILED } from '../words'

type Chosen = Pick<ListedContest, 'id' | 'startsAt' | 'endsAt'>

export function useTakePart() {
  const navigate = useNavigate()
  const router = useRouter()
  const [busy, setBusy] = useState(false)

  /** Joins and opens the room, or the results where the person has submitted. Throws what the server refuses. */
  const enter = async (contest: Chosen) => {
    // The screen's code comes while the server writes the attempt.
    void router.preloadRoute(paths.takeContest(contest.id)).catch(() => {})
    const joined = await complete(contest.id, 'join')
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
