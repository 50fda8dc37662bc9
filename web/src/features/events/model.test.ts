/** The rules of events: where one stands, what a person can do, what a form must say. */
import { describe, expect, it } from 'vitest'
import type { Person } from '@/api/session'
import { SKIPPED_HOUR } from '@/lib/time'
import * as messages from './messages'
import {
  type ClubEvent,
  changedParts,
  checkDraft,
  type EventDraft,
  eventFrom,
  fieldOf,
  isPictureUrl,
  mayManage,
  momentIn,
  movesUp,
  mustAsk,
  NO_EVENT,
  nearText,
  nextSort,
  nextTurn,
  ownClubs,
  pictureRefusal,
  placesText,
  restoredDraft,
  statusAt,
  stepOf,
  withChanges,
  withStanding,
  withStart,
} from './model'

const ZONE = 'Asia/Kolkata'
const NOW = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

const event = (part: Partial<ClubEvent> = {}): ClubEvent => ({
  id: 'e1',
  club: 'HOBBY',
  clubName: 'Hobby Club',
  title: 'Night walk',
  description: '',
  location: 'Clock tower',
  startsAt: NOW + HOUR,
  endsAt: NOW + 3 * HOUR,
  picture: null,
  pictureOwn: false,
  pictureUrl: '',
  capacity: null,
  registered: 0,
  waiting: 0,
  fields: [],
  closed: false,
  cancelled: false,
  reason: '',
  you: null,
  changedAt: null,
  ...part,
})

describe('where an event stands', () => {
  it('is by the clock', () => {
    const one = event()
    expect(statusAt(one, NOW)).toBe('upcoming')
    expect(statusAt(one, NOW + HOUR)).toBe('running')
    expect(statusAt(one, NOW + 3 * HOUR)).toBe('past')
    expect(statusAt({ ...one, cancelled: true }, NOW + 3 * HOUR)).toBe('cancelled')
  })

  it('lasts a day without an end, and for ever without a date', () => {
    const open = event({ endsAt: null })
    expect(statusAt(open, NOW + DAY)).toBe('running')
    expect(statusAt(open, NOW + HOUR + DAY)).toBe('past')
    expect(statusAt(event({ startsAt: null, endsAt: null }), NOW + 900 * DAY)).toBe('upcoming')
    expect(nextTurn([open], NOW)).toBe(NOW + HOUR)
    expect(nextTurn([open], NOW + HOUR)).toBe(NOW + HOUR + DAY)
    expect(nextTurn([event({ startsAt: null, endsAt: null })], NOW)).toBeNull()
  })

  it.each<[Partial<ClubEvent>, string]>([
    [{}, 'register'],
    [{ capacity: 2, registered: 1 }, 'register'],
    [{ capacity: 2, registered: 2 }, 'wait'],
    [{ closed: true }, 'closed'],
    [{ closed: true, you: { state: 'registered' } }, 'registered'],
    [{ you: { state: 'waiting', position: 3 } }, 'waiting'],
    [{ you: { state: 'registered' }, startsAt: NOW - 5 * HOUR, endsAt: NOW - HOUR }, 'over'],
    [{ you: { state: 'registered' }, cancelled: true }, 'cancelled'],
    [{ startsAt: NOW - HOUR }, 'register'],
    [{ startsAt: NOW - HOUR, capacity: 20, registered: 19, waiting: 1 }, 'wait'],
  ])('%o → %s', (part, step) => {
    expect(stepOf(event(part), NOW)).toBe(step)
  })
})

describe('what is said of it', () => {
  it.each<[Partial<ClubEvent>, string]>([
    [{}, ''],
    [{ registered: 12 }, '12 registered'],
    [{ capacity: 20, registered: 12 }, '8 of 20 places left'],
    [{ capacity: 1 }, '1 of 1 place left'],
    [{ capacity: 20, registered: 20 }, 'Full'],
    [{ capacity: 20, registered: 20, waiting: 3 }, 'Full, 3 waiting'],
    [{ capacity: 10, registered: 12 }, 'Full'],
    [{ cancelled: true, capacity: 20, registered: 20, waiting: 12 }, ''],
    [{ cancelled: true, capacity: 20, registered: 12 }, ''],
    [{ cancelled: true, registered: 12 }, ''],
    // A place given up after the start is nobody's.
    [{ capacity: 20, registered: 19, waiting: 3 }, 'Full, 3 waiting'],
  ])('places of %o', (part, text) => {
    expect(placesText(event(part))).toBe(text)
  })

  it('who waits moves up until the start, while registration is open', () => {
    expect(movesUp(event(), NOW)).toBe(true)
    expect(movesUp(event({ startsAt: null, endsAt: null }), NOW)).toBe(true)
    expect(movesUp(event({ closed: true }), NOW)).toBe(false)
    expect(movesUp(event({ startsAt: NOW }), NOW)).toBe(false)
  })

  it('how near', () => {
    expect(nearText(event(), NOW)).toBe('Starts in 1 h')
    expect(nearText(event(), NOW + HOUR - 1)).toBe('Starts in 1 min')
    expect(nearText(event(), NOW + HOUR + 20 * 60_000)).toBe('Started 20 min ago')
    expect(nearText(event({ startsAt: NOW + 8 * DAY }), NOW)).toBe('')
    expect(nearText(event({ cancelled: true }), NOW)).toBe('')
  })
})

