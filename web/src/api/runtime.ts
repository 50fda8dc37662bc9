/**
 * What the generated client starts with: the base address, cookies sent, and a fetch that measures each round trip,
 * which the server's clock needs (lib/serverClock.ts).
 */
import { noteReached } from './connection'
import { takeEarly } from './early'
import type { CreateClientConfig } from './generated/client.gen'

const roundTrips = new WeakMap<Response, number>()

/** How long the server took to begin answering, in milliseconds. */
export function roundTripOf(response: Response): number {
  return roundTrips.get(response) ?? 0
}

let parting: Promise<unknown> | null = null

/** What is asked for from here on waits until `end` is through, or is given up meanwhile. Changes, and the log-out, go out. */
export function holdReads(end: Promise<unknown>): void {
  const mine = end
    .catch(() => {})
    .then(() => {
      if (parting === mine) parting = null
    })
  parting = mine
}

const measured: typeof fetch = async (input, init) => {
  const waits = parting && input instanceof Request && input.method === 'GET' && !input.url.endsWith('/logout')
  if (waits) await Promise.race([parting, aborted(input.signal)])
  return (await already(input)) ?? live(input, init)
}

/** The answer that was asked for before the client was there, as if it had come just now. */
async function already(input: Parameters<typeof fetch>[0]): Promise<Response | null> {
  if (!(input instanceof Request) || input.method !== 'GET') return null
  const early = takeEarly(input.url)
  if (!early) return null
  const given = await Promise.race([early.catch(() => null), aborted(input.signal)])
  // What was refused then, or not there yet, may be granted now: somebody may have logged in or joined meanwhile.
  if (!given?.response.ok || given.response.status === 204) return null
  const { response, took, came } = given
  // The server's time is taken as the middle of the round trip: the wait here is added on both sides of it.
  roundTrips.set(response, took + 2 * (performance.now() - came))
  noteReached(isOurs(response))
  return response
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

const live: typeof fetch = async (input, init) => {
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
