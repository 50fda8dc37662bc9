/**
 * Whether the server answered the last call. Not `navigator.onLine`: on a campus LAN that says little about reaching
 * this server, and an answer the service worker kept is none of the server's.
 */
import { useSyncExternalStore } from 'react'

let reached = true
const listeners = new Set<() => void>()

export function noteReached(now: boolean): void {
  if (now === reached) return
  reached = now
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
  return reached
}
