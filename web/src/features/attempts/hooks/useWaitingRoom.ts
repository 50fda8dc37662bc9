/**
 * Waiting room: waits for the start of a contest and then lets the person in. Before the start it fetches what may be
 * known (startSchedule.ts says when): the room's code, and the contest once more, with the session and the clock. A
 * server that is busy or out of reach is asked again, as long as it is; a refusal, or too many tries, ends the waiting
 * with a message, and the button is there. The page itself says that the contest is gone (ContestDetailsPage.tsx),
 * because it reads the same query.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { cache } from '@/api/cache'
import { Failure, failureText, hasCode, isGone } from '@/api/failure'
import { sender } from '@/api/sender'
import { hrefOf, paths } from '@/app/paths'
import { serverNow } from '@/lib/serverClock'
import { toast } from '@/ui/toast'
import { headQuery, NEEDS_NEWER_CLIENT } from '../api'
import { JOIN_FAILED, PAGE_TOO_OLD, RELOAD_PAGE } from '../messages'
import type { ListedContest } from '../model'
import { pauseAfter, startScheduleOf } from '../startSchedule'
import { useContestActions } from './useContestActions'

/** Browsers sleep, and clocks are corrected: no timer is trusted for longer. */
const LONGEST = 5000

type WaitingRoom = {
  contest: ListedContest
  /** The rule of the marks as it stands there. */
  marksShown: string | null | undefined
  waits: boolean
  onFailed: () => void
}

export function useWaitingRoom({ contest, marksShown, waits, onFailed }: WaitingRoom): void {
  const router = useRouter()
  const { enter } = useContestActions(true)
  const { id, startsAt } = contest

  const fetchCode = useEffectEvent(() => void router.preloadRoute(paths.takeContest(id)).catch(() => {}))
  /** Whether the contest is gone. */
  const look = useEffectEvent(() => cache.fetchQuery({ ...headQuery(id), staleTime: 0 }).then(() => false, isGone))
  const letIn = useEffectEvent(async (isOver: () => boolean, by: string | null) => {
    for (let tries = 0; !isOver(); tries += 1) {
      try {
        return await enter(contest, marksShown, by)
      } catch (error) {
        if (isOver()) return
        // The session has ended: the page says so, and goes on once there is one again.
        if (hasCode(error, 'logged_out')) return
        // No network is nobody's refusal: it goes on when there is one.
        if (error instanceof Failure && error.offline) {
          tries -= 1
          await networkOr(NO_NETWORK)
          continue
        }
        const pause = isPassing(error) ? pauseAfter(tries, Math.random) : null
        if (pause === null) {
          if (isGone(error) && (await look())) return
          if (isOver()) return
          // What one goes on with has the new rule.
          if (hasCode(error, 'rules_changed')) await look()
          if (hasCode(error, NEEDS_NEWER_CLIENT)) {
            const link = { label: RELOAD_PAGE, href: hrefOf(paths.takeContest(id)) }
            toast.error(PAGE_TOO_OLD, { autoClose: 0, link })
            return onFailed()
          }
          // Nor is it told again what the page has said all the while.
          if (contest.questionCount > 0 || !hasCode(error, 'no_questions')) toast.error(failureText(error, JOIN_FAILED))
          return onFailed()
        }
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  })

  useEffect(() => {
    if (!waits || startsAt === null) return
    let over = false
    // Whoever waits is let in, and nobody who has come meanwhile.
    const by = sender()
    const plan = startScheduleOf(startsAt, serverNow(), Math.random)
    const timers = [
      at(plan.codeAt, () => fetchCode()),
      at(plan.lookAt, () => void look()),
      at(plan.joinAt, () => void letIn(() => over, by)),
    ]
    return () => {
      over = true
      for (const stop of timers) stop()
    }
  }, [waits, startsAt])
}

/** How soon a start is tried again that no server heard of; the browser's word that its network is back comes first. */
const NO_NETWORK = 4000

function networkOr(longest: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, longest * (0.5 + Math.random() / 2))
    addEventListener('online', go)
  })
}

/** Does something at a moment of the server's clock; gives what calls it off. */
function at(moment: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const arm = () => {
    const left = moment - serverNow()
    timer = left > 0 ? setTimeout(arm, Math.min(left, LONGEST)) : setTimeout(act, 0)
  }
  arm()
  return () => clearTimeout(timer)
}

/** No place for a moment, or a server whose clock is a blink behind. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Failure)) return false
  return error.status >= 500 || error.status === 429 || hasCode(error, 'contest_not_active')
}
