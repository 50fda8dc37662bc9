/** Counts in what people read: the noun after a number follows it, so that nobody reads “1 questions”. */
import { expect, it } from 'vitest'

const FILES = import.meta.glob(['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}', '!./api/generated/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>

const NOUNS =
  'answers|clubs|contests|creations|days|devices|drafts|events|fields|files|hours|images|jobs|marks|members|messages|' +
  'minutes|notifications|options|pages|participants|parts|people|pictures|places|points|polls|purchases|questions|' +
  'ranks|ratings|scores|seconds|sessions|stars|steps|students|times|topics|votes'
/** A value in a text or in JSX, then such a noun. */
const COUNTED = new RegExp(`\\{[\\w.()]+\\} (?!of |and )(?:[a-z]+ )?(?:${NOUNS})\\b(?![=:.])`, 'g')
/** Said for more than one alone. */
const ASKED = /(?:===? '?1\b|> 1\b)[^;]*$/

/** Files in which such places are left, and how many at most. */
const LEFT: Record<string, number> = {
  // Shown only where fewer pages were read than there are.
  './features/contests/components/GenerationNotes.tsx': 1,
  './features/attempts/room/messages.ts': 1,
}

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

function fixedPlurals(source: string): string[] {
  const text = withoutComments(source).replace(/\s+/g, ' ')
  return [...text.matchAll(COUNTED)].flatMap(({ 0: found, index }) =>
    ASKED.test(text.slice(Math.max(0, index - 200), index)) ? [] : [found.trim()],
  )
}

it('no count has a noun that does not follow it', () => {
  expect(Object.keys(FILES).length).toBeGreaterThan(200)
  const found = Object.entries(FILES).flatMap(([path, source]) => {
    const there = fixedPlurals(source)
    return there.length <= (LEFT[path] ?? 0) ? [] : [[path, ...there]]
  })
  expect(found).toEqual([])
})

it('finds such a count in texts and on screens, and none that is asked about', () => {
  expect(fixedPlurals(`\`\${contest.questionCount} questions\``)).toHaveLength(1)
  expect(fixedPlurals('<p>\n  {answered} of {total} questions answered\n</p>')).toHaveLength(1)
  expect(fixedPlurals(`n === 1 ? 'One step' : \`\${n} steps\``)).toEqual([])
})
