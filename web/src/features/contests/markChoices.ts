/**
 * Mark choices: what an organiser can choose for the marks of a contest, in words, and the pure rules of choosing. Amounts stay
 * the texts they are typed and sent as: only the server computes with them. The words of the fields are in markMessages.ts.
 */
import { DEFAULT_RULES, type MarkRules, marksInShort, type Part, type TieBreak } from '@/api/contestRules'
import { asContest } from './markMessages'
import type { OfMarks, OfSeveral } from './model'
import { exact } from './ruleChoices'

export type Preset = MarkRules['preset']
export type Floor = MarkRules['floor']

type PresetChoice = { preset: Preset; label: string; partial?: Part; numberWrong?: string } & Pick<
  MarkRules,
  'right' | 'wrong'
>

export const PRESETS: readonly PresetChoice[] = [
  { preset: 'plain', label: 'One point for each right answer', right: '1', wrong: '0' },
  { preset: 'jee_main', label: 'JEE Main: +4, −1', right: '4', wrong: '-1' },
  { preset: 'jee_advanced', label: 'JEE Advanced: +4, −1, parts count', right: '4', wrong: '-1', partial: 'jee' },
  { preset: 'gate', label: 'GATE, one mark: +1, −⅓', numberWrong: '0', right: '1', wrong: '-1/3' },
  { preset: 'upsc', label: 'UPSC: +2, −⅔', right: '2', wrong: '-2/3' },
  { preset: 'quarter', label: 'Banks, SSC: +1, −0.25', right: '1', wrong: '-0.25' },
  { preset: 'cat', label: 'CAT: +3, −1', right: '3', wrong: '-1' },
  { preset: 'quiz_half', label: 'Quiz: +1, −0.5', right: '1', wrong: '-0.5' },
]
export const OWN: Preset = 'own'

export const FLOORS: Record<Floor, string> = {
  none: 'Yes',
  question: 'No question gives less than 0',
  total: 'No total falls below 0',
}

/**
 * With one right option, a question that gives no less than 0 only takes the minus away: nobody is offered it who has not chosen
 * it, or has wrong ones taken off a part.
 */
export function floorsOffered(isChosen: boolean, part: Part): Floor[] {
  return (Object.keys(FLOORS) as Floor[]).filter((one) => one !== 'question' || isChosen || part === 'minus')
}

/** Begins in small letters where it follows a colon. */
export const PARTS: Record<Part, string> = {
  none: 'nothing',
  share: 'a share, less for wrong ones, never below 0',
  minus: 'a share, as much off for each wrong one',
  jee: 'as JEE Advanced',
}
export const ALL_PARTS = Object.keys(PARTS) as Part[]

/** The same as a choice of its own. */
export function partShown(part: Part): string {
  return PARTS[part].replace(/^./, (first) => first.toUpperCase())
}

export const TIE_BREAKS: Record<TieBreak, string> = {
  fewer_wrong: 'Fewer wrong answers',
  more_right: 'More right answers',
  less_time: 'Less time',
  starred: 'More starred questions right',
}
export const ALL_TIE_BREAKS = Object.keys(TIE_BREAKS) as TieBreak[]

/** What a choice of preset changes. Own marks begin with those that were there; without marks nothing else is left to choose. */
export function withPreset(preset: string): Partial<MarkRules> {
  const found = PRESETS.find((one) => one.preset === preset)
  if (!found) return { preset: OWN }
  const { right, wrong, partial = DEFAULT_RULES.partial, numberWrong = DEFAULT_RULES.numberWrong } = found
  const amounts = { preset: found.preset, right, wrong, partial, numberWrong }
  if (found.preset !== 'plain') return amounts
  const { floor, tieBreak } = DEFAULT_RULES
  return { ...amounts, floor, tieBreak }
}

/**
 * The order of equal marks with another choice at one place; null: nothing more decides there. What stood there before takes the
 * place that the choice had, so that nothing is in it twice and nothing falls out.
 */
export function withTieBreak(chain: readonly TieBreak[], at: number, choice: TieBreak | null): TieBreak[] {
  if (choice === null) return chain.slice(0, at)
  const next = [...chain]
  const elsewhere = chain.indexOf(choice)
  const before = chain[at]
  if (elsewhere >= 0 && before !== undefined) next[elsewhere] = before
  next[at] = choice
  return next
}

/** What a place was left with when a choice cut off those after it: they come back with the next choice there. */
export function withRestored(
  chain: readonly TieBreak[],
  cut: readonly TieBreak[],
  at: number,
  choice: TieBreak | null,
): TieBreak[] {
  const isWhereCut = at === chain.length && at < cut.length && chain.every((one, place) => one === cut[place])
  return withTieBreak(isWhereCut ? cut : chain, at, choice)
}

/** What may be chosen at a place: what stands before it has decided already. */
export function tieBreaksAt(chain: readonly TieBreak[], at: number): TieBreak[] {
  return ALL_TIE_BREAKS.filter((one) => !chain.slice(0, at).includes(one))
}

/** What the answers to a question give, as they are being chosen: `as the contest: +4, −1`, `+2, −⅔ · starred`. */
export function questionMarksLine(rules: MarkRules, { marks, starred, rightPlaces }: OfMarks & OfSeveral): string {
  const [right, wrong] = [exact(marks?.right ?? ''), exact(marks?.wrong ?? '')]
  const short = marksInShort(rules, { right, wrong }) ?? ''
  const amounts = right === '' && wrong === '' ? asContest(short) : short
  const part = rightPlaces ? ALL_PARTS.find((one) => one === marks?.partial) : undefined
  const line = part ? `${amounts} · for a part ${PARTS[part]}` : amounts
  return starred ? `${line} · starred` : line
}

/** Whether a wrong number may take nothing off while another wrong answer does: sources of JEE Main differ, and own marks may. */
export function isNumberWrongOffered({ preset, wrong }: MarkRules): boolean {
  return (preset === 'jee_main' || preset === OWN) && exact(wrong) !== '0'
}

/** Whether a star decides between equal marks: before all else, after something, or not at all. */
export function placeOfStars({ tieBreak }: MarkRules): 'first' | 'later' | 'none' {
  const at = tieBreak.indexOf('starred')
  return at < 0 ? 'none' : at === 0 ? 'first' : 'later'
}
