/** Messages of the organiser's screens: every sentence, the specification's exact ones among them. */
import type { Taken } from './questionGeneration'

// Creating
export const CREATED = 'Contest created successfully!'
export const CREATE_FAILED = 'Failed to create contest. Please try again.'
export const CREATE_UNSURE =
  'The server did not answer, so the contest may have been created. Check whether it is in the list below before you try again.'
export const END_BEFORE_START = 'End date must be after start date'
export const END_IN_PAST = 'The end must be in the future'
export const TITLE_MISSING = 'Please enter a title'
export const TITLE_LONG = 'A title may have at most 200 characters'
export const DESCRIPTION_MISSING = 'Please enter a description'
export const DESCRIPTION_LONG = 'A description may have at most 5,000 characters'
export const DATE_MISSING = 'Please enter a date'
export const TIME_MISSING = 'Please enter a time'
export const CHANGES_BACK = 'Your unsaved changes are back.'
export const LOGGED_OUT = 'You were logged out. What you entered is kept on this device.'
export const NO_CREDITS = 'You have no contest creations left'
export const PLANS_BRING_MORE = 'A plan gives you more.'
export const SEE_PLANS = 'See the plans'
export const YOUR_PURCHASES = 'Your purchases'

export const EDIT_DETAILS = 'Edit details'

// Marks. Those of the fields where they are chosen are in markMessages.ts.
export const AMOUNT_MISSING = 'Please enter the marks'
export const MARKS = 'Marks'

// Your contests
export const LIST_FAILED = 'Failed to load contests. Please try again.'
export const PUBLISH_TITLE = 'Make it public now?'
export const PUBLISH_ANYWAY = 'Make public'
export const WITHOUT_QUESTIONS =
  'It has no questions yet. It appears in the list at once, and everybody is notified once it has a question.'
export const BEGUN_WITHOUT_QUESTIONS =
  'It has already started: people can join as soon as it has one question, and once somebody has joined, no more can be added. Write the questions first, or move the start.'
export const NEARLY_OVER =
  'It ends in less than five minutes, so nobody is notified of it. Move its end to give people time to take it.'
export const TOLD_WITH_QUESTIONS = 'Everybody is notified once it has a question.'
export const SHORT_NOTICE = 'That is short notice: people need time to hear of it. Allow at least half an hour.'
export const NOW_PUBLIC = 'Contest is now public'
export const NOW_PRIVATE = 'Contest is now private'
export const PUBLISH_FAILED = 'Failed to update contest visibility. Please try again.'
export const END_NOW = 'End now'
export const END_TITLE = 'End this contest now?'
export const endText = (participants: number) =>
  participants === 0
    ? 'Nobody has joined yet, and nobody can any more. It cannot be started again.'
    : `${participants === 1 ? 'One person has' : `${participants} people have`} joined. Whatever is not submitted yet is submitted now, with the answers given so far; answers on their way still count for a few seconds. The board becomes final and everybody can see it. It cannot be started again.`
/** After the title of a contest that is to be deleted. */
export const goneWith = (questions: number) =>
  questions === 0 ? ' is' : ` and its ${questions === 1 ? 'one question' : `${questions} questions`} are`
export const END_FAILED = 'The contest could not be ended. Please try again.'
export const TIME_SAVED = 'Contest time updated successfully!'
export const TOLD_OF_TIME = 'Everybody who was notified gets the new time one minute after you save.'
export const TIME_FAILED = 'Failed to update contest time. Please try again.'
export const START_FROZEN = 'People are already taking this contest, so its start cannot move to a later time.'
export const DETAILS_FAILED = 'Failed to save the contest. Please try again.'
export const DELETE_FAILED = 'Failed to delete the contest. Please try again.'

