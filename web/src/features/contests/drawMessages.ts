/** Messages of what each person of a contest gets. */
export const DRAW = 'What each person gets'
export const DRAW_FAILED = 'What each person gets did not load.'
export const DRAW_SAVE_FAILED = 'It was not saved. Please try again.'
export const DRAW_INTRO =
  'Each person gets a part of the questions, dealt by chance. All papers have as many questions and as many marks. A question belongs to the first part that it fits.'
export const DRAW_FROZEN = 'Somebody has joined, or the papers are dealt. None of this can change any more.'
export const DRAW_WHEN = 'The papers are dealt when the first person joins, or a minute before the start.'
export const ALL_QUESTIONS = 'Everybody gets all questions'
export const ADD_PART = 'Add a part'
export const SAVE_DRAW = 'Save'
export const ANY = 'Any'
export const PART_TAGS_HINT = 'With one of these, commas between; empty for any.'
export const PAPERS_HINT = 'People who sit side by side rarely have the same one.'
export const PART_COUNT = 'A part has 1 to 200 questions'
export const PART_TWICE = 'An earlier part asks for the same questions'
export const MANY_TAGS = 'At most 8 tags, please'
export const TAG_LONG = 'A tag may have at most 30 characters'

export const partTooLarge = (pool: number) =>
  pool === 0
    ? 'No question is left for this part'
    : `Only ${pool} ${pool === 1 ? 'question is' : 'questions are'} there for this part`

export const partNamed = (number: number) => `Part ${number}`

export const ofPool = (pool: number) => `of ${pool}`

/** `12 of 40 questions for each person`. */
export const eachText = (each: number, all: number) =>
  `${each} of ${all} ${all === 1 ? 'question' : 'questions'} for each person`

/** Beside the name of the number: `40, each person gets 12`. */
export const questionsText = (all: number, each?: number) =>
  each === undefined ? String(all) : `${all}, each person gets ${each}`

export const leftOverText = (count: number) =>
  count === 1
    ? '1 question fits no part and is in nobody’s paper.'
    : `${count} questions fit no part and are in nobody’s paper.`
