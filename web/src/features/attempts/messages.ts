/**
 * Messages of the contest list, of joining, of the results and of My Contests. Those of the contest screen are in
 * room/messages.ts, those of the waiting room in waitingRoomMessages.ts.
 */
import { percentText } from '@/lib/percentText'
import type { Lost } from './model'

export const TITLE = 'Contests'
export const CREATE = 'Create New Contest'
export const TABS = {
  all: 'All Contests',
  upcoming: 'Upcoming',
  active: 'Active',
  completed: 'Completed',
} as const

export const BADGES = {
  upcoming: 'Upcoming',
  active: 'Active',
  activeCompleted: 'Active (Completed)',
  ended: 'Ended',
} as const

export const ACTIONS = {
  notStarted: 'Contest Not Started',
  results: 'View Results',
  join: 'Join Contest',
  noQuestions: 'No questions yet',
  carryOn: 'Continue',
  wait: 'Completed - Wait for Results',
  manage: 'Manage',
  liveResults: 'Live Results',
} as const

export const REMIND = 'Remind me when it starts'
export const REMIND_STOP = 'Do not remind me'
export const REMIND_SET = 'You will be notified a minute before the start, as long as Quad is open in this browser.'
export const REMIND_DENIED = 'You denied for the notification'
export const STARTS_SOON = 'This contest is about to start.'

/** Above the list, for whoever comes to a contest that is over; `lost` answers of theirs were not counted. */
export const overText = (title: string, lost: Lost) =>
  [`“${title}”: Contest has already ended!`, lostText(lost)].filter(Boolean).join(' ')
/** Empty where nothing was lost. `of`: which answers it speaks of. */
export function lostText({ late, submitted, other }: Lost, of = ''): string {
  const sentence = (n: number, why: (be: string) => string) => {
    if (n === 0) return ''
    return n === 1
      ? `One answer${of} ${why('was')} and was not counted.`
      : `${n} answers${of} ${why('were')} and were not counted.`
  }
  const sentences = [
    sentence(late, () => 'came too late'),
    sentence(submitted, () => 'came after this contest had been submitted'),
    sentence(other, (be) => `${be} refused`),
  ]
  return sentences.filter(Boolean).join(' ')
}

/** To a guest, on the page of a contest that was shared. */
export const GUEST_LOGS_IN = {
  upcoming: 'Log in to take part. The contest opens here automatically when it starts.',
  active: 'Log in to take part. It is running now.',
  ended: 'It is over. Log in to see the results.',
} as const
export const GUEST_NEW = 'No account yet? Sign up, and you come back here.'

export const NO_DESCRIPTION = 'Join this exciting quiz contest and test your knowledge.'

export const LIST_FAILED = 'Failed to load contests. Please try again.'
export const REFRESH = 'Refresh'
export const REFRESH_CONTESTS = 'Refresh Contests'

export const EMPTY = {
  all: { title: 'No contests yet', text: 'When somebody publishes a contest, it appears here.' },
  upcoming: { title: 'No upcoming contests', text: 'No contest is waiting to start. Perhaps one is active?' },
  active: {
    title: 'No contest is running',
    text: 'Upcoming contests start automatically; you need not reload the page.',
  },
  completed: { title: 'No contest is over yet', text: 'When a contest has ended, its results appear here.' },
} as const

export const NOT_ACTIVE = 'Contest is not currently active!'
export const JOIN_FAILED = 'Failed to join contest. Please try again.'
/** The server has questions of a kind that came after this page was loaded. */
export const PAGE_TOO_OLD =
  'This page is too old to show all questions of this contest: reload it, and nothing that is kept on this device is lost.'
export const RELOAD_PAGE = 'Reload the page'
export const TOO_EARLY = 'Results are only available after the contest ends!'
export const VIEW_FAILED = 'Failed to view results. Please try again.'

export const RESULTS_LOADING = 'Loading Results...'
export const RESULTS_ERROR = 'Error Loading Results'
export const RESULTS_FAILED = 'Failed to load results'
export const NO_CONTEST_ID = 'No contest ID found'
export const NO_RESULTS = 'No Results Found'
export const LIVE = 'Live'
export const STILL_MOVING = 'Still changing: people who join or submit appear at once, answers within 15 seconds.'
/** Nothing moves any more. */
export const FINAL = 'Final'
export const SETTLING = 'The contest has ended. The last answers are still being counted, which takes a few seconds.'
export const hasNotBegun = (when: string) => `It has not started yet: it starts ${when}.`
export const NOT_BEGUN = 'Not started yet'
export const NOT_BEGUN_TEXT = 'Once it is running, the board fills in here automatically.'
export const NOTHING_COUNTS = 'No question of this contest counts any more, so the ranks below go by time alone.'
export const NO_PARTICIPANTS = 'There are no participants for this contest yet.'
export const ANALYSIS_FAILED = 'The questions could not be loaded. Please try again.'
export const SHARE_CONTEST = 'Share contest'
export const SHARE_RESULT = 'Share my result'
export const SHARE_RESULT_FAILED = 'The picture could not be fetched. Please try again.'
export const CSV_FAILED = 'The board could not be fetched. Please try again.'

