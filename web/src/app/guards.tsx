/**
 * Route guards: who may see an area. In the browser that is a courtesy that saves a wasted page. The server decides
 * again on every call. LoginGuard sends guests to log in and back; AdminGuard stops exactly the role USER.
 */
import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { failureText } from '@/api/failure'
import { askSession, takeLeave, useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { Spinner } from '@/ui/Spinner'

function Verifying() {
  useTitle('Verifying Access')
  return (
    <div className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner label="Verifying Access" />
    </div>
  )
}

/** Who is here is not known, as the server was not reached: nobody is sent to log in for that. */
function Unheard({ error }: { error: Error }) {
  useTitle('Not reached')
  return (
    <div className="wrap-page max-w-2xl py-12">
      <ErrorState
        title="This page did not load"
        text={failureText(error, 'The server did not say who is logged in.')}
        onRetry={askSession}
      />
    </div>
  )
}

/** For a layout route: shows its pages to whoever is logged in. */
export function LoginGuard() {
  const session = useSession()
  const router = useRouter()
  const unheard = session.state === 'out' ? session.unheard : undefined
  const out = session.state === 'out' && !unheard

  useEffect(() => {
    if (!out) return
    const leave = takeLeave()
    if (leave) void leave()
    else void router.navigate({ ...paths.login(router.state.location.href), replace: true })
  }, [out, router])

  if (unheard) return <Unheard error={unheard} />
  // Somebody else finds nothing the one before had entered or opened.
  return session.state === 'in' ? <Outlet key={session.user.id} /> : <Verifying />
}

/** Around a screen for organisers and administrators. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.state === 'loading') return <Verifying />
  if (session.state === 'out' || session.user.role === 'USER') return <AdminOnly />
  return children
}

function AdminOnly() {
  useTitle('Admin Access Required')
  return (
    <div className="wrap-page grid max-w-xl justify-items-start gap-3 py-16">
      <span className="grid size-12 place-items-center rounded-full bg-amber-soft text-amber">
        <ShieldAlert aria-hidden="true" />
      </span>
      <h1 className="text-xl">Admin Access Required</h1>
      <p className="text-muted">
        This page is for organisers and administrators. A plan makes you an organiser of contests and polls; who looks
        after a club is decided by its administrators, and who looks after the platform by its operator.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link {...paths.pricing()} className={buttonClass({ variant: 'primary' })}>
          Request Admin Access
        </Link>
        <Link {...paths.home()} className={buttonClass()}>
          Go Home
        </Link>
        <Link {...paths.contests()} className={buttonClass()}>
          Contests
        </Link>
      </div>
    </div>
  )
}
