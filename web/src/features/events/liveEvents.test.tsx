/** Live events: what others do shows on an event's page and in the lists at once, and without a stream a little later. */
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { pass, passUntil, startTestClock } from '@/testClock'
import { type Answer, GUEST, liveStream, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { ClubEvents } from './components/ClubEvents'
import { JOIN_WAITING, REGISTER_NOW, STATE_LINES } from './messages'
import EventPage from './pages/EventPage'
import EventsPage from './pages/EventsPage'

const HOUR = 3_600_000
const HOBBY = { id: 'c1', shortName: 'HOBBY', name: 'Hobby Club' }
const iso = (fromNow: number) => new Date(Date.now() + fromNow).toISOString()
const Tab = () => <ClubEvents club={HOBBY} mayManage={false} />
const PAGES = { '/events': EventsPage, '/event/$eventId': EventPage, '/club': Tab }

let counted = 0
/** An event of its own for each test: what a stream told of another is remembered. */
function made() {
  counted += 1
  const id = `e${counted}`
  const [startsAt, endsAt, changedAt] = [iso(48 * HOUR), iso(50 * HOUR), iso(-HOUR)]
  const wire = (part: object = {}) => ({
    id,
    club: HOBBY,
    title: 'Night walk',
    description: '',
    location: 'Clock tower',
    startsAt,
    endsAt,
    picture: null,
    pictureUrl: null,
    capacity: 2,
    registered: 0,
    waiting: 0,
    open: true,
    closed: false,
    status: 'upcoming',
    cancelledAt: null,
    reason: null,
    form: { fields: [] },
    formVersion: 1,
    you: null,
    createdAt: changedAt,
    changedAt,
    ...part,
  })
  const seed = {
    _id: id,
    title: 'Night walk',
    description: '',
    location: 'Clock tower',
    start: startsAt,
    end: endsAt,
    imageurl: '',
    club: 'HOBBY',
    formjson: { fields: [] },
    capacity: 2,
    registered: 0,
    waiting: 0,
    you: null,
    open: true,
    status: 'upcoming',
  }
  const told = (part: object = {}) => ({
    topic: `event:${id}`,
    registered: 0,
    waiting: 0,
    capacity: 2,
    closed: false,
    cancelled: false,
    startsAt,
    endsAt,
    changedAt,
    ...part,
  })
  return { id, wire, seed, told }
}
const body = (part: object): Answer => ({ body: { success: true, serverNow: iso(0), ...part } })
const listed = (events: object[]) =>
  body({ events, total: events.length, counts: { all: events.length, upcoming: events.length, past: 0 } })

async function open(at: string, answers: Parameters<typeof serverSays>[0]) {
  const stream = liveStream()
  const calls = serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /live': stream.answer,
    'GET /clubs': body({ clubs: [HOBBY], total: 1 }),
    'GET /events': listed([]),
    ...answers,
  })
  await showPage(PAGES, at)
  return { stream, asked: (path: string) => calls.filter((call) => call.path === path).length }
}

