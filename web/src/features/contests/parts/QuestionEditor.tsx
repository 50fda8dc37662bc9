/** A question of the contest being edited in its place in the list. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { useRewriteQuestion } from '../changes'
import { checkQuestion, type NewQuestion, type Question, tidyQuestion } from '../model'
import { UPDATE_FAILED } from '../words'
import { QuestionFields } from './QuestionFields'

type QuestionEditorProps = { contestId: string; question: Question; number: number; onDone: () => void }

export function QuestionEditor({ contestId, question, number, onDone }: QuestionEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const { text, options, answer } = question
  const [edited, setEdited] = useState<NewQuestion>({ text, options, answer })
  const [asked, setAsked] = useState(false)
  const saving = useRewriteQuestion(contestId, onDone)
  const errors = checkQuestion(edited)

  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(errors).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    if (!saving.isPending) saving.mutate({ questionId: question.id, question: tidyQuestion(edited) })
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label={`Edit question ${number}`}
      className="grid max-w-3xl gap-5 max-sm:col-span-2 max-sm:mt-2"
    >
      {saving.error ? <Notice tone="brick">{failureText(saving.error, UPDATE_FAILED)}</Notice> : null}
      <QuestionFields question={edited} asked={asked} answerWas={answer} onChange={setEdited} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          Save Changes
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
