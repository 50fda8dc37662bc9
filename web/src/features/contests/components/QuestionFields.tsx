/**
 * Question fields, in which a question is edited: text, options, and the answer, which should match an option exactly.
 */
import { Button } from '@/ui/Button'
import { TextArea, TextField } from '@/ui/Field'
import { ANSWER_HINT, OPTIONS_SAME } from '../messages'
import { checkQuestion, followingAnswer, LETTERS, type NewQuestion } from '../model'
import { OptionInputs } from './OptionInputs'

type QuestionFieldsProps = {
  question: NewQuestion
  /** Somebody tried to save: what is missing is said. */
  asked: boolean
  /** The answer before; another one is checked at once. */
  answerWas: string
  onChange: (question: NewQuestion) => void
}

export function QuestionFields({ question, asked, answerWas, onChange }: QuestionFieldsProps) {
  const { text, options, answer } = question
  const errors = checkQuestion(question)
  const rewriteOption = (at: number, option: string) =>
    onChange({
      ...question,
      options: options.map((each, i) => (i === at ? option : each)),
      answer: followingAnswer(options, at, option, answer),
    })
  return (
    <>
      <TextArea
        label="Question"
        required
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        maxLength={2000}
        value={text}
        error={asked ? errors.text : undefined}
        onChange={(event) => onChange({ ...question, text: event.target.value })}
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
          error={asked || answer !== answerWas ? errors.answer : undefined}
          onChange={(event) => onChange({ ...question, answer: event.target.value })}
        />
        <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
          <legend className="float-left mr-1 text-muted text-sm">Or take option</legend>
          {LETTERS.map((letter, at) => (
            <Button
              key={letter}
              size="sm"
              className="w-10 px-0 aria-pressed:border-lawn aria-pressed:bg-lawn-soft aria-pressed:text-lawn"
              aria-label={`Take ${letter}`}
              aria-pressed={answer.trim() !== '' && options[at]?.trim() === answer.trim()}
              disabled={!options[at]?.trim()}
              onClick={() => onChange({ ...question, answer: options[at] ?? '' })}
            >
              {letter}
            </Button>
          ))}
        </fieldset>
      </div>
    </>
  )
}
