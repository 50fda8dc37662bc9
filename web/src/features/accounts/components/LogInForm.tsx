/**
 * Log-in form: address and password. After a success the person goes on to where the guard stopped them, else home. The
 * one form without useServerForm: two fields need no library, and the log-in, the first page of many, would come with
 * 12 KB more (docs/decisions/026). With `confirmation`, the token of a mailed link that was opened in another browser
 * than the one that signed up, a right password also confirms the address.
 */
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Failure, failureText, hasCode, NO_ANSWER_YET } from '@/api/failure'
import { paths } from '@/app/paths'
import { useIsSlow } from '@/lib/useIsSlow'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { PasswordField, TextField } from '@/ui/Field'
import { toast } from '@/ui/toast'
import { logIn } from '../api'
import { addressSignedUp, forgetNext, landingOf, rememberedNext } from '../loginRedirect'
import { FILL_IN, LOGIN_FAILED, LOGIN_OK, WRONG_AT_LINK, waitsItsTurn } from '../messages'
import { LinkMailed } from './LinkMailed'

/** With three seconds each, a minute and a half. */
const FULL_TRIES = 30

/** The server itself says so; one that is away or starts again has a proxy answer in its place, if anybody. */
const isFull = (error: unknown) => error instanceof Failure && error.status === 503 && !error.offline
const retryAfterOf = (error: unknown) => (error instanceof Failure ? error.retryAfter : undefined)

type Form = { email: string; password: string }
const FIELDS = ['email', 'password'] as const

type LogInFormProps = { next: string | undefined; email?: string; confirmation?: string; children?: ReactNode }

export function LogInForm({ next, email, confirmation, children }: LogInFormProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [empty, setEmpty] = useState<readonly string[]>([])
  const setFocus = (name: keyof Form) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  const login = useMutation({
    mutationFn: (form: Form) => logIn(form.email, form.password, confirmation),
    // A campus at the door: the server says that it is full, and when to come back.
    retry: (count, error) => isFull(error) && count < FULL_TRIES,
    retryDelay: (_, error) => (retryAfterOf(error) ?? 3) * 1000 * (0.75 + Math.random() / 2),
    onSuccess: (person) => {
      toast.success(LOGIN_OK)
      const to = landingOf(next ?? rememberedNext(), person)
      forgetNext()
      addressSignedUp.clear()
      void navigate({ href: to, replace: true })
    },
    onError: () => setFocus('password'),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const given = { email: String(entered.get('email') ?? ''), password: String(entered.get('password') ?? '') }
    const missing = FIELDS.filter((name) => given[name] === '')
    setEmpty(missing)
    if (missing[0]) setFocus(missing[0])
    else login.mutate(given)
  }
  const errorOf = (name: keyof Form) => (empty.includes(name) ? FILL_IN : undefined)
  const isWrong = hasCode(login.error, 'wrong_credentials')
  const late = useIsSlow(login.isPending)

  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit} onInput={() => setEmpty([])}>
      {children}
      {login.isPending && login.failureCount > 0 ? (
        <Alert tone="sky">{waitsItsTurn(failureText(login.failureReason, ''))}</Alert>
      ) : late ? (
        <Alert tone="amber">{NO_ANSWER_YET}</Alert>
      ) : null}
      {login.error ? (
        <Alert tone="brick">
          {isWrong && confirmation ? WRONG_AT_LINK : failureText(login.error, LOGIN_FAILED)}
          {isWrong && !confirmation ? (
            <>
              {' '}
              <Link {...paths.resetPassword(next)} className="link">
                Reset your password
              </Link>
            </>
          ) : null}
        </Alert>
      ) : null}
      {hasCode(login.error, 'not_confirmed') ? <LinkMailed email={login.variables?.email ?? ''} next={next} /> : null}
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        inputMode="email"
        name="email"
        defaultValue={email}
        error={errorOf('email')}
      />
      <div className="grid gap-2">
        <PasswordField label="Password" autoComplete="current-password" name="password" error={errorOf('password')} />
        {confirmation ? null : (
          <Link
            {...paths.resetPassword(next)}
            className="link inline-flex min-h-11 items-center justify-self-start text-sm"
          >
            Forgot password?
          </Link>
        )}
      </div>
      <Button type="submit" variant="primary" busy={login.isPending}>
        Log In
      </Button>
    </form>
  )
}
