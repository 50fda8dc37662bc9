/**
 * Contest rules: what an organiser set, as every reply that shows a contest carries it and as requests send it. Who writes
 * contests and who takes them share it. See docs/adding-a-contest-setting.md.
 */
import type { MarkScheme, ContestRules as SentRules } from './generated/types.gen'

export type { TieBreak } from './generated/types.gen'

export type ContestRules = Required<SentRules>
/** What right and wrong answers give, and what decides between equal marks. Amounts are texts: `4`, `-1/3`, `0.25`. */
export type MarkRules = Required<MarkScheme>

/** What a part of a right answer gives to a question with several right options. */
export type Part = MarkRules['partial']

/** As the server has them where nothing is said. */
export const DEFAULT_RULES: ContestRules = {
  answersShown: false,
  optionOrder: 'fixed',
  questionOrder: 'fixed',
  preset: 'plain',
  right: '1',
  wrong: '0',
  partial: 'none',
  numberWrong: null,
  floor: 'none',
  tieBreak: ['fewer_wrong', 'less_time'],
  changing: 'first',
  minutes: null,
}

/** The rules in a reply, a form or a draft. What is not named there, or is of another type, has its default. */
export function rulesOf(from: Partial<Record<keyof ContestRules, unknown>>): ContestRules {
  const entries = Object.entries(DEFAULT_RULES).map(([name, value]) => {
    const said = from[name as keyof ContestRules]
    if (name === 'minutes') return [name, typeof said === 'number' && said > 0 ? said : null]
    return [name, isLike(said, value) ? said : value]
  })
  const rules = Object.fromEntries(entries) as ContestRules
  // By GATE a wrong number takes nothing off, which goes without saying.
  return rules.preset === 'gate' ? { ...rules, numberWrong: '0' } : rules
}

/** Of the type that the default has; where that is null, it may be a text. */
function isLike(said: unknown, value: unknown): boolean {
  if (value === null) return typeof said === 'string'
  return typeof said === typeof value && Array.isArray(said) === Array.isArray(value)
}

/** Whether anything but one point for each right answer was chosen: only then replies carry marks. */
export function hasMarks({ preset, partial, floor, tieBreak }: MarkRules): boolean {
  const { preset: plain, partial: nothing, floor: none, tieBreak: usual } = DEFAULT_RULES
  return preset !== plain || partial !== nothing || floor !== none || tieBreak.join() !== usual.join()
}

/**
 * What the answers to a question give, where that is not what the contest's give; what is missing is the contest's. `partial`: of
 * one with several right options.
 */
export type OwnAmounts = { right?: string | null; wrong?: string | null; partial?: string | null }

/** The rules as they are for a question with several right options: GATE takes off and gives a part for none of these. */
export function rulesOfSeveral<R extends MarkRules>(rules: R): R {
  return rules.preset === 'gate' ? { ...rules, wrong: '0', partial: 'none' } : rules
}

/** The rules as they are for a question whose answer is a number: some take nothing off for a wrong one. */
export function rulesOfNumber<R extends MarkRules>(rules: R): R {
  return rules.numberWrong === null ? rules : { ...rules, wrong: rules.numberWrong }
}

const PARTS: Record<string, string> = { '1/6': '⅙', '1/3': '⅓', '2/3': '⅔', '5/6': '⅚' }

/** An amount as people read it: `+4`, `−⅓`, `+1⅔`. */
export function signedAmount(exact: string): string {
  const text = exact === '0' || exact.startsWith('-') ? exact.replace('-', '−') : `+${exact}`
  return text.replace(/^(.)(\d+)\/([36])$/, (all, sign: string, above: string, below: string) => {
    const rest = Number(above) % Number(below)
    const part = PARTS[`${rest}/${below}`]
    return part ? `${sign}${(Number(above) - rest) / Number(below) || ''}${part}` : all
  })
}

/** What a right and a wrong answer give: `+4, −1`. */
export function amountsInShort({ right, wrong }: OwnAmounts): string {
  return `${signedAmount(right ?? '')}, ${signedAmount(wrong ?? '')}`
}

/** The same of the answers of a contest, or to one of its questions; nothing where each right answer gives one point. */
export function marksInShort(rules: MarkRules, own: OwnAmounts = {}): string | null {
  if (!hasMarks(rules)) return null
  const right = own.right || rules.right
  const wrong = own.wrong || rules.wrong
  return amountsInShort({ right, wrong: rules.floor === 'question' && wrong.startsWith('-') ? '0' : wrong })
}
