/**
 * Where a person is in a contest: the question, what was marked for review and what was seen. Kept for the last contest
 * only, so that a reload comes back to the same question; answers are not here but in the outbox.
 */
import { useCallback, useEffect, useState } from 'react'
import { lastPlace } from '@/lib/storage'

export type Place = { index: number; marked: string[]; seen: string[] }
type Kept = Place & { user: string; contest: string }

export function keptPlace(user: string, contest: string): Place | null {
  const place = lastPlace.read() as Kept | null
  if (!place || place.user !== user || place.contest !== contest) return null
  return Array.isArray(place.marked) && Array.isArray(place.seen) ? place : null
}

/** `contest` null: nothing is kept (the preview). */
export function usePlace(user: string, contest: string | null, ids: readonly string[], first: number) {
  const [place, setPlace] = useState<Place>(() => {
    const was = contest ? keptPlace(user, contest) : null
    const id = ids[first]
    const seen = was?.seen ?? []
    return { index: first, marked: was?.marked ?? [], seen: id && !seen.includes(id) ? [...seen, id] : seen }
  })
  useEffect(() => {
    if (contest) lastPlace.write({ user, contest, ...place } satisfies Kept)
  }, [user, contest, place])

  const goTo = useCallback(
    (index: number) =>
      setPlace((now) => {
        const id = ids[index]
        if (id === undefined) return now
        return { ...now, index, seen: now.seen.includes(id) ? now.seen : [...now.seen, id] }
      }),
    [ids],
  )
  const mark = useCallback(
    (id: string) =>
      setPlace((now) => ({
        ...now,
        marked: now.marked.includes(id) ? now.marked.filter((one) => one !== id) : [...now.marked, id],
      })),
    [],
  )
  return { place, goTo, mark }
}
