/**
 * The registration form itself, made from an event's definition: what students fill in, and what the builder shows as its
 * preview. Buttons are the caller's, who points them at `id`. A mark goes when its field is edited; what a browser cannot
 * read as a number or a date is not taken for an empty answer.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SelectField, TextField } from '@/ui/Field'
import { type Answers, checkAnswers, type Field, MAX_ANSWER, own, sentAnswers } from '../form'
import { enter, SELECT_ONE, UNFIT } from '../words'
import { unreadIn } from './unread'

type RegistrationFormProps = {
  id: string
  label: string
  fields: readonly Field[]
  initial?: Answers
  /** What the server did not take, by the field's name. */
  refused?: Readonly<Record<string, string>>
  onChange?: (answers: Answers) => void
  onSubmit: (answers: Answers) => void
}

const COMPLETES: Partial<Record<Field['kind'], string>> = { email: 'email', tel: 'tel' }
// A browser's date field has a width of its own and would push its neighbour away.
const NARROW = 'min-w-0 grid-cols-[minmax(0,1fr)]'

export function RegistrationForm(props: RegistrationFormProps) {
  const { id, label, fields, initial, refused, onChange, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  const [answers, setAnswers] = useState<Answers>(initial ?? {})
  const [marks, setMarks] = useState<Record<string, string>>({})
  const marking = useRef(false)

  const mark = (wrong: Record<string, string>) => {
    marking.current = true
    setMarks(wrong)
  }
  // Once the marks are there: the first one is where to go on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new marks are what it waits for
  useEffect(() => {
    if (!marking.current) return
    marking.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [marks])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new refusal is what it waits for
  useEffect(() => {
    if (refused && Object.keys(refused).length > 0) mark(refused)
  }, [refused])

  const write = (name: string, text: string) => {
    const next = { ...answers, [name]: text }
    setAnswers(next)
    onChange?.(next)
    const { [name]: _, ...rest } = marks
    setMarks(rest)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A form inside a dialog of another form is still its child for React.
    event.stopPropagation()
    const wrong = checkAnswers(fields, answers)
    const unread = unreadIn(event.currentTarget)
    for (const { name, kind } of fields) if (unread.has(name)) wrong[name] = UNFIT[kind]
    if (Object.keys(wrong).length > 0) mark(wrong)
    else onSubmit(sentAnswers(fields, answers))
  }

  return (
    <form ref={form} id={id} noValidate onSubmit={submit} aria-label={label} className="grid gap-5">
      {fields.some(({ required }) => required) ? (
        <p aria-hidden="true" className="text-muted text-sm">
          <Star /> has to be filled in
        </p>
      ) : null}
      {fields.map((field) => {
        const shared = {
          // Not `name`: a field called `elements` would stand in for the form's own.
          'data-field': field.name,
          required: field.required,
          value: own(answers, field.name) ?? '',
          error: own(marks, field.name),
          label: <Label field={field} />,
          className: NARROW,
        }
        return field.kind === 'select' ? (
          <SelectField key={field.name} {...shared} onChange={(event) => write(field.name, event.target.value)}>
            <option value="">{SELECT_ONE}</option>
            {field.options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField
            key={field.name}
            {...shared}
            type={field.kind}
            step={field.kind === 'number' ? 'any' : undefined}
            maxLength={MAX_ANSWER}
            autoComplete={COMPLETES[field.kind] ?? 'off'}
            placeholder={enter(field.label)}
            onChange={(event) => write(field.name, event.target.value)}
          />
        )
      })}
    </form>
  )
}

function Label({ field }: { field: Field }) {
  return (
    <span className="break-words">
      {field.label}
      {field.required ? <Star /> : null}
    </span>
  )
}

/** For the eye; the control itself says that it is required. */
function Star() {
  return (
    <span aria-hidden="true" className="text-brick">
      {' *'}
    </span>
  )
}
