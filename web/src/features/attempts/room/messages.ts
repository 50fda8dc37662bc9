/** Messages of the contest screen: every sentence; where the specification has one, it is that one. */
import { ANSWERS_FOR_QUAD } from '@/api/intermediaryMessages'
import { letterOf } from '../model'

// Loading, and what can be wrong with a contest
export const LOADING = 'Loading...'
export const PLEASE_WAIT = 'Please wait while we load the contest.'
export const OOPS = 'Oops!'
export const ERROR = 'Error!'
export const NO_DATA = 'No contest data available.'
export const SET_MISSING = 'QuestionSet is missing from contest data.'
export const SET_NOT_A_LIST = 'QuestionSet is not an array. Check if questions are properly populated.'
export const SET_EMPTY = 'No questions available for this contest.'
export const NOT_FOUND = 'Contest data not found'
export const NO_CURRENT = 'Current question data is not available.'
export const NO_OPTIONS = 'No options available for this question.'
export const NO_ID = 'No contest id found'
export const NO_ID_TEXT = 'Please open the contest from the list.'
export const DEBUG = 'Debug info'

// Moments
export const NOT_STARTED = "Contest hasn't started yet!"
export const NOT_STARTED_OFFLINE =
  "The server cannot be reached, and by this device's time the contest hasn't started yet. This page continues automatically when the network is back."
export const DEVICE_SILENT =
  'It is not known yet whether answers from an earlier visit are waiting on this device. What was saved counts. Please try again in a moment.'
export const SUBMIT_FAILED = 'Failed to submit contest. Please try again.'
export const TRY_NOW = 'Try now'
export const ANSWER_SAVED = 'Answer submitted successfully!'
/** Read to whom nothing is shown. */
export const answersKept = (n: number) =>
  `${n === 1 ? 'One answer is' : `${n} answers are`} on this device, not submitted yet.`
export const ANSWER_FAILED = 'Failed to submit answer. Please try again.'
export const endMoved = (when: string, later: boolean) =>
  `The end of this contest has been moved to ${when}: ${later ? 'later' : 'earlier'} than before.`
/** The same where it is the person's own. */
export const ownEndMoved = (when: string, later: boolean) =>
  `Your time now ends at ${when}: ${later ? 'later' : 'earlier'} than before.`
export const organiserSaid = (reason: string) => `The organiser says: “${reason}”`

// The bar and the clock
export const TIME_LEFT = 'Time Left'
export const HURRY = 'Hurry!'
/** Why the clock is yellow: also from the first second, in a short contest. */
export const LAST_MINUTES = 'Under 15 min left'
export const savedCount = (n: number) => `${n} saved`
export const deviceCount = (n: number) => `${n} on this device`
export const lostCount = (n: number) => `${n} not counted`
export const timeAnnounced: Record<number, string> = {
  900: '15 minutes left.',
  300: '5 minutes left. Hurry!',
  60: 'One minute left.',
  0: "Time's up.",
}
export const LEAVE = 'Leave the contest'

// The question
export const questionOf = (n: number, of: number) => `Question ${n} of ${of}`
/** Read before what an answer gives: `+4, −1`. */
export const MARKS = 'Marks'
export const answeredOf = (n: number, of: number) => `${n} of ${of} questions answered`
/** Until the first one is given. */
export const FIRST_IS_FINAL = 'Your first choice is final'
/** Of a question with several right options, where nothing is final before it is saved. */
export const CHOOSE_ALL = 'Choose all that are right'
export const SAVE_ANSWER = 'Save answer'
export const SAVED_IS_FINAL = 'A saved answer cannot be changed.'
export const leftUnsaved = (n: number, typed = false) =>
  `What you ${typed ? 'typed' : 'chose'} in question ${n} is not saved yet.`
/** Of a question whose answer is typed. */
export const TYPE_IT = { number: 'Type a number', text: 'Type your answer' } as const
export const YOUR_ANSWER = 'Your answer'
/** What the press saves; a number that reads otherwise than it was typed is told in plain digits. */
export const willSave = (text: string, reads?: string) =>
  reads === undefined ? `This will be saved: “${text}”.` : `This will be saved as ${reads}.`
