/**
 * Number answers: what somebody types as a number, as it is read. It only saves a round trip and shows beforehand what will count: the
 * server decides, in exact fractions. Both sides read features/contests/src/contests/number_answers.txt. Nothing here is computed: a
 * number stays the digits that were typed. Who writes contests and who takes them share it.
 */
import { asciiNumber } from '@/lib/asciiNumber'

/** `whole` times ten to the `exponent`; or `whole` and a `part` of one. Both are digits. */
export type NumberRead = {
  negative: boolean
  whole: string
  exponent: number
  part: { above: string; below: string } | null
}

export const MAX_NUMBER = 40
const MAX_EXPONENT = 30

const LONG = `A number may have at most ${MAX_NUMBER} characters.`
const HUGE = `A power of ten goes from −${MAX_EXPONENT} to ${MAX_EXPONENT}.`
const BY_NOTHING = 'Nothing can be divided by 0.'
const AMBIGUOUS = 'A comma before three digits can mean two things'
const ALONE = 'Type the number alone, without a unit or other signs.'
const UNREAD = 'This cannot be read as a number. Write it like 2.5, −4, 3/4 or 1.5e3.'

const BLANKS = /[\s\u2800]+/g
const VULGAR: Record<string, string> = {
  '¼': '1/4',
  '½': '1/2',
  '¾': '3/4',
  '⅐': '1/7',
  '⅑': '1/9',
  '⅒': '1/10',
  '⅓': '1/3',
  '⅔': '2/3',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
}
const ANY_VULGAR = new RegExp(`\\s?([${Object.keys(VULGAR).join('')}])`, 'g')

/** `1 000 000`, in groups that nothing else has. */
const BY_BLANKS = /^\d{1,3}(?:[ \u066c]\d{3})+$/
/** `1,234,567` and `12,34,567`. A lone `1,234` is told apart before. */
const BY_COMMAS = /^[1-9]\d{0,2}(?:,\d{3})+$|^[1-9]\d?(?:,\d{2})+,\d{3}$/
const BY_POINTS = /^[1-9]\d{0,2}(?:\.\d{3})+$/
const TWO_MEANINGS = /^[1-9]\d{0,2},\d{3}$/
const DIGITS = /^\d+$/

/** As it is read, or why it is not; an empty text is neither. */
export function readNumber(typed: string): NumberRead | string {
  const text = asciiNumber(typed.replace(BLANKS, ' ').trim()).replace(/[\u2044\u2215\uff0f]/g, '/')
  if ([...text].length > MAX_NUMBER) return LONG
  const [, sign = '', unsigned = ''] = /^([+-]?) ?(.*)$/.exec(text) ?? []
  const negative = sign === '-'
  const fraction = readFraction(unsigned)
  if (fraction) return typeof fraction === 'string' ? fraction : { ...fraction, negative }
  const [, mantissa = '', power = '0'] = /^([^e]*?)(?:e([+-]?\d+))?$/i.exec(unsigned) ?? []
  if (TWO_MEANINGS.test(mantissa)) {
    const write = ['', '.'].map((point) => sign + unsigned.replace(',', point))
    return `${AMBIGUOUS}: write ${write.join(' or ')}.`
  }
  const digits = readDecimal(mantissa)
  if (!digits) return isNumberAtFirst(unsigned) ? ALONE : UNREAD
  if (Math.abs(Number(power)) > MAX_EXPONENT) return HUGE
  return { negative, whole: digits.whole + digits.below, exponent: Number(power) - digits.below.length, part: null }
}

/** `3/4`, `1 1/2`, `1½`; null where it is no fraction. */
function readFraction(unsigned: string): Omit<NumberRead, 'negative'> | string | null {
  const found = [...unsigned.matchAll(ANY_VULGAR)]
  const at = found[0]?.index ?? unsigned.length
  // Only at the end, and once: `½1`, `½½`.
  if (found.length > 1 || (found[0] && at + found[0][0].length < unsigned.length)) return null
  const shown = unsigned.replace(
    ANY_VULGAR,
    (_, sign: string, place: number) => `${place > 0 ? ' ' : ''}${VULGAR[sign]}`,
  )
  const [, whole = '', above, below] = /^(?:(\d+) )?(\d+) ?\/ ?(\d+)$/.exec(shown) ?? []
  if (above === undefined || below === undefined) return null
  // `1 234/567` may mean 1234 of them.
  if (BY_BLANKS.test(`${whole} ${above}`)) return UNREAD
  if (/^0+$/.test(below)) return BY_NOTHING
  return { whole: whole || '0', exponent: 0, part: { above, below } }
}

/** The digits before and behind the decimal sign, without what parts thousands; null where that is not sure. */
function readDecimal(mantissa: string): { whole: string; below: string } | null {
  if (!/\d/.test(mantissa) || !/^[\d., \u066c]+$/.test(mantissa)) return null
  const bare = (text: string) => text.replace(/[., \u066c]/g, '')
  const isWhole = (text: string, ...ways: RegExp[]) => ways.some((way) => way.test(text))
  if (isWhole(mantissa, DIGITS, BY_BLANKS, BY_COMMAS)) return { whole: bare(mantissa), below: '' }
  if (BY_POINTS.test(mantissa) && mantissa.indexOf('.') !== mantissa.lastIndexOf('.')) {
    return { whole: bare(mantissa), below: '' }
  }
  const at = Math.max(mantissa.lastIndexOf('.'), mantissa.lastIndexOf(','))
  const [before, below] = [mantissa.slice(0, at), mantissa.slice(at + 1)]
  if (at < 0 || !/^\d*$/.test(below)) return null
  const groups = mantissa[at] === '.' ? BY_COMMAS : BY_POINTS
  return /^\d*$/.test(before) || isWhole(before, BY_BLANKS, ...(below === '' ? [] : [groups]))
    ? { whole: bare(before), below }
    : null
}

const isNumberAtFirst = (text: string) => /^\D{0,2}\d/.test(text) && /[^\d\s.,/e+-]/i.test(text)

/** Whether somebody has only begun to type it, so that nothing is wrong yet: `-`, `1e`, `3/`. */
export function isBegunNumber(typed: string): boolean {
  return typeof readNumber(`${typed.trim()}1`) !== 'string'
}

/** Whether it may be two numbers: `1,234`. Another digit would decide, so that nothing is wrong yet; but whoever is done has to know. */
export function isAmbiguous(typed: string): boolean {
  const read = readNumber(typed)
  return typeof read === 'string' && read.startsWith(AMBIGUOUS)
}

/** The number in plain digits, as people read it: `−1500`, `0.5`, `1 1/2`. */
export function numberInWords({ negative, whole, exponent, part }: NumberRead): string {
  const sign = negative && /[1-9]/.test(whole + (part?.above ?? '')) ? '−' : ''
  if (part) return `${sign}${/[1-9]/.test(whole) ? `${withoutZeros(whole)} ` : ''}${part.above}/${part.below}`
  if (exponent >= 0) return sign + withoutZeros(whole + '0'.repeat(exponent))
  const digits = whole.padStart(1 - exponent, '0')
  const below = digits.slice(exponent).replace(/0+$/, '')
  return sign + withoutZeros(digits.slice(0, exponent)) + (below && `.${below}`)
}

const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '')
