/**
 * Prefetched responses: what src/prefetch.ts asked for before the client had loaded. The first caller takes each one.
 * What is missing, too old or failed, the client asks for itself.
 */

/** `call`: the id that was asked with; `took`: how long the server needed; `came`: when it had answered. */
export type PrefetchedResponse = { response: Response; call: string; took: number; came: number }
/** `here`: the answer is there, whole, and a good one. */
export type PrefetchedResponses = Map<string, { at: number; answer: Promise<PrefetchedResponse>; here: boolean }>

declare global {
  var quadPrefetched: PrefetchedResponses | undefined
  /** The browser reads the sentence that it is too old, and nothing is drawn. */
  var quadTooOld: boolean | undefined
}

/** Longer than any start takes; after that the world may be another. */
const FRESH_MS = 10_000

export function takePrefetched(url: string): Promise<PrefetchedResponse> | null {
  const asked = globalThis.quadPrefetched
  const found = asked?.get(url)
  asked?.delete(url)
  return found && performance.now() - found.at < FRESH_MS ? found.answer : null
}

/** Settles, never refused, when what was asked of these has come or failed; at once where nothing was. */
export async function whenPrefetched(paths: string[]): Promise<void> {
  await Promise.allSettled(paths.map((path) => askedOf(path)?.answer))
}

/** Whether the answer to a call of the API can be had without waiting for the network. */
export function isPrefetched(path: string): boolean {
  const found = askedOf(path)
  return found?.here === true && performance.now() - found.at < FRESH_MS
}

const askedOf = (path: string) => globalThis.quadPrefetched?.get(`${location.origin}/api${path}`)
