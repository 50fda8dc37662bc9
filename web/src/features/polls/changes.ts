/**
 * What a person does to polls, and how the screens follow: at once where it is certain, asked again where it is not.
 * Failures of the form stay with the form; the others are told in a toast.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SESSION_KEY } from '@/api/cache'
import { failureText, hasCode } from '@/api/failure'
import { toast } from '@/ui/toast'
import { changePoll, createPoll, deletePoll, dropPoll, type NewPoll, pollKey, staleLists, stalePoll, vote } from './api'
import type { Poll } from './model'
import { CREATED, DELETE_FAILED, LOGGED_OUT, VOTE_FAILED, VOTED } from './words'

export function useCreatePoll(onDone: (poll: Poll) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (asked: NewPoll) => createPoll(asked),
    onSuccess: (poll) => {
      toast.success(CREATED)
      cache.setQueryData<Poll>(pollKey(poll.id), poll)
      void staleLists()
      // One creation less.
      void cache.invalidateQueries({ queryKey: SESSION_KEY })
      onDone(poll)
    },
    onError: (error) => {
      if (hasCode(error, 'no_poll_credit')) void cache.invalidateQueries({ queryKey: SESSION_KEY })
      // The guard around the page leads to the log-in and back.
      if (hasCode(error, 'logged_out')) toast.info(LOGGED_OUT)
    },
  })
}

export function useVote(poll: Poll, onDone: () => void) {
  return useMutation({
    mutationFn: (index: number) => vote(poll.id, index),
    onSuccess: ({ options, voters, voted }) => {
      toast.success(VOTED)
      // Somebody else's vote may have arrived over the stream meanwhile.
      changePoll(poll.id, (known) =>
        known.voters > voters ? { ...known, voted } : { ...known, options, voters, voted },
      )
      onDone()
    },
    onError: (error) => {
      toast.error(failureText(error, VOTE_FAILED))
      if (hasCode(error, 'already_voted')) {
        // Cast elsewhere, or here and the answer was lost.
        changePoll(poll.id, (known) => ({ ...known, voted: true }))
        onDone()
      }
      void stalePoll(poll.id)
      void staleLists()
    },
  })
}

export function useDeletePoll(id: string, onDone: () => Promise<void>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => deletePoll(id),
    onSuccess: (message) => {
      toast.success(message)
      void staleLists()
      // Forgotten once its page is left: while shown it would be asked for again.
      void onDone().then(() => dropPoll(id))
      // The creation may be back.
      void cache.invalidateQueries({ queryKey: SESSION_KEY })
    },
    onError: (error) => {
      toast.error(failureText(error, DELETE_FAILED))
      void stalePoll(id)
    },
  })
}
