/**
 * Attempt model: the types of a contest as students see it, and the pure rules of the list, the results and the cards.
 * Every rule that depends on time takes `now`, which is always the server's. The contest screen's own rules are in
 * room/.
 */
import type { ContestRules } from '@/api/contestRules'
import type { PicturesOfQuestion } from '@/api/questionPictures'
import type { Maths } from '@/lib/maths'
import { formatDay, formatNear, formatSpan } from '@/lib/time'
import type { Marks } from './marks'
import { ACTIONS, BADGES, BETTER, betterThan, CORRECTED, CORRECTED_WITH_MARKS } from './messages'

/** Milliseconds since 1970; null where the server gave no date. */
export type Moment = number | null

export type Shelf = 'all' | 'upcoming' | 'active' | 'completed'
export type Counts = Record<Shelf, number>

/** A contest as lists show it to the person looking. */
export type ListedContest = {
  id: string
  title: string
  description: string
  startsAt: Moment
  endsAt: Moment
  isPublic: boolean
  questionCount: number
  participants: number
  joined: boolean
  /** Submitted, or over. */
  completed: boolean
  answered: number
  rank: number | null
  own: boolean
  /** The person accepted an invitation to it; only lists say so. */
  invited?: boolean
} & ContestRules

/** `at`: when the server counted, by its clock. */
export type ContestPage = { contests: ListedContest[]; total: number; counts: Counts; page: number; at: number }

/** A contest without its questions, for the head of a page. */
export type ContestHead = {
  id: string
  title: string
  description: string
  startsAt: Moment
  endsAt: Moment
  isPublic: boolean
  questionCount: number
  /** Each person gets a part of the questions. */
  drawn?: boolean
  participants: number
  joined: boolean
  completed: boolean
  answered: number
  own: boolean
  /** The rule of its marks in words, where it has marks. */
  marksShown?: string | null
  /** Decides the person's own order, where there is one. */
  seed?: string | null
} & ContestRules

/** A public contest as a link shows it to a guest, who has no part in it. */
export type ContestPreview = Pick<
  ContestHead,
  'id' | 'title' | 'description' | 'startsAt' | 'endsAt' | 'questionCount' | 'marksShown'
> &
  Part

/** What the server tells those who follow a contest: the same for everybody, so nothing of the person is in it. */
export type Followed = {
  /** By the server's clock when it was told. */
  status: Status
  startsAt: Moment
  endsAt: Moment
  isPublic: boolean
  /** Somebody has joined: the questions stay as they are. */
  frozen: boolean
  participants: number
  submitted: number
  resultsOpen: boolean
  /** How often the key was corrected, and the board with it. */
  corrections: number
  /** The rule of the marks in words; nothing where the contest has none. */
  marksShown?: string
  /** Since when all clocks stand still, while they do. */
  pausedAt?: number
}

/** What the server tells a person's windows of the own part in a contest. `endsAt`: of the own time, where that is not with the contest. */
export type OwnPart = { joined: boolean; submitted: boolean; endsAt?: number }

/** As it stands by what was told; the same object when it stood so. What was joined or handed in stays so. */
export function withOwnPart<T extends Pick<ListedContest, 'joined' | 'completed'>>(contest: T, told: OwnPart): T {
  const joined = contest.joined || told.joined
  const completed = contest.completed || told.submitted
  return contest.joined === joined && contest.completed === completed ? contest : { ...contest, joined, completed }
}

type Followable = Pick<ListedContest, 'startsAt' | 'endsAt' | 'isPublic' | 'participants'>

/** A contest as it stands by what was told; the same object when that is how it stood, so that nothing is drawn anew. */
export function withFollowed<T extends Followable>(contest: T, told: Followed): T {
  const { startsAt, endsAt, isPublic, participants } = told
  const same =
    contest.startsAt === startsAt &&
    contest.endsAt === endsAt &&
    contest.isPublic === isPublic &&
    contest.participants === participants
  return same ? contest : { ...contest, startsAt, endsAt, isPublic, participants }
}

