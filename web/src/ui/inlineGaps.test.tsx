/**
 * Gaps in a line: what stands beside a badge or a number is a word of its own, for readers and in copied text ("Final 169
 * participants", not "Final169 participants"). A margin is seen only.
 */
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Badge } from './Badge'

const FILES = import.meta.glob('../**/*.tsx', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>

/** A piece of a line that is kept apart by a margin alone, without a blank. */
function keptApartByMargin(source: string): string[] {
  const after = [
    ...source.matchAll(/<span className="[^"]*(?<!:)\bm[re]-[\d.]+[^"]*">[^<>]*<\/span>(?! \S|\s*\{' '\})/g),
  ]
  const before = [...source.matchAll(/(.{0,12})\s*<span className="[^"]*(?<!:)\bm[ls]-[\d.]+[^"]*"/g)].filter(
    ([, text = '']) => !/\{' '\}$/.test(text) && !/<\/?[a-z]+[^>]*>$/i.test(text),
  )
  return [...after, ...before].map(([found]) => found)
}

it('a badge is a word of its own in its line', () => {
  const { container } = render(
    <p>
      Board
      <Badge tone="grey">Final</Badge>
      169 participants
    </p>,
  )
  expect(container.textContent).toBe('Board Final 169 participants')
})

it('no piece of a line is kept apart by a margin alone', () => {
  const found = Object.entries(FILES)
    .filter(([path]) => !path.includes('.test.'))
    .flatMap(([path, source]) => keptApartByMargin(source).map((piece) => `${path}: ${piece}`))
  expect(found).toEqual([])
})

it('finds such pieces', () => {
  expect(keptApartByMargin('<span className="num mr-2">{number}</span>\n{words}')).toHaveLength(1)
  expect(keptApartByMargin('{value}\n<span className="ml-1.5">more</span>')).toHaveLength(1)
  expect(keptApartByMargin(`<span className="num mr-2">{number}</span>{' '}\n{words}`)).toEqual([])
  expect(keptApartByMargin('<span className="num mr-2">{number}</span> {words}')).toEqual([])
})