export const NOT_YET_A_NUMBER = 'Not a whole number yet: type on.'
export const textTooLong = (most: number) => `An answer may have at most ${most} characters.`
export const ROW_SAVED = 'saved'
export const ROW_DEVICE = 'on this device'
export const ROW_ENDED = 'not counted'
export const ROW_REFUSED = 'not saved'
export const ENDED_REASON = 'This answer reached the server after the end, so it is not counted.'
/** Where the first answer was given, here or elsewhere, nobody can say. */
export const otherStored = (chosen: string) =>
  `You had answered this question before: that first answer counts, not “${chosen}”.`
export const refusedReason = (message: string, typed = false) =>
  `${message || ANSWER_FAILED} You can ${typed ? 'answer' : 'choose'} again.`
export const MARK = 'Mark for review'
export const UNMARK = 'Marked for review'
export const PREVIOUS = 'Previous'
export const NEXT = 'Next'
export const SUBMIT = 'Submit'
export const QUESTIONS = 'Questions'

// Keys
function keysThat(choose: string, options: number): string {
  const letters = options < 2 ? '' : `${options === 2 ? 'A or B' : `A–${letterOf(options - 1)}`} ${choose}, `
  return `Press ${letters}← → to move, M to mark for review.`
}
export const keysOn = (options: number) => keysThat('to choose', options)
export const keysOnSeveral = (options: number) => keysThat('to choose, Enter to save', options)
export const KEYS_TYPED = 'Enter saves. Outside the box: ← → to move, M to mark for review, Enter to go into it.'
export const KEYS_OFF = 'Keyboard shortcuts are off.'
export const SWITCH_OFF = 'Switch off'
export const SWITCH_ON = 'Switch on'

// Strips
export const offlineStrip = (n: number) =>
  n > 0
    ? `Working offline – ${n} ${n === 1 ? 'answer' : 'answers'} on this device`
    : 'Working offline – your answers stay on this device until the network is back'
export const betweenStrip = (n: number) =>
  `Working offline – something ${ANSWERS_FOR_QUAD}. Log in to the network in another tab. ${n > 0 ? `${n} ${n === 1 ? 'answer' : 'answers'} on this device` : 'Your answers stay on this device until then'}`
/** No service worker keeps this page. */
export const DO_NOT_RELOAD =
  'Do not reload or close this page: without the network it cannot be opened again, and the clock keeps running.'
export const BROKEN =
  'This page has an error and cannot send answers. They stay on this device: reload the page to continue.'
export const PAUSED = 'The organiser has stopped the clocks. You lose no time, and everything you answered is kept.'
export const NOT_LASTING =
  'This browser keeps nothing on the device. Do not reload or close this page while answers are “on this device”.'
export const LOGGED_OUT = 'You are logged out. Your answers stay on this device and are sent once you log in again.'
export const LOGGED_OUT_NOTHING_WAITS = 'You are logged out. None of your answers is waiting on this device.'
export const SOMEBODY_ELSE =
  'Somebody else is logged in in this browser. Your answers stay on this device until you log in again.'
export const LOG_IN_AGAIN = 'Log in again'

// Submitting
export const OPTIONS_BELOW = 'More options below'
export const SUBMIT_TITLE = 'Submit contest?'
export const LOOKING = 'Checking what is saved, on other devices too…'
export const SUBMIT_FINAL = 'You cannot add answers after submitting.'
export const ALL_ANSWERED = 'All questions are answered.'
export const unansweredLine = (n: number) =>
  n === 1 ? 'One question has no answer yet:' : `${n} questions have no answer yet:`
export const unsavedLine = (n: number, how: keyof typeof NOT_SAVED = 'chosen') =>
  `In ${n === 1 ? 'one' : n} of them you have ${NOT_SAVED[how]}:`
const NOT_SAVED = {
  chosen: 'chosen options, but not saved them',
  typed: 'typed an answer, but not saved it',
  both: 'begun an answer, but not saved it',
} as const
export const markedLine = (n: number) => (n === 1 ? 'One is marked for review:' : `${n} are marked for review:`)
export const deviceLine = (n: number) =>
  `${n === 1 ? 'One answer is' : `${n} answers are`} not saved yet; submitting waits for ${n === 1 ? 'it' : 'them'}.`
