/** Submit dialog: says what has no answer, what is marked, what is not saved yet. Submitting waits for the outbox. */

import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import type { ChangingParts } from '../changing/types'
import type { PaperQuestion } from '../model'
import { answersGive } from '../roomPanelMessages'
import {
  ALL_ANSWERED,
  BETWEEN_NOT_SUBMITTED,
  BETWEEN_SUBMIT,
  CUT_OFF_NOT_SUBMITTED,
  deviceLine,
  KEEP_ANSWERING,
  LOOKING,
  markedLine,
  OFFLINE_NOT_SUBMITTED,
  OFFLINE_SUBMIT,
  OFFLINE_SUBMITTING,
  SUBMIT_FINAL,
  SUBMIT_NOW,
  SUBMIT_TITLE,
  SUBMITTING,
  unansweredLine,
  unsavedLine,
  waitingFor,
} from './messages'
import { type Counts, type Given, isAnswered, unsavedHow } from './model'
import type { QuestionPosition } from './questionPosition'
import { RoomDialog } from './RoomDialog'

/** `cutOff`: it failed because no answer of the server's came. */
export type SubmitState =
  | { is: 'asking'; failed?: string; cutOff?: boolean }
  | { is: 'looking' | 'saving' | 'submitting' }

type SubmitDialogProps = {
  open: boolean
  state: SubmitState
  reached: boolean
  between: boolean
  questions: readonly PaperQuestion[]
  /** What a right and a wrong answer give, where the contest has marks. */
  questionMarks?: string | null
  given: ReadonlyMap<string, Given>
  /** Questions in which something is chosen or typed that is not saved. */
  unsaved: ReadonlySet<string>
  place: QuestionPosition
  counts: Counts
  /** Where answers may be changed. */
  changing?: ChangingParts
  onGo: (index: number) => void
  onClose: () => void
  onSubmit: () => void
}

export function SubmitDialog(props: SubmitDialogProps) {
  const { open, state, reached, between, questions, questionMarks, given, unsaved, place, counts, changing } = props
  const { onGo, onClose, onSubmit } = props
  const busy = state.is !== 'asking'
  const failed = state.is === 'asking' ? state.failed : undefined
  const cutOff = state.is === 'asking' && state.cutOff
  const unanswered = questions.flatMap(({ id }, index) => (isAnswered(given.get(id)) ? [] : [index]))
  const isOtherwise = unanswered.some((index) => questions[index]?.marks)
  const left = questions.flatMap(({ id }, index) => (unsaved.has(id) ? [index] : []))
  const marked = questions.flatMap(({ id }, index) => (place.marked.includes(id) ? [index] : []))
  return (
    <RoomDialog
      open={open}
      onClose={onClose}
      title={SUBMIT_TITLE}
      footer={
        <>
          {/* In here, so that it is in sight however many numbers there are. */}
          <p className="basis-full text-muted text-sm low:flex-1 low:basis-52" aria-live="polite">
            {state.is === 'saving'
              ? waitingFor(counts.device)
              : state.is === 'submitting'
                ? SUBMITTING
                : (changing?.submitFinal ?? SUBMIT_FINAL)}
          </p>
          <Button data-first onClick={onClose}>
            {KEEP_ANSWERING}
          </Button>
          <Button variant="primary" busy={busy} onClick={onSubmit}>
            {SUBMIT_NOW}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {state.is === 'looking' ? (
          <p role="status">{LOOKING}</p>
        ) : unanswered.length === 0 ? (
          <Alert tone="lawn">{ALL_ANSWERED}</Alert>
        ) : (
          <div>
            <Numbers text={unansweredLine(unanswered.length)} at={unanswered} onGo={onGo} />
            {questionMarks ? (
              <p className="num mt-2 text-muted text-sm">{answersGive(questionMarks, isOtherwise)}</p>
            ) : null}
          </div>
        )}
        {left.length > 0 ? (
          <Numbers text={unsavedLine(left.length, unsavedHow(questions, unsaved))} at={left} onGo={onGo} />
        ) : null}
        {changing ? (
          <changing.MarkedQuestions marked={marked} unanswered={unanswered} onGo={onGo} />
        ) : marked.length > 0 ? (
          <Numbers text={markedLine(marked.length)} at={marked} onGo={onGo} />
        ) : null}
        {counts.device > 0 && reached ? <Alert tone="amber">{deviceLine(counts.device)}</Alert> : null}
        {reached ? (
          failed && <Alert tone={cutOff ? 'amber' : 'brick'}>{cutOff ? CUT_OFF_NOT_SUBMITTED : failed}</Alert>
        ) : (
          <Alert tone="amber">
            {state.is === 'saving' || state.is === 'submitting'
              ? OFFLINE_SUBMITTING
              : notReachedText(failed !== undefined, between)}
          </Alert>
        )}
      </div>
    </RoomDialog>
  )
}

function notReachedText(tried: boolean, between: boolean): string {
  if (between) return tried ? BETWEEN_NOT_SUBMITTED : BETWEEN_SUBMIT
  return tried ? OFFLINE_NOT_SUBMITTED : OFFLINE_SUBMIT
}

/** Questions that can be gone to. */
export function Numbers({ text, at, onGo }: { text: string; at: number[]; onGo: (index: number) => void }) {
  return (
    <div>
      <p className="text-sm">{text}</p>
      <ul className="num -mx-0.5 mt-1.5 flex max-h-52 low:max-h-none flex-wrap gap-2 overflow-y-auto p-0.5">
        {at.map((index) => (
          <li key={index}>
            <button
              type="button"
              aria-label={`Go to question ${index + 1}`}
              onClick={() => onGo(index)}
              className="grid size-11 place-items-center rounded-control border border-line-strong font-semibold text-sm hover:border-muted"
            >
              {index + 1}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
