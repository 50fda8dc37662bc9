/**
 * Page frame around every page: after a change of page its title is announced and the focus moves to the page's main
 * part, as a full page load would do it.
 */
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { whenTitled } from '@/lib/useTitle'

export const MAIN_ID = 'main'

export function Frame() {
  return (
    <>
      <Outlet />
      <RouteAnnouncer />
    </>
  )
}

function RouteAnnouncer() {
  const router = useRouter()
  const [said, setSaid] = useState('')
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
      const main = document.getElementById(MAIN_ID)
      // A page that put the focus somewhere itself (a form's first field) knows better.
      if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
      stop()
      // The page sets its title in an effect of its own; one that is still loading has none yet.
      const timer = setTimeout(() => {
        stop = whenTitled(setSaid)
      }, 100)
      stop = () => clearTimeout(timer)
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [router])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}
