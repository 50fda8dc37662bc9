/** Outbox of the signed-in person as React state, and what changed in it since the last look. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Outbox, outboxOf, type View } from '../outbox'
import type { Entry } from './answerStore'

export function useOutbox(user: string): { box: Outbox; view: View } {
  const box = outboxOf(user)
  const view = useSyncExternalStore(box.subscribe, box.view)
  return { box, view }
}

/** Calls back for each answer that was waiting here and now is saved or refused. */
export function useSettled(entries: readonly Entry[], onSettled: (entry: Entry) => void): void {
  const waited = useRef(new Set<string>())
  useEffect(() => {
    for (const entry of entries) {
      if (entry.state === 'waiting') waited.current.add(entry.question)
      else if (waited.current.delete(entry.question)) onSettled(entry)
    }
  }, [entries, onSettled])
}
