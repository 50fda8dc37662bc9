/**
 * Isolated text: what people wrote, as a part of a sentence without elements. A name that has letters which run from right to left
 * gets the isolating signs of Unicode around it, so that it does not change places with its neighbours; all other names stay as
 * they are, since signs that nobody sees would be copied along for nothing.
 */

/** The blocks of Hebrew, Arabic, Syriac, Thaana, N’Ko and all others from right to left, and the signs that turn text round. */
const FROM_RIGHT =
  /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

export function isolated(text: string): string {
  return FROM_RIGHT.test(text) ? `\u2068${text}\u2069` : text
}
