/**
 * /login. Notification permission is not asked for here: that is done later, after a click that explains it.
 */
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useSession, useSite } from '@/api/session'
import { nextOf, paths, safeNext } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { AccountFrame } from '../components/AccountFrame'
import { LogInForm } from '../components/LogInForm'
import { LINK_MAILED, loggedInAs } from '../messages'

export default function LoginPage() {
  useTitle('Log in')
  const site = useSite()
  const { user } = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const next = nextOf(location)

  const welcome = next ? 'Log in to continue to the page you asked for.' : `Welcome back to ${site.name}.`

  return (
    <AccountFrame
      title="Log in"
      lead={
        user ? (
          <>
            {loggedInAs(user.fullName)}{' '}
            <button type="button" className="link" onClick={() => void navigate({ href: safeNext(next) })}>
              Continue
            </button>
            , or log in as somebody else.
          </>
        ) : (
          welcome
        )
      }
      foot={
        <>
          New here?{' '}
          <Link {...paths.register(next)} className="link">
            Sign up
          </Link>
        </>
      }
    >
      <LogInForm next={next}>
        {(location.search as { mailed?: string }).mailed ? <Alert tone="sky">{LINK_MAILED}</Alert> : null}
      </LogInForm>
    </AccountFrame>
  )
}
