/**
 * One question in three steps: what is asked, the four options, the right one. Beside it the question as participants
 * will see it. All of it goes by keyboard, and what was typed stays in this browser until it is added.
 */
import { ArrowLeft, ArrowRight, Plus } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { Progress } from '@/ui/Progress'
import { toast } from '@/ui/toast'
import { useAddQuestions } from '../changes'
import { questionDraft, type WizardDraft } from '../drafts'
import { AFTER_ADDED_MS, checkQuestion, OPTION_COUNT, tidyQuestion } from '../model'
import { ANSWER_MISSING, OPTIONS_SAME, QUESTION_FAILED, QUESTION_FIRST } from '../words'
import { AnswerChoice } from './AnswerChoice'
import { OptionInputs } from './OptionInputs'
import { QuestionSheet } from './QuestionSheet'

const STEPS = { 1: 'The question', 2: 'Four options', 3: 'The right answer' }
const EMPTY: WizardDraft = { text: '', options: ['', '', '', ''], answer: null, step: 1 }

function restored(kept: Partial<WizardDraft> | null): WizardDraft {
  const text = typeof kept?.text === 'string' ? kept.text : ''
  const options = EMPTY.options.map((_, at) => (typeof kept?.options?.[at] === 'string' ? kept.options[at] : ''))
  const answer = typeof kept?.answer === 'number' && kept.answer < OPTION_COUNT ? kept.answer : null
  const step = kept?.step === 2 || kept?.step === 3 ? kept.step : 1
  return text.trim() ? { text, options, answer, step } : { ...EMPTY, text, options }
}

type QuestionWizardProps = {
  contestId: string
  /** A second after each question that was added. */
  onAdded: () => void
  onDone: () => void
}

export function QuestionWizard({ contestId, onAdded, onDone }: QuestionWizardProps) {
  const kept = questionDraft(contestId)
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() => restored(kept.read()))
  const [pressed, setPressed] = useState(false)
  const [added, setAdded] = useState(0)
  const { text, options, answer, step } = draft
  const question = { text, options, answer: answer === null ? '' : (options[answer] ?? '') }
  const errors = checkQuestion(question)

  const adding = useAddQuestions(contestId, () => {
    kept.clear()
    setDraft(EMPTY)
    setPressed(false)
    setAdded((count) => count + 1)
    // Also when the window is closed meanwhile: whoever shows the questions is told.
    setTimeout(onAdded, AFTER_ADDED_MS)
  })

  // Each step begins in its first field, the window included.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question begins like a new step
  useEffect(() => {
    const first =
      form.current?.querySelector<HTMLElement>('textarea, input:checked') ?? form.current?.querySelector('input')
    first?.focus()
  }, [step, added])

  const change = (part: Partial<WizardDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    kept.write(next)
  }
  const go = (to: 1 | 2 | 3) => {
    setPressed(false)
    change({ step: to })
  }

  const forward = () => {
    if (step === 1) {
      if (errors.text) {
        setPressed(true)
        toast.warning(text.trim() === '' ? QUESTION_FIRST : errors.text)
      } else go(2)
    } else if (step === 2) {
      if (errors.options) {
        setPressed(true)
        toast.warning(errors.options)
        const empty = [...(form.current?.querySelectorAll('textarea') ?? [])].find((field) => !field.value.trim())
        empty?.focus()
      } else go(3)
    } else submit()
  }

  const submit = () => {
    const wrong = errors.text ?? errors.options ?? errors.answer
    if (wrong) toast.warning(wrong)
    else if (!adding.isPending) adding.mutate([tidyQuestion(question)])
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    forward()
  }

  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    forward()
  }

  const optionsError = pressed && step === 2 && errors.options !== OPTIONS_SAME ? errors.options : undefined

  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-label="Add a question" className="grid gap-5">
      <div>
        <p className="num flex justify-between gap-4 text-sm">
          <span>
            <span className="font-semibold">Step {step} of 3</span>
            <span className="text-muted"> · {STEPS[step]}</span>
          </span>
          <span aria-live="polite" className="text-lawn">
            {added > 0 ? `${added} added` : ''}
          </span>
        </p>
        <Progress value={step} max={3} label="Steps of a question" className="mt-2 rounded-full" />
      </div>
      {adding.error ? <Notice tone="brick">{failureText(adding.error, QUESTION_FAILED)}</Notice> : null}
      <div className="grid items-start gap-x-7 gap-y-5 md:min-h-80 md:grid-cols-2">
        {step === 1 ? (
          <TextArea
            label="Question"
            required
            rows={4}
            maxLength={2000}
            value={text}
            error={pressed ? errors.text : undefined}
            hint="Enter goes on, Shift + Enter makes a new line."
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={keys}
          />
        ) : step === 2 ? (
          <OptionInputs
            options={options}
            error={optionsError}
            onEnd={forward}
            onChange={(at, value) => change({ options: options.map((option, i) => (i === at ? value : option)) })}
          />
        ) : (
          <div>
            <AnswerChoice options={options} value={answer} onChange={(at) => change({ answer: at })} />
            <p className="mt-3 min-h-5 text-muted text-sm">
              {answer === null ? `${ANSWER_MISSING}: A to D, or the arrow keys.` : 'Enter adds the question.'}
            </p>
          </div>
        )}
        <QuestionSheet text={text} options={options} className={step === 3 ? 'max-md:hidden' : undefined} />
      </div>
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap items-center gap-3 border-line border-t bg-surface px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {step > 1 ? (
          <Button
            icon={<ArrowLeft aria-hidden="true" className="size-4" />}
            onClick={() => go(step === 3 ? 2 : 1)}
            className="max-sm:px-3.5"
          >
            Back
          </Button>
        ) : null}
        <span className="flex-1" />
        {added > 0 && step === 1 && text === '' ? <Button onClick={onDone}>Done</Button> : null}
        {step < 3 ? (
          <Button type="submit" variant="primary">
            Next
            <ArrowRight aria-hidden="true" className="size-4" />
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            disabled={answer === null}
            busy={adding.isPending}
            icon={<Plus aria-hidden="true" className="size-4" />}
          >
            Add Question
          </Button>
        )}
      </div>
    </form>
  )
}
