/**
 * Event model: an event as this browser knows it, and the pure rules of its screens. Whatever depends on time takes
 * `now`, which is always the server's. The registration form is in registrationFields.ts.
 */
import type { Person } from '@/api/session'
import { asciiDigits } from '@/lib/asciiNumber'
import { withoutGroups } from '@/lib/digitGroups'
import { formatSpan, isSkipped, parseZoned, SKIPPED_HOUR, zonedParts } from '@/lib/time'
import * as messages from './messages'
import {
  type Answers,
  type BuiltField,
  builtForm,
  checkFields,
  type Field,
  type FieldMarks,
  onBench,
  restoredFields,
} from './registrationFields'

export type Picture = { url: string; width: number; height: number; srcSet: string | undefined }

export type Part = { state: 'registered' } | { state: 'waiting'; position: number }

export type ClubEvent = {
  id: string
  /** The club's name in addresses. */
  club: string
  clubName: string
  title: string
  description: string
  /** Empty: not said. */
  location: string
  /** Milliseconds since 1970; null: there is no date yet. */
  startsAt: number | null
  /** Null: not said; it then lasts a day. */
  endsAt: number | null
  picture: Picture | null
  /** The picture was uploaded here; else it is somebody else's, by its address. */
  pictureOwn: boolean
  /** The address as it was entered, whether or not it is shown. */
  pictureUrl: string
  capacity: number | null
  registered: number
  waiting: number
  fields: Field[]
  closed: boolean
  cancelled: boolean
  reason: string
  you: Part | null
  /** When its club changed anything last; null: not told. */
  changedAt: number | null
}

/** How an event stands, as the stream tells everybody. */
export type Standing = Pick<
  ClubEvent,
  'registered' | 'waiting' | 'capacity' | 'closed' | 'cancelled' | 'startsAt' | 'endsAt'
> & { changedAt: number }

export type EventPage = { events: ClubEvent[]; total: number; page: number }
export type Shelf = 'upcoming' | 'past'

// Where an event stands

export type Status = 'upcoming' | 'running' | 'past' | 'cancelled'
type Window = Pick<ClubEvent, 'startsAt' | 'endsAt'>

const MINUTE = 60_000
const DAY = 86_400_000
const FAR = 5 * 366 * DAY

/** The first moment it is over; null while it has no date. */
export function overAt({ startsAt, endsAt }: Window): number | null {
  return endsAt ?? (startsAt === null ? null : startsAt + DAY)
}

export function statusAt(event: Window & Pick<ClubEvent, 'cancelled'>, now: number): Status {
  if (event.cancelled) return 'cancelled'
  const over = overAt(event)
  if (over !== null && now >= over) return 'past'
  return event.startsAt !== null && now >= event.startsAt ? 'running' : 'upcoming'
}

export const TONES = { upcoming: 'sky', running: 'lawn', past: 'grey', cancelled: 'brick' } as const

/** What a person can do about an event now. */
export type Step = 'register' | 'wait' | 'registered' | 'waiting' | 'closed' | 'over' | 'cancelled'

export function stepOf(event: ClubEvent, now: number): Step {
  const status = statusAt(event, now)
  if (status === 'cancelled') return 'cancelled'
  if (event.you && status !== 'past') return event.you.state
  if (status === 'past') return 'over'
  if (event.closed) return 'closed'
  return isFull(event) ? 'wait' : 'register'
}

/** Places given up after the event has begun stay empty while others wait, and are nobody else's either. */
export function isFull({
  capacity,
  registered,
  waiting,
}: Pick<ClubEvent, 'capacity' | 'registered' | 'waiting'>): boolean {
  return waiting > 0 || (capacity !== null && registered >= capacity)
}

/** The event as the stream tells it. When it was changed stays as it is: what was changed is not all known. */
export function withStanding(event: ClubEvent, { changedAt: _, ...standing }: Standing): ClubEvent {
  return { ...event, ...standing }
}

/** Whether the stream tells of more than it says: another title perhaps, or another turn of the person who waits. */
export function mustAsk(event: ClubEvent, standing: Standing): boolean {
  const counts = event.registered !== standing.registered || event.waiting !== standing.waiting
  if (event.you?.state === 'waiting' && counts) return true
  if (event.changedAt !== null) return standing.changedAt > event.changedAt
  // The specification's list does not tell when; those of these that it tells say enough.
  const { cancelled, capacity, startsAt, endsAt } = standing
  return (
    event.cancelled !== cancelled ||
    event.capacity !== capacity ||
    event.startsAt !== startsAt ||
    event.endsAt !== endsAt
  )
}

/** Whether those who wait move up when a place is free; as the server decides it. */
export function movesUp(event: Pick<ClubEvent, 'startsAt' | 'closed'>, now: number): boolean {
  return !event.closed && (event.startsAt === null || event.startsAt > now)
}

