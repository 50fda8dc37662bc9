/**
 * Redirect after the log-in: where somebody wanted to go who had to make an account first. The link of the registration
 * mail carries it, so that it leads there in any browser; for whoever logs in without that link this browser remembers it for
 * a day and one log-in, as it remembers in this tab where the link was mailed to. Only addresses inside this site, both when
 * written and when read.
 */
import { hrefOf, paths, safeNext } from '@/app/paths'
import { kept } from '@/lib/storage'

const DAY = 24 * 60 * 60 * 1000

const remembered = kept<unknown>('quad.next')

/** The address that signed up here and has not logged in yet, maybe before its mailed link was opened, as long as this tab is open. */
export const addressSignedUp = kept<string>('quad.addressSignedUp', () => sessionStorage)

export function rememberNext(next: string | undefined, now = Date.now()): void {
  const to = safeNext(next)
  if (to === '/') remembered.clear()
  else remembered.write({ to, until: now + DAY })
}

export function rememberedNext(now = Date.now()): string | undefined {
  const { to, until } = Object(remembered.read()) as { to?: unknown; until?: unknown }
  // A clock that was set back must not make a day of years.
  if (typeof to !== 'string' || typeof until !== 'number' || until <= now || until > now + DAY) return undefined
  const safe = safeNext(to)
  return safe === '/' ? undefined : safe
}

export const forgetNext = remembered.clear

/**
 * Where a log-in leads. An administrator who was on the way to nowhere else begins at the start page: it has the first steps of a new
 * installation, of which the landing page says nothing.
 */
export function landingOf(next: string | undefined, { roles }: { roles: readonly string[] }): string {
  const to = safeNext(next)
  return to === '/' && roles.includes('ADMIN') ? hrefOf(paths.dashboard()) : to
}

/** Addresses whose `contest` says which one they are about. */
const OF_A_CONTEST = new Set(['/contest', '/result', '/ContestQuestion'])

/** The contest that an address is about. */
export function contestOf(next: string | undefined): string | undefined {
  const { pathname, searchParams } = new URL(safeNext(next), window.location.origin)
  if (OF_A_CONTEST.has(pathname)) return searchParams.get('contest') || undefined
  return /^\/my-contests\/([\w-]+)\/?$/.exec(pathname)?.[1]
}

/** The token of a mailed link, and where it leads on to: its part behind the dot, in base64 for addresses. */
export function readLink(hash: string): { token: string; next: string | undefined } {
  const [token = '', encoded = ''] = hash.split('.')
  try {
    const next = safeNext(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')))
    return { token, next: next === '/' ? undefined : next }
  } catch {
    return { token, next: undefined }
  }
}
