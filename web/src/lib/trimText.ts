/** Trimming of a text as the server does it. */

/** JavaScript's blanks and U+0085, which only Unicode calls one. */
const AROUND = /^[\s\u0085]+|[\s\u0085]+$/g

export function trimText(text: string): string {
  return text.replace(AROUND, '')
}
