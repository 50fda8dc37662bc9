/**
 * Messages of the panels that stand in the room's place before somebody starts and after they have handed in, and of what marks
 * say in the dialog of handing in. They are
 * apart from room/messages.ts, which every page about contests loads: only the contest screen shows these.
 */

// Before: the start panel
export const START = 'Start'
export const LOOK_AGAIN = 'Check again'
export const FACTS = {
  questions: 'Questions',
  until: 'Open until',
  answers: 'Answers',
  final: 'final once given',
  changing: 'may be changed until you submit',
  left: 'Time left',
  own: 'Your time',
}
/** Where each person has minutes of their own, and the contest ends before. */
export const CUT_SHORT = 'The contest ends before your minutes would.'
export const TIME_RULE = 'Your time begins when you press Start.'
export const RANK_RULE = 'Each right answer gives one mark. Ties are decided by fewer wrong answers, then by less time.'
export const OWN_CONTEST =
  'You created this contest, so you cannot take it. The preview shows it as participants see it.'
/** Where the browser keeps no pages: this address has no https. */
export const KEEP_OPEN =
  'Keep this page open: without a network this address cannot be opened again until the network is back.'
export const PREVIEW_LINK = 'Open the preview'

// Handing in
/** `marks`: what a right and a wrong answer give, unless one of the questions has marks of its own. */
export const answersGive = (marks: string, isOtherwise = false) =>
  `Each answer: ${marks}${isOtherwise ? ', unless its question says otherwise' : ''}. Unanswered questions give 0.`

// After: how the contest came to be handed in
export const HANDED_IN = {
  hand: 'Contest submitted successfully!',
  clock: "Time's up! Contest submitted automatically.",
  /** Not the clock's doing: the end was moved to now. */
  organiser: 'The organiser has ended this contest. It was submitted automatically.',
  /** On another device, or on an earlier visit. */
  before: 'Completed - Wait for Results',
} as const
/** For whoever had handed in before, once there is nothing left to wait for. */
export const COMPLETED = 'Completed'
export const answeredLine = (answered: number, of: number, results: string) =>
  `${answered} of ${of} answered – results ${results}`
export const RESULTS_SOON = 'in a moment'
export const RESULTS_OPEN = 'are open'
export const VIEW_RESULTS = 'View Results'
export const WAIT_OR_GO = 'Results open when the contest ends. You can leave now, or stay: a link to them appears here.'
