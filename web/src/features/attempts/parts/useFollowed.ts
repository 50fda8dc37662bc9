/**
 * Keeps a contest true while it is on the screen: what the server tells of it, its times and how many take part, goes to
 * wherever it is shown. `onTold` hears each time, `onGone` when there is nothing more to follow. Without a stream nothing
 * is told; the clock and the next look do what they did before.
 */
import { useEffect, useRef } from 'react'
import { useLive } from '@/api/live'
import {
  followedFrom,
  LIST_TOPIC,
  missedOf,
  noteFollowed,
  noteOwnPart,
  partFrom,
  partTopicOf,
  staleLists,
  topicOf,
} from '../api'
import type { Followed, OwnPart } from '../model'

type Told = { onTold?: (told: Followed) => void; onGone?: () => void }

export function useFollowed(contestId: string | null, { onTold, onGone }: Told = {}): void {
  useLive(contestId === null ? null : topicOf(contestId), (event) => {
    const told = followedFrom(event)
    if (!told) return onGone?.()
    if (contestId !== null) noteFollowed(contestId, told)
    onTold?.(told)
  })
}

/** Hears at once of the own part in a contest, whichever window or device moved it. */
export function useOwnPart(contestId: string | null, onTold?: (told: OwnPart) => void): void {
  useLive(contestId === null ? null : partTopicOf(contestId), (event) => {
    const told = partFrom(event)
    if (contestId !== null) noteOwnPart(contestId, told)
    onTold?.(told)
  })
}

/** A list that is open in a thousand browsers is not asked for by all in one moment. */
const SPREAD = 1200

/** A list that is on its way is waited for, and then compared. */
const ON_ITS_WAY = 300

/** The newest edition this window heard of. */
let heard: string | null = null

/** The server says only which edition of the list is the newest: where another is on the screen, it is read again. */
export function useListFollowed(): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLive(LIST_TOPIC, ({ edition }) => {
    const before = heard
    heard = typeof edition === 'string' ? edition : null
    const look = () => {
      const missed = missedOf(edition, before)
      if (missed === null) timer.current = setTimeout(look, ON_ITS_WAY)
      else if (missed) void staleLists()
    }
    clearTimeout(timer.current)
    timer.current = setTimeout(look, 200 + Math.random() * SPREAD)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
