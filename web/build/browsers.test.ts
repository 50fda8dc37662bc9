/** Supported browsers: what the check of the built scripts refuses, and what it lets pass. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { beyond, polyfilledBy, unsupported } from './browsers.ts'

const names = (code: string) => [...beyond(code).keys()]

test.each([
  ['AbortSignal.timeout(5)', 'AbortSignal.timeout'],
  ['AbortSignal.any([a, b])', 'AbortSignal.any'],
  ['if (URL.canParse(x)) go(x)', 'URL.canParse'],
  ['a.signal.throwIfAborted()', '.throwIfAborted()'],
  ['list.toReversed()', '.toReversed()'],
  ['list.with(0, 1)', '.with()'],
  ['new Set(a).union(b)', '.union()'],
  ['Object.groupBy(list, key)', 'Object.groupBy'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['Promise.try(work)', 'Promise.try'],
  ['Array.fromAsync(x)', 'Array.fromAsync'],
  ['map.values().map((x) => x + 1)', '.map() of an iterator'],
  ['"a".isWellFormed()', '.isWellFormed()'],
  ['new CompressionStream("gzip")', 'CompressionStream'],
  ['navigator.userActivation.isActive', 'navigator.userActivation'],
  ['crypto.randomUUID()', 'crypto.randomUUID'],
  ['requestIdleCallback(run)', 'requestIdleCallback'],
  ['/(?<=a)b/.test(x)', 'a look behind in a pattern'],
  ['RegExp(`(?<!a)b`, `g`).test(x)', 'a look behind in a pattern'],
  ["new RegExp('[a--b]', 'v')", 'the flag v of a pattern'],
  ['class A { static { go() } }', 'a static block of a class'],
])('%s is beyond a supported browser', (code, name) => {
  expect(names(code)).toEqual([name])
})

test.each([
  'list.at(-1); list.findLast(Boolean); list.map(f).filter(g)',
  'Object.values(x).map(f); Object.entries(x).flatMap(f)',
  'structuredClone(x); Object.hasOwn(a, b); crypto.getRandomValues(c)',
  'class A { #a = 1; static b = 2; has(x) { return #a in x } } a ??= b?.c',
  'new AbortController().abort(); signal.aborted; log.info(1); router.build(); x.use(y)',
])('%s is what every supported browser has', (code) => {
  expect(names(code)).toEqual([])
})

test('a function that is filled in may be used, another not', () => {
  const filled = polyfilledBy("import 'core-js/actual/array/to-reversed'")
  expect([...beyond('a.toReversed(); a.toSorted()', filled).keys()]).toEqual(['.toSorted()'])
  expect(unsupported([['x.js', 'a.toSorted()']], filled)).toEqual(['x.js uses .toSorted(), which chrome 99 lacks'])
})

test('what is asked for first passes', () => {
  expect(unsupported([['x.js', "'requestIdleCallback' in window && requestIdleCallback(f)"]], new Set())).toEqual([])
})

test('what is filled in is asked for by name, each of them', () => {
  const source = readFileSync('src/app/loadPolyfills.ts', 'utf8')
  for (const name of polyfilledBy(readFileSync('src/app/polyfills.ts', 'utf8'))) expect(source).toContain(`'${name}'`)
})