type Timed = Pick<Attempt, 'startsAt' | 'endsAt' | 'contestEndsAt' | 'pausedAt'>

/** An attempt in a contest with this window, whose clocks stand still or go; the same object when it stood so. Its own end is told apart. */
export function withWindow<T extends Timed>(
  attempt: T,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
  pausedAt: number | undefined,
): T {
  const { contestEndsAt } = attempt
  const isOwn = contestEndsAt !== undefined
  const known = isOwn ? contestEndsAt : attempt.endsAt
  if (attempt.startsAt === startsAt && known === endsAt && attempt.pausedAt === pausedAt) return attempt
  return { ...attempt, startsAt, ...(isOwn ? { contestEndsAt: endsAt } : { endsAt }), pausedAt }
}

/** How far two clocks may be apart, with the way between them, and still be called the same. */
const CLOCK_TOLERANCE = 2000

/** Whether what was told cannot be by the clock here: the device slept, or the server's clock was set. */
export function contradicts({ status, startsAt, endsAt }: Followed, now: number): boolean {
  const [from, to] = [now - CLOCK_TOLERANCE, now + CLOCK_TOLERANCE]
  if (status === 'upcoming') return startsAt !== null && from >= startsAt
  if (status === 'ended') return endsAt !== null && to < endsAt
  return (startsAt !== null && to < startsAt) || (endsAt !== null && from >= endsAt)
}

export type Typed = 'number' | 'text'

export type PaperQuestion = {
  id: string
  text: string
  options: string[]
  /** Of a question with several right options: the place of each option on the paper. */
  places?: number[]
  /** What a part of a right answer to such a one gives, in words. */
  part?: string
  /** Its answer is typed: a number or a text. */
  typed?: Typed
  /** Stands beside the box of a number. */
  unit?: string
  /** What an answer to it gives, in short, where that is not what the contest's give. */
  marks?: string | null
  starred?: boolean
  /** What is drawn for its formulas, where it has some. */
  maths?: Maths
  pictures?: PicturesOfQuestion
  /** The places of the options that stay where they are, where its author said so. */
  fixed?: number[]
}

/** What people call an option by its place: A to H. Empty where no question has one. */
export function letterOf(place: number): string {
  return 'ABCDEFGH'[place] ?? ''
}

/** `questions` is null when the server sent no list at all. */
export type Paper = { contestId: string; questions: PaperQuestion[] | null }

/** What of a paper each person sees in an order of their own. */
export type Mixes = { questions: boolean; options: boolean }

/** The half of taking a contest that changes: own answers and the clock. */
export type Attempt = {
  /** Null before joining. */
  id: string | null
  contestId: string
  title: string
  startsAt: number
  /** The end of the own time; of the contest where that is the same for everybody. */
  endsAt: number
  /** Where the own time may end at another moment than the contest: when the contest ends. */
  contestEndsAt?: number
  /** Where each person has minutes of their own: how many. */
  minutes?: number
  /** Since when all clocks stand still, while they do. */
  pausedAt?: number
  questionCount: number
  joined: boolean
  submitted: boolean
  /** Question id → the text of the chosen option, or what was typed. */
  answered: Record<string, string>
  /** Question id → the places of the chosen options on the paper, of questions with several right ones. */
  choices: Record<string, number[]>
  /** An answer still counts this long after the end. */
  graceSeconds: number
  /** Decides the own order; null where nothing is mixed. */
  seed: string | null
  /** What is mixed by it. */
  mixes?: Mixes
  /** Where the contest has marks: their rule in words, and what one answer gives, in short. */
  marksShown?: string | null
  questionMarks?: string | null
  /** Where answers may be changed until handing in. */
  changes?: Changes
}

/**
 * `base`: where the numbers of changes begin on this device; null before joining. `seqs`: question id → the number of the change that
 * stands, of what was answered or cleared.
 */