// Adding questions
export const QUESTION_FIRST = 'Please enter a question before proceeding'
export const QUESTION_MISSING = 'Please enter a question'
export const OPTIONS_MISSING = 'All options must have values'
export const OPTIONS_SAME = 'The four options must be different from each other'
/** Of other than four. */
export const SOME_OPTIONS_SAME = 'The options must be different from each other'
export const OPTIONS_NUMBER = 'A question has two to eight options'
/** Of four fields, as most questions have them. */
export const OTHER_NUMBER = 'More or fewer options, or a typed answer'
/** Of a draft, which has some. */
export const OTHER_NUMBER_OF_DRAFT = 'More or fewer options'
export const ADD_OPTION = 'Add an option'
export const removeOption = (letter: string) => `Remove option ${letter}`
export const RIGHT_REMOVED = 'The right option was removed: choose another one as right.'
export const ANSWER_MISSING = 'Please select an answer'
/** Of a question with several right options. */
export const RIGHT_MISSING = 'Please select at least one right option'
export const SEVERAL_RIGHT = 'Several answers are right'
export const CHOOSE_ALL = 'Choose all that are right'
export const WHICH_RIGHT = { one: 'Which one is right?', several: 'Which ones are right?' } as const
/** Of a question whose answer is typed. */
export const TYPED = { number: 'Participants type a number', text: 'Participants type the answer' } as const
/** Which kinds of question are generated. */
export const KINDS_WANTED = 'Kinds of question'
export const KIND_WORDS = {
  single: 'One right option of four',
  several: 'Several right options',
  number: 'A number, with tolerance and unit',
  text: 'A short text, with accepted spellings',
} as const
export const KINDS_HINT = 'The AI mixes the kinds you choose. Look at each key: it may not know every spelling.'
export const TYPE_IT = { number: 'Type a number', text: 'Type your answer' } as const
export const ASK_FOR = { number: 'Ask for a number instead', text: 'Ask for a typed text instead' } as const
export const OPTIONS_INSTEAD = 'Give options instead'
export const RIGHT_NUMBER = 'Right number'
export const readAs = (number: string) => `Read as ${number}.`
export const NUMBER_HINT = 'Such as 9.81, −4, 3/4 or 1.5e3.'
export const TOLERANCE = 'Tolerance'
export const TOLERANCE_HINT = 'How far off is still right, such as 0.05 or 2%. Leave empty for exactly this number.'
export const UNIT = 'Unit'
export const UNIT_HINT = 'Shown beside the box, such as m/s². Nobody types it.'
export const RIGHT_ANSWERS = 'Right answers'
export const rightAnswer = (number: number) => `Right answer ${number}`
export const ADD_ANSWER = 'Add another right answer'
export const removeAnswer = (number: number) => `Remove right answer ${number}`
export const FOLDED_HINT = 'Capitals, accents, blanks and punctuation make no difference.'
export const VALUE_MISSING = 'Please enter the right number'
export const TOLERANCE_UNREAD = 'A tolerance is a number such as 0.05, or a percentage such as 2%, and not below 0'
export const PART_IS_NOTHING = '0% allows nothing. Leave it empty where only the exact number is right.'
export const PART_OF_NOTHING = 'A part of 0 is 0. Write how far an answer may be off as a number, such as 0.05.'
export const PART_IS_ALL = 'With 100% or more, 0 would be right too. Write less than 100%, or a number such as 0.05.'
export const UNIT_LONG = 'A unit may have at most 20 characters'
export const ACCEPTED_MISSING = 'Please enter at least one right answer'
export const ACCEPTED_LONG = 'A right answer may have at most 200 characters'
export const ANSWER_FOREIGN = 'The answer must match one of the options exactly'
export const ANSWER_HINT = 'The answer should match an option exactly.'
export const CODE_AND_MATHS = 'Code and maths'
export const CODE_HINT =
  'Code: `x` within a line, or lines of their own between ``` and ```. Maths in LaTeX: $x^2$, with no blank inside next to a dollar and no digit behind the last one. For a dollar sign write \\$.'
export const AS_SEEN = 'As participants see it'
export const formulaProblem = (where: string, character: number, reason: string) =>
  `Formula${where}, character ${character}: ${reason}`
