/**
 * Lazy page: its script is fetched when it is needed. Where that fails although the server is there, this version has
 * been replaced, or the browser remembers a failure of before: Chromium asks for a script once in the life of a
 * document. Then the router loads the document anew, once in a tab. Without a network that would leave the browser's
 * own error and nothing of the site: the page is said to be broken, with a way to try again, which loads the document
 * when the server is there (pageFallbacks.tsx). A script that came empty, or in whose place something else came, is one
 * that failed. One that is only late is still waited for: a slow network needs longer than any limit, and what the page
 * says meanwhile stands in pageFallbacks.tsx.
 */
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { CALL, headOf } from '@/api/authenticity'
import { type Failure, notReached } from '@/api/failure'
import { randomKey } from '@/lib/randomKey'
import { timeoutSignal } from '@/lib/timeoutSignal'

const PATIENCE = 5000
/** Milliseconds for all scripts of a page. */
const RENEWED_WITHIN = 20_000
/** A call: by its mark the server's answer is known from the page of a Wi-Fi log-in. */
const ASKED = '/api/site'
/** Milliseconds that a page which is being left still has at most: its scripts are ended, which is no failure. */
const LEAVING = 5000
/** Errors of scripts that did not come, and whether the server was there. */
const missing = new WeakMap<Error, boolean>()

/** `unknown`: what a page returns may depend on the table of routes, which would then depend on itself. */
export function lazyPage<P extends { default: unknown }>(fetchPage: () => Promise<P>): RouteComponent {
  const fetchOrSay = () => {
    let left = Number.NEGATIVE_INFINITY
    const leaves = () => {
      left = performance.now()
    }
    // Only meanwhile: a page that always listens is not kept for the way back.
    addEventListener('beforeunload', leaves)
    const fetched = fetchPage()
      .then((page) => {
        // Without this the router would ask for it for ever: something between answered with an empty file.
        if (page.default === undefined) throw new Error('A part of this page came empty')
        return page
      })
      .finally(() => removeEventListener('beforeunload', leaves))
    return fetched.catch(async (cause: unknown) => {
      // Loading this document anew would end the way to the next one (Firefox).
      if (performance.now() - left < LEAVING) await new Promise((resolve) => setTimeout(resolve, LEAVING))
      // The router knows a script that did not come by the words of the error.
      const isThere = await isServerThere()
      const error =
        isThere && cause instanceof Error ? cause : new Error('A part of this page did not arrive', { cause })
      missing.set(error, isThere)
      throw error
    })
  }
  return lazyRouteComponent(fetchOrSay as () => Promise<{ default: RouteComponent }>)
}

/** Whether a page broke because its script did not come. */
export const isScriptMissing = (error: unknown) => error instanceof Error && missing.has(error)

/** Whether the server itself answered when a script did not come. */
export const wasServerThere = (error: unknown) => error instanceof Error && missing.get(error) === true

export const isServerThere = async (): Promise<boolean> => (await whoAnswers()) === 'server'

/** Who answers on the way to the server; a fault of the server's own is `nobody`. */
async function whoAnswers(): Promise<'server' | 'other' | 'nobody'> {
  try {
    const call = randomKey()
    const asked = {
      method: 'HEAD',
      signal: timeoutSignal(PATIENCE),
      headers: { [CALL]: call },
    } as const
    const answer = await fetch(ASKED, { ...asked, cache: 'no-store' })
    if (headOf(answer, ASKED, call).isMarked) return answer.ok ? 'server' : 'nobody'
    return answer.status < 500 || answer.status === 511 ? 'other' : 'nobody'
  } catch {
    return 'nobody'
  }
}

/** Loads the document anew if the server is there; otherwise why not. */
export async function loadAnew(): Promise<Failure | null> {
  const who = await whoAnswers()
  if (who !== 'server') return notReached(0, who === 'other')
  await renewScripts()
  location.reload()
  return null
}

/**
 * The document that is loaded anew takes its scripts from the browser's cache, and one of them may be a part of itself, empty, or
 * a page in its place: all are fetched past it. Revalidation would not help: a damaged copy has the right ETag.
 */
async function renewScripts(): Promise<void> {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  const assets = new Set(names.filter((name) => name.startsWith(`${location.origin}/assets/`)))
  const signal = timeoutSignal(RENEWED_WITHIN)
  const renew = async (name: string) => (await fetch(name, { cache: 'reload', signal })).arrayBuffer()
  await Promise.allSettled([...assets].map(renew))
}
