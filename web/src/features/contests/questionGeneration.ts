/**
 * AI question generation: the drafts that somebody still has to read, and the request that makes them, as types and
 * pure rules. What this browser kept is checked when it is read, because it may come from an older version. Generating,
 * cancelling and saving are in hooks/useQuestionGeneration.ts.
 */
import { asciiDigits } from '@/lib/asciiNumber'
import { randomKey } from '@/lib/randomKey'
import { NARROW_TOPICS, NOTES_LONG, NOTES_MISSING, NUMBER_WRONG, numberLeft } from './messages'
import { isNumberOfOptions, type NewQuestion } from './model'
import { isSameKey, type TypedKey } from './typedKey'

export type Level = 'easy' | 'medium' | 'hard'
export const LEVELS: readonly { value: Level; label: string }[] = [
  { value: 'easy', label: 'Easy' },
  { value: 'medium', label: 'Medium' },
  { value: 'hard', label: 'Hard' },
]

/** How drafted questions are answered, in the order in which they are offered. */
export const DRAFT_KINDS = ['single', 'several', 'number', 'text'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]
export const USUAL_KINDS: readonly DraftKind[] = ['single']

export const MOST_DRAFTS = 20
export const TOPIC_LENGTH = 200
export const NOTES_LENGTH = 60_000
/** The server takes 40 texts to avoid; together they stay well below what a request may be. */
const MOST_AVOIDED = 40
const AVOIDED_LENGTH = 20_000

/** What there is to draft with: a provider's model, or null for Quad's own bank and generators. */
export type Source = {
  model: string | null
  topics: string[]
  /** Of topics that end; on the others there is as much as anybody wants. */
  holdings: Holding[]
  notes: boolean
  leftToday: number | null
  dayEndsAt: string | null
  /** Of everybody, where a provider is asked. */
  leftThisMonth: number | null
  monthEndsAt: string | null
}

/** How many questions there are on a topic. */
export type Holding = { topic: string } & Record<Level, number>

/** How many a person may still have drafted, until when. */
export type Allowed = { left: number; of: 'day' | 'month'; until: string | null }

export type Asked = {
  contestId: string
  topic: string
  number: number
  difficulty: Level | null
  notes: string | null
  avoid: string[]
  /** Null where each has one right option of four. */
  kinds: readonly DraftKind[] | null
}

export type Progress = { written: number; of: number; checking: boolean }

/** `doubtful`: nobody and nothing has confirmed the answer. `source` is a sentence of the notes. */
export type FreshDraft = NewQuestion & {
  difficulty: string
  doubtful: boolean
  source: string | null
  why: string | null
  /** The topic of Quad's own questions that it was taken from; a provider has none. */
  from: string | null
  /** About what was asked for, and not only from the same topic. */
  about: boolean
  /** What Quad understood where it had to guess. */
  takenAs: string | null
}

/** With what it was asked for, so that another one can take its place. */
export type Draft = FreshDraft & { key: string; topic: string; fromNotes: boolean }

/** What a person changes in a draft. */
export type Rewrite = Pick<NewQuestion, 'text' | 'options' | 'answer' | 'rightPlaces' | 'typed'>

export type Way = 'topic' | 'notes'
export type Fields = {
  way: Way
  topic: string
  number: string
  difficulty: Level | ''
  notes: string
  kinds: readonly DraftKind[]
}
export type Generation = { fields: Fields; drafts: Draft[]; dropped: string[] }

export const FRESH_FIELDS: Fields = {
  way: 'topic',
  topic: '',
  number: '5',
  difficulty: '',
  notes: '',
  kinds: USUAL_KINDS,
}
export const NOTHING: Generation = { fields: FRESH_FIELDS, drafts: [], dropped: [] }

// What was kept

