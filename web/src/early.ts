/**
 * Asks for the first answers of the API while the scripts are still on their way: a script of its own that runs as soon as
 * it is there (build/pages.ts). Who is signed in, where we are, and on the contest screen the person's attempt and the
 * paper. The client finds them there (api/early.ts). Refuses to ask what a guest would be refused. Also asks for the script
 * that is needed last, so that those before it have the line until its first byte comes (app/drawing.ts). Imports nothing:
 * shared code would be one more file to wait for.
 */
import type { Asked, Early } from './api/early'

const ROOM = '/contestquestion'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** What was asked, by address. */
export function askEarly(at: Pick<Location, 'origin' | 'pathname' | 'search'>): Asked {
  const asked: Asked = new Map()
  const ask = (path: string, query = '') => {
    const from = performance.now()
    const answer = fetch(`${at.origin}/api${path}${query}`, { credentials: 'include' }).then(
      async (response): Promise<Early> => {
        const came = performance.now()
        // Read at once: a page that is busy drawing comes to it late.
        const body = await response.arrayBuffer()
        one.here = response.status === 200
        return { response: new Response(response.status === 204 ? null : body, response), took: came - from, came }
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
export function fetchLast(script: Pick<HTMLOrSVGScriptElement, 'dataset'> | null): void {
  const last = script?.dataset.last
  if (!last) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = last
  document.head.append(link)
}

if (import.meta.env.PROD) {
  // Before the calls: it is by far the longest.
  fetchLast(document.currentScript)
  globalThis.quadAsked = askEarly(location)
}
