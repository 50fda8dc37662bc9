/**
 * What the generated client starts with: the base address, cookies sent, and a fetch that measures each round trip,
 * which the server's clock needs (lib/serverClock.ts).
 */
import { noteReached } from './connection'
import type { CreateClientConfig } from './generated/client.gen'

const roundTrips = new WeakMap<Response, number>()

/** How long the server took to begin answering, in milliseconds. */
export function roundTripOf(response: Response): number {
  return roundTrips.get(response) ?? 0
}

const measured: typeof fetch = async (input, init) => {
  const from = performance.now()
  try {
    const response = await globalThis.fetch(input, init)
    roundTrips.set(response, performance.now() - from)
    noteReached(isOurs(response))
    return response
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) noteReached(false)
    throw error
  }
}

/** Not what the service worker kept, nor a proxy's page in place of a server that is down. */
function isOurs(response: Response): boolean {
  if (response.headers.has('x-quad-kept')) return false
  const gateway = response.status >= 502 && response.status <= 504
  return !gateway || (response.headers.get('content-type') ?? '').includes('json')
}

export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  baseUrl: `${location.origin}/api`,
  credentials: 'include',
  fetch: measured,
})
