/** Every sentence of the organiser's screens, the specification's exact ones among them. */

// Creating
export const CREATED = 'Contest created successfully!'
export const CREATE_FAILED = 'Failed to create contest. Please try again.'
export const END_BEFORE_START = 'End date must be after start date'
export const END_IN_PAST = 'The end must lie in the future'
export const TITLE_MISSING = 'Please enter a title'
export const TITLE_LONG = 'A title may have at most 200 characters'
export const DESCRIPTION_MISSING = 'Please enter a description'
export const DESCRIPTION_LONG = 'A description may have at most 5,000 characters'
export const DATE_MISSING = 'Please enter a date'
export const TIME_MISSING = 'Please enter a time'
export const LOGGED_OUT = 'You were logged out. What you entered is kept on this device.'
export const NO_CREDITS = 'You have no contest creations left'
export const PLANS_BRING_MORE = 'The plans bring more.'
export const SEE_PLANS = 'See the plans'
export const YOUR_PURCHASES = 'Your purchases'

export const EDIT_DETAILS = 'Edit details'
export const ANSWERS_SHOWN = 'Show answers after the end'
export const ANSWERS_SHOWN_HINT =
  'Participants then see their own answers and the right ones. Leave it off when the questions will be used again.'

// Your contests
export const LIST_FAILED = 'Failed to load contests. Please try again.'
export const NOW_PUBLIC = 'Contest is now public'
export const NOW_PRIVATE = 'Contest is now private'
export const PUBLISH_FAILED = 'Failed to update contest visibility. Please try again.'
export const TIME_SAVED = 'Contest time updated successfully!'
export const TIME_FAILED = 'Failed to update contest time. Please try again.'
export const START_FROZEN = 'People are already taking this contest, so its start cannot move to a later time.'
export const DETAILS_FAILED = 'Failed to save the contest. Please try again.'
export const DELETE_FAILED = 'Failed to delete the contest. Please try again.'

// Adding questions
export const QUESTION_FIRST = 'Please enter a question before proceeding'
export const QUESTION_MISSING = 'Please enter a question'
export const OPTIONS_MISSING = 'All options must have values'
export const OPTIONS_SAME = 'The four options must be different from each other'
export const ANSWER_MISSING = 'Please select an answer'
export const ANSWER_FOREIGN = 'The answer must match one of the options exactly'
export const ANSWER_HINT = 'The answer should match an option exactly.'
export const QUESTION_ADDED = 'Question added successfully!'
export const QUESTION_FAILED = 'Failed to add the question. Please try again.'
export const LIST_ADD_FAILED = 'Failed to add the questions. Please try again.'

// The questions of a contest
export const QUESTIONS_FAILED = 'Failed to fetch questions'
export const REMOVE_FAILED = 'Failed to remove question'
export const UPDATE_FAILED = 'Failed to update question'

export function creditsLeft(credits: number): string {
  return credits === 1 ? '1 contest creation left' : `${credits} contest creations left`
}

export function questionsAdded(count: number): string {
  return count === 1 ? QUESTION_ADDED : `${count} questions added successfully!`
}

export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
