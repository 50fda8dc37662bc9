/**
 * Browsers that Quad supports, and the check that no built script calls a function which one of them lacks: our own code and
 * the libraries' alike, by the data of MDN. A use behind a question of its own ("is it there?") stands in ASKED_FOR with the
 * reason; a function that src/app/polyfills.ts brings from core-js may be used. Read it with docs/decisions/022-supported-browsers.md.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import data from '@mdn/browser-compat-data' with { type: 'json' }
import { type Node, parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import type { Plugin } from 'vite'

/** For the build: what syntax the scripts and the styles may use. Samsung Internet 18 is Chrome 99. */
export const TARGET = ['chrome99', 'edge99', 'firefox115', 'safari15.4', 'ios15.4']

/** The same as the data names them. */
export const OLDEST = {
  chrome: 99,
  chrome_android: 99,
  edge: 99,
  samsunginternet_android: 18,
  firefox: 115,
  firefox_android: 115,
  safari: 15.4,
  safari_ios: 15.4,
} as const

type Statement = { version_added?: string | false | null; flags?: unknown; alternative_name?: string; prefix?: string }
type Entry = { __compat?: { support: Record<string, Statement | Statement[] | undefined> } }
type Members = Record<string, Entry | undefined>

const api = data.api as unknown as Record<string, Members | undefined>
const builtins = data.javascript.builtins as unknown as Record<string, Members | undefined>

/** The first supported browser that lacks it. */
export function lacking(entry: Entry | undefined): string | undefined {
  const support = entry?.__compat?.support
  if (!support) return undefined
  const has = (one: Statement, version: number) =>
    typeof one.version_added === 'string' &&
    !one.flags &&
    !one.prefix &&
    !one.alternative_name &&
    Number.parseFloat(one.version_added.replace('≤', '')) <= version
  for (const [browser, version] of Object.entries(OLDEST)) {
    const said = support[browser]
    if (said && ![said].flat().some((one) => has(one, version))) return `${browser} ${version}`
  }
  return undefined
}

/** Objects everybody has a name for, and what they are. */
const INSTANCES: Record<string, string> = {
  navigator: 'Navigator',
  document: 'Document',
  crypto: 'Crypto',
  performance: 'Performance',
  history: 'History',
  location: 'Location',
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
}

/** Of a method whose object cannot be told: looked at where one of these may be meant. */
const COMMON = new Set([
  ...['Array', 'ArrayBuffer', 'Date', 'Error', 'Map', 'Number', 'Object', 'Promise', 'RegExp', 'Set', 'String'],
  ...['TypedArray', 'Uint8Array', 'WeakMap', 'WeakSet'],
  ...['AbortController', 'AbortSignal', 'Blob', 'Document', 'Element', 'HTMLElement', 'HTMLDialogElement', 'Headers'],
  ...['HTMLInputElement', 'Node', 'ReadableStream', 'Request', 'Response', 'URL', 'URLSearchParams'],
])

/** Who has a method of this name. */
const owners = new Map<string, Entry[]>()
const watched = new Set<string>()
for (const [name, object] of [...Object.entries(api), ...Object.entries(builtins)]) {
  for (const [member, entry] of Object.entries(object ?? {})) {
    if (member === '__compat' || member === name || member.endsWith('_static') || !entry?.__compat) continue
    if (COMMON.has(name)) watched.add(member)
    const known = owners.get(member)
    if (known) known.push(entry)
    else owners.set(member, [entry])
  }
}

/** What gives an iterator, which has methods of its own only in the newest. */
const ITERATORS = new Set(['entries', 'keys', 'matchAll', 'values'])
const ITERATOR_METHODS = new Set(Object.keys(builtins.Iterator ?? {}))

/** Not there on plain http, where a campus may well run. */
const ONLY_ON_HTTPS = new Set(['crypto.randomUUID'])

/** Asked for before they are used, or only used where they are: each with where. */
export const ASKED_FOR: Record<string, string> = {
  Notification: 'features/notify and features/attempts/reminders: pushed messages are offered where they are',
  'Notification.permission': 'the same',
  'Notification.requestPermission': 'the same',
  'navigator.permissions': 'features/notify/hooks/usePush.ts: `?.`',
  'navigator.share': 'ui/ShareButton.tsx: copies the address where it is not',
  'navigator.canShare': 'features/attempts/components/ResultPictureDialog.tsx: a picture is shared where it is',
  ClipboardItem: 'the same: a picture is copied where it is',
  'navigator.connection': 'TanStack Query and React ask',
  'document.startViewTransition': 'TanStack Router asks',
  '.startViewTransition()': 'React asks',
  '.checkVisibility()': 'Base UI asks',
  requestIdleCallback: 'lib/whenIdle.ts asks',
  'Intl.Segmenter': 'lib/cutText.ts asks',
}

/** `core-js/actual/array/to-reversed` is `toReversed`. */
export function polyfilledBy(source: string): Set<string> {
  const names = [...source.matchAll(/'core-js\/actual\/[\w-]+\/([\w-]+)'/g)].map(([, name = '']) => name)
  return new Set(names.map((name) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())))
}

