/** A question being edited in its place in the list. The answer is a text that should match an option exactly. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { Button } from '@/ui/Button'
import { TextArea, TextField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { useRewriteQuestion } from '../changes'
import { checkQuestion, followingAnswer, LETTERS, type Question, tidyQuestion } from '../model'
import { ANSWER_HINT, OPTIONS_SAME, UPDATE_FAILED } from '../words'
import { OptionInputs } from './OptionInputs'

type QuestionEditorProps = { contestId: string; question: Question; number: number; onDone: () => void }

export function QuestionEditor({ contestId, question, number, onDone }: QuestionEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const [edited, setEdited] = useState({ text: question.text, options: question.options, answer: question.answer })
  const [asked, setAsked] = useState(false)
  const saving = useRewriteQuestion(contestId, onDone)
  const errors = checkQuestion(edited)
  const { text, options, answer } = edited

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

  const rewriteOption = (at: number, option: string) =>
    setEdited({
      ...edited,
      options: options.map((each, i) => (i === at ? option : each)),
      answer: followingAnswer(options, at, option, answer),
    })

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label={`Edit question ${number}`}
      className="grid max-w-3xl gap-5 max-sm:col-span-2 max-sm:mt-2"
    >
      {saving.error ? <Notice tone="brick">{failureText(saving.error, UPDATE_FAILED)}</Notice> : null}
      <TextArea
        label="Question"
        required
        rows={3}
        maxLength={2000}
        value={text}
        error={asked ? errors.text : undefined}
        onChange={(event) => setEdited({ ...edited, text: event.target.value })}
      />
      <OptionInputs
        options={options}
        error={asked && errors.options !== OPTIONS_SAME ? errors.options : undefined}
        onChange={rewriteOption}
      />
      <div className="grid gap-2">
        <TextField
          label="Answer"
          required
          maxLength={500}
          hint={ANSWER_HINT}
          value={answer}
          error={asked || answer !== question.answer ? errors.answer : undefined}
          onChange={(event) => setEdited({ ...edited, answer: event.target.value })}
        />
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted text-sm">Take</span>
          {LETTERS.map((letter, at) => (
            <Button
              key={letter}
              size="sm"
              className="w-10 px-0 aria-pressed:border-lawn aria-pressed:bg-lawn-soft aria-pressed:text-lawn"
              aria-label={`Take ${letter}`}
              aria-pressed={answer.trim() !== '' && options[at]?.trim() === answer.trim()}
              disabled={!options[at]?.trim()}
              onClick={() => setEdited({ ...edited, answer: options[at] ?? '' })}
            >
              {letter}
            </Button>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          Save Changes
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
