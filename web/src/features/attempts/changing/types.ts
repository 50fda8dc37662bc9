/**
 * Types of what is different on the contest screen where answers may be changed; what it is made of is loaded only
 * there (changingParts.ts).
 */
import type { ComponentType } from 'react'
import type { Attempt, PaperQuestion } from '../model'
import type { Chosen } from '../outbox'
import type { Entry } from '../room/answerStore'
import type { Given } from '../room/model'
import type { QuestionNavigatorProps } from '../room/QuestionNavigator'

/** Without an attempt in the preview. */
export type ToolsProps = {
  attempt?: Attempt
  entries?: readonly Entry[]
  question: PaperQuestion
  given: Given | undefined
  closed: boolean
  /** What is begun, and not saved. */
  forget: () => void
  onClear: (question: PaperQuestion, option: null) => void
}

export type MarkedQuestionsProps = { marked: number[]; unanswered: number[]; onGo: (index: number) => void }

export type ChangeNoticesProps = {
  attempt: Attempt
  entries: readonly Entry[]
  questions: readonly PaperQuestion[]
  /** How many answers wait longer than an answer does on its way. */
  waiting: number
  shown: string | undefined
  over: boolean
  refetch: () => unknown
}

export type ChangingParts = {
  /** In place of the sentence that the first choice is final, and that a saved answer is. */
  mayChange: string
  submitFinal: string
  Palette: ComponentType<QuestionNavigatorProps>
  /** Below the options. */
  Tools: ComponentType<ToolsProps>
  /** In the dialog of handing in. */
  MarkedQuestions: ComponentType<MarkedQuestionsProps>
  /** Says what becomes of changes, and follows those of other devices. */
  ChangeNotices: ComponentType<ChangeNoticesProps>
  given: (attempt: Attempt, entries: readonly Entry[], paper: readonly PaperQuestion[]) => Map<string, Given>
  /** What goes with a change; null where nothing changes. `option` null: the answer is cleared. */
  stamp: (now: Now, question: PaperQuestion, option: string | null, places?: number[]) => Chosen | null
}

/** What is known when somebody chooses. */
export type Now = {
  attempt: Attempt
  entries: readonly Entry[]
  given: ReadonlyMap<string, Given>
  paper: readonly PaperQuestion[]
}
