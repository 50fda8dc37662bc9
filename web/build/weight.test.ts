/** Weight of the first load, its checker: what it counts, and that it complains. */
import { readFileSync } from 'node:fs'
import type { Manifest } from 'vite'
import { expect, test } from 'vitest'
import { routesOf } from './routeTable.ts'
import { type Budgets, complaints, weigh } from './weight.ts'

const MANIFEST: Manifest = {
  'index.html': {
    file: 'index.js',
    isEntry: true,
    imports: ['_vendor.js'],
    css: ['index.css'],
    assets: ['inter.woff2'],
  },
  '_vendor.js': { file: 'vendor.js' },
  '_time.js': { file: 'time.js', imports: ['_vendor.js'] },
  'src/APage.tsx': { file: 'a.js', imports: ['_time.js'], dynamicImports: ['src/Dialog.tsx'], css: ['a.css'] },
  'src/BPage.tsx': { file: 'b.js' },
  'src/Dialog.tsx': { file: 'dialog.js' },
}
const GZIP = { js: 1.2, css: 1.3 }
const SIZES: Record<string, number> = {
  'index.js': 30_000,
  'vendor.js': 90_000,
  'time.js': 1000,
  'a.js': 5000,
  'b.js': 700,
  'dialog.js': 50_000,
  'index.css': 12_000,
  'a.css': 300,
  'inter.woff2': 22_000,
}
const size = (file: string) => SIZES[file] ?? 0

test('a first load is the entry, the page and what they import, each once; not what comes later', () => {
  expect(weigh(MANIFEST, ['src/APage'], size)).toEqual({ js: 126_000, css: 12_300, fonts: 22_000 })
  expect(weigh(MANIFEST, ['src/BPage'], size)).toEqual({ js: 120_700, css: 12_000, fonts: 22_000 })
})

test('a page the build did not make is an error', () => {
  expect(() => weigh(MANIFEST, ['src/CPage'], size)).toThrow('src/CPage')
})

test('too heavy, without a budget and without a route are told', () => {
  const weights = new Map([
    ['/a', { js: 126_000, css: 12_300, fonts: 22_000 }],
    ['/b', { js: 120_700, css: 12_000, fonts: 22_000 }],
  ])
  const fits: Budgets = { fonts: 22, gzip: GZIP, routes: { '/a': { js: 126, css: 13 }, '/b': { js: 121, css: 12 } } }
  expect(complaints(weights, weights, fits)).toEqual([])
  const wrong: Budgets = { fonts: 21, gzip: GZIP, routes: { '/a': { js: 125.9, css: 13 }, '/gone': { js: 1, css: 1 } } }
  expect(complaints(weights, weights, wrong)).toEqual([
    '/a scripts: 126.0 KB, budget 125.9 KB',
    '/a fonts: 22.0 KB, budget 21 KB',
    '/b has no budget',
    'there is no route /gone any more',
  ])
})

test('what plain http sends has a budget too', () => {
  const weights = new Map([['/a', { js: 100_000, css: 10_000, fonts: 22_000 }]])
  const gzipped = new Map([['/a', { js: 120_100, css: 13_100, fonts: 22_000 }]])
  const budgets: Budgets = { fonts: 22, gzip: GZIP, routes: { '/a': { js: 100, css: 10 } } }
  expect(complaints(weights, gzipped, budgets)).toEqual([
    '/a scripts on plain http: 120.1 KB, budget 120 KB',
    '/a styles on plain http: 13.1 KB, budget 13 KB',
  ])
})

test('every route has a budget, and the contest screen the tightest promise', () => {
  const budgets = JSON.parse(readFileSync('build/budgets.json', 'utf8')) as Budgets
  const paths = routesOf(readFileSync('src/app/routes.tsx', 'utf8')).map(({ path }) => path)
  expect(Object.keys(budgets.routes).sort()).toEqual(paths.sort())
  expect(budgets.routes['/ContestQuestion']?.js).toBeLessThanOrEqual(171)
})
