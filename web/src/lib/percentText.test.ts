/** Percent in text: one style, and no text that writes it by hand in another. */
import { expect, it } from 'vitest'
import { percentText } from './percentText'

const FILES = import.meta.glob(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../api/generated/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>

/** A number, or what stands for one in a text, with a blank before the sign; a remainder has an operand behind it. */
const SPACED = /\}\s+%|\d\s+%(?!\s*[\w(])|\d\s+% (?:of|is|are)\b/g

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
const spaced = (source: string) => withoutComments(source).match(SPACED) ?? []

it('has no blank', () => {
  expect([0, 7, 78, 100].map(percentText)).toEqual(['0%', '7%', '78%', '100%'])
})

it('has none anywhere else', () => {
  expect(Object.keys(FILES).length).toBeGreaterThan(200)
  expect(Object.entries(FILES).flatMap(([path, source]) => spaced(source).map((text) => `${path}: ${text}`))).toEqual(
    [],
  )
})

it('finds one that has', () => {
  expect(spaced("['About 6 %', '7 % of all']\n<b>{share} % of all</b>, {share} %")).toHaveLength(4)
  expect(spaced('const a = (total % 7) + 9 % size // 7 %')).toEqual([])
})
