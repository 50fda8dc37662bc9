/**
 * Question fields, in which a question is edited: text, options, and the answer, which should match an option exactly; or what is right
 * where the answer is typed. An explanation is asked for only by whoever wants one.
 */
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/Button'
import { EXPLANATION } from '@/ui/ExplanationText'
import { CheckField, TextArea, TextField } from '@/ui/Field'
import { MathsProvider } from '@/ui/MathsProvider'
import { useMathsPreview } from '../hooks/useMathsPreview'
import type { MathsPreview } from '../mathsPreview'
import { mathsProblems, notSaid, textsOf } from '../mathsPreview'
import { ADD_EXPLANATION, ANSWER_HINT, EXPLANATION_HINT, SEVERAL_RIGHT } from '../messages'
import {
  asTyped,
  checkQuestion,
  followingAnswer,
  LETTERS,
  MAX_EXPLANATION,
  type NewQuestion,
  ofKind,
  type QuestionErrors,
  type QuestionRules,
  rightOption,
  withoutOption,
} from '../model'
import { AnswerChoice } from './AnswerChoice'
import { CodeHelp } from './CodeHelp'
import { FixedOptions } from './FixedOptions'
import { FormulaPreview } from './FormulaPreview'
import { OptionInputs } from './OptionInputs'
import { OptionPictureSlot, PictureSlots } from './PictureSlots'
import { QuestionMarks } from './QuestionMarks'
import { QuestionMore } from './QuestionMore'
import { TypedKeyInput } from './TypedKeyInput'

type QuestionFieldsProps = {
  /** The contest, where the question can have pictures. */
  contestId?: string
  question: NewQuestion
  /** Somebody tried to save: what is missing is said. */
  asked: boolean
  /** The answer before; another one is checked at once. */
  answerWas: string
  onChange: (question: NewQuestion) => void
  /** More than one option can be made right, or the answer be typed. */
  mayBeSeveral?: boolean
  /** Of the contest, where the marks of the question can be chosen. */
  rules?: QuestionRules
  /** What was refused. */
  refused?: QuestionErrors
}

export function QuestionFields(props: QuestionFieldsProps) {
  const { contestId, question, asked, onChange, rules, refused = {} } = props
  const { text, typed, pictures } = question
  const errors = checkQuestion(question)
  const preview = useMathsPreview(textsOf([question]))
  const wrong = (of: Partial<NewQuestion>) =>
    notSaid(mathsProblems({ text: '', options: [], ...of }, preview.problems), asked ? refused : {})
  return (
    <MathsProvider maths={preview.maths}>
      <TextArea
        label="Question"
        required
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        maxLength={2000}
        value={text}
        error={asked ? (errors.text ?? refused.text) : undefined}
        onChange={(event) => onChange({ ...question, text: event.target.value })}
      />
      <CodeHelp text={text} />
      <FormulaPreview texts={[{ text }]} preview={preview} problems={wrong({ text })} />
      {contestId ? (
        <PictureSlots
          contestId={contestId}
          pictures={pictures}
          asked={asked}
          error={asked ? refused.pictures : undefined}
          onChange={(next) => onChange({ ...question, pictures: next })}
        />
      ) : null}
      {typed ? (
        <TypedKeyInput
          typed={typed}
          errors={asked ? { ...refused, ...errors } : {}}
          onChange={(key) => onChange({ ...question, typed: key })}
          onOptions={() => onChange(asTyped(question, null))}
        />
      ) : (
        <Options {...props} errors={errors} preview={preview} />
      )}
      <Explanation
        text={question.explanation ?? ''}
        error={asked ? (errors.explanation ?? refused.explanation) : undefined}
        onChange={(explanation) => onChange({ ...question, explanation })}
      />
      <FormulaPreview
        texts={[{ text: question.explanation ?? '' }]}
        preview={preview}
        problems={wrong({ explanation: question.explanation })}
      />
      <QuestionMore
        question={question}
        errors={asked ? refused : {}}
        onChange={(part) => onChange({ ...question, ...part })}
      />
      {rules ? (
        <QuestionMarks
          rules={rules}
          question={question}
          errors={refused}
          onChange={(part) => onChange({ ...question, ...part })}
        />
      ) : null}
    </MathsProvider>
  )
}