export const OFFLINE_SUBMIT =
  'The server cannot be reached. Answers on this device are sent when the network is back, and the contest is submitted automatically at its end: nothing that is saved gets lost.'
/** While a wish to submit waits for the answers on the device. */
export const OFFLINE_SUBMITTING =
  'The server cannot be reached. Should it be within ten seconds, your answers are sent and the contest is submitted; “Keep answering” takes that back.'
export const OFFLINE_NOT_SUBMITTED =
  'Not submitted: the server cannot be reached. Try again when the network is back. Or do nothing: the contest is submitted automatically at its end, and nothing that is saved gets lost.'
/** Once it can be reached again. Handing in is final, so it is not sent again behind anybody's back. */
export const CUT_OFF_NOT_SUBMITTED =
  'Not submitted: the server could not be reached. It can be now: submit again, or keep answering. The contest is submitted automatically at its end, and nothing that is saved gets lost.'
export const BETWEEN_SUBMIT = `Something ${ANSWERS_FOR_QUAD}. Log in to the network in another tab. Answers on this device are sent once the way is clear, and the contest is submitted automatically at its end: nothing that is saved gets lost.`
export const BETWEEN_NOT_SUBMITTED = `Not submitted: something ${ANSWERS_FOR_QUAD}. Log in to the network in another tab, then try again. Or do nothing: the contest is submitted automatically at its end, and nothing that is saved gets lost.`
export const SUBMIT_NOW = 'Submit contest'
export const KEEP_ANSWERING = 'Keep answering'
/** None: the device has not said yet whether some wait. */
export const waitingFor = (n: number) =>
  n === 0 ? 'Looking for answers on this device…' : `Saving ${n} ${n === 1 ? 'answer' : 'answers'}…`
export const SUBMITTING = 'Submitting…'

// Leaving
export const LEAVE_TITLE = 'Leave the contest?'
export const leaveText = (when: string) =>
  `The clock keeps running. Your answers stay, and you can come back until ${when}; then the contest is submitted automatically.`
export const leaveUnsaved = (n: number) =>
  `${n === 1 ? 'One answer is' : `${n} answers are`} only on this device and will be sent when you open Quad here with a network.`
export const leaveUnsavedChoices = (n: number, how: 'chosen' | 'typed' | 'both' = 'chosen') =>
  `What you ${{ chosen: 'chose', typed: 'typed', both: 'chose or typed' }[how]} in ${n === 1 ? 'one question' : `${n} questions`} is not saved: it stays on this device, and does not count until you save it.`
export const STAY = 'Stay'
export const LEAVE_NOW = 'Leave'

// Panels
export const ALL_CONTESTS = 'All Contests'
export const ENDED_TITLE = "Time's up!"
export const ENDED_EARLY_TITLE = 'The organiser has ended this contest'
export const ENDING_TEXT = 'Sending what is left and submitting the contest.'
/** `lost`: what is said of answers that were not counted. */
export const endedOffline = (n: number, lost = '') =>
  n > 0
    ? `The server cannot be reached. What was saved counts. ${n === 1 ? 'One answer is' : `${n} answers are`} still on this device and will be sent as soon as the network is back; late answers are not counted. Leave this page open: it continues automatically.`
    : `The server cannot be reached. ${lost ? `${lost} What was saved before counts` : 'No answer is waiting on this device: everything you answered has been saved and counts'}, and the contest has been submitted automatically. This page continues automatically when the network is back.`
export const endedBetween = (n: number, lost = '') =>
  `Something ${ANSWERS_FOR_QUAD}. ${n > 0 ? `${n === 1 ? 'One answer is' : `${n} answers are`} still on this device and will be sent as soon as the way is clear; late answers are not counted.` : `${lost ? `${lost} ` : ''}What was saved counts, and the contest has been submitted automatically.`} Log in to the network in another tab and leave this page open: it continues automatically.`

// Preview
export const PREVIEW = 'Preview'
export const PREVIEW_TEXT = 'This is what participants see. Nothing is recorded.'
/** Of a contest of which each person gets a part. */
export const previewOfDrawn = (each: number, all: number) =>
  `Each person gets ${each} of these ${all}. Nothing is recorded.`
export const PREVIEW_ROW = 'preview'
export const BACK_TO_QUESTIONS = 'Back to the questions'