type Member = Node & { object: Node & { name?: string }; property: Node & { name?: string }; computed: boolean }

/** What a script uses that a supported browser lacks: `AbortSignal.timeout`, with who lacks it. */
export function beyond(code: string, filled: ReadonlySet<string> = new Set()): Map<string, string> {
  const found = new Map<string, string>()
  const note = (name: string, entry: Entry | undefined) => {
    const who = lacking(entry)
    if (who) found.set(name, who)
  }
  fullAncestor(
    parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }),
    (node, _, ancestors) => {
      const around = ancestors.at(-2)
      if (node.type === 'StaticBlock') found.set('a static block of a class', 'safari 15.4')
      const regex = patternOf(node)
      if (regex) {
        const { pattern, flags } = regex
        if (/\(\?<[=!]/.test(pattern)) found.set('a look behind in a pattern', 'safari 15.4')
        if (flags.includes('v')) found.set('the flag v of a pattern', 'chrome 99')
      }
      const called = around && 'callee' in around && around.callee === node
      if (node.type === 'Identifier' && called) {
        const { name } = node as Node & { name: string }
        note(name, (api[name] ?? builtins[name] ?? api.Window?.[name]) as Entry | undefined)
      }
      if (node.type !== 'MemberExpression') return
      const { object, property, computed } = node as Member
      if (computed || !property.name || filled.has(property.name)) return
      const holder = object.type === 'Identifier' ? (object.name ?? '') : ''
      const full = `${holder}.${property.name}`
      if (ONLY_ON_HTTPS.has(full)) found.set(full, 'every page on plain http')
      const instance = INSTANCES[holder]
      const fixed = instance
        ? api[instance]?.[property.name]
        : (api[holder]?.[`${property.name}_static`] ?? builtins[holder]?.[property.name])
      if (fixed) return note(full, fixed)
      if (!called || holder in api || holder in builtins) return
      if (ITERATOR_METHODS.has(property.name) && givesIterator(object)) {
        return note(`.${property.name}() of an iterator`, builtins.Iterator?.[property.name])
      }
      // Whose method it is cannot be told: it counts when nobody's is old enough.
      const possible = watched.has(property.name) ? (owners.get(property.name) ?? []) : []
      if (possible.length > 0 && possible.every(lacking)) note(`.${property.name}()`, possible[0])
    },
  )
  return found
}

type Pattern = { pattern: string; flags: string }

/** Of `/a/g`, and of `RegExp('a', 'g')`, which the build makes of a literal that a supported browser could not read. */
function patternOf(node: Node): Pattern | undefined {
  if (node.type === 'Literal' && 'regex' in node) return node.regex as Pattern
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
  const made = node as Node & { callee: Node & { name?: string }; arguments: Node[] }
  if (made.callee.name !== 'RegExp') return undefined
  const [pattern = '', flags = ''] = made.arguments.map(written)
  return { pattern, flags }
}

/** What stands in a string or in the fixed parts of a template. */
function written(node: Node): string {
  const { value, quasis } = node as Node & { value?: unknown; quasis?: { value: { cooked: string } }[] }
  if (quasis) return quasis.map((one) => one.value.cooked).join('')
  return typeof value === 'string' ? value : ''
}

/** `….values()` and the like; those of Object give a list. */
function givesIterator(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const { callee } = node as Node & { callee: Member }
  if (callee.type !== 'MemberExpression' || callee.computed) return false
  return ITERATORS.has(callee.property.name ?? '') && callee.object.name !== 'Object'
}

/** The reader of PDF files brings its own polyfills (its "legacy" build), and nobody needs it for a contest. */
const WITH_ITS_OWN = /^pdf(?:Text|Worker)/

/** What is wrong with these scripts, by their names. */
export function unsupported(scripts: Iterable<[name: string, code: string]>, filled: ReadonlySet<string>): string[] {
  const wrong: string[] = []
  for (const [file, code] of scripts) {
    if (WITH_ITS_OWN.test(file)) continue
    for (const [name, who] of beyond(code, filled)) {
      if (!ASKED_FOR[name]) wrong.push(`${file} uses ${name}, which ${who} lacks`)
    }
  }
  return wrong
}

/** Part of the second build, when every script is there. */
export function onlySupported(folder: string): Plugin {
  return {
    name: 'quad-only-supported',
    apply: 'build',
    generateBundle(_options, bundle) {
      const names = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
      const scripts = names.map((name): [string, string] => [name, readFileSync(join(folder, 'assets', name), 'utf8')])
      for (const one of Object.values(bundle)) if (one.type === 'chunk') scripts.push([one.fileName, one.code])
      const wrong = unsupported(scripts, polyfilledBy(readFileSync('src/app/polyfills.ts', 'utf8')))
      if (wrong.length > 0)
        this.error(`beyond the supported browsers (web/build/browsers.ts):\n  ${wrong.join('\n  ')}`)
    },
  }
}
