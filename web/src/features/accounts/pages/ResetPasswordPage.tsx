/**
 * /resetpassword: address and new password first, then the six digits that were mailed. Nothing changes before the
 * code is right; the page says the same whether the address is known or not.
 */
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refusedField } from '@/api/failure'
import { useSite } from '@/api/session'
import { useServerForm } from '@/api/useServerForm'
import { nextOf, paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { isEmail, PASSWORD_MIN, PASSWORD_RULES, passwordsDiffer } from '@/lib/validation'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { PasswordField, TextField } from '@/ui/Field'
import { toast } from '@/ui/toast'
import { askResetCode, RESET_FIELDS } from '../api'
import { AccountFrame } from '../components/AccountFrame'
import { CodeStep } from '../components/CodeStep'
import {
  codeLead,
  EMAIL_INVALID,
  FILL_IN,
  PASSWORD_SHORT,
  PASSWORDS_DIFFER,
  RESET_ASKED_AGAIN,
  RESET_DONE,
  RESET_FAILED,
  resetLead,
} from '../messages'

type Form = { email: string; password: string; confirmation: string }
type Marks = Partial<Record<keyof Form, string | true>>

export default function ResetPasswordPage() {
  useTitle('Reset password')
  const navigate = useNavigate()
  const next = nextOf(useLocation())
  const { mail } = useSite()
  const [asked, setAsked] = useState<(Form & { said: string }) | null>(null)
  const asking = useMutation({
    mutationFn: (form: Form) => askResetCode(form.email, form.password),
    onSuccess: (said, form) => setAsked({ ...form, said }),
  })
  const form = useServerForm<Form, Marks>({
    defaultValues: { email: '', password: '', confirmation: '' },
    check: ({ email, password, confirmation }) => ({
      email: email.trim() === '' ? FILL_IN : isEmail(email) || EMAIL_INVALID,
      password: password === '' ? FILL_IN : password.length >= PASSWORD_MIN || PASSWORD_SHORT,
      confirmation: confirmation !== '' || FILL_IN,
    }),
    call: asking,
    send: (fields) => {
      if (fields.password !== fields.confirmation) toast.error(PASSWORDS_DIFFER)
      else asking.mutate(fields)
    },
    refusedAt: (error) => RESET_FIELDS[refusedField(error) ?? ''],
    failed: RESET_FAILED,
  })
  const [password, confirmation] = form.watch(['password', 'confirmation'])
  const again = form.field('confirmation')

  return (
    <AccountFrame
      title="Reset password"
      lead={asked ? codeLead(mail) : resetLead(mail)}
      foot={
        <>
          Remember your password?{' '}
          <Link {...paths.login(next)} className="link link-lone">
            Sign in here
          </Link>
        </>
      }
    >
      {asked ? (
        <CodeStep
          email={asked.email}
          password={asked.password}
          message={asked.said}
          resending={asking.isPending}
          resendError={asking.error}
          onResend={() => asking.mutate(asked, { onSuccess: () => toast.success(RESET_ASKED_AGAIN) })}
          onBack={() => {
            asking.reset()
            setAsked(null)
          }}
          onDone={() => {
            toast.success(RESET_DONE)
            void navigate(paths.login(next))
          }}
        />
      ) : (
        <form {...form.props} className="grid gap-5">
          {form.refusal ? <Alert tone={form.refusalTone}>{form.refusal}</Alert> : null}
          <TextField label="E-mail" type="email" inputMode="email" autoComplete="username" {...form.field('email')} />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={PASSWORD_RULES}
            {...form.field('password')}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...again}
            error={passwordsDiffer(password, confirmation) ? PASSWORDS_DIFFER : again.error}
          />
          <Button type="submit" variant="primary" busy={asking.isPending}>
            Reset Password
          </Button>
        </form>
      )}
    </AccountFrame>
  )
}
