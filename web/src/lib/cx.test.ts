/** Class names (cx): the own table of classes against tailwind-merge's, for every class the sources name. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { cx, subjectOf } from './cx'

// No pair comes twice.
const merge = extendTailwindMerge({
  cacheSize: 0,
  extend: { theme: { radius: ['card', 'control'], shadow: ['float'] } },
})

/** Every word in a text of the sources that tailwind-merge takes for a class: only of those it drops the second. */
function classesOfTheSources(): string[] {
  const files = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /(?<!\.test)\.tsx?$/.test(one.name) && !one.parentPath.includes('generated'))
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))
  const words = new Set(files.flatMap((text) => text.split(/[\s"'`]+/)))
  return [...words].filter((word) => word !== '' && merge(`${word} ${word}`) === word)
}

const CLASSES = classesOfTheSources()

/** Without the conditions in front. */
const plain = (name: string) => name.replace(/^(?:(?:\[[^\]]*\]|[^[\]:])*:)+(?![^[]*\])/, '')

test('of any two classes of the sources the same are left', () => {
  expect(CLASSES.length).toBeGreaterThan(900)
  const bases = [...new Set(CLASSES.map(plain))]
  // One of each subject against all: whoever is counted to the wrong one is at odds with it, or not at odds with its own.
  const subjects = [...new Map(bases.map((name) => [subjectOf(name), name])).values()]
  const apart = bases.flatMap((one) =>
    subjects.flatMap((other) => [`${one} ${other}`, `${other} ${one}`]).filter((pair) => cx(pair) !== merge(pair)),
  )
  expect(apart).toEqual([])
})

test('conditions and importance keep classes apart, as there', () => {
  const apart = CLASSES.flatMap((name) => {
    const base = plain(name)
    return [`${name} ${base}`, `${base} ${name}`, `${name} ${name}`].filter((pair) => cx(pair) !== merge(pair))
  })
  expect(apart).toEqual([])
})

test('a caller adjusts a piece', () => {
  expect(cx('grid h-11 px-4.5 text-sm', 'h-9', false, undefined, 'flex px-3 text-muted')).toBe(
    'text-sm h-9 flex px-3 text-muted',
  )
  expect(cx('pt-2 pl-1 md:p-3', 'p-4')).toBe('md:p-3 p-4')
})