export function restored(kept: unknown): Generation {
  const { fields, drafts, dropped } = object(kept)
  const { way, topic, number, difficulty, notes, kinds } = object(fields)
  return {
    fields: {
      way: way === 'notes' ? 'notes' : 'topic',
      topic: text(topic),
      number: text(number) || FRESH_FIELDS.number,
      difficulty: LEVELS.find((level) => level.value === difficulty)?.value ?? '',
      notes: text(notes),
      kinds: kindsOf(DRAFT_KINDS.filter((kind) => list(kinds).includes(kind))),
    },
    drafts: list(drafts).flatMap((each) => draftOf(each) ?? []),
    dropped: list(dropped).filter((each) => typeof each === 'string'),
  }
}

function draftOf(kept: unknown): Draft | null {
  const {
    key,
    text: question,
    options,
    answer,
    rightPlaces,
    typed: typedKey,
    difficulty,
    doubtful,
    source,
    why,
    from,
    about,
    takenAs,
    topic,
    fromNotes,
  } = object(kept)
  const typed = keptKey(typedKey)
  const places = list(rightPlaces).filter((place) => typeof place === 'number')
  const texts = list(options).filter((option) => typeof option === 'string')
  if (typeof key !== 'string' || typeof question !== 'string') return null
  if (!typed && !isNumberOfOptions(texts.length)) return null
  return {
    key,
    text: question,
    options: texts,
    answer: text(answer),
    ...(typed ? { typed } : places.length > 0 ? { rightPlaces: places } : {}),
    difficulty: text(difficulty),
    doubtful: doubtful === true,
    source: text(source) || null,
    why: text(why) || null,
    from: text(from) || null,
    about: about !== false,
    takenAs: text(takenAs) || null,
    topic: text(topic),
    fromNotes: fromNotes === true,
  }
}

function keptKey(kept: unknown): TypedKey | null {
  const { kind, value, tolerance, unit, accepted } = object(kept)
  if (kind === 'number') return { kind, value: text(value), tolerance: text(tolerance), unit: text(unit) }
  if (kind === 'text') return { kind, accepted: list(accepted).filter((each) => typeof each === 'string') }
  return null
}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function isWorthKeeping({ fields, drafts }: Generation): boolean {
  return drafts.length > 0 || fields.topic.trim() !== '' || fields.notes.trim() !== ''
}

// Asking

/** In their order; one is always chosen. */
export function kindsOf(chosen: readonly DraftKind[]): readonly DraftKind[] {
  const kinds = DRAFT_KINDS.filter((kind) => chosen.includes(kind))
  return kinds.length > 0 ? kinds : USUAL_KINDS
}

/** How a draft is answered. */
export function kindOf({ typed, rightPlaces }: Pick<NewQuestion, 'typed' | 'rightPlaces'>): DraftKind {
  return typed?.kind ?? (rightPlaces ? 'several' : 'single')
}

const kindsAsked = (kinds: readonly DraftKind[]) => (kinds.every((kind) => kind === 'single') ? null : kinds)

/** A whole number of drafts, or null. */
export function numberOf(typed: string): number | null {
  const number = Number(asciiDigits(typed))
  return typed.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= MOST_DRAFTS ? number : null
}

export type FieldErrors = { number?: string; notes?: string }

export function checkFields({ way, number, notes }: Fields, allowed: Allowed | null = null): FieldErrors {
  const errors: FieldErrors = {}
  const wanted = numberOf(number)
  if (wanted === null) errors.number = NUMBER_WRONG
  else if (allowed && wanted > allowed.left) errors.number = numberLeft(allowed)
  if (way === 'notes') {
    if (notes.trim() === '') errors.notes = NOTES_MISSING
    else if (lengthOf(notes) > NOTES_LENGTH) errors.notes = NOTES_LONG
  }
  return errors
}

