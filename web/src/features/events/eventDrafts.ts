/**
 * Drafts of events that this browser keeps, of one person: the next one on this device does not see them. Answers to a
 * registration form stay only as long as the tab, because they may say where somebody lives.
 */
import { draft, handedOn, type Kept } from '@/lib/storage'
import type { EventDraft } from './model'
import type { Answers } from './registrationFields'

export const eventDraft = (userId: string): Kept<Partial<EventDraft>> => draft<Partial<EventDraft>>(`event.${userId}`)

/** Of an event there is already: what somebody has changed and not saved. */
export const eventChanges = (eventId: string, userId: string): Kept<Partial<EventDraft>> =>
  draft<Partial<EventDraft>>(`event.${eventId}.${userId}`)

export const answersDraft = (eventId: string, userId: string): Kept<Answers> =>
  handedOn<Answers>(`quad.registration.${eventId}.${userId}`)
