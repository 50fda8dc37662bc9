/**
 * What stands in for a page that broke, is not there, or has not arrived. One boundary per area, so the navigation
 * stays usable when a page does not.
 */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { isScriptMissing, isServerThere } from '@/app/lazyPage'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'

export function PageBroke({ error, reset }: ErrorComponentProps) {
  useTitle('Something went wrong')
  const router = useRouter()
  const again = async () => {
    if (isScriptMissing(error) && (await isServerThere())) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <div className="wrap-page max-w-2xl py-12">
      <Problem
        title="This page could not be shown"
        text="Something in it went wrong, or a part of it did not arrive. What you entered elsewhere is safe."
        onRetry={() => void again()}
        action={
          <a href="/" className={buttonClass()}>
            Go Home
          </a>
        }
      />
    </div>
  )
}

export function NotFound() {
  useTitle('Page not found')
  return (
    <div className="wrap-page max-w-2xl py-16 sm:py-24">
      <p className="font-display font-semibold text-brick text-lg">404</p>
      <h1 className="mt-2 text-2xl">There is no page here</h1>
      <p className="mt-3 max-w-[52ch] text-muted">
        The address may be mistyped, or what stood here has been removed. Contests that have ended stay where they were.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link {...paths.home()} className={buttonClass({ variant: 'primary' })}>
          Go Home
        </Link>
        <Link {...paths.contests()} className={buttonClass()}>
          Contests
        </Link>
      </div>
    </div>
  )
}

export function PageLoading() {
  return (
    <div className="wrap-page grid gap-4 py-10" role="status" aria-label="Loading">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-5 w-96 max-w-full" />
      <Skeleton className="mt-6 h-48" />
    </div>
  )
}
