/**
 * Connection: whether the server answered the last call, or something between answered in its place (a Wi-Fi log-in
 * page, a filter). Not `navigator.onLine`: on a campus LAN that says little about reaching this server, and an answer
 * that the service worker kept is not the server's.
 */
import { useSyncExternalStore } from 'react'

type Connection = 'reached' | 'away' | 'between'

let now: Connection = 'reached'
const listeners = new Set<() => void>()

/** `between`: an answer came, and it was not the server's. */
export function noteReached(reached: boolean, between = false): void {
  const next = reached ? 'reached' : between ? 'between' : 'away'
  if (next === now) return
  now = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useReached(): boolean {
  return useSyncExternalStore(subscribe, isReached)
}

export function isReached(): boolean {
  return now === 'reached'
}

/** Whether something that is not the server answers in its place. */
export function useBetween(): boolean {
  return useSyncExternalStore(subscribe, () => now === 'between')
}
