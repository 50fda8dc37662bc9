/** Maths in texts, by the table that the server's half reads as well: which parts are drawn, and what stays text or code. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inlineParts, textParts } from './codeBlocks'
import { mathsOf, mayHoldMaths } from './maths'
import { asItStands, masked, unmasked } from './mathsMask'

type Told = [kind: string, text: string]
type Row = { text: string; pieces: Told[] }
const TABLE = JSON.parse(readFileSync('../crates/maths/tests/it/texts.json', 'utf8')) as Row[]
const DOLLARS: Record<string, string> = { M: '$', D: '$$' }
const named = ({ pieces }: Row) =>
  pieces.flatMap(([kind, text]) => (DOLLARS[kind] ? [`${DOLLARS[kind]}${text}${DOLLARS[kind]}`] : []))
/** What is drawn for the whole table: a page has the formulas of all its questions. */
const MATHS = Object.fromEntries([...TABLE.flatMap(named), '\\$'].map((name) => [name, ['math']]))

/** `T` text, `C` code, `B` a block of code, `M` and `D` maths; texts without the blanks at their ends. */
function told(text: string): Told[] {
  const { text: shown, sources } = masked(text, MATHS)
  const all = textParts(shown).flatMap((part): Told[] => {
    if (part.kind === 'code') return [['B', asItStands(part.text, sources)]]
    return inlineParts(part.text).flatMap((inline): Told[] => {
      if (inline.kind === 'code') return [['C', asItStands(inline.text, sources)]]
      return unmasked(inline.text, sources).map((piece): Told => {
        if (piece.kind === 'text') return ['T', piece.text]
        if (piece.text === '\\$') return ['T', '$']
        return piece.text.startsWith('$$') ? ['D', piece.text.slice(2, -2)] : ['M', piece.text.slice(1, -1)]
      })
    })
  })
  return tidied(all)
}

/** Texts beside each other are one. */
function tidied(all: Told[]): Told[] {
  const joined: Told[] = []
  for (const [kind, text] of all) {
    const last = joined.at(-1)
    if (kind === 'T' && last?.[0] === 'T') last[1] += text
    else joined.push([kind, text])
  }
  return joined
    .map(([kind, text]): Told => [kind, kind === 'T' ? text.trim() : text])
    .filter(([kind, text]) => kind !== 'T' || text !== '')
}

it.each(TABLE)('finds in $text what the server found', ({ text, pieces }) => {
  expect(told(text)).toEqual(tidied(pieces))
})

it('keeps every sign of a text, whatever is drawn of it', () => {
  for (const text of ['a \uFFFC0\uFFFC b $x$', '\uFFFC', '$x$ \\', '\\\\$x$', '😀$x$😀']) {
    const { text: shown, sources } = masked(text, MATHS)
    expect(asItStands(shown, sources)).toBe(text)
  }
})

it('takes a line of a program for none where a formula reads like one', () => {
  const text = 'Solve:\n$x = 3$\nand what then?'
  expect(textParts(text).some(({ kind }) => kind === 'code')).toBe(true)
  const { text: shown } = masked(text, { '$x = 3$': ['math'] })
  expect(textParts(shown).every(({ kind }) => kind === 'prose')).toBe(true)
})

it('has the formulas of all questions, and none where no question has one', () => {
  expect(mathsOf([{}, { maths: null }])).toBeUndefined()
  expect(mathsOf([{ maths: { $a$: 1 } }, {}, { maths: { $b$: 2 } }])).toEqual({ $a$: 1, $b$: 2 })
  expect(['$5', '', '$x$', '$$'].map(mayHoldMaths)).toEqual([false, false, true, true])
})
