/**
 * Asks for the first answers of the API while the scripts are still on their way: a script of its own that runs as soon as
 * it is there (build/pages.ts). Who is signed in, where we are, and on the contest screen the person's attempt and the
 * paper. The client finds them there (api/early.ts). Refuses to ask what a guest would be refused. Imports nothing:
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
  const ask = (path: string): Promise<Early> => {
    const from = performance.now()
    const answer = fetch(`${at.origin}/api${path}`, { credentials: 'include' }).then((response) => {
      const came = performance.now()
      return { response, took: came - from, came }
    })
    // Nobody may ever want it.
    answer.catch(() => {})
    asked.set(`${at.origin}/api${path}`, { at: from, answer })
    return answer
  }
  const search = new URLSearchParams(at.search)
  const contest = search.get('contest') ?? read('contestid')
  // First, for the paper waits for it. A guest has no attempt; the room's own screen sends them to log in.
  if (at.pathname.toLowerCase() === ROOM && contest && !search.get('preview') && read('userId1')) {
    const room = `/contests/${encodeURIComponent(contest)}`
    void ask(`${room}/attempt`)
      .then(async ({ response }) => {
        if (!response.ok) return
        const { joined, submitted } = (await response.clone().json()) as { joined?: boolean; submitted?: boolean }
        if (joined && !submitted) await ask(`${room}/paper`)
      })
      .catch(() => {})
  }
  void ask('/checklogged')
  void ask('/site')
  return asked
}

if (import.meta.env.PROD) globalThis.quadAsked = askEarly(location)
