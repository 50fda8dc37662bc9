/**
 * A page whose script is fetched when it is needed. Where that fails although the server is there, this version has been
 * replaced, or the browser remembers a failure of before: Chromium asks for a script once in the life of a document. Then the
 * router loads the document anew, once in a tab. Without a network that would leave the browser's own error and nothing of the
 * site: the page is said to be broken, with a way to try again, which loads the document when the server is there (Trouble.tsx).
 */
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'

const PATIENCE = 5000
const missing = new WeakSet<Error>()

/** `unknown`: what a page returns may depend on the table of routes, which would then depend on itself. */
export function lazyPage<P extends { default: unknown }>(fetchPage: () => Promise<P>): RouteComponent {
  const fetchOrSay = () =>
    fetchPage().catch(async (cause: unknown) => {
      // The router knows a script that did not come by the words of the error.
      const isThere = await isServerThere()
      const error =
        isThere && cause instanceof Error ? cause : new Error('A part of this page did not arrive', { cause })
      missing.add(error)
      throw error
    })
  return lazyRouteComponent(fetchOrSay as () => Promise<{ default: RouteComponent }>)
}

/** Whether a page broke because its script did not come. */
export const isScriptMissing = (error: unknown) => error instanceof Error && missing.has(error)

export async function isServerThere(): Promise<boolean> {
  try {
    const asked = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) } as const
    return (await fetch(location.href, asked)).ok
  } catch {
    return false
  }
}