type OptionsProps = QuestionFieldsProps & { errors: QuestionErrors; preview: MathsPreview }

/** Two to eight options, and which of them is right. */
function Options(props: OptionsProps) {
  const {
    contestId,
    question,
    asked,
    answerWas,
    onChange,
    mayBeSeveral = false,
    refused = {},
    errors,
    preview,
    rules,
  } = props
  const { options, answer, rightPlaces, pictures } = question
  const lettered = options.map((option, at) => ({ label: LETTERS[at], text: option }))
  const rewriteOption = (at: number, option: string) =>
    onChange({
      ...question,
      options: options.map((each, i) => (i === at ? option : each)),
      answer: followingAnswer(options, at, option, answer),
    })
  return (
    <>
      <OptionInputs
        options={options}
        right={rightPlaces ? (rightPlaces[0] ?? null) : rightOption(options, answer)}
        error={asked ? (errors.options ?? refused.options) : undefined}
        onChange={rewriteOption}
        onAdd={() => onChange({ ...question, options: [...options, ''] })}
        onRemove={(at) => onChange(withoutOption(question, at))}
        onTyped={mayBeSeveral ? (kind) => onChange(asTyped(question, kind)) : undefined}
        below={
          contestId
            ? (at, letter) => (
                <OptionPictureSlot
                  contestId={contestId}
                  at={at}
                  letter={letter}
                  pictures={pictures}
                  asked={asked}
                  onChange={(next) => onChange({ ...question, pictures: next })}
                />
              )
            : undefined
        }
      />
      <FormulaPreview
        texts={lettered}
        preview={preview}
        problems={notSaid(mathsProblems({ text: '', options }, preview.problems), asked ? refused : {})}
      />
      {rightPlaces ? (
        <AnswerChoice
          options={options}
          values={rightPlaces}
          error={asked ? (errors.answer ?? refused.answer) : undefined}
          onChange={(places) => onChange({ ...question, rightPlaces: places })}
        />
      ) : (
        <div className="grid gap-2">
          <TextField
            label="Answer"
            required
            maxLength={500}
            hint={ANSWER_HINT}
            value={answer}
            error={asked || answer !== answerWas ? (errors.answer ?? refused.answer) : undefined}
            onChange={(event) => onChange({ ...question, answer: event.target.value })}
          />
          <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
            <legend className="float-left mr-1 text-muted text-sm">Or pick an option</legend>
            {LETTERS.slice(0, options.length).map((letter, at) => (
              <Button
                key={letter}
                size="sm"
                className="w-10 px-0 aria-pressed:border-lawn aria-pressed:bg-lawn-soft aria-pressed:text-lawn"
                aria-label={`${letter}: use as the answer`}
                aria-pressed={answer.trim() !== '' && options[at]?.trim() === answer.trim()}
                disabled={!options[at]?.trim()}
                onClick={() => onChange({ ...question, answer: options[at] ?? '' })}
              >
                {letter}
              </Button>
            ))}
          </fieldset>
        </div>
      )}
      {mayBeSeveral ? (
        <CheckField
          label={SEVERAL_RIGHT}
          checked={rightPlaces !== undefined}
          onChange={(event) => onChange(ofKind(question, event.target.checked))}
        />
      ) : null}
      {rules ? (
        <FixedOptions
          rules={rules}
          options={options}
          fixed={question.fixed}
          onChange={(part) => onChange({ ...question, ...part })}
        />
      ) : null}
    </>
  )
}

type ExplanationProps = { text: string; error: string | undefined; onChange: (text: string) => void }

function Explanation({ text, error, onChange }: ExplanationProps) {
  const [opened, setOpened] = useState(false)
  const shown = opened || text !== ''
  const [wasThere] = useState(shown)
  const area = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    // The press that led here took its button away.
    if (opened) area.current?.focus()
  }, [opened])

  if (!shown && !wasThere) {
    return (
      <Button
        size="sm"
        variant="ghost"
        className="justify-self-start"
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={() => setOpened(true)}
      >
        {ADD_EXPLANATION}
      </Button>
    )
  }
  return (
    <TextArea
      ref={area}
      label={EXPLANATION}
      rows={3}
      maxLength={MAX_EXPLANATION}
      hint={EXPLANATION_HINT}
      value={text}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