/** `8 of 20 places left`, `Full, 3 waiting`, `12 registered`; nothing while nobody came, or of a cancelled event. */
export function placesText({ cancelled, capacity, registered, waiting }: ClubEvent): string {
  if (cancelled) return ''
  if (waiting > 0) return `Full, ${waiting.toLocaleString('en-US')} waiting`
  if (capacity === null) return registered === 0 ? '' : `${registered.toLocaleString('en-US')} registered`
  const left = capacity - registered
  if (left > 0) return `${left.toLocaleString('en-US')} of ${messages.countOf(capacity, 'place')} left`
  return 'Full'
}

/** `in 3 days`, `since 20 min`, for an event that is near; nothing otherwise. */
export function nearText(event: Window & Pick<ClubEvent, 'cancelled'>, now: number): string {
  const { startsAt } = event
  const status = statusAt(event, now)
  if (startsAt === null) return ''
  // Whole minutes: nobody counts seconds to an evening.
  const whole = (ms: number) => formatSpan(Math.max(1, Math.ceil(ms / MINUTE)) * MINUTE)
  if (status === 'running') return `Started ${whole(now - startsAt)} ago`
  if (status === 'upcoming' && startsAt - now <= 7 * DAY) return `Starts in ${whole(startsAt - now)}`
  return ''
}

/** Whether it is announced among what comes next: a cancelled one only to those who were to be there. */
export function isAnnounced({ cancelled, you }: Pick<ClubEvent, 'cancelled' | 'you'>): boolean {
  return !cancelled || you !== null
}

/** When the next of these events begins or is over; null when none will. */
export function nextTurn(events: readonly Window[], now: number): number | null {
  const turns = events.flatMap((event) => [event.startsAt, overAt(event)])
  const ahead = turns.filter((at): at is number => at !== null && at > now)
  return ahead.length > 0 ? Math.min(...ahead) : null
}

// Who may

const PLATFORM = ['ADMIN', 'ORGANISER', 'USER']

export function mayManage(person: Person | undefined, club: string): boolean {
  if (!person) return false
  return person.roles.includes('ADMIN') || person.roles.includes(club.toUpperCase())
}

/** The clubs a person administers, by the names in their roles; the platform's own roles are none. */
export function ownClubs(person: Person): string[] {
  return person.roles.filter((role) => !PLATFORM.includes(role))
}

// Making and changing one

/** The form as it is typed. Times are what a date-and-time field holds, read in the institute's zone. */
export type EventDraft = {
  title: string
  description: string
  location: string
  start: string
  end: string
  capacity: string
  pictureUrl: string
  fields: BuiltField[]
}

export const NO_EVENT: EventDraft = {
  title: '',
  description: '',
  location: '',
  start: '',
  end: '',
  capacity: '',
  pictureUrl: '',
  fields: [],
}

export type DraftErrors = {
  club?: string
  title?: string
  location?: string
  start?: string
  end?: string
  capacity?: string
  pictureUrl?: string
  /** By the field's key. */
  fields?: Record<string, FieldMarks>
}

export type NewEvent = {
  title: string
  description: string
  location: string
  startsAt: number | null
  endsAt: number | null
  capacity: number | null
  pictureUrl: string
  fields: Field[]
}

const MAX_PLACES = 100_000

/** Only the title is required. The server checks the same. */
export function checkDraft(draft: EventDraft, now: number, zone: string): DraftErrors {
  const errors: DraftErrors = {}
  const title = draft.title.trim()
  if (title === '') errors.title = messages.TITLE_MISSING
  else if ([...title].length > 200) errors.title = messages.TITLE_LONG
  const [start, end] = [momentIn(draft.start, zone), momentIn(draft.end, zone)]
  if (draft.start && start === null) errors.start = strangeTime(draft.start, zone)
  else if (draft.end && end === null) errors.end = strangeTime(draft.end, zone)
  else if (end !== null && start === null) errors.start = messages.START_FIRST
  else if (start !== null && Math.abs(start - now) > FAR) errors.start = messages.TOO_FAR
  else if (start !== null && end !== null && end <= start) errors.end = messages.END_BEFORE_START
  else if (end !== null && Math.abs(end - now) > FAR) errors.end = messages.TOO_FAR
  if (draft.capacity.trim() !== '' && placesOf(draft.capacity) === null) errors.capacity = messages.STRANGE_CAPACITY
  if (draft.pictureUrl.trim() !== '' && !isPictureUrl(draft.pictureUrl)) errors.pictureUrl = messages.STRANGE_PICTURE
  const fields = checkFields(draft.fields)
  if (Object.keys(fields).length > 0) errors.fields = fields
  return errors
}

function strangeTime(field: string, zone: string): string {
  return isSkipped(field, zone) ? SKIPPED_HOUR : messages.STRANGE_TIME
}

export function eventFrom(draft: EventDraft, zone: string): NewEvent {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    location: draft.location.trim(),
    startsAt: momentIn(draft.start, zone),
    endsAt: momentIn(draft.end, zone),
    capacity: placesOf(draft.capacity),
    pictureUrl: draft.pictureUrl.trim(),
    fields: builtForm(draft.fields),
  }
}

