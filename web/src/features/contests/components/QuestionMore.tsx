/** More of a question, which few need, folded away: its difficulty and tags, and in the wizard its explanation. */
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { EXPLANATION } from '@/ui/ExplanationText'
import { SelectField, TextArea, TextField } from '@/ui/Field'
import { checkTags, DIFFICULTIES, tagsIn } from '../draw'
import { DIFFICULTY, EXPLANATION_HINT, MORE, NO_DIFFICULTY, TAGS, TAGS_HINT } from '../messages'
import { MAX_EXPLANATION, type NewQuestion, type QuestionErrors } from '../model'

type Part = Pick<NewQuestion, 'difficulty' | 'tags' | 'explanation'>

type QuestionMoreProps = {
  question: Part
  /** What was refused. */
  errors: Pick<QuestionErrors, 'tags' | 'explanation'>
  /** The explanation has no place of its own elsewhere. */
  withExplanation?: boolean
  onChange: (part: Part) => void
  /** Enter in the field of the tags. */
  onEnd?: () => void
}

export function QuestionMore({ question, errors, withExplanation = false, onChange, onEnd }: QuestionMoreProps) {
  const { difficulty, tags = [], explanation } = question
  // As it is typed, with a comma at its end.
  const [typed, setTyped] = useState(() => tags.join(', '))
  const [open, setOpen] = useState(typed !== '' || (withExplanation && Boolean(explanation)))
  const id = useId()
  const wrong = checkTags(tags) ?? errors.tags
  const wrongText = withExplanation ? errors.explanation : undefined
  const isOther = difficulty && !DIFFICULTIES.some((word) => word === difficulty)
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnd?.()
  }
  return (
    <details
      open={open || wrong !== undefined || wrongText !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group"
    >
      <summary
        aria-describedby={difficulty ? id : undefined}
        className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control text-muted text-sm [&::-webkit-details-marker]:hidden"
      >
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
        <span>{MORE}</span>
        {difficulty ? (
          <span id={id} className="min-w-0 wrap-anywhere group-open:hidden">
            {difficulty}
          </span>
        ) : null}
      </summary>
      <div className="grid gap-4">
        <SelectField
          label={DIFFICULTY}
          className="max-w-60"
          value={difficulty ?? ''}
          onChange={(event) => onChange({ difficulty: event.target.value })}
        >
          <option value="">{NO_DIFFICULTY}</option>
          {isOther ? <option value={difficulty}>{difficulty}</option> : null}
          {DIFFICULTIES.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </SelectField>
        <TextField
          label={TAGS}
          hint={TAGS_HINT}
          maxLength={300}
          value={typed}
          error={wrong}
          onKeyDown={keys}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange({ tags: tagsIn(event.target.value) })
          }}
        />
        {withExplanation ? (
          <TextArea
            label={EXPLANATION}
            rows={3}
            maxLength={MAX_EXPLANATION}
            hint={EXPLANATION_HINT}
            value={explanation ?? ''}
            error={wrongText}
            onChange={(event) => onChange({ explanation: event.target.value })}
          />
        ) : null}
      </div>
    </details>
  )
}
