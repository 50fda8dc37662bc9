/**
 * Prefetch: asks for the first responses of the API while the scripts are still on their way. It is a script of its own
 * that runs as soon as it has loaded (build/firstPages.ts), and asks who is signed in, which site this is, and on the
 * contest screen for the person's attempt and the paper. The client takes the responses from
 * api/prefetchedResponses.ts. Refuses to ask what a guest would be refused. It also preloads the script that is needed
 * last, so that those before it have the line until its first byte comes (app/deferredReactDom.ts). Imports nothing,
 * because shared code would be one more file to wait for. A browser older than the supported ones fetches only the
 * sentence that says so (unsupported.js); the build lowers this file to syntax that every browser with modules reads.
 */
import type { PrefetchedResponse, PrefetchedResponses } from './api/prefetchedResponses'

const ROOM = '/contestquestion'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** What was asked, by address. */
export function prefetchResponses(at: Pick<Location, 'origin' | 'pathname' | 'search'>): PrefetchedResponses {
  const asked: PrefetchedResponses = new Map()
  const ask = (path: string, query = '') => {
    const from = performance.now()
    // As in api/runtime.ts: of all calls only the paper is the browser's to keep.
    const cache = query ? 'default' : 'no-cache'
    // Its answer is known by it, as that to every call (api/authenticity.ts).
    const call = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')
    const headers = { 'x-quad-call': call }
    const answer = fetch(`${at.origin}/api${path}${query}`, { credentials: 'include', cache, headers }).then(
      (response) => {
        const came = performance.now()
        // Read at once: a page that is busy drawing comes to it late.
        return response.arrayBuffer().then((body): PrefetchedResponse => {
          one.here = response.status === 200
          return {
            response: new Response(response.status === 204 ? null : body, response),
            call,
            took: came - from,
            came,
          }
        })
      },
    )
    const one = { at: from, answer, here: false }
    // Nobody may ever want it.
    answer.catch(() => {})
    asked.set(`${at.origin}/api${path}`, one)
  }
  const search = new URLSearchParams(at.search)
  const contest = search.get('contest') ?? read('contestid')
  // A guest has no attempt; the room's own screen sends them to log in. The paper without waiting for the attempt, which
  // may say that it is not for this person yet: nothing came then (204), and the client asks itself when it is.
  if (at.pathname.toLowerCase() === ROOM && contest && !search.get('preview') && read('userId1')) {
    const room = `/contests/${encodeURIComponent(contest)}`
    ask(`${room}/attempt`)
    ask(`${room}/paper`, '?early=true')
  }
  ask('/checklogged')
  ask('/site')
  return asked
}

/** The file that the document names as the one after the others. */
export function preloadLast(script: Pick<HTMLOrSVGScriptElement, 'dataset'> | null): void {
  const last = script?.dataset.last
  if (!last) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = last
  document.head.append(link)
}

/**
 * Older than the supported ones (docs/decisions/022-supported-browsers.md): cascade layers came with Chrome 99, Safari 15.4
 * and Firefox 97, and there is no more than a question about Firefox itself.
 */
export function isTooOld(has: object = window, lists: object = Array.prototype): boolean {
  return !('CSSLayerBlockRule' in has) || ('MozAppearance' in document.documentElement.style && !('toSorted' in lists))
}

/** Runs the script of the sentence, which the document names for browsers without modules; its address is ours. */
export function tellTooOld(): void {
  window.quadTooOld = true
  const named = document.querySelector<HTMLScriptElement>('script[nomodule]')
  if (!named) return
  const script = document.createElement('script')
  const types = (window as Types).trustedTypes
  const policy = types?.createPolicy('quad-worker', { createScriptURL: () => named.src })
  script.src = policy ? (policy.createScriptURL('') as string) : named.src
  document.head.appendChild(script)
}

type Types = { trustedTypes?: { createPolicy: (name: string, rules: Rules) => Rules } }
type Rules = { createScriptURL: (address: string) => unknown }

if (import.meta.env.PROD) {
  if (isTooOld()) tellTooOld()
  else {
    // Before the calls: it is by far the longest.
    preloadLast(document.currentScript)
    window.quadPrefetched = prefetchResponses(location)
  }
}
