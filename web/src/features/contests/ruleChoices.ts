/** Rules of a contest in words: each a choice of two, off unless chosen. */
import type { ContestRules } from '@/api/contestRules'

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
  return RULE_CHOICES.map((choice) => choice.line[isOn(rules, choice) ? 'on' : 'off']).join(' · ')
}
