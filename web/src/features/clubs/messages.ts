/** Messages of the club screens: every sentence, the specification's exact ones among them. */
import { isolated } from '@/lib/isolated'
import type { Reached, Shelf, Tab } from './model'

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

// The directory
export const CLUBS = 'Clubs'
export const CLUBS_LEAD = 'Who they are, what they do and how to join.'
export const SEARCH_CLUBS = 'Search clubs'
export const CLUBS_FAILED = 'Failed to load the clubs.'
export const NO_CLUBS = { title: 'No clubs yet', text: 'The platform administrator creates the first one.' }
export const NOTHING_MATCHES_TEXT = 'Names and descriptions are searched. Try fewer words.'
export const CLEAR_SEARCH = 'Clear the search'
export const ALL_CLUBS = 'All clubs'
export const MY_CLUBS = 'My clubs'
export const MY_CLUBS_FAILED = 'Your clubs could not be loaded.'
export const NO_CLUBS_OF_MINE = 'You are not in any club yet.'
export const MANAGE_IT = 'You manage it'
export const SHOW_MORE = 'Show more'

export function nothingMatches(q: string): string {
  return `Nothing matches “${q}”`
}

// A club's page
export const TAB_WORDS: Record<Tab, string> = {
  'club-details': 'Club Details',
  events: 'Events',
  members: 'Members',
  gallery: 'Add Gallery',
  notifications: 'Notifications',
  showgallery: 'Gallery',
  feedback: 'Feedback form',
}
export const MANAGE = 'Manage'
export const CLUB_FAILED = 'Failed to load the club.'
export const CLUB_MISSING = {
  title: 'This club was not found',
  text: 'Its name may be mistyped, or the club was closed.',
}
export const ABOUT = 'About'
export const NO_ABOUT = 'This club has not said anything about itself yet.'
export const LINKS = 'Links'
export const POST_HOLDERS = 'Post Holders'
export const NO_POST_HOLDERS = { title: 'No post holders found', text: 'Check back later for updates' }
export const POST_HOLDERS_FAILED = 'The post holders could not be loaded.'
export const NEXT_EVENTS = 'Next events'
export const ALL_EVENTS = 'All events of this club'
export const EDIT_CLUB = 'Edit club'

// Joining
export const BECOME_MEMBER = 'Become a Member'
export const APPLIED = 'Application pending'
export const APPLICATION_SENT = 'Your application was sent. The club’s administrators will look at it.'
export const APPLIED_NOTE = 'The club’s administrators decide. You will be notified.'
export const WITHDRAW = 'Withdraw'
export const WITHDRAW_TITLE = 'Withdraw your application?'
export const WITHDRAW_BODY = 'You can apply again at any time.'
export const LEAVE = 'Leave club'
export const LEAVE_BODY = 'Your office in it ends too. To come back, you have to apply again.'
export const STAY = 'Stay'
export const JOIN_FAILED = 'server failure try again'
export const LEAVE_FAILED = 'You could not leave the club. Please try again.'

export function leaveTitle(club: string): string {
  return `Leave ${club}?`
}

// Who may not
export const LOG_IN = 'Log In'
export const NOT_OFFICE_TITLE = 'For this club’s administrators'
export function notOffice(club: string): string {
  return `Members, galleries and notifications of ${club} are looked after by its President and its administrators. You can ask them.`
}
export const GUEST_TITLE = 'Log in to see this'
export const GUEST_TEXT = 'Events, pictures and feedback of a club are for people with an account.'

// Asking
export const ASK = 'Ask this club'
export const ASK_LEAD = 'Your question goes to the club’s administrators, with your name and e-mail address.'
export const QUESTION = 'Your question'
export const QUESTION_MISSING = 'Please write your question'
export const SEND_QUESTION = 'Send question'
export const ASK_FAILED = 'Your question could not be sent. Please try again.'

