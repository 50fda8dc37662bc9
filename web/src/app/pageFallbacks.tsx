/**
 * Fallbacks of a page: what is shown for one that failed, does not exist, is still loading, or takes long to come. One error
 * boundary per area, so the navigation stays usable when a page does not.
 */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isScriptMissing, loadAnew, wasServerThere } from '@/app/lazyPage'
import { paths } from '@/app/paths'
import { RETRY_MS } from '@/app/retryInterval'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'

const STILL_COMING = 'It is shown as soon as it is there. If it does not come, check your connection and try again.'
const LOOKING = 'Asking the server…'
const WRONG = 'Something in it went wrong, or a part of it did not arrive. What you entered elsewhere is safe.'
const AWAY =
  'The server could not be reached, and this page is not on your device. It is shown as soon as the network is back. What you entered elsewhere is safe.'

export function PageError({ error, reset }: ErrorComponentProps) {
  useTitle('Something went wrong')
  const router = useRouter()
  const isAway = isScriptMissing(error) && !wasServerThere(error)
  const again = async () => {
    if (isScriptMissing(error) && !(await loadAnew())) return
    reset()
    void router.invalidate()
  }
  useEffect(() => {
    if (!isAway) return
    // Loads the document when the server is there, and does nothing else.
    const look = () => {
      if (document.visibilityState === 'visible') void loadAnew()
    }
    const timer = setInterval(look, RETRY_MS)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
    }
  }, [isAway])
  return (
    <div className="wrap-page max-w-2xl py-12">
      <ErrorState
        title="This page could not be shown"
        text={isAway ? AWAY : WRONG}
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
        The address may be mistyped, or the page has been removed. Contests that have ended are still in the list.
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

/** Milliseconds until a page that does not come is worth a word. */
const PATIENCE = 12_000

export function PageLoading() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return late ? <PageLate /> : <PageShape />
}

/** It may still come, and is shown then. */
function PageLate() {
  const [looking, setLooking] = useState(false)
  const [reason, setReason] = useState(STILL_COMING)
  const again = async () => {
    if (looking) return
    setLooking(true)
    const failure = await loadAnew()
    if (failure) setReason(failure.message)
    setLooking(false)
  }
  return (
    <div className="wrap-page max-w-2xl py-12">
      <ErrorState
        title="This page has not arrived yet"
        text={looking ? LOOKING : reason}
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

function PageShape() {
  return (
    <div className="wrap-page grid grid-cols-[minmax(0,1fr)] gap-4 py-10" role="status" aria-label="Loading">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-5 w-96 max-w-full" />
      <Skeleton className="mt-6 h-48" />
    </div>
  )
}
