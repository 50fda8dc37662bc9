/**
 * Drafts of unfinished work that this browser keeps, per person and per contest, so that a reload, a log-in in between
 * or a window closed by accident loses nothing. It also remembers which contests were previewed here.
 */
import { draft, draftNames, type Kept, kept } from '@/lib/storage'
import type { Draft, Keepable, NewQuestion, OfFixed, OfMarks, OfPictures, OfSeveral, OfTags } from './model'
import type { Generation } from './questionGeneration'
import type { OfTyped } from './typedKey'

/** A creation form, of one person: the next one on this device does not see it. */
export const contestDraft = (userId: string): Kept<Partial<Draft>> => draft<Partial<Draft>>(`contest.${userId}`)

export type WizardDraft = { text: string; options: string[]; answer: number | null; step: 1 | 2 | 3 } & OfSeveral &
  OfTyped &
  OfMarks &
  OfPictures &
  OfFixed &
  OfTags &
  Pick<NewQuestion, 'difficulty' | 'explanation'>
export const questionDraft = (contestId: string): Kept<Partial<WizardDraft>> =>
  draft<Partial<WizardDraft>>(`question.${contestId}`)

/** `was`: as it was when the change began, of what is only sent where it was changed. */
export type QuestionChanges = { id: string; question: NewQuestion; was?: Keepable }
/** `turn` counts up over the questions of a contest: the highest was changed last. */
type Slot = QuestionChanges & { turn?: number }

/** So many questions of a contest have their changes kept: those that were changed last. */
const MOST_CHANGES = 20

const changesName = (contestId: string, userId: string) => `question.${contestId}.${userId}`

function slotIn({ read }: Kept<Slot>): Slot | null {
  const { id, question } = Object(read()) as Partial<Slot>
  return typeof id === 'string' && typeof question === 'object' && question !== null ? read() : null
}

/** Newest first. */
function slotsOf(contestId: string, userId: string): { slot: Kept<Slot>; changes: Slot }[] {
  return draftNames(`${changesName(contestId, userId)}.`)
    .flatMap((name) => {
      const slot = draft<Slot>(name)
      const changes = slotIn(slot)
      return changes ? [{ slot, changes }] : []
    })
    .sort((one, other) => (other.changes.turn ?? 0) - (one.changes.turn ?? 0))
}

function write(contestId: string, userId: string, changes: QuestionChanges): void {
  const others = slotsOf(contestId, userId).filter((each) => each.changes.id !== changes.id)
  for (const { slot } of others.slice(MOST_CHANGES - 1)) slot.clear()
  const turn = (others[0]?.changes.turn ?? 0) + 1
  draft<Slot>(`${changesName(contestId, userId)}.${changes.id}`).write({ ...changes, turn })
}

/** A contest had one slot for all its questions; what a browser still has in it is moved. */
function moveOldSlot(contestId: string, userId: string): void {
  const old = draft<Slot>(changesName(contestId, userId))
  const changes = slotIn(old)
  old.clear()
  if (changes && !slotIn(draft<Slot>(`${changesName(contestId, userId)}.${changes.id}`)))
    write(contestId, userId, changes)
}

/** What the owner has changed in one question of a contest and not saved. */
export function changesOf(contestId: string, userId: string, questionId: string): Kept<QuestionChanges> {
  const slot = draft<Slot>(`${changesName(contestId, userId)}.${questionId}`)
  return {
    read() {
      moveOldSlot(contestId, userId)
      const changes = slotIn(slot)
      return changes?.id === questionId ? changes : null
    },
    write: (changes) => write(contestId, userId, changes),
    clear() {
      moveOldSlot(contestId, userId)
      slot.clear()
    },
  }
}

/** Of the question that was changed last. */
export const questionChanges = (contestId: string, userId: string): Pick<Kept<QuestionChanges>, 'read'> => ({
  read() {
    moveOldSlot(contestId, userId)
    return slotsOf(contestId, userId)[0]?.changes ?? null
  },
})

export const pasteDraft = (contestId: string): Kept<{ text: string }> => draft<{ text: string }>(`paste.${contestId}`)

/** Drafts nobody has saved yet, with what they were asked for. */
export const savedGeneration = (contestId: string): Kept<Partial<Generation>> =>
  draft<Partial<Generation>>(`drafting.${contestId}`)

const previews = kept<string[]>('quad.previewed')

export function wasPreviewed(contestId: string): boolean {
  const ids = previews.read()
  return Array.isArray(ids) && ids.includes(contestId)
}

/** The newest hundred: older contests are long public or gone. */
export function notePreview(contestId: string): void {
  const ids = previews.read()
  const others = Array.isArray(ids) ? ids.filter((id) => id !== contestId) : []
  previews.write([contestId, ...others].slice(0, 100))
}
