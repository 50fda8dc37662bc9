/** What is different on the contest screen where answers may be changed; what it is made of is loaded only there (parts.ts). */
import type { ComponentType } from 'react'
import type { Attempt, PaperQuestion } from '../model'
import type { Chosen } from '../outbox'
import type { Entry } from '../room/answerStore'
import type { Given } from '../room/model'
import type { QuestionNavigatorProps } from '../room/QuestionNavigator'

export type ToolsProps = {
  given: Given | undefined
  /** This device's last word about the question. */
  row: Entry | undefined
  closed: boolean
  onClear: () => void
}

export type FollowProps = {
  contest: string
  /** This device's rows of the contest. */
  entries: readonly Entry[]
  /** The number of the change of a question that is known here. */
  known: (question: string) => number
  refetch: () => unknown
}

export type Words = {
  /** In place of the sentence that the first choice is final, and that a saved answer is. */
  mayChange: string
  submitFinal: string
  markedBlank: (n: number) => string
  markedAnswered: (n: number) => string
  /** Read when it is saved. */
  saved: (row: Entry) => string | undefined
  /** Of a question that is not shown. */
  otherChangedIn: (number: number) => string
}

export type ChangingParts = {
  Palette: ComponentType<QuestionNavigatorProps>
  Tools: ComponentType<ToolsProps>
  Follow: ComponentType<FollowProps>
  words: Words
  given: (attempt: Attempt, entries: readonly Entry[], paper: readonly PaperQuestion[]) => Map<string, Given>
  rowOf: (attempt: Attempt, entries: readonly Entry[], question: string | undefined) => Entry | undefined
  knownSeq: (attempt: Attempt, entries: readonly Entry[], question: string) => number
  /** What goes with a change; null where nothing changes. `option` null: the answer is cleared. */
  stamp: (now: Now, question: PaperQuestion, option: string | null, places?: number[]) => Chosen | null
  /** The server's base is known here. */
  adopt: (attempt: Attempt) => void
}

/** What is known when somebody chooses. */
export type Now = {
  attempt: Attempt
  entries: readonly Entry[]
  given: ReadonlyMap<string, Given>
  paper: readonly PaperQuestion[]
}
