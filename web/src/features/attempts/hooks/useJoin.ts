/**
 * Join: the request to take a contest. The server takes it once, however often it is sent; so it is sent again while
 * nobody, or somebody else, answers. It gives null when the screen was left meanwhile, so that whoever went elsewhere
 * is not taken into the room. Whoever is about to join is told when the organiser changes the rule of the marks.
 */
import { useEffect, useRef } from 'react'
import { retryRequest, Stopped } from '@/api/retryRequest'
import { isNotTheSender, sender } from '@/api/sender'
import { toast } from '@/ui/toast'
import { complete } from '../api'
import { ruleChanged } from '../ruleMessages'

/** `saysAway`: the screen itself says that nothing of ours answers. */
export function useJoin(saysAway = false) {
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  /** `marksShown`: the rule the person was shown. `by`: who pressed, where that was before. */
  return async (contestId: string, marksShown: string | null | undefined, user?: string, by = sender()) => {
    leaving.current = new AbortController()
    const { signal } = leaving.current
    try {
      // The screen also goes where the server is found to have it: nothing is said of stopping.
      const tell: typeof toast.info = (...notice) => (signal.aborted ? () => {} : toast.info(...notice))
      const send = () => complete(contestId, 'join', user ?? by, { marksShown: marksShown ?? '', by })
      const joined = await retryRequest(send, tell, { saysAway, signal, by })
      return signal.aborted ? null : joined
    } catch (error) {
      if (error instanceof Stopped) return null
      // Whose screen it was has gone with it, and hears nothing there.
      if (signal.aborted && isNotTheSender(error)) {
        toast.warning(error.message)
        return null
      }
      throw error
    }
  }
}

/** Tells that the rule on the screen is another: it alone would only change, and is read to nobody. `isSaid`: the screen says it itself. */
export function useRuleChanged(marksShown: string | null | undefined, isSaid = false): void {
  const rule = marksShown ?? ''
  const known = useRef(rule)
  useEffect(() => {
    if (known.current === rule) return
    known.current = rule
    if (!isSaid) toast.info(ruleChanged(rule))
  }, [rule, isSaid])
}
