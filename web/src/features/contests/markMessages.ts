/** Messages of the fields where the marks of a contest and of a question are chosen. They are fetched with the fields. */

export const MARKS_HINT = 'An unanswered question gives 0. This cannot change after the first person has joined.'
export const MARKS_FROZEN = 'Somebody has joined this contest, so its marks stay as they are.'
export const OWN_MARKS = 'Own marks'
export const RIGHT_GIVES = 'Right answer'
export const RIGHT_HINT = 'For example 4 or 0.25.'
export const WRONG_GIVES = 'Wrong answer'
/** Examples follow, which stay in one line. */
export const WRONG_HINT = 'For example'
export const WRONG_EXAMPLES = '-1 or -1/3.'
export const FLOOR = 'Can marks fall below 0?'
export const NO_FLOOR_WITHOUT_MARKS =
  'This contest gives one point for each right answer now, so no marks can fall below 0. Choose “Yes” here, or choose its marks again.'
export const EQUAL_MARKS = 'Who ranks higher with equal marks?'
/** Of questions with several right options. */
export const PARTIAL = 'Part of a right answer'
export const PARTIAL_HINT = 'For questions in which several answers are right.'
/** One for each place in the order. */
export const TIE_PLACES = ['First', 'Then', 'Then', 'Then']
export const NOTHING_MORE = 'Nothing more: the rank is shared'

export const NUMBER_WRONG = 'A wrong number takes nothing off'
export const NUMBER_WRONG_HINT = 'For questions in which participants type a number.'

// Of one question
export const QUESTION_MARKS = 'Marks of this question'
export const RIGHT = 'Right'
export const WRONG = 'Wrong'
export const asContest = (marks: string) => `as the contest: ${marks}`
export const asContestHas = (choice: string) => `As the contest: ${choice}`
export const emptyFor = (amount: string) => `Leave empty for ${amount}.`
/** By its place in the order of equal marks; without one, a star decides nothing. */
export const STAR = {
  first: 'Starred: counts first between equal marks',
  later: 'Starred: counts between equal marks',
  none: 'Starred',
} as const
export const STAR_HINT = 'To let starred questions decide between equal marks, add them to the contest’s rules.'
