/**
 * Maths of texts. The server finds the formulas (crates/maths) and sends what is drawn for each by what stands in the text, so that
 * nothing here knows when a dollar begins a formula. ui/MathsDrawing.tsx draws them.
 */

/** What is drawn, by what stands in a text. */
export type Maths = Readonly<Record<string, unknown>>

/** A text may hold a formula, which begins and ends by a dollar: then the server is asked. */
export const mayHoldMaths = (text: string) => text.indexOf('$') !== text.lastIndexOf('$')

/** That of all questions of a page: the same formula is drawn alike everywhere. */
export function mathsOf(questions: readonly { maths?: Maths | null }[]): Maths | undefined {
  const all = questions.flatMap(({ maths }) => maths ?? [])
  return all.length > 0 ? Object.assign({}, ...all) : undefined
}
