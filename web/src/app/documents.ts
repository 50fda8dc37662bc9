/**
 * Content policy by document: a page keeps the policy of the document it was loaded with, however far the router goes
 * from there. /pricing has a policy of its own (it lets the payment provider's script in, which no other page may run),
 * so going there and leaving it are full page loads. The table of routes asks here before each page.
 */
import { handOnToasts } from '@/ui/toast'

/** Pages with a policy of their own. The server knows the same list. */
const APART = [/^\/pricing(?:\/|$)/i]

/** Which document shows an address: the number of its own one, -1 for the one all others share. */
export function documentOf(pathname: string): number {
  return APART.findIndex((page) => page.test(pathname))
}

const born = documentOf(location.pathname)

/** Going to a page of another document: loads it, and never comes back to the caller. */
export function loadAnewIfOtherDocument(pathname: string): Promise<never> | undefined {
  if (documentOf(pathname) === born) return undefined
  handOnToasts()
  // The router has just put the new address into the history; after that the same address loads the other document.
  setTimeout(() => location.reload())
  return new Promise(() => {})
}
