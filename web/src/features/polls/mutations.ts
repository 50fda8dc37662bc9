/**
 * Mutations of polls: what a person changes, and how the screens follow. What is certain shows at once; the rest is
 * fetched again. Failures of the form stay with the form; other failures are shown in a toast.
 */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { SESSION_KEY } from '@/api/cache'
import { failureText, hasCode } from '@/api/failure'
import { retryRequest, Stopped } from '@/api/retryRequest'
import { sender } from '@/api/sender'
import { toast } from '@/ui/toast'
import {
  askPoll,
  changePoll,
  createPoll,
  deletePoll,
  dropPoll,
  type NewPoll,
  pollKey,
  staleLists,
  stalePoll,
  stopAsking,
  vote,
} from './api'
import { CREATED, DELETE_FAILED, LOGGED_OUT, VOTE_FAILED, VOTED } from './messages'
import { isOwnVote, type Poll } from './model'

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

const isVoted = (error: unknown) => hasCode(error, 'already_voted')

export function useVote(poll: Poll, onDone: () => void) {
  const sending = useRef<AbortController>(null)
  const voting = useMutation({
    mutationFn: async (index: number) => {
      const before = poll
      const by = sender()
      sending.current = new AbortController()
      await stopAsking(poll.id)
      const isAsSent = async () => isOwnVote(before, await askPoll(poll.id), index)
      return retryRequest(() => vote(poll.id, index, by), toast.info, {
        arrival: { isThere: isVoted, isAsSent },
        signal: sending.current.signal,
        by,
      })
    },
    onSuccess: (counted) => {
      toast.success(VOTED)
      changePoll(poll.id, (known) => {
        // Somebody else's vote may have arrived over the stream meanwhile.
        if (!counted || known.voters > counted.voters) return { ...known, voted: true }
        return { ...known, options: counted.options, voters: counted.voters, voted: counted.voted }
      })
      if (!counted) void stalePoll(poll.id)
      onDone()
    },
    onError: (error) => {
      if (!(error instanceof Stopped)) toast.error(failureText(error, VOTE_FAILED))
      if (isVoted(error)) {
        // Cast elsewhere.
        changePoll(poll.id, (known) => ({ ...known, voted: true }))
        onDone()
      }
      void stalePoll(poll.id)
      void staleLists()
    },
  })
  return {
    ...voting,
    stop: () => sending.current?.abort(),
    /** Whoever has voted elsewhere meanwhile is not asked any more; and whose vote one is can be told afterwards. */
    look: () => void askPoll(poll.id).catch(() => {}),
  }
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
