/** A question of the contest with its key; as long as nobody joined it can be edited or removed. */
import { Check, Pencil, Trash2 } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/Button'
import { LETTERS, type Question } from '../model'
import { QuestionEditor } from './QuestionEditor'

type QuestionRowProps = {
  contestId: string
  question: Question
  number: number
  /** May be changed. */
  open: boolean
  editing: boolean
  onEdit: () => void
  onDone: () => void
  onRemove: () => void
}

export function QuestionRow({ contestId, question, number, open, editing, ...on }: QuestionRowProps) {
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The editor took the focus; it comes back to where it was opened.
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])

  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-line border-b py-6 sm:grid-cols-[2.5rem_minmax(0,1fr)]">
      <span className="num font-[650] font-display text-lg text-muted leading-snug">{number}</span>
      {editing ? (
        <QuestionEditor contestId={contestId} question={question} number={number} onDone={on.onDone} />
      ) : (
        <Shown
          question={question}
          number={number}
          open={open}
          editRef={edit}
          onEdit={on.onEdit}
          onRemove={on.onRemove}
        />
      )}
    </li>
  )
}

type ShownProps = Pick<QuestionRowProps, 'question' | 'number' | 'open' | 'onEdit' | 'onRemove'> & {
  editRef: Ref<HTMLButtonElement>
}

function Shown({ question, number, open, editRef, onEdit, onRemove }: ShownProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <h3 className="max-w-[68ch] whitespace-pre-line break-words text-lg leading-snug">{question.text}</h3>
        {question.difficulty ? <p className="mt-1 text-muted text-sm">{question.difficulty}</p> : null}
        <ul className="mt-3 grid gap-x-8 gap-y-1.5 lg:grid-cols-2">
          {question.options.map((option, at) => {
            const right = option === question.answer
            return (
              <li key={option} className={cx('flex min-w-0 items-start gap-2.5', !right && 'text-muted')}>
                <span
                  aria-hidden="true"
                  className={cx(
                    'mt-px grid size-6 shrink-0 place-items-center rounded-[6px] border border-line-strong font-semibold text-xs',
                    right && 'border-lawn bg-lawn text-lawn-ink',
                  )}
                >
                  {right ? <Check className="size-3.5" strokeWidth={3} /> : LETTERS[at]}
                </span>
                <span className={cx('min-w-0 whitespace-pre-line break-words', right && 'font-semibold')}>
                  <span className="sr-only">{LETTERS[at]}: </span>
                  {option}
                  {right ? <span className="sr-only"> (the answer)</span> : null}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
      {open ? (
        <div className="flex gap-2">
          <Button
            ref={editRef}
            size="sm"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            aria-label={`Edit question ${number}`}
            onClick={onEdit}
          >
            Edit
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            aria-label={`Remove question ${number}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </div>
      ) : null}
    </div>
  )
}
