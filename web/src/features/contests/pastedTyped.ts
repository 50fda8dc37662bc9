/**
 * Typed key of a pasted question: one without options whose answer line says a number, `9.81 ± 0.05 m/s²`, or texts, `Mysuru / Mysore`.
 * What may as well name an option that is missing is none. `Answer (text):` and `Answer (number):` say which of both is meant.
 */
import { readNumber } from '@/api/numberAnswer'
import { MAX_UNIT, type NumberKey, type TypedKey } from './typedKey'

type Kind = TypedKey['kind']

/** As Quad writes it into files: `Number: 9.81`, `Short answer: a / b`. */
const OPEN_ANSWER = /^(short answer|number)\s*:\s*(.+)$/i

/** What such a line says, as `Answer (number):` would say it. */
export function openAnswer(line: string): string | null {
  const [, word, key] = OPEN_ANSWER.exec(line) ?? []
  return word === undefined ? null : `(${word.toLowerCase() === 'number' ? 'number' : 'text'}): ${key?.trim()}`
}

const SAID = /^\((text|number)\)\s*[:=.-]?\s*(.+)$/i
/** `B`, `(B)`, `B) Queue`, `A, C`, `Options A and C`. */
const OF_OPTIONS =
  /^(?:both\s+)?(?:options?\s+|choices?\s+)?[([]?[A-H](?:[)\].:].*|(?:\s*(?:,|;|&|\band\b)\s*[([]?[A-H][)\].]?)*)$/i
const MARGIN = /^(.+?)\s*(?:±|\+\/-|\+-)\s*(.+)$/
/** Signs of numbers only: what cannot be read of them is said. */
const ONLY_DIGITS = /^[-+−]?[\d.,'’\s]*\d[\d.,'’\s]*$/
const BETWEEN = /\s+\/\s+/

/** One of the usual units, with what is before and raised above it. */
const ONE_UNIT =
  '(?:%|‰|°[CF]?|℃|℉|Ω|Å|₹|(?:da|[kMGTPhdcmµμnpf])?(?:m|g|s|A|K|mol|cd|Hz|N|Pa|J|W|C|V|F|S|T|H|L|l|eV|cal|bar|rad|lm|lx|Bq|Gy|Wh|Ω)|min|rpm|atm|dB|bits?|bytes?|[kKMGT]?i?B)(?:[¹²³]|⁻[¹²³]|\\^?-?\\d)?'
const UNITS = new RegExp(`^${ONE_UNIT}(?:\\s?[·⋅*/.]\\s?${ONE_UNIT}|\\s${ONE_UNIT})*$`)

export function saidKind(answer: string | null): Kind | null {
  const kind = SAID.exec(answer ?? '')?.[1]?.toLowerCase()
  return kind === 'number' || kind === 'text' ? kind : null
}

/** The key that an answer line says of a question without options; null where it may be about options. */
export function typedMeant(answer: string): TypedKey | null {
  const said = saidKind(answer)
  const rest = (SAID.exec(answer)?.[2] ?? answer).trim()
  if (!said && OF_OPTIONS.test(rest)) return null
  const number = said === 'text' ? null : numberMeant(rest, said === 'number')
  if (number) return number
  if (said === 'number' || (!said && ONLY_DIGITS.test(rest))) {
    return { kind: 'number', value: rest, tolerance: '', unit: '' }
  }
  return { kind: 'text', accepted: rest.split(BETWEEN).map((text) => text.trim()) }
}

/** What the answer could be taken for as well. */
export function otherKind(answer: string, key: TypedKey): Kind | null {
  if (key.kind === 'number') return 'text'
  return numberMeant((SAID.exec(answer)?.[2] ?? answer).trim(), true) ? 'number' : null
}

/** A number with its tolerance and unit; of units that are not usual only where `any` may be meant, or a tolerance is said. */
function numberMeant(text: string, any: boolean): NumberKey | null {
  const [, before = text, behind] = MARGIN.exec(text) ?? []
  const value = leadingNumber(before)
  if (!value) return null
  if (behind === undefined) {
    return value.rest === '' || UNITS.test(value.rest) || any ? keyOf(value.number, '', value.rest) : null
  }
  const margin = leadingNumber(behind)
  if (!margin) return null
  const [, percent = '', unit = ''] = /^(%?)\s*(.*)$/.exec(margin.rest) ?? []
  if (unit !== '' && value.rest !== '' && unit !== value.rest) return null
  return keyOf(value.number, margin.number + percent, unit || value.rest)
}

const keyOf = (value: string, tolerance: string, unit: string): NumberKey | null =>
  [...unit].length > MAX_UNIT ? null : { kind: 'number', value, tolerance, unit }

/** The longest number that a text begins with, and what is behind it. */
function leadingNumber(text: string): { number: string; rest: string } | null {
  for (let end = text.length; end > 0; end -= 1) {
    const [number, rest] = [text.slice(0, end).trim(), text.slice(end).trim()]
    // Digits behind it are part of it, and powers: `1857-1858`, `1e999`.
    if (!/^(?:[\d.,/-]|e[+-]?\d)/i.test(rest) && typeof readNumber(number) !== 'string') return { number, rest }
  }
  return null
}

const OPEN_LINE = /^[\s#*]*(?:short answer|number)\s*:/i
const ANSWER_LINE =
  /^([\s#*]*(?:the\s+)?(?:correct\s+|right\s+)?(?:answer|ans|key)\b)(?:\s*\((?:text|number)\))?\s*(?:is\b)?\s*[:=.-]?/i

/** A list in which the answer line of one question says its kind. */
export function withKind(text: string, { from, to }: { from: number; to: number }, kind: Kind): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const at = lines.findLastIndex(
    (line, place) => place >= from && place <= to && [OPEN_LINE, ANSWER_LINE].some((it) => it.test(line)),
  )
  const said = (line: string) => line.replace(OPEN_LINE, 'Answer:').replace(ANSWER_LINE, `$1 (${kind}):`)
  return lines.map((line, place) => (place === at ? said(line) : line)).join('\n')
}
