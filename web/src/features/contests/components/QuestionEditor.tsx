/**
 * Question editor: edits a question of the contest in its place in the list. What is not saved is kept for its owner,
 * on this device. Difficulty, explanation, marks, star, pictures, fixed options and tags are sent only where they were changed here since it was opened: what was made of
 * them elsewhere stays.
 */
import { useEffect, useState } from 'react'
import { refusedField } from '@/api/failure'
import { useServerForm } from '@/api/useServerForm'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { changesOf } from '../contestDrafts'
import { CHANGES_BACK, UPDATE_FAILED } from '../messages'
import {
  checkQuestion,
  type NewQuestion,
  QUESTION_FIELDS,
  type Question,
  type QuestionErrors,
  type QuestionRules,
  rewritten,
  withKept,
} from '../model'
import { useRewriteQuestion } from '../mutations'
import { QuestionFields } from './QuestionFields'

type QuestionEditorProps = {
  contestId: string
  userId: string
  /** Of the contest. */
  rules: QuestionRules
  question: Question
  number: number
  onDone: () => void
}

export function QuestionEditor({ contestId, userId, rules, question, number, onDone }: QuestionEditorProps) {
  const { text, options, answer, rightPlaces, typed, difficulty, explanation, marks, starred, pictures, fixed, tags } =
    question
  const kept = changesOf(contestId, userId, question.id)
  const [restored] = useState(() => {
    const changes = kept.read()
    return changes && withKept(question, changes.question, changes.was ?? question)
  })
  const [was] = useState({ difficulty, explanation, marks, starred, pictures, fixed, tags })
  const done = () => {
    kept.clear()
    onDone()
  }
  const saving = useRewriteQuestion(contestId, done)
  const form = useServerForm<NewQuestion, QuestionErrors>({
    defaultValues: restored ?? {
      text,
      options,
      answer,
      rightPlaces,
      typed,
      ...(difficulty ? { difficulty } : {}),
      ...(explanation ? { explanation } : {}),
      marks,
      starred,
      pictures,
      fixed,
      tags,
    },
    onChange: (changed) => kept.write({ id: question.id, question: changed, was }),
    check: checkQuestion,
    refusedAt: (error) => QUESTION_FIELDS[refusedField(error) ?? ''],
    call: saving,
    send: (edited) => saving.mutate({ was: question, question: rewritten(edited, was, rules) }),
    failed: UPDATE_FAILED,
  })
  const { ref } = form.props

  useEffect(() => ref.current?.querySelector('textarea')?.focus(), [ref])

  return (
    <form
      {...form.props}
      aria-label={`Edit question ${number}`}
      className="grid max-w-3xl gap-5 max-sm:col-span-2 max-sm:mt-2"
    >
      {restored ? <Alert tone="sky">{CHANGES_BACK}</Alert> : null}
      {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
      <QuestionFields
        contestId={contestId}
        question={form.watch()}
        asked={form.formState.isSubmitted}
        answerWas={answer}
        onChange={form.change}
        mayBeSeveral
        rules={rules}
        refused={form.errors}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          Save Changes
        </Button>
        <Button onClick={done}>Cancel</Button>
      </div>
    </form>
  )
}