export type Changes = { base: number | null; seqs: Record<string, number> }

/** What ends an answer for good; all else that the server says of it may be otherwise the next time. */
export const ENDS_ANSWER: ReadonlySet<string> = new Set([
  'already_answered',
  'already_submitted',
  'contest_ended',
  'missing',
  'not_joined',
])

/** How many answers were refused for good: after the end, after the attempt was submitted elsewhere, and for other reasons. */
export type Lost = { late: number; submitted: number; other: number }

/** A contest that had ended before one came; the list, which follows, says so, and how many answers were not counted. */
export type Over = { contest: string; title: string; lost: Lost }

/** What the owner's preview of the taking screen shows: the paper without its key, and the contest's frame. */
export type OwnPaper = Paper & {
  title: string
  startsAt: Moment
  endsAt: Moment
  /** How many of them each person gets, where not all. */
  questionsEach?: number
  questionMarks?: string | null
  changing: boolean
}

export type ResultRow = {
  rank: number
  userId: string
  fullName: string
  email: string | null
  picture: string | null
  correct: number
  wrong: number
  total: number
  durationMs: number
  /** Where the contest has marks. */
  marks?: Marks
  /** Right answers to starred questions, where the contest has some. */
  starred?: number
  /** Partly right answers, neither right nor wrong, where questions have several right options. */
  partly?: number
}

/** `marksShown`: the rule of the marks in words; `mostMarks`: what all right answers together give. */
export type BoardPage = {
  rows: ResultRow[]
  total: number
  final: boolean
  marksShown?: string | null
  mostMarks?: string | null
}

export type Standing = {
  you: ResultRow | null
  betterThanPercent: number | null
  /** How many participants have 0, 1, 2 … right answers. */
  histogram: number[]
  questionCount: number
  total: number
  final: boolean
  /** The person looking is the owner or ADMIN. */
  seesAll: boolean
  mostMarks?: string | null
}

/** How somebody did beside the others, in words; null where there is nothing to say, or nothing kind. */
export function besideOthers(rank: number, betterThanPercent: number | null): string | null {
  if (betterThanPercent === null) return null
  if (betterThanPercent === 100) return BETTER.all
  if (rank === 1) return BETTER.none
  return betterThanPercent === 0 ? null : betterThan(betterThanPercent)
}

/** How a question counts; otherwise than by its key only after a correction. */
export type Marking = 'key' | 'everyone' | 'answered' | 'void'

/** Typed answers that count alike: equal numbers, or texts that read alike. `text` is the most frequent of the `spellings`. */
export type AnswerCluster = { text: string; spellings: string[]; count: number; accepted: boolean }
export type OptionShare = { text: string; correct: boolean; count: number }
export type QuestionAnalysis = {
  id: string
  text: string
  options: OptionShare[]
  /** How many had it, where each person gets a part of the questions. */
  had?: number
  answered: number
  correct: number
  /** Of a question with several right options: how many answers are partly right. */
  partly?: number
  /** Of a question whose answer is typed, the most frequent first; `otherAnswers` stand in none of them. */
  typed?: Typed
  clusters?: AnswerCluster[]
  /** What is right of it, in words. */
  accepted?: string[]
  otherAnswers?: number
  marking: Marking
  /** The correlation of its marks with those for the other questions; null where it has none. */
  discrimination: number | null
  finding: Finding | null
  doubt: Doubt | null
  /** What an answer to it gives, in short, where that is not what the contest's give. */
  marks?: string
  /** What a part of the right options gives, where that is not what the contest's give. */
  part?: string
  starred?: boolean
  maths?: Maths
  pictures?: PicturesOfQuestion
}
/** What there is to say of a question; null where its key does not decide. */
export type Finding = 'told' | 'doubtful' | 'few' | 'alike' | 'close'
/** Of those who did best on the other questions, how many chose one option, and how many the key. */
export type Doubt = { option: number; strongest: number; chose: number; choseKey: number }
export type Analysis = {
  participants: number
  /** Those of them who answered something. */
  tookPart: number
  /** Cronbach's alpha; null where it has no value. */
  reliability: number | null
  lateAnswers: number
  questions: QuestionAnalysis[]
}

