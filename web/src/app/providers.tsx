/**
 * Providers around the whole app: the cache, Base UI without injected styles (the page's policy forbids them), toasts
 * (which come after the page), the router. They also set the server's clock again after the device slept.
 */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { cache, SITE_KEY } from '@/api/cache'
import { useSite } from '@/api/session'
import { clockJumped, clockSettled } from '@/lib/serverClock'
import { nameSite } from '@/lib/useTitle'
import { whenIdle } from '@/lib/whenIdle'
import { FallbackToasts } from '@/ui/FallbackToasts'
import { whenToastWaits } from '@/ui/toast'
import { router } from './routes'

export function Providers() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={cache}>
        <SiteFacts />
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** Names the page's title after the configured site, and asks the server for its time when the device's clocks part. */
function SiteFacts() {
  const { name } = useSite()
  useEffect(() => nameSite(name), [name])
  useEffect(() => {
    const look = () => {
      if (!clockJumped()) return
      void cache.invalidateQueries({ queryKey: SITE_KEY }).finally(clockSettled)
    }
    const timer = setInterval(look, 10_000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return null
}

/**
 * Fetched once the page is drawn and quiet, so that it is there should the network go. What could not be fetched is not
 * asked for again: its sheet would be missing, which is asked for once for each document.
 */
function Toasts() {
  const [Host, setHost] = useState<ComponentType | null>(null)
  useEffect(() => {
    const fetchHost = () =>
      void import('@/ui/ToastHost').then(
        (file) => setHost(() => file.ToastHost),
        () => setHost(() => FallbackToasts),
      )
    whenToastWaits(fetchHost)
    return whenIdle(fetchHost)
  }, [])
  return Host ? <Host /> : null
}
