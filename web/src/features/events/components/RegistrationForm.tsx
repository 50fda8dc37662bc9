/**
 * Registration form, made from an event's definition: what students fill in, and what the builder shows as its preview.
 * Buttons are the caller's, who points them at `id`. A mark goes when its field is edited; what a browser cannot read
 * as a date is not taken for an empty answer.
 */
import { useServerForm } from '@/api/useServerForm'
import { SelectField, TextField } from '@/ui/Field'
import { enter, SELECT_ONE, UNFIT } from '../messages'
import { type Answers, checkAnswers, type Field, MAX_ANSWER, own, sentAnswers } from '../registrationFields'
import { unreadableInputs } from '../unreadableInputs'

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

type Entered = { answers: [name: string, text: string][] }

/** The caller makes it, and says what came of it. */
const NO_CALL = { isPending: false, reset: () => {} }
const COMPLETES: Partial<Record<Field['kind'], string>> = { email: 'email', tel: 'tel' }
// A browser's date field has a width of its own and would push its neighbour away.
const NARROW = 'min-w-0 grid-cols-[minmax(0,1fr)]'

export function RegistrationForm(props: RegistrationFormProps) {
  const { id, label, fields, initial, refused, onChange, onSubmit } = props
  const form = useServerForm<Entered, { answers?: Record<string, string> }>({
    // Pairs: to the library a name with a dot, or one that every object has, would be more than a name.
    defaultValues: { answers: Object.entries(initial ?? {}) },
    check: ({ answers }) => {
      const wrong = checkAnswers(fields, Object.fromEntries(answers))
      const unread = unreadableInputs(form.props.ref.current)
      for (const { name, kind } of fields) if (unread.has(name)) wrong[name] = UNFIT[kind]
      return Object.keys(wrong).length > 0 ? { answers: wrong } : {}
    },
    send: ({ answers }) => onSubmit(sentAnswers(fields, Object.fromEntries(answers))),
    call: { ...NO_CALL, error: refused && Object.keys(refused).length > 0 ? refused : null },
    refusedAt: () => ({ answers: refused }),
    judgesAgain: false,
    onChange: ({ answers }) => onChange?.(Object.fromEntries(answers)),
  })
  const answers: Answers = Object.fromEntries(form.watch('answers'))
  const marks = form.errors.answers ?? {}

  const write = (name: string, text: string) => {
    const { [name]: _, ...rest } = marks
    form.change({ answers: Object.entries({ ...answers, [name]: text }) }, { answers: rest })
  }

  return (
    <form
      id={id}
      {...form.props}
      onSubmit={(event) => {
        // A form inside a dialog of another form is still its child for React.
        event.stopPropagation()
        void form.props.onSubmit(event)
      }}
      aria-label={label}
      className="grid gap-5"
    >
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
            // A browser's number field drops the blanks of "560 001", or all of it.
            type={field.kind === 'number' ? 'text' : field.kind}
            inputMode={field.kind === 'number' ? 'decimal' : undefined}
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
    <span>
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
