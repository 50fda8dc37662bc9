/**
 * Service worker takeover: a page that was opened before its worker was installed gets the worker later. What it asked for
 * until then has passed the worker by, so nothing of it was kept for a reload without a network.
 */

import { serviceWorkerContainer } from './serviceWorkerContainer'

/** Calls `then` once when a worker takes over a page that had none; returns how to stop waiting for it. */
export function onWorkerTakeover(then: () => void): () => void {
  const workers = serviceWorkerContainer()
  if (!workers || workers.controller) return () => {}
  workers.addEventListener('controllerchange', then, { once: true })
  return () => workers.removeEventListener('controllerchange', then)
}
