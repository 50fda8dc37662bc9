/**
 * Deferred React DOM: it is half of all that a first visit fetches, and it is needed last. Until it has loaded, the
 * router finds the page and reads the prefetched responses (src/prefetch.ts, which also asks for this file). Then the
 * page is rendered once, instead of an empty page first.
 */

export const reactDom = import('react-dom/client')

/** How long a page that was not found yet is waited for once it could be drawn: longer, and nothing would be seen of its coming. */
const PATIENCE = 30

/** Settles, never refused, when the page is found, or soon after it could be drawn. */
export function whenRouteLoaded(load: Promise<unknown>, drawable: Promise<unknown> = reactDom): Promise<void> {
  return new Promise((resolve) => {
    const soon = () => void setTimeout(resolve, PATIENCE)
    drawable.then(soon, soon)
    load.then(
      () => resolve(),
      () => resolve(),
    )
  })
}
