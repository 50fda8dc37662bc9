/**
 * Live events, loaded lazily: what follows them on the stream, for whoever is logged in; it draws nothing. The stream's
 * client is fetched after the page: guests have no stream, and what the page shows at first is new.
 */
import { lazy, Suspense } from 'react'
import { useSession } from '@/api/session'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import type { LiveEventProps } from './LiveEvents'

const fetched = () => retryUntilLoaded(() => import('./LiveEvents'))
const LiveEvent = lazy(() => fetched().then((file) => ({ default: file.LiveEvent })))
const LiveEventList = lazy(() => fetched().then((file) => ({ default: file.LiveEventList })))

export function LazyLiveEvent(props: LiveEventProps) {
  const { user } = useSession()
  return <Suspense>{user ? <LiveEvent {...props} /> : null}</Suspense>
}

export function LazyLiveEventList() {
  const { user } = useSession()
  return <Suspense>{user ? <LiveEventList /> : null}</Suspense>
}
