/**
 * Join: the request to take a contest. The server takes it once, however often it is sent; so it is sent again while
 * nobody, or somebody else, answers. It gives null when the screen was left meanwhile, so that whoever went elsewhere
 * is not taken into the room.
 */
import { useEffect, useRef } from 'react'
import { retryRequest, Stopped } from '@/api/retryRequest'
import { isNotTheSender, sender } from '@/api/sender'
import { toast } from '@/ui/toast'
import { complete } from '../api'

/** `saysAway`: the screen itself says that nothing of ours answers. */
export function useJoin(saysAway = false) {
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  /** `by`: who pressed, where that was before. */
  return async (contestId: string, user?: string, by = sender()) => {
    leaving.current = new AbortController()
    const { signal } = leaving.current
    try {
      // The screen also goes where the server is found to have it: nothing is said of stopping.
      const tell: typeof toast.info = (...notice) => (signal.aborted ? () => {} : toast.info(...notice))
      const send = () => complete(contestId, 'join', user ?? by, { by })
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
