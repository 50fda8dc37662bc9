/**
 * Mutations of events: what people change, and how the screens follow. What is certain shows at once; the rest is
 * fetched again. A failure of a form stays with the form; other failures are shown in a toast.
 */

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Failure, failureText, hasCode } from '@/api/failure'
import { retryRequest, Stopped } from '@/api/retryRequest'
import { sender } from '@/api/sender'
import { toast } from '@/ui/toast'
import {
  askOwnRegistration,
  cancelEvent,
  changeEvent,
  createEvent,
  refusedAnswers,
  register,
  removePicture,
  saveAnswers,
  saveEvent,
  sendMessage,
  setOpen,
  setPicture,
  staleEvent,
  staleEvents,
  withdraw,
} from './api'
import * as messages from './messages'
import { type ClubEvent, changesOf, type NewEvent } from './model'
import { type Answers, isSameAnswers } from './registrationFields'

export type Asked = { event: NewEvent; picture: File | null; withoutPicture?: boolean }

/** The picture goes after the event: that it was not taken must not cost the event. */
async function sendPicture(id: string, { picture, withoutPicture }: Asked, by: string | null): Promise<void> {
  try {
    if (picture) await retryRequest(() => setPicture(id, picture, by), toast.info, { by })
    else if (withoutPicture) await removePicture(id, by)
  } catch (error) {
    const isUnsure = error instanceof Failure && error.unsure
    toast.warning(isUnsure ? messages.PICTURE_UNSURE : `${messages.PICTURE_LOST} ${failureText(error, '')}`.trim())
  }
}

function onLoggedOut(error: unknown): void {
  // What is around the form goes, and leads to the log-in and back.
  if (hasCode(error, 'logged_out')) toast.info(messages.LOGGED_OUT)
}

export function useCreateEvent(club: string, onDone: (id: string) => void) {
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const by = sender()
      const made = await createEvent(club, asked.event)
      await sendPicture(made.id, asked, by)
      return made
    },
    onSuccess: ({ id, message }) => {
      toast.success(message || messages.CREATED)
      void staleEvents()
      onDone(id)
    },
    onError: onLoggedOut,
  })
}

/** `opened`: as it was when the form was opened. What was not changed since is left as somebody made it meanwhile. */
export function useSaveEvent(opened: ClubEvent, zone: string, onDone: () => void) {
  const { id } = opened
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const by = sender()
      const saved = await saveEvent(id, changesOf(opened, asked.event, zone))
      await sendPicture(id, asked, by)
      return saved
    },
    onSuccess: ({ event, message }) => {
      toast.success(message || messages.SAVED)
      // Its picture may be another by now; the rest is certain.
      changeEvent(id, (known) => ({ ...event, picture: known.picture }))
      staleEvent(id)
      onDone()
    },
  })
}

const isRegistered = (error: unknown) => hasCode(error, 'already_registered')

export function useRegister(event: ClubEvent, onDone: () => void) {
  const sending = useRef<AbortController>(null)
  const before = useRef(event)
  const registering = useMutation({
    mutationFn: (answers: Answers) => {
      sending.current = new AbortController()
      before.current = event
      const isAsSent = async () => {
        const { fields, answers: kept } = await askOwnRegistration(event.id)
        return isSameAnswers(fields, kept, answers)
      }
      return retryRequest((by) => register(event.id, answers, by), toast.info, {
        arrival: { isThere: isRegistered, isAsSent },
        signal: sending.current.signal,
      })
    },
    onSuccess: (done) => {
      toast.success(done?.message || messages.REGISTERED)
      if (done) changeEvent(event.id, (known) => withPart(known, done.you, before.current))
      staleEvent(event.id)
      onDone()
    },
    onError: (error) => {
      const { message } = error
      if (!(error instanceof Stopped)) {
        toast.error(failureText(error, '') || message || messages.WENT_WRONG, { autoClose: 4000 })
      }
      // Marked fields stay to be mended; anything else means that the event, or its form, has moved on.
      const refused = Object.keys(refusedAnswers(error))
      if (refused.length > 0 && refused.every((name) => event.fields.some((field) => field.name === name))) return
      staleEvent(event.id)
      if (isRegistered(error)) onDone()
    },
  })
  return { ...registering, stop: () => sending.current?.abort() }
}

/** Counts as they must be now, unless the stream has told already; the server is asked right after. */
function withPart(event: ClubEvent, you: ClubEvent['you'], before: ClubEvent): ClubEvent {
  if (event.you || !you) return { ...event, you }
  return you.state === 'registered'
    ? { ...event, you, registered: Math.max(event.registered, before.registered + 1) }
    : { ...event, you, waiting: Math.max(event.waiting, before.waiting + 1) }
}

export function useSaveAnswers(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: (answers: Answers) => retryRequest((by) => saveAnswers(id, answers, by), toast.info),
    onSuccess: (message) => {
      toast.success(message)
      staleEvent(id)
      onDone()
    },
    onError: (error) => toast.error(failureText(error, messages.CHANGE_FAILED)),
  })
}

export function useWithdraw(event: ClubEvent, onDone: () => void) {
  const { id } = event
  const before = useRef(event)
  return useMutation({
    mutationFn: () => {
      before.current = event
      return withdraw(id)
    },
    onSuccess: (message) => {
      toast.success(message)
      // Counts as they must be now, unless the stream has told already.
      const { you, registered, waiting } = before.current
      const left = registered - (you?.state === 'registered' && waiting === 0 ? 1 : 0)
      changeEvent(id, (known) => ({
        ...known,
        you: null,
        registered: Math.min(known.registered, left),
        waiting: Math.min(known.waiting, Math.max(0, waiting - (you ? 1 : 0))),
      }))
      staleEvent(id)
      onDone()
    },
    onError: (error) => {
      toast.error(failureText(error, messages.WITHDRAW_FAILED))
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
      toast.error(failureText(error, messages.CANCEL_FAILED))
      staleEvent(id)
    },
  })
}

export function useSendMessage(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: (body: string) => sendMessage(id, body),
    onSuccess: (message) => {
      toast.success(message)
      onDone()
    },
    onError: (error) => toast.error(failureText(error, messages.MESSAGE_FAILED)),
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
      toast.error(failureText(error, messages.STATE_FAILED))
      staleEvent(id)
    },
  })
}
