/** Messages of the poll screens: every sentence, the specification's exact ones among them. */

// The list
export const TITLE = 'Poll Creator'
export const CREATE = 'Create New Poll'
export const VIEW = 'View Poll'
export const TABS = { all: 'All', upcoming: 'Upcoming', active: 'Active', ended: 'Ended' } as const
export const BADGES = { upcoming: 'Upcoming', active: 'Active', ended: 'Ended' } as const
export const VOTED_MARK = 'You voted'
export const LIST_FAILED = 'Failed to load polls. Please try again.'
export const EMPTY = {
  all: { title: 'No polls yet', text: 'Ask the campus something: two options and an end are all a poll needs.' },
  upcoming: { title: 'No poll is planned', text: 'Polls that start later wait here until they open automatically.' },
  active: { title: 'No poll is open', text: 'When one opens, it appears here; you need not reload the page.' },
  ended: { title: 'No poll is over yet', text: 'Final results will be kept here.' },
} as const

// The form
export const FORM_TITLE = 'Create a poll'
export const CREATED = 'Poll created successfully!'
export const CREATE_FAILED = 'Failed to create poll'
export const TITLE_MISSING = 'Poll title is required'
export const ORGANIZATION_MISSING = 'Organization name is required'
export const START_MISSING = 'Start time is required'
export const END_MISSING = 'End time is required'
export const END_BEFORE_START = 'End time must be after start time'
export const END_IN_PAST = 'The end must be in the future'
export const LOGGED_OUT = 'You were logged out. What you entered is kept on this device.'
export const NO_CREDITS = 'You have no poll creations left'
export const PLANS_BRING_MORE = 'A plan gives you more.'
export const STAYS = 'Somebody has voted, so this poll can no longer be deleted.'
export const SEE_PLANS = 'See the plans'
export const YOUR_PURCHASES = 'Your purchases'

export function optionEmpty(number: number): string {
  return `Option ${number} cannot be empty`
}

export function optionsSame(first: number, second: number): string {
  return `Options ${first} and ${second} are the same`
}

export function creditsLeft(credits: number): string {
  return credits === 1 ? '1 poll creation left' : `${credits} poll creations left`
}

// One poll
export const BACK = 'Back to Polls'
export const VOTE = 'Vote Now'
export const VOTED = 'polling successfully'
export const VOTE_FAILED = 'Your vote could not be sent.'
export const MESSAGES = {
  upcoming: "This poll hasn't started yet. Check back later!",
  active: 'This poll is currently active. You can vote now!',
  ended: 'This poll has ended. Final results are displayed above.',
} as const
export const YOU_VOTED =
  'You voted. Which option you chose is not kept anywhere, and nobody is told. The result grows with each vote: anyone who knows that somebody votes just then, or that all chose the same, knows the choice.'
export const CONFIRM_TITLE = 'Cast your vote?'
export const CONFIRM_BODY = 'Your vote is final. Nobody is told which option you chose; everybody sees the result grow.'
export const POLL_FAILED = 'Failed to load the poll. Please try again.'
export const MISSING_TITLE = 'This poll was not found'
export const MISSING_TEXT = 'It may have been deleted, or the link may be incomplete.'
export const GONE = 'This poll was deleted.'
export const DELETE = 'Delete'
export const DELETE_TITLE = 'Delete this poll?'
export const DELETE_EMPTY = 'Nobody has voted yet. The poll is deleted, and you get your creation back.'
export const DELETE_VOTED = 'The poll and all its votes are deleted for good.'
export const DELETE_FAILED = 'Failed to delete the poll. Please try again.'

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
