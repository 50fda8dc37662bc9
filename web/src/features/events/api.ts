/**
 * API of events: its calls, and the only file of this feature that knows the wire's names. An event comes in two
 * shapes, the specification's and ours; here both become one.
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { CLUB_CHOICE_KEY, cache, HUB_EVENTS_KEY } from '@/api/cache'
import { call } from '@/api/client'
import { Failure, refusedField as namedField } from '@/api/failure'
import {
  deleteCalendarAddress,
  deleteEventsByEventIdPicture,
  deleteEventsByEventIdRegistration,
  getCalendarAddress,
  getClubs,
  getEventAlleventByClub,
  getEvents,
  getEventsByEventId,
  getEventsByEventIdCalendarIcs,
  getEventsByEventIdParticipants,
  getEventsByEventIdParticipantsCsv,
  getEventsByEventIdParticipantsXlsx,
  getEventsByEventIdRegistration,
  postCalendarAddress,
  postEvent,
  postEventRegistertoByEventId,
  postEventsByEventIdCancel,
  postEventsByEventIdMessage,
  postEventsByEventIdRegistrationState,
  putEventsByEventId,
  putEventsByEventIdRegistration,
} from '@/api/generated/sdk.gen'
import type {
  ClubEventOut,
  EventIn,
  EventOut,
  FormOut,
  ParticipantOut,
  PartOut,
  PictureOut,
} from '@/api/generated/types.gen'
import type { LiveEvent } from '@/api/live'
import { pictureFrom } from '@/api/pictures'
import { sentAs } from '@/api/sender'
import { putPicture } from '@/api/uploadForm'
import {
  type ClubEvent,
  type DraftErrors,
  type EventPage,
  isAnnounced,
  type NewEvent,
  type Part,
  type Participant,
  type Participants,
  type Picture,
  type Shelf,
  type Sort,
  type Standing,
} from './model'
import { type Answers, type Field, isKind } from './registrationFields'

/** How often guests, who have no stream, ask for the places that are left, while they look. Nothing on the way keeps a reply. */
export const GUESTS_ASK_EVERY = 15_000

/** Cards per step of a list, people per step of a table. */
export const LIST_SIZE = 24
export const PEOPLE_SIZE = 50

const KEY = ['events'] as const
const LISTS = [...KEY, 'list'] as const
export const eventKey = (id: string) => [...KEY, 'one', id] as const
const peopleKey = (id: string) => [...KEY, 'people', id] as const
const ownKey = (id: string) => [...KEY, 'own', id] as const

// Wire to model

function at(iso: string | null | undefined): number | null {
  const ms = iso ? Date.parse(iso) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

/** A form written by a newer server may have kinds this page does not know: a line of text takes any answer. */
function fieldsFrom({ fields }: FormOut): Field[] {
  return fields.map(({ name, label, type, required, options }) => ({
    name,
    label,
    kind: isKind(type) ? type : 'text',
    required,
    options,
  }))
}

function partFrom(you: PartOut | null | undefined): Part | null {
  if (you?.state === 'registered') return { state: 'registered' }
  if (you?.state === 'waiting') return { state: 'waiting', position: you.position ?? 1 }
  return null
}

const OURS = /\/api\/media\/[0-9a-f]+$/

function shownFrom(picture: PictureOut | null | undefined, url: string | null | undefined): Picture | null {
  if (picture) return pictureFrom(picture)
  // The specification's one address may be that of an upload: then it is ours, under whatever name we were opened.
  return url ? { url: OURS.exec(url)?.[0] ?? url, width: 16, height: 9, srcSet: undefined } : null
}

function eventFrom(wire: EventOut): ClubEvent {
  return {
    id: wire.id,
    club: wire.club.shortName,
    clubName: wire.club.name,
    title: wire.title,
    description: wire.description,
    location: wire.location,
    startsAt: at(wire.startsAt),
    endsAt: at(wire.endsAt),
    picture: shownFrom(wire.picture, wire.pictureUrl),
    pictureOwn: Boolean(wire.picture),
    pictureUrl: wire.pictureUrl ?? '',
    capacity: wire.capacity ?? null,
    registered: wire.registered,
    waiting: wire.waiting,
    fields: fieldsFrom(wire.form),
    closed: wire.closed,
    cancelled: wire.status === 'cancelled',
    reason: wire.reason ?? '',
    you: partFrom(wire.you),
    changedAt: at(wire.changedAt),
  }
}

/** The specification's shape says less: whether registration is closed follows from whether it is open. */
function clubEventFrom(wire: ClubEventOut): ClubEvent {
  const over = wire.status === 'past' || wire.status === 'cancelled'
  return {
    id: wire._id,
    club: wire.club,
    clubName: wire.club,
    title: wire.title,
    description: wire.description,
    location: wire.location,
    startsAt: at(wire.start),
    endsAt: at(wire.end),
    picture: shownFrom(null, wire.imageurl),
    pictureOwn: OURS.test(wire.imageurl),
    pictureUrl: '',
    capacity: wire.capacity ?? null,
    registered: wire.registered,
    waiting: wire.waiting,
    fields: fieldsFrom(wire.formjson),
    closed: !wire.open && !over,
    cancelled: wire.status === 'cancelled',
    reason: '',
    you: partFrom(wire.you),
    changedAt: null,
  }
}

// Reading

export type ListAsked = { shelf: Shelf; club: string; words: string }
export type Counted = EventPage & { counts: Record<Shelf, number> }

export const eventsQuery = ({ shelf, club, words }: ListAsked) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, 'shelf', shelf, club.toUpperCase(), words],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<Counted> => {
      const query = { when: shelf, club: club || undefined, q: words || undefined, page: pageParam, size: LIST_SIZE }
      const { events, total, counts } = await call(getEvents({ query, signal }))
      return { events: events.map(eventFrom), total, page: pageParam, counts }
    },
    getNextPageParam: (last) => (last.page * LIST_SIZE < last.total ? last.page + 1 : undefined),
  })

