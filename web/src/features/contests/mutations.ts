/**
 * Mutations of contests: what an organiser changes, and how the screens follow. Each change is written into the cache
 * at once, then every query that shows contests is fetched again. Failures of a form stay with the form; other failures
 * are shown in a toast.
 */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { SESSION_KEY } from '@/api/cache'
import { rulesOf } from '@/api/contestRules'
import { Failure, failureText, hasCode, refusedField } from '@/api/failure'
import { toast } from '@/ui/toast'
import {
  acceptInvitation,
  addQuestion,
  addQuestions,
  CONTESTS_KEY,
  changeTime,
  correct,
  createContest,
  type Described,
  deleteContest,
  describe,
  drawKey,
  endNow,
  invitationKey,
  keyedKey,
  type Moved,
  makeInvitation,
  type NewContest,
  type NewTimeChange,
  OWN_KEY,
  previewCorrection,
  publish,
  removeQuestion,
  reschedule,
  resultsKey,
  revokeInvitation,
  rewriteQuestion,
  setDraw,
  timeLogKey,
} from './api'
import type { NewCorrection, Wanted } from './corrections'
import type { Draw, NewDraw } from './draw'
import {
  CREATED,
  DELETE_FAILED,
  END_FAILED,
  LINK_MADE,
  LOGGED_OUT,
  NOW_PRIVATE,
  NOW_PUBLIC,
  PUBLISH_FAILED,
  questionsAdded,
  REMOVE_FAILED,
  TIME_SAVED,
} from './messages'
import {
  type Contest,
  type Invitation,
  type KeyedContest,
  type NewQuestion,
  QUESTION_AMOUNTS,
  type Question,
  type Rewritten,
  tidyQuestion,
} from './model'
import type { Draft } from './questionGeneration'

/** Puts a change into every copy of a contest that is on the screen. */
function patch(cache: QueryClient, id: string, change: Partial<Contest>) {
  cache.setQueryData<Contest[]>(OWN_KEY, (list) =>
    list?.map((contest) => (contest.id === id ? { ...contest, ...change } : contest)),
  )
  cache.setQueryData<KeyedContest>(keyedKey(id), (contest) => contest && { ...contest, ...change })
}

function patchQuestions(cache: QueryClient, id: string, change: (questions: Question[]) => Question[]) {
  const keyed = cache.getQueryData<KeyedContest>(keyedKey(id))
  if (!keyed) return
  const questions = change(keyed.questions)
  cache.setQueryData<KeyedContest>(keyedKey(id), { ...keyed, questions })
  patch(cache, id, { questionCount: questions.length })
}

const askAgain = (cache: QueryClient) => cache.invalidateQueries({ queryKey: CONTESTS_KEY })

export function useCreateContest(onDone: (contest: Contest) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (asked: NewContest) => createContest(asked),
    onSuccess: (contest) => {
      toast.success(CREATED)
      cache.setQueryData<Contest[]>(OWN_KEY, (list) => list && [contest, ...list])
      void askAgain(cache)
      // One creation less.
      void cache.invalidateQueries({ queryKey: SESSION_KEY })
      onDone(contest)
    },
    onError: (error) => {
      // It may be there, although no answer came.
      if (error instanceof Failure && error.offline) void askAgain(cache)
      if (hasCode(error, 'no_contest_credit')) void cache.invalidateQueries({ queryKey: SESSION_KEY })
      // The guard around the page leads to the log-in and back.
      if (hasCode(error, 'logged_out')) toast.info(LOGGED_OUT)
    },
  })
}

/** Shown before the server has said yes, and taken back when it says no. */
export function usePublish(id: string) {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: `publish ${id}` },
    mutationFn: (isPublic: boolean) => publish(id, isPublic),
    onMutate: async (isPublic) => {
      await cache.cancelQueries({ queryKey: CONTESTS_KEY })
      patch(cache, id, { isPublic })
    },
    onSuccess: (_, isPublic) => toast.success(isPublic ? NOW_PUBLIC : NOW_PRIVATE),
    onError: (error, isPublic) => {
      patch(cache, id, { isPublic: !isPublic })
      // Of a refusal the specification's own sentence.
      toast.error(error instanceof Failure && error.offline ? failureText(error, PUBLISH_FAILED) : PUBLISH_FAILED)
    },
    onSettled: () => askAgain(cache),
  })
}

