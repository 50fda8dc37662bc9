/**
 * Live events: places and times as others take and change them are written into every query that shows the event. What the
 * stream does not say, a title or one's own turn on the waiting list, is asked for when it may be another. Guests have no stream.
 */
import { useEffect, useRef } from 'react'
import { useLive } from '@/api/live'
import { useSession } from '@/api/session'
import { changeEvent, LIST_TOPIC, staleEvent, staleEvents, staleParticipants, standingFrom, topicOf } from '../api'
import { type ClubEvent, mustAsk, withStanding } from '../model'

const SETTLED = 200
/** What is open in a thousand browsers is not asked for by all in one moment. */
const SPREAD = 1500

/** Asks a moment later, once for all that is heard until then. */
function useGathered(ask: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined
        ask()
      },
      SETTLED + Math.random() * SPREAD,
    )
  }
}

export function useLiveEvent(event: ClubEvent): void {
  const { user } = useSession()
  const ask = useGathered(() => staleEvent(event.id))
  const askWho = useGathered(() => staleParticipants(event.id))
  const isKnown = useRef(false)
  useLive(user ? topicOf(event.id) : null, (told) => {
    const standing = standingFrom(told)
    if (standing) changeEvent(event.id, (known) => withStanding(known, standing))
    if (!standing || mustAsk(event, standing)) ask()
    // The first tells how it stands; the list is as new.
    if (isKnown.current) askWho()
    isKnown.current = true
  })
}

/** A list that is another is read again. */
export function useLiveEventList(): void {
  const { user } = useSession()
  const ask = useGathered(() => void staleEvents())
  const isKnown = useRef(false)
  useLive(user ? LIST_TOPIC : null, () => {
    // The first tells how it stands; the list is as new.
    if (isKnown.current) ask()
    isKnown.current = true
  })
}