/** The next few events of a club, or of all. Others come after cancelled ones that are not announced. */
export const nextEventsQuery = (club: string, size: number) =>
  queryOptions({
    queryKey: [...LISTS, 'next', club.toUpperCase(), size],
    queryFn: ({ signal }) => announcedEvents({ when: 'upcoming', club: club || undefined }, size, signal),
  })

async function announcedEvents(
  wanted: { when?: 'upcoming'; club: string | undefined },
  size: number,
  signal: AbortSignal,
): Promise<ClubEvent[]> {
  const found: ClubEvent[] = []
  for (let page = 1; ; page += 1) {
    const { events, total } = await call(getEvents({ query: { ...wanted, page, size }, signal }))
    found.push(...events.map(eventFrom).filter(isAnnounced))
    if (found.length >= size || page * size >= total) return found.slice(0, size)
  }
}

/** A few events of a club, what is to come first, without cancelled ones that are not announced; also for guests. */
export const otherEventsQuery = (club: string) =>
  queryOptions({
    queryKey: [...LISTS, 'others', club.toUpperCase()],
    queryFn: ({ signal }) => announcedEvents({ club }, 7, signal),
  })

/** Every event of a club, what is to come first; for whoever is signed in. */
export const clubEventsQuery = (club: string) =>
  queryOptions({
    queryKey: [...LISTS, 'club', club.toUpperCase()],
    meta: { about: 'event' },
    queryFn: async ({ signal }): Promise<ClubEvent[]> =>
      (await call(getEventAlleventByClub({ path: { club }, signal }))).events.map(clubEventFrom),
  })

export type Shown = { event: ClubEvent; mayManage: boolean }

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: eventKey(id),
    meta: { about: 'event' },
    queryFn: async ({ signal }): Promise<Shown> => {
      const { event, mayManage, typedPictureUrl } = await call(getEventsByEventId({ path: { eventId: id }, signal }))
      return { event: { ...eventFrom(event), pictureUrl: typedPictureUrl ?? '' }, mayManage }
    },
  })

export type ClubChoice = { shortName: string; name: string }

/** All clubs, by name: for the filter, and for ADMIN who may make events of any. */
export const clubsQuery = queryOptions({
  queryKey: CLUB_CHOICE_KEY,
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<ClubChoice[]> => {
    const { clubs } = await call(getClubs({ query: { page: 1, size: 100 }, signal }))
    return clubs.map(({ shortName, name }) => ({ shortName, name })).sort((a, b) => a.name.localeCompare(b.name))
  },
})

export type OwnRegistration = { fields: Field[]; answers: Answers }

export const ownRegistrationQuery = (id: string) =>
  queryOptions({
    queryKey: ownKey(id),
    // Never from memory: what was changed on another device meanwhile would be undone.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<OwnRegistration> => {
      const { registration } = await call(getEventsByEventIdRegistration({ path: { eventId: id }, signal }))
      return { fields: fieldsFrom(registration.form), answers: registration.answers }
    },
  })

/** What the person has answered, and to which fields, as the server has it now. */
export function askOwnRegistration(id: string): Promise<OwnRegistration> {
  return cache.fetchQuery({ ...ownRegistrationQuery(id), staleTime: 0 })
}

// Participants

export type PeopleAsked = { sort: Sort; state: 'all' | 'registered' | 'waiting'; words: string }

function peopleQuerystring({ sort, state, words }: PeopleAsked) {
  return {
    sort: sort ? (`${sort.by}:${sort.order}` as const) : undefined,
    state: state === 'all' ? undefined : state,
    q: words || undefined,
  }
}

