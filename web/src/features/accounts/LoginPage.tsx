/**
 * /login. Notification permission is not asked for here: that is done later, after a click that explains it.
 */
import { Link, useLocation } from '@tanstack/react-router'
import { useSite } from '@/api/session'
import { nextOf, paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { Notice } from '@/ui/Notice'
import { AccountFrame } from './parts/AccountFrame'
import { LogInForm } from './parts/LogInForm'
import { LINK_MAILED } from './words'

export default function LoginPage() {
  useTitle('Log in')
  const site = useSite()
  const location = useLocation()
  const next = nextOf(location)

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
      <LogInForm next={next}>
        {(location.search as { mailed?: string }).mailed ? <Notice tone="sky">{LINK_MAILED}</Notice> : null}
      </LogInForm>
    </AccountFrame>
  )
}
