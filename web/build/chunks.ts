/**
 * Chunks: which file a module goes into. Few files rather than exact ones: each costs a round trip, and a browser asks
 * a plain HTTP/1.1 server for six at a time; what the contest screen needs to start must fit into that, and leave room
 * for the first calls of the API. React DOM is a file of its own, the last that is needed
 * (src/app/deferredReactDom.ts): what comes before it has run by then. It changes only with its version, and keeps its
 * address over our releases.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url)).replaceAll('\\', '/')

const MAIN = source('src/main.tsx')
const HOME = source('src/pages/HomePage.tsx')
const ROOM = source('src/features/attempts/pages/TakeContestPage.tsx')
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/
const ICON = /\/lucide-react\/dist\/esm\/icons\//
/** The file that is needed last: named to the first script, which asks for it after the others (src/prefetch.ts). */
export const REACT_DOM_CHUNK = 'react-dom'
const REACT_DOM = /node_modules\/(?:react-dom\/(?:client\.js|cjs\/react-dom-client))/
/** Also what of them only other pages use: the pages would each bring it. */
const LIBRARIES = /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[^/]+)\//
/** Small and of no feature. */
const SMALL =
  /\/lucide-react\/|\/src\/lib\/|\/src\/ui\/(?:Badge|Card|CodeText|EmptyState|Alert|Name|PageHead|Progress|Starred|Table)\.tsx$|\/src\/ui\/mathsContext\.ts$/
/** What every page about contests asks with and follows; also what sends left answers from any page. */
const ANSWERING =
  /\/features\/attempts\/(?:api|model|messages|outbox|hooks\/useLiveContest|room\/\w+)\.ts$|\/src\/api\/(?:live|liveStream|questionPictures)\.ts$|\/src\/ui\/(?:MathsProvider\.tsx|pictureFrame\.ts)$|\/(?:idb|eventsource-parser)\//

type Info = { importedIds: readonly string[]; code: string | null } | null

/** Everything a module imports statically, itself included; of the icons those that one of them names. */
export function closureOf(start: string, info: (id: string) => Info): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const { importedIds = [], code } = info(id) ?? {}
    for (const next of importedIds) {
      // The library's list of all icons imports every one of them: followed, each page's icons would come with every page.
      if (ICONS.test(next)) for (const icon of iconsOf(code ?? '', info(next)?.code ?? '', next)) visit(icon)
      else visit(next)
    }
  }
  visit(start)
  return seen
}

/** The files of the icons that a module names, by the library's list. */
export function iconsOf(code: string, list: string, listId: string): string[] {
  const names = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)]
    .flatMap(([, inner = '']) => inner.split(','))
    .map((one) => one.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '')
  return names.map((name) => {
    const file = new RegExp(`\\bdefault as ${name}[ ,][^\\n]*from '\\./(icons/[\\w-]+\\.mjs)'`).exec(list)?.[1]
    if (!file) throw new Error(`the list of icons has no ${name}`)
    return listId.replace('lucide-react.mjs', file)
  })
}

type Known = Record<'main' | 'room' | 'home', Set<string>>
let known: Known | undefined

function closures(context: Rolldown.ChunkingContext): Known {
  const of = (start: string) => closureOf(start, (id) => context.getModuleInfo(id))
  known ??= { main: of(MAIN), room: of(ROOM), home: of(HOME) }
  return known
}

function inApp(id: string, context: Rolldown.ChunkingContext): string | null {
  const { main, room } = closures(context)
  return main.has(id) || LIBRARIES.test(id) || (room.has(id) && SMALL.test(id)) ? 'app' : null
}

/** Those it shares with few others would each be a file. */
function iconsOfHome(id: string, context: Rolldown.ChunkingContext): string | null {
  return ICON.test(id) && closures(context).home.has(id) ? 'home' : null
}

export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: REACT_DOM_CHUNK, test: REACT_DOM, priority: 4, includeDependenciesRecursively: false },
    // Their dependencies are named by the closure, or left to the pages: followed blindly, the list of icons brings them all.
    { name: inApp, debugName: 'app', priority: 3, includeDependenciesRecursively: false },
    { name: 'room', test: ANSWERING, priority: 1, includeDependenciesRecursively: false },
    { name: 'common', test: SMALL, minShareCount: 4, priority: 2, includeDependenciesRecursively: false },
    { name: iconsOfHome, debugName: 'home', minShareCount: 2, priority: 1, includeDependenciesRecursively: false },
  ],
}

/** What the contest screen starts with; most of it runs before the first question is drawn. */
const AT_ONCE = new Set([REACT_DOM_CHUNK, 'app', 'room', 'TakeContestPage'])

/**
 * Tells Chromium to compile a file whole while it comes, on another thread; else each function holds up the first drawing,
 * when it is first called. To other browsers it is a comment.
 */
export function compiledAtOnce(): Plugin {
  return {
    name: 'quad-compiled-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Before anything else in the file, also what the build itself puts there.
      order: 'post',
      handler(_options, bundle) {
        for (const one of Object.values(bundle)) {
          if (one.type === 'chunk' && AT_ONCE.has(one.name)) one.code = `//# allFunctionsCalledOnLoad\n${one.code}`
        }
      },
    },
  }
}
