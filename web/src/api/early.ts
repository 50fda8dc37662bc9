/**
 * The answers that were asked for before the client was there (src/early.ts), each for the first who wants it. What is
 * not here, is old or failed, the client asks for itself.
 */

/** `took`: how long the server needed; `came`: when it had answered. */
export type Early = { response: Response; took: number; came: number }
/** `here`: the answer is there, whole, and a good one. */
export type Asked = Map<string, { at: number; answer: Promise<Early>; here: boolean }>

declare global {
  var quadAsked: Asked | undefined
}

/** Longer than any start takes; after that the world may be another. */
const FRESH_MS = 10_000

export function takeEarly(url: string): Promise<Early> | null {
  const asked = globalThis.quadAsked
  const found = asked?.get(url)
  asked?.delete(url)
  return found && performance.now() - found.at < FRESH_MS ? found.answer : null
}

/** Settles, never refused, when what was asked of these has come or failed; at once where nothing was. */
export async function whenCame(paths: string[]): Promise<void> {
  await Promise.allSettled(paths.map((path) => askedOf(path)?.answer))
}

/** Whether the answer to a call of the API can be had without waiting for the network. */
export function isHere(path: string): boolean {
  const found = askedOf(path)
  return found?.here === true && performance.now() - found.at < FRESH_MS
}

const askedOf = (path: string) => globalThis.quadAsked?.get(`${location.origin}/api${path}`)
