/** Messages of the event screens: every sentence, the specification's exact ones among them. */
import type { Kind } from './registrationFields'

// The form's rules
export const REQUIRED = 'This field is required'
export const ANSWER_LONG = 'The answer can have at most 1000 characters'
export const UNFIT: Record<Kind, string> = {
  text: 'Please enter some text',
  email: 'Please enter a valid email address',
  tel: 'Please enter a phone number of 7 to 15 digits; besides them, only a + in front, spaces and ( ) - . / are allowed',
  number: 'Please enter a number in digits, such as 1200 or 2.5',
  date: 'Please enter a date',
  select: 'Please choose one of the options',
}
export const NAME_RESERVED = 'Quad uses this name itself'
export const NAME_STRANGE = 'A name starts with a letter and contains only letters, digits and _, at most 64 characters'
export const LABEL_LONG = 'A label can have at most 120 characters'
export const LABEL_UNSEEN = 'This label has no visible characters'
export const OPTIONS_MISSING = 'Add at least one option'
export const OPTIONS_MANY = 'Fifty options at most'
export const OPTION_BLANK = 'An option cannot be blank'
export const OPTION_LONG = 'An option can have at most 200 characters'
export const OPTIONS_SAME = 'Two options are the same'

export function nameTaken(name: string): string {
  return `Another field is called ${name}`
}

export function optionThere(option: string): string {
  return `“${option}” is already in the list`
}

// The builder
export const BUILDER = 'Registration form'
export const BUILDER_LEAD =
  'What you need to know from the people who register. You get their name, e-mail, batch and phone number anyway.'
export const BUILDER_EMPTY = 'No questions: people register with one click.'
export const KIND_WORDS: Record<Kind, string> = {
  text: 'Text',
  email: 'Email',
  tel: 'Phone',
  number: 'Number',
  date: 'Date',
  select: 'Select',
}
export const ADD_FIELD = 'Add a field'
export const FIELDS_FULL = 'Fifty fields at most.'
export const PREVIEW = 'Preview'
export const FIELDS = 'Fields'
export const PREVIEW_LEAD = 'This is the form itself. Try it: nothing is sent.'
export const PREVIEW_EMPTY = 'Students see one button.'
export const PREVIEW_GOOD = 'These answers would be accepted.'
export const LABEL = 'Label'
export const TYPE = 'Type'
export const NUMBER_HINT =
  'For amounts. Choose Phone for telephone numbers and Text for roll numbers and the like: a number loses its leading zeros.'
export const NAME = 'Field name'
export const NAME_HINT =
  'An export names its columns by the labels and adds this name only where two columns would be called the same. People who register never see it.'
export const NAME_TAKE = 'Use the label'
export const ASKED_OF_ALL = 'Required'
export const OPTIONS = 'Options'
export const OPTION_NEW = 'New option'
export const OPTION_ADD = 'Add option'
export const OPTIONS_HINT = 'Press Enter to add it. A pasted list becomes one option per line.'
export const NEW_VERSION =
  'People who have already registered keep the form they filled in. Your changes apply to those who register later.'

export function labelMissing(name: string): string {
  return `Without a label, people see “${name}”.`
}

// The real form
export const SELECT_ONE = 'Select an option'

/** The specification's placeholder. */
export function enter(label: string): string {
  return `Enter ${label.toLowerCase()}`
}

// Making and changing
export const CREATE = 'Create Event'
export const CREATED = 'Event created successfully'
export const CREATE_FAILED = 'Failed to create event'
export const EDIT = 'Edit event'
export const SAVE = 'Save changes'
export const SAVED = 'Event saved'
export const SAVE_FAILED = 'Failed to save the event'
export const DETAILS = 'Event details'
export const TITLE_MISSING = 'Title is required'
export const TITLE_LONG = 'A title can have at most 200 characters'
export const START_FIRST = 'An event with an end needs a start'
export const END_BEFORE_START = 'End time must be after start time'
export const STRANGE_TIME = 'This is not a date and time'
export const WITHOUT_TIMES =
  'Without an end, the place is booked for three hours, and the event counts as over a day after its start. Without a date, registration stays open until you close it.'
export const TOO_FAR = 'An event must be within five years of today'
export const STRANGE_CAPACITY = 'Enter a number of places from 1 to 100,000, or leave it empty'
export const STRANGE_PICTURE = 'A picture’s address starts with https://'
export const CAPACITY_HINT =
  'Leave it empty for no limit. When all places are taken, people join a waiting list and move up automatically, until the event begins or you close registration.'
export const PICTURE_KINDS = 'PNG, JPG, GIF or WebP up to 10MB'
export const PICTURE_LARGE = 'This file is larger than 10MB'
export const PICTURE_NONE = 'This file is not a picture'
export const PICTURE_LOST = 'The event is saved, but its picture is not.'
export const PICTURE_UNSURE =
  'The event is saved. The server did not confirm its picture: check your connection, then see whether the picture is there.'
export const PICTURE_HOSTS = 'Pictures from other sites are shown only if the operator of this site allows their host.'
export const LOGGED_OUT_MEANWHILE = 'You have been logged out. Your answers stay in this tab while you log in again.'
export const LOG_IN_AGAIN = 'Log in and continue'
export const LOGGED_OUT =
  'You were logged out. What you entered is kept on this device; a picture has to be chosen again.'
export const CHANGES_BACK = 'Your unsaved changes are back. Cancel discards them.'
export const LOADING_FORM = 'Loading the form'
export const CHOOSE_CLUB = 'Choose a club'
export const CLUB_MISSING = 'Please choose the club whose event this is.'
export const CLUB = 'Club'
export const NOT_YOURS_TITLE = 'Events are made by a club’s administrators'
export const NOT_YOURS_TEXT =
  'You do not administer any club. Ask the club whose event it is: its page has a button for that.'
