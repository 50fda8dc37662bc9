/**
 * Own attempt as React state. Its times, and whether it was begun or handed in on another device, follow the server's
 * stream; what the stream does not carry (an answer given on another device, the clock of a device that slept) is asked
 * for now and then, every half minute while there is no stream, and more often while the server cannot be reached. An
 * attempt that was begun here, or came, a moment ago is not asked for.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useReached } from '@/api/connection'
import { useLiveState } from '@/api/live'
import { withTimeout } from '@/api/withTimeout'
import { serverNow } from '@/lib/serverClock'
import { attemptQuery, BEGUN_FOR, fetchAttempt, forgetAttempt, rememberedAttempt } from '../api'
import { useLiveContest, useLiveParticipation } from '../hooks/useLiveContest'
import { contradicts, type OwnPart } from '../model'

const EVERY = 30_000
const EVERY_FOLLOWED = 180_000
const EVERY_UNREACHED = 5000
const PATIENCE = 10_000
/** A stream that broke may be a server that restarts: not all look in one moment. */
const SPREAD = 1000
/** How long the answer to a join may come after the stream's word of it. */
const OWN_JOIN = 1000

export function useAttempt(contest: string, user: string) {
  const reached = useReached()
  const state = useLiveState()
  const live = state === 'live'
  // Drawn once per visit: a hall does not ask in step, and a value that changes would start the interval anew each time.
  const [spread] = useState(() => 1 + Math.random() / 5)
  const [begun] = useState(() => rememberedAttempt(contest))
  useEffect(() => forgetAttempt(contest), [contest])
  const every = live ? EVERY_FOLLOWED : EVERY
  const query = useQuery({
    ...attemptQuery(contest),
    ...(begun ? { initialData: begun.attempt, initialDataUpdatedAt: begun.at, staleTime: BEGUN_FOR } : {}),
    // A call on a dead network hangs for minutes.
    queryFn: ({ signal }) => withTimeout(PATIENCE, (limited) => fetchAttempt(contest, limited, user), signal),
    refetchInterval: (reached ? every : EVERY_UNREACHED) * spread,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  })
  const { refetch } = query
  const windowEnd = query.data?.contestEndsAt
  useLiveContest(contest, {
    onTold: (told) => {
      // Its answer puts the clock right. Where the contest moved, only the server knows where an own end is now.
      const isMoved = windowEnd !== undefined && told.endsAt !== windowEnd
      if (isMoved || contradicts(told, serverNow())) void refetch()
    },
    onGone: () => void refetch(),
  })
  // Joined or handed in elsewhere: what was answered there comes with it. Kept, for the attempt itself may be on its way.
  const [part, setPart] = useState<OwnPart | null>(null)
  const { data } = query
  useLiveParticipation(contest, (told) => {
    setPart(told)
    // An organiser has let somebody in again who had handed in.
    if (data?.submitted && told.joined && !told.submitted) void refetch()
  })
  useEffect(() => {
    const further = part && data && ((part.joined && !data.joined) || (part.submitted && !data.submitted))
    if (!further) return
    // A join may be this screen's own, whose answer brings the attempt.
    const timer = setTimeout(() => void refetch(), part.submitted ? 0 : OWN_JOIN)
    return () => clearTimeout(timer)
  }, [part, data, refetch])
  // Where the stream breaks off, the server may be out of reach, or may have told something meanwhile. A page that closes
  // it (`off`: it is left, or nobody looks at it) has nothing to ask.
  const asks = useRef<ReturnType<typeof setTimeout>>(undefined)
  const was = useRef(state)
  useEffect(() => {
    const broke = was.current === 'live' && state === 'connecting'
    was.current = state
    if (!broke) return
    // Also where it is there again before: what was told meanwhile was told to nobody.
    clearTimeout(asks.current)
    asks.current = setTimeout(() => void refetch(), Math.random() * SPREAD)
  }, [state, refetch])
  useEffect(() => () => clearTimeout(asks.current), [])
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
