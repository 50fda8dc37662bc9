/**
 * First page of each route: the same document, which in its head already names the scripts of this route, so that they
 * come with the entry's and not after it has run. Before all of them runs one small script (src/prefetch.ts with
 * public/theme.js in front): it sets the theme and asks for the first responses of the API. The server chooses the page
 * by the address; any other address gets index.html. On the contest screen that script also preloads the file that is
 * needed last (`data-last`), so that the others, which can run before it is there, have the line first. Both it and the
 * sentence for browsers that are too old (src/unsupported.js) are in a syntax that those read. So is what stands in the document
 * itself: the watch over all these files (src/watchAssets.js).
 */
import { readFileSync } from 'node:fs'
import { parse } from 'acorn'
import { minify, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { REACT_DOM_CHUNK } from './chunks.ts'
import { fontLinks } from './fonts.ts'
import { pageName, routesOf } from './routeTable.ts'

const PREFETCH = 'src/prefetch.ts'
const ROOM = '/ContestQuestion'
/** What every browser with modules reads. */
const OLDEST_SYNTAX = 'es2015'
const SENTENCE = 'src/unsupported.js'
const WATCH = 'src/watchAssets.js'
const THEME = '<script src="/theme.js"></script>'

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>

/** The files of the given sources and of all they import, in the order in which they are met. */
export function filesOf(bundle: Bundle, sources: string[]): string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name)) return
    found.add(name)
    for (const next of chunk.imports) visit(next)
  }
  for (const source of sources) {
    const isIt = (id: string | null) => id?.replace(/\.tsx?$/, '').endsWith(`/${source}`)
    const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && isIt(one.facadeModuleId))
    if (!chunk) throw new Error(`the build made no file of ${source}`)
    visit(chunk.fileName)
  }
  return [...found]
}

/** The document with these scripts named in its head, except those it names already. */
export function withScripts(html: string, files: string[]): string {
  return inHead(html, preloads(files.filter((file) => !html.includes(`"/${file}"`))))
}

function preloads(files: string[]): string {
  return files.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`).join('')
}

function inHead(html: string, links: string): string {
  return html.replace('  </head>', `${links}  </head>`)
}

/** After the build's own shortening, which knows one target for all files. */
export async function inOldestSyntax(code: string): Promise<string> {
  const { code: lowered } = await transformWithOxc(code, 'prefetch.js', { target: OLDEST_SYNTAX, sourceType: 'script' })
  const options = { compress: { target: OLDEST_SYNTAX }, sourcemap: false } as const
  const short = (await minify('prefetch.js', lowered, options)).code
  // Throws where something newer is left.
  parse(short, { ecmaVersion: 2015 })
  return short
}

/** The script as it stands in each document: the server's policy names the hash of these very bytes. */
export function watchScript(): string {
  const text = readFileSync(WATCH, 'utf8').replace(/^\/\*[\s\S]*?\*\/\s*/, '')
  return text.replace(/\n\s*/g, '\n').trim()
}

export function firstPages(): Plugin {
  return {
    name: 'quad-first-pages',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      this.emitFile({ type: 'chunk', id: PREFETCH, name: 'prefetch', preserveSignature: false })
    },
    // A classic script: it runs when it arrives, a module only after the whole document. Here, so that its name says so.
    renderChunk(code, chunk) {
      if (!chunk.facadeModuleId?.endsWith(`/${PREFETCH}`)) return null
      if (chunk.imports.length + chunk.exports.length > 0) this.error(`${PREFETCH} must stand alone`)
      return { code: `${readFileSync('public/theme.js', 'utf8')}\n;(() => {${code}})()\n`, map: null }
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') return
        const [prefetch] = filesOf(bundle, [PREFETCH.replace(/\.ts$/, '')])
        const last = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === REACT_DOM_CHUNK)?.fileName
        if (!last) return this.error(`the build made no file ${REACT_DOM_CHUNK}`)
        const script = bundle[prefetch ?? '']
        if (script?.type === 'chunk') script.code = await inOldestSyntax(script.code)
        const source = String(index.source)
        if (!source.includes(THEME)) this.error(`index.html has no ${THEME}`)
        const told = this.emitFile({ type: 'asset', name: 'unsupported.js', source: readFileSync(SENTENCE, 'utf8') })
        // Before all that it watches.
        const first = `<script>${watchScript()}</script>\n    <script nomodule src="/${this.getFileName(told)}"></script>\n    <script src="/${prefetch}"`
        const html = source.replace(THEME, () => `${first}></script>\n${preloads([last]).trimEnd()}`)
        // Elsewhere more files than a browser asks for at a time are needed first, and fonts wait: the longest would begin late.
        const room = source.replace(THEME, () => `${first} data-last="/${last}"></script>`)
        const fonts = fontLinks(Object.keys(bundle))
        index.source = inHead(html, fonts)
        const names = new Map<string, string>()
        for (const { path, files } of routesOf(readFileSync('src/app/routes.tsx', 'utf8'))) {
          const fileName = `pages/${pageName(path)}`
          const other = names.get(fileName)
          if (other) this.error(`${path} and ${other} would have the same first page`)
          names.set(fileName, path)
          const scripts = filesOf(bundle, files)
          if (scripts.includes(last)) this.error(`${path} imports ${last}: all of it would wait for that`)
          const page = path === ROOM ? withScripts(room, scripts) : inHead(withScripts(html, scripts), fonts)
          this.emitFile({ type: 'asset', fileName, source: page })
        }
      },
    },
  }
}
