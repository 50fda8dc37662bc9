/**
 * Fields of a registration form: what an organiser may ask, and whether an answer fits. Pure, and the same rules as the
 * server's, which decides: both sides' tests read form_answers.json. The builder, its preview and the real form use these.
 */

import { asciiNumber } from '@/lib/asciiNumber'
import { isSameEmail } from '@/lib/emailFolding'
import { clean, isVisible, likeness, plainNumber } from '@/lib/likeness'
import { trimText } from '@/lib/trimText'
import { isContact, isEmail } from '@/lib/validation'
import * as messages from './messages'

export const KINDS = ['text', 'email', 'tel', 'number', 'date', 'select'] as const
export type Kind = (typeof KINDS)[number]

export type Field = { name: string; label: string; kind: Kind; required: boolean; options: string[] }
/** Answers by the field's name, as they were typed. */
export type Answers = Record<string, string>

export const MAX_FIELDS = 50
export const MAX_NAME = 64
export const MAX_LABEL = 120
export const MAX_OPTIONS = 50
export const MAX_OPTION = 200
export const MAX_ANSWER = 1000

// What is built

/** A field on the builder's bench: `key` is what it is known by here, whatever its name becomes. */
export type BuiltField = Field & { key: string }
export type FieldMarks = { label?: string; name?: string; options?: string }

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/
/** Stands beside the answers in what is sent (api/sender.ts). */
const SENT_BY = 'sentBy'

/** `field_4`: the next one that no field has. */
export function freeName(fields: readonly Pick<Field, 'name'>[]): string {
  const taken = new Set(fields.map(({ name }) => name))
  let number = fields.length + 1
  while (taken.has(`field_${number}`)) number += 1
  return `field_${number}`
}

export function newField(kind: Kind, fields: readonly BuiltField[]): BuiltField {
  const name = freeName(fields)
  const keys = new Set(fields.map(({ key }) => key))
  let number = fields.length + 1
  while (keys.has(`f${number}`)) number += 1
  return { key: `f${number}`, name, label: '', kind, required: false, options: [] }
}

