/**
 * Keeps a contest true while it is on the screen: what the server tells of it, its times and how many take part, goes to
 * wherever it is shown. `onTold` hears each time, `onGone` when there is nothing more to follow. Without a stream nothing
 * is told; the clock and the next look do what they did before.
 */
import { useEffect, useRef } from 'react'
import { useLive } from '@/api/live'
import { followedFrom, LIST_TOPIC, noteFollowed, staleLists, topicOf } from '../api'
import type { Followed } from '../model'

type Told = { onTold?: (told: Followed) => void; onGone?: () => void }

export function useFollowed(contestId: string | null, { onTold, onGone }: Told = {}): void {
  useLive(contestId === null ? null : topicOf(contestId), (event) => {
    const told = followedFrom(event)
    if (!told) return onGone?.()
    if (contestId !== null) noteFollowed(contestId, told)
    onTold?.(told)
  })
}

/** A list that is open in a thousand browsers is not asked for by all in one moment. */
const SPREAD = 1200

/** The server says only that the list is another: it is read again. */
export function useListFollowed(): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLive(LIST_TOPIC, () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void staleLists(), 200 + Math.random() * SPREAD)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