// Members
export const MEMBER_MANAGEMENT = 'Member Management'
export const CARDS = { total: 'Total Members', pending: 'Pending Applications', office: 'Admins & Moderators' } as const
export const SHELF_WORDS: Record<Shelf, string> = { active: 'Active Members', pending: 'Pending Applications' }
export const SEARCH_MEMBERS = 'Search by name or email...'
export const STATUS = 'Status'
export const ALL_STATUS = 'All Status'
export const COLUMNS = {
  active: { person: 'Member', contact: 'Contact', status: 'Status', since: 'Joined Date', actions: 'Actions' },
  pending: { person: 'Applicant', contact: 'Contact', status: 'Status', since: 'Applied Date', actions: 'Actions' },
} as const
export const EMPTY: Record<Shelf, { title: string; text: string }> = {
  active: { title: 'No members found', text: 'Try adjusting your search or filter criteria.' },
  pending: { title: 'No pending applications', text: 'All applications have been processed.' },
}
export const MEMBERS_FAILED = 'Failed to load the members.'
export const APPROVE = 'Approve'
export const REJECT = 'Reject'
export const UPGRADE = 'Upgrade'
export const REMOVE = 'Remove'
export const CANCEL = 'Cancel'
export const REJECT_BODY = 'The application is removed and the person is told. They can apply again.'
export const REMOVE_BODY = 'The membership ends, and any office with it. The person is told.'
export const PRESIDENT_MANAGES =
  'A President manages the club: its events, members, galleries and notifications. The person is told.'
export const PRESIDENT_NO_MORE =
  'Somebody who is no longer President manages the club only if the platform administrator has appointed them. The person is told.'
export const PERSON_TOLD = 'The person is told.'
export const ADMINISTRATOR = 'Administrator'
export const ACTION_FAILED = 'That did not work. Please try again.'
export const FILE_FAILED = 'The file could not be fetched. Please try again.'
export const NOT_AVAILABLE = 'N/A'

export function shelfLabel(shelf: Shelf, count: number | undefined): string {
  return count === undefined ? SHELF_WORDS[shelf] : `${SHELF_WORDS[shelf]} (${count})`
}
export function rejectTitle(name: string): string {
  return `Reject the application of ${name}?`
}
export function removeTitle(name: string): string {
  return `Remove ${name}?`
}
export function upgradeTitle(name: string, office: string): string {
  return `Make ${isolated(name)} ${office}?`
}
export function makeLabel(office: string): string {
  return `Make ${office}`
}

// Administrators
export const ADMINISTRATORS = 'Administrators'
export const ADMINISTRATORS_LEAD = 'Who manages this club: the people you appoint, and its President.'
export const ADMINISTRATORS_FAILED = 'The administrators could not be loaded.'
export const NO_ADMINISTRATORS =
  'Nobody manages this club yet. Appoint somebody by the e-mail address of their account.'
export const APPOINT = 'Appoint'
export const APPOINT_EMAIL = 'E-mail address of the account'
export const APPOINT_MISSING = 'Please enter an e-mail address'
export const APPOINT_FAILED = 'The person could not be appointed. Please try again.'
export const DISMISS = 'Dismiss'
export const DISMISS_BODY =
  'The person can no longer manage the club, and an office as President ends. They stay a member and are told.'
export function dismissTitle(name: string): string {
  return `Dismiss ${name}?`
}

// /member
export const WHICH_CLUB = 'Club'
export const TO_CLUB = 'To the club’s page'
export const NO_OFFICE = {
  title: 'You do not manage a club',
  text: 'A club’s President and administrators manage its members. You can ask them on the club’s page.',
}

// Notifications
export const SEND_NOTIFICATION = 'Send Notification'
export const SEND_ALL_TITLE = 'Send this to everybody?'
export const SEND_ALL_BODY = 'Everybody with an account gets it at once, and it cannot be taken back.'
export const TO_ALL = 'Send to All Users'
export const TO_MEMBERS = 'Send to Club Members Only'
export const ALL_IS_FOR_ADMIN = 'Only the platform administrator can send to all users.'
export const BADGES: Record<Reached, string> = {
  all: 'To: All Users',
  members: 'To: Members Only',
  registered: 'To: Registered for this event',
}
export const AUDIENCE = 'Who gets it'
export const TITLE = 'Title'
export const BODY = 'Message body'
export const PREVIEW = 'Preview'
export const PREVIEW_TITLE = 'Your title'
export const PREVIEW_BODY = 'What you write appears here, as people will read it.'
export const CLEAR = 'Clear'
export const SENDING = 'Sending...'
export const SENT = 'Notification sent successfully!'
export const SEND_FAILED = 'Failed to send notification. Please try again.'
export const SENT_BEFORE = 'Sent so far'
export const SENT_FAILED = 'What was sent could not be loaded.'
export const NOTHING_SENT = 'Nothing has been sent in this club’s name yet.'
export const ON_ITS_WAY = 'On its way'

export function reached(told: number): string {
  return `Reached ${countOf(told, 'person', 'people')}`
}

// Feedback
export const YOUR_FEEDBACK = 'Your feedback'
export const FEEDBACK_LEAD =
  'The club’s administrators read it with your name. The stars count towards the club’s rating.'
