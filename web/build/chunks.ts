/**
 * Which file a module goes into. Few files rather than exact ones: each costs a round trip, and a browser asks a plain
 * HTTP/1.1 server for six at a time; what the contest screen needs to start must fit into that. What changes only with
 * its version (vendor) keeps its address over our releases.
 */
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url)).replaceAll('\\', '/')

const MAIN = source('src/main.tsx')
const ROOM = source('src/features/attempts/TakeContestPage.tsx')
const VENDOR =
  /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[^/]+)\//
/** Small and of no feature, or what every page about contests asks with. */
const SMALL =
  /\/lucide-react\/|\/src\/lib\/|\/src\/ui\/(?:Badge|Card|CodeText|Empty|Notice|PageHead|Progress|Table)\.tsx$|\/attempts\/(?:api|model)\.ts$/
/** Also what sends left answers from any page, hence not in the page's own file. */
const ANSWERING = /\/features\/attempts\/(?:outbox|taking\/\w+)\.ts$|\/idb\//

type Info = { importedIds: readonly string[] } | null

/** Everything a module imports statically, itself included. */
export function closureOf(start: string, info: (id: string) => Info): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    for (const next of info(id)?.importedIds ?? []) visit(next)
  }
  visit(start)
  return seen
}

let known: { main: Set<string>; room: Set<string> } | undefined

function inApp(id: string, context: Rolldown.ChunkingContext): string | null {
  const info = (one: string) => context.getModuleInfo(one)
  known ??= { main: closureOf(MAIN, info), room: closureOf(ROOM, info) }
  return known.main.has(id) || (known.room.has(id) && SMALL.test(id)) ? 'app' : null
}

export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'vendor', test: VENDOR, priority: 4 },
    { name: inApp, debugName: 'app', priority: 3 },
    { name: 'room', test: ANSWERING, priority: 1 },
    { name: 'common', test: SMALL, minShareCount: 4, priority: 2 },
  ],
}
