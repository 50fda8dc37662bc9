/**
 * Step 2 of signing up: contact, password twice, year. The confirmation never leaves the browser. What the server refused
 * in one of its fields stands at that field until it is changed.
 */
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { useSite } from '@/api/session'
import { isContact, PASSWORD_MIN, PASSWORD_RULES, passwordsDiffer, yearChoices } from '@/lib/checks'
import { serverNow } from '@/lib/serverClock'
import { Button } from '@/ui/Button'
import { PasswordField, SelectField, TextField } from '@/ui/Field'
import { toast } from '@/ui/toast'
import { CONTACT_INVALID, FILL_IN, PASSWORD_SHORT, PASSWORDS_DIFFER, YEAR_MISSING } from '../words'
import { useStepFocus } from './useStepFocus'

type Form = { contact: string; password: string; confirmation: string; year: string }
type Done = { contact: string; password: string; year: number }
export type AccountField = 'contact' | 'password' | 'year'

type AccountStepProps = {
  active: boolean
  email: string
  busy: boolean
  refused: { field: AccountField; why: string } | null
  onBack: () => void
  onDone: (form: Done) => void
}

export function AccountStep({ active, email, busy, refused, onBack, onDone }: AccountStepProps) {
  const { timeZone } = useSite()
  const { register, handleSubmit, control, formState, setError } = useForm<Form>({
    defaultValues: { contact: '', password: '', confirmation: '', year: '' },
  })
  const [password, confirmation] = useWatch({ control, name: ['password', 'confirmation'] })
  const first = useStepFocus(active)
  const differ = passwordsDiffer(password, confirmation)
  const { errors } = formState

  useEffect(() => {
    if (refused) setError(refused.field, { message: refused.why }, { shouldFocus: true })
  }, [refused, setError])

  const done = ({ contact, password: chosen, confirmation: again, year }: Form) => {
    if (chosen !== again) toast.error(PASSWORDS_DIFFER)
    else onDone({ contact, password: chosen, year: Number(year) })
  }

  // What is filled, but wrong, says so at its field.
  const wrong = (fields: FieldErrors<Form>) => {
    const isMissing = Object.values(fields).some(({ message }) => message === FILL_IN || message === YEAR_MISSING)
    if (isMissing) toast.warning(FILL_IN)
  }

  return (
    <form ref={first} noValidate className="grid gap-5" onSubmit={handleSubmit(done, wrong)}>
      <TextField
        label="Contact number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        error={errors.contact?.message}
        {...register('contact', {
          validate: (text) => (text.trim() === '' ? FILL_IN : isContact(text) || CONTACT_INVALID),
        })}
      />
      {/* So that password managers file the new password under the right name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={PASSWORD_RULES}
        error={errors.password?.message}
        {...register('password', {
          required: FILL_IN,
          minLength: { value: PASSWORD_MIN, message: PASSWORD_SHORT },
        })}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={differ ? PASSWORDS_DIFFER : errors.confirmation?.message}
        {...register('confirmation', { required: FILL_IN })}
      />
      <SelectField label="Year" error={errors.year?.message} {...register('year', { required: YEAR_MISSING })}>
        <option value="">Choose your year</option>
        {yearChoices(serverNow(), timeZone).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </SelectField>
      <div className="flex gap-3">
        <Button icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" className="flex-1" busy={busy} disabled={password !== confirmation}>
          Create Account
        </Button>
      </div>
    </form>
  )
}
