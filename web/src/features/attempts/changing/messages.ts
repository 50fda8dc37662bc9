/** Messages of the contest screen where answers may be changed; loaded only there. */
import type { FiveState } from './model'

/** Until the first one is given, and beside the button that saves what is chosen or typed. */
export const MAY_CHANGE = 'Answers can be changed until you submit'
export const SUBMIT_FINAL = 'You cannot change answers after submitting.'
export const CLEAR = 'Clear my answer'
export const CLEARED = 'Answer cleared.'
export const CLEARED_WAITING = 'Answer cleared on this device, not saved yet.'

/** What the looks of the palette mean, as it says it of one question and, in the list below it, of all. */
export const STATES: Record<FiveState, string> = {
  unseen: 'not seen',
  unanswered: 'not answered',
  answered: 'answered',
  marked: 'marked for review, not answered',
  answeredMarked: 'answered and marked for review: it counts',
}
export const ON_ITS_WAY = 'being sent'
export const ON_DEVICE = 'on this device only'
export const BEGUN = 'begun but not saved'
export const NOT_SAVED = 'last change not saved'

/** `chosen`: what had been chosen or typed here; empty where the answer was cleared here. `cleared`: what stands is none. */
export const otherChanged = (chosen: string, cleared: boolean) =>
  `Another device changed this answer later${cleared ? ': it is cleared' : ', and that counts'}. ${
    chosen === '' ? 'Clearing it here does not count' : `“${chosen}”, chosen here before, does not count`
  }. You can change it again.`
/** The same of a question that is not shown. */
export const otherChangedIn = (number: number) =>
  `Another device changed your answer to question ${number} later. What it says there counts.`
export const changeRefused = (message: string) =>
  `${message || 'Your last change was not saved.'} The answer before it stands. You can change it again.`

export const markedBlank = (n: number) =>
  n === 1 ? 'One is marked for review and has no answer:' : `${n} are marked for review and have no answer:`
export const markedAnswered = (n: number) =>
  n === 1 ? 'One is answered and marked for review; it counts:' : `${n} are answered and marked for review; they count:`
