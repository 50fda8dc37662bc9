/** Messages of the fields where the marks of a contest are chosen, which are fetched when the rules are opened. */

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
export const EQUAL_MARKS = 'Who ranks higher with equal marks?'
/** One for each place in the order. */
export const TIE_PLACES = ['First', 'Then', 'Then']
export const NOTHING_MORE = 'Nothing more: the rank is shared'
