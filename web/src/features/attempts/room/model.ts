/**
 * Contest screen model: which moment it is, how the clock looks, what is known about each answer, where one can go.
 * Pure; `now` is always the server's.
 */

import { type Attempt, type Lost, letterOf, type PaperQuestion } from '../model'
import type { Entry } from './answerStore'
import { HURRY, LAST_MINUTES, SET_EMPTY, SET_MISSING, SET_NOT_A_LIST, timeAnnounced } from './messages'
import type { ChosenByQuestion, QuestionChoice } from './unsavedChoices'

export type Phase = 'before' | 'not-joined' | 'open' | 'submitted' | 'over'

type Window = Pick<Attempt, 'startsAt' | 'endsAt' | 'pausedAt' | 'joined' | 'submitted'>

/** What the clocks of a contest say: they may stand still. */
export function clockOf(pausedAt: number | undefined, now: number): number {
  return pausedAt === undefined ? now : Math.min(pausedAt, now)
}

/** `start ≤ t < end`, as everywhere. */
export function phaseOf({ startsAt, endsAt, pausedAt, joined, submitted }: Window, now: number): Phase {
  if (now < startsAt) return 'before'
  if (clockOf(pausedAt, now) >= endsAt) return 'over'
  if (submitted) return 'submitted'
  return joined ? 'open' : 'not-joined'
}

/** The clocks here and there, and the way of the word, are so far apart at most. */
const ENDED_WITHIN = 2000

/** An end that was still ahead and now is here: not the clock's doing but the organiser's. */
export function isEndedNow(before: number, endsAt: number, now: number): boolean {
  return endsAt < before && endsAt <= now + ENDED_WITHIN
}

export type ClockTone = 'lawn' | 'amber' | 'brick'

export const HURRY_AT = 300
export const SOON_AT = 900

export function secondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000))
}

export function clockTone(seconds: number): ClockTone {
  if (seconds <= HURRY_AT) return 'brick'
  return seconds <= SOON_AT ? 'amber' : 'lawn'
}

/** Why the clock has its colour, in words; empty where there is nothing to say. */
export function toneReason(seconds: number): string {
  if (seconds === 0) return ''
  return { lawn: '', amber: LAST_MINUTES, brick: HURRY }[clockTone(seconds)]
}

/** What a screen reader is told between two looks at the clock: the smallest mark passed, never each second. */
export function announced(before: number, now: number): string | null {
  const passed = Object.keys(timeAnnounced)
    .map(Number)
    .filter((mark) => before > mark && now <= mark)
  return passed.length > 0 ? (timeAnnounced[Math.min(...passed)] ?? null) : null
}

/** What is known about the answer to a question. `device`: written here, not acknowledged. */
export type Given = {
  choice: string
  /** Where answers may be changed, of each that is not refused. */
  changeable?: true
  /** Of a question with several right options: the places of all that were chosen, where they are known. */
  places?: number[]
  state: 'saved' | 'device' | 'refused'
  instead?: string
  code?: string
  message?: string
}

const STATE = { waiting: 'device', saved: 'saved', refused: 'refused' } as const

/** The server's list with this device's rows over it. What the server lists is saved, whatever the device believes. */
export function givenAnswers(
  answered: Record<string, string>,
  entries: readonly Entry[],
  choices: Record<string, number[]> = {},
): Map<string, Given> {
  const given = new Map<string, Given>()
  for (const { question, choice, places, state, instead, code, message } of entries) {
    given.set(question, { choice, ...(places ? { places } : {}), state: STATE[state], instead, code, message })
  }
  for (const [question, choice] of Object.entries(answered)) {
    const { instead } = given.get(question) ?? {}
    const places = choices[question]
    const saved = instead === choice ? undefined : instead
    given.set(question, { choice, ...(places ? { places } : {}), state: 'saved', instead: saved })
  }
  return given
}

// Questions with several right options

/** Between the texts of several chosen options, as the server writes them. */
const BETWEEN = '; '

/** The options in the order of the paper. */
function onPaper({ options, places = [] }: PaperQuestion): string[] {
  const paper: string[] = []
  for (const [at, place] of places.entries()) paper[place] = options[at] ?? ''
  return paper
}

/** What an answer of these places is called. */
export function textOfPlaces(question: PaperQuestion, chosen: readonly number[]): string {
  const paper = onPaper(question)
  return [...chosen]
    .sort((a, b) => a - b)
    .map((place) => paper[place] ?? '')
    .join(BETWEEN)
}

