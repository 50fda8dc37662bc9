/**
 * Folding of e-mail addresses: small letters and composed marks, as `folded` in crates/kernel/src/validation.rs keeps them.
 * Two addresses are compared by it and never by their letters: a keyboard may type `é` as one letter or as two.
 */
import { trimText } from './trimText'

/** An address as the server keeps and compares it. */
export function foldedEmail(text: string): string {
  return trimText(text).normalize('NFC').toLowerCase().normalize('NFC')
}

/** Through capitals, so that small letters of one capital (`σ` and `ς`) are the same, wherever in a word they stand. */
function withoutCase(text: string): string {
  return foldedEmail(foldedEmail(text).toUpperCase())
}

/**
 * One address, in whatever spelling. Of letters whose small ones a browser and the server may see differently it accepts
 * more than the server holds for the same, and never less.
 */
export function isSameEmail(one: string, other: string): boolean {
  return foldedEmail(one) === foldedEmail(other) || withoutCase(one) === withoutCase(other)
}
