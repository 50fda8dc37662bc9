/**
 * Natural English in what people read: turns of phrase that sound translated stay out of the texts of the client. Comments are
 * not looked at.
 */
import { expect, it } from 'vitest'

const FILES = import.meta.glob(['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}', '!./api/generated/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>

/** What is wrong, and what people say instead. */
const TRANSLATED: [pattern: RegExp, better: string][] = [
  [/\bwhoever\b/gi, '“Anyone who …”, “People who …” or “If you …”'],
  [/(?<!nerve to )\bgo(?:es)? on\b/gi, '“continue”, “keep …ing”'],
  [/\b(?:will )?stands? (?:here|there|wide|in (?:its|the)|on (?:a|your))\b/gi, '“appears”, “is shown”'],
  [/\bhow shall\b/gi, '“How should”'],
  [/\b(?:from when on|of now|beside that|by the clock)\b/gi, '“starting when”, “current”, “as well”, “automatic”'],
  [/, for nobody\b/gi, '“for anybody” after a “not”'],
  [/\b(?:is|are) handed in\b/gi, '“is submitted”'],
  [/\bmust lie (?:in|within)\b/gi, '“must be in”'],
  [/(?:'|>)(?:Right are|You write as)\b/g, 'a plain label'],
]

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

function translated(source: string): string[] {
  const text = withoutComments(source).replace(/\s+/g, ' ')
  return TRANSLATED.flatMap(([pattern, better]) =>
    [...text.matchAll(pattern)].map(
      ({ 0: found, index }) => `${text.slice(Math.max(0, index - 30), index + found.length + 30)} (say ${better})`,
    ),
  )
}

it('no text sounds translated', () => {
  expect(Object.keys(FILES).length).toBeGreaterThan(200)
  const found = Object.entries(FILES).flatMap(([path, source]) => translated(source).map((text) => `${path}: ${text}`))
  expect(found).toEqual([])
})

it('finds such a text, also across lines, and not in a comment', () => {
  expect(translated("export const A = 'How shall it count?'\n<p>Whoever\n  comes</p>")).toHaveLength(2)
  expect(
    translated("/** Whoever asks. */\nconst a = 1 // Whoever asks.\n{/* It goes on. */}\n'https://whatever.example'"),
  ).toEqual([])
})
