/**
 * The server's time as React state, ticking each second. All users share one timer.
 */
import { useSyncExternalStore } from 'react'
import { onCorrected, serverNow } from './serverClock'

const listeners = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  now = serverNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = serverNow()
    timer = setInterval(tick, 1000)
  }
  // A tab in the background is throttled; coming back must show the true time at once.
  const back = () => {
    if (document.visibilityState === 'visible') tick()
  }
  document.addEventListener('visibilitychange', back)
  const deaf = onCorrected(tick)
  return () => {
    listeners.delete(listener)
    deaf()
    document.removeEventListener('visibilitychange', back)
    if (listeners.size === 0 && timer !== undefined) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** Milliseconds since 1970 by the server's clock, renewed every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => (timer === undefined ? roundedNow() : now))
}

/** Before the timer runs the snapshot must be stable within a render, hence whole seconds. */
function roundedNow(): number {
  const fresh = serverNow()
  if (Math.abs(fresh - now) >= 1000) now = fresh
  return now
}