export const MY_TITLE = 'My Contests'
export const MY_EMPTY = 'No contests found'
export const MY_EMPTY_TEXT =
  'Contests you make or join are kept here, so that you can run or continue them and look up how they went.'
export const MADE_TITLE = 'Contests you run'
export const JOINED_TITLE = 'Contests you joined'
export const VIEW_DETAILS = 'View Details'

export const MY_TABS = { all: 'All', active: 'Running', upcoming: 'Upcoming', ended: 'Ended' } as const
export const MY_NONE = {
  active: {
    title: 'None of your contests is running',
    text: 'Contests that are running now and that you can still join are in the list.',
  },
  upcoming: { title: 'None of your contests is upcoming', text: 'A contest can be joined once it has started.' },
  ended: {
    title: 'None of your contests has ended yet',
    text: 'When one ends, you find your result and your answers here.',
  },
} as const
export const SHOW_ALL = 'Show all of mine'

export const MARKS = 'Marks'
/** How many questions somebody answered, where a total would be read as marks. */
export const ANSWERED = 'Answered'
/** How many answers are neither right nor wrong, where questions have several right options. */
export const PARTLY = 'Partly right'
/** Of one participant, for the organiser. */
export const SEE_ANSWERS = 'See the answers'
/** Right answers to starred questions. */
export const STARRED = 'Starred'
/** Follows the rule of the marks. */
export const atMost = (marks: string) => `Maximum marks: ${marks}.`

export const NOT_LOADED = 'This contest did not load'
export const DETAILS_FAILED = 'This contest could not be loaded. Please try again.'
export const GONE = 'This contest is no longer open to you'
export const GONE_TEXT = 'Its organiser has deleted it or made it private, so you cannot take it.'
export const WHAT_NOW = 'What you can do now'
export const NO_QUESTIONS = 'It has no questions yet'
export const NO_QUESTIONS_TEXT = 'It can be joined once its organiser has added some.'
export const OWN_TEXT = 'You cannot take your own contest, but you can manage it and watch its board live.'
export const OWN_PRIVATE = 'It is private: share its invitation link, which you find under Manage.'
export const TO_WAITING_ROOM = 'Go to the waiting room'
export const YOUR_RESULT = 'Your result'
export const BETTER = { all: 'ahead of everybody else', none: 'nobody is ahead' }
export const betterThan = (percent: number) => `ahead of ${percentText(percent)} of the others`
export const YOUR_ANSWERS = 'Your answers'
/** Beside a chosen option. */
export const YOUR_ANSWER = 'your answer'
export const REVIEW_FAILED = 'Your answers could not be loaded. Please try again.'
export const REVIEW_CLOSED = 'The answers are not shown'
export const REVIEW_CLOSED_TEXT =
  'The organiser has not released the answers, perhaps because the questions will be used again. Your result is not affected.'
export const REVIEW_TABS = { all: 'All', partly: 'Partly right', wrong: 'Wrong', open: 'Not answered' } as const
export const REVIEW_NONE = {
  partly: 'None of your answers is partly right.',
  wrong: 'You got none of them wrong.',
  open: 'You answered all of them.',
} as const
export const VERDICTS = {
  right: 'Right',
  partly: 'Partly right',
  wrong: 'Wrong',
  open: 'Not answered',
  void: 'Does not count',
} as const
/** How a question counts since it was corrected. */
export const CORRECTED = {
  key: 'its key was corrected.',
  everyone: 'everybody has the mark.',
  answered: 'everybody who answered it has the mark.',
  void: 'it does not count for anybody.',
} as const
/** The same in a contest with marks. */
export const CORRECTED_WITH_MARKS = {
  ...CORRECTED,
  everyone: 'everybody has the marks of a right answer.',
  answered: 'everybody who answered it has the marks of a right answer.',
} as const
export const CORRECTED_HERE = 'Corrected after the end'
export const CORRECTED_FROM = 'Corrected:'
export const CORRECTIONS_NOTE = 'All scores and ranks have been updated.'
/** Of one answer that was typed. */
export const COUNT_AS_RIGHT = 'Count as right'
export const TAKE_BACK = 'Take back'
export const rightIs = (accepted: readonly string[]) => `Right: ${accepted.join(' · ')}`
export const alsoTyped = (spellings: readonly string[]) => `Also typed: ${spellings.join(' · ')}`
export const otherAnswersText = (n: number) => (n === 1 ? 'And one other answer.' : `And ${n} other answers.`)
export const CORRECT_IT = 'Correct the key'
export const INVITED = 'invited'

/** Each person had a part of the questions. */
export const WITHIN_PAPERS =
  'Papers differ: how well a question tells the strong from the weak is asked among those who had the same paper.'
