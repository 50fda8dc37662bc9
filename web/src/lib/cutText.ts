/**
 * Text cutting: shortens text that people wrote, and puts it into addresses. JavaScript counts half characters: a cut
 * at a number can leave one half of a surrogate pair, and `encodeURIComponent` throws on it. So cuts end where a
 * character a reader sees ends.
 */

/** Missing in Firefox before 125. */
const segmenter =
  typeof Intl !== 'undefined' && Intl.Segmenter ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

/** By code points, a whole pair is none of these. Without looking behind: Safari before 16.4 cannot. */
const HALF = /[\uD800-\uDFFF]/gu

/** The same text with each lone half of a character replaced by the mark that stands for what cannot be read. */
export function wellFormed(text: string): string {
  return text.replace(HALF, '\uFFFD')
}

/** The characters as a reader counts them; where the browser cannot say, code points, which are never halves. */
export function characters(text: string): string[] {
  const whole = wellFormed(text)
  return segmenter ? Array.from(segmenter.segment(whole), ({ segment }) => segment) : [...whole]
}

/** How long a text is: in units of UTF-16, as the browser counts, or in code points, as the server does. */
type Measure = (text: string) => number

const units: Measure = (text) => text.length
export const points: Measure = (text) => [...text].length

/** The beginning of a text, at most so long. */
export function beginningOf(text: string, most: number, lengthOf: Measure = units): string {
  const whole = wellFormed(text)
  if (lengthOf(whole) <= most) return whole
  // Not the whole of a long text is taken apart: no character is longer than this but one that is all marks.
  const near = whole.slice(0, 2 * most + 64)
  // A character of many marks can be longer than everything that is allowed: then its first code points have to do.
  return upTo(characters(near), most, lengthOf) || upTo([...near], most, lengthOf)
}

function upTo(parts: string[], most: number, lengthOf: Measure): string {
  let length = 0
  const end = parts.findIndex((part) => {
    length += lengthOf(part)
    return length > most
  })
  return parts.slice(0, end < 0 ? parts.length : end).join('')
}

/** The first character. */
export function firstOf(text: string): string {
  return characters(beginningOf(text, 64))[0] ?? ''
}

/** `encodeURIComponent` for what people wrote: it throws on nothing. */
export function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text))
}