describe('who may', () => {
  const person = (...roles: string[]): Person => ({
    id: 'u',
    fullName: 'A',
    email: 'a@b.c',
    role: roles[0] ?? 'USER',
    roles,
    contestCredits: 0,
    pollCredits: 0,
    picture: null,
  })

  it('is a club’s administrator or ADMIN', () => {
    expect(mayManage(person('HOBBY', 'USER'), 'hobby')).toBe(true)
    expect(mayManage(person('ADMIN'), 'HOBBY')).toBe(true)
    for (const role of ['USER', 'ORGANISER', 'DRAMATIC']) expect(mayManage(person(role), 'HOBBY')).toBe(false)
    expect(mayManage(undefined, 'HOBBY')).toBe(false)
    expect(ownClubs(person('HOBBY', 'ORGANISER', 'DRAMATIC', 'USER'))).toEqual(['HOBBY', 'DRAMATIC'])
  })
})

describe('a new event', () => {
  const draft = (part: Partial<EventDraft>): EventDraft => ({ ...NO_EVENT, title: 'Night walk', ...part })
  const errors = (part: Partial<EventDraft>) => checkDraft(draft(part), NOW, ZONE)

  it('needs only a title', () => {
    expect(errors({})).toEqual({})
    expect(errors({ title: '  ' })).toEqual({ title: 'Title is required' })
    expect(errors({ title: 'x'.repeat(201) })).toEqual({ title: messages.TITLE_LONG })
  })

  it('has an order of times', () => {
    expect(errors({ start: '2026-11-26T19:00', end: '2026-11-26T21:00' })).toEqual({})
    expect(errors({ end: '2026-11-26T21:00' })).toEqual({ start: messages.START_FIRST })
    for (const end of ['2026-11-26T19:00', '2026-11-26T18:59']) {
      expect(errors({ start: '2026-11-26T19:00', end })).toEqual({ end: messages.END_BEFORE_START })
    }
    expect(errors({ start: '2040-01-01T10:00' })).toEqual({ start: messages.TOO_FAR })
    expect(errors({ start: 'soon' })).toEqual({ start: messages.STRANGE_TIME })
    // What was is allowed: its gallery may come later.
    expect(errors({ start: '2026-10-01T10:00' })).toEqual({})
  })

  it('has a number of places or none', () => {
    for (const capacity of ['', ' ', '1', '100000']) expect(errors({ capacity })).toEqual({})
    for (const capacity of ['0', '-1', '1.5', '100001', 'many', '1e3', '1,00', ',100', '1,2,345', '200,000']) {
      expect(errors({ capacity })).toEqual({ capacity: messages.STRANGE_CAPACITY })
    }
  })

  it('takes pictures of others by https only', () => {
    expect(isPictureUrl('https://img.example/a.png?x=1#y')).toBe(true)
    for (const bad of [
      'http://img.example/a.png',
      'javascript:alert(1)',
      'https://',
      'https://user@img.example/',
      'https://img.example:444/',
      'https://img.example/a b',
      `https://img.example/${'x'.repeat(1000)}`,
    ]) {
      expect(isPictureUrl(bad), bad).toBe(false)
    }
  })

  it('is sent with the zone applied', () => {
    const sent = eventFrom(draft({ title: ' Night walk ', start: '2026-11-26T19:00', capacity: ' 20 ' }), ZONE)
    expect(sent).toMatchObject({ title: 'Night walk', capacity: 20, endsAt: null })
    expect(new Date(sent.startsAt ?? 0).toISOString()).toBe('2026-11-26T13:30:00.000Z')
  })

  it.each([
    ['1,000', 1000],
    ['10,000', 10_000],
    ['1,00,000', 100_000],
    ['१,०००', 1000],
  ])('takes places as people write thousands: %s', (capacity, places) => {
    expect(errors({ capacity })).toEqual({})
    expect(eventFrom(draft({ capacity }), ZONE).capacity).toBe(places)
  })

  it('takes places in the digits of any script', () => {
    expect(eventFrom(draft({ capacity: '२०' }), ZONE).capacity).toBe(20)
  })

  it('moves its end along with its start', () => {
    const one = draft({ start: '2026-11-26T19:00', end: '2026-11-26T21:30' })
    expect(withStart(one, '2026-11-27T10:00', ZONE)).toEqual({ start: '2026-11-27T10:00', end: '2026-11-27T12:30' })
    expect(withStart(one, '', ZONE)).toEqual({ start: '' })
    expect(withStart(draft({ end: '2026-11-26T21:30' }), '2026-11-26T19:00', ZONE)).toEqual({
      start: '2026-11-26T19:00',
    })
  })

  it('comes back from a browser as far as it is one', () => {
    expect(restoredDraft(null)).toEqual(NO_EVENT)
    expect(restoredDraft({ title: 'A', capacity: 7, fields: 'x', evil: true })).toEqual({ ...NO_EVENT, title: 'A' })
  })

  it('keeps only what is changed, and lays it over what others made of the rest', () => {
    const before = draft({ title: 'Night walk', location: 'Clock tower' })
    const kept = changedParts(before, { ...before, title: 'Dawn walk', capacity: '20' })
    expect(kept).toEqual({ title: 'Dawn walk', capacity: '20' })
    expect(changedParts(before, { ...before })).toEqual({})
    const now = { ...before, location: 'Old Workshop' }
    expect(withChanges(now, kept)).toEqual({ ...now, title: 'Dawn walk', capacity: '20' })
    expect(withChanges(now, null)).toEqual(now)
    expect(withChanges(now, { evil: true })).toEqual(now)
  })

  it('writes a moment as its field does', () => {
    const at = Date.parse('2026-11-26T13:30:00Z')
    expect(fieldOf(at, ZONE)).toBe('2026-11-26T19:00')
    expect(momentIn(fieldOf(at, ZONE), ZONE)).toBe(at)
    expect([fieldOf(null, ZONE), momentIn('', ZONE)]).toEqual(['', null])
  })
})

