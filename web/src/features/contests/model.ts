/**
 * Contest model: what an organiser works with, and the pure rules of these screens. The checks are a courtesy that
 * saves a round trip: the server checks the same and has the last word. Reading a pasted list is in pastedList.ts.
 */
import {
  type ContestRules,
  DEFAULT_RULES,
  hasMarks,
  type MarkRules,
  type OwnAmounts,
  rulesOf,
  rulesOfNumber,
  rulesOfSeveral,
} from '@/api/contestRules'
import type { QuestionPicture } from '@/api/questionPictures'
import { firstAlike, isVisible, likeness } from '@/lib/likeness'
import type { Maths } from '@/lib/maths'
import { formatDate, formatNear, formatSpan, isSkipped, parseZoned, SKIPPED_HOUR, zonedParts } from '@/lib/time'
import { checkTags } from './draw'
import {
  ANSWER_FOREIGN,
  ANSWER_MISSING,
  BEGUN_WITHOUT_QUESTIONS,
  DATE_MISSING,
  DESCRIPTION_LONG,
  DESCRIPTION_MISSING,
  END_BEFORE_START,
  END_IN_PAST,
  EXPLANATION_LONG,
  NEARLY_OVER,
  OPTIONS_MISSING,
  OPTIONS_NUMBER,
  OPTIONS_SAME,
  PICTURE_TEXT_LONG,
  PICTURE_TEXT_MISSING,
  QUESTION_MISSING,
  RIGHT_MISSING,
  SOME_OPTIONS_SAME,
  START_FROZEN,
  TIME_MISSING,
  TITLE_LONG,
  TITLE_MISSING,
  WITHOUT_QUESTIONS,
} from './messages'
import { checkTyped, emptyKey, type OfTyped, type TypedErrors, type TypedKey, tidyTyped } from './typedKey'

