/** Accessible names: what is pressed is called by what it shows, first of all, so that whoever speaks to the browser can say what is read. */
import { expect, it } from 'vitest'

const PAGES = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** Names that a sentence or a variable gives: what they begin with. Tools show a drawing. */
const BEGINS_ELSEWHERE: Record<string, string> = {
  '{label} on {children}': 'ui/EnlargedPicture.tsx: drawings',
  '{messages.copyOf(label)} on {messages.COPY}': 'features/events/calendarMessages.ts: the word and what of',
  '{messages.openOf(label)} on {messages.OPEN_IN_CALENDAR}':
    'features/events/calendarMessages.ts: the words and what of',
  '{name} on {word}': 'features/payments/components/PlanCard.tsx: the word and the plan',
  '{SAVE_QR_SVG.name} on {SAVE_QR_SVG.label}': 'features/contests/messages.ts: one begins with the other',
  '{removePictureOf(of)} on {REMOVE_PICTURE}': 'features/contests/messages.ts: the word and of what',
}

/** A text with its names alone in braces: without elements, conditions and calls. */
function namesOf(source: string): string {
  let text = ''
  let depth = 0
  let inside = ''
  for (const letter of source) {
    if (letter === '}') {
      depth -= 1
      if (depth === 0 && /^[\w.]+(?: [+-] \d+)?$/.test(inside.trim())) text += `{${inside.trim()}}`
    }
    if (depth > 0) inside += letter
    if (letter === '{') {
      if (depth === 0) inside = ''
      depth += 1
    } else if (depth === 0 && letter !== '}') text += letter
  }
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What is pressed, has a name of its own and shows something else first: `name on what is shown`. */
function otherNames(source: string): string[] {
  const found: string[] = []
  const pressed =
    /<(Link|a|button|Button|summary)\b((?:[^<>{}]|=>|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*?)(?<!\/)>([\s\S]*?)<\/\1>/g
  for (const [, , attributes = '', inside = ''] of source.matchAll(pressed)) {
    const [, words, code] = /aria-label=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/.exec(attributes) ?? []
    if (words === undefined && code === undefined) continue
    const name = words ?? (code?.startsWith('`') ? code.slice(1, -1).replaceAll('${', '{') : `{${code}}`)
    const shown = namesOf(inside)
    if (shown !== '' && !name.startsWith(shown)) found.push(`${name} on ${shown}`)
  }
  return found
}

it('begin with what is shown', () => {
  const inside = '\n  <b>{at > 1 ? <i /> : null}</b> <span>{name}</span>\n'
  const last = `<Link aria-label={\`All galleries, the last of \${name}\`}>${inside}</Link>`
  expect(otherNames(last)).toEqual(['All galleries, the last of {name} on {name}'])
  const first = `<Link aria-label={\`\${name}: all galleries\`}>${inside}</Link>`
  expect(otherNames(first)).toEqual([])
  const other = Object.entries(PAGES)
    .filter(([file]) => !file.includes('.test.'))
    .flatMap(([file, source]) => otherNames(source).map((name) => ({ file, name })))
  // A number among others begins with what it is.
  const isNumbered = (name: string) => /^(?:Question|Go to question|\{QUESTIONS\}:) /.test(name)
  expect(other.filter(({ name }) => !(name in BEGINS_ELSEWHERE) && !isNumbered(name))).toEqual([])
  expect(Object.keys(BEGINS_ELSEWHERE).filter((name) => !other.some((one) => one.name === name))).toEqual([])
})