/** A name made of a label: `Team name?` → `team_name`; null where nothing of it fits a name. */
export function nameFromLabel(label: string, others: readonly Pick<Field, 'name'>[]): string | null {
  const plain = label
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, MAX_NAME - 3)
    .replace(/_+$/, '')
  if (!plain) return null
  const taken = new Set(others.map(({ name }) => name))
  let name = plain
  for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`
  return name
}

/** What people see above the field. */
export function labelOf({ label, name }: Pick<Field, 'label' | 'name'>): string {
  return label.trim() || name.trim()
}

/** Marks by the field's key; empty when the form can be used. */
export function checkFields(fields: readonly BuiltField[]): Record<string, FieldMarks> {
  const marks: Record<string, FieldMarks> = {}
  const seen = new Set<string>()
  for (const [at, field] of fields.entries()) {
    const name = field.name.trim() || `field_${at + 1}`
    const mark: FieldMarks = {}
    if (!NAME.test(name) || name.length > MAX_NAME) mark.name = messages.NAME_STRANGE
    else if (name === SENT_BY) mark.name = messages.NAME_RESERVED
    else if (seen.has(name)) mark.name = messages.nameTaken(name)
    seen.add(name)
    if (characters(field.label.trim()) > MAX_LABEL) mark.label = messages.LABEL_LONG
    else if (field.label.trim() !== '' && !isVisible(field.label)) mark.label = messages.LABEL_UNSEEN
    if (field.kind === 'select') {
      const options = field.options.map((option) => option.trim())
      if (options.length === 0) mark.options = messages.OPTIONS_MISSING
      else if (options.length > MAX_OPTIONS) mark.options = messages.OPTIONS_MANY
      else if (options.some((option) => !isVisible(option))) mark.options = messages.OPTION_BLANK
      else if (new Set(options.map(likeness)).size < options.length) mark.options = messages.OPTIONS_SAME
    }
    if (Object.keys(mark).length > 0) marks[field.key] = mark
  }
  return marks
}

/**
 * Options with what was typed or pasted added: one per line, blank ones and those there are already left out, cut at the
 * most there may be. `left` says what became of the others.
 */
export function withOptions(options: readonly string[], typed: string): { options: string[]; left: string } {
  const next = [...options]
  let left = ''
  for (const line of typed.split(/[\r\n]+/)) {
    const option = line.trim().replace(/\s+/g, ' ')
    if (option === '') continue
    if (next.some((other) => likeness(other) === likeness(option))) left = messages.optionThere(option)
    else if (next.length >= MAX_OPTIONS) left = messages.OPTIONS_MANY
    else if (characters(option) > MAX_OPTION) left = messages.OPTION_LONG
    else next.push(option)
  }
  return { options: next, left }
}

/** What is sent, and what the preview shows: trimmed, options only where they mean something. */
export function builtForm(fields: readonly BuiltField[]): Field[] {
  return fields.map((field, at) => {
    const name = field.name.trim() || `field_${at + 1}`
    return {
      name,
      label: field.label.trim() || name,
      kind: field.kind,
      required: field.required,
      options: field.kind === 'select' ? field.options.map((option) => option.trim()) : [],
    }
  })
}

/** An existing form on the bench. A label that only repeats the name was never given. */
export function onBench(fields: readonly Field[]): BuiltField[] {
  return fields.map((field, at) => ({
    ...field,
    key: `f${at + 1}`,
    label: field.label === field.name ? '' : field.label,
    options: [...field.options],
  }))
}

export function isKind(word: unknown): word is Kind {
  return KINDS.some((kind) => kind === word)
}

/** What a browser kept of an unfinished form; anything else in there is dropped. */
export function restoredFields(kept: unknown): BuiltField[] {
  if (!Array.isArray(kept)) return []
  const fields: BuiltField[] = []
  for (const one of kept.slice(0, MAX_FIELDS) as Partial<BuiltField>[]) {
    if (typeof one !== 'object' || one === null || !isKind(one.kind)) continue
    const texts = Array.isArray(one.options) ? one.options.filter((option) => typeof option === 'string') : []
    const fresh = newField(one.kind, fields)
    fields.push({
      ...fresh,
      name: typeof one.name === 'string' ? one.name : fresh.name,
      label: typeof one.label === 'string' ? one.label : '',
      required: one.required === true,
      options: texts.slice(0, MAX_OPTIONS),
    })
  }
  return fields
}

// What is answered

/** What is wrong with the answers, by the field's name, in the form's order; empty when they can be sent. */
export function checkAnswers(fields: readonly Field[], answers: Answers): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const field of fields) {
    const said = checkAnswer(field, own(answers, field.name) ?? '')
    if (said) wrong[field.name] = said
  }
  return wrong
}

export function checkAnswer({ kind, required, options }: Field, given: string): string | null {
  const text = trimText(given)
  if (text === '') return required ? messages.REQUIRED : null
  if (characters(text) > MAX_ANSWER) return messages.ANSWER_LONG
  return fits(kind, text, options) ? null : messages.UNFIT[kind]
}

function fits(kind: Kind, text: string, options: readonly string[]): boolean {
  switch (kind) {
    case 'text':
      return true
    case 'email':
      return isEmail(text)
    case 'tel':
      return isContact(text)
    case 'number':
      return isNumber(asciiNumber(keptLine(text)))
    case 'date':
      return isDate(text)
    case 'select':
      return options.includes(text)
  }
}

/** An answer as the server keeps it: one line. */
function keptLine(text: string): string {
  return clean(text).replace(/[\n\t]/g, ' ')
}

/** A sign, digits, a point, and blanks between groups of digits; no exponent, and no zero below zero. */
function isNumber(text: string): boolean {
  const isPlain = /^[+-]?(?:(?:\d+|\d{1,3}(?:\p{Z}\d{2,3})*\p{Z}\d{3})(?:\.\d*)?|\.\d+)$/u.test(text)
  return isPlain && text.length <= 40 && !(text.startsWith('-') && !/[1-9]/.test(text))
}

/** Year, month and day, as a date field writes it. */
function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts || parts[1] === '0000') return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** What is sent: every field of the form by its name, trimmed. */
export function sentAnswers(fields: readonly Field[], answers: Answers): Answers {
  return Object.fromEntries(fields.map(({ name }) => [name, trimText(own(answers, name) ?? '')]))
}

/** What stands under a field's name. A field may be called `constructor`. */
export function own<V>(by: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(by, name) ? by[name] : undefined
}

/** Characters as people and the server count them. */
function characters(text: string): number {
  return [...text].length
}

/** Whether what is kept is what was sent, as the server keeps answers to these fields. */
export function isSameAnswers(fields: readonly Field[], kept: Answers, sent: Answers): boolean {
  return [...Object.keys(kept), ...Object.keys(sent)].every((name) => {
    const kind = fields.find((field) => field.name === name)?.kind
    return isKeptAs(kind, own(kept, name) ?? '', own(sent, name) ?? '')
  })
}

/** The server keeps addresses folded, numbers in ASCII without blanks, telephone numbers in ASCII, and other answers cleaned. */
function isKeptAs(kind: Kind | undefined, kept: string, sent: string): boolean {
  if (kind === 'email') return isSameEmail(kept, sent)
  if (kind === 'tel') return plainNumber(sent) === kept
  const line = keptLine(sent)
  const bare = kind === 'number' ? asciiNumber(line).replace(/\p{Z}/gu, '') : line
  return trimText(bare) === trimText(kept)
}
