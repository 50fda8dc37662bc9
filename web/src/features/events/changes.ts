/**
 * What people do to events, and how the screens follow: at once where it is certain, asked again where it is not. A
 * failure of a form stays with the form; the others are told in a toast.
 */
import { useMutation } from '@tanstack/react-query'
import { failureText, hasCode } from '@/api/failure'
import { toast } from '@/ui/toast'
import {
  cancelEvent,
  changeEvent,
  createEvent,
  refusedAnswers,
  register,
  removePicture,
  saveAnswers,
  saveEvent,
  setOpen,
  setPicture,
  staleEvent,
  staleEvents,
  withdraw,
} from './api'
import type { Answers } from './form'
import type { ClubEvent, NewEvent } from './model'
import * as words from './words'

export type Asked = { event: NewEvent; picture: File | null; withoutPicture?: boolean }

/** The picture goes after the event: that it was not taken must not cost the event. */
async function sendPicture(id: string, { picture, withoutPicture }: Asked): Promise<void> {
  try {
    if (picture) await setPicture(id, picture)
    else if (withoutPicture) await removePicture(id)
  } catch (error) {
    toast.warning(`${words.PICTURE_LOST} ${failureText(error, '')}`.trim())
  }
}

function onLoggedOut(error: unknown): void {
  // What is around the form goes, and leads to the log-in and back.
  if (hasCode(error, 'logged_out')) toast.info(words.LOGGED_OUT)
}

export function useCreateEvent(club: string, onDone: (id: string) => void) {
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const made = await createEvent(club, asked.event)
      await sendPicture(made.id, asked)
      return made
    },
    onSuccess: ({ id, message }) => {
      toast.success(message || words.CREATED)
      void staleEvents()
      onDone(id)
    },
    onError: onLoggedOut,
  })
}

export function useSaveEvent(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const saved = await saveEvent(id, asked.event)
      await sendPicture(id, asked)
      return saved
    },
    onSuccess: ({ event, message }) => {
      toast.success(message || words.SAVED)
      // Its picture may be another by now; the rest is certain.
      changeEvent(id, (known) => ({ ...event, picture: known.picture }))
      staleEvent(id)
      onDone()
    },
  })
}

export function useRegister(event: ClubEvent, onDone: () => void) {
  return useMutation({
    mutationFn: (answers: Answers) => register(event.id, answers),
    onSuccess: ({ message, you }) => {
      toast.success(message || words.REGISTERED)
      changeEvent(event.id, (known) => withPart(known, you))
      staleEvent(event.id)
      onDone()
    },
    onError: (error) => {
      const { message } = error
      toast.error(failureText(error, '') || message || words.WENT_WRONG, { autoClose: 4000 })
      // Marked fields stay to be mended; anything else means that the event, or its form, has moved on.
      const refused = Object.keys(refusedAnswers(error))
      if (refused.length > 0 && refused.every((name) => event.fields.some((field) => field.name === name))) return
      staleEvent(event.id)
      if (hasCode(error, 'already_registered')) onDone()
    },
  })
}

/** Counts as they must be now; the server is asked right after. */
function withPart(event: ClubEvent, you: ClubEvent['you']): ClubEvent {
  if (event.you || !you) return { ...event, you }
  return you.state === 'registered'
    ? { ...event, you, registered: event.registered + 1 }
    : { ...event, you, waiting: event.waiting + 1 }
}

export function useSaveAnswers(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: (answers: Answers) => saveAnswers(id, answers),
    onSuccess: (message) => {
      toast.success(message)
      staleEvent(id)
      onDone()
    },
    onError: (error) => toast.error(failureText(error, words.CHANGE_FAILED)),
  })
}

export function useWithdraw(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: () => withdraw(id),
    onSuccess: (message) => {
      toast.success(message)
      changeEvent(id, ({ you, registered, waiting, ...event }) => ({
        ...event,
        you: null,
        registered: registered - (you?.state === 'registered' && waiting === 0 ? 1 : 0),
        waiting: Math.max(0, waiting - (you ? 1 : 0)),
      }))
      staleEvent(id)
      onDone()
    },
    onError: (error) => {
      toast.error(failureText(error, words.WITHDRAW_FAILED))
      staleEvent(id)
    },
  })
}

export function useCancelEvent(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: (reason: string) => cancelEvent(id, reason),
    onSuccess: ({ event, message }) => {
      toast.success(message)
      changeEvent(id, () => event)
      staleEvent(id)
      onDone()
    },
    onError: (error) => {
      toast.error(failureText(error, words.CANCEL_FAILED))
      staleEvent(id)
    },
  })
}

export function useSetOpen(id: string) {
  return useMutation({
    mutationFn: (open: boolean) => setOpen(id, open),
    onSuccess: ({ event, message }) => {
      toast.success(message)
      changeEvent(id, () => event)
      staleEvent(id)
    },
    onError: (error) => {
      toast.error(failureText(error, words.STATE_FAILED))
      staleEvent(id)
    },
  })
}