export const QUESTION_ADDED = 'Question added successfully!'
export const QUESTION_FAILED = 'Failed to add the question. Please try again.'
/** Of a pasted question whose answer is typed. */
export const TAKE_AS = { number: 'Take it as a number', text: 'Take it as a text' } as const
/** Of a pasted question, which brings no marks along. */
export const marksLeftOut = (said: readonly string[]) =>
  `Left out: “${said.join('”, “')}”. You can set the marks of a single question after it is added, with Edit.`
export const LIST_ADD_FAILED = 'Failed to add the questions. Please try again.'

// AI generation
export const GENERATION = 'AI generation'
export const GENERATE_FAILED = 'Failed to generate questions. Please try again.'
export const SOURCE_FAILED = 'Failed to load what questions can be generated from. Please try again.'
export const BUILT_IN =
  'No AI provider is connected here. Questions come from Quad’s own reviewed bank and from generators that compute their answers; nothing leaves this server.'
export const BUILT_IN_NOTES = 'Making questions from your notes needs a provider.'
export const REVIEW_THEM = 'Read each one before you save it. Nobody sees a draft before that.'
export const NUMBER_WRONG = 'Choose a number from 1 to 20'
export const NOTES_MISSING = 'Paste your notes, or choose a file'
export const NOTES_LONG = 'The notes may have at most 60,000 characters'
export const FILE_KIND = 'Choose a .txt, .md or .pdf file.'
export const FILE_LARGE = 'This file is too large: at most 2 MB of text, or a PDF of 40 MB.'
export const FILE_BROKEN = 'This file could not be read. It may be damaged.'
export const FILE_EMPTY = 'There is no text in this file.'
export const FILE_LOCKED = 'This PDF is locked by a password. Save it without one and try again.'
export const FILE_SCANNED =
  'This PDF has no text layer: its pages are pictures, as from a scanner. Run text recognition (OCR) on it first, or paste the text.'
export const FILE_NO_TEXT = 'This file is not plain text. Save it as a .txt file in UTF-8, or paste the text.'
export const FILE_HINT = '.txt, .md or .pdf. The file is read on this device, and only its text is sent.'
export const TOPIC_FIRST = 'Enter a topic first.'
export const NOTES_FIRST = 'Paste your notes or choose a file first.'
export const NARROW_TOPICS = [
  'Deadlocks in operating systems',
  'Left and right joins in SQL',
  'Newton’s third law',
  'The Mughal emperors',
  'Men’s hockey at the Olympics',
  'Idioms about animals',
] as const
export const CHECK_KEY = 'Check the key'
export const CHECK_KEY_WHY =
  'The model was asked again without the answer and did not choose this option. Make sure that the marked one is right.'

export function providerSays(model: string): string {
  return `Written by ${model}, checked, and then answered once more by the model without seeing the key. Models still make mistakes.`
}

/** What leaves this server, and to whom. */
export function sentToProvider(model: string, notes: boolean): string {
  const what = notes ? 'Your topic and the whole text of your notes are' : 'Your topic is'
  return `${what} sent to the AI provider that this site’s operator has set up (${model}), with the questions already here, so that none is repeated. Names, answers and results of people are not.`
}

export function fileRead(name: string): string {
  return `${name} was read. Its text is sent when you press Generate.`
}

export function cancelledAfter(written: number): string {
  if (written === 0) return 'Cancelled. Nothing was written.'
  const those = written === 1 ? 'The one question' : `The ${written} questions`
  return `Cancelled. ${those} written so far ${written === 1 ? 'is' : 'are'} gone, and still ${written === 1 ? 'counts' : 'count'} for today.`
}

/** Closing while questions are being written: what becomes of them, and of the drafts there are. */
export function lostByStopping(written: number, of: number, drafts: number): string {
  const lost =
    written === 0
      ? 'Nothing is written yet.'
      : written === 1
        ? `One of ${of} is written. If you stop now, it is gone, and still counts for today.`
        : `${written} of ${of} are written. If you stop now, they are gone, and still count for today.`
  const rest =
    drafts === 0
      ? ''
      : ` ${drafts === 1 ? 'The draft' : `The ${drafts} drafts`} already here ${drafts === 1 ? 'stays' : 'stay'} on this device.`
  return lost + rest
}

