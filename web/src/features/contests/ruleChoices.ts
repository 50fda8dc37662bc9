/** Rules of a contest in words: each a choice of two, off unless chosen. Those about marks are in markChoices.ts. */
import { type ContestRules, hasMarks, type MarkRules } from '@/api/contestRules'

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
  /** The same for a line that names all rules. */
  line: { off: string; on: string }
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
    line: { off: 'the same option order for everybody', on: 'options mixed for each person' },
  },
]

export function isOn(rules: ContestRules, { name, on }: RuleChoice): boolean {
  return rules[name] === on
}

/** All of them in one line. */
export function rulesInWords(rules: ContestRules): string {
  const choices = RULE_CHOICES.map((choice) => choice.line[isOn(rules, choice) ? 'on' : 'off'])
  const marks = marksLine(rules)
  return (marks === null ? choices : [marks, ...choices]).join(' · ')
}

/** Fields of the form by the request's names; a refusal of anything else is told over the form. */
export const AMOUNT_FIELDS: Record<string, 'right' | 'wrong'> = { right: 'right', wrong: 'wrong' }

const THIRDS: Record<string, string> = { '1/3': '⅓', '2/3': '⅔' }

/** An amount as people write it: `+4`, `−⅓`. */
function signed(typed: string): string {
  const text = typed
    .trim()
    .replace(/^[-–—]/, '−')
    .replace(/^\+/, '')
  const [sign, amount] = text.startsWith('−') ? ['−', text.slice(1)] : [text === '0' ? '' : '+', text]
  return sign + (THIRDS[amount] ?? amount)
}

/** The marks that are being chosen, for the line that names all rules; nothing where each right answer gives one point. */
export function marksLine(rules: MarkRules): string | null {
  if (!hasMarks(rules)) return null
  const { right, wrong, floor } = rules
  const isComplete = right.trim() !== '' && wrong.trim() !== ''
  const marks = isComplete ? `marks ${signed(right)}, ${signed(wrong)}` : 'own marks'
  if (floor === 'none') return marks
  return `${marks}, ${floor === 'total' ? 'the total' : 'a question'} never below 0`
}
