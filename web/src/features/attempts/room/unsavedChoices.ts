/**
 * Unsaved choices: what a person has chosen of the options of questions with several right ones, or typed, before it is saved as their
 * answer. Kept for the last contest only, so that a reload loses none of it. It is no answer: nothing of it is sent.
 */
import { useCallback, useEffect, useState } from 'react'
import { unsavedChoices } from '@/lib/storage'

/** Places on the paper, or what was typed. */
export type QuestionChoice = readonly number[] | string
/** By question id. */
export type ChosenByQuestion = Readonly<Record<string, QuestionChoice>>
type Kept = { user: string; contest: string; chosen: ChosenByQuestion }

function keptChoices(user: string, contest: string): ChosenByQuestion {
  const { user: whose, contest: which, chosen } = Object(unsavedChoices.read()) as Partial<Kept>
  if (whose !== user || which !== contest || typeof chosen !== 'object' || chosen === null) return {}
  const isChoice = (one: unknown) =>
    typeof one === 'string' || (Array.isArray(one) && one.every((place) => Number.isInteger(place)))
  return Object.fromEntries(Object.entries(chosen).filter(([, one]) => isChoice(one)))
}

/** `contest` null: nothing is kept (the preview). */
export function useUnsavedChoices(user: string, contest: string | null) {
  const [chosen, setChosen] = useState<ChosenByQuestion>(() => (contest ? keptChoices(user, contest) : {}))
  useEffect(() => {
    if (!contest) return
    if (Object.keys(chosen).length > 0) unsavedChoices.write({ user, contest, chosen } satisfies Kept)
    else if (Object.keys(keptChoices(user, contest)).length > 0) unsavedChoices.clear()
  }, [user, contest, chosen])

  const set = useCallback(
    (question: string, choice: QuestionChoice) => setChosen((now) => ({ ...now, [question]: choice })),
    [],
  )
  /** It is an answer now. */
  const drop = useCallback(
    (question: string) =>
      setChosen((now) => {
        const { [question]: _, ...others } = now
        return others
      }),
    [],
  )
  return { chosen, set, drop }
}