export const DOUBTS = {
  look: 'Look at them first',
  lookOne: 'Look at it first',
  title: (doubtful: number) => `${countOf(doubtful, 'key is', 'keys are')} not checked`,
  text: (doubtful: number, of: number) =>
    `Asked again without the answer, the model did not choose the marked option in ${doubtful} of ${countOf(of, 'draft', 'drafts')}. Once saved, they carry no mark, and nothing shows any more which ones to look at.`,
  others: (others: number) => (others === 1 ? 'Save the other one' : `Save the other ${others}`),
  all: (all: number) => (all === 1 ? 'Save it anyway' : `Save all ${all} anyway`),
} as const

export function wasDropped(number: number): string {
  return `Draft ${number} was dropped.`
}

export function heldWarning(held: number, level: string): string {
  const kind = level === '' ? '' : `${level} `
  return held === 0
    ? `There are no ${kind}questions on this topic.`
    : `There ${held === 1 ? 'is' : 'are'} only ${countOf(held, `${kind}question`, `${kind}questions`)} on this topic.`
}

export function heldHint({ easy, medium, hard }: { easy: number; medium: number; hard: number }): string {
  return `In the bank: ${easy} easy, ${medium} medium, ${hard} hard.`
}

export function numberLeft({ left, of }: { left: number; of: 'day' | 'month' }): string {
  return `Only ${left} ${left === 1 ? 'is' : 'are'} left ${of === 'day' ? 'today' : 'this month'}: choose a smaller number`
}

export function writtenOf(written: number, of: number): string {
  return `Written ${written} of ${of}`
}

export function fewerThanAsked(got: number, of: number, builtIn: boolean): string {
  const why = builtIn ? 'there is no more on this topic for you right now' : 'the others did not pass the checks'
  return `${got} of ${of}: ${why}.`
}

/** How Quad took a topic: what it guessed, and how much it has that is narrow enough. */
export function takenSays({ asked, from, guess, about, of }: Taken): string {
  const guessed = guess === null ? '' : guess === from ? `Taken as ${from}. ` : `Taken as “${guess}”. `
  if (about === of) return guessed.trim()
  const narrow = guess === null || guess === from ? asked : guess
  const share =
    of === 1
      ? 'This one is not about it; it is'
      : about === 0
        ? `None of these ${of} is about it; they are`
        : `${about} of these ${of} ${about === 1 ? 'is' : 'are'} about it, the ${of - about === 1 ? 'other is' : 'others are'}`
  return `${guessed}Quad has no shelf of its own for “${narrow}”. ${share} from ${from}.`
}

/** `again`: when there is more, for people. */
export function draftsLeft(left: number, of: 'day' | 'month', again: string | null): string {
  if (left > 0) return `${countOf(left, 'more draft', 'more drafts')} ${of === 'day' ? 'today' : 'this month'}.`
  const over =
    of === 'day'
      ? 'You have had as many questions drafted as one day allows.'
      : 'As many questions have been drafted here as one month allows.'
  return again === null ? over : `${over} A new ${of} begins on ${again}.`
}

// The questions of a contest
export const QUESTIONS_FAILED = 'Failed to fetch questions'
export const REMOVE_FAILED = 'Failed to remove question'
export const UPDATE_FAILED = 'Failed to update question'

// The invitation link
export const INVITE = 'Invite by link'
export const INVITATION = 'Invitation link'
export const INVITATION_FAILED = 'The invitation link could not be loaded. Please try again.'
export const INVITATION_CHANGE_FAILED = 'The invitation link could not be changed. Please try again.'
export const NO_LINK = 'There is no link yet'
export const NO_LINK_TEXT =
  'With a link, people can enter this contest while it stays private. Anyone who opens the link logs in, accepts, and from then on finds the contest under Contests.'
