/**
 * Corrections, which mark a question otherwise after the end: what is asked for, what it would do, what was done, and
 * the words for it. Who moves is the server's to count; the rules here only save a round trip.
 */

import { withoutCodeMarks } from '@/lib/codeBlocks'
import { countOf } from './messages'
import type { Marked, Question } from './model'
import type { NumberKey } from './typedKey'

/** `accepted` is read only where the key decides; of a `number` it has its words. */
export type Wanted = Marked & { questionId: string; number?: Pick<NumberKey, 'value' | 'tolerance'> }
export type NewCorrection = Wanted & { reason: string; version: string }

/**
 * `durationMs` decides between equal numbers. `marks`: in a contest with marks, as the server writes them. `starred`: right answers
 * to starred questions, where it has some. `partly`: partly right ones, where questions have several right options.
 */
export type Place = {
  rank: number
  correct: number
  wrong: number
  durationMs: number
  marks?: string | null
  starred?: number | null
  partly?: number | null
}
export type Moved = { userId: string; fullName: string; before: Place; after: Place }
/** `scores` and `ranks`: how many change; `moved` has the first 200 of them. `version` names what was looked at. */
/** `had`: how many had the question, where each person gets a part of them. */
export type Preview = {
  version: string
  participants: number
  had?: number | null
  scores: number
  ranks: number
  moved: Moved[]
}

export type Correction = {
  id: string
  questionId: string
  /** Its number in the contest, from 1. */
  number: number
  /** The papers that have it, where people have different ones. */
  papers?: number[]
  before: Marked
  after: Marked
  reason: string
  by: string
  scores: number
  ranks: number
  madeAt: string
}

export const MAX_REASON = 500

/** Whether two ways of marking are one: outside its key a question's key says nothing. */
export function isSameMarking(a: Marked, b: Marked): boolean {
  if (a.marking !== b.marking) return false
  if (a.marking !== 'key') return true
  return a.accepted.length === b.accepted.length && a.accepted.every((option) => b.accepted.includes(option))
}

/** What counts as right with one option more or less, in the order of the question. */
export function withOption(question: Question, accepted: readonly string[], option: string, on: boolean): string[] {
  return question.options.filter((each) => (each === option ? on : accepted.includes(each)))
}

/** `“Paris”`, `“Paris” or “Lyon”` (`and` where all of them make the `several` right ones), `the mark for everybody`, `the mark for everybody who answered`, `does not count`. */
export function markedText({ marking, accepted }: Marked, hasMarks = false, several = false): string {
  if (marking === 'void') return 'does not count'
  if (marking !== 'key') {
    return `the ${hasMarks ? 'marks of a right answer' : 'mark'} for everybody${marking === 'answered' ? ' who answered' : ''}`
  }
  const quoted = accepted.map((option) => `“${withoutCodeMarks(option)}”`)
  const last = quoted.pop() ?? 'the key'
  return quoted.length > 0 ? `${quoted.join(', ')} ${several ? 'and' : 'or'} ${last}` : last
}

/** What a correction would do, in a sentence. */
export function wouldText({ scores, ranks }: Pick<Preview, 'scores' | 'ranks'>): string {
  if (scores === 0 && ranks > 0) {
    return `Nobody’s score would change, but their times would, and with them ${countOf(ranks, 'rank', 'ranks')}.`
  }
  if (scores === 0) return 'Nobody’s score would change.'
  const people = scores === 1 ? 'One participant gets' : `${scores} participants get`
  const places = ranks === 0 ? 'no rank changes' : ranks === 1 ? 'one rank changes' : `${ranks} ranks change`
  return `${people} another score, and ${places}.`
}

/** What a correction did. */
export function didText({ scores, ranks }: Pick<Correction, 'scores' | 'ranks'>): string {
  if (scores === 0 && ranks > 0) return `No score and ${countOf(ranks, 'rank', 'ranks')} changed.`
  if (scores === 0) return 'Nobody’s score changed.'
  return `${countOf(scores, 'score', 'scores')} and ${ranks === 0 ? 'no rank' : countOf(ranks, 'rank', 'ranks')} changed.`
}
