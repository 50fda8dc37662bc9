/**
 * /confirm#{token}.{next}: the link of the registration mail. In the browser that signed up, opening it confirms and logs in;
 * in any other it takes the password that was chosen then, which does both as well. Either way the person goes on to where they
 * were going. Once it has confirmed, the token leaves the address.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { buttonClass } from '@/ui/Button'
import { Spinner } from '@/ui/Spinner'
import { toast } from '@/ui/toast'
import { confirmEmail, mailedTo } from '../api'
import { AccountFrame } from '../components/AccountFrame'
import { LogInForm } from '../components/LogInForm'
import { addressSignedUp, forgetNext, landingOf, readLink, rememberedNext } from '../loginRedirect'
import { CONFIRM_FAILED, CONFIRMED, LINK_INCOMPLETE, passwordNeeded } from '../messages'

export default function ConfirmPage() {
  useTitle('Confirm your e-mail')
  const navigate = useNavigate()
  // Links of older mails have it in the search part. While the next page comes its address is there already: what that has
  // behind `#`, an invitation, is not ours to send.
  const hash = useLocation({
    select: ({ pathname, hash, search }) =>
      pathname === '/confirm' ? hash || (search as { token?: string }).token || '' : '',
  })
  const [link, setLink] = useState(hash)
  // Another link opened in the same tab changes nothing but the hash.
  if (hash !== '' && hash !== link) setLink(hash)
  const { token, next: linked } = readLink(link)
  const next = linked ?? rememberedNext()
  // What was answered: with the log-in that it brings everything cached is asked for anew, and a link lets in once.
  const sent = useRef<{ token: string; answer: ReturnType<typeof confirmEmail> } | null>(null)
  // A query, not a mutation: the cache makes sure that one visit sends the token once.
  const confirming = useQuery({
    queryKey: ['confirm', token],
    queryFn: async () => {
      if (sent.current?.token !== token) sent.current = { token, answer: confirmEmail(token) }
      try {
        return await sent.current.answer
      } catch (error) {
        sent.current = null
        throw error
      }
    },
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data: done, isSuccess, error } = confirming
  useEffect(() => {
    if (done?.person) {
      toast.success(done.message)
      const to = landingOf(linked ?? rememberedNext(), done.person)
      forgetNext()
      addressSignedUp.clear()
      void navigate({ href: to, replace: true })
    } else if (done) void navigate({ to: '/confirm', replace: true })
  }, [done, linked, navigate])

  if (hasCode(error, 'password_needed')) {
    return (
      <AccountFrame title="Confirm your e-mail" lead="The last step of signing up.">
        <LogInForm key={token} next={next} confirmation={token}>
          <Alert tone="sky">{passwordNeeded(mailedTo(error))}</Alert>
        </LogInForm>
      </AccountFrame>
    )
  }
  const failed = token === '' || confirming.isError

  return (
    <AccountFrame title="Confirm your e-mail" lead="The last step of signing up.">
      <div className="grid gap-6">
        {failed ? (
          <Alert tone="brick">{token === '' ? LINK_INCOMPLETE : failureText(error, CONFIRM_FAILED)}</Alert>
        ) : isSuccess ? (
          <Alert tone="lawn">{done?.message || CONFIRMED}</Alert>
        ) : (
          <Spinner label="Checking the link" />
        )}
        <div className="flex flex-wrap gap-3">
          <Link {...paths.login(next)} className={buttonClass({ variant: isSuccess ? 'primary' : 'secondary' })}>
            Log In
          </Link>
          {failed ? (
            <Link {...paths.register()} className={buttonClass()}>
              Sign Up
            </Link>
          ) : null}
        </div>
      </div>
    </AccountFrame>
  )
}
