/** What a route's first page names, and which file a module goes into. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'acorn'
import { expect, test } from 'vitest'
import { closureOf, iconsOf } from './chunks.ts'
import { filesOf, inOldestSyntax, watchScript, withScripts } from './firstPages.ts'
import { fontLinks } from './fonts.ts'

const chunk = (fileName: string, imports: string[], facadeModuleId: string | null = null) =>
  ({ type: 'chunk', fileName, imports, facadeModuleId }) as unknown as Parameters<typeof filesOf>[0][string]

const BUNDLE = {
  'assets/vendor.js': chunk('assets/vendor.js', []),
  'assets/app.js': chunk('assets/app.js', ['assets/vendor.js']),
  'assets/room.js': chunk('assets/room.js', ['assets/app.js']),
  'assets/take.js': chunk('assets/take.js', ['assets/app.js', 'assets/room.js'], '/x/src/features/TakePage.tsx'),
}

test('a page names its own scripts and theirs, each once, but not what the document names already', () => {
  const files = filesOf(BUNDLE, ['src/features/TakePage'])
  expect(files).toEqual(['assets/take.js', 'assets/app.js', 'assets/vendor.js', 'assets/room.js'])
  const html = '<head>\n    <script src="/assets/app.js"></script>\n  </head>'
  expect(withScripts(html, files).match(/href="([^"]+)"/g)).toEqual([
    'href="/assets/take.js"',
    'href="/assets/vendor.js"',
    'href="/assets/room.js"',
  ])
})

test('the server’s policy names the script that stands in each document, in a syntax that every browser reads', () => {
  const script = watchScript()
  parse(script, { ecmaVersion: 5 })
  expect(script).not.toMatch(/<\/?script|<!--/i)
  const policy = readFileSync('../crates/http/src/middleware.rs', 'utf8')
  expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
})

test('a page the build did not make is an error', () => {
  expect(() => filesOf(BUNDLE, ['src/features/OtherPage'])).toThrow('src/features/OtherPage')
})

test('the two families are linked, the rupee sign is not', () => {
  const links = fontLinks(['assets/inter-1.woff2', 'assets/inter-rupee-2.woff2', 'assets/app.css'])
  expect(links.match(/href="[^"]+"/g)).toEqual(['href="/assets/inter-1.woff2"'])
})

test('a closure is everything imported, circles included', () => {
  const graph: Record<string, string[]> = { a: ['b'], b: ['c', 'a'], c: [], d: ['a'] }
  const info = (id: string) => ({ importedIds: graph[id] ?? [], code: null })
  expect([...closureOf('a', info)]).toEqual(['a', 'b', 'c'])
})

test('of the icons a closure has those that are named in it', () => {
  const list = '/node_modules/lucide-react/dist/esm/lucide-react.mjs'
  const graph: Record<string, { importedIds: string[]; code: string }> = {
    page: { importedIds: [list], code: "import { CircleHelp as Help, X } from 'lucide-react'" },
    [list]: {
      importedIds: ['every', 'one'],
      code: [
        "export { default as CircleHelp, default as CircleHelpIcon } from './icons/circle-question-mark.mjs';",
        "export { default as X, default as XIcon } from './icons/x.mjs';",
      ].join('\n'),
    },
  }
  const icons = ['circle-question-mark', 'x'].map((name) => list.replace('lucide-react.mjs', `icons/${name}.mjs`))
  expect([...closureOf('page', (id) => graph[id] ?? null)]).toEqual(['page', ...icons])
  expect(() => iconsOf("import { Y } from 'lucide-react'", graph[list]?.code ?? '', list)).toThrow('Y')
})

test('the sentence for browsers that are too old is in the oldest syntax', () => {
  expect(() => parse(readFileSync('src/unsupported.js', 'utf8'), { ecmaVersion: 5 })).not.toThrow()
})

test('the first script is in a syntax that every browser with modules reads', async () => {
  const code = await inOldestSyntax('(() => { try { a?.b ?? c } catch { d ||= 1 } })()')
  expect(() => parse(code, { ecmaVersion: 2015 })).not.toThrow()
})
