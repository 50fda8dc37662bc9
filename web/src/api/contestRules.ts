/**
 * Contest rules: what an organiser set, as every reply that shows a contest carries it and as requests send it. Who writes
 * contests and who takes them share it. See docs/adding-a-contest-setting.md.
 */
import type { ContestRules as SentRules } from './generated/types.gen'

export type ContestRules = Required<SentRules>

/** As the server has them where nothing is said. */
export const DEFAULT_RULES: ContestRules = { answersShown: false, optionOrder: 'fixed' }

/** The rules in a reply, a form or a draft. What is not named there, or is of another type, has its default. */
export function rulesOf(from: Partial<Record<keyof ContestRules, unknown>>): ContestRules {
  const entries = Object.entries(DEFAULT_RULES).map(([name, value]) => {
    const said = from[name as keyof ContestRules]
    return [name, typeof said === typeof value ? said : value]
  })
  return Object.fromEntries(entries) as ContestRules
}
