/**
 * Question position: the question a person is at, those marked for review and those seen. Kept for the last contest
 * only, so that a reload returns to the same question; answers are in the outbox instead.
 */
import { useCallback, useEffect, useState } from 'react'
import { lastQuestionPosition } from '@/lib/storage'

export type QuestionPosition = { index: number; marked: string[]; seen: string[] }
type Kept = QuestionPosition & { user: string; contest: string }

export function savedQuestionPosition(user: string, contest: string): QuestionPosition | null {
  const questionPosition = lastQuestionPosition.read() as Kept | null
  if (!questionPosition || questionPosition.user !== user || questionPosition.contest !== contest) return null
  return Array.isArray(questionPosition.marked) && Array.isArray(questionPosition.seen) ? questionPosition : null
}

/** `contest` null: nothing is kept (the preview). */
export function useQuestionPosition(user: string, contest: string | null, ids: readonly string[], first: number) {
  const [place, setPlace] = useState<QuestionPosition>(() => {
    const was = contest ? savedQuestionPosition(user, contest) : null
    const id = ids[first]
    const seen = was?.seen ?? []
    return { index: first, marked: was?.marked ?? [], seen: id && !seen.includes(id) ? [...seen, id] : seen }
  })
  useEffect(() => {
    if (contest) lastQuestionPosition.write({ user, contest, ...place } satisfies Kept)
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
