/** Marks in a contest that has them: all of it is text of the server's. Nothing is computed with marks here. */

/** Somebody's marks. `decimal` and `units` (of 1/10,080 mark) are for files. */
export type Marks = { text: string; decimal: string; units: number }

/** `12 marks`, `−⅓ mark`. */
export function marksOf(text: string): string {
  return `${text} ${/^[+−]?(1|[⅙⅓⅔⅚])$/.test(text) ? 'mark' : 'marks'}`
}
