/**
 * Poll model: a poll as this browser knows it, and the pure rules of its screens. Whatever depends on time takes `now`,
 * which is always the server's. The checks of the form save a round trip; the server checks the same and has the last
 * word.
 */

import { isolated } from '@/lib/isolated'
import { firstAlike, isVisible, likenessOfNames } from '@/lib/likeness'
import { percentText } from '@/lib/percentText'
import { formatNear, formatSpan, isSkipped, parseZoned, SKIPPED_HOUR, zonedParts } from '@/lib/time'
import { wholePercents } from '@/lib/wholePercents'
import {
  countOf,
  END_BEFORE_START,
  END_IN_PAST,
  END_MISSING,
  ORGANIZATION_MISSING,
  optionEmpty,
  optionsSame,
  START_MISSING,
  TITLE_MISSING,
} from './messages'

export const MIN_OPTIONS = 2
export const MAX_OPTIONS = 10

export type PollOption = { name: string; votes: number }
/** What changes while a poll runs; the same for everybody who looks. */
export type Tally = { votes: number[]; voters: number; startsAt: number; endsAt: number }

export type Poll = {
  id: string
  title: string
  organization: string
  options: PollOption[]
  voters: number
  /** Milliseconds since 1970. */
  startsAt: number
  endsAt: number
  /** The person looking has voted; for what, nobody knows. */
  voted: boolean
  own: boolean
}

export type Shelf = 'all' | 'upcoming' | 'active' | 'ended'
export type Counts = Record<Shelf, number>
export type PollPage = { polls: Poll[]; total: number; counts: Counts; page: number }

// Where a poll stands

export type Status = 'upcoming' | 'active' | 'ended'
type Window = Pick<Poll, 'startsAt' | 'endsAt'>

/** Start ≤ now < end is active. */
export function statusAt({ startsAt, endsAt }: Window, now: number): Status {
  if (now < startsAt) return 'upcoming'
  return now >= endsAt ? 'ended' : 'active'
}

export const TONES = { upcoming: 'sky', active: 'lawn', ended: 'grey' } as const

/**
 * Whether a vote that was refused because there is one is the vote that was pressed: as far as a secret ballot lets anybody
 * know. There was none before (`before`, as the server said when the person was asked), and the option has more by now.
 */
export function isOwnVote(before: Poll, after: Poll, index: number): boolean {
  const votes = (poll: Poll) => poll.options[index]?.votes ?? 0
  return !before.voted && after.voted && votes(after) > votes(before)
}

