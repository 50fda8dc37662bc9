/**
 * /resetpassword: address and new password first, then the six digits that were mailed. Nothing changes before the
 * code is right; the page says the same whether the address is known or not.
 */
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { failureText, refusedField } from '@/api/failure'
import { useSite } from '@/api/session'
import { nextOf, paths } from '@/app/paths'
import { PASSWORD_MIN, PASSWORD_RULES, passwordsDiffer } from '@/lib/checks'
import { useTitle } from '@/lib/useTitle'
import { Button } from '@/ui/Button'
import { PasswordField, TextField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { toast } from '@/ui/toast'
import { askResetCode, RESET_FIELDS } from './api'
import { isEmail } from './model'
import { AccountFrame } from './parts/AccountFrame'
import { CodeStep } from './parts/CodeStep'
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
} from './words'

const fieldOf = (error: unknown) => RESET_FIELDS[refusedField(error) ?? '']

type Form = { email: string; password: string; confirmation: string }

export default function ResetPasswordPage() {
  useTitle('Reset password')
  const navigate = useNavigate()
  const next = nextOf(useLocation())
  const { mail } = useSite()
  const [asked, setAsked] = useState<(Form & { said: string }) | null>(null)
  const { register, handleSubmit, control, formState, setError } = useForm<Form>({
    defaultValues: { email: '', password: '', confirmation: '' },
  })
  const [password, confirmation] = useWatch({ control, name: ['password', 'confirmation'] })
  const asking = useMutation({
    mutationFn: (form: Form) => askResetCode(form.email, form.password),
    onSuccess: (said, form) => setAsked({ ...form, said }),
    onError: (error) => {
      const field = fieldOf(error)
      if (field) setError(field, { message: failureText(error, RESET_FAILED) }, { shouldFocus: true })
    },
  })
  const { errors } = formState

  const submit = (form: Form) => {
    if (form.password !== form.confirmation) toast.error(PASSWORDS_DIFFER)
    else asking.mutate(form)
  }

  return (
    <AccountFrame
      title="Reset password"
      lead={asked ? codeLead(mail) : resetLead(mail)}
      foot={
        <>
          Remember your password?{' '}
          <Link {...paths.login(next)} className="link">
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
        <form noValidate className="grid gap-5" onSubmit={handleSubmit(submit)}>
          {asking.error && !fieldOf(asking.error) ? (
            <Notice tone="brick">{failureText(asking.error, RESET_FAILED)}</Notice>
          ) : null}
          <TextField
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="username"
            error={errors.email?.message}
            {...register('email', {
              validate: (text) => (text.trim() === '' ? FILL_IN : isEmail(text) || EMAIL_INVALID),
            })}
          />
          <PasswordField
            label="New password"
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
            error={passwordsDiffer(password, confirmation) ? PASSWORDS_DIFFER : errors.confirmation?.message}
            {...register('confirmation', { required: FILL_IN })}
          />
          <Button type="submit" variant="primary" busy={asking.isPending}>
            Reset Password
          </Button>
        </form>
      )}
    </AccountFrame>
  )
}