/** An event as its form begins with it. */
export function draftOf(event: ClubEvent, zone: string): EventDraft {
  return {
    title: event.title,
    description: event.description,
    location: event.location,
    start: fieldOf(event.startsAt, zone),
    end: fieldOf(event.endsAt, zone),
    capacity: event.capacity === null ? '' : String(event.capacity),
    pictureUrl: event.pictureUrl,
    fields: onBench(event.fields),
  }
}

/** What is another since the event was opened: the rest is for others to change meanwhile. */
export function changesOf(opened: ClubEvent, asked: NewEvent, zone: string): Partial<NewEvent> {
  return changedParts(eventFrom(draftOf(opened, zone), zone), asked)
}

/** With or without commas between groups of digits: `1,000`, `1,00,000`. */
function placesOf(text: string): number | null {
  const plain = withoutGroups(asciiDigits(text).trim())
  if (!/^\d{1,6}$/.test(plain)) return null
  const places = Number(plain)
  return places >= 1 && places <= MAX_PLACES ? places : null
}

/** https, with a plain host: no name, password or port in it. */
export function isPictureUrl(text: string): boolean {
  const plain = text.trim()
  return plain.length <= 1000 && /^https:\/\/[a-zA-Z0-9.-]+(?:[/?#][\x21-\x7e]*)?$/.test(plain)
}

/** What a browser kept of an unfinished event; anything that is none of it is dropped. */
export function restoredDraft(kept: unknown): EventDraft {
  const from = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  const text = (key: keyof EventDraft) => (typeof from[key] === 'string' ? from[key] : '')
  return {
    title: text('title'),
    description: text('description'),
    location: text('location'),
    start: text('start'),
    end: text('end'),
    capacity: text('capacity'),
    pictureUrl: text('pictureUrl'),
    fields: restoredFields(from.fields),
  }
}

/** What somebody made of an event, without what is as it was. */
export function changedParts<T extends object>(event: T, now: T): Partial<T> {
  const keys = Object.keys(now) as (keyof T)[]
  const changed = keys.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(event[key]))
  return Object.fromEntries(changed.map((key) => [key, now[key]])) as Partial<T>
}

/** An event with changes a browser kept laid over it: what others made of the rest stays. */
export function withChanges(event: EventDraft, kept: unknown): EventDraft {
  const restored = restoredDraft(kept)
  const keys = Object.keys(event).filter((key) => Object.hasOwn(Object(kept), key)) as (keyof EventDraft)[]
  return { ...event, ...Object.fromEntries(keys.map((key) => [key, restored[key]])) }
}

/** With a new start the end keeps its distance; without one before, it stays. */
export function withStart(draft: EventDraft, start: string, zone: string): Partial<EventDraft> {
  const [was, is, end] = [momentIn(draft.start, zone), momentIn(start, zone), momentIn(draft.end, zone)]
  if (was === null || is === null || end === null || end <= was) return { start }
  return { start, end: fieldOf(is + (end - was), zone) }
}

/** The moment a date-and-time field shows, in the zone given; null when it is empty or no time. */
export function momentIn(field: string, zone: string): number | null {
  const [date = '', time = ''] = field.split('T')
  const iso = parseZoned(date, time, zone)
  return iso === null ? null : Date.parse(iso)
}

export function fieldOf(at: number | null, zone: string): string {
  if (at === null) return ''
  const { date, time } = zonedParts(at, zone)
  return `${date}T${time}`
}

// Pictures

export const MAX_PICTURE = 10_485_760

/** Why a file cannot be the picture; null when it may be sent. What it really is the server looks at. */
export function pictureRefusal({ type, size }: { type: string; size: number }): string | null {
  if (!type.startsWith('image/') || type === 'image/svg+xml') return messages.PICTURE_NONE
  return size > MAX_PICTURE ? messages.PICTURE_LARGE : null
}

// Participants

export type Participant = {
  id: string
  name: string
  /** Null: not known. */
  email: string | null
  batch: string | null
  contact: string | null
  state: 'registered' | 'waiting'
  answers: Answers
}

export type Column = { name: string; label: string }
export type Participants = {
  people: Participant[]
  columns: Column[]
  total: number
  counts: { registered: number; waiting: number }
  page: number
}

/** Null: as they came. */
export type Sort = { by: 'name' | 'batch'; order: 'asc' | 'desc' } | null

/** After a press on the head of a column: A–Z, then Z–A, then A–Z again. */
export function nextSort(sort: Sort, by: 'name' | 'batch'): Sort {
  return { by, order: sort?.by === by && sort.order === 'asc' ? 'desc' : 'asc' }
}

/** Cards of a list that are followed; a stream carries 50 topics for all tabs. */
export const LIVE_CARDS = 12

/** Those of a list that are followed: the first that are not over. */
export function followedOf(events: readonly ClubEvent[], now: number): ReadonlySet<string> {
  const ahead = events.filter((event) => !['past', 'cancelled'].includes(statusAt(event, now)))
  return new Set(ahead.slice(0, LIVE_CARDS).map(({ id }) => id))
}
