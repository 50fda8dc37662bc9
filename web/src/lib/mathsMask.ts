/**
 * Masked maths: a text in which a mark stands for each part that is drawn, so that code can be looked for around formulas and not
 * in them. A part is found by its name alone; of the server's rule (crates/maths/src/parts.rs) only what a name cannot tell is here: a
 * formula ends before no digit, and dollars that begin nothing are passed over together. Both sides read texts.json of its tests.
 */
import type { Maths } from './maths'

export type Masked = { text: string; sources: readonly string[] }

/** Stands around the number of a part. */
const MARK = '\uFFFC'
const MARKED = /\uFFFC(\d+)\uFFFC/
const LINE_END = /\r\n/g

export function masked(text: string, maths: Maths): Masked {
  const plain = text.replace(LINE_END, '\n')
  const names = Object.keys(maths)
  const sources: string[] = []
  let shown = ''
  let at = 0
  while (at < plain.length) {
    const name = plain[at] === MARK ? MARK : names.find((one) => standsAt(plain, at, one))
    // Whatever is not drawn: dollars, or one sign, or all up to the next that may begin a part.
    const length = name?.length ?? /^(?:\$+|[^$\\\uFFFC]+|.)/su.exec(plain.slice(at))?.[0].length ?? 1
    if (name === undefined) shown += plain.slice(at, at + length)
    else shown += `${MARK}${sources.push(name) - 1}${MARK}`
    at += length
  }
  return { text: shown, sources }
}

function standsAt(text: string, at: number, name: string): boolean {
  if (!text.startsWith(name, at)) return false
  const isInLine = name.startsWith('$') && !name.startsWith('$$')
  return !isInLine || !/^\p{N}/u.test(text.slice(at + name.length, at + name.length + 2))
}

export type Piece = { kind: 'text' | 'drawn'; text: string }

/** The pieces of a part of a masked text: what stands there, and what is drawn, by its name. */
export function unmasked(part: string, sources: readonly string[]): Piece[] {
  return part.split(MARKED).flatMap((text, at): Piece[] => {
    if (at % 2 === 0) return text === '' ? [] : [{ kind: 'text', text }]
    const source = sources[Number(text)] ?? ''
    return [{ kind: source === MARK ? 'text' : 'drawn', text: source }]
  })
}

/** A part of a masked text as it stands. */
export function asItStands(part: string, sources: readonly string[]): string {
  return unmasked(part, sources)
    .map(({ text }) => text)
    .join('')
}
