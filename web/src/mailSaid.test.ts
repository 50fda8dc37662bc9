/** Mail in what people read: a sentence that promises a mail is said only where the site sends any. */
import { expect, it } from 'vitest'

const FILES = import.meta.glob(['./**/*essages.ts', '!./api/generated/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>

const PROMISE =
  /\b(by mail|gets? a mail|(?:is|are) mailed|mailed to its owner|a mail tells|we mail|in the mail and)\b/gi
/** A question about mail, in the same statement. */
const ASKED = /\bmail\b\)?\s*(?:\?|\))/

/** Said where the component has asked. */
const ASKED_ELSEWHERE = ['Everybody whose score or rank changes gets a mail with the reason.']

function promises(source: string): string[] {
  return source
    .split(/\n(?=export |\n)/)
    .filter((statement) => !ASKED_ELSEWHERE.some((known) => statement.includes(known)))
    .flatMap((statement) => (ASKED.test(statement) ? [] : [...statement.matchAll(PROMISE)].map(([found]) => found)))
}

it('no sentence promises a mail where none may be sent', () => {
  expect(Object.keys(FILES).length).toBeGreaterThan(20)
  const found = Object.entries(FILES).flatMap(([path, source]) => {
    const there = promises(source)
    return there.length === 0 ? [] : [[path, ...there]]
  })
  expect(found).toEqual([])
})

it('finds a promise, and none that is asked about', () => {
  expect(promises("export const HINT = 'The person is mailed a code.'")).toEqual(['is mailed'])
  expect(
    promises("export const hint = (mail: boolean) => (mail ? 'The person is mailed a code.' : 'No mail.')"),
  ).toEqual([])
})