export const NOT_THIS_CLUB = 'You do not administer this club. Ask it: its page has a button for that.'
export const SEE_CLUBS = 'See the clubs'

// Lists
export const EVENTS = 'Events'
export const SHELVES = { upcoming: 'Upcoming', past: 'Past' } as const
export const LIST_FAILED = 'Failed to load events. Please try again.'
export const EMPTY = {
  upcoming: { title: 'No upcoming events', text: 'Events that clubs announce appear here, the next one first.' },
  past: { title: 'No past events yet', text: 'Events that are over stay here.' },
} as const
export const ALL_CLUBS = 'All clubs'
export const CLUB_EVENTS = 'Club Events'
export const LOADING = 'Loading events...'
export const CLUB_EMPTY = { title: 'No events yet', text: 'Events that this club plans appear here.' }
export const FETCH_FAILED = 'Failed to fetch events'
export const MORE_OF = 'More of'

// One event
export const BACK = 'All events'
export const MISSING_TITLE = 'This event was not found'
export const MISSING_TEXT = 'It may have been removed, or the link may be incomplete.'
export const EVENT_FAILED = 'Failed to load the event. Please try again.'
export const ADD_TO_CALENDAR = 'Add to calendar'
export const SUBSCRIBE = 'Subscribe to calendar'
export const CALENDAR_OF = (title: string) => `${ADD_TO_CALENDAR}: ${title}`
export const BADGES = { upcoming: 'Upcoming', running: 'Running', past: 'Past', cancelled: 'Cancelled' } as const
export const NO_DATE_YET = 'Date not set'
export const PLACE_OPEN = 'Place to be announced'

// Registering
export const REGISTER_NOW = 'Register Now'
export const JOIN_WAITING = 'Join waiting list'
export const REGISTER_FOR = 'Register for Event'
export const SUBMIT = 'Submit Registration'
export const REGISTERED = '✅ Registered successfully!'
export const WENT_WRONG = '❌ Something went wrong!'
export const LOG_IN_FIRST = 'Log in to register'
export const YOU_ARE_IN = 'You are registered'
export const CHANGE_ANSWERS = 'Change answers'
export const CHANGE_FAILED = 'Failed to save your answers'
export const SAVE_ANSWERS = 'Save answers'
export const ANSWERS_LOST = 'Failed to load your registration.'
export const WITHDRAW = 'Cancel registration'
export const WITHDRAW_TITLE = 'Cancel your registration?'
export const WITHDRAW_BODY =
  'Until the event begins or registration closes, your place goes to the next person on the waiting list. If you change your mind, you have to register again.'
export const SEND_MESSAGE = 'Message'
export const MESSAGE_TITLE = 'Message to everybody who has a place'
export const MESSAGE_SEND = 'Send message'
export const MESSAGE_BODY = 'Message'
export const messageHint = (mail: boolean) =>
  `It arrives in the inbox${mail ? ', on devices and by mail' : ' and on devices'}, as each person chose for events. At most five a day.`
export const MESSAGE_MISSING = 'Please write what you want to say.'
export const MESSAGE_FAILED = 'Failed to send the message'
export const JOINS_WAITING =
  'All places are taken. You join the waiting list and are told if you get a place before the event begins.'
export const WAITING_UNTIL = 'You move up when a place becomes free, until the event begins or registration closes.'
export const WAITING_ENDED = 'Nobody moves up any more, because the event has begun or registration is closed.'
export const WITHDRAW_WAITING = 'You lose your turn on the waiting list.'
export const WITHDRAW_FAILED = 'Failed to cancel your registration'
export const KEEP_IT = 'Keep it'
export const NO_QUESTIONS = 'The club asks nothing more: one click and you are in.'
export const STATE_LINES = {
  closed: 'Registration is closed.',
  over: 'This event is over.',
  cancelled: 'This event has been cancelled.',
} as const

export function onWaitingList(position: number): string {
  return `You are number ${position} on the waiting list`
}

// Managing
export const MANAGE = 'For organisers'
export const CANCEL_EVENT = 'Cancel event'
export const CANCEL_TITLE = 'Cancel this event?'
export const CANCEL_BODY = 'Everybody who registered is told at once, with your reason. This cannot be undone.'
export const CANCEL_FAILED = 'Failed to cancel the event'
export const REASON = 'Reason'
export const REASON_HINT = 'Everybody who registered will read it.'
export const REASON_MISSING = 'Please say why'
export const KEEP_EVENT = 'Keep the event'
export const OPEN_REGISTRATION = 'Open registration'
export const CLOSE_REGISTRATION = 'Close registration'
export const STATE_FAILED = 'Failed to change the registration'
export const REMOVE_PICTURE = 'Remove picture'

// Participants
export const PARTICIPANTS = 'Event Participants'
export const PARTICIPANTS_SHORT = 'Participants'
export const PARTICIPANTS_FAILED = 'Failed to fetch event participants'
export const NOBODY = 'No participants found for this event.'
export const NOT_AVAILABLE = 'N/A'
export const COLUMNS = {
  no: '#',
  name: 'Student Name',
  email: 'Email',
  batch: 'Batch',
  contact: 'Contact Number',
  state: 'State',
} as const
export const SEARCH_PEOPLE = 'Search by name or email...'
export const SHOW_ANSWERS = 'Show answers'
export const HAS_PLACE = 'Registered'
export const WAITS = 'Waiting'
export const EXPORT_FAILED = 'The file could not be fetched. Please try again.'

export function nobodyMatches(q: string): string {
  return `Nobody matches “${q}”`
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