// Status by the clock

export type Status = 'upcoming' | 'active' | 'ended'
export type Window = { startsAt: Moment; endsAt: Moment }

/** Start ≤ now < end is active; a date that is missing sets no bound. */
export function statusAt({ startsAt, endsAt }: Window, now: number): Status {
  if (startsAt !== null && now < startsAt) return 'upcoming'
  if (endsAt !== null && now >= endsAt) return 'ended'
  return 'active'
}

/** When the next of these contests starts or ends; null when nothing will. */
export function nextTurn(windows: readonly Window[], now: number): Moment {
  let next: Moment = null
  for (const { startsAt, endsAt } of windows) {
    for (const at of [startsAt, endsAt]) {
      if (at !== null && at > now && (next === null || at < next)) next = at
    }
  }
  return next
}

/** Of a list, those whose numbers move: the first that run. One stream carries so many topics, and other pages have theirs. */
export function followedOf(contests: readonly ListedContest[], now: number): string[] {
  return contests
    .filter((one) => statusAt(one, now) === 'active')
    .slice(0, MOST_FOLLOWED)
    .map(({ id }) => id)
}
const MOST_FOLLOWED = 20

// What a card says and offers

export type Part = Pick<ListedContest, 'joined' | 'completed' | 'own'>

export function badgeOf(status: Status, part: Part): { tone: 'sky' | 'lawn' | 'grey'; word: string } {
  if (status === 'upcoming') return { tone: 'sky', word: BADGES.upcoming }
  if (status === 'ended') return { tone: 'grey', word: BADGES.ended }
  return { tone: 'lawn', word: part.completed ? BADGES.activeCompleted : BADGES.active }
}

export type Action = {
  does: 'join' | 'continue' | 'results' | 'manage' | 'nothing'
  label: string
  /** The one thing to do now, drawn in the strong colour. */
  strong: boolean
}

