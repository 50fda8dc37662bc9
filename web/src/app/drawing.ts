/**
 * React DOM, half of all that a first visit fetches, is needed last: until it is there, the router has found the page and
 * read what was asked before the scripts were there (src/early.ts, which also asks for this file). Then the page is drawn
 * once, and not nothing before it.
 */

export const library = import('react-dom/client')

/** How long a page that was not found yet is waited for once it could be drawn: longer, and nothing would be seen of its coming. */
const PATIENCE = 30

/** Settles, never refused, when the page is found, or soon after it could be drawn. */
export function whenFound(load: Promise<unknown>, drawable: Promise<unknown> = library): Promise<void> {
  return new Promise((resolve) => {
    const soon = () => void setTimeout(resolve, PATIENCE)
    drawable.then(soon, soon)
    load.then(
      () => resolve(),
      () => resolve(),
    )
  })
}
