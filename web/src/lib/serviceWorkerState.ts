/**
 * Service worker state: a reload without a network works only where the service worker keeps what this page shows (src/sw.ts). One that was registered and does
 * not control the page yet keeps nothing of it. Plain http has no worker, a browser may refuse one, and its script may not arrive.
 */
import { useSyncExternalStore } from 'react'
import { serviceWorkerContainer } from './serviceWorkerContainer'

/** `none`: there is no worker, and none is expected any more. */
type ServiceWorkerState = 'here' | 'coming' | 'none'

/** Milliseconds after the beginning of the document within which a worker that comes has come. */
const PATIENCE = 15_000

let refused = false
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The browser takes no worker from this address. */
export function noteWorkerRefused(): void {
  refused = true
  tell()
}

function look(): ServiceWorkerState {
  const workers = serviceWorkerContainer()
  if (!workers) return 'none'
  if (workers.controller) return 'here'
  return refused || performance.now() >= PATIENCE ? 'none' : 'coming'
}

function subscribe(listener: () => void): () => void {
  const workers = serviceWorkerContainer()
  const late = setTimeout(listener, PATIENCE - performance.now())
  listeners.add(listener)
  workers?.addEventListener('controllerchange', listener)
  return () => {
    clearTimeout(late)
    listeners.delete(listener)
    workers?.removeEventListener('controllerchange', listener)
  }
}

/** The worker behind this page, followed while it comes. */
export function useServiceWorker(): ServiceWorkerState {
  return useSyncExternalStore(subscribe, look)
}
