/**
 * What this browser keeps of unfinished work, of one person: the next one on this device does not see it. Answers to a
 * registration form stay only as long as the tab, they may say where somebody lives.
 */
import { draft, handedOn, type Kept } from '@/lib/storage'
import type { Answers } from './form'
import type { EventDraft } from './model'

export const eventDraft = (userId: string): Kept<Partial<EventDraft>> => draft<Partial<EventDraft>>(`event.${userId}`)

/** Of an event there is already: what somebody has changed and not saved. */
export const eventChanges = (eventId: string, userId: string): Kept<Partial<EventDraft>> =>
  draft<Partial<EventDraft>>(`event.${eventId}.${userId}`)

export const answersDraft = (eventId: string, userId: string): Kept<Answers> =>
  handedOn<Answers>(`quad.registration.${eventId}.${userId}`)
