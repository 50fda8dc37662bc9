/** ASCII numbers: the digits and signs of all scripts as those of ASCII. Apart from likeness.ts, of which the contest screen needs no more. */

/** Digits stand in runs of ten, from zero to nine, some runs behind others. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let below = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - below - 1))) below += 1
  return String(below % 10)
}

/** The same text with the digits of all scripts as those of ASCII, for numbers. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, asciiDigit)
}

/**
 * The same text with the digits, signs and decimal points of all scripts as those of ASCII. Commas stay, of which only the caller
 * can know what they part.
 */
export function asciiNumber(text: string): string {
  return asciiDigits(text)
    .replace(/[\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g, '-')
    .replace(/[\ufe62\uff0b]/g, '+')
    .replace(/[\u066b\ufe52\uff0e]/g, '.')
}
