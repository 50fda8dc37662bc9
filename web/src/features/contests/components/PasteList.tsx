/**
 * Paste of a list of questions as plain text. What was understood stands beside it, question by question, with what is
 * wrong and where; the text stays the one thing that is edited. All are saved at once or none.
 */
import { ClipboardPaste } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { cx } from '@/lib/cx'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { controlClass, Field } from '@/ui/Field'
import { MathsProvider } from '@/ui/MathsProvider'
import { pasteDraft } from '../contestDrafts'
import { useMathsPreview } from '../hooks/useMathsPreview'
import { mathsProblems, textsOf } from '../mathsPreview'
import { countOf, LIST_ADD_FAILED } from '../messages'
import { AFTER_ADDED_MS, MAX_AT_ONCE, tidyQuestion } from '../model'
import { useAddQuestions } from '../mutations'
import { type PastedQuestion, parsePastedList, withoutQuestion } from '../pastedList'
import { withKind } from '../pastedTyped'
import { PastedQuestions } from './PastedQuestions'

const EXAMPLE = `1. Which data structure is first in, first out?
A) Stack
B) Queue
C) Tree
D) Heap
Answer: B

2. The capital of Karnataka is
Mysuru
* Bengaluru
Hubballi
Mangaluru`

type PasteListProps = {
  contestId: string
  /** How many more questions the contest takes. */
  room: number
  onAdded: () => void
  onDone: () => void
}

export function PasteList({ contestId, room, onAdded, onDone }: PasteListProps) {
  const kept = pasteDraft(contestId)
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => kept.read()?.text ?? '')
  const read = useDeferredValue(text)
  const listed = useMemo(() => parsePastedList(read), [read])
  const preview = useMathsPreview(textsOf(listed))
  const questions = listed.map((question) => {
    const wrongMaths = mathsProblems(question, preview.problems)
    return wrongMaths.length > 0 ? { ...question, problems: [...question.problems, ...wrongMaths] } : question
  })
  const wrong = questions.filter((question) => question.problems.length > 0).length
  const most = Math.min(MAX_AT_ONCE, room)
  const tooMany = questions.length > most

  const adding = useAddQuestions(contestId, () => {
    kept.clear()
    setText('')
    setTimeout(onAdded, AFTER_ADDED_MS)
    onDone()
  })

  const change = (next: string) => {
    setText(next)
    if (next.trim()) kept.write({ text: next })
    else kept.clear()
  }

  const goTo = ({ from, to }: PastedQuestion) => {
    const field = area.current
    if (!field) return
    const lines = field.value.split('\n')
    const start = lines.slice(0, from).join('\n').length + (from > 0 ? 1 : 0)
    field.focus()
    field.setSelectionRange(start, start + lines.slice(from, to + 1).join('\n').length)
    field.scrollTop = (field.scrollHeight / Math.max(1, lines.length)) * Math.max(0, from - 1)
    field.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="grid gap-5">
      {adding.error ? <Alert tone="brick">{failureText(adding.error, LIST_ADD_FAILED)}</Alert> : null}
      <div className="grid items-start gap-x-7 gap-y-6 md:grid-cols-2">
        <Field
          label="Questions as text"
          className="md:sticky md:top-0"
          hint="A number before each question, A), B) … before its two to eight options (four may be plain lines), then “Answer: B”, “Answer: True” or a star on each right one. Without options the answer is typed: “Answer: 9.81 ± 0.05 m/s²”, “Answer: Mysuru / Mysore”. “Difficulty: Easy”, “Tags: optics, waves” and “Explanation: …” may stand below. Lines between ``` and ``` are code, $x^2$ is maths."
        >
          {(id, describedBy) => (
            <textarea
              id={id}
              ref={area}
              aria-describedby={describedBy}
              rows={9}
              spellCheck={false}
              placeholder={EXAMPLE}
              value={text}
              onChange={(event) => change(event.target.value)}
              className={cx(controlClass, 'min-h-56 resize-y py-2.5 text-sm leading-relaxed md:min-h-80')}
            />
          )}
        </Field>
        {questions.length > 0 ? (
          <MathsProvider maths={preview.maths}>
            <PastedQuestions
              questions={questions}
              wrong={wrong}
              onGoTo={goTo}
              onLeaveOut={(question) => change(withoutQuestion(text, question))}
              onKind={(question, kind) => change(withKind(text, question, kind))}
            />
          </MathsProvider>
        ) : (
          <div className="grid justify-items-start gap-3 rounded-card border border-line-strong border-dashed p-5">
            <ClipboardPaste aria-hidden="true" className="size-6 text-muted" />
            <p className="text-muted text-sm">
              What is understood appears here, question by question, before anything is saved.
            </p>
            <Button size="sm" onClick={() => change(EXAMPLE)}>
              Try the example
            </Button>
          </div>
        )}
      </div>
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-line border-t bg-surface px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <p aria-live="polite" className="num mr-auto text-muted text-sm">
          {tooMany
            ? room < MAX_AT_ONCE
              ? `This contest takes ${countOf(Math.max(0, room), 'more question', 'more questions')}.`
              : `At most ${MAX_AT_ONCE} at a time: paste the rest afterwards.`
            : wrong > 0
              ? `${wrong} of ${questions.length} ${wrong === 1 ? 'needs' : 'need'} a look.`
              : ''}
        </p>
        <Button
          variant="primary"
          disabled={questions.length === 0 || wrong > 0 || tooMany}
          busy={adding.isPending}
          onClick={() => adding.mutate(questions.map((question) => tidyQuestion(question)))}
        >
          {questions.length === 0 ? 'Add questions' : `Add ${countOf(questions.length, 'question', 'questions')}`}
        </Button>
      </div>
    </div>
  )
}
