/**
 * Route table for the build: which address shows which lazy files. It is read from the text of src/app/routes.tsx,
 * because the table itself can only run in a browser. Refuses a route it does not understand.
 */

export type Route = { path: string; files: string[] }

const ROUTE = /^const (\w+) = createRoute\(\{(?: (.+) \}\)$|\n([\s\S]*?)^\}\)$)/gm
const LAZY = /lazyPage\(\(\) => import\('([^']+)'\)/

/** `files`: the page's own file and those of the layouts around it, below web/, without their ending. */
export function routesOf(source: string): Route[] {
  const table = new Map<string, { path?: string; parent?: string; file?: string; dev: boolean }>()
  for (const [, name = '', line, lines] of source.matchAll(ROUTE)) {
    const text = line ?? lines ?? ''
    table.set(name, {
      path: /\bpath: '([^']+)'/.exec(text)?.[1],
      parent: /getParentRoute: \(\) => (\w+)/.exec(text)?.[1],
      file: LAZY.exec(text)?.[1]?.replace(/^@\//, 'src/').replace(/^\.\//, 'src/app/'),
      dev: text.includes('import.meta.env.DEV'),
    })
  }
  const around = (name: string | undefined): string[] => {
    const one = name ? table.get(name) : undefined
    return one ? [...around(one.parent), ...(one.file ? [one.file] : [])] : []
  }
  const routeTable: Route[] = []
  for (const [name, { path, file, dev }] of table) {
    if (!path || dev) continue
    if (!file) throw new Error(`the route ${path} has no lazy page that the build can read`)
    routeTable.push({ path, files: around(name) })
  }
  const paths = source.match(/\bpath: '/g)?.length ?? 0
  const read = [...table.values()].filter(({ path }) => path).length
  if (read !== paths) throw new Error(`routes.tsx has ${paths} paths, the build reads ${read}`)
  return routeTable
}

/**
 * The name of an address's own first page, below dist/pages. The server finds it by the first part of an address and the
 * number of its parts (server/src/static_files.rs), so no two routes may agree in both.
 */
export function pageName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  return `${(parts[0] ?? 'home').toLowerCase()}-${parts.length}.html`
}
