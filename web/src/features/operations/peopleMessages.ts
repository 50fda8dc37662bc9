/** Messages of the people, the audit list and the first steps. */
import { isolated } from '@/lib/isolated'
import type { FirstStep } from './model'

export const SEARCH = 'Search by name or e-mail address'
export const PEOPLE_FAILED = 'The people could not be loaded. Please try again.'
export const LOADING_PEOPLE = 'Loading people'
export const NOBODY = { title: 'Nobody found', text: 'Try part of the name or of the address.' }
export const CLEAR = 'Show everybody'
export const PERSON_FAILED = 'This person could not be loaded. Please try again.'
export const PERSON_GONE = { title: 'This account does not exist', text: 'It may have been deleted.' }
export const LOADING_PERSON = 'Loading this person'
export const ALL_PEOPLE = 'All people'

export const ACCOUNT = 'Account'
export const EMAIL = 'E-mail address'
export const CONTACT = 'Contact number'
export const BATCH = 'Batch'
export const SINCE = 'Account since'
export const ADMIN_NOTE =
  'Platform administrators are appointed and removed on the server, with quad admin promote and quad admin demote.'

export const CREATIONS = 'Creations'
export const CONTESTS_LEFT = 'Contests left'
export const POLLS_LEFT = 'Polls left'
export const CONTESTS_MADE = 'Contests made'
export const POLLS_MADE = 'Polls made'
export const CONTESTS_JOINED = 'Contests joined'
export const CHANGE_CREDITS = 'Give or take'
export const CREDITS_TITLE = 'Give or take creations'
export const CREDITS_INTRO =
  'A negative number takes creations away. Anyone who is given creations becomes an organiser.'
export const CREDITS_CONTESTS = 'Contests'
export const CREDITS_POLLS = 'Polls'
export const CREDITS_CONFIRM = 'Save'
export const CREDITS_FAILED = 'The creations could not be changed.'
export const NO_NUMBER = 'Please enter a whole number, at most 100,000'
export const NOTHING = 'Please say how many to give or to take'
export const MOST = 100_000

export const MAKE_ORGANISER = 'Make an organiser'
export const MAKE_ORGANISER_TEXT =
  'An organiser can use the pages for organisers. The role gives no power over clubs, and no creations.'
export const UNMAKE_ORGANISER = 'Remove the organiser role'
export const UNMAKE_ORGANISER_TEXT = 'This also ends all sessions of the person. Creations that are left stay.'
export const ROLE_FAILED = 'The role could not be changed.'

export const CLUBS = 'Clubs'
export const NO_CLUBS = 'Not in any club.'
export const ADMINISTERS = 'Administrator'
export const DISMISS = 'Dismiss'
export const DISMISS_TEXT = 'The person stays a member and is told.'
export const DISMISS_FAILED = 'The administrator could not be dismissed.'
export const APPOINT = 'Appoint'
export const APPOINT_LABEL = 'Make an administrator of'
export const APPOINT_CHOOSE = 'Choose a club'
export const APPOINT_FAILED = 'The person could not be appointed.'
const STATUS: Record<string, string> = {
  applied: 'Applied',
  member: 'Member',
  president: 'President',
  vice_president: 'Vice President',
  secretary: 'Secretary',
  joint_secretary: 'Joint Secretary',
  treasurer: 'Treasurer',
}

export const SESSIONS = 'Sessions'
export const NO_SESSIONS = 'Not logged in anywhere.'
export const UNKNOWN_DEVICE = 'Unknown device'
export const END_ALL = 'End all'
export const END_TITLE = 'End all sessions?'
export const END_TEXT =
  'Every browser and phone of this person is logged out at once and gets no more push notifications. Answers that were saved stay.'
export const END_FAILED = 'The sessions could not be ended.'
export const OWN_SESSIONS = 'Your own sessions are on your profile.'

/** `mail`: whether this site sends any. */
export function resetCode(mail: boolean) {
  const rest =
    'You do not see the code. The password stays as it is until the code is used. A code that the person asked for works as well; an earlier one from here no longer does.'
  return mail
    ? {
        act: 'Send a reset code',
        title: 'Send a reset code?',
        text: `The person is mailed a code for a new password. ${rest}`,
        failed: 'The code could not be sent.',
        confirm: 'Send',
      }
    : {
        act: 'Make a reset code',
        title: 'Make a reset code?',
        text: `This site sends no mail. A code for a new password is stored with the mails that were not sent, where the operator of the server can look it up for the person. ${rest}`,
        failed: 'The code could not be made.',
        confirm: 'Make the code',
      }
}

export const OWN_PASSWORD = 'Your own password'
export const OWN_PASSWORD_HINT = 'To confirm that it is you.'
export const PASSWORD_MISSING = 'Please enter your own password'
export const CANCEL = 'Cancel'

export const ACTS = 'What administrators did'
export const ALL_ACTS = 'Show the whole list'
export const AUDIT_LEAD =
  'What administrators did here and on the command line of the server, newest first. Nobody can change this list.'
export const AUDIT_FAILED = 'The list could not be loaded. Please try again.'
export const LOADING_AUDIT = 'Loading what administrators did'
export const NO_ACTS = {
  title: 'Nothing yet',
  text: 'What administrators do to people, clubs and what belongs to others is listed here.',
}
export const COMMAND_LINE = 'Command line'
export const ONLY_ABOUT = 'Only about one person.'
export const SHOW_ALL_ACTS = 'Show everybody'

export const FIRST_STEPS = 'First steps'
export const FIRST_STEPS_LEAD =
  'What still has to be set up here. Settings are in quad.toml on the server, or in its environment.'
export const FIRST_STEPS_FAILED = 'The first steps could not be loaded.'
export const LOADING_FIRST_STEPS = 'Loading the first steps'
export const HIDE = 'Hide'
export const HIDDEN = 'Hidden on this device. They stay under Operations, System.'
export const TO_CLUBS = 'Go to the clubs'
export const KEEP_OPEN = 'Keep registration open to any address'
export const KEPT_OPEN = 'Registration stays open to any address. You can undo that under Operations, System.'
export const QUESTION_AGAIN = 'Undo this'
export const KEEP_OPEN_FAILED = 'This could not be saved. Please try again.'
export const STEPS: Record<FirstStep['step'], string> = {
  institute: 'Name of the institute',
  registration: 'Who may register',
  mail: 'Mail',
  backups: 'Backups',
  clubs: 'Administrators of the clubs',
  payments: 'Payments',
  push: 'Contact for push services',
}
export const STATES: Record<FirstStep['state'], string> = {
  done: 'Done',
  open: 'To do',
  broken: 'Does not work',
  looking: 'Checking',
}

export function peopleCounted(total: number): string {
  return total === 1 ? 'One person' : `${total} people`
}

export function leftNow(number: number): string {
  return `${number} left now`
}

export function makeOrganiser(name: string): string {
  return `Make ${isolated(name)} an organiser?`
}

export function unmakeOrganiser(name: string): string {
  return `Remove the organiser role from ${isolated(name)}?`
}

export function dismissTitle(club: string): string {
  return `Dismiss as administrator of ${isolated(club)}?`
}

export function lastUsed(when: string): string {
  return `last used ${when}`
}

export function statusSaid(status: string): string {
  return STATUS[status] ?? status
}

export function stepsLeft(left: number): string {
  return left === 1 ? 'One step is left' : `${left} steps are left`
}

/** A sentence as it stands alone. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
