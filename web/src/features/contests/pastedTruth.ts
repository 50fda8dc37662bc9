/** Truth in pasted lists: the words of options that are true or false, yes or no, in English and Hindi. */
import { bare } from './pastedKey'
import { withoutMarksBehind } from './pastedMarks'

export const TRUTHS: readonly (readonly [string, string])[] = [
  ['True', 'False'],
  ['Yes', 'No'],
  ['सत्य', 'असत्य'],
  ['सही', 'गलत'],
  ['सही', 'ग़लत'],
  ['हाँ', 'नहीं'],
  ['हां', 'नहीं'],
]
/** The third of a scale, beside two of them. */
const NEITHER =
  /^(?:not (?:given|sure|known|stated|mentioned)|(?:cannot|can't|can not) (?:say|tell|be (?:said|determined|known))|can't be (?:said|determined)|maybe|may be|perhaps|unknown|undecided|(?:i )?don't know|पता नहीं|कह नहीं सकते|नहीं कह सकते|शायद|ज्ञात नहीं)$/

const wordOf = (line: string) =>
  bare(withoutMarksBehind(line.trim()).rest)
    .normalize('NFC')
    .replace(/[.!।]+$/, '')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase()

const pairOf = (one: string, other: string) =>
  TRUTHS.find((pair) => {
    const [yes, no] = pair.map((word) => word.normalize('NFC').toLowerCase())
    return (one === yes && other === no) || (one === no && other === yes)
  })

/** `True` and `False`, in either order. */
export const isPair = (one = '', other = '') => pairOf(wordOf(one), wordOf(other)) !== undefined

/** The last two lines are such a pair. */
export const endsInTruth = (lines: readonly string[]) => lines.length > 1 && isPair(lines.at(-2), lines.at(-1))

export const isNeither = (line: string) => NEITHER.test(wordOf(line))

/** How many of the last lines are a pair and perhaps what is neither. */
export function truthsAtEnd(lines: readonly string[]): number {
  if (endsInTruth(lines)) return isNeither(lines.at(-3) ?? '') ? 3 : 2
  const isThird = isNeither(lines.at(-1) ?? '')
  return isThird && endsInTruth(lines.slice(0, -1)) ? 3 : 0
}

/** `True / False` on one line. */
export function isPairInLine(line: string): boolean {
  const [one, other, ...more] = wordOf(line)
    .replace(/\?$/, '')
    .split(/\s*[/|]\s*|\s+(?:or|या)\s+/)
  return more.length === 0 && pairOf(one ?? '', other ?? '') !== undefined
}

/** What is true or false by its answer alone has two options. */
export function pairOfAnswer(answer: string | null): readonly [string, string] | null {
  const word = wordOf(answer ?? '')
  const whole = TRUTHS.find((pair) => pair.some((each) => each.normalize('NFC').toLowerCase() === word))
  return whole ?? (/^[tf]$/.test(word) ? (TRUTHS[0] ?? null) : null)
}

/** A letter alone asks for a statement: “Which letter follows E?” has another answer. */
export function isPairByAnswer(answer: string | null, lines: readonly string[]): boolean {
  const word = wordOf(answer ?? '')
  if (pairOfAnswer(answer) === null || lines.slice(1).some((line) => wordOf(line) === word)) return false
  const [first = ''] = lines
  return (
    word.length > 1 || (/\s/.test(first) && !/^(?:which|what|who|whom|whose|when|where|why|how|name)\b/i.test(first))
  )
}

/** The option that is meant: `T` beside `True` and `False`, `N` beside `Yes` and `No`, `true.` beside `True`. */
export function truthMeant(answer: string | null, options: readonly string[]): string | null {
  const word = wordOf(answer ?? '')
  const bares = options.map(wordOf)
  const same = bares.flatMap((each, at) => (each === word ? [options[at] ?? ''] : []))
  if (same.length > 0 || options.length > 5)
    return same.length === 1 && word.length > 1 && pairOfAnswer(answer) ? bare(same[0] ?? '') : answer
  const pair = TRUTHS.slice(0, 2).find((each) => each.every((one) => bares.includes(one.toLowerCase())))
  return (/^[tfyn]$/.test(word) && pair?.find((one) => one.toLowerCase().startsWith(word))) || answer
}
