/**
 * Question wizard, one question in three steps: what is asked, the options, the right one; where the answer is typed, in two. Beside it the question
 * as participants will see it. All of it goes by keyboard, and what was typed stays in this browser until it is added.
 */
import { ArrowLeft, ArrowRight, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { OwnAmounts } from '@/api/contestRules'
import { refusedField } from '@/api/failure'
import { useServerForm } from '@/api/useServerForm'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { CheckField, TextArea } from '@/ui/Field'
import { MathsProvider } from '@/ui/MathsProvider'
import { Progress } from '@/ui/Progress'
import { toast } from '@/ui/toast'
import { questionDraft, type WizardDraft } from '../contestDrafts'
import { useMathsPreview } from '../hooks/useMathsPreview'
import { type MathsProblem, mathsProblems, notSaid, textsOf } from '../mathsPreview'
import { ANSWER_MISSING, QUESTION_FAILED, QUESTION_FIRST, RIGHT_MISSING, SEVERAL_RIGHT } from '../messages'
import {
  AFTER_ADDED_MS,
  checkQuestion,
  LEAST_OPTIONS,
  LETTERS,
  MOST_OPTIONS,
  type NewQuestion,
  picturesOn,
  QUESTION_FIELDS,
  type QuestionErrors,
  type QuestionRules,
  tidyQuestion,
  USUAL_OPTIONS,
  type WrittenPicture,
  withoutPictureAt,
  withoutPlace,
} from '../model'
import { useAddQuestions } from '../mutations'
import { emptyKey, type NumberKey, type TextKey, type TypedKey } from '../typedKey'
import { AnswerChoice } from './AnswerChoice'
import { CodeHelp } from './CodeHelp'
import { FixedOptions } from './FixedOptions'
import { MathsProblems } from './FormulaPreview'
import { OptionInputs } from './OptionInputs'
import { OptionPictureSlot, PictureSlots } from './PictureSlots'
import { QuestionMarks } from './QuestionMarks'
import { QuestionMore } from './QuestionMore'
import { QuestionPreview } from './QuestionPreview'
import { TypedKeyInput } from './TypedKeyInput'

const STEPS = { 1: 'The question', 2: 'The options', 3: 'The right answer' }
const USUAL_STEPS = { ...STEPS, 2: 'Four options' }
/** One whose answer is typed has no options. */
const TYPED_STEPS = { ...STEPS, 2: 'The right answer' }
const EMPTY: WizardDraft = {
  text: '',
  options: ['', '', '', ''],
  answer: null,
  rightPlaces: undefined,
  typed: undefined,
  pictures: undefined,
  fixed: undefined,
  tags: undefined,
  difficulty: undefined,
  explanation: undefined,
  step: 1,
}

function restored(kept: Partial<WizardDraft> | null): WizardDraft {
  const text = typeof kept?.text === 'string' ? kept.text : ''
  const options = restoredOptions(kept?.options)
  const answer = typeof kept?.answer === 'number' && kept.answer in options ? kept.answer : null
  const places = restoredPlaces(kept?.rightPlaces, options.length)
  const typed = restoredKey(kept?.typed ?? {})
  const step = kept?.step === 2 || (kept?.step === 3 && !typed) ? kept.step : 1
  const begun: WizardDraft = text.trim()
    ? { text, options, answer, rightPlaces: places, typed, step }
    : { ...EMPTY, text, options }
  return {
    ...begun,
    pictures: restoredPictures(kept?.pictures, options.length),
    fixed: restoredPlaces(kept?.fixed, options.length),
    marks: restoredAmounts(kept?.marks ?? {}),
    starred: kept?.starred === true,
    tags: restoredTags(kept?.tags),
    difficulty: restoredText(kept?.difficulty),
    explanation: restoredText(kept?.explanation),
  }
}

function restoredOptions(kept: unknown): string[] {
  if (!Array.isArray(kept) || kept.length < LEAST_OPTIONS) return EMPTY.options
  return kept.slice(0, MOST_OPTIONS).map((option) => (typeof option === 'string' ? option : ''))
}

function restoredPlaces(kept: unknown, options: number): number[] | undefined {
  return Array.isArray(kept) ? kept.filter((place) => Number.isInteger(place) && place < options) : undefined
}

function restoredKey(kept: Partial<NumberKey> | Partial<TextKey>): TypedKey | undefined {
  const textIn = (one: unknown) => (typeof one === 'string' ? one : '')
  if (kept.kind === 'text' && Array.isArray(kept.accepted)) return { kind: 'text', accepted: kept.accepted.map(textIn) }
  if (kept.kind !== 'number') return undefined
  return { kind: 'number', value: textIn(kept.value), tolerance: textIn(kept.tolerance), unit: textIn(kept.unit) }
}

function restoredPictures(kept: unknown, options: number): WrittenPicture[] | undefined {
  if (!Array.isArray(kept)) return undefined
  return (kept as Partial<WrittenPicture>[]).flatMap((one) => {
    const { id, alt = '', option = null, width = 1, height = 1, small, large } = Object(one) as Partial<WrittenPicture>
    const isWhole = [id, small, large].every((text) => typeof text === 'string') && (option ?? 0) < options
    return isWhole ? [{ id, alt, option, width, height, small, large } as WrittenPicture] : []
  })
}

function restoredTags(kept: unknown): string[] | undefined {
  return Array.isArray(kept) ? kept.filter((tag) => typeof tag === 'string') : undefined
}

const restoredText = (kept: unknown) => (typeof kept === 'string' && kept !== '' ? kept : undefined)

function restoredAmounts(kept: OwnAmounts): OwnAmounts {
  const names = ['right', 'wrong', 'partial'] as const
  return Object.fromEntries(names.flatMap((name) => (typeof kept[name] === 'string' ? [[name, kept[name]]] : [])))
}

function questionOf({ answer, step: _, ...rest }: WizardDraft): NewQuestion {
  return { ...rest, answer: answer === null ? '' : (rest.options[answer] ?? '') }
}

const lastStepOf = ({ typed }: Pick<WizardDraft, 'typed'>) => (typed ? 2 : 3)

/** What is wrong with a step; with the last one, the first thing that is wrong with all of it. */
function checkStep(draft: WizardDraft): QuestionErrors {
  const whole = questionOf(draft)
  const { text, options, answer, pictures: _, ...ofTyped } = checkQuestion(whole)
  // The words of a picture are asked for where it is.
  const wordless = (own: boolean) =>
    checkQuestion({ ...whole, pictures: whole.pictures?.filter(({ option }) => (option === null) === own) }).pictures
  const [ofQuestion, ofOptions] = [wordless(true), wordless(false)]
  if (draft.step === 1 || (draft.step === lastStepOf(draft) && (text ?? ofQuestion))) {
    return { text, pictures: ofQuestion }
  }
  if (draft.typed) return ofTyped
  if (draft.step === 2 || (options ?? ofOptions)) return { options, pictures: ofOptions }
  return { answer, tags: ofTyped.tags, explanation: ofTyped.explanation }
}

/** What is known to be wrong with the formulas of a step, as far as the server has looked; it looks again in the end. */
function checkFormulas({ text, options, typed, step }: WizardDraft, known: readonly MathsProblem[]): QuestionErrors {
  if (step === 1) return { text: mathsProblems({ text, options: [] }, known)[0] }
  return step === 2 && !typed ? { options: mathsProblems({ text: '', options }, known)[0] } : {}
}

type QuestionWizardProps = {
  contestId: string
  /** Of the contest. */
  rules: QuestionRules
  /** A second after each question that was added. */
  onAdded: () => void
  onDone: () => void
}

export function QuestionWizard({ contestId, rules, onAdded, onDone }: QuestionWizardProps) {
  const kept = questionDraft(contestId)
  const [begun] = useState(() => restored(kept.read()))
  const [added, setAdded] = useState(0)
  const adding = useAddQuestions(contestId, () => {
    kept.clear()
    form.reset(EMPTY)
    setAdded((count) => count + 1)
    // Also when the window is closed meanwhile: whoever shows the questions is told.
    setTimeout(onAdded, AFTER_ADDED_MS)
  })
  const known = useRef<readonly MathsProblem[]>([])
  const form = useServerForm<WizardDraft, QuestionErrors>({
    defaultValues: begun,
    check: (draft) => {
      const wrong = checkStep(draft)
      return Object.values(wrong).some((one) => one !== undefined) ? wrong : checkFormulas(draft, known.current)
    },
    call: adding,
    send: (whole) => {
      if (whole.step === 1) go(2)
      else if (whole.step < lastStepOf(whole)) go(3)
      else adding.mutate([tidyQuestion(questionOf(whole), rules)])
    },
    onWrong: (wrong) => {
      const isFirst = step === 1 && form.getValues('text').trim() === ''
      const said = Object.values(wrong).find((one) => one !== undefined)
      // It stands at its field, and has stood beside it.
      if (Object.values(checkFormulas(form.getValues(), known.current)).some((one) => one === said)) return
      toast.warning(isFirst ? QUESTION_FIRST : (said ?? ''))
    },
    refusedAt: (error) => QUESTION_FIELDS[refusedField(error) ?? ''],
    onChange: kept.write,
    failed: QUESTION_FAILED,
  })
  const whole = form.watch()
  const { text, options, answer, rightPlaces, typed, pictures, fixed, step } = whole
  const last = lastStepOf(whole)
  const preview = useMathsPreview(textsOf([whole]))
  useEffect(() => {
    known.current = preview.problems
  }, [preview.problems])
  const isChosen = typed ? true : rightPlaces ? rightPlaces.length > 0 : answer !== null
  const { ref, onSubmit } = form.props
  const forward = () => void onSubmit()

  // Each step begins in its first field, the window included.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question begins like a new step
  useEffect(() => {
    const shown = (fields: string) =>
      [...(ref.current?.querySelectorAll<HTMLElement>(fields) ?? [])].find((field) => !field.closest('details'))
    const first = shown('textarea, fieldset input:checked') ?? shown('input')
    first?.focus()
  }, [step, added])

  /** What was marked in one step is nothing about another. */
  const go = (to: 1 | 2 | 3) => {
    const next = { ...form.getValues(), step: to }
    form.reset(next)
    kept.write(next)
  }

  // A refusal leads to the step of its field.
  const stepOfPictures = picturesOn(pictures, null).length > 0 ? 1 : 2
  const refusedStep = form.errors.text ? 1 : form.errors.options ? 2 : form.errors.pictures ? stepOfPictures : last
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (adding.error && refusedStep < step) go(refusedStep)
  }, [adding.error])

  const removeOption = (at: number) => {
    const moved = answer === null || answer === at ? null : answer > at ? answer - 1 : answer
    const places = rightPlaces && withoutPlace(rightPlaces, at)
    const left = pictures && withoutPictureAt(pictures, at)
    const stay = fixed && withoutPlace(fixed, at)
    form.change({
      options: options.filter((_, i) => i !== at),
      answer: moved,
      rightPlaces: places,
      pictures: left,
      fixed: stay,
    })
  }

  const more = (
    <QuestionMore
      key={added}
      question={whole}
      errors={form.errors}
      withExplanation
      onChange={form.change}
      onEnd={isChosen ? forward : undefined}
    />
  )

  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    forward()
  }

  return (
    <form {...form.props} aria-label="Add a question" className="grid gap-5">
      <div>
        <p className="num flex justify-between gap-4 text-sm">
          <span>
            <span className="font-semibold">
              Step {step} of {last}
            </span>
            <span className="text-muted">
              {' '}
              · {(typed ? TYPED_STEPS : options.length === USUAL_OPTIONS ? USUAL_STEPS : STEPS)[step]}
            </span>
          </span>
          <span aria-live="polite" className="text-lawn">
            {added > 0 ? `${added} added` : ''}
          </span>
        </p>
        <Progress value={step} max={last} label="Steps of a question" className="mt-2 rounded-full" />
      </div>
      {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
      <MathsProvider maths={preview.maths}>
        <div className="grid items-start gap-x-7 gap-y-5 md:min-h-80 md:grid-cols-2">
          {step === 1 ? (
            <div className="grid content-start gap-3">
              <TextArea
                label="Question"
                required
                rows={4}
                maxLength={2000}
                hint="Enter continues, Shift + Enter makes a new line."
                {...form.field('text')}
                onKeyDown={keys}
              />
              <CodeHelp text={text} />
              <PictureSlots
                contestId={contestId}
                pictures={pictures}
                asked={form.formState.isSubmitted}
                error={form.errors.pictures}
                onChange={(next) => form.change({ pictures: next })}
              />
            </div>
          ) : typed ? (
            <div className="grid gap-3">
              <TypedKeyInput
                typed={typed}
                errors={form.errors}
                begins
                onEnd={forward}
                onChange={(key) => form.change({ typed: key })}
                onOptions={() => form.change({ typed: undefined })}
              />
              <QuestionMarks rules={rules} question={whole} errors={form.errors} onChange={form.change} />
              {more}
            </div>
          ) : step === 2 ? (
            <div className="grid gap-3">
              <OptionInputs
                options={options}
                right={rightPlaces ? (rightPlaces[0] ?? null) : answer}
                error={form.errors.options ?? form.errors.pictures}
                onEnd={forward}
                onAdd={() => form.change({ options: [...options, ''] })}
                onRemove={removeOption}
                onTyped={(kind) => form.change({ typed: emptyKey(kind), rightPlaces: undefined })}
                onChange={(at, value) =>
                  form.change({ options: options.map((option, i) => (i === at ? value : option)) })
                }
                below={(at, letter) => (
                  <OptionPictureSlot
                    contestId={contestId}
                    at={at}
                    letter={letter}
                    pictures={pictures}
                    asked={form.formState.isSubmitted}
                    onChange={(next) => form.change({ pictures: next })}
                  />
                )}
              />
              <FixedOptions rules={rules} options={options} fixed={fixed} onChange={form.change} />
            </div>
          ) : (
            <div>
              {rightPlaces ? (
                <AnswerChoice
                  options={options}
                  values={rightPlaces}
                  onChange={(places) => form.change({ rightPlaces: places })}
                />
              ) : (
                <AnswerChoice options={options} value={answer} onChange={(at) => form.change({ answer: at })} />
              )}
              {isChosen && form.errors.answer ? <p className="mt-3 text-brick text-sm">{form.errors.answer}</p> : null}
              <p className="mt-3 min-h-5 text-muted text-sm">
                {!isChosen
                  ? rightPlaces
                    ? `${RIGHT_MISSING}: A to ${LETTERS[options.length - 1]}.`
                    : `${ANSWER_MISSING}: A to ${LETTERS[options.length - 1]}, or the arrow keys.`
                  : 'Enter adds the question.'}
              </p>
              <CheckField
                label={SEVERAL_RIGHT}
                checked={rightPlaces !== undefined}
                onChange={(event) =>
                  form.change(
                    event.target.checked
                      ? { rightPlaces: answer === null ? [] : [answer] }
                      : { rightPlaces: undefined, answer: rightPlaces?.[0] ?? null },
                  )
                }
              />
              <QuestionMarks rules={rules} question={whole} errors={form.errors} onChange={form.change} />
              {more}
            </div>
          )}
          <div className="grid min-w-0 gap-3">
            <QuestionPreview
              text={text}
              options={options}
              several={rightPlaces !== undefined}
              typed={typed}
              pictures={pictures}
              className={step === last ? 'max-md:hidden' : undefined}
            />
            <MathsProblems problems={notSaid(mathsProblems(whole, preview.problems), form.errors)} />
          </div>
        </div>
      </MathsProvider>
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
        {step < last ? (
          <Button type="submit" variant="primary">
            Next
            <ArrowRight aria-hidden="true" className="size-4" />
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            disabled={!isChosen}
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
