/**
 * Fields for the marks of one question, in a contest that has marks: what its answers give where that is not what the contest's
 * give, and its star. They are folded behind a line that says what holds, for most questions need none of them.
 */
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type MarkRules, signedAmount } from '@/api/contestRules'
import { CheckField, SelectField, TextField } from '@/ui/Field'
import { ALL_PARTS, PARTS, partShown, placeOfStars, questionMarksLine } from '../markChoices'
import { asContestHas, emptyFor, PARTIAL, QUESTION_MARKS, RIGHT, STAR, STAR_HINT, WRONG } from '../markMessages'
import { type OfMarks, type OfSeveral, rulesFor } from '../model'
import type { OfTyped } from '../typedKey'
import { AMOUNT, type MarkErrors } from './MarksFields'

type QuestionMarksFieldsProps = {
  /** Of the contest. */
  rules: MarkRules
  question: OfMarks & OfSeveral & OfTyped
  onChange: (part: OfMarks) => void
  errors: MarkErrors
}

export function QuestionMarksFields({ question, onChange, errors, ...of }: QuestionMarksFieldsProps) {
  const rules = rulesFor(of.rules, question)
  const [open, setOpen] = useState(false)
  // What is wrong is not hidden, but may be folded again.
  const isWrong = Boolean(errors.right || errors.wrong || errors.partial || errors.marks)
  const [wasWrong, setWasWrong] = useState(false)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setOpen(true)
  }
  const { marks = {}, starred = false } = question
  const stars = placeOfStars(rules)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{QUESTION_MARKS}</span>
          <span className="num text-muted text-sm group-open:hidden">{questionMarksLine(rules, question)}</span>
        </span>
      </summary>
      <fieldset aria-label={QUESTION_MARKS} className="mt-1 grid min-w-0 gap-2 pb-2">
        <div className="grid gap-4 min-[22rem]:grid-cols-2">
          <TextField
            {...AMOUNT}
            label={RIGHT}
            hint={emptyFor(signedAmount(rules.right))}
            error={errors.right}
            value={marks.right ?? ''}
            onChange={(event) => onChange({ marks: { ...marks, right: event.target.value } })}
          />
          <TextField
            {...AMOUNT}
            label={WRONG}
            hint={emptyFor(signedAmount(rules.wrong))}
            error={errors.wrong}
            value={marks.wrong ?? ''}
            onChange={(event) => onChange({ marks: { ...marks, wrong: event.target.value } })}
          />
        </div>
        {question.rightPlaces ? (
          <SelectField
            label={PARTIAL}
            error={errors.partial}
            value={marks.partial ?? ''}
            onChange={(event) => onChange({ marks: { ...marks, partial: event.target.value } })}
          >
            <option value="">{asContestHas(PARTS[rules.partial])}</option>
            {ALL_PARTS.map((one) => (
              <option key={one} value={one}>
                {partShown(one)}
              </option>
            ))}
          </SelectField>
        ) : null}
        <CheckField
          label={STAR[stars]}
          hint={stars === 'none' ? STAR_HINT : undefined}
          checked={starred}
          onChange={(event) => onChange({ starred: event.target.checked })}
        />
      </fieldset>
    </details>
  )
}
