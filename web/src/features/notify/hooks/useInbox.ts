/**
 * Inbox, followed live: keeps the number of unread notices and the lists that are shown true, and with them whatever
 * says by `meta: { about }` that a notice about it means it has changed. Mounted once, by the bell that is on every
 * page. Where the stream does not come (too many windows, a proxy that holds it back) the number is asked for each
 * minute instead.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLive, useLiveState } from '@/api/live'
import { INBOX_TOPIC, inboxFrom, noteInbox, staleNotices, unreadQuery } from '../api'
import type { Notice } from '../model'

/** An announcement reaches everybody: not all ask for it in the same moment. */
const SPREAD = 1200
const PATIENCE = 8000
const REPEAT = 60_000

export function useInbox(onArrived: (notice: Notice) => void): number | undefined {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const state = useLiveState()
  const [asking, setAsking] = useState(false)
  const told = useRef(new Set<unknown>())
  const unread = useQuery({
    ...unreadQuery,
    enabled: asking,
    refetchInterval: asking ? REPEAT : false,
  })
  useEffect(() => {
    if (state === 'live') return setAsking(false)
    const patience = setTimeout(() => setAsking(true), PATIENCE)
    return () => clearTimeout(patience)
  }, [state])

  useLive(INBOX_TOPIC, (event) => {
    const said = inboxFrom(event)
    if (!said) return
    const { changed, arrived } = noteInbox(said)
    if (arrived) {
      onArrived(arrived)
      told.current.add(arrived.about)
    }
    if (!changed) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void staleNotices(told.current), 100 + Math.random() * SPREAD)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return unread.data
}
