/**
 * Outbox notices: what is said outside the contest screen of answers that an earlier visit left on this device. Kept out of
 * room/messages.ts so that the contest screen does not download them.
 */
import { isolated } from '@/lib/isolated'
import { lostText } from './messages'
import type { Lost } from './model'
import type { Entry } from './room/answerStore'
import { lostOf } from './room/model'

export const sentLater = (n: number) =>
  `${n === 1 ? 'An answer' : `${n} answers`} from this device ${n === 1 ? 'has' : 'have'} been saved.`
/** `title`: the contest's; unknown of answers that an earlier version of this page has left. */
export const lostLater = (lost: Lost, title?: string) =>
  [title && `“${isolated(title)}”:`, lostText(lost, ' from this device')].filter(Boolean).join(' ')

/** One notice for each contest that lost answers. */
export function lossesOf(settled: readonly Entry[]): string[] {
  const refused = settled.filter(({ state }) => state === 'refused')
  const titles = [...new Set(refused.map(({ title }) => title))]
  return titles.map((title) => lostLater(lostOf(refused.filter((one) => one.title === title)), title))
}