beforeEach(() => {
  startTestClock()
  cache.clear()
  localStorage.setItem('userId1', 'u1')
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

describe('an event’s page', () => {
  it('shows places as they are taken, and the waiting list, without a call', async () => {
    const { id, wire, told } = made()
    const { stream, asked } = await open(`/event/${id}`, {
      [`GET /events/${id}`]: body({ event: wire(), mayManage: false }),
    })
    expect(await screen.findByText('2 of 2 places left')).toBeInTheDocument()
    stream.say(told({ registered: 1 }))
    await passUntil(() => expect(screen.getByText('1 of 2 places left')).toBeInTheDocument())
    stream.say(told({ registered: 2 }))
    await passUntil(() => expect(screen.getByRole('button', { name: new RegExp(JOIN_WAITING) })).toBeInTheDocument())
    stream.say(told({ registered: 2, waiting: 3 }))
    await passUntil(() => expect(screen.getByText('Full, 3 waiting')).toBeInTheDocument())
    expect(asked(`/events/${id}`)).toBe(1)
  })

  it('asks again who takes part, for whoever manages it', async () => {
    const { id, wire, told } = made()
    const { stream, asked } = await open(`/event/${id}`, {
      [`GET /events/${id}`]: body({ event: wire(), mayManage: true }),
      [`GET /events/${id}/participants`]: body({
        participants: [],
        total: 0,
        counts: { registered: 0, waiting: 0 },
        columns: [],
      }),
    })
    expect(await screen.findByText('No participants found for this event.')).toBeInTheDocument()
    stream.say(told())
    await pass(3000)
    const before = asked(`/events/${id}/participants`)
    stream.say(told({ registered: 1 }))
    await passUntil(() => expect(asked(`/events/${id}/participants`)).toBe(before + 1))
  })

  it('asks once for what the stream does not say, and says at once that it is called off', async () => {
    const { id, wire, told } = made()
    let event = wire()
    const { stream, asked } = await open(`/event/${id}`, {
      [`GET /events/${id}`]: () => body({ event, mayManage: false }),
    })
    expect(await screen.findByRole('heading', { name: 'Night walk' })).toBeInTheDocument()
    event = wire({ title: 'Morning walk', changedAt: iso(0) })
    for (const registered of [1, 2]) stream.say(told({ registered, changedAt: iso(0) }))
    await passUntil(() => expect(screen.getByRole('heading', { name: 'Morning walk' })).toBeInTheDocument())
    await pass(3000)
    expect(asked(`/events/${id}`)).toBe(2)
    stream.say(told({ cancelled: true, changedAt: iso(0) }))
    await passUntil(() => expect(screen.getAllByText(STATE_LINES.cancelled).length).toBeGreaterThan(0))
  })

  it('asks for the own turn of whoever waits when somebody leaves', async () => {
    const { id, wire, told } = made()
    let event = wire({ registered: 2, waiting: 2, you: { state: 'waiting', position: 2 } })
    const { stream, asked } = await open(`/event/${id}`, {
      [`GET /events/${id}`]: () => body({ event, mayManage: false }),
    })
    await screen.findByText('Full, 2 waiting')
    event = wire({ registered: 2, waiting: 1, you: { state: 'registered', position: null } })
    stream.say(told({ registered: 2, waiting: 1 }))
    await passUntil(() => expect(asked(`/events/${id}`)).toBe(2))
    await passUntil(() => expect(screen.getByRole('button', { name: /Cancel .*registration/i })).toBeInTheDocument())
  })

  it('asks each quarter of a minute for guests, also after an error, and follows nothing', async () => {
    const { id, wire } = made()
    let answer: Answer = { status: 500, body: { code: 'broken', message: 'Broken.' } }
    const { asked } = await open(`/event/${id}`, {
      'GET /checklogged': GUEST,
      [`GET /events/${id}`]: () => answer,
    })
    await passUntil(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument(), 60_000)
    answer = body({ event: wire({ registered: 1 }), mayManage: false })
    await pass(16_000)
    await passUntil(() => expect(screen.getByText('1 of 2 places left')).toBeInTheDocument())
    expect(asked('/live')).toBe(0)
  })
})

describe('lists', () => {
  it('the tab of a club turns its buttons when the places are taken', async () => {
    const { seed, told } = made()
    const { stream, asked } = await open('/club', { 'GET /event/allevent/HOBBY': body({ events: [seed] }) })
    const card = await screen.findByRole('article', { name: 'Night walk' })
    expect(within(card).getByText('2 of 2 places left')).toBeInTheDocument()
    expect(within(card).getByRole('button', { name: new RegExp(REGISTER_NOW) })).toBeInTheDocument()
    stream.say(told({ registered: 2 }))
    await passUntil(() => expect(within(card).getByText('Full')).toBeInTheDocument())
    expect(within(card).queryByRole('button', { name: new RegExp(REGISTER_NOW) })).toBeNull()
    expect(asked('/event/allevent/HOBBY')).toBe(1)
  })

  it('the list of all is read again each quarter of a minute for guests', async () => {
    const { wire } = made()
    let events = [wire()]
    const { asked } = await open('/events', { 'GET /checklogged': GUEST, 'GET /events': () => listed(events) })
    const card = await screen.findByRole('article', { name: 'Night walk' })
    events = [wire({ registered: 2 })]
    await pass(16_000)
    await passUntil(() => expect(within(card).getByText('Full')).toBeInTheDocument())
    expect(asked('/live')).toBe(0)
  })

  it('the list of all follows its events, and is read again when it is another', async () => {
    const { wire, told } = made()
    let events = [wire()]
    const { stream } = await open('/events', { 'GET /events': () => listed(events) })
    const card = await screen.findByRole('article', { name: 'Night walk' })
    stream.say({ topic: 'events' })
    stream.say(told({ registered: 1 }))
    await passUntil(() => expect(within(card).getByText('1 of 2 places left')).toBeInTheDocument())
    events = [wire({ registered: 1 }), made().wire({ title: 'Another one' })]
    stream.say({ topic: 'events' })
    await passUntil(() => expect(screen.getByRole('article', { name: 'Another one' })).toBeInTheDocument())
  })
})
