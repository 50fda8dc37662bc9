/** Messages of the profile. */
export const LOADING = 'Loading user profile...'
export const LOAD_FAILED = 'Your profile could not be loaded. Please try again.'
export const SESSIONS_FAILED = 'Your sessions could not be loaded. Please try again.'
export const END_FAILED = 'The session could not be ended. Please try again.'

export const SECTIONS = {
  details: 'Your details',
  creations: 'Contests and creations',
  purchases: 'Purchases',
  clubs: 'Your clubs',
  notifications: 'Notifications',
  password: 'Password',
  sessions: 'Where you are logged in',
  data: 'Your data',
  ending: 'Delete your account',
} as const
export const NOTIFICATIONS_TEXT = 'Everything is in your inbox, whatever you choose here.'
export const ON_THIS_PAGE = 'On this page'

export const ADD_PICTURE = 'Add picture'
export const CHANGE_PICTURE = 'Change picture'
export const REMOVE_PICTURE = 'Remove picture'
export const REMOVE_PICTURE_TITLE = 'Remove your picture?'
export const REMOVE_PICTURE_BODY = 'Your initials are shown instead.'
export const REMOVE = 'Remove'
export const PICTURE_NONE = 'not a picture'
export const PICTURE_LARGE = 'larger than 10MB'
export const PICTURE_FAILED = 'Your picture could not be saved. Please try again.'
export const PICTURE_REMOVE_FAILED = 'Your picture could not be removed. Please try again.'

export const NOT_GIVEN = 'not given'
export const EDIT = 'Edit details'
export const SAVE = 'Save'
export const CANCEL = 'Cancel'
export const EMAIL_FIXED = 'You log in with it, so it cannot be changed.'
export const NAME_MISSING = 'Please enter your name'
export const CONTACT_INVALID = 'Enter 7 to 15 digits; besides them, only a + in front, spaces and ( ) - . / are allowed'
export const YEAR_UNKNOWN = 'Choose your batch year'
export const SAVE_FAILED = 'Your details could not be saved. Please try again.'

export const CHANGE_PASSWORD = 'Change password'
export const CURRENT_PASSWORD = 'Current password'
export const NEW_PASSWORD = 'New password'
export const REPEAT_PASSWORD = 'Repeat the new password'
export const PASSWORD_ENDS = 'Every other browser and phone is logged out; this one stays logged in.'
export const PASSWORD_SHORT = 'Use at least 8 characters'
export const PASSWORDS_DIFFER = 'Passwords do not match'
export const PASSWORD_MISSING = 'Enter your current password'
export const PASSWORD_CHOOSE = 'Choose a new password'
export const PASSWORD_SAME = 'That is already your current password'
export const PASSWORD_FAILED = 'The password could not be changed. Please try again.'

export const DATA_TEXT =
  'Everything that is kept about you, in one file: your account and log-ins, your notifications and devices, what you bought and your creations, what you wrote to us, the contests and polls you made, and the contests you took with your answers. For a contest that is still running, it says what you answered but not what is right. For a poll, it says that you voted but not how: that is not stored anywhere.'
export const DOWNLOAD = 'Download my data'
export const DOWNLOADED = 'Your data are in the file that was just saved.'
export const DOWNLOAD_FAILED = 'Your data could not be fetched. Please try again.'

export const ENDING_TEXT =
  'This cannot be undone. Your name, address and number go at once; results, votes and purchases stay under a pseudonym.'
export const DELETE = 'Delete my account'
export const DELETE_TITLE = 'Delete your account?'
export const DELETE_LAST = 'Delete for good'
export const DELETE_FAILED = 'Your account could not be deleted. Please try again.'
export const KEEP = 'Keep my account'
export const GOES = 'What goes, at once and for good'
export const STAYS = 'What stays, under a pseudonym'

export const GOING = [
  'your name, e-mail address, contact number and batch;',
  'your password and every log-in;',
  'your notifications and the devices they went to;',
  'your place in clubs, and at events that are still to come;',
  'contests you wrote that nobody has joined and polls you started that nobody has voted in.',
] as const

export const STAYING = [
  'your answers and scores, as “Former student” and four letters, so that the results of the others stand;',
  'contests you wrote that somebody has joined, and polls you started that somebody has voted in;',
  'that you were registered for past events, without what you filled in for them;',
  'your votes, which are counted already and cannot be told apart;',
  'what you bought, for the books, and what you wrote to us, without your address;',
  'the record of what administrators did to your account, and of what you did as one.',
] as const

/** What is lost that was given or bought; null where there is nothing to lose. */
export function creationsLost(contests: number, polls: number): string | null {
  const parts = [count(contests, 'contest creation'), count(polls, 'poll creation')].filter(Boolean)
  if (parts.length === 0) return null
  return `You lose ${parts.join(' and ')}. ${contests + polls === 1 ? 'It is' : 'They are'} not paid back.`
}

function count(n: number, one: string): string {
  if (n <= 0) return ''
  return `${n} ${one}${n === 1 ? '' : 's'}`
}
