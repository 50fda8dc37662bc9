/**
 * The person's attempt, asked again every half minute: the end may have moved, another device may have answered, the
 * clock of a device that slept is put right. More often while the server cannot be reached.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useReached } from '@/api/connection'
import { attemptQuery, fetchAttempt } from '../api'

const EVERY = 30_000
const EVERY_UNREACHED = 5000
const PATIENCE = 10_000

export function useAttempt(contest: string) {
  const reached = useReached()
  // Drawn once per visit: a hall does not ask in step, and a value that changes would start the interval anew each time.
  const [spread] = useState(() => 1 + Math.random() / 5)
  const query = useQuery({
    ...attemptQuery(contest),
    queryFn: ({ signal }) => fetchAttempt(contest, limited(signal)),
    refetchInterval: (reached ? EVERY : EVERY_UNREACHED) * spread,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  })
  const { refetch } = query
  // The browser's own word about its network is only a reason to look.
  useEffect(() => {
    const look = () => void refetch()
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [refetch])
  return query
}

/** A call on a dead network hangs for minutes: here it ends, as unanswered. */
function limited(signal: AbortSignal): AbortSignal {
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(new DOMException('No answer in time', 'TimeoutError')), PATIENCE)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    own.abort(signal.reason)
  })
  return own.signal
}
