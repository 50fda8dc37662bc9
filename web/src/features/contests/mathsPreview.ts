/** Maths preview: what is drawn for the formulas of texts that are being written, and what is wrong with the others. */
import { type Maths, mayHoldMaths } from '@/lib/maths'
import { formulaProblem } from './messages'
import { LETTERS } from './model'

/** `place`: how many characters of the text stand before. */
export type MathsProblem = { text: string; place: number; reason: string }
export type MathsPreview = { maths: Maths | undefined; problems: MathsProblem[] }

/** What one call of the server takes. */
const MOST_TEXTS = 300
const MOST_CHARACTERS = 30_000

/** The texts that may hold a formula, each once, in as many calls as they need. One that alone is too long is left out. */
export function mathsBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let room = 0
  for (const text of new Set(texts)) {
    const length = Array.from(text).length
    if (!mayHoldMaths(text) || length > MOST_CHARACTERS) continue
    const last = batches.at(-1)
    if (last && last.length < MOST_TEXTS && length <= room) last.push(text)
    else {
      batches.push([text])
      room = MOST_CHARACTERS
    }
    room -= length
  }
  return batches
}

type Written = { text: string; options: readonly string[]; explanation?: string | null }

/** All texts of questions. */
export const textsOf = (questions: readonly Written[]) =>
  questions.flatMap(({ text, options, explanation }) => [text, ...options, explanation ?? ''])

/** What is wrong with the formulas of a question, and where. */
export function mathsProblems({ text, options, explanation }: Written, problems: readonly MathsProblem[]): string[] {
  const texts = [
    ['', text],
    ...options.map((option, at) => [` in option ${LETTERS[at]}`, option]),
    [' in the explanation', explanation ?? ''],
  ]
  return texts.flatMap(([where = '', one]) =>
    problems
      .filter((problem) => problem.text === one)
      .map(({ place, reason }) => formulaProblem(where, place + 1, reason)),
  )
}

/** Those that no field says already. */
export function notSaid(problems: readonly string[], errors: object): string[] {
  const said: unknown[] = Object.values(errors)
  return problems.filter((problem) => !said.includes(problem))
}

/** Whether something of a text is drawn. */
export function hasDrawn(text: string, maths: Maths | undefined): boolean {
  return Object.keys(maths ?? {}).some((name) => name.startsWith('$') && text.includes(name))
}
