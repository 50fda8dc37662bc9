/** Messages of the operations page. */
import type { JobState, Tab } from './model'

export const TITLE = 'Operations'
export const LEAD =
  'Background jobs, the state of the installation, the people here, and their messages from the contact form.'
export const ADMINS_ONLY = 'Only administrators see this'
export const TABS: Record<Tab, string> = {
  parked: 'Parked',
  running: 'Running',
  waiting: 'Waiting',
  enquiries: 'Enquiries',
  people: 'People',
  audit: 'Audit',
  system: 'System',
}
export const JOBS_FAILED = 'The jobs could not be loaded. Please try again.'
export const ENQUIRIES_FAILED = 'The enquiries could not be loaded. Please try again.'
export const OLD_NUMBERS = 'These are the last known ones:'

export const ABOUT: Record<JobState, string> = {
  parked:
    'Jobs that failed after several tries, or at once where another try is no use. Nothing more happens until you try them again or drop them.',
  running: 'Running right now.',
  waiting: 'Due later, or to be tried again after a failure.',
}
export const EMPTY: Record<JobState, { title: string; text: string }> = {
  parked: { title: 'Nothing is parked', text: 'Every job so far has succeeded or is still being tried.' },
  running: { title: 'Nothing is running', text: 'Most jobs take less than a second.' },
  waiting: { title: 'Nothing is waiting', text: 'The next run of each scheduled job usually waits here.' },
}
export const EMPTY_OF_KIND = 'No jobs of this kind'
export const LOADING = 'Loading jobs'
export const LOADING_TAB = 'Loading this tab'
export const LOADING_ENQUIRIES = 'Loading enquiries'
export const TABS_LABEL = 'Jobs, enquiries, people and system'
export const PAGES = 'Pages'
export const FIRST = 'First page'
export const PREVIOUS = 'Previous'
export const NEXT = 'Next'
export const HOME = 'Go Home'
export const KIND = 'Kind'
export const EVERY_KIND = 'Every kind'
export const SHOW_ALL_KINDS = 'Show every kind'

export const RETRY = 'Try again'
export const RETRY_FAILED = 'The job could not be tried again.'
export const DROP = 'Drop'
export const DROP_TITLE = 'Drop this job?'
export const DROP_KEEP = 'Keep it'
export const DROP_FAILED = 'The job could not be dropped.'
export const DROP_FOR_GOOD = 'It is deleted and cannot be brought back.'
export const TIMED = 'Scheduled'
export const REASON = 'Why it failed'

export const OPEN_ONLY = 'Unanswered only'
export const NO_ENQUIRIES = { title: 'Nobody has written yet', text: 'Messages from the contact form arrive here.' }
export const NONE_OPEN = { title: 'Everything is answered', text: 'New messages appear here automatically.' }
export const TOPICS = { contact: 'Message', sales: 'About plans' } as const
export const ANSWER = 'Answer by e-mail'
export const TICK = 'Answered'
export const TICK_FAILED = 'That could not be saved. Please try again.'
export const NO_ADDRESS = 'The account has since been deleted, so no answer is possible.'
export const KNOWN = 'was logged in'
export const UNKNOWN = 'not logged in, nobody has checked the name and the address'
export const DOUBTFUL = 'May be spam'
export const MORE = 'Show more'

export const SYSTEM_FAILED = 'The state of the installation could not be loaded. Please try again.'
export const LOADING_SYSTEM = 'Loading the state of the installation'
export const BACKUPS = 'Backups'
export const BACK_UP = 'Back up now'
export const BACK_UP_TITLE = 'Make a backup now?'
export const BACK_UP_TEXT =
  'The database and the pictures are copied into one file while people keep working. This needs disk space, and older backups may be deleted, as the settings say.'
export const BACK_UP_KEEP = 'Not now'
export const BACK_UP_FAILED = 'The backup could not be started.'
export const BACKING_UP = 'A backup is being made.'
export const NO_BACKUP = 'No backup yet'
export const NO_CLOCK = 'No automatic backups: set backup_every.'
export const NEWEST = 'Newest'
export const MADE = 'Made'
export const SIZE = 'Size'
export const PROVEN = 'Verified'
export const WHOLE = 'complete'
export const NOT_PROVEN = 'not verified yet'
export const BY_HAND = 'not by the server: quad backup verify checks a backup made by hand'
export const NEXT_DUE = 'Next due'
export const DUE_NOW = 'now'
export const FOLDER = 'Folder'
export const LAST_FAILED = 'The last one failed'
export const STORAGE = 'Storage'
export const DATABASE = 'Database'
export const logHeld = (size: string) =>
  `${size} wait in the log beside the database file: some program is reading the database in one long transaction. End it on the server.`
export const PICTURES = 'Pictures'
export const NO_ROOM_KNOWN = 'not known'
export const TIGHT = 'running low'
export const PROCESSES = 'Processes'
export const NO_PROCESSES = 'No process has reported yet.'
export const ANSWERS = 'this one'
export const SILENT = 'no longer seen'
export const DOES: Record<string, string> = { serve: 'Server', worker: 'Worker' }
export const ERRORS = 'Errors'
export const NO_ERRORS = { title: 'No errors', text: 'Errors from the log appear here, newest first.' }
const HOLDS: Record<string, string> = { data: 'data', backups: 'backups', pictures: 'pictures' }

export function roomFor(holds: string): string {
  return `Free for ${HOLDS[holds] ?? holds}`
}

export function picturesOf(pictures: number, size: string): string {
  return `${pictures} ${pictures === 1 ? 'picture' : 'pictures'}, ${size}`
}

export function processSaid(does: string, version: string, host: string, pid: number): string {
  return `${DOES[does] ?? does} ${version}${host ? ` on ${host}` : ''}, process ${pid}`
}

/** Whose line of the log it is. */
export function placeSaid(host: string, pid: number): string {
  return `${host ? `${host}, ` : ''}process ${pid}`
}

/** What `/readyz` says of itself. */
export function whySaid(why: string): string {
  return `The server says why: ${why}.`
}

export function triesOf(tries: number): string {
  return tries === 1 ? 'tried once' : `tried ${tries} times`
}

export function fromWhom(topic: keyof typeof TOPICS, name: string): string {
  return `${TOPICS[topic]} from ${name}`
}

export function pageSaid(page: number, pages: number): string {
  return `Page ${page} of ${pages}`
}
