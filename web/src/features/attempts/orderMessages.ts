/** Words about the order in which people saw a paper, for its organiser. */
import { percentText } from '@/lib/percentText'
import { plural } from './model'

export const AS_SEEN = 'As this person saw it'
export const AS_SEEN_HINT = 'Otherwise in the order in which you wrote it.'
export const ANSWERS_FAILED = 'The answers could not be loaded. Please try again.'
export const CHOSEN = 'chosen'
export const NOT_HANDED_IN = 'not handed in'
export const answersOf = (name: string) => `Answers of ${name}`
export const joinedAt = (time: string) => `Joined ${time}`
export const handedInAt = (time: string) => `handed in ${time}`
export const answeredAt = (time: string) => `Answered ${time}`
/** In the contest, of which that person had a part. */
export const numberInContest = (number: number) => `Question ${number} of the contest`
export const writtenAs = (number: number) => `Question ${number} as you wrote it`

export const FAIRNESS = 'Did the order matter?'
export const FAIRNESS_FAILED = 'The report on the order could not be loaded. Please try again.'
export const QUESTIONS_BY_PLACE = 'Right answers by place'
export const OPTIONS_BY_PLACE = 'Chosen options by place'
export const EACH_PLACE = 'Each place'
export const FEW_FOR_REPORT = 'There are too few answers to say whether the place mattered.'
export const FEW_FOR_PAPERS = 'There are too few answers to say whether one paper was harder.'
export const ONLY_CHANCE = 'What differs here can be chance.'
export const THIRDS = ['First third', 'Middle third', 'Last third'] as const
export const ofThose = (tookPart: number) =>
  `Of ${plural(tookPart, 'person', 'people')} who answered something. Questions that were corrected otherwise than by their key are left out.`
export const OF_MIXED = 'Options that keep their places are left out.'
export const placesFrom = (from: number, to: number) => (from === to ? `place ${from}` : `places ${from} to ${to}`)
export const shareText = (share: number) => percentText(Math.round(share * 1000) / 10)
export const rightOf = (right: number, asked: number) => `${right} of ${asked}`
export const byChance = (expected: number) => `${Math.round(expected)} by chance`

// Papers of which each person had one
export const PAPERS_ALIKE = 'Was one paper harder?'
export const BY_PAPER = 'Marks by paper'
export const OF_PAPERS =
  'What people have of all the marks of their paper, on average. Papers were given by chance; those of fewer than ten people are not compared.'
export const paperNamed = (variant: number) => `Paper ${variant}`
export const peopleText = (people: number) => plural(people, 'person', 'people')