it.each([
  [{ type: 'image/png', size: 10_485_760 }, null],
  [{ type: 'image/png', size: 10_485_761 }, messages.PICTURE_LARGE],
  [{ type: 'application/pdf', size: 1 }, messages.PICTURE_NONE],
  [{ type: 'image/svg+xml', size: 1 }, messages.PICTURE_NONE],
])('a picture file: %o', (file, refusal) => {
  expect(pictureRefusal(file)).toBe(refusal)
})

it('sorts a column up first', () => {
  expect(nextSort(null, 'batch')).toEqual({ by: 'batch', order: 'asc' })
  expect(nextSort({ by: 'batch', order: 'asc' }, 'batch')).toEqual({ by: 'batch', order: 'desc' })
  expect(nextSort({ by: 'batch', order: 'desc' }, 'batch')).toEqual({ by: 'batch', order: 'asc' })
  expect(nextSort({ by: 'batch', order: 'asc' }, 'name')).toEqual({ by: 'name', order: 'asc' })
})

it('refuses an hour that summer time skips', () => {
  const draft = { ...NO_EVENT, title: 'Walk', start: '2027-03-28T02:30', end: '2027-03-28T04:00' }
  const now = Date.parse('2027-01-01T00:00:00Z')
  expect(checkDraft(draft, now, 'Europe/Berlin')).toEqual({ start: SKIPPED_HOUR })
  expect(checkDraft({ ...draft, start: '', end: draft.start }, now, 'Europe/Berlin')).toEqual({ end: SKIPPED_HOUR })
  expect(checkDraft(draft, now, 'Asia/Kolkata')).toEqual({})
})

describe('what the stream tells of an event', () => {
  const standing = {
    registered: 20,
    waiting: 1,
    capacity: 20,
    closed: true,
    cancelled: false,
    startsAt: NOW + DAY,
    endsAt: NOW + DAY + HOUR,
    changedAt: NOW,
  }
  const known = event({ ...standing, registered: 19, waiting: 0, closed: false, changedAt: NOW })

  it('is written into it, but that it was changed: what was is not all told', () => {
    const heard = withStanding(known, { ...standing, changedAt: NOW + 1 })
    expect(heard).toEqual({ ...known, registered: 20, waiting: 1, closed: true, changedAt: NOW })
    expect(placesText(heard)).toBe('Full, 1 waiting')
  })

  it('leads to a question only where there is more to know', () => {
    expect(mustAsk(known, standing)).toBe(false)
    expect(mustAsk(known, { ...standing, changedAt: NOW + 1 })).toBe(true)
    const waiting = { ...known, you: { state: 'waiting' as const, position: 2 } }
    expect(mustAsk(waiting, standing)).toBe(true)
    expect(mustAsk({ ...waiting, registered: 20, waiting: 1 }, standing)).toBe(false)
    // The specification's list does not say when an event was changed.
    const plain = { ...known, changedAt: null }
    expect(mustAsk(plain, standing)).toBe(false)
    for (const part of [{ cancelled: true }, { capacity: null }, { startsAt: NOW }, { endsAt: null }]) {
      expect(mustAsk(plain, { ...standing, ...part }), JSON.stringify(part)).toBe(true)
    }
  })
})
