/**
 * Messages of the panel that stands in the room's place before somebody starts. They are apart from room/messages.ts, which
 * every page about contests loads: only the contest screen shows these.
 */

export const START = 'Start'
export const LOOK_AGAIN = 'Look again'
export const FACTS = {
  questions: 'Questions',
  until: 'Open until',
  answers: 'Answers',
  final: 'final once chosen',
  left: 'Time left',
}
export const TIME_RULE = 'Your time begins when you press Start.'
export const RANK_RULE =
  'Each right answer gives one mark. Between equal marks, fewer wrong answers are ahead, then less time.'
export const OWN_CONTEST =
  'You created this contest, so you cannot take it. The preview shows it as participants see it.'
/** Where the browser keeps no pages: this address has no https. */
export const KEEP_OPEN =
  'Keep this page open: without a network this address cannot be opened again until the network is back.'
export const PREVIEW_LINK = 'Open the preview'
