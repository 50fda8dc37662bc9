/** Changes of a contest's details: what of them somebody changed, which is all that is sent. */
import type { ContestRules } from '@/api/contestRules'
import type { Contest } from './model'

export type Details = Pick<Contest, 'title' | 'description'> & ContestRules

/** One choice on the screen: what its parts say, they say together. */
const AMOUNTS = ['preset', 'right', 'wrong'] as const

/** What differs. Marks that were taken away take along what would leave some of them. */
export function changedDetails(before: Details, now: Details): Partial<Details> {
  const names = Object.keys(now) as (keyof Details)[]
  const isChanged = (name: keyof Details) => JSON.stringify(now[name]) !== JSON.stringify(before[name])
  const sent = new Set(names.filter(isChanged))
  if (AMOUNTS.some((name) => sent.has(name))) {
    for (const name of AMOUNTS) sent.add(name)
    if (now.partial !== before.partial || now.partial !== 'none') sent.add('partial')
    if (now.numberWrong !== before.numberWrong || now.numberWrong !== null) sent.add('numberWrong')
    if (now.preset === 'plain') sent.add('floor').add('tieBreak')
  }
  return Object.fromEntries([...sent].map((name) => [name, now[name]]))
}