export const PUBLIC_ANYWAY = 'This contest is public: everyone can find it in the list. A link works as well.'
export const MAKE_LINK = 'Make a link'
/** Beside the button that shares the invitation. */
export const SHARE_PUBLIC = 'Share contest'
export const LINK_MADE = 'The invitation link is ready'
export const LINK_COPIED = 'Link copied'
export const LINK_SELECTED = 'The link is selected: copy it with your keyboard or by a long press.'
export const SAVE_QR = 'Save QR code'
export const SAVE_QR_SVG = { label: 'As SVG, for print', name: 'As SVG, for print: save the QR code' } as const
export const REPLACE = {
  open: 'New link',
  title: 'Replace the link?',
  text: 'The current link stops working, on paper too. People who have accepted it stay.',
  yes: 'Replace it',
} as const
export const REVOKE = {
  open: 'Revoke',
  title: 'Revoke the link?',
  text: 'It stops working, and nobody else can enter. People who have accepted it stay.',
  yes: 'Revoke it',
} as const
export const KEEP_LINK = 'Keep it'

// Being invited
export const INVITED = 'Invitation'
export const INVITED_GUEST = 'Log in to accept the invitation.'
export const INVITED_NEW = 'No account yet? Sign up, and you come back here.'
export const INVITED_FAILED = 'The invitation could not be loaded. Please try again.'
export const INVITED_DEAD = 'This invitation does not work'
export const ACCEPT = 'Accept the invitation'
export const ACCEPT_TEXT = 'You will then find it under Contests. Whether you take part is up to you.'
export const ACCEPT_OVER = 'The contest is over. If you accept the invitation, you can see how it went.'
export const ACCEPT_FAILED = 'The invitation could not be accepted. Please try again.'
export const ACCEPTED = 'You have accepted this invitation.'
export const INVITED_OWN = 'This is your own contest. Anyone else who opens the link is invited to it.'
export const TO_OWN = 'Go to the contest'
export const OPEN_CONTEST = 'Open the contest'

// Corrections after the end
export const hadText = (had: number) =>
  had === 1
    ? 'One of them had this question; nobody else’s score changes.'
    : `${had} of them had this question; nobody else’s score changes.`
export const CORRECT_KEY = 'Correct the key…'
export const CORRECT_TITLE = (number: number) => `Correct question ${number}`
export const FIXED_CORRECTABLE =
  'The contest is over. Its questions stay as they were; where a key was wrong, you can correct it, and all scores are updated.'
export const EXPLANATION_HINT =
  'Why the answer is right. Participants read it after the end, where the answers are shown.'
export const EXPLANATION_LONG = 'An explanation may have at most 2,000 characters'
export const DIFFICULTY = 'Difficulty'
export const NO_DIFFICULTY = 'None'
export const difficultyText = (word: string) => `${DIFFICULTY}: ${word}`
export const TAGS = 'Tags'
export const TAGS_HINT =
  'What the question is about, with commas between: optics, waves. Participants do not see them; a draw can choose by them.'
export const MORE = 'More'
export const tagsText = (tags: readonly string[]) => `Tags: ${tags.join(', ')}`
export const ADD_EXPLANATION = 'Add an explanation'
export const PAPERS_FIXED =
  'Somebody has joined this contest, or papers have been dealt for it, so its questions cannot be changed any more. While nobody has joined, a later start opens them again.'
export const READ_ALONG =
  'You are viewing this as an administrator. Only the person who created the contest can change it.'
