/** Time of each person in words, and the pure rules of its field; and what an organiser does with it while a contest runs. */

export const TIME = 'Time'
export const MINUTES = 'Minutes for each person'
export const MINUTES_HINT =
  'They begin when somebody presses Start, and end with the contest at the latest. Empty: everybody has until the contest ends. This cannot change after the first person has joined.'
export const MINUTES_FROZEN = 'Somebody has joined this contest, so this stays as it is.'
export const MINUTES_WRONG = 'Whole minutes, from 1 to 1440'

const MOST_MINUTES = 1440

/** Minutes as somebody typed them; null where nothing was, and NaN of what is none. */
export function minutesIn(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return minutes >= 1 && minutes <= MOST_MINUTES ? minutes : Number.NaN
}

/** What is wrong with minutes, if anything is. */
export const checkMinutes = (minutes: number | null) => (Number.isNaN(minutes) ? { minutes: MINUTES_WRONG } : {})

const counted = (many: number, one: string) => `${many} ${one}${many === 1 ? '' : 's'}`

/** How it is set, in one line. */
export function timeLine(minutes: number | null): string {
  if (minutes === null || Number.isNaN(minutes)) return 'until the contest ends'
  return `${counted(minutes, 'minute')} for each person`
}

// While it runs

export const DESK = 'Time of participants'
export const DESK_INTRO =
  'Give people more time, stop all clocks, or let somebody in again who has submitted. They see it at once, and read your reason.'
export const DESK_FAILED = 'What was done with people’s time could not be read.'
export const CHANGE_FAILED = 'Nobody’s time was changed. Please try again.'
export const WHAT = 'What to do'
export const ACTIONS = {
  extend: 'Give more time',
  pause: 'Stop all clocks',
  resume: 'Restart the clocks',
  reopen: 'Let in again',
} as const
export type TimeAction = keyof typeof ACTIONS

export const HOW_MUCH = 'How much'
export const HOW_MUCH_HINT =
  'Minutes such as 5, or -5 to take them back; a share such as 25%; or ugc, which is 20 minutes for each hour.'
export const AT_LEAST = 'Minutes from now'
export const AT_LEAST_HINT = 'Empty: what is left of their time. Whose time is over needs some.'
export const HOW_MUCH_MISSING = 'Say how much'
export const WHOSE = 'For whom'
export const EVERYBODY = 'Everybody'
export const EVERYBODY_SUBMITTED = 'Everybody who has submitted'
export const REASON = 'Reason'
export const REASON_HINT = 'Those whose time it is read it.'
export const REASON_MISSING = 'A reason is needed: participants read it'
export const CONFIRM = 'Yes, do it'
export const STANDING_STILL = 'All clocks stand still.'
export const LOG = 'What was done'
export const NOTHING_DONE = 'Nothing yet.'

/** How much, as somebody typed it: minutes are counted, a share stays as it is. */
const amountText = (amount: string) => (/^\d+$/.test(amount) ? counted(Number(amount), 'minute') : amount)

/** What is asked before it is done. */
export function askText(action: TimeAction, amount: string, whom: string): string {
  if (action === 'pause')
    return 'Nobody can answer until you restart the clocks. Every end then moves by as long as they stood still.'
  if (action === 'resume') return 'Every end that had not come moves by as long as the clocks stood still.'
  if (action === 'reopen') return `${whom} can answer again${amount ? `, for ${amountText(amount)} at least` : ''}.`
  const less = /^[-–—−]/.test(amount)
  return `${whom}: ${less ? '−' : '+'}${amountText(less ? amount.slice(1) : amount)}.`
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** A time given or taken, as the log says it: `+5 minutes`, `61 seconds`. */
export function spanText(millis: number): string {
  const sign = millis < 0 ? '−' : ''
  const span = Math.abs(millis)
  if (span % MINUTE === 0) return `${sign}${counted(span / MINUTE, 'minute')}`
  return `${sign}${counted(Math.round(span / SECOND), 'second')}`
}

/** A line of the log. */
export function doneText({ action, millis, people }: { action: string; millis: number; people: number }): string {
  const whom = counted(people, 'person').replace('persons', 'people')
  if (action === 'pause') return 'Clocks stopped'
  if (action === 'resume') return `Clocks restarted after ${spanText(millis)}`
  if (action === 'reopen') return `Let in again: ${whom}${millis > 0 ? `, ${spanText(millis)} at least` : ''}`
  return `${millis > 0 ? '+' : ''}${spanText(millis)} for ${whom}`
}
