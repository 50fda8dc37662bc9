/** Draft of a poll, of one person: the next one on this device does not see it. */
import { draft, type Kept } from '@/lib/storage'
import type { Draft } from './model'

export const pollDraft = (userId: string): Kept<Partial<Draft>> => draft<Partial<Draft>>(`poll.${userId}`)