/** The narrower of the two limits; one whose day or month has passed meanwhile is none. */
export function allowedAt(now: number, source: Source): Allowed | null {
  const { leftToday, dayEndsAt, leftThisMonth, monthEndsAt } = source
  const isOver = (until: string | null) => until !== null && Date.parse(until) <= now
  const month: Allowed | null =
    leftThisMonth === null || isOver(monthEndsAt) ? null : { left: leftThisMonth, of: 'month', until: monthEndsAt }
  const day: Allowed | null =
    leftToday === null || isOver(dayEndsAt) ? null : { left: leftToday, of: 'day', until: dayEndsAt }
  return month && (!day || month.left <= day.left) ? month : day
}

/** How much there is on a topic that is called by its name and ends. */
export function holdingOf({ holdings }: Source, topic: string): Holding | null {
  const name = topic.trim().toLowerCase()
  return holdings.find((each) => each.topic.toLowerCase() === name) ?? null
}

const FIRST_WORDS = 80

/** The topic as it is sent. Notes speak for themselves: where nothing was typed, their first words stand for it. */
export function topicOf({ way, topic, notes }: Pick<Fields, 'way' | 'topic' | 'notes'>): string {
  const typed = topic.trim()
  if (typed !== '' || way === 'topic') return typed
  const lines = notes.split('\n').map((line) =>
    line
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .replace(/^ ?[#>*•–-]+ /, '')
      .trim(),
  )
  const words = (lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? lines.find((line) => line !== '') ?? '').split(' ')
  let first = [...(words.shift() ?? '')].slice(0, FIRST_WORDS).join('')
  for (const word of words) {
    if (first.length + word.length >= FIRST_WORDS) break
    first += ` ${word}`
  }
  return first
}

/** Characters as the server counts them. */
export function lengthOf(notes: string): number {
  let count = 0
  for (const _ of notes.trim()) count += 1
  return count
}

/** What is on the screen or was dropped does not come again; the newest first, for there is a limit. */
export function avoided({ drafts, dropped }: Generation): string[] {
  const all = [...new Set([...drafts.map((draft) => draft.text).reverse(), ...[...dropped].reverse()])]
  let length = 0
  return all.slice(0, MOST_AVOIDED).filter((each) => {
    length += each.length
    return each.length <= 2000 && length <= AVOIDED_LENGTH
  })
}

export function wholeOrder(contestId: string, work: Generation): Asked {
  const { way, number, difficulty, notes, kinds } = work.fields
  return {
    contestId,
    topic: topicOf(work.fields),
    number: numberOf(number) ?? 1,
    difficulty: difficulty || null,
    notes: way === 'notes' ? notes.trim() : null,
    avoid: avoided(work),
    kinds: kindsAsked(kinds),
  }
}

/** One more of its kind. Notes that are gone meanwhile leave the topic. */
export function orderInPlaceOf(draft: Draft, contestId: string, work: Generation): Asked {
  const level = LEVELS.find((each) => each.label === draft.difficulty || each.value === draft.difficulty)
  return {
    contestId,
    topic: draft.topic,
    number: 1,
    difficulty: level?.value ?? null,
    notes: (draft.fromNotes && work.fields.notes.trim()) || null,
    avoid: avoided(work),
    kinds: kindsAsked([kindOf(draft)]),
  }
}

export function kept(fresh: FreshDraft, asked: Asked): Draft {
  return { ...fresh, key: randomKey(), topic: asked.topic, fromNotes: asked.notes !== null }
}

// What a person does with them

export function added(work: Generation, drafts: readonly Draft[]): Generation {
  return { ...work, drafts: [...work.drafts, ...drafts] }
}

export function dropped(work: Generation, key: string): Generation {
  const draft = work.drafts.find((each) => each.key === key)
  if (!draft) return work
  return {
    ...work,
    drafts: work.drafts.filter((each) => each !== draft),
    dropped: [...work.dropped, draft.text].slice(-MOST_AVOIDED),
  }
}

/** Back where it was. */
export function takenBack(work: Generation, draft: Draft, at: number): Generation {
  return {
    ...work,
    drafts: [...work.drafts.slice(0, at), draft, ...work.drafts.slice(at)],
    dropped: work.dropped.filter((each) => each !== draft.text),
  }
}

/** The one it takes the place of was not wanted. */
export function replaced(work: Generation, key: string, by: Draft): Generation {
  const old = work.drafts.find((each) => each.key === key)
  if (!old) return work
  return {
    ...work,
    drafts: work.drafts.map((each) => (each === old ? by : each)),
    dropped: [...work.dropped, old.text].slice(-MOST_AVOIDED),
  }
}

/** Whoever rewrites a draft or says that its answer is right has looked at it. The reason was for the words before. */
export function rewritten(work: Generation, key: string, change: Partial<Rewrite>): Generation {
  const drafts = work.drafts.map((each) => {
    if (each.key !== key) return each
    // Rewritten as a whole, it may be of another kind.
    const { rightPlaces: _places, typed: _typed, ...rest } = each
    const next = change.text === undefined ? { ...each, ...change } : { ...rest, ...change }
    const { text, options, answer } = next
    const isSame =
      text === each.text &&
      answer === each.answer &&
      isSameRight(next, each) &&
      options.length === each.options.length &&
      options.every((option, at) => option === each.options[at])
    return { ...next, doubtful: false, why: isSame ? each.why : null }
  })
  return { ...work, drafts }
}

/** Whether the same options are right, or the same is right to type. */
function isSameRight(one: Pick<Draft, 'rightPlaces' | 'typed'>, other: Pick<Draft, 'rightPlaces' | 'typed'>): boolean {
  if (kindOf(one) !== kindOf(other)) return false
  if (one.typed && other.typed) return isSameKey(one.typed, other.typed)
  const places = ({ rightPlaces = [] }: Pick<Draft, 'rightPlaces'>) => [...rightPlaces].sort().join()
  return places(one) === places(other)
}

/** It is in the contest now, and the server knows it. */
export function saved(work: Generation, key: string): Generation {
  return { ...work, drafts: work.drafts.filter((each) => each.key !== key) }
}

// Topics

/** How Quad took what was asked for, where that is not plain: it guessed, or it has only few questions about it. */
export type Taken = { asked: string; from: string; guess: string | null; about: number; of: number }

export function takenFrom(drafts: readonly Draft[]): Taken[] {
  const all = new Map<string, Taken>()
  for (const { topic: asked, from, about, takenAs } of drafts) {
    if (from === null) continue
    const taken = all.get(asked) ?? { asked, from, guess: takenAs, about: 0, of: 0 }
    all.set(asked, { ...taken, about: taken.about + (about ? 1 : 0), of: taken.of + 1 })
  }
  return [...all.values()].filter((taken) => taken.guess !== null || taken.about < taken.of)
}

const FEW = 6

/** A provider takes any topic, and a narrow one is the better one: until something is typed, that is what it shows. */
export function suggested({ model, topics }: Source, typed: string): readonly string[] {
  if (model === null) return fitting(topics, typed)
  const words = typed.trim().toLowerCase()
  const fits = (topic: string) => words !== '' && topic.toLowerCase().includes(words) && topic.toLowerCase() !== words
  const found = [...NARROW_TOPICS, ...topics].filter(fits)
  return found.length > 0 ? fitting(found, typed) : NARROW_TOPICS
}

/** A few that fit what was typed, those which begin with it first; where none does, a few from all over. */
export function fitting(topics: readonly string[], typed: string): string[] {
  const words = typed.trim().toLowerCase()
  const place = (topic: string) => topic.toLowerCase().indexOf(words)
  const found = topics.filter((topic) => place(topic) >= 0 && topic.toLowerCase() !== words)
  if (words !== '' && found.length > 0) {
    return found.sort((a, b) => Number(place(a) > 0) - Number(place(b) > 0)).slice(0, FEW)
  }
  const step = Math.max(1, topics.length / FEW)
  return topics.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step)).slice(0, FEW)
}
