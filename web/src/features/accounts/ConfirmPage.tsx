/** /confirm?token=…: the link of the registration mail. Opening it is the confirmation. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { Spinner } from '@/ui/Spinner'
import { confirmEmail } from './api'
import { rememberedNext } from './onward'
import { AccountFrame } from './parts/AccountFrame'
import { CONFIRM_FAILED, CONFIRMED } from './words'

export default function ConfirmPage() {
  useTitle('Confirm your e-mail')
  const { token = '' } = useSearch({ from: '/site/confirm' })
  // A query, not a mutation: the cache makes sure that one visit sends the token once.
  const confirming = useQuery({
    queryKey: ['confirm', token],
    queryFn: () => confirmEmail(token),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const failed = token === '' || confirming.isError

  return (
    <AccountFrame title="Confirm your e-mail" lead="The last step of signing up.">
      <div className="grid gap-6">
        {failed ? (
          <Notice tone="brick">
            {token === ''
              ? 'This link is incomplete. Open it from the mail again, or copy its whole address.'
              : failureText(confirming.error, CONFIRM_FAILED)}
          </Notice>
        ) : confirming.isSuccess ? (
          <Notice tone="lawn">{confirming.data || CONFIRMED}</Notice>
        ) : (
          <Spinner label="Checking the link" />
        )}
        <div className="flex flex-wrap gap-3">
          <Link
            {...paths.login(rememberedNext())}
            className={buttonClass({ variant: confirming.isSuccess ? 'primary' : 'secondary' })}
          >
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
