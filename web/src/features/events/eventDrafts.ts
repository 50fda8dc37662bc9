/**
 * Drafts of events that this browser keeps, of one person: the next one on this device does not see them. Answers to a
 * registration form stay only as long as the tab, because they may say where somebody lives.
 */
import { draft, handedOn, type Kept } from '@/lib/storage'
import type { EventDraft } from './model'
import type { Answers, Field } from './registrationFields'

export const eventDraft = (userId: string): Kept<Partial<EventDraft>> => draft<Partial<EventDraft>>(`event.${userId}`)

/** Of an event there is already: what somebody has changed and not saved. */
export const eventChanges = (eventId: string, userId: string): Kept<Partial<EventDraft>> =>
  draft<Partial<EventDraft>>(`event.${eventId}.${userId}`)

/** What a field asks: one that has another's name and asks something else is another. */
const questionOf = ({ name, label, kind }: Field) => JSON.stringify([name, kind, label])

/** An answer is kept under what was asked, so that none comes up under a question that took its field's name since. */
export function answersDraft(eventId: string, userId: string, fields: readonly Field[]): Kept<Answers> {
  const slot = handedOn<Answers>(`quad.registration.${eventId}.${userId}`)
  return {
    read: () => {
      const kept = slot.read()
      if (!kept) return null
      const asked = fields.map((field) => [field.name, kept[questionOf(field)]] as const)
      return Object.fromEntries(asked.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string'))
    },
    write: (answers) =>
      slot.write(Object.fromEntries(fields.map((field) => [questionOf(field), answers[field.name] ?? '']))),
    clear: slot.clear,
  }
}
