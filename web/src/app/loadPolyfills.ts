/**
 * Polyfill loader: fetches what an older supported browser needs, before anything is rendered; the newest browsers
 * fetch none.
 */

const NEEDED = ['toReversed', 'toSpliced']

/** Nothing where nothing lacks. */
export function loadPolyfills(list: object = Array.prototype): Promise<unknown> | undefined {
  if (NEEDED.every((name) => name in list)) return undefined
  return import('./polyfills')
}
