/**
 * A page whose script is fetched when it is needed. Where that fails although the server is there, this version has been
 * replaced, and the router loads the document anew, once. Without a network that would leave the browser's own error and
 * nothing of the site: then the page is said to be broken, with a way to try again (Trouble.tsx).
 */
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'

const PATIENCE = 5000

/** `unknown`: what a page returns may depend on the table of routes, which would then depend on itself. */
export function lazyPage<P extends { default: unknown }>(fetchPage: () => Promise<P>): RouteComponent {
  const fetchOrSay = () =>
    fetchPage().catch(async (cause: unknown) => {
      // The router knows a script that did not come by the words of the error.
      throw (await isServerThere()) ? cause : new Error('A part of this page did not arrive', { cause })
    })
  return lazyRouteComponent(fetchOrSay as () => Promise<{ default: RouteComponent }>)
}

async function isServerThere(): Promise<boolean> {
  try {
    const asked = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) } as const
    return (await fetch(location.href, asked)).ok
  } catch {
    return false
  }
}