function participantFrom({ _id, UserId, formdata, state }: ParticipantOut): Participant {
  return {
    id: _id,
    name: UserId.fullName,
    email: UserId.email ?? null,
    batch: UserId.batch ?? null,
    contact: UserId.contact ?? null,
    state: state === 'waiting' ? 'waiting' : 'registered',
    answers: formdata,
  }
}

export const participantsQuery = (id: string, asked: PeopleAsked) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey(id), asked],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }): Promise<Participants> => {
      const query = { ...peopleQuerystring(asked), page: pageParam, size: PEOPLE_SIZE }
      const answer = await call(getEventsByEventIdParticipants({ path: { eventId: id }, query, signal }))
      const { participants, columns, total, counts } = answer
      return { people: participants.map(participantFrom), columns, total, counts, page: pageParam }
    },
    getNextPageParam: (last) => (last.page * PEOPLE_SIZE < last.total ? last.page + 1 : undefined),
  })

/** A file of everybody who matches, put together by the server. */
export async function participantsFile(id: string, kind: 'csv' | 'xlsx', asked: PeopleAsked): Promise<Blob> {
  const options = { path: { eventId: id }, query: peopleQuerystring(asked), parseAs: 'blob' as const }
  const file: unknown =
    kind === 'csv'
      ? await call(getEventsByEventIdParticipantsCsv(options))
      : await call(getEventsByEventIdParticipantsXlsx(options))
  return file as Blob
}

/** An event as a calendar file. Fetched rather than linked to: the page of a Wi-Fi log-in would be saved in its place. */
export async function calendarFile(id: string): Promise<Blob> {
  const file: unknown = await call(getEventsByEventIdCalendarIcs({ path: { eventId: id }, parseAs: 'blob' }))
  return file as Blob
}

// Calendars to subscribe to

/** When the secret address of one's own calendar was made; null without one. The address is told only when it is made. */
export const calendarAddressQuery = queryOptions({
  queryKey: [...KEY, 'calendar-address'],
  queryFn: async ({ signal }): Promise<number | null> => at((await call(getCalendarAddress({ signal }))).madeAt),
})

/** This site's address of a path, as this browser knows the site. */
const onThisSite = (path: string) => new URL(path, location.origin).href

/** Makes a new secret address, and the old one dead. */
export async function makeCalendarAddress(): Promise<string> {
  const { address } = await call(postCalendarAddress())
  return onThisSite(new URL(address).pathname)
}

export async function removeCalendarAddress(): Promise<string> {
  return (await call(deleteCalendarAddress())).message
}

/** The address of the events of a club, or of all. */
export const publicCalendar = (club?: string) =>
  onThisSite(club ? `/api/calendar/club/${encodeURIComponent(club)}/events.ics` : '/api/calendar/events.ics')

/** An address as calendar programs take it from a link. */
export const webcal = (address: string) => address.replace(/^https?:/, 'webcal:')

export function staleCalendarAddress(): Promise<void> {
  return cache.invalidateQueries({ queryKey: calendarAddressQuery.queryKey })
}

// What the server has told already

/** A page opens with it. Whether the person manages the club is asked. */
export function knownEvent(id: string): ClubEvent | undefined {
  for (const [, list] of cache.getQueriesData<ClubEvent[] | { pages: EventPage[] }>({ queryKey: LISTS })) {
    const events = Array.isArray(list) ? list : (list?.pages.flatMap((page) => page.events) ?? [])
    const found = events.find((event) => event.id === id)
    if (found) return found
  }
  return undefined
}

/** Events wherever they are listed. */
export async function staleEvents(): Promise<void> {
  await Promise.all([LISTS, HUB_EVENTS_KEY].map((queryKey) => cache.invalidateQueries({ queryKey })))
}

/** Everything about one event: itself, one's own registration, who comes. */
export function staleEvent(id: string): void {
  for (const queryKey of [eventKey(id), ownKey(id), peopleKey(id)]) void cache.invalidateQueries({ queryKey })
  void staleEvents()
}

/** Asks again who takes part, where that is shown: the stream names nobody. */
export function staleParticipants(id: string): void {
  void cache.invalidateQueries({ queryKey: peopleKey(id) })
}

/** Changes an event wherever it is shown. */
export function changeEvent(id: string, change: (event: ClubEvent) => ClubEvent): void {
  const each = (event: ClubEvent) => (event.id === id ? change(event) : event)
  cache.setQueryData<Shown>(eventKey(id), (shown) => shown && { ...shown, event: change(shown.event) })
  cache.setQueriesData<ClubEvent[] | { pages: EventPage[]; pageParams: unknown[] }>({ queryKey: LISTS }, (list) => {
    if (!list) return list
    if (Array.isArray(list)) return list.map(each)
    return { ...list, pages: list.pages.map((page) => ({ ...page, events: page.events.map(each) })) }
  })
}