/** The places of what was given; read from its text where only that is known. */
export function placesOf(question: PaperQuestion, { choice, places }: Given): number[] {
  if (places) return places
  const paper = onPaper(question)
  const sets = Array.from({ length: 2 ** paper.length }, (_, set) =>
    paper.flatMap((_, at) => ((set >> at) & 1 ? at : [])),
  )
  return sets.find((set) => set.map((at) => paper[at]).join(BETWEEN) === choice) ?? []
}

/** With one place more or less, in the order of the paper. */
export function toggled(chosen: readonly number[], place: number): number[] {
  const others = chosen.filter((one) => one !== place)
  return others.length < chosen.length ? others : [...chosen, place].sort((a, b) => a - b)
}

/** Where something is chosen or typed that is not saved: such questions are saved by a button. */
export function unsavedOf(
  questions: readonly PaperQuestion[],
  given: ReadonlyMap<string, Given>,
  chosen: ChosenByQuestion,
): Set<string> {
  const open = questions.filter((one) => !isLocked(given.get(one.id)) && isBegun(one, chosen[one.id]))
  return new Set(open.map(({ id }) => id))
}

function isBegun({ places, typed }: PaperQuestion, choice: QuestionChoice | undefined): boolean {
  if (typeof choice === 'string') return typed !== undefined && choice.trim() !== ''
  return places !== undefined && choice !== undefined && choice.length > 0
}

/** How what is not saved came about. */
export function unsavedHow(
  questions: readonly PaperQuestion[],
  unsaved: ReadonlySet<string>,
): 'chosen' | 'typed' | 'both' {
  const open = questions.filter(({ id }) => unsaved.has(id))
  if (open.every(({ typed }) => !typed)) return 'chosen'
  return open.every(({ typed }) => typed) ? 'typed' : 'both'
}

/** A refused answer may be replaced, unless the refusal is about time or the attempt as a whole; others where they may be changed. */
export function isLocked(given: Given | undefined): boolean {
  if (!given) return false
  const { state, code, changeable } = given
  return state === 'refused' ? code === 'contest_ended' || code === 'already_submitted' : !changeable
}

/** Nothing more is needed from the person. */
export function isAnswered(given: Given | undefined): boolean {
  return isLocked(given) || given?.changeable === true
}

/** How many answers are refused, and were not chosen anew. */
export function lostOf(entries: readonly Entry[]): Lost {
  const lost = { late: 0, submitted: 0, other: 0 }
  for (const { state, code } of entries) {
    if (state !== 'refused') continue
    lost[code === 'contest_ended' ? 'late' : code === 'already_submitted' ? 'submitted' : 'other'] += 1
  }
  return lost
}

export type Counts = { saved: number; device: number; refused: number; answered: number }

/** Answered means that the question needs nothing more from the person: saved, or on its way. */
export function count(questions: readonly PaperQuestion[], given: ReadonlyMap<string, Given>): Counts {
  const counts: Counts = { saved: 0, device: 0, refused: 0, answered: 0 }
  for (const { id } of questions) {
    const state = given.get(id)?.state
    if (!state) continue
    counts[state] += 1
    if (state !== 'refused') counts.answered += 1
  }
  return counts
}

export function isInRange(index: number, length: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < length
}

/** Where a person comes in: where they were, else the first question without an answer. */
export function firstIndex(
  questions: readonly PaperQuestion[],
  given: ReadonlyMap<string, Given>,
  was: number | undefined,
): number {
  if (was !== undefined && isInRange(was, questions.length)) return was
  return Math.max(
    0,
    questions.findIndex(({ id }) => !given.has(id)),
  )
}

/** Which option of so many a key means, its letter or its number, or -1. */
export function optionOfKey(key: string, options: number): number {
  const places = Array.from({ length: options }, (_, at) => at)
  return places.findIndex((at) => key === `${at + 1}` || key.toUpperCase() === letterOf(at))
}

/** What is wrong with a set of questions, in the specification's words; null when it can be shown. */
export function setTrouble(questions: unknown): string | null {
  if (questions === null || questions === undefined) return SET_MISSING
  if (!Array.isArray(questions)) return SET_NOT_A_LIST
  return questions.length === 0 ? SET_EMPTY : null
}
