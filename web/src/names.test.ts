/**
 * File names: none is a bare gerund, which says an act without its object, and none stands for two things. A gerund that is
 * the field's own noun may be added to GERUNDS, a part that every feature has to ROLES.
 */
import { expect, it } from 'vitest'

const GERUNDS = new Set(['billing', 'polling'])
const ROLES = new Set(['api', 'index', 'messages', 'model', 'mutations'])
const FILES = Object.keys(import.meta.glob(['./**/*.{ts,tsx}', '../build/*.ts', '!./api/generated/**']))

/** `room/LiveRoom.end.test.tsx` is `LiveRoom`. */
const baseOf = (file: string) => file.replace(/^.*\//, '').replace(/\..*$/, '')

function gerunds(files: readonly string[]): string[] {
  return files.filter((file) => /^[A-Za-z][a-z]*ing$/.test(baseOf(file)) && !GERUNDS.has(baseOf(file)))
}

/** Files whose name another one has already; a test has that of its subject. */
function repeated(files: readonly string[]): string[] {
  const names = new Set<string>()
  return files.filter((file) => {
    const name = baseOf(file).toLowerCase()
    if (file.includes('.test.') || ROLES.has(name)) return false
    const isTaken = names.has(name)
    names.add(name)
    return isTaken
  })
}

it('no file name is a bare gerund', () => {
  expect(gerunds(FILES)).toEqual([])
})

it('no file name stands for two things', () => {
  expect(repeated(FILES)).toEqual([])
})

it('finds both', () => {
  const wrong = ['./a/keeping.ts', './a/Closing.test.tsx']
  expect(gerunds([...wrong, './a/polling.ts', './a/useOpening.ts', './a/loadingState.ts'])).toEqual(wrong)
  const roles = ['./a/api.ts', './b/api.ts', './b/Badge.test.tsx']
  expect(repeated([...roles, './a/Badge.tsx', './b/badge.ts'])).toEqual(['./b/badge.ts'])
})