/** How many options a question has unless its author wants another number. */
export const USUAL_OPTIONS = 4
export const LEAST_OPTIONS = 2
export const MOST_OPTIONS = 8
export const LETTERS: readonly string[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
/** What the server takes at once, and in one contest. */
export const MAX_AT_ONCE = 100
export const MAX_QUESTIONS = 200
export const AFTER_ADDED_MS = 1000

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** What people need to hear of a contest in time. */
export const NOTICE = 30 * MINUTE
/** With less left the server tells nobody of a contest. */
const TIME_TO_COME = 5 * MINUTE

export type Contest = {
  id: string
  title: string
  description: string
  startsAt: string
  endsAt: string
  isPublic: boolean
  /** Somebody joined: questions are fixed and the contest cannot be deleted. */
  frozen: boolean
  questionCount: number
  /** How many of them each person gets, where not all. */
  questionsEach?: number
  participants: number
  /** The rule of its marks in words, where it has marks. */
  marksShown?: string | null
} & ContestRules

/** How a question counts: by its key, as a mark for everybody who took part, or for nobody. */
export type Marking = 'key' | 'everyone' | 'answered' | 'void'
/** `accepted`: all options in the key; one, unless a correction after the end accepted several. */
export type Marked = { marking: Marking; accepted: string[] }
export type Question = Marked & {
  id: string
  text: string
  options: string[]
  answer: string
  difficulty: string | null
  /** Why the answer is right; participants read it with the answers. */
  explanation: string | null
  /** What is drawn for its formulas, where it has some. */
  maths?: Maths
} & OfSeveral &
  OfTyped &
  OfMarks &
  OfPictures &
  OfFixed &
  OfTags
/** Of a question that has several right options, or may have: their places. Then `answer` says nothing. */
export type OfSeveral = { rightPlaces?: number[] }
/** In a contest with marks, each where it was set: what the answers give where not as the contest has it, and a star. */
export type OfMarks = { marks?: OwnAmounts; starred?: boolean }
/** Those of a question in their order, and of its options. */
export type OfPictures = { pictures?: WrittenPicture[] }
/** `option`: the place of the option it stands on; null for the question itself. */
export type WrittenPicture = QuestionPicture & { id: string; option: number | null }
/** The options that stay where they are, where its author said so; else those whose words speak of places. */
export type OfFixed = { fixed?: number[] | null }
/** What a question is about, by which a draw chooses. */
export type OfTags = { tags?: string[] }
/** Where a question is rewritten, a `difficulty`, an `explanation`, marks, a star, pictures, fixed options or tags that are not there stay; empty ones go. */
export type NewQuestion = Pick<Question, 'text' | 'options' | 'answer'> & {
  difficulty?: string | null
  explanation?: string | null
} & OfSeveral &
  OfTyped &
  OfMarks &
  OfPictures &
  OfFixed &
  OfTags
/** Rules of its contest that a question is written by. */
export type QuestionRules = MarkRules & Partial<Pick<ContestRules, 'optionOrder'>>
/** A contest with its questions and their answers; `own` is false for an administrator who reads along. */
export type KeyedContest = Contest & { own: boolean; questions: Question[] }

/** The link by which people come into a contest; `accepted` counts those of earlier links, too. */
export type Invitation = { token: string; madeAt: string; accepted: number }
/** What somebody sees who opens such a link. */
export type Invited = {
  contest: Pick<Contest, 'id' | 'title' | 'description' | 'startsAt' | 'endsAt' | 'questionCount' | 'marksShown'> & {
    owner: string
  }
  accepted: boolean
  /** The caller wrote it. */
  own: boolean
}

// Where a contest stands

export type Status = 'upcoming' | 'active' | 'ended'

export function statusOf(contest: Pick<Contest, 'startsAt' | 'endsAt'>, now: number): Status {
  if (now < Date.parse(contest.startsAt)) return 'upcoming'
  return now >= Date.parse(contest.endsAt) ? 'ended' : 'active'
}

export const STATUS = {
  upcoming: { tone: 'sky', word: 'Upcoming' },
  active: { tone: 'lawn', word: 'Active' },
  ended: { tone: 'grey', word: 'Ended' },
} as const

/** The time that matters now: `Ends in 12 min 40 s`, `Starts tomorrow, 06:00 PM`. */
export function momentOf(contest: Pick<Contest, 'startsAt' | 'endsAt'>, now: number, zone: string): string {
  const status = statusOf(contest, now)
  if (status === 'ended') return `Ended ${formatNear(contest.endsAt, now, zone)}`
  const [word, when] = status === 'active' ? ['Ends', contest.endsAt] : ['Starts', contest.startsAt]
  const away = Date.parse(when) - now
  return away < HOUR ? `${word} in ${formatSpan(away)}` : `${word} ${formatNear(when, now, zone)}`
}

export function spanOf(contest: Pick<Contest, 'startsAt' | 'endsAt'>): string {
  return formatSpan(Date.parse(contest.endsAt) - Date.parse(contest.startsAt))
}

/** Start and end as two full dates; on the same day the second is only a time. */
export function windowText(contest: Pick<Contest, 'startsAt' | 'endsAt'>, zone: string): string {
  const [start, end] = [zonedParts(contest.startsAt, zone), zonedParts(contest.endsAt, zone)]
  const from = formatDate(contest.startsAt, zone)
  const to = formatDate(contest.endsAt, zone)
  return `${from} – ${start.date === end.date && start.date !== '' ? to.slice(-8) : to}`
}

/** The last six characters, as people read them out to each other. */
export function shortId(id: string): string {
  return id.slice(-6).toUpperCase()
}

// What to do next

export type StepKey = 'questions' | 'preview' | 'publish' | 'results'
export type Step = { key: StepKey; label: string; state: 'done' | 'next' | 'later' }
export type NextStep = { key: StepKey | 'wait'; label: string; why: string }

/**
 * The way of a contest from empty to results. A preview leaves no trace on the server, hence `previewed` is what this
 * browser remembers; a public contest no longer needs one.
 */
export function stepsOf(contest: Contest, now: number, previewed: boolean): Step[] {
  const next = nextStep(contest, now, previewed).key
  const done: Record<StepKey, boolean> = {
    questions: contest.questionCount > 0,
    preview: contest.questionCount > 0 && (previewed || contest.isPublic || contest.participants > 0),
    publish: contest.isPublic,
    results: false,
  }
  const labels: [StepKey, string][] = [
    ['questions', 'Questions'],
    ['preview', 'Preview'],
    ['publish', 'Public'],
    ['results', 'Results'],
  ]
  return labels.map(([key, label]) => ({
    key,
    label,
    state: key === next ? 'next' : done[key] ? 'done' : 'later',
  }))
}

export function nextStep(contest: Contest, now: number, previewed: boolean): NextStep {
  const status = statusOf(contest, now)
  if (status === 'ended') {
    const why = contest.participants > 0 ? 'The results are final.' : 'Nobody took part.'
    return { key: 'results', label: 'View Results', why }
  }
  if (contest.questionCount === 0) {
    const why = status === 'active' ? 'It is running without questions.' : 'It needs questions first.'
    return { key: 'questions', label: 'Add questions', why }
  }
  if (!contest.isPublic && contest.participants === 0) {
    if (!previewed) return { key: 'preview', label: 'Preview', why: 'See it as participants will.' }
    const why =
      status === 'active'
        ? 'It is running, but only you and those you invite see it.'
        : 'Only you and those you invite see it.'
    return { key: 'publish', label: 'Make public', why }
  }
  if (status === 'active') return { key: 'results', label: 'Live Results', why: 'The board moves as answers come in.' }
  return { key: 'wait', label: 'Preview', why: 'All set. Students can join when it starts.' }
}

/** Why making it public now may not be what its owner has in mind; null when nothing speaks against it. */
export function doubtOfPublishing(
  contest: Pick<Contest, 'startsAt' | 'endsAt' | 'questionCount'>,
  now: number,
): string | null {
  const left = Date.parse(contest.endsAt) - now
  if (left <= 0) return null
  if (left < TIME_TO_COME) return NEARLY_OVER
  if (contest.questionCount > 0) return null
  return Date.parse(contest.startsAt) <= now ? BEGUN_WITHOUT_QUESTIONS : WITHOUT_QUESTIONS
}

// Forms with a window of time

export type WindowFields = { startDate: string; startTime: string; endDate: string; endTime: string }
export type Draft = WindowFields & {
  title: string
  description: string
  isPublic: boolean
  /** The person chose the start or the end; until then both follow the clock. */
  startChosen: boolean
  endChosen: boolean
} & ContestRules
export type Errors<T> = Partial<Record<keyof T, string>>

/** Tomorrow evening for one hour: time to write the questions, and for people to hear of it. */
export function defaultWindow(now: number, zone: string): WindowFields {
  const today = Date.parse(`${zonedParts(now, zone).date}T00:00:00Z`)
  const date = zonedParts(today + DAY, 'UTC').date
  return { startDate: date, startTime: '18:00', endDate: date, endTime: '19:00' }
}

export function windowFields(start: string | number, end: string | number, zone: string): WindowFields {
  const [from, to] = [zonedParts(start, zone), zonedParts(end, zone)]
  return { startDate: from.date, startTime: from.time, endDate: to.date, endTime: to.time }
}

export function newDraft(now: number, zone: string): Draft {
  return {
    title: '',
    description: '',
    isPublic: false,
    ...DEFAULT_RULES,
    startChosen: false,
    endChosen: false,
    ...defaultWindow(now, zone),
  }
}

/** A kept draft as it should come back: its times only where they were chosen and are not over. */
export function restoredDraft(kept: Partial<Draft> | null, now: number, zone: string): Draft {
  const fresh = newDraft(now, zone)
  if (!kept) return fresh
  const draft: Draft = { ...fresh, ...rulesOf(kept) }
  for (const key of ['title', 'description', 'startDate', 'startTime', 'endDate', 'endTime'] as const) {
    const value = kept[key]
    if (typeof value === 'string') draft[key] = value
  }
  draft.isPublic = kept.isPublic === true
  draft.startChosen = kept.startChosen === true
  draft.endChosen = kept.endChosen === true
  const end = parseZoned(draft.endDate, draft.endTime, zone)
  const usable = (draft.startChosen || draft.endChosen) && (end === null || Date.parse(end) > now)
  return usable ? draft : { ...draft, ...defaultWindow(now, zone), startChosen: false, endChosen: false }
}

/** A change of one field. As long as nobody chose an end it stays an hour after the start. */
export function changed(draft: Draft, change: Partial<Draft>, zone: string): Draft {
  const next = { ...draft, ...change }
  if ('startDate' in change || 'startTime' in change) next.startChosen = true
  if ('endDate' in change || 'endTime' in change) next.endChosen = true
  const start = parseZoned(next.startDate, next.startTime, zone)
  if (next.endChosen || !next.startChosen || start === null) return next
  const end = zonedParts(Date.parse(start) + HOUR, zone)
  return { ...next, endDate: end.date, endTime: end.time }
}

/** The two moments of a form, as far as they can be read. */
export function momentsOf(fields: WindowFields, zone: string): { startsAt: string | null; endsAt: string | null } {
  return {
    startsAt: parseZoned(fields.startDate, fields.startTime, zone),
    endsAt: parseZoned(fields.endDate, fields.endTime, zone),
  }
}

export function checkWindow(fields: WindowFields, zone: string, now: number): Errors<WindowFields> {
  const errors: Errors<WindowFields> = {}
  if (!fields.startDate) errors.startDate = DATE_MISSING
  if (!fields.startTime) errors.startTime = TIME_MISSING
  if (!fields.endDate) errors.endDate = DATE_MISSING
  if (!fields.endTime) errors.endTime = TIME_MISSING
  if (isSkipped(`${fields.startDate}T${fields.startTime}`, zone)) errors.startTime = SKIPPED_HOUR
  if (isSkipped(`${fields.endDate}T${fields.endTime}`, zone)) errors.endTime = SKIPPED_HOUR
  const { startsAt, endsAt } = momentsOf(fields, zone)
  if (startsAt !== null && endsAt !== null) {
    if (Date.parse(endsAt) <= Date.parse(startsAt)) errors.endDate = END_BEFORE_START
    else if (Date.parse(endsAt) <= now) errors.endDate = END_IN_PAST
  }
  return errors
}

/** The same, for a contest that exists: under participants the start does not move away. */
export function checkReschedule(
  fields: WindowFields,
  contest: Contest,
  zone: string,
  now: number,
): Errors<WindowFields> {
  const errors = checkWindow(fields, zone, now)
  const { startsAt } = momentsOf(fields, zone)
  const latest = Math.max(now, Date.parse(contest.startsAt))
  if (contest.frozen && startsAt !== null && Date.parse(startsAt) > latest) errors.startDate ??= START_FROZEN
  return errors
}

export function checkDraft(draft: Draft, zone: string, now: number): Errors<Draft> {
  const errors: Errors<Draft> = checkWindow(draft, zone, now)
  if (draft.title.trim() === '') errors.title = TITLE_MISSING
  else if (lengthOf(draft.title) > 200) errors.title = TITLE_LONG
  if (draft.description.trim() === '') errors.description = DESCRIPTION_MISSING
  else if (lengthOf(draft.description) > 5000) errors.description = DESCRIPTION_LONG
  return errors
}

/** Characters as the server counts them, not UTF-16 units. */
function lengthOf(text: string): number {
  return [...text.trim()].length
}

// Questions

export const MAX_EXPLANATION = 2000
export const MAX_PICTURE_TEXT = 300
/** On a question itself; on each option stands one. */
export const MOST_PICTURES = 4
/** Of a file. */
export const MOST_PICTURE_BYTES = 10_485_760

export type QuestionErrors = {
  text?: string
  options?: string
  answer?: string
  explanation?: string
  /** What its answers give. */
  right?: string
  wrong?: string
  /** What a part of a right answer gives. */
  partial?: string
  /** That there are any. */
  marks?: string
  pictures?: string
  tags?: string
} & TypedErrors
/** Fields of a question by the request's names; a refusal of anything else is told over the form. */
export const QUESTION_AMOUNTS: Record<string, 'right' | 'wrong' | 'partial' | 'marks'> = {
  'marks.right': 'right',
  'marks.wrong': 'wrong',
  'marks.partial': 'partial',
  // All of it, as of a contest that has no marks any more.
  marks: 'marks',
  star: 'marks',
}
/** All of a question's fields, by the names of both shapes in which it is sent. */
export const QUESTION_FIELDS: Record<string, keyof QuestionErrors> = {
  ...QUESTION_AMOUNTS,
  text: 'text',
  options: 'options',
  right: 'answer',
  value: 'value',
  tolerance: 'tolerance',
  unit: 'unit',
  accepted: 'accepted',
  // A question is of a kind by its options.
  kind: 'options',
  explanation: 'explanation',
  Question: 'text',
  Options: 'options',
  Answer: 'answer',
  pictures: 'pictures',
  'pictures.id': 'pictures',
  'pictures.alt': 'pictures',
  'pictures.option': 'pictures',
  tags: 'tags',
}

export function checkQuestion(question: NewQuestion): QuestionErrors {
  const { text, typed, explanation, pictures = [], tags } = onlyOfItsKind(question)
  const errors: QuestionErrors = typed ? checkTyped(typed) : checkOptions(question)
  if (!isVisible(text)) errors.text = QUESTION_MISSING
  else if (lengthOf(text) > 2000) errors.text = 'A question may have at most 2,000 characters'
  if (lengthOf(explanation ?? '') > MAX_EXPLANATION) errors.explanation = EXPLANATION_LONG
  if (pictures.some(({ alt }) => !isVisible(alt))) errors.pictures = PICTURE_TEXT_MISSING
  else if (pictures.some(({ alt }) => lengthOf(alt) > MAX_PICTURE_TEXT)) errors.pictures = PICTURE_TEXT_LONG
  const ofTags = checkTags(tags)
  if (ofTags) errors.tags = ofTags
  return errors
}

function checkOptions({ options, answer, rightPlaces }: NewQuestion): QuestionErrors {
  const errors: QuestionErrors = {}
  if (!isNumberOfOptions(options.length)) errors.options = OPTIONS_NUMBER
  else if (emptyOptions(options).length > 0) errors.options = OPTIONS_MISSING
  else if (sameOptions(options).length > 0) {
    errors.options = options.length === USUAL_OPTIONS ? OPTIONS_SAME : SOME_OPTIONS_SAME
  } else if (options.some((option) => lengthOf(option) > 500))
    errors.options = 'An option may have at most 500 characters'
  if (rightPlaces) {
    if (rightPlaces.length === 0) errors.answer = RIGHT_MISSING
  } else if (!isVisible(answer)) errors.answer = ANSWER_MISSING
  else if (!options.some((option) => likeness(option) === likeness(answer))) errors.answer = ANSWER_FOREIGN
  return errors
}

export function isNumberOfOptions(count: number): boolean {
  return count >= LEAST_OPTIONS && count <= MOST_OPTIONS
}

/** Places of the options nobody would see. */
export function emptyOptions(options: readonly string[]): number[] {
  return options.flatMap((option, at) => (isVisible(option) ? [] : [at]))
}

/** Places of the options that look like an earlier one; blank ones do not count. */
export function sameOptions(options: readonly string[]): number[] {
  return options.flatMap((option, at) => (isVisible(option) && firstAlike(options, at) < at ? [at] : []))
}

/** Marks and star only for a contest with such `rules`: where they were taken away meanwhile, nobody sees them to remove them. */
export function tidyQuestion(question: NewQuestion, rules: MarkRules = DEFAULT_RULES): NewQuestion {
  const { text, options, answer, rightPlaces, typed, difficulty, explanation, marks, starred, pictures, fixed, tags } =
    onlyOfItsKind(question)
  const tidy: NewQuestion = {
    text: text.trim(),
    options: options.map((option) => option.trim()),
    answer: answer.trim(),
    ...(rightPlaces ? { rightPlaces } : {}),
    ...(typed ? { typed: tidyTyped(typed) } : {}),
  }
  if (difficulty) tidy.difficulty = difficulty
  if (typeof explanation === 'string') tidy.explanation = explanation.trim()
  if (pictures && pictures.length > 0) tidy.pictures = pictures
  if (fixed) tidy.fixed = fixed
  if (tags && tags.length > 0) tidy.tags = tags
  if (!hasMarks(rules)) return tidy
  const amounts = Object.entries(marks ?? {}).flatMap(([name, typed]) => (typed?.trim() ? [[name, typed.trim()]] : []))
  if (amounts.length > 0) tidy.marks = Object.fromEntries(amounts)
  if (starred) tidy.starred = true
  return tidy
}

/** What of a question stays as it is where it is not sent. */
export type Keepable = Pick<
  NewQuestion,
  'difficulty' | 'explanation' | 'marks' | 'starred' | 'pictures' | 'fixed' | 'tags'
>

const amounts = ({ marks }: Keepable) =>
  [marks?.right?.trim() || null, marks?.wrong?.trim() || null, marks?.partial || null] as const

const picturesAsSent = ({ pictures = [] }: Keepable) =>
  JSON.stringify(pictures.map(({ id, alt, option }) => [id, alt.trim(), option]))

/**
 * A question without what one of its kind cannot have: a part without several right options; options, and pictures on them, where the
 * answer is typed.
 */
function onlyOfItsKind(question: NewQuestion): NewQuestion {
  if (question.typed && (question.options.length > 0 || question.answer)) {
    const pictures = question.pictures?.filter(({ option }) => option === null)
    return onlyOfItsKind({ ...question, options: [], answer: '', rightPlaces: undefined, pictures, fixed: undefined })
  }
  if (question.rightPlaces || !question.marks?.partial) return question
  const { partial: _, ...marks } = question.marks
  return { ...question, marks }
}

const IS_SAME: { [N in keyof Keepable]-?: (one: Keepable, other: Keepable) => boolean } = {
  difficulty: (one, other) => (one.difficulty ?? '') === (other.difficulty ?? ''),
  explanation: (one, other) => (one.explanation ?? '').trim() === (other.explanation ?? '').trim(),
  marks: (one, other) => amounts(one).join() === amounts(other).join(),
  starred: (one, other) => Boolean(one.starred) === Boolean(other.starred),
  pictures: (one, other) => picturesAsSent(one) === picturesAsSent(other),
  fixed: (one, other) => JSON.stringify(one.fixed ?? null) === JSON.stringify(other.fixed ?? null),
  tags: (one, other) => JSON.stringify(one.tags ?? []) === JSON.stringify(other.tags ?? []),
}
const KEEPABLE = Object.keys(IS_SAME) as (keyof Keepable)[]

/** A question with what was changed of it laid over what somebody else made of the rest meanwhile. */
export function withKept(now: Keepable, changed: NewQuestion, was: Keepable): NewQuestion {
  const stays = KEEPABLE.filter((name) => IS_SAME[name](changed, was))
  return { ...changed, ...Object.fromEntries(stays.map((name) => [name, now[name]])) }
}

/** A rewritten question as it is sent: what may be kept only where it is another than it `was`, and then also that it is none. */
export function rewritten(edited: NewQuestion, was: Keepable, rules: MarkRules): Rewritten {
  const question = onlyOfItsKind(edited)
  const { text, options, answer, rightPlaces, typed } = tidyQuestion(question)
  const sent: Rewritten = { text, options, answer }
  if (rightPlaces) sent.rightPlaces = rightPlaces
  if (typed) sent.typed = typed
  if (!IS_SAME.difficulty(question, was)) sent.difficulty = question.difficulty ?? ''
  if (!IS_SAME.explanation(question, was)) sent.explanation = (question.explanation ?? '').trim()
  if (!IS_SAME.pictures(question, was)) sent.pictures = question.pictures ?? []
  if (!typed && !IS_SAME.fixed(question, was)) sent.fixed = question.fixed ?? null
  if (!IS_SAME.tags(question, was)) sent.tags = question.tags ?? []
  // Where they were taken away meanwhile, nobody sees them to remove them.
  if (!hasMarks(rules)) return sent
  const [right, wrong, partial] = amounts(question)
  const own = { right, wrong, ...(rightPlaces ? { partial } : {}) }
  if (!IS_SAME.marks(question, was)) sent.marks = (right ?? wrong ?? partial) ? own : null
  if (!IS_SAME.starred(question, was)) sent.starred = Boolean(question.starred)
  return sent
}
/** `null`: none any more. */
export type Rewritten = Omit<NewQuestion, 'marks'> & { marks?: OwnAmounts | null }

/** `Options A and C say the same`, or nothing. */
export function sameOptionsText(options: readonly string[]): string {
  const [second] = sameOptions(options)
  if (second === undefined) return ''
  return `Options ${LETTERS[firstAlike(options, second)]} and ${LETTERS[second]} say the same`
}

/** `Option D is empty`, `Options B, C and D are empty`, or nothing. */
export function emptyOptionsText(options: readonly string[]): string {
  const letters = emptyOptions(options).map((at) => LETTERS[at])
  const last = letters.pop()
  if (last === undefined) return ''
  return letters.length > 0 ? `Options ${letters.join(', ')} and ${last} are empty` : `Option ${last} is empty`
}

/** Which option an answer names; null for none. */
export function rightOption(options: readonly string[], answer: string): number | null {
  if (!isVisible(answer)) return null
  const exact = options.findIndex((option) => option.trim() === answer.trim())
  const at = exact >= 0 ? exact : options.findIndex((option) => likeness(option) === likeness(answer))
  return at >= 0 ? at : null
}

/** A question without one of its options. Where that was the answer there is none, unless another option says the same. */
export function withoutOption<Q extends Pick<NewQuestion, 'options' | 'answer' | 'rightPlaces' | 'pictures' | 'fixed'>>(
  whole: Q,
  at: number,
): Q {
  const options = whole.options.filter((_, i) => i !== at)
  const question = {
    ...whole,
    ...(whole.pictures ? { pictures: withoutPictureAt(whole.pictures, at) } : {}),
    ...(whole.fixed ? { fixed: withoutPlace(whole.fixed, at) } : {}),
  }
  if (question.rightPlaces) return { ...question, options, rightPlaces: withoutPlace(question.rightPlaces, at) }
  const wasRight = rightOption(question.options, question.answer) !== null
  const isGone = wasRight && rightOption(options, question.answer) === null
  return { ...question, options, answer: isGone ? '' : question.answer }
}

/** Pictures once an option is gone, and its picture with it. */
export function withoutPictureAt(pictures: readonly WrittenPicture[], gone: number): WrittenPicture[] {
  return pictures.flatMap((one) => {
    if (one.option === null || one.option < gone) return [one]
    return one.option === gone ? [] : [{ ...one, option: one.option - 1 }]
  })
}

/** Those on one option, or on the question itself. */
export function picturesOn(pictures: readonly WrittenPicture[] | undefined, option: number | null): WrittenPicture[] {
  return (pictures ?? []).filter((one) => one.option === option)
}

/** With `next` in the place of `old`; without either of them it is added, or taken away. */
export function withPicture(
  pictures: readonly WrittenPicture[] | undefined,
  old: WrittenPicture | null,
  next: WrittenPicture | null,
): WrittenPicture[] {
  const all = pictures ?? []
  if (old) return all.flatMap((one) => (one.id === old.id ? (next ?? []) : one))
  return next ? [...all, next] : [...all]
}

/** Places of options once one of them is gone. */
export function withoutPlace(places: readonly number[], gone: number): number[] {
  return places.flatMap((place) => (place === gone ? [] : place > gone ? place - 1 : place))
}

/** With one place more or less, in order. */
export function withPlace(places: readonly number[], place: number, on: boolean): number[] {
  const others = places.filter((one) => one !== place)
  return on ? [...others, place].sort((a, b) => a - b) : others
}

/** A question with several right options as one of a single, or the other way: what was right is where it can be. */
export function ofKind<Q extends Pick<NewQuestion, 'options' | 'answer' | 'rightPlaces'>>(
  question: Q,
  several: boolean,
): Q {
  const { options, answer, rightPlaces = [] } = question
  const right = rightOption(options, answer)
  if (several) return { ...question, rightPlaces: right === null ? [] : [right] }
  return { ...question, rightPlaces: undefined, answer: options[rightPlaces[0] ?? -1] ?? '' }
}

/** A question whose answer is typed, or chosen (null). What its options were stays with it, for whoever comes back to them. */
export function asTyped<Q extends Pick<NewQuestion, 'options' | 'answer'> & OfSeveral & OfTyped>(
  question: Q,
  kind: TypedKey['kind'] | null,
): Q {
  const options = question.options.length > 0 ? question.options : ['', '', '', '']
  return { ...question, options, rightPlaces: undefined, typed: kind === null ? undefined : emptyKey(kind) }
}

/** What answers to a question of its kind give, where it has no own marks. */
export function rulesFor<R extends MarkRules>(rules: R, { rightPlaces, typed }: OfSeveral & OfTyped): R {
  if (rightPlaces) return rulesOfSeveral(rules)
  return typed?.kind === 'number' ? rulesOfNumber(rules) : rules
}

/**
 * One option of a question being edited was rewritten: an answer that named it follows, any other stays. Two equal
 * options are one answer, which then stays with the other.
 */
export function followingAnswer(options: readonly string[], at: number, text: string, answer: string): string {
  const named = options[at]?.trim() === answer.trim() && answer.trim() !== ''
  const elsewhere = options.some((option, i) => i !== at && option.trim() === answer.trim())
  return named && !elsewhere ? text : answer
}

// Who may create

/** With nothing sold everybody may, up to a daily number the server knows; an administrator needs no creations. */
export function mayCreate(person: { roles: readonly string[]; contestCredits: number }, billing: boolean): boolean {
  return !billing || person.roles.includes('ADMIN') || person.contestCredits > 0
}
