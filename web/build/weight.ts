/**
 * Weight of the first visit of each route: the entry, the route's own files and all they import, compressed as they
 * are sent: with Brotli, and with gzip, because no browser asks for Brotli on plain http. Each route has a budget in
 * budgets.json; a build that is over one, or a route without one, fails.
 * Not counted: what the page fetches later (dialogs, menus, pictures, data).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Manifest, Plugin } from 'vite'
import { REACT_DOM_CHUNK } from './chunks.ts'
import { type Route, routesOf } from './routeTable.ts'

/** Bytes. `fonts` is what every page asks for. */
export type Weight = { js: number; css: number; fonts: number }
/**
 * In kilobytes of 1000 bytes, per path, as Brotli; the fonts are the same for all. `gzip` is how many times that may come
 * where Brotli is not asked for.
 */
export type Budgets = {
  fonts: number
  gzip: { js: number; css: number }
  routes: Record<string, { js: number; css: number }>
}

/** Everything the given files and the entries load statically. */
export function chunksOf(manifest: Manifest, files: string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key) || !manifest[key]) return
    seen.add(key)
    for (const next of manifest[key].imports ?? []) visit(next)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key)
  for (const file of files) visit(keyOf(manifest, file))
  return seen
}

/** The manifest's key of a source file, with its ending; one that others import as well has the name of its chunk. */
export function keyOf(manifest: Manifest, file: string): string {
  const shared = Object.keys(manifest).filter((one) => one.startsWith('_') && file.endsWith(`/${manifest[one]?.name}`))
  const key = [file, `${file}.tsx`, `${file}.ts`, ...shared].find((one) => manifest[one])
  if (!key) throw new Error(`the build made no file of ${file}`)
  return key
}

export function weigh(manifest: Manifest, files: string[], sizeOf: (file: string) => number): Weight {
  const chunks = [...chunksOf(manifest, files)].flatMap((key) => manifest[key] ?? [])
  const sum = (names: Iterable<string>) => [...new Set(names)].reduce((all, name) => all + sizeOf(name), 0)
  const assets = chunks.flatMap((chunk) => chunk.assets ?? [])
  return {
    js: sum(chunks.map((chunk) => chunk.file)),
    css: sum(chunks.flatMap((chunk) => chunk.css ?? [])),
    // The rupee sign is fetched where there is one.
    fonts: sum(assets.filter((name) => name.endsWith('.woff2') && !name.includes('rupee'))),
  }
}

/** What is wrong: too heavy, without a budget, a budget without a route. Nothing: an empty list. */
export function complaints(weights: Map<string, Weight>, gzipped: Map<string, Weight>, budgets: Budgets): string[] {
  const wrong: string[] = []
  const times = (kilobytes: number, factor: number) => Math.round(kilobytes * factor * 10) / 10
  const over = (what: string, bytes: number, kilobytes: number) => {
    if (bytes > kilobytes * 1000) wrong.push(`${what}: ${(bytes / 1000).toFixed(1)} KB, budget ${kilobytes} KB`)
  }
  for (const [path, weight] of weights) {
    const budget = budgets.routes[path]
    if (!budget) {
      wrong.push(`${path} has no budget`)
      continue
    }
    over(`${path} scripts`, weight.js, budget.js)
    over(`${path} styles`, weight.css, budget.css)
    over(`${path} fonts`, weight.fonts, budgets.fonts)
    const plain = gzipped.get(path)
    over(`${path} scripts on plain http`, plain?.js ?? 0, times(budget.js, budgets.gzip.js))
    over(`${path} styles on plain http`, plain?.css ?? 0, times(budget.css, budgets.gzip.css))
  }
  for (const path of Object.keys(budgets.routes)) {
    if (!weights.has(path)) wrong.push(`there is no route ${path} any more`)
  }
  return wrong
}

type Packed = (bytes: Buffer) => Buffer

/** Packed as compressed() in plugins.ts writes it; fonts are compressed already. */
export function sentSize(folder: string, packed: Packed): (file: string) => number {
  const known = new Map<string, number>()
  return (file) => {
    const held = known.get(file)
    if (held !== undefined) return held
    const bytes = readFileSync(join(folder, file))
    const size = file.endsWith('.woff2') ? bytes.length : packed(bytes).length
    known.set(file, size)
    return size
  }
}

export function brotli(bytes: Buffer): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotliCompressSync(bytes, { params })
}

export function gzip(bytes: Buffer): Buffer {
  return gzipSync(bytes, { level: 9 })
}

/** Weighs a finished build; `dist/build-list.json` must still be there. */
export function weighAll(folder: string, list: string, routes: Route[], packed: Packed): Map<string, Weight> {
  const manifest = JSON.parse(readFileSync(join(folder, list), 'utf8')) as Manifest
  const size = sentSize(folder, packed)
  return new Map(routes.map(({ path, files }) => [path, weigh(manifest, [...files, `/${REACT_DOM_CHUNK}`], size)]))
}

/** The table as people read it, heaviest first. */
export function table(weights: Map<string, Weight>, gzipped: Map<string, Weight>, budgets: Budgets): string {
  const kb = (bytes: number) => (bytes / 1000).toFixed(1)
  const rows = [...weights].sort(([, a], [, b]) => b.js - a.js)
  return rows
    .map(([path, { js, css }]) => {
      const budget = budgets.routes[path]
      return `${path.padEnd(28)} ${kb(js).padStart(7)} of ${budget?.js ?? '–'} KB scripts, ${kb(css)} of ${budget?.css ?? '–'} KB styles; ${kb(gzipped.get(path)?.js ?? 0)} and ${kb(gzipped.get(path)?.css ?? 0)} KB as gzip`
    })
    .join('\n')
}

/** Part of the second build, when everything is there and the list not yet removed. */
export function budgetsHold(folder: string, list: string): Plugin {
  return {
    name: 'quad-budgets',
    apply: 'build',
    generateBundle() {
      const budgets = JSON.parse(readFileSync('build/budgets.json', 'utf8')) as Budgets
      const routes = routesOf(readFileSync('src/app/routes.tsx', 'utf8'))
      const weights = weighAll(folder, list, routes, brotli)
      const gzipped = weighAll(folder, list, routes, gzip)
      if (process.env.QUAD_WEIGHTS) process.stdout.write(`${table(weights, gzipped, budgets)}\n`)
      const wrong = complaints(weights, gzipped, budgets)
      if (wrong.length > 0) {
        this.error(`the first load is over its budget (web/build/budgets.json):\n  ${wrong.join('\n  ')}`)
      }
    },
  }
}
