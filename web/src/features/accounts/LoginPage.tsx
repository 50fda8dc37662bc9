/**
 * /login. After a success the person goes on to where the guard stopped them, else home. Notification permission is
 * not asked for here: that is done later, after a click that explains it.
 */
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Failure, failureText, hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { paths, safeNext } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { Button } from '@/ui/Button'
import { PasswordField, TextField } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { toast } from '@/ui/toast'
import { logIn } from './api'
import { forgetNext, rememberedNext } from './onward'
import { AccountFrame } from './parts/AccountFrame'
import { FILL_IN, FULL, LINK_MAILED, LOGIN_FAILED, LOGIN_OK } from './words'

/** With three seconds each, a minute and a half. */
const FULL_TRIES = 30

const isFull = (error: unknown) => error instanceof Failure && error.status === 503
const retryAfterOf = (error: unknown) => (error instanceof Failure ? error.retryAfter : undefined)

type Form = { email: string; password: string }

export default function LoginPage() {
  useTitle('Log in')
  const site = useSite()
  const { next, mailed } = useSearch({ from: '/site/login' })
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setFocus } = useForm<Form>()
  const login = useMutation({
    mutationFn: (form: Form) => logIn(form.email, form.password),
    // A campus at the door: the server says that it is full, and when to come back.
    retry: (count, error) => isFull(error) && count < FULL_TRIES,
    retryDelay: (_, error) => (retryAfterOf(error) ?? 3) * 1000 * (0.75 + Math.random() / 2),
    onSuccess: () => {
      toast.success(LOGIN_OK)
      const to = safeNext(next ?? rememberedNext())
      forgetNext()
      void navigate({ href: to, replace: true })
    },
    onError: () => setFocus('password'),
  })
  const { errors } = formState

  return (
    <AccountFrame
      title="Log in"
      lead={next ? 'Log in to go on to the page you asked for.' : `Welcome back to ${site.name}.`}
      foot={
        <>
          New here?{' '}
          <Link {...paths.register(next)} className="link">
            Sign up
          </Link>
        </>
      }
    >
      <form noValidate className="grid gap-5" onSubmit={handleSubmit((form) => login.mutate(form))}>
        {mailed ? <Notice tone="sky">{LINK_MAILED}</Notice> : null}
        {login.isPending && login.failureCount > 0 ? <Notice tone="sky">{FULL}</Notice> : null}
        {login.error ? (
          <Notice tone="brick">
            {failureText(login.error, LOGIN_FAILED)}
            {hasCode(login.error, 'wrong_credentials') ? (
              <>
                {' '}
                <Link {...paths.resetPassword(next)} className="link">
                  Reset your password
                </Link>
              </>
            ) : null}
          </Notice>
        ) : null}
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...register('email', { required: FILL_IN })}
        />
        <div className="grid gap-2">
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password', { required: FILL_IN })}
          />
          <Link
            {...paths.resetPassword(next)}
            className="link inline-flex min-h-11 items-center justify-self-start text-sm"
          >
            Forgot password?
          </Link>
        </div>
        <Button type="submit" variant="primary" busy={login.isPending}>
          Log In
        </Button>
      </form>
    </AccountFrame>
  )
}
