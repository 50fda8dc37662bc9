/** Messages of the picture of one's own result, on it and in the dialog around it. */

import { marksOf } from './marks'

export const TITLE = 'Share my result'
export const WAITING = 'Drawing the picture'
export const DRAW_FAILED = 'This browser could not draw the picture.'
export const WITH_NAME = 'With my name'
export const WITH_NAME_HINT =
  'Your name is left out unless you tick this. Nobody else’s name is ever on the picture. A picture can be passed on to people you did not send it to.'
export const SHARE = 'Share'
export const SHARE_FAILED = 'The picture could not be shared. Download it instead.'
export const DOWNLOAD = 'Download'
export const COPY = 'Copy picture'
export const COPIED = 'Picture copied'
export const COPY_FAILED = 'The picture could not be copied. Download it instead.'

// On the picture
export const RANK = 'Rank'
/** A name follows. */
export const RANK_OF = 'Rank of'
export const ofAll = (total: string, shared: boolean) => (shared ? `of ${total}, shared` : `of ${total}`)
export const scoreText = (correct: string, worth: string) => `${correct} of ${worth} correct`
/** Of a contest with marks. */
export const marksScore = (marks: string, most: string) => `${marks} of ${marksOf(most)}`
export const correctOf = (total: string) => `${total === '1' ? 'One participant' : `All ${total}`} by correct answers`
export const meCorrect = (correct: string) => `me: ${correct} correct`
export const BARS_OF_CORRECT = 'The bars show how many answers all participants had correct, with mine marked.'
export const scoresOf = (total: string) => `${total === '1' ? 'One participant' : `All ${total} participants`} by score`
/** Whoever sends the picture speaks. */
export const me = (correct: string) => `me: ${correct}`
export const LEAST = '0 correct'
export const BARS = 'The bars show the scores of all participants, with mine marked.'
export const resultIn = (title: string, name: string | null) =>
  name === null ? `Result in “${title}”` : `Result of ${name} in “${title}”`
