/**
 * Redirect after the log-in: where somebody wanted to go who had to make an account first. The link of the registration
 * mail is opened in another tab, often much later, and does not know it, so this browser remembers it for a day and one
 * log-in. Only addresses inside this site, both when written and when read.
 */
import { safeNext } from '@/app/paths'
import { kept } from '@/lib/storage'

const DAY = 24 * 60 * 60 * 1000

const remembered = kept<unknown>('quad.next')

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