export const MARKINGS = {
  key: { label: 'By its key', text: 'One or more of the options are right.' },
  everyone: { label: 'Everybody gets the mark', text: 'Everybody who took part, with or without an answer.' },
  answered: { label: 'Everybody who answered gets the mark', text: 'Whichever option they chose; no answer, no mark.' },
  void: { label: 'It does not count', text: 'Neither right nor wrong for anybody.' },
} as const
/** Labels in a contest with marks. */
export const MARKINGS_WITH_MARKS = {
  ...MARKINGS,
  everyone: { ...MARKINGS.everyone, label: 'Everybody gets the marks of a right answer' },
  answered: {
    label: 'Everybody who answered gets the marks of a right answer',
    text: 'Whichever option they chose; an unanswered question gives nothing.',
  },
} as const
/** Both, of a question with one right option or with several. */
export function markingsOf(hasMarks: boolean, several: boolean): Record<keyof typeof MARKINGS, Words> {
  const words = hasMarks ? MARKINGS_WITH_MARKS : MARKINGS
  if (!several) return words
  const answered = hasMarks ? 'an unanswered question gives nothing' : 'no answer, no mark'
  return {
    ...words,
    key: { ...words.key, text: 'All that are right are to be chosen, and no other.' },
    answered: { ...words.answered, text: `Whichever options they chose; ${answered}.` },
  }
}
type Words = { label: string; text: string }
export const MARKED = {
  everyone: 'Everybody has the mark',
  answered: 'Everybody who answered has the mark',
  void: 'Does not count',
} as const
export const MARKED_WITH_MARKS = {
  ...MARKED,
  everyone: 'Everybody has the marks of a right answer',
  answered: 'Everybody who answered has the marks of a right answer',
} as const
export const COUNTS_AS = 'How should this question be marked?'
export const RIGHT_OPTIONS = 'Right options'
/** Of a question with several right options. */
export const EXACTLY_THESE = 'An answer is right when it has exactly these options.'
export const CHOOSE_OPTION = 'Choose at least one option as right.'
/** What a way of marking means where answers were typed. */
export function ofTyped(kind: keyof typeof MARKINGS, text: string): string {
  return kind === 'key'
    ? 'What is entered below is right.'
    : text.replace('Whichever option they chose', 'Whatever they typed')
}
export const SAME_AS_NOW = 'This is how it counts now.'
export const PREVIEW = 'See who is affected'
export const PREVIEW_FAILED = 'The preview could not be made. Please try again.'
export const MOVES = 'Who is affected'
export const REASON = 'Reason'
export const REASON_HINT = 'Everybody who can open the results can read it.'
export const REASON_MISSING = 'Please say why'
export const APPLY = 'Apply the correction'
export const APPLY_TEXT = 'It is recorded permanently, with your name. A correction can itself be corrected.'
export const APPLY_MAIL = 'Everybody whose score or rank changes gets a mail with the reason.'
export const CORRECT_FAILED = 'The question could not be corrected. Please try again.'
export const CORRECTIONS = 'Corrections'
export const CORRECTIONS_FAILED = 'The corrections could not be loaded.'

export function creditsLeft(credits: number): string {
  return credits === 1 ? '1 contest creation left' : `${credits} contest creations left`
}

export function questionsAdded(count: number): string {
  return count === 1 ? QUESTION_ADDED : `${count} questions added successfully!`
}

export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

// Pictures of questions

export const ADD_PICTURE = 'Add a picture'
export const PICTURE_HINT = 'PNG, JPEG, GIF or WebP, at most 10 MB'
export const DROP_HERE = 'or drop it here'
export const PICTURE_TEXT = 'What the picture shows'
export const PICTURE_TEXT_HINT = 'For people who cannot see it. Say what is needed to answer, and not the answer.'
export const PICTURE_TEXT_MISSING = 'Say in words what each picture shows'
export const PICTURE_TEXT_LONG = 'The text of a picture may have at most 300 characters'
export const REPLACE_PICTURE = 'Replace'
export const REMOVE_PICTURE = 'Remove'
export const CANCEL_UPLOAD = 'Cancel'
export const UPLOAD_FAILED = 'The picture did not get through. Please try again.'
export const PICTURE_LARGE = 'larger than 10 MB'
export const PICTURE_TYPE = 'not a PNG, JPEG, GIF or WebP picture'
export const WORKING = 'Preparing the picture'
export const addPictureTo = (of: string) => `${ADD_PICTURE} to ${of}`
export const replacePictureOf = (of: string) => `${REPLACE_PICTURE} the picture of ${of}`
export const removePictureOf = (of: string) => `${REMOVE_PICTURE} the picture of ${of}`
export const pictureTextOf = (of: string) => `${PICTURE_TEXT}, ${of}`
export const uploading = (name: string) => `Uploading ${name}`