/** The button of a card. One's own contest cannot be taken: it is managed; one without questions not yet. */
export function actionOf(status: Status, part: Part & Pick<ListedContest, 'questionCount'>): Action {
  if (part.own) return { does: 'manage', label: ACTIONS.manage, strong: false }
  if (status === 'upcoming') return { does: 'nothing', label: ACTIONS.notStarted, strong: false }
  if (status === 'ended') return { does: 'results', label: ACTIONS.results, strong: false }
  if (part.completed) return { does: 'nothing', label: ACTIONS.wait, strong: false }
  if (part.joined) return { does: 'continue', label: ACTIONS.carryOn, strong: true }
  if (part.questionCount === 0) return { does: 'nothing', label: ACTIONS.noQuestions, strong: false }
  return { does: 'join', label: ACTIONS.join, strong: true }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Said = { text: string; tone: 'ink' | 'amber' | 'brick' }

/** The sentence of the moment: the one time that matters now. Seconds are counted only where minutes matter. */
export function momentOf(contest: Window & Part, now: number, zone: string): Said {
  const { startsAt, endsAt } = contest
  const status = statusAt(contest, now)
  if (status === 'upcoming') return { text: `Starts ${near(startsAt, now, zone)}`, tone: 'ink' }
  if (status === 'ended') return { text: `Ended ${ago(endsAt ?? now, now, zone)}`, tone: 'ink' }
  if (endsAt === null) return { text: 'Open without an end', tone: 'ink' }
  if (contest.completed) return { text: `Results ${near(endsAt, now, zone)}`, tone: 'ink' }
  const left = endsAt - now
  const tone = left <= 5 * MINUTE ? 'brick' : left <= 15 * MINUTE ? 'amber' : 'ink'
  return { text: left < DAY ? `Ends in ${counted(left)}` : `Ends ${formatNear(endsAt, now, zone)}`, tone }
}

function near(at: Moment, now: number, zone: string): string {
  if (at !== null && at - now < HOUR) return `in ${counted(at - now)}`
  return formatNear(at, now, zone)
}

/** Up to the last second there is one left: `0 s` would already be the next state. */
function counted(ms: number): string {
  return formatSpan(Math.ceil(ms / 1000) * 1000)
}

/** The exact date stands on the card anyway; this says how long ago that is. */
function ago(at: number, now: number, zone: string): string {
  const distance = now - at
  const days = Math.floor(distance / DAY)
  if (distance < MINUTE) return 'just now'
  if (days < 1) return `${formatSpan(distance - (distance % MINUTE))} ago`
  if (days <= 45) return `${plural(days, 'day')} ago`
  return `on ${formatDay(at, zone)}`
}

export type Fact = { label: string; value: string }
export const RANK = 'Your rank'
export const PARTICIPANTS = 'Participants'

/** The two or three numbers of a card. */
export function factsOf(contest: ListedContest, status: Status): Fact[] {
  const { questionCount, participants, joined, answered, rank, own } = contest
  const facts: Fact[] = [{ label: 'Questions', value: String(questionCount) }]
  if (status === 'upcoming') return [...facts, ...openFor(contest)]
  facts.push({ label: PARTICIPANTS, value: count(participants) })
  if (own) return facts
  if (status === 'ended') facts.push({ label: RANK, value: rankText(joined, rank) })
  else if (joined) facts.push({ label: 'You answered', value: `${answered} of ${questionCount}` })
  return facts
}

export function openFor({ startsAt, endsAt }: Window): Fact[] {
  if (startsAt === null || endsAt === null) return []
  return [{ label: 'Open for', value: formatSpan(endsAt - startsAt) }]
}

function rankText(joined: boolean, rank: number | null): string {
  if (!joined) return 'not taken'
  return rank === null ? 'soon' : count(rank)
}

export const shortId = (id: string) => id.slice(-6).toUpperCase()

/** `1,204`. */
export function count(n: number): string {
  return n.toLocaleString('en-US')
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`
}

// Results

const shownSeconds = (ms: number) => Math.max(0, Math.round(ms / 1000))

/** From joining to the last answer: `3:58`, `1:02:03`; `0:02.317` where thousandths tell two apart. */
export function formatDuration(ms: number, exact = false): string {
  if (exact) return `${formatDuration(Math.floor(ms / 1000) * 1000)}.${String(ms % 1000).padStart(3, '0')}`
  const total = shownSeconds(ms)
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** Whether a row's time has to be told in thousandths of a second: they alone tell it, or one with the same seconds beside it, from another. */
export function isClose(rowAt: (index: number) => ResultRow | undefined, index: number): boolean {
  const row = rowAt(index)
  if (!row) return false
  return [-1, 1].some((step) => {
    for (let at = index + step; ; at += step) {
      const other = rowAt(at)
      if (!other || !looksEqual(row, other)) return false
      if (other.rank !== row.rank) return true
    }
  })
}

const looksEqual = (row: ResultRow, other: ResultRow) =>
  other.correct === row.correct &&
  other.wrong === row.wrong &&
  other.marks?.units === row.marks?.units &&
  other.starred === row.starred &&
  shownSeconds(other.durationMs) === shownSeconds(row.durationMs)

export type PodiumPlace = {
  row: ResultRow
  level: 1 | 2 | 3
  tie: boolean
  /** Wrong answers decided between two with as many right ones, or take marks; then all steps tell theirs. */
  wrongTells: boolean
  /** Thousandths of a second decided. */
  close: boolean
}

/**
 * The first three, or two. Equal ranks stand equally high, so a step's height is the rank, not the position. Whoever
 * answered nothing has no place on it, and one alone nobody to stand beside.
 */
export function podiumOf(rows: readonly ResultRow[]): PodiumPlace[] {
  const places = rows.slice(0, 3).filter(hasAnswered)
  if (places.length < 2) return []
  // Also between the last step and who stands on none.
  const beside = rows.slice(0, 4)
  const wrongTells = places.some(
    (one) => one.marks || beside.some((other) => other.correct === one.correct && other.wrong !== one.wrong),
  )
  return places.map((row, at) => ({
    row,
    level: row.rank <= 1 ? 1 : row.rank === 2 ? 2 : 3,
    tie: rows.filter((other) => other.rank === row.rank).length > 1,
    wrongTells,
    close: isClose((index) => rows[index], at),
  }))
}

const hasAnswered = ({ correct, wrong, partly = 0 }: ResultRow) => correct + wrong + partly > 0

/** How many more share the rank of the last on the podium. */
export function besidePodium(rows: readonly ResultRow[]): number {
  const last = rows[2]
  return last && hasAnswered(last) ? rows.slice(3).filter((row) => row.rank === last.rank).length : 0
}

/**
 * The bars of a histogram: one more than questions count, and as many as somebody reached. Where people have different papers,
 * others may reach more than counts on one's own.
 */
export function scoresShown(histogram: readonly number[], worth: number): readonly number[] {
  const most = histogram.findLastIndex((people) => people > 0)
  return histogram.slice(0, Math.max(worth, most) + 1)
}

/** The number correct that half of the participants reached; null without participants. */
export function medianOf(histogram: readonly number[]): number | null {
  const total = histogram.reduce((sum, n) => sum + n, 0)
  if (total === 0) return null
  let seen = 0
  for (const [correct, n] of histogram.entries()) {
    seen += n
    if (seen * 2 >= total) return correct
  }
  return null
}

/** Whole percent of a whole; nothing of nothing is 0. */
export function percent(part: number, whole: number): number {
  return whole > 0 ? Math.round((100 * part) / whole) : 0
}

// My contests

/** `in 12 min 40 s`, counted by seconds only where they matter; `in a moment` where it is reached. */
export function untilText(at: Moment, now: number): string {
  if (at === null || at <= now) return 'in a moment'
  const left = at - now
  return `in ${left < HOUR ? counted(left) : formatSpan(left - (left % MINUTE))}`
}

export type Stage = 'own' | 'upcoming' | 'stranger' | 'running' | 'waiting' | 'over' | 'missed'

/** Where a person stands in a contest, which decides what its page says. */
export function stageOf(contest: ListedContest, now: number): Stage {
  const status = statusAt(contest, now)
  if (contest.own) return 'own'
  if (status === 'upcoming') return 'upcoming'
  if (!contest.joined) return status === 'ended' ? 'missed' : 'stranger'
  if (status === 'ended') return 'over'
  return contest.completed ? 'waiting' : 'running'
}

// Looking up the answers after the end

export type ReviewedQuestion = {
  id: string
  text: string
  options: string[]
  chosen: string | null
  /** All that were chosen, of a question with several right options. */
  chosenOptions?: string[]
  /** `chosen` was typed, and `accepted` says in words what is right. */
  typed?: Typed
  /** All that count as right; usually one. */
  accepted: string[]
  marking: Marking
  correct: boolean
  /** Neither right nor wrong. */
  partly?: boolean
  /** What it gave, where the contest has marks. */
  marks?: string | null
  starred?: boolean
  /** Why the answer is right, where the organiser wrote it. */
  explanation?: string | null
  maths?: Maths
  pictures?: PicturesOfQuestion
  /** The places of the options that stay where they are, where its author said so. */
  fixed?: number[]
}

/** What somebody answered, for the organiser; the questions as they were written. */
export type ParticipantAnswers = {
  joinedAt: Moment
  submittedAt: Moment
  /** Decides in which order that person saw it all; null where nothing is mixed. */
  seed: string | null
  mixes: Mixes
  questions: AnsweredQuestion[]
}
/** `number`: in the contest, where the person had a part of its questions. */
export type AnsweredQuestion = ReviewedQuestion & { answeredAt: Moment; number?: number }

/** How often the questions in some places, from 1, were right. */
export type Facility = { from: number; to: number; asked: number; right: number; share: number }
/** How often what stood at a letter was chosen, and how often by chance. */
export type OptionPlace = { letter: string; chosen: number; share: number; expected: number }
/** Whether it mattered in which order people saw the paper; null where everybody had the same. `isEnough`: so that something can be said. */
export type Fairness = {
  tookPart: number
  positions: { thirds: Facility[]; each: Facility[]; isEnough: boolean; warning: string | null } | null
  options: { places: OptionPlace[]; isEnough: boolean; warning: string | null } | null
  /** Of contests of which each person gets a part of the questions. */
  variants?: { papers: PaperShare[]; isEnough: boolean; warning: string | null }
}
/** A paper by its number, and what those who had it have of all its marks. */
export type PaperShare = { variant: number; people: number; facility: number | null }

export type ReviewFilter = 'all' | 'partly' | 'wrong' | 'open'
export type ReviewVerdict = 'right' | 'partly' | 'wrong' | 'open' | 'void'

export function reviewVerdict({ chosen, correct, partly, marking }: ReviewedQuestion): ReviewVerdict {
  if (marking === 'void') return 'void'
  if (correct) return 'right'
  if (partly) return 'partly'
  return chosen === null ? 'open' : 'wrong'
}

export function reviewCounts(questions: readonly ReviewedQuestion[]): Record<ReviewFilter, number> {
  const counts = { all: questions.length, right: 0, partly: 0, wrong: 0, open: 0, void: 0 }
  for (const one of questions) counts[reviewVerdict(one)] += 1
  return { all: counts.all, partly: counts.partly, wrong: counts.wrong, open: counts.open }
}

// What was corrected after the end

export type Correction = {
  id: string
  questionId: string
  /** Its number for whoever looks: of the own paper as they saw it, else of the contest. Null where people have different papers and it is not on theirs. */
  number: number | null
  /** What was asked. */
  question: string
  /** The papers that have it, where people have different ones; for those who see all. */
  papers?: number[]
  marking: Marking
  /** All that count as right now; empty where the owner does not show it. */
  accepted: string[]
  /** All of them together are right, as of a question with several right options. */
  several?: boolean
  reason: string
  madeAt: Moment
}

/** The corrections, newest first, as each question stands now. */
export function lastOfEach(corrections: readonly Correction[]): Map<string, Correction> {
  const last = new Map<string, Correction>()
  for (const one of corrections) if (!last.has(one.questionId)) last.set(one.questionId, one)
  return last
}

/** How many questions of the own paper count for nobody. Where people have different papers, of none that all of them have. */
export function voidCount(corrections: readonly Correction[]): number {
  const isOwn = (one: Correction) => one.marking === 'void' && one.number !== null && !one.papers
  return [...lastOfEach(corrections).values()].filter(isOwn).length
}

/** How a question counts since it was corrected. */
export function correctedText(marking: Marking, hasMarks: boolean): string {
  return (hasMarks ? CORRECTED_WITH_MARKS : CORRECTED)[marking]
}

/** `everybody has the mark.`, `right is “Paris” or “Lyon”.`; “Paris” and “Lyon” where all of them make the `several` right ones. */
export function correctionText(
  { marking, accepted, several }: Pick<Correction, 'marking' | 'accepted' | 'several'>,
  hasMarks = false,
): string {
  const quoted = accepted.map((option) => `“${option}”`)
  const last = quoted.pop()
  if (marking !== 'key' || last === undefined) return correctedText(marking, hasMarks)
  return `right is ${quoted.length > 0 ? `${quoted.join(', ')} ${several ? 'and' : 'or'} ${last}` : last}.`
}
