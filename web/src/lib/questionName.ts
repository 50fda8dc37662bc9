/** Question names: what a question is called in a sentence, by its number or by how its text begins. */
import { withoutCodeMarks } from './codeBlocks'
import { beginningOf } from './cutText'

/** Of a text as long as a line shows of it. */
const SHOWN = 60

/** `Question 7`; where people have different papers, with those that have it: `Question 7 (papers 1, 3)`. */
export function questionNamed(number: number, papers?: readonly number[] | null): string {
  if (!papers) return `Question ${number}`
  if (papers.length === 0) return `Question ${number} (in no paper)`
  return `Question ${number} (${papers.length === 1 ? 'paper' : 'papers'} ${papers.join(', ')})`
}

/** `“What is the capital of …”`: a question that has no number for whoever reads of it. */
export function questionQuoted(text: string): string {
  const line = withoutCodeMarks(text).replace(/\s+/gu, ' ').trim()
  return `“${line.length > SHOWN ? `${beginningOf(line, SHOWN - 1).trimEnd()}…` : line}”`
}
