/** Messages of the fields where the marks of a contest are chosen, which are fetched when the rules are opened. */

export const MARKS_HINT = 'A question left open gives 0. This cannot change after the first person has joined.'
export const MARKS_FROZEN = 'Somebody has joined this contest, so its marks stay as they are.'
export const OWN_MARKS = 'Own marks'
export const RIGHT_GIVES = 'Right answer'
export const RIGHT_HINT = 'For example 4 or 0.25.'
export const WRONG_GIVES = 'Wrong answer'
export const WRONG_HINT = 'For example -1 or -1/3.'
export const FLOOR = 'Lower limit'
export const EQUAL_MARKS = 'Who ranks higher with equal marks?'
/** One for each place in the order. */
export const TIE_PLACES = ['First by', 'Then by', 'And then by']
export const NOTHING_MORE = 'The rank is shared'
