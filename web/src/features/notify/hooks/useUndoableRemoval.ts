/**
 * Undoable removal of a notice: its row says that it is gone and offers Undo, which has the focus. The server is told
 * only when the person has moved on from there, leaves the page or logs out.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { lastWords } from '@/api/session'
import { toast } from '@/ui/toast'
import { removeNotice } from '../api'
import { REMOVE_FAILED } from '../messages'

/** After the focus has left: some browsers take it away before they tell of the press on Undo. */
const LINGER = 4000

type Waiting = ReturnType<typeof setTimeout> | null

export type UndoableRemoval = {
  isGoing: (id: string) => boolean
  remove: (id: string) => void
  undo: (id: string) => void
  /** The focus has left the Undo of this one. */
  movedOn: (id: string) => void
}

export function useUndoableRemoval(): UndoableRemoval {
  const waiting = useRef(new Map<string, Waiting>())
  const [going, setGoing] = useState<readonly string[]>([])
  const forget = (id: string) => {
    const timer = waiting.current.get(id)
    if (timer) clearTimeout(timer)
    waiting.current.delete(id)
  }
  const finish = async (id: string) => {
    if (!waiting.current.has(id)) return
    forget(id)
    try {
      await removeNotice(id)
    } catch (error) {
      // Logged out elsewhere meanwhile: it stays, and whoever sees this now has no part in it.
      if (!hasCode(error, 'logged_out')) toast.error(failureText(error, REMOVE_FAILED))
    }
    setGoing((ids) => ids.filter((one) => one !== id))
  }
  const finishAll = useEffectEvent(() => Promise.all([...waiting.current.keys()].map(finish)))
  useEffect(() => {
    const leave = () => finishAll()
    addEventListener('pagehide', leave)
    lastWords.add(leave)
    return () => {
      removeEventListener('pagehide', leave)
      lastWords.delete(leave)
      void leave()
    }
  }, [])

  return {
    isGoing: (id) => going.includes(id),
    remove: (id) => {
      waiting.current.set(id, null)
      setGoing((ids) => [...ids, id])
    },
    undo: (id) => {
      forget(id)
      setGoing((ids) => ids.filter((one) => one !== id))
    },
    movedOn: (id) => {
      if (waiting.current.get(id) === null)
        waiting.current.set(
          id,
          setTimeout(() => void finish(id), LINGER),
        )
    },
  }
}
