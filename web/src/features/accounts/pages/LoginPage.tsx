/**
 * /login. Notification permission is not asked for here: that is done later, after a click that explains it.
 */
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useSession, useSite } from '@/api/session'
import { nextOf, paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { AccountFrame } from '../components/AccountFrame'
import { LinkMailed } from '../components/LinkMailed'
import { LogInForm } from '../components/LogInForm'
import { NextContest } from '../components/NextContest'
import { addressSignedUp, landingOf } from '../loginRedirect'
import { loggedInAs, ONE_MORE_STEP } from '../messages'

export default function LoginPage() {
  useTitle('Log in')
  const site = useSite()
  const { user } = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const next = nextOf(location)

  const isMailed = Boolean((location.search as { mailed?: string }).mailed)
  const email = addressSignedUp.read() ?? ''

  const welcome = isMailed
    ? ONE_MORE_STEP
    : next
      ? 'Log in to continue to the page you asked for.'
      : `Welcome back to ${site.name}.`

  return (
    <AccountFrame
      title="Log in"
      lead={
        user ? (
          <>
            {loggedInAs(user.fullName)}{' '}
            <button type="button" className="link" onClick={() => void navigate({ href: landingOf(next, user) })}>
              Continue
            </button>
            , or log in as somebody else.
          </>
        ) : (
          <>
            {welcome}
            <NextContest next={next} />
          </>
        )
      }
      foot={
        <>
          New here?{' '}
          <Link {...paths.register(next)} className="link link-lone">
            Sign up
          </Link>
        </>
      }
    >
      <LogInForm next={next} email={email}>
        {isMailed && !user ? <LinkMailed email={email} next={next} /> : null}
      </LogInForm>
    </AccountFrame>
  )
}
