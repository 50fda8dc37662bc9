/**
 * Model of answers that may be changed: what stands, by the numbers of the changes, and in which of five states a question is. Pure.
 */
import type { Attempt, PaperQuestion } from '../model'
import type { Entry } from '../room/answerStore'
import { type Given, isAnswered } from '../room/model'
import type { QuestionPosition } from '../room/questionPosition'

const STATE = { waiting: 'device', saved: 'saved' } as const

const seqOf = (attempt: Attempt, question: string) => attempt.changes?.seqs[question] ?? 0

/** This device's last word about a question, where the server's list has nothing later. */
export function rowOf(attempt: Attempt, entries: readonly Entry[], question: string | undefined): Entry | undefined {
  return entries.find((row) => row.question === question && (row.seq ?? 0) >= seqOf(attempt, row.question))
}

/** The number beyond which a further change of the question has to be. */
export function knownSeq(attempt: Attempt, entries: readonly Entry[], question: string): number {
  const row = entries.find((one) => one.question === question)
  return Math.max(seqOf(attempt, question), row?.seq ?? 0)
}

/** Sums of the numbers that stand, as far as they are known here. The server tells the sum of all: it rises with each change. */
export type KnownSums = {
  /** By the server's list, and by what was acknowledged here. */
  saved: bigint
  /** With what is on its way. */
  all: bigint
}

export function knownSums(attempt: Attempt, entries: readonly Entry[]): KnownSums {
  const seqs = attempt.changes?.seqs ?? {}
  const highest = (isKnown: (row: Entry) => boolean) => {
    const known = new Map(Object.entries(seqs))
    for (const row of entries) {
      if (isKnown(row)) known.set(row.question, Math.max(known.get(row.question) ?? 0, row.seq ?? 0))
    }
    return [...known.values()].reduce((sum, seq) => sum + BigInt(seq), BigInt(0))
  }
  return { saved: highest(({ state }) => state === 'saved'), all: highest(({ state }) => state !== 'refused') }
}

/** The server's list, and this device's changes that are later. What was cleared is not there. */
export function givenNow(
  attempt: Attempt,
  entries: readonly Entry[],
  paper: readonly PaperQuestion[],
): Map<string, Given> {
  const given = new Map<string, Given>()
  for (const [question, choice] of Object.entries(attempt.answered)) {
    const places = attempt.choices[question]
    given.set(question, { choice, ...(places ? { places } : {}), state: 'saved', changeable: true })
  }
  for (const row of entries) {
    const { question, seq = 0, state, code, message, cleared } = row
    if (seq <= seqOf(attempt, question)) continue
    if (state === 'refused') {
      // What stood before it stands.
      if (!given.has(question) && !cleared) given.set(question, { ...answerIn(row, paper), state, code, message })
    } else if (cleared) given.delete(question)
    else given.set(question, { ...answerIn(row, paper), state: STATE[state], changeable: true })
  }
  return given
}

/** What a row says: after another device's change only the places of options are known. */
function answerIn(row: Entry, paper: readonly PaperQuestion[]): Pick<Given, 'choice' | 'places'> {
  const { choice, places, question, typed } = row
  const asked = paper.find(({ id }) => id === question)
  if (typed || !places || !asked) return { choice }
  const texts = places.map((place) => asked.options[place] ?? '')
  return { choice: texts.join('; '), ...(asked.places ? { places } : {}) }
}

/** The places on the paper of an option that is known by its text. */
export function placesOnPaper(paper: readonly PaperQuestion[], question: string, option: string): number[] | undefined {
  const place = paper.find(({ id }) => id === question)?.options.indexOf(option) ?? -1
  return place < 0 ? undefined : [place]
}

export type FiveState = 'unseen' | 'unanswered' | 'answered' | 'marked' | 'answeredMarked'
export const FIVE_STATES: readonly FiveState[] = ['unseen', 'unanswered', 'answered', 'marked', 'answeredMarked']

export function stateOf(id: string, given: ReadonlyMap<string, Given>, place: QuestionPosition): FiveState {
  const isMarked = place.marked.includes(id)
  if (isAnswered(given.get(id))) return isMarked ? 'answeredMarked' : 'answered'
  if (isMarked) return 'marked'
  return place.seen.includes(id) ? 'unanswered' : 'unseen'
}

/** Whether what is said to be chosen is what stands, or on its way: it need not be sent again. */
export function isSameAnswer(given: Given | undefined, row: Entry | undefined, choice: string): boolean {
  return given !== undefined && given.state !== 'refused' && row?.state !== 'refused' && given.choice === choice
}
