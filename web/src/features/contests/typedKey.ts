/**
 * Typed keys: what is right of a question whose answer is typed, a number with its tolerance or a list of texts. The checks only save a
 * round trip; what two texts have in common, the server folds.
 */

import { type NumberRead, readNumber } from '@/api/numberAnswer'
import { asciiNumber } from '@/lib/asciiNumber'
import { clean, isVisible, likenessOfNames } from '@/lib/likeness'
import {
  ACCEPTED_LONG,
  ACCEPTED_MISSING,
  PART_IS_ALL,
  PART_IS_NOTHING,
  PART_OF_NOTHING,
  TOLERANCE_UNREAD,
  UNIT_LONG,
  VALUE_MISSING,
} from './messages'

/** `tolerance`: `0.05`, `2%`, or empty where none is. */
export type NumberKey = { kind: 'number'; value: string; tolerance: string; unit: string }
export type TextKey = { kind: 'text'; accepted: string[] }
export type TypedKey = NumberKey | TextKey
/** Of a question whose answer is typed; then its options and `answer` say nothing. */
export type OfTyped = { typed?: TypedKey }

export const MAX_ACCEPTED = 20
export const MAX_ACCEPTED_TEXT = 200
export const MAX_UNIT = 20

export type TypedErrors = { value?: string; tolerance?: string; unit?: string; accepted?: string }

export function emptyKey(kind: TypedKey['kind']): TypedKey {
  return kind === 'number' ? { kind, value: '', tolerance: '', unit: '' } : { kind, accepted: [''] }
}

const lengthOf = (text: string) => [...text.trim()].length

export function checkTyped(key: TypedKey): TypedErrors {
  const errors: TypedErrors = {}
  if (key.kind === 'text') {
    if (!key.accepted.some(isVisible)) errors.accepted = ACCEPTED_MISSING
    else if (key.accepted.some((text) => lengthOf(text) > MAX_ACCEPTED_TEXT)) errors.accepted = ACCEPTED_LONG
    return errors
  }
  const value = readNumber(key.value)
  if (!isVisible(key.value)) errors.value = VALUE_MISSING
  else if (typeof value === 'string') errors.value = value
  const tolerance = readTolerance(key.tolerance)
  if (tolerance === null) errors.tolerance = TOLERANCE_UNREAD
  else if (tolerance.isPercent) {
    const wrong = wrongPart(readNumber(tolerance.amount), value)
    if (wrong) errors.tolerance = wrong
  }
  if (lengthOf(key.unit) > MAX_UNIT) errors.unit = UNIT_LONG
  return errors
}

/** Why a part of the number is none that anybody means. */
function wrongPart(part: NumberRead | string, value: NumberRead | string): string | undefined {
  if (typeof part === 'string') return undefined
  if (sizeOf(part) === 0) return PART_IS_NOTHING
  if (typeof value !== 'string' && sizeOf(value) === 0) return PART_OF_NOTHING
  return sizeOf(part) >= 100 ? PART_IS_ALL : undefined
}

/** Nearly: the server compares exactly. */
function sizeOf({ whole, exponent, part }: NumberRead): number {
  return Number(`${whole || 0}e${exponent}`) + (part ? Number(part.above) / Number(part.below) : 0)
}

/** Its number and whether it is a part of a hundred; null where it is none. */
function readTolerance(typed: string): { amount: string; isPercent: boolean } | null {
  if (!isVisible(typed)) return { amount: '', isPercent: false }
  const [, amount = '', sign] = /^(.*?)\s*([%\u066a\uff05\ufe6a])?$/.exec(typed.trim()) ?? []
  const read = readNumber(amount)
  if (typeof read === 'string' || (read.negative && /[1-9]/.test(read.whole + (read.part?.above ?? '')))) return null
  return { amount, isPercent: sign !== undefined }
}

/** As it is sent. Texts that look alike are one. */
export function tidyTyped(key: TypedKey): TypedKey {
  if (key.kind === 'number') {
    const { kind, value, tolerance, unit } = key
    return { kind, value: value.trim(), tolerance: tolerance.trim(), unit: unit.trim() }
  }
  const texts = key.accepted.map(clean).filter(isVisible)
  const looks = texts.map(likenessOfNames)
  return { kind: key.kind, accepted: texts.filter((_, at) => looks.indexOf(looks[at] ?? '') === at) }
}

/** `9.81 ± 0.05 m/s²`, `9.81 m/s² ± 2 %`, or all texts that are right. */
export function keyInWords(key: TypedKey): string[] {
  if (key.kind === 'text') return key.accepted.map((text) => text.trim()).filter(isVisible)
  const { amount, isPercent } = readTolerance(key.tolerance) ?? { amount: key.tolerance.trim(), isPercent: false }
  const [value, unit, margin] = [key.value.trim(), key.unit.trim(), amount && `± ${amount}`]
  // As the server writes it.
  const parts = isPercent ? [value, unit, margin, '%'] : [value, margin, unit]
  return [parts.filter(Boolean).join(' ')]
}

export function isSameKey(one: TypedKey, other: TypedKey): boolean {
  const [a, b] = [tidyTyped(one), tidyTyped(other)]
  if (a.kind === 'text' && b.kind === 'text')
    return [...a.accepted].sort().join('\n') === [...b.accepted].sort().join('\n')
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * Nearly as the server compares texts: without case, accents of Latin, Greek and Cyrillic letters, blanks and punctuation, but for what
 * stands within a number or as its sign.
 */
function folded(text: string): string {
  const plain = asciiNumber(likenessOfNames(text))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
  const numbers = plain.match(/[-+]?\d+(?:[^\d\s]\d+)*/g) ?? []
  return [plain.replace(/[\p{P}\p{S}\s]/gu, '') || plain, ...numbers].join(' ')
}

/** The texts with one more that is right, or without those that read as it does. */
export function withText(accepted: readonly string[], text: string, on: boolean): string[] {
  const others = accepted.filter((one) => folded(one) !== folded(text))
  if (!on) return others
  return others.length < accepted.length ? [...accepted] : [...accepted, text]
}
