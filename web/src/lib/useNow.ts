/**
 * Current time by the server's clock, as React state, renewed with each of its whole seconds: two phones side by side
 * count the same, and an end is not noticed a second late. All users share one timer.
 */
import { useSyncExternalStore } from 'react'
import { onCorrected, serverNow } from './serverClock'

const listeners = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setTimeout> | undefined

function tick() {
  now = serverNow()
  if (timer !== undefined) wait()
  for (const listener of listeners) listener()
}

/** Until the next whole second; a timer that comes a moment early waits once more. */
function wait() {
  clearTimeout(timer)
  timer = setTimeout(tick, Math.max(1, 1000 - (serverNow() % 1000)))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = serverNow()
    wait()
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
      clearTimeout(timer)
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
