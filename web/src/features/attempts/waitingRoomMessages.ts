/**
 * Messages of the waiting room, kept out of messages.ts so that the contest screen does not download them. Those it
 * shares with other pages are there.
 */
import { ANSWERS_FOR_QUAD } from '@/api/intermediaryMessages'

export const WAIT_HERE = 'Wait here for the start'
export const WAIT_TEXT =
  'You can join here as soon as it starts, without reloading. Or wait here now, and you are let in automatically.'
export const WAITING = 'You are in the waiting room'
export const WAITING_TEXT =
  'Leave this page open: you are let in within two seconds of the start, and your time begins then.'
export const WAITING_AWAY =
  'There is no connection right now. Leave this page open: you are let in as soon as the connection is back and the contest has started.'
export const WAITING_EMPTY_TEXT =
  'Leave this page open: if the organiser adds questions before the start, you are let in automatically when the contest starts.'
/** How many options the questions have is not known before the start. */
export const WAITING_FINAL =
  'Answers are final: the first tap, click or key (the letter or number of an option) on a question counts, and cannot be changed. Where several options are right, you choose all of them and save.'
/** Where no service worker keeps pages: without https, or with a certificate that the browser does not trust. */
export const KEEP_OPEN =
  'Keep this page open once you are in: without a network this address cannot be opened again until the network is back.'
/** Before the words that answers may be changed. */
export const ANSWERS = 'Answers'
export const MAY_CHANGE = 'may be changed until you submit; the last one counts.'
/** Before the minutes that each person has. */
export const YOUR_TIME = 'Your time'
export const ownMinutes = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
export const FROM_START = ' from when you start, and until the contest ends at the latest.'
/** Where answers may be changed. */
export const WAITING_CHANGING =
  'Answers may be changed until you submit: tap or click another option, press its letter or number, or clear the answer. The last one counts. Where several options are right, you choose all of them and save.'
export const LETTING_IN = 'It has started. Letting you in…'
/** No longer how soon: where a whole hall comes at once, it may take a moment more. */
export const LETTING_IN_TEXT = 'Leave this page open. Your time begins when you are in.'
export const NOT_LET_IN = 'It has started, but there is no connection'
export const NOT_LET_IN_TEXT =
  'Leave this page open: you are let in automatically as soon as the connection is back. Your time begins only then, and the contest still ends on time.'
export const KEPT_OUT = 'It has started, but the network does not let this device through'
export const BETWEEN_WAITING = `Something ${ANSWERS_FOR_QUAD}. Log in to the network in another tab and leave this page open: it continues automatically.`
export const LOGGED_OUT_WAITING =
  'You are logged out. Your place is kept: log in again before the start, and you are let in with it.'
export const STARTED_LOGGED_OUT = 'It has started, but you are logged out'
export const STARTED_LOGGED_OUT_TEXT =
  'Log in again to join. Your time begins only then, and the contest still ends on time.'
export const OVER_LOGGED_OUT = 'It is over, and you are logged out'
export const OVER_LOGGED_OUT_TEXT =
  'Log in again to see your result, if you took part elsewhere, and how the others did.'
export const LOG_IN_AGAIN = 'Log in again'
export const STOP_WAITING = 'Stop waiting'
export const startMoved = (when: string, later: boolean) =>
  `The start has been moved to ${when}: ${later ? 'later' : 'earlier'} than before.`