export function useReschedule(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (moved: Moved) => reschedule(id, moved),
    onSuccess: ({ startsAt, endsAt }) => {
      patch(cache, id, { startsAt, endsAt })
      toast.success(TIME_SAVED)
      void askAgain(cache)
      onDone()
    },
  })
}

/** Ends it for everybody; who follows it hears it from the server. */
export function useEndNow(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => endNow(id),
    onSuccess: ({ message, result: { endsAt } }) => {
      patch(cache, id, { endsAt })
      toast.success(message)
      onDone()
    },
    onError: (error) => {
      toast.error(failureText(error, END_FAILED))
      // Somebody, or the clock, was quicker: there is nothing left to confirm.
      if (hasCode(error, 'contest_ended')) onDone()
    },
    onSettled: () => {
      void askAgain(cache)
      void cache.invalidateQueries({ queryKey: resultsKey(id) })
    },
  })
}

export function useDescribe(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (asked: Described) => describe(id, asked),
    onSuccess: ({ message, result }) => {
      const { title, description, marksShown } = result
      patch(cache, id, { title, description, marksShown, ...rulesOf(result) })
      toast.success(message)
      void askAgain(cache)
      onDone()
    },
  })
}

export function useSetDraw(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (asked: NewDraw) => setDraw(id, asked),
    onSuccess: ({ message, result }) => {
      cache.setQueryData<Draw>(drawKey(id), result)
      patch(cache, id, { questionsEach: result.parts.length > 0 ? result.questionsEach : undefined })
      toast.success(message)
      void askAgain(cache)
      onDone()
    },
    onError: (error) => {
      if (hasCode(error, 'contest_frozen')) void askAgain(cache)
    },
  })
}

export function useChangeTime(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (asked: NewTimeChange) => changeTime(id, asked),
    onSuccess: (message) => {
      toast.success(message)
      onDone()
    },
    // Also after a refusal: somebody else may have stopped the clocks, or let them go on.
    onSettled: () => cache.invalidateQueries({ queryKey: timeLogKey(id) }),
  })
}

export function useDeleteContest(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => deleteContest(id),
    onSuccess: (message) => {
      toast.success(message)
      onDone()
      cache.setQueryData<Contest[]>(OWN_KEY, (list) => list?.filter((contest) => contest.id !== id))
      cache.removeQueries({ queryKey: keyedKey(id) })
      void askAgain(cache)
      // The creation is back.
      void cache.invalidateQueries({ queryKey: SESSION_KEY })
    },
    onError: (error) => {
      toast.error(failureText(error, DELETE_FAILED))
      void askAgain(cache)
    },
  })
}

function noteAdded(cache: QueryClient, id: string, added: Question[]) {
  const known = cache.getQueryData<KeyedContest>(keyedKey(id))
  if (known) patchQuestions(cache, id, (questions) => [...questions, ...added])
  else {
    const listed = cache.getQueryData<Contest[]>(OWN_KEY)?.find((contest) => contest.id === id)
    if (listed) patch(cache, id, { questionCount: listed.questionCount + added.length })
  }
}

/** One question, or a list that is taken whole or not at all. */
export function useAddQuestions(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (questions: NewQuestion[]) => {
      const [only, ...others] = questions
      return only && others.length === 0 ? [await addQuestion(id, only)] : addQuestions(id, questions)
    },
    onSuccess: (added) => {
      toast.success(questionsAdded(added.length))
      noteAdded(cache, id, added)
      onDone()
    },
    onError: (error) => {
      if (isOfMarksGone(error)) void askAgain(cache)
    },
  })
}