export const ABOUT_WHAT = 'What it is about'
export const THE_CLUB = 'The club itself'
export const RATING = 'Rating'
export const RATING_MISSING = 'Choose one to five stars'
export const FEEDBACK_TEXT = 'In words'
export const FEEDBACK_HINT = 'What was good, and what would make it better? May be left empty.'
export const GIVE = 'Send feedback'
export const CHANGE = 'Change feedback'
export const GIVEN = 'You have sent this feedback. You can change it at any time.'
export const FEEDBACK_FAILED = 'Your feedback could not be saved. Please try again.'
export const FEEDBACK_LOAD_FAILED = 'The feedback could not be loaded.'
export const PAST_EVENTS_FAILED = 'The events could not be loaded, so only the club can be rated now.'
export const TRY_AGAIN = 'Try again'
export const MEMBERS_ONLY = {
  title: 'Members rate the club',
  text: 'Each member rates the club once, and each of its events once.',
}
export const WAITING_TO_RATE = 'Once your application is approved you can rate the club.'
export const ALL_FEEDBACK = 'What members say'
export const NO_FEEDBACK = {
  title: 'No feedback yet',
  text: 'Once a member rates the club or an event, the rating appears here.',
}
export const QUESTIONS = 'Questions to the club'
export const QUESTIONS_FAILED = 'The questions could not be loaded.'
export const NO_QUESTIONS = 'Nobody has asked anything yet.'
export const REPLY = 'Reply'
export const AN_EVENT = 'An event'

export function starsOf(count: number): string {
  return countOf(count, 'star')
}
export function ratingsOf(count: number): string {
  return countOf(count, 'rating')
}

// Founding and changing
export const NEW_CLUB = 'New club'
export const NEW_CLUB_LEAD = 'Appoint its administrators afterwards, on its Members tab.'
export const FOUND = 'Create club'
export const SAVE = 'Save changes'
export const FOUND_FAILED = 'Failed to create the club. Please try again.'
export const SAVE_FAILED = 'Failed to save the club. Please try again.'
export const ONLY_ADMIN = {
  title: 'Only the platform administrator does this',
  text: 'Clubs are created by the platform administrator. Write to them, or ask the club.',
}
export const CONTACT = 'Contact us'
export const DETAILS = 'Club details'
export const NAME = 'Name'
export const NAME_MISSING = 'The club needs a name'
export const SHORT_NAME = 'Short name'
export const SHORT_NAME_HINT = 'It is used in the club’s address and in roles, and can never be changed.'
export const SHORT_NAME_FIXED = 'It cannot be changed once the club is created.'
export const SHORT_NAME_STRANGE = 'Use 2 to 30 letters, digits, - and _, starting with a letter'
export const DESCRIPTION = 'Description'
export const DESCRIPTION_HINT = 'Who you are, what you do, when you meet. Line breaks are kept.'
export const COLOUR = 'Colour'
export const COLOUR_CODE = 'Colour code'
export const COLOUR_STRANGE = 'A colour looks like #3b7a57'
export const ADD_LINK = 'Add a link'
export const LINK_LABEL = 'Label'
export const LINK_URL = 'Address'
export const LINK_LABEL_MISSING = 'The link needs a label'
export const LINK_STRANGE = 'A link’s address begins with https://'
export const LINKS_FULL = 'Ten links at most.'
export const PICTURE_HINT = 'PNG, JPG, GIF or WebP up to 10MB. It is shown across the top of the club’s page.'
export const PICTURE_NONE = 'This file is not a picture'
export const PICTURE_LARGE = 'This file is larger than 10MB'
export const PICTURE_LOST = 'The club is saved, but its picture is not.'
export const PICTURE_UNSURE =
  'The club has been saved. The server did not confirm its picture: check your connection, then see whether the picture is there.'
export const REMOVE_PICTURE = 'Remove picture'
export const DELETE_CLUB = 'Delete club'
export const DELETE_NOTE = 'A club can be deleted only if it has no events and no members besides its administrators.'
export const DELETE_FAILED = 'The club could not be deleted. Please try again.'
export function deleteTitle(club: string): string {
  return `Delete ${club}?`
}
export const DELETE_BODY = 'Its page, applications and feedback are deleted. This cannot be undone.'

export function linkNumber(number: number): string {
  return `Link ${number}`
}
export function readBetter(ink: string, times: number): string {
  return `Text on it is ${ink === '#000000' ? 'black' : 'white'}, with a contrast of ${times.toFixed(1)} to 1.`
}