/** When the next of these polls opens or closes; null when none will. */
export function nextTurn(windows: readonly Window[], now: number): number | null {
  const turns = windows.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((at) => at > now)
  return turns.length > 0 ? Math.min(...turns) : null
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Said = { text: string; tone: 'ink' | 'amber' | 'brick' }

/** The one time that matters now: `Ends in 12 min 40 s`. */
export function momentOf(poll: Window, now: number, zone: string): Said {
  const status = statusAt(poll, now)
  if (status === 'ended') return { text: `Ended ${ago(poll.endsAt, now, zone)}`, tone: 'ink' }
  const at = status === 'active' ? poll.endsAt : poll.startsAt
  const left = at - now
  // Up to the last second there is one left: `0 s` would already be the next state.
  const near = left < DAY ? `in ${formatSpan(Math.ceil(left / 1000) * 1000)}` : formatNear(at, now, zone)
  if (status === 'upcoming') return { text: `Starts ${near}`, tone: 'ink' }
  return { text: `Ends ${near}`, tone: left <= 5 * MINUTE ? 'brick' : left <= 15 * MINUTE ? 'amber' : 'ink' }
}

function ago(at: number, now: number, zone: string): string {
  const distance = now - at
  if (distance < MINUTE) return 'just now'
  if (distance < DAY) return `${formatSpan(distance - (distance % MINUTE))} ago`
  return formatNear(at, now, zone)
}

/** What stands under the head of the list: `Three polls are open. The next one opens in 3 h.` */
export function nowSentence(polls: readonly Poll[], counts: Counts, now: number): string {
  const open = counts.active
  const first = open === 0 ? 'No poll is open.' : open === 1 ? 'One poll is open.' : `${open} polls are open.`
  const next = nextTurn(
    polls.filter((poll) => statusAt(poll, now) === 'upcoming').map(({ startsAt }) => ({ startsAt, endsAt: startsAt })),
    now,
  )
  // Whole minutes: a sentence is not a countdown.
  return next === null ? first : `${first} The next one opens in ${formatSpan(wholeMinutes(next - now))}.`
}

function wholeMinutes(ms: number): number {
  return Math.max(1, Math.ceil(ms / MINUTE)) * MINUTE
}

// Results

/** In whole per cent that add up; somebody's vote is never shown as 0%, nor a divided vote as all. */
export function shareTexts(options: readonly PollOption[]): string[] {
  const votes = options.map((option) => option.votes)
  const all = votes.reduce((sum, count) => sum + count, 0)
  return wholePercents(votes).map((percent, at) => {
    const count = votes[at] ?? 0
    if (count > 0 && count * 100 < all) return '<1%'
    return count < all && count * 100 > 99 * all ? '>99%' : percentText(percent)
  })
}

/** Places of the options with the most votes; none without votes. */
export function winnersOf(options: readonly PollOption[]): number[] {
  const most = Math.max(0, ...options.map(({ votes }) => votes))
  return most === 0 ? [] : options.flatMap(({ votes }, at) => (votes === most ? [at] : []))
}

/** The result as a sentence, for the card of a poll that ended. */
export function resultText(poll: Pick<Poll, 'options' | 'voters'>): string {
  const winners = winnersOf(poll.options)
  const [first] = winners
  if (first === undefined) return 'Nobody voted'
  const { name } = poll.options[first] ?? { name: '' }
  if (winners.length > 1) return `A tie of ${winners.length} options`
  return `${isolated(name)} (${shareTexts(poll.options)[first]})`
}

/** For those who do not see the bars, now and then. */
export function spokenTally(poll: Pick<Poll, 'options' | 'voters'>): string {
  const options = poll.options.map(({ name, votes }) => `${isolated(name)}: ${votes}`)
  return `${countOf(poll.voters, 'vote')} so far. ${options.join(', ')}.`
}

/**
 * A poll with newer numbers. Votes are only ever added, so a smaller sum is an older message that was overtaken, such as
 * the one that was on its way while the own vote was answered.
 */
export function withTally(poll: Poll, tally: Tally): Poll {
  const { startsAt, endsAt } = tally
  if (tally.voters < poll.voters || tally.votes.length !== poll.options.length) return { ...poll, startsAt, endsAt }
  const options = poll.options.map(({ name, votes }, at) => ({ name, votes: tally.votes[at] ?? votes }))
  return { ...poll, options, voters: tally.voters, startsAt, endsAt }
}

// The form

/** Start and end as a date-and-time field of the browser has them, in the institute's zone: `2026-11-20T18:00`. */
export type Draft = {
  title: string
  organization: string
  start: string
  end: string
  options: string[]
  /** The person chose the start or the end; until then both follow the clock. */
  startChosen: boolean
  endChosen: boolean
}
/** Which part of the form is wrong, and how; options by their place. */
export type Errors = { title?: string; organization?: string; start?: string; end?: string; options?: string[] }

export function fieldOf(moment: number, zone: string): string {
  const { date, time } = zonedParts(moment, zone)
  return `${date}T${time}`
}

/** The moment a field means; null when it is not filled in. */
export function momentIn(field: string, zone: string): number | null {
  const [date = '', time = ''] = field.split('T')
  const iso = parseZoned(date, time, zone)
  return iso === null ? null : Date.parse(iso)
}

export function newDraft(now: number, zone: string): Draft {
  return {
    title: '',
    organization: '',
    start: fieldOf(now, zone),
    end: fieldOf(now + DAY, zone),
    options: Array.from({ length: MIN_OPTIONS }, () => ''),
    startChosen: false,
    endChosen: false,
  }
}

/** A kept draft as it should come back: its times only where they were chosen and are not over. */
export function restoredDraft(kept: Partial<Draft> | null, now: number, zone: string): Draft {
  const draft = newDraft(now, zone)
  if (!kept) return draft
  for (const key of ['title', 'organization'] as const) if (typeof kept[key] === 'string') draft[key] = kept[key]
  if (Array.isArray(kept.options)) {
    const options = kept.options.filter((option) => typeof option === 'string').slice(0, MAX_OPTIONS)
    while (options.length < MIN_OPTIONS) options.push('')
    draft.options = options
  }
  const end = typeof kept.end === 'string' ? momentIn(kept.end, zone) : null
  if (end !== null && end > now) {
    draft.endChosen = kept.endChosen === true
    draft.startChosen = kept.startChosen === true
    if (draft.startChosen && typeof kept.start === 'string') draft.start = kept.start
    if (draft.startChosen || draft.endChosen) draft.end = kept.end as string
  }
  return draft
}

/** True when there is something somebody typed. */
export function isBegun(draft: Partial<Draft> | null): boolean {
  if (!draft) return false
  const texts = [draft.title, draft.organization, ...(Array.isArray(draft.options) ? draft.options : [])]
  return texts.some((text) => typeof text === 'string' && text.trim() !== '')
}

/** The start moved: as long as nobody chose an end it stays a day after. */
export function withStart(draft: Draft, start: string, zone: string): Draft {
  const moment = momentIn(start, zone)
  const end = draft.endChosen || moment === null ? draft.end : fieldOf(moment + DAY, zone)
  return { ...draft, start, end, startChosen: true }
}

/** What the draft means; a start nobody chose is now. */
export function momentsOf(draft: Draft, now: number, zone: string): { startsAt: number | null; endsAt: number | null } {
  return {
    startsAt: draft.startChosen ? momentIn(draft.start, zone) : now,
    endsAt: momentIn(draft.end, zone),
  }
}

export function checkDraft(draft: Draft, now: number, zone: string): Errors {
  const errors: Errors = {}
  if (draft.title.trim() === '') errors.title = TITLE_MISSING
  if (draft.organization.trim() === '') errors.organization = ORGANIZATION_MISSING
  const { startsAt, endsAt } = momentsOf(draft, now, zone)
  if (startsAt === null) errors.start = isSkipped(draft.start, zone) ? SKIPPED_HOUR : START_MISSING
  if (endsAt === null) errors.end = isSkipped(draft.end, zone) ? SKIPPED_HOUR : END_MISSING
  else if (startsAt !== null && endsAt <= startsAt) errors.end = END_BEFORE_START
  else if (endsAt <= now) errors.end = END_IN_PAST
  const options = optionErrors(draft.options)
  if (options.some((error) => error)) errors.options = options
  return errors
}

function optionErrors(options: readonly string[]): string[] {
  return options.map((option, at) => {
    if (!isVisible(option)) return optionEmpty(at + 1)
    const first = firstAlike(options, at, likenessOfNames)
    return first < at ? optionsSame(first + 1, at + 1) : ''
  })
}

/** With nothing sold everybody may, up to a daily number the server knows; an administrator needs no creations. */
export function mayCreate(person: { roles: readonly string[]; pollCredits: number }, billing: boolean): boolean {
  return !billing || person.roles.includes('ADMIN') || person.pollCredits > 0
}