// Live

/** The topic of one event, and of the lists. */
export const topicOf = (id: string) => `event:${id}`
export const LIST_TOPIC = 'events'

/** What the stream says of an event; `null` when there is no such event. */
export function standingFrom(told: LiveEvent): Standing | null {
  const { registered, waiting, capacity, closed, cancelled, startsAt, endsAt, changedAt } = told
  const changed = at(String(changedAt))
  if (typeof registered !== 'number' || typeof waiting !== 'number' || changed === null) return null
  const moment = (value: unknown) => (typeof value === 'string' ? at(value) : null)
  return {
    registered,
    waiting,
    capacity: typeof capacity === 'number' ? capacity : null,
    closed: closed === true,
    cancelled: cancelled === true,
    startsAt: moment(startsAt),
    endsAt: moment(endsAt),
    changedAt: changed,
  }
}

// Changing

/** What is not named stays as it is. */
function wireOf(asked: Partial<NewEvent>): EventIn {
  const iso = (ms: number | null = null) => (ms === null ? '' : new Date(ms).toISOString())
  const named = (key: 'startsAt' | 'endsAt') => (key in asked ? iso(asked[key]) : undefined)
  return {
    title: asked.title,
    description: asked.description,
    location: asked.location,
    start: named('startsAt'),
    end: named('endsAt'),
    imageurl: asked.pictureUrl,
    capacity: asked.capacity,
    formjson: asked.fields && { fields: asked.fields.map(({ kind, ...field }) => ({ ...field, type: kind })) },
  }
}

export async function createEvent(club: string, asked: NewEvent): Promise<{ id: string; message: string }> {
  const { event, message } = await call(postEvent({ body: { ...wireOf(asked), club } }))
  return { id: event._id, message }
}

type Told = { event: ClubEvent; message: string }

export async function saveEvent(id: string, asked: Partial<NewEvent>): Promise<Told> {
  const { event, message } = await call(putEventsByEventId({ path: { eventId: id }, body: wireOf(asked) }))
  return { event: eventFrom(event), message }
}

export async function setPicture(id: string, image: File, by: string | null): Promise<void> {
  await putPicture(`/events/${encodeURIComponent(id)}/picture`, image, by)
}

export async function removePicture(id: string, by: string | null): Promise<void> {
  await call(deleteEventsByEventIdPicture({ path: { eventId: id }, ...sentAs(by) }))
}

export async function cancelEvent(id: string, reason: string): Promise<Told> {
  const answer = await call(postEventsByEventIdCancel({ path: { eventId: id }, body: { reason } }))
  return { event: eventFrom(answer.event), message: answer.message }
}

export async function setOpen(id: string, open: boolean): Promise<Told> {
  const answer = await call(postEventsByEventIdRegistrationState({ path: { eventId: id }, body: { open } }))
  return { event: eventFrom(answer.event), message: answer.message }
}

/** To everybody who has a place. */
export async function sendMessage(id: string, body: string): Promise<string> {
  return (await call(postEventsByEventIdMessage({ path: { eventId: id }, body: { body } }))).message
}

export async function register(
  id: string,
  answers: Answers,
  by: string | null,
): Promise<{ message: string; you: Part }> {
  const { message, state, position } = await call(
    postEventRegistertoByEventId({ path: { eventId: id }, body: answers, ...sentAs(by) }),
  )
  return { message, you: partFrom({ state, position }) ?? { state: 'registered' } }
}

export async function saveAnswers(id: string, answers: Answers, by: string | null): Promise<string> {
  return (await call(putEventsByEventIdRegistration({ path: { eventId: id }, body: answers, ...sentAs(by) }))).message
}

export async function withdraw(id: string): Promise<string> {
  return (await call(deleteEventsByEventIdRegistration({ path: { eventId: id } }))).message
}

// Refusals

const FIELDS: Record<string, Exclude<keyof DraftErrors, 'fields'>> = {
  title: 'title',
  location: 'location',
  start: 'start',
  end: 'end',
  capacity: 'capacity',
  imageurl: 'pictureUrl',
}

/** A refusal that belongs to one field of an event's form. */
export function refusedPart(error: unknown): DraftErrors | null {
  const part = FIELDS[namedField(error) ?? '']
  return part && error instanceof Failure && error.message ? { [part]: error.message } : null
}

/** Answers that were not taken, by the field's name. */
export function refusedAnswers(error: unknown): Record<string, string> {
  const body = error instanceof Failure ? (error.body as { fields?: unknown } | null | undefined) : null
  const fields = typeof body?.fields === 'object' && body.fields !== null ? Object.entries(body.fields) : []
  return Object.fromEntries(fields.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}
