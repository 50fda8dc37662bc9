/**
 * Drafts of unfinished work that this browser keeps, per person and per contest, so that a reload, a log-in in between
 * or a window closed by accident loses nothing. It also remembers which contests were previewed here.
 */
import { draft, type Kept, kept } from '@/lib/storage'
import type { Draft, Keepable, NewQuestion, OfMarks } from './model'
import type { Generation } from './questionGeneration'

/** A creation form, of one person: the next one on this device does not see it. */
export const contestDraft = (userId: string): Kept<Partial<Draft>> => draft<Partial<Draft>>(`contest.${userId}`)

export type WizardDraft = { text: string; options: string[]; answer: number | null; step: 1 | 2 | 3 } & OfMarks
export const questionDraft = (contestId: string): Kept<Partial<WizardDraft>> =>
  draft<Partial<WizardDraft>>(`question.${contestId}`)

/** What the owner has changed in one question of a contest and not saved. */
export const questionChanges = (contestId: string, userId: string): Kept<QuestionChanges> =>
  draft<QuestionChanges>(`question.${contestId}.${userId}`)
/** `was`: as it was when the change began, of what is only sent where it was changed. */
export type QuestionChanges = { id: string; question: NewQuestion; was?: Keepable }

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
