/**
 * Change notices, beside the question where answers may be changed: says aloud what became of the last change, tells of one elsewhere
 * that stands in its place, and follows what other devices change.
 */
import { useCallback, useEffect, useState } from 'react'
import { toast } from '@/ui/toast'
import type { Entry } from '../room/answerStore'
import { ANSWER_SAVED, answersKept } from '../room/messages'
import { useSettled } from '../room/useOutbox'
import { clockOf } from './changeClock'
import { FollowAttempt } from './FollowAttempt'
import { CLEARED, otherChangedIn } from './messages'
import { knownSums } from './model'
import type { ChangeNoticesProps } from './types'

export function ChangeNotices({ attempt, entries, questions, waiting, shown, over, refetch }: ChangeNoticesProps) {
  const [saved, setSaved] = useState('')
  const onSettled = useCallback(
    ({ state, question, instead, cleared }: Entry) => {
      const text = cleared ? CLEARED : ANSWER_SAVED
      // The same sentence again is read again only when it differs.
      const same = (now: string) => (now === text ? `${text}\u00a0` : text)
      setSaved(state === 'saved' && instead === undefined ? same : '')
      if (state === 'saved' && instead !== undefined && question !== shown)
        toast.info(otherChangedIn(questions.findIndex(({ id }) => id === question) + 1))
    },
    [shown, questions],
  )
  useSettled(entries, onSettled)
  useEffect(() => void clockOf(attempt), [attempt])
  // The answer to a join may say none.
  const isWithoutBase = !attempt.changes?.base
  useEffect(() => {
    if (isWithoutBase) void refetch()
  }, [isWithoutBase, refetch])
  const onItsWay = entries.some((entry) => entry.state === 'waiting')
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {over ? '' : waiting > 0 ? answersKept(waiting) : onItsWay ? '' : saved}
      </p>
      {over ? null : (
        <FollowAttempt contest={attempt.contestId} known={() => knownSums(attempt, entries)} refetch={refetch} />
      )}
    </>
  )
}
