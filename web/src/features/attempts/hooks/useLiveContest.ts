/**
 * Live updates of a contest while it is on the screen: its times and its number of participants are written into every
 * query that shows them. `onTold` is called for each update, `onGone` when there is nothing more to follow. Without a
 * stream there are no updates; the clock and the next fetch do the work.
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

export function useLiveContest(contestId: string | null, { onTold, onGone }: Told = {}): void {
  useLive(contestId === null ? null : topicOf(contestId), (event) => {
    const told = followedFrom(event)
    if (!told) return onGone?.()
    if (contestId !== null) noteFollowed(contestId, told)
    onTold?.(told)
  })
}

/** Hears at once of the own part in a contest, whichever window or device moved it. */
export function useLiveParticipation(contestId: string | null, onTold?: (told: OwnPart) => void): void {
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
export function useLiveContestList(): void {
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
