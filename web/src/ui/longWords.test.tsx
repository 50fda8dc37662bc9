/** Long words: what somebody wrote without a blank, or a sentence in a badge, stays within a phone that is 320 px wide. */
import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Badge, BadgeButton } from './Badge'
import { Modal } from './Modal'

const FILES = import.meta.glob('../**/*.tsx', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>
const shown = Object.entries(FILES).filter(([path]) => !path.includes('.test.'))

/** Tags of badges that hold their words in one line or one height. */
function rigidBadges(source: string): string[] {
  const tags = source.match(/<\w*Badge(?:Button)?\b[^>]*className="[^"]*"/g) ?? []
  return tags.filter((tag) => /[" ](?:h-\S+|whitespace-nowrap|truncate)[" ]/.test(tag))
}

/** Fields as wide as what stands in them, which do not shrink with their row. */
function rigidFields(source: string): string[] {
  const classes = source.match(/(['"])[^'"\n]*\bfield-sizing-content\b[^'"\n]*\1/g) ?? []
  return classes.filter((names) => !/\bmin-w-0\b/.test(names))
}

it('a badge wraps where its words are too long for their line', () => {
  render(
    <p>
      <Badge tone="amber">Everybody who answered has the marks of a right answer</Badge>
      <BadgeButton tone="amber">Somebody has to look at this once more</BadgeButton>
    </p>,
  )
  const badges = [screen.getByText(/Everybody/), screen.getByRole('button')]
  for (const badge of badges) {
    expect(badge).toHaveClass('max-w-full', 'min-h-6')
    expect(badge.className).not.toMatch(/(^| )(h-\d\S*|whitespace-nowrap)( |$)/)
  }
  expect(shown.flatMap(([path, source]) => rigidBadges(source).map((tag) => `${path}: ${tag}`))).toEqual([])
})

it('a field that is as wide as its text shrinks with its row', () => {
  expect(shown.some(([, source]) => source.includes('field-sizing-content'))).toBe(true)
  expect(shown.flatMap(([path, source]) => rigidFields(source).map((names) => `${path}: ${names}`))).toEqual([])
})

it('the head of a dialog wraps and scrolls, and leaves its close button and what is below where they are', () => {
  const title = 'W'.repeat(200)
  render(
    <Modal open onClose={() => undefined} title={title}>
      <p>Below</p>
    </Modal>,
  )
  const words = screen.getByRole('heading', { name: title })
  expect(words).toHaveClass('wrap-anywhere')
  expect(words.parentElement).toHaveClass('min-w-0', 'flex-1', 'overflow-y-auto')
  expect(words.parentElement?.className).toMatch(/(^| )max-h-\S/)
  expect(screen.getByRole('button', { name: 'Close' })).toHaveClass('shrink-0')
})

/** Headings that keep what somebody wrote in one line without cutting it. */
function rigidHeadings(source: string): string[] {
  const tags = source.match(/<(?:h[1-4]|Name)\b[^>]*className="[^"]*"/g) ?? []
  return tags.filter((tag) =>
    /[" ](?:whitespace-nowrap|whitespace-pre|break-keep|wrap-normal|wrap-break-word)[" ]/.test(tag),
  )
}

it('a word longer than its place is broken, in titles too, and widens nothing around it', () => {
  const body = /\n {2}body \{([^}]*)\}/.exec(readFileSync('src/styles/base.css', 'utf8'))?.[1]
  expect(body).toMatch(/\n\s*overflow-wrap: anywhere;/)
  expect(shown.flatMap(([path, source]) => rigidHeadings(source).map((tag) => `${path}: ${tag}`))).toEqual([])
})

it('finds what does neither', () => {
  expect(rigidBadges('<Badge tone="grey" className="mt-2 whitespace-nowrap">')).toHaveLength(1)
  expect(rigidHeadings('<h2 className="text-xl whitespace-nowrap">')).toHaveLength(1)
  expect(rigidBadges('<Badge tone="grey" className="mt-2">')).toEqual([])
  expect(rigidFields("cx(controlClass, 'field-sizing-content max-h-40')")).toHaveLength(1)
  expect(rigidFields("cx(controlClass, 'field-sizing-content min-w-0')")).toEqual([])
})
