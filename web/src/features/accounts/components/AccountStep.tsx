/**
 * Account step, step 2 of the sign-up: contact, password twice unless it is shown, year. The confirmation never leaves the browser. What
 * the server refused in one of its fields stands at that field until it is changed.
 */
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { refusedField } from '@/api/failure'
import { useSite } from '@/api/session'
import { type FormCall, useServerForm } from '@/api/useServerForm'
import { paths } from '@/app/paths'
import { serverNow } from '@/lib/serverClock'
import { isContact, PASSWORD_MIN, PASSWORD_RULES, passwordsDiffer, yearChoices } from '@/lib/validation'
import { Button } from '@/ui/Button'
import { PasswordField, SelectField, TextField } from '@/ui/Field'
import { toast } from '@/ui/toast'
import { ACCOUNT_FIELDS } from '../api'
import { useStepFocus } from '../hooks/useStepFocus'
import {
  AGREEMENT,
  CONTACT_INVALID,
  FILL_IN,
  HANDLING,
  NEW_WINDOW,
  PASSWORD_SHORT,
  PASSWORDS_DIFFER,
  PRIVACY,
  REGISTER_FAILED,
  SHOWN_ONCE,
  TERMS,
  YEAR_MISSING,
} from '../messages'

type Form = { contact: string; password: string; confirmation: string; year: string }
type Done = { contact: string; password: string; year: number }
export type AccountField = 'contact' | 'password' | 'year'
type Marks = Partial<Record<keyof Form, string | true>>

type AccountStepProps = {
  active: boolean
  email: string
  call: FormCall
  onBack: () => void
  onDone: (form: Done) => void
}

export function AccountStep({ active, email, call, onBack, onDone }: AccountStepProps) {
  const { timeZone } = useSite()
  const [isShown, setIsShown] = useState(false)
  const form = useServerForm<Form, Marks>({
    defaultValues: { contact: '', password: '', confirmation: '', year: '' },
    check: ({ contact, password, confirmation, year }) => ({
      contact: contact.trim() === '' ? FILL_IN : isContact(contact) || CONTACT_INVALID,
      password: password === '' ? FILL_IN : password.length >= PASSWORD_MIN || PASSWORD_SHORT,
      confirmation: isShown || confirmation !== '' || FILL_IN,
      year: year !== '' || YEAR_MISSING,
    }),
    call,
    send: ({ contact, password, confirmation, year }) => {
      if (!isShown && password !== confirmation) toast.error(PASSWORDS_DIFFER)
      else onDone({ contact, password, year: Number(year) })
    },
    // What is filled, but wrong, says so at its field.
    onWrong: (marks) => {
      const isMissing = Object.values(marks).some((said) => said === FILL_IN || said === YEAR_MISSING)
      if (isMissing) toast.warning(FILL_IN)
    },
    refusedAt: (error) => ACCOUNT_FIELDS[refusedField(error) ?? ''],
    failed: REGISTER_FAILED,
  })
  const [password, confirmation] = form.watch(['password', 'confirmation'])
  useStepFocus(form.props.ref, active)
  const again = form.field('confirmation')

  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Contact number" type="tel" inputMode="tel" autoComplete="tel" {...form.field('contact')} />
      {/* So that password managers file the new password under the right name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={PASSWORD_RULES}
        onShown={setIsShown}
        {...form.field('password')}
      />
      {isShown ? null : (
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          hint={SHOWN_ONCE}
          {...again}
          error={passwordsDiffer(password, confirmation) ? PASSWORDS_DIFFER : again.error}
        />
      )}
      <SelectField label="Batch year" {...form.field('year')}>
        <option value="">Choose your batch year</option>
        {yearChoices(serverNow(), timeZone).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </SelectField>
      <p className="text-muted text-sm">
        {AGREEMENT} <Policy to={paths.terms()}>{TERMS}</Policy>. {HANDLING}{' '}
        <Policy to={paths.privacy()}>{PRIVACY}</Policy>.
      </p>
      <div className="flex gap-3">
        <Button icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="flex-1"
          busy={call.isPending}
          disabled={!isShown && password !== confirmation}
        >
          Create Account
        </Button>
      </div>
    </form>
  )
}

/** A window of its own: what was entered in the steps is kept nowhere. */
function Policy({ to, children }: { to: ReturnType<typeof paths.terms | typeof paths.privacy>; children: string }) {
  return (
    <Link {...to} target="_blank" className="link">
      {children}
      <span className="sr-only"> {NEW_WINDOW}</span>
    </Link>
  )
}
