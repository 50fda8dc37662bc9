/**
 * Marks in a contest that has them: all of it is text of the server's. Nothing is computed with marks here but the quarters that a
 * rule in words names.
 */
import { signedAmount } from '@/api/contestRules'

/** Somebody's marks. `decimal` and `units` (of 1/10,080 mark) are for files. */
export type Marks = { text: string; decimal: string; units: number }

/** `12 marks`, `−⅓ mark`. */
export function marksOf(text: string): string {
  return `${text} ${/^[+−]?(1|[⅙⅓⅔⅚])$/.test(text) ? 'mark' : 'marks'}`
}

/** `+1, +2 or +3`, of 4. */
function quartersOf(right: string): string {
  const [above = '', below = '1'] = right.split('/')
  const [one, two, three] = [1, 2, 3].map((quarters) => {
    const value = (Number(above) * quarters) / (4 * Number(below))
    if (Number.isInteger(value * 10_000)) return signedAmount(String(value))
    const [n, d] = [Number(above) * quarters, 4 * Number(below)]
    const common = divisorOf(n, d)
    return signedAmount(`${n / common}/${d / common}`)
  })
  return `${one}, ${two} or ${three}`
}

function divisorOf(one: number, other: number): number {
  return other === 0 ? one : divisorOf(other, one % other)
}

/** What a part of a right answer gives; nothing where it gives nothing. */
export function partInWords(partial: string | null | undefined, right: string | null | undefined): string | null {
  if (partial === 'share')
    return 'Partly right gives a share for each right option, less for wrong ones, never below 0.'
  if (partial === 'minus') {
    return 'Partly right gives a share for each right option, and each wrong one takes off the same.'
  }
  if (partial !== 'jee' || !right) return null
  return `Partly right gives ${quartersOf(right)}, if nothing chosen is wrong.`
}
