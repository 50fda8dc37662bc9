/**
 * Question row: a question of the contest with its answer key; as long as nobody joined it can be edited or removed,
 * after the end corrected.
 */
import { Check, Pencil, Scale, Trash2 } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { hasMarks, marksInShort } from '@/api/contestRules'
import { questionAnchor } from '@/app/paths'
import { cx } from '@/lib/cx'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { CodeLine, CodeText } from '@/ui/CodeText'
import { ExplanationText } from '@/ui/ExplanationText'
import { OwnMarks } from '@/ui/OwnMarks'
import { OptionPicture, QuestionPictures } from '@/ui/QuestionPicture'
import { CORRECT_KEY, MARKED, MARKED_WITH_MARKS, SEVERAL_RIGHT, tagsText } from '../messages'
import { LETTERS, picturesOn, type Question, type QuestionRules, rulesFor } from '../model'
import { QuestionEditor } from './QuestionEditor'
import { TypedKeyShown } from './TypedKeyShown'

type QuestionRowProps = {
  contestId: string
  userId: string
  question: Question
  number: number
  /** Of the contest. */
  rules: QuestionRules
  /** May be changed. */
  open: boolean
  /** May be marked otherwise. */
  correctable: boolean
  editing: boolean
  onEdit: () => void
  onDone: () => void
  onRemove: () => void
  onCorrect: () => void
}

export function QuestionRow({
  contestId,
  userId,
  question,
  number,
  rules,
  open,
  correctable,
  editing,
  ...on
}: QuestionRowProps) {
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The editor took the focus; it comes back to where it was opened.
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])

  return (
    <li
      id={questionAnchor(question.id)}
      className="grid scroll-mt-24 grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-line border-b py-6 sm:grid-cols-[2.5rem_minmax(0,1fr)]"
    >
      <span className="num font-[650] font-display text-lg text-muted leading-snug">{number}</span>
      {editing ? (
        <QuestionEditor
          contestId={contestId}
          userId={userId}
          rules={rules}
          question={question}
          number={number}
          onDone={on.onDone}
        />
      ) : (
        <Shown
          question={question}
          number={number}
          rules={rules}
          open={open}
          editRef={edit}
          onEdit={on.onEdit}
          onRemove={on.onRemove}
          correctable={correctable}
          onCorrect={on.onCorrect}
        />
      )}
    </li>
  )
}

type ShownProps = Pick<
  QuestionRowProps,
  'question' | 'number' | 'rules' | 'open' | 'correctable' | 'onEdit' | 'onRemove' | 'onCorrect'
> & {
  editRef: Ref<HTMLButtonElement>
}

function Shown({ question, number, rules, open, correctable, editRef, ...on }: ShownProps) {
  const { marking, accepted, marks, starred, difficulty, tags } = question
  const about = [difficulty, tags && tagsText(tags)].filter(Boolean).join(' · ')
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <CodeText
          text={question.text}
          lead={(words) => <h3 className="max-w-[68ch] text-lg leading-snug">{words}</h3>}
        />
        {about ? <p className="mt-1 wrap-anywhere text-muted text-sm">{about}</p> : null}
        {question.rightPlaces ? <p className="mt-1 text-muted text-sm">{SEVERAL_RIGHT}</p> : null}
        <OwnMarks marks={marks && marksInShort(rulesFor(rules, question), marks)} starred={starred} />
        {marking === 'key' ? null : (
          <Badge tone="amber" icon={<Scale aria-hidden="true" />} className="mt-2">
            {(hasMarks(rules) ? MARKED_WITH_MARKS : MARKED)[marking]}
          </Badge>
        )}
        <QuestionPictures pictures={picturesOn(question.pictures, null)} className="mt-3" />
        {question.typed ? (
          <TypedKeyShown typed={question.typed} decides={marking === 'key'} />
        ) : (
          <ul className="mt-3 grid gap-x-8 gap-y-1.5 lg:grid-cols-2">
            {question.options.map((option, at) => {
              const right = marking === 'key' && accepted.includes(option)
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
                  <span className={cx('min-w-0 flex-1', right && 'font-semibold')}>
                    <span className="sr-only">{LETTERS[at]}: </span>
                    <CodeLine text={option} />
                    {right ? <span className="sr-only"> (the answer)</span> : null}
                    <OptionPicture
                      picture={picturesOn(question.pictures, at)[0]}
                      letter={LETTERS[at]}
                      className="mt-2"
                    />
                  </span>
                </li>
              )
            })}
          </ul>
        )}
        {question.explanation ? <ExplanationText text={question.explanation} className="mt-3 max-w-[68ch]" /> : null}
      </div>
      {open ? (
        <div className="flex gap-2">
          <Button
            ref={editRef}
            size="sm"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            aria-label={`Edit question ${number}`}
            onClick={on.onEdit}
          >
            Edit
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            aria-label={`Remove question ${number}`}
            onClick={on.onRemove}
          >
            Remove
          </Button>
        </div>
      ) : correctable ? (
        <Button
          size="sm"
          icon={<Scale aria-hidden="true" className="size-4" />}
          aria-label={`${CORRECT_KEY} Question ${number}`}
          onClick={on.onCorrect}
        >
          {CORRECT_KEY}
        </Button>
      ) : null}
    </div>
  )
}
