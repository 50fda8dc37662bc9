/**
 * Keyboard focus in every supported browser: none of its styles stands on `:has()`, which Chrome before 105 and Firefox before
 * 121 lack, and a field that cannot be seen, or has no outline of its own, has a FocusFrame (or its like) behind it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FILES = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile() && /(?<!\.test)\.(?:tsx?|css)$/.test(one.name) && !one.parentPath.includes('generated'))
  .map((one): [path: string, text: string] => {
    const path = join(one.parentPath, one.name)
    return [path, readFileSync(path, 'utf8')]
  })

/** `has-focus-visible:…`, `group-has-[:focus]:…`, `:has(:focus-visible)`. */
const BY_HAS = /(?<![\w-])(?:[\w-]+-)?has-[^\s'"`]*focus|:has\((?:[^(){};]|\([^()]*\))*:focus/g
/** A field, up to the end of its tag, or what the library of files gives its field. */
const FIELD = /<input\b[\s\S]*?\/>/g
const UNSEEN = /(?<![\w:-])(?:sr-only|outline-none|outline-hidden)(?![\w-])/
const PEER = /(?<![\w:-])peer(?![\w-])/
const FRAME = /^\s*<FocusFrame\b|^[\s\S]{0,300}\bpeer-focus-visible:/

function byHas(text: string): string[] {
  return text.match(BY_HAS) ?? []
}

/** Fields whose focus nobody sees; what the keyboard does not come to has none. */
function unseen(text: string): string[] {
  const isShown = (field: string, after: string) => PEER.test(field) && FRAME.test(after)
  return [...text.matchAll(FIELD)]
    .filter(([field]) => UNSEEN.test(field) && !field.includes('tabIndex={-1}'))
    .filter(({ 0: field, index }) => !isShown(field, text.slice(index + field.length)))
    .map(([field]) => field)
}

it('stands on no selector that a supported browser lacks', () => {
  expect(FILES.length).toBeGreaterThan(300)
  expect(FILES.flatMap(([path, text]) => byHas(text).map((found) => `${path} ${found}`))).toEqual([])
})

it('is shown beside each field that shows none itself', () => {
  expect(FILES.flatMap(([path, text]) => unseen(text).map((found) => `${path} ${found}`))).toEqual([])
})

it('finds both', () => {
  const wrong = ['has-focus-visible:outline-2', 'has-[:focus-visible]:ring', 'group-has-focus:block', 'p:has(:focus) {']
  for (const one of wrong) expect(byHas(`"a ${one}"`), one).toHaveLength(1)
  for (const one of ['has-checked:border', 'peer-focus-visible:ring', 'body:has(.a) b:focus']) {
    expect(byHas(`"a ${one}"`), one).toEqual([])
  }
  const radio = (name: string, after: string) =>
    unseen(`<label><input type="radio" className="${name}" /> ${after}</label>`)
  expect(radio('sr-only', '<FocusFrame />')).toHaveLength(1)
  expect(radio('peer sr-only', '<b>a</b>')).toHaveLength(1)
  expect(radio('peer outline-none', 'a')).toHaveLength(1)
  expect(radio('peer sr-only', '<FocusFrame />')).toEqual([])
  expect(radio('size-5', 'a')).toEqual([])
})
