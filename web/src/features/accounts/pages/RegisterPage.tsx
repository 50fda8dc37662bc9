/**
 * /register and /signup: two steps. The first finds out whether this person belongs to the institute, the second makes
 * the account. What was typed stays when going back, and where somebody wanted to go is carried on to the log-in.
 */
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { failureText, refusedField } from '@/api/failure'
import { nextOf, paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { toast } from '@/ui/toast'
import { ACCOUNT_FIELDS, type Registration, register } from '../api'
import { AccountFrame } from '../components/AccountFrame'
import { AccountStep } from '../components/AccountStep'
import { NextContest } from '../components/NextContest'
import { PersonStep } from '../components/PersonStep'
import { addressSignedUp, rememberNext } from '../loginRedirect'
import { linkMailed, REGISTER_FAILED, REGISTERED } from '../messages'
import { REDIRECT_AFTER_MS } from '../model'

export default function RegisterPage() {
  useTitle('Sign up')
  const navigate = useNavigate()
  const next = nextOf(useLocation())
  const [step, setStep] = useState<1 | 2>(1)
  const [person, setPerson] = useState({ fullName: '', email: '' })

  const registering = useMutation({
    mutationFn: (form: Registration) => register(form, next),
    onSuccess: ({ message, confirm }, { email }) => {
      toast.success(message || REGISTERED)
      // The log-in does not ask for it again.
      addressSignedUp.write(email.trim())
      if (confirm) rememberNext(next)
    },
  })
  const { data: done, isSuccess, error } = registering
  const isAtField = ACCOUNT_FIELDS[refusedField(error) ?? ''] !== undefined

  useEffect(() => {
    if (!isSuccess) return
    const login = paths.login(next)
    const target = { ...login, search: { ...login.search, ...(done.confirm ? { mailed: '1' } : {}) } }
    const timer = setTimeout(() => void navigate(target), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, done, navigate, next])

  if (isSuccess) {
    return (
      <AccountFrame
        title={done.confirm ? 'One more step' : 'Your account is ready'}
        lead={done.confirm ? `Almost there, ${person.fullName.trim()}.` : `Welcome, ${person.fullName.trim()}.`}
      >
        <Alert tone="lawn">{done.confirm ? linkMailed(person.email.trim()) : 'You can log in now.'}</Alert>
        <p className="mt-5 text-muted">
          Taking you to{' '}
          <Link {...paths.login(next)} className="link">
            the log-in
          </Link>{' '}
          …
        </p>
      </AccountFrame>
    )
  }

  return (
    <AccountFrame
      title="Sign up"
      lead={
        <>
          <span className="num">
            Step {step} of 2 · {step === 1 ? 'Who you are' : 'Your account'}
          </span>
          <NextContest next={next} />
        </>
      }
      foot={
        <>
          Already have an account?{' '}
          <Link {...paths.login(next)} className="link link-lone">
            Log in
          </Link>
        </>
      }
    >
      <div aria-hidden="true" className="mb-8 grid grid-cols-2 gap-1.5">
        <span className="h-1 rounded-full bg-lawn" />
        <span className={`h-1 rounded-full transition-colors duration-200 ${step === 2 ? 'bg-lawn' : 'bg-line'}`} />
      </div>
      {error && !isAtField ? (
        <Alert tone="brick" className="mb-5">
          {failureText(error, REGISTER_FAILED)}
        </Alert>
      ) : null}
      <div hidden={step !== 1}>
        <PersonStep
          active={step === 1}
          onDone={(given) => {
            setPerson(given)
            setStep(2)
          }}
        />
      </div>
      <div hidden={step !== 2}>
        <AccountStep
          active={step === 2}
          email={person.email}
          call={registering}
          onBack={() => setStep(1)}
          onDone={(form) => registering.mutate({ ...person, ...form })}
        />
      </div>
    </AccountFrame>
  )
}
