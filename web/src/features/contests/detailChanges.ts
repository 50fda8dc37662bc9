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
  // A null is not heard: the preset says it anew, and own marks name the amount.
  if (sent.has('numberWrong')) for (const name of AMOUNTS) sent.add(name)
  if (AMOUNTS.some((name) => sent.has(name))) {
    for (const name of AMOUNTS) sent.add(name)
    if (now.partial !== before.partial || now.partial !== 'none') sent.add('partial')
    if (now.numberWrong !== before.numberWrong || now.numberWrong !== null) sent.add('numberWrong')
    if (now.preset === 'plain') sent.add('floor').add('tieBreak')
  }
  const isOwn = now.preset === 'own' && (now.numberWrong === null || now.numberWrong === before.wrong)
  const said = isOwn ? { ...now, numberWrong: now.wrong } : now
  // Minutes are taken away with 0.
  const heard = sent.has('minutes') ? { ...said, minutes: said.minutes ?? 0 } : said
  return Object.fromEntries([...sent].flatMap((name) => (heard[name] === null ? [] : [[name, heard[name]]])))
}