/** The contest has no marks, and another page took them away: its rules are not what is shown here. */
const isOfMarksGone = (error: unknown) => QUESTION_AMOUNTS[refusedField(error) ?? ''] === 'marks'

/** Reviewed drafts, one after the other: what is refused is one question, and those before it are in the contest. */
export function useSaveDrafts(id: string, onSaved: (key: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (drafts: Draft[]) => {
      let count = 0
      try {
        for (const draft of drafts) {
          noteAdded(cache, id, [await addQuestion(id, tidyQuestion(draft))])
          onSaved(draft.key)
          count += 1
        }
      } finally {
        if (count > 0) toast.success(questionsAdded(count))
      }
    },
    onError: (error) => {
      if (hasCode(error, 'contest_frozen')) void askAgain(cache)
    },
  })
}

/** For the callback after adding: what the server says now. */
export function useAskAgain() {
  const cache = useQueryClient()
  return () => void askAgain(cache)
}

export function useRewriteQuestion(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ was, question }: { was: Question; question: Rewritten }) =>
      rewriteQuestion(id, was.id, question, was),
    onSuccess: ({ message, result }) => {
      patchQuestions(cache, id, (questions) => questions.map((each) => (each.id === result.id ? result : each)))
      toast.success(message)
      void askAgain(cache)
      onDone()
    },
    onError: (error) => {
      if (hasCode(error, 'contest_frozen') || isOfMarksGone(error)) void askAgain(cache)
      // The guard around the page leads to the log-in and back.
      if (hasCode(error, 'logged_out')) toast.info(LOGGED_OUT)
    },
  })
}

export function useRemoveQuestion(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (questionId: string) => removeQuestion(id, questionId),
    onSuccess: (message, questionId) => {
      patchQuestions(cache, id, (questions) => questions.filter((each) => each.id !== questionId))
      toast.success(message)
    },
    onError: (error) => toast.error(failureText(error, REMOVE_FAILED)),
    onSettled: () => {
      onDone()
      return askAgain(cache)
    },
  })
}

/** Makes the link, or another in its place. */
export function useMakeInvitation(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => makeInvitation(id),
    onSuccess: (made) => {
      cache.setQueryData<Invitation | null>(invitationKey(id), made)
      toast.success(LINK_MADE)
      onDone()
    },
  })
}

export function useRevokeInvitation(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => revokeInvitation(id),
    onSuccess: (message) => {
      cache.setQueryData<Invitation | null>(invitationKey(id), null)
      toast.success(message)
      onDone()
    },
  })
}

/** Comes into a contest: its lists and pages are open from now on. */
export function useAcceptInvitation(token: string, onDone: (contestId: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: ({ message, result }) => {
      toast.success(message)
      void askAgain(cache)
      void cache.invalidateQueries({ queryKey: ['invited', token] })
      onDone(result.contestId)
    },
  })
}

export function usePreviewCorrection(id: string) {
  return useMutation({ mutationFn: (wanted: Wanted) => previewCorrection(id, wanted) })
}

/** The question and everything that shows scores follow at once. */
export function useCorrect(id: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (correction: NewCorrection) => correct(id, correction),
    onSuccess: ({ message, result }, { number }) => {
      const { marking, accepted } = result.after
      const corrected = (each: Question): Question => {
        const { typed } = each
        if (typed?.kind === 'number') return { ...each, marking, typed: { ...typed, ...number } }
        if (typed) return { ...each, marking, accepted, typed: accepted.length > 0 ? { ...typed, accepted } : typed }
        return { ...each, marking, accepted, answer: accepted[0] ?? each.answer }
      }
      patchQuestions(cache, id, (questions) =>
        questions.map((each) => (each.id === result.questionId ? corrected(each) : each)),
      )
      toast.success(message)
      onDone()
    },
    onSettled: () => {
      void askAgain(cache)
      void cache.invalidateQueries({ queryKey: resultsKey(id) })
    },
  })
}
