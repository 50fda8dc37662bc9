/** Rules of a contest in words: each a choice of two, off unless chosen. Those about marks are in markChoices.ts. */
import { type ContestRules, hasMarks, type MarkRules, signedAmount } from '@/api/contestRules'
import { refusedField } from '@/api/failure'
import { NO_FLOOR_WITHOUT_MARKS } from './markMessages'
import { AMOUNT_MISSING } from './messages'

type Choice<N extends keyof ContestRules> = {
  name: N
  label: string
  hint: string
  /** Said in place of the hint, and the choice stays as it is, once somebody takes part. */
  frozenHint?: string
  off: ContestRules[N]
  on: ContestRules[N]
  /** For the head of the contest: what it is about, and how it stands. */
  term: string
  words: { off: string; on: string }
  /** The same for the line that says what is set; nothing where the usual goes without saying. */
  line: { off: string | null; on: string }
}
export type RuleChoice = { [N in keyof ContestRules]: Choice<N> }[keyof ContestRules]

export const RULE_CHOICES: readonly RuleChoice[] = [
  {
    name: 'answersShown',
    label: 'Show answers after the end',
    hint: 'Participants then see their own answers and the right ones. Leave it off when the questions will be used again.',
    off: false,
    on: true,
    term: 'Answers after the end',
    words: { off: 'not shown', on: 'shown' },
    line: { off: 'answers hidden after the end', on: 'answers shown after the end' },
  },
  {
    name: 'optionOrder',
    label: 'Mix the options for each person',
    hint: 'Neighbours then see A to D in different orders. “All of the above”, numbers in order and the like stay where they are. This cannot change after the first person has joined.',
    frozenHint: 'Somebody has joined this contest, so this stays as it is.',
    off: 'fixed',
    on: 'shuffled',
    term: 'Order of the options',
    words: { off: 'the same for everybody', on: 'mixed for each person' },
    line: { off: null, on: 'options mixed for each person' },
  },
  {
    name: 'questionOrder',
    label: 'Mix the questions for each person',
    hint: 'Neighbours then have the same questions in different orders, each numbered as that person sees it. You see them as you wrote them. This cannot change after the first person has joined.',
    frozenHint: 'Somebody has joined this contest, so this stays as it is.',
    off: 'fixed',
    on: 'shuffled',
    term: 'Order of the questions',
    words: { off: 'the same for everybody', on: 'mixed for each person' },
    line: { off: null, on: 'questions mixed for each person' },
  },
  {
    name: 'changing',
    label: 'Answers may be changed until handing in',
    hint: 'Participants can then change an answer, or clear it, for as long as they have not handed in; the last one counts. Otherwise the first answer to a question counts. This cannot change after the first person has joined.',
    frozenHint: 'Somebody has joined this contest, so this stays as it is.',
    off: 'first',
    on: 'until_hand_in',
    term: 'Answers',
    words: { off: 'the first one counts', on: 'may be changed until handing in' },
    line: { off: null, on: 'answers may be changed until handing in' },
  },
]

export function isOn(rules: ContestRules, { name, on }: RuleChoice): boolean {
  return rules[name] === on
}

/** What is set, in one line. */
export function rulesInWords(rules: ContestRules): string {
  const choices = RULE_CHOICES.map((choice) => choice.line[isOn(rules, choice) ? 'on' : 'off'])
  return [marksLine(rules), ...choices].filter((words) => words !== null).join(' · ')
}

/** What is set, rule by rule; what is as usual goes without saying. */
export function rulesInFacts(rules: ContestRules): { term: string; value: string }[] {
  return RULE_CHOICES.flatMap((choice) => {
    const how = isOn(rules, choice) ? 'on' : 'off'
    return choice.line[how] === null ? [] : [{ term: choice.term, value: choice.words[how] }]
  })
}

type RefusedMarks = 'right' | 'wrong' | 'partial' | { floor: string }

/** Where a refusal of rules stands, by the request's names; one of anything else is told over the form. */
export function refusedRule(error: unknown): RefusedMarks | undefined {
  const field = refusedField(error)
  // The server speaks to programs here: this happens only where the marks were taken away on another screen.
  if (field === 'floor') return { floor: NO_FLOOR_WITHOUT_MARKS }
  return field === 'right' || field === 'wrong' || field === 'partial' ? field : undefined
}

/** Of own marks no amount is left out; what it may be, the server says. */
export function checkAmounts({ preset, right, wrong }: MarkRules): { right?: string; wrong?: string } {
  const missing = (amount: string) => (preset === 'own' && amount.trim() === '' ? AMOUNT_MISSING : undefined)
  return { right: missing(right), wrong: missing(wrong) }
}

/** An amount as it is sent, whichever sign somebody types. */
export const exact = (typed: string) =>
  typed
    .trim()
    .replace(/^[–—−]/, '-')
    .replace(/^\+/, '')

/** The marks that are being chosen, for the line that names all rules; nothing where each right answer gives one point. */
export function marksLine(rules: MarkRules): string | null {
  if (!hasMarks(rules)) return null
  const { preset, right, wrong, numberWrong, floor } = rules
  const isComplete = right.trim() !== '' && wrong.trim() !== ''
  const amounts = isComplete ? `marks ${signedAmount(exact(right))}, ${signedAmount(exact(wrong))}` : 'own marks'
  const isKinder = preset !== 'gate' && numberWrong === '0' && exact(wrong) !== '0'
  const marks = isKinder ? `${amounts}, nothing off for a wrong number` : amounts
  if (floor === 'none') return marks
  return `${marks}, no ${floor} below 0`
}
