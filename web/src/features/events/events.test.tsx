/** The screens of events, with the server's answers given. */

import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cache, SESSION_KEY } from '@/api/cache'
import { staleClubs } from '@/features/clubs/api'
import { hubEventsQuery } from '@/features/galleries/api'
import ClubPage from '@/pages/ClubPage'
import { fill } from '@/testField'
import { answerOf, echoing } from '@/testingAnswer'
import { type Answer, GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { clubEventsQuery, clubsQuery, eventKey, staleEvents } from './api'
import { ClubEvents } from './components/ClubEvents'
import { NextEvents } from './components/NextEvents'
import { ParticipantsModal } from './components/ParticipantsModal'
import * as messages from './messages'
import CreateEventPage from './pages/CreateEventPage'
import EventPage from './pages/EventPage'
import EventsPage from './pages/EventsPage'

const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const HOBBY = { id: 'c1', shortName: 'HOBBY', name: 'Hobby Club' }
const hours = (by: number) => new Date(Date.now() + by * 3_600_000).toISOString()
const FORM = {
  fields: [
    { name: 'field_1', label: 'Camera', type: 'text', required: true, options: [] },
    { name: 'diet', label: 'Diet', type: 'select', required: false, options: ['Vegetarian', 'Jain'] },
  ],
}
const wire = (part: object = {}) => ({
  id: ID,
  club: HOBBY,
  title: 'Night walk',
  description: 'Bring any camera.',
  location: 'Clock tower',
  startsAt: hours(48),
  endsAt: hours(50),
  picture: null,
  pictureUrl: null,
  capacity: 20,
  registered: 12,
  waiting: 0,
  open: true,
  closed: false,
  status: 'upcoming',
  cancelledAt: null,
  reason: null,
  form: FORM,
  formVersion: 1,
  you: null,
  createdAt: hours(-1),
  changedAt: hours(-1),
  ...part,
})
const seed = (part: object = {}) => ({
  _id: ID,
  title: 'Night walk',
  description: 'Bring any camera.',
  location: 'Clock tower',
  start: hours(48),
  end: hours(50),
  imageurl: '',
  picture: null,
  club: 'HOBBY',
  formjson: FORM,
  capacity: 20,
  registered: 12,
  waiting: 0,
  you: null,
  open: true,
  status: 'upcoming',
  ...part,
})
const body = (part: object): Answer => ({ body: { success: true, serverNow: new Date().toISOString(), ...part } })
const one = (part: object = {}, mayManage = false) => body({ event: wire(part), mayManage })
const listed = (events: object[]) =>
  body({ events, total: events.length, counts: { all: events.length, upcoming: events.length, past: 0 } })
const CLUBS = body({ clubs: [HOBBY, { id: 'c2', shortName: 'DRAMATIC', name: 'Dramatic Club' }], total: 2 })
const base = {
  'GET /checklogged': signedIn(),
  'GET /site': SITE,
  'GET /clubs': CLUBS,
  'GET /events': listed([wire()]),
  [`GET /events/${ID}`]: one(),
}
const manager = { ...base, 'GET /checklogged': signedIn('HOBBY'), [`GET /events/${ID}`]: one({}, true) }

const PAGES = { '/events': EventsPage, '/event/$eventId': EventPage, '/event': CreateEventPage }
/** Anew: what was shown before is gone. */
const show = (at: string) => {
  cleanup()
  return showPage(PAGES, at)
}
const Tab = () => <ClubEvents club={HOBBY} mayManage />
/** Asked again; the screen follows a moment later. */
const again = (queryKey: readonly unknown[]) =>
  act(async () => {
    await cache.invalidateQueries({ queryKey })
    // The screen is drawn in the loop of events, a turn or two later.
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
const OUT: Answer = { status: 401, body: { code: 'logged_out', message: 'Please log in.' } }
const showTab = () => {
  cleanup()
  return showPage({ '/club': Tab, ...PAGES }, '/club')
}

beforeEach(() => {
  localStorage.setItem('userId1', 'u1')
  sessionStorage.clear()
})

describe('the list', () => {
  it('shows guests what the clubs do, and leads them to the log-in and back', async () => {
    serverSays({ ...base, 'GET /checklogged': GUEST })
    await show('/events')
    const card = await screen.findByRole('article', { name: 'Night walk' })
    for (const text of ['Clock tower', 'Bring any camera.', 'Hobby Club', '8 of 20 places left']) {
      expect(within(card).getByText(text)).toBeInTheDocument()
    }
    expect(await within(card).findByRole('link', { name: 'Register Now' })).toHaveAttribute(
      'href',
      `/login?next=%2Fevent%2F${ID}`,
    )
    expect(screen.queryByRole('link', { name: 'Create Event' })).not.toBeInTheDocument()
  })

  it('filters by club, and says when there is nothing or it failed', async () => {
    const calls = serverSays({ ...base, 'GET /events': listed([]) })
    const router = await show('/events')
    expect(await screen.findByRole('heading', { name: 'No upcoming events' })).toBeInTheDocument()
    await screen.findByRole('option', { name: 'Dramatic Club' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Club' }), 'DRAMATIC')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ club: 'DRAMATIC' }))
    expect(await screen.findByRole('heading', { name: 'Nothing of this club here' })).toBeInTheDocument()
    expect(calls.filter(({ path }) => path === '/events').length).toBeGreaterThan(1)
    serverSays({ ...base, 'GET /events': { status: 403, body: { code: 'x', message: 'Not today.' } } })
    await show('/events')
    expect(await screen.findByText(messages.LIST_FAILED)).toBeInTheDocument()
  })
})

describe('more of its club', () => {
  const all = (...events: object[]) =>
    serverSays({
      ...base,
      [`GET /events/${ID}`]: body({ event: wire(), mayManage: false }),
      'GET /events': (_asked, query) => {
        const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
        const shown = events.slice((page - 1) * size, page * size)
        return body({ events: shown, total: events.length, counts: { all: 0, upcoming: 0, past: 0 } })
      },
    })
  const off = (number: number, you: object | null = null) =>
    wire({ id: `off ${number}`, title: `off ${number}`, status: 'cancelled', you })
  const on = (number: number) => wire({ id: `on ${number}`, title: `on ${number}` })
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)
  const numbers = [1, 2, 3, 4, 5, 6, 7]

  it('is no cancelled event, which takes no place from others', async () => {
    all(off(1), wire(), ...numbers.map((number) => off(number + 1)), ...numbers.map(on))
    await showPage({ '/event/$eventId': EventPage }, `/event/${ID}`)
    await screen.findByRole('link', { name: 'on 1' })
    expect(titles()).toEqual(numbers.slice(0, 6).map((number) => `on ${number}`))
  })

  it('is a cancelled one to whoever was to be there, marked', async () => {
    all(off(1, { state: 'registered' }), off(2), on(1))
    await showPage({ '/event/$eventId': EventPage }, `/event/${ID}`)
    await screen.findByRole('link', { name: 'on 1' })
    expect(titles()).toEqual(['off 1', 'on 1'])
    expect(screen.getByText('Cancelled')).toBeInTheDocument()
  })

  it('is nothing where all is cancelled', async () => {
    all(off(1), wire(), off(2))
    await showPage({ '/event/$eventId': EventPage }, `/event/${ID}`)
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    expect(screen.queryByRole('heading', { name: /^More of/ })).not.toBeInTheDocument()
  })
})

describe('what comes next', () => {
  const off = (id: string, you: object | null = null) =>
    wire({ id, title: id, status: 'cancelled', registered: 20, waiting: 12, you })
  const on = (id: string) => wire({ id, title: id })
  const Next = () => <NextEvents title="Next" size={2} />
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)
  /** In the server's pages of two. */
  const upcoming = (events: object[]) => {
    const asked: string[] = []
    serverSays({
      ...base,
      'GET /events': (_asked, query) => {
        asked.push(`${query.get('page')} of ${query.get('size')}`)
        const before = 2 * (Number(query.get('page')) - 1)
        return body({ events: events.slice(before, before + 2), total: events.length, counts: NONE })
      },
    })
    return asked
  }
  const NONE = { all: 0, upcoming: 0, past: 0 }

  it('is no cancelled event, which takes no place from others', async () => {
    const asked = upcoming([off('off 1'), on('on 1'), off('off 2'), off('off 3'), on('on 2'), on('on 3')])
    await showPage({ '/next': Next }, '/next')
    await screen.findByRole('link', { name: 'on 1' })
    expect(titles()).toEqual(['on 1', 'on 2'])
    expect(asked).toEqual(['1 of 2', '2 of 2', '3 of 2'])
  })

  it('is asked for once where nothing is cancelled, and is nothing where all is', async () => {
    const asked = upcoming([on('on 1'), on('on 2'), on('on 3')])
    await showPage({ '/next': Next }, '/next')
    await screen.findByRole('link', { name: 'on 2' })
    expect(asked).toEqual(['1 of 2'])
    cleanup()
    cache.clear()
    const again = upcoming([off('off 1'), off('off 2'), off('off 3')])
    await showPage({ '/next': Next }, '/next')
    await waitFor(() => expect(again).toEqual(['1 of 2', '2 of 2']))
    expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  })

  it.each([{ state: 'registered' }, { state: 'waiting', position: 3 }])(
    'says to %o that it is cancelled',
    async (you) => {
      upcoming([off('off 1', you), on('on 1')])
      await showPage({ '/next': Next }, '/next')
      await screen.findByRole('link', { name: 'on 1' })
      expect(titles()).toEqual(['off 1', 'on 1'])
      const row = within(screen.getAllByRole('listitem')[0] as HTMLElement)
      expect(row.getByText('Cancelled')).toBeInTheDocument()
      expect(row.queryByRole('button')).not.toBeInTheDocument()
      expect(row.queryByText(/Full|waiting|places|You are/)).not.toBeInTheDocument()
    },
  )
})

describe('one event', () => {
  it('registers with what the form asks', async () => {
    const calls = serverSays({
      ...base,
      [`POST /event/registerto/${ID}`]: {
        status: 201,
        body: { success: true, message: 'Registered successfully!', state: 'registered', position: null },
      },
    })
    await show(`/event/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    const dialog = await screen.findByRole('dialog', { name: 'Register for Event' })
    for (const text of ['Night walk', 'Clock tower']) expect(within(dialog).getByText(text)).toBeInTheDocument()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Submit Registration' }))
    expect(within(dialog).getByText('This field is required')).toBeInTheDocument()
    await userEvent.type(within(dialog).getByPlaceholderText('Enter camera'), 'Canon')
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Diet' }), 'Jain')
    serverSaysRegistered(calls)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Submit Registration' }))
    expect(await screen.findByText('Registered successfully!')).toBeInTheDocument()
    expect(calls.find(({ path }) => path === `/event/registerto/${ID}`)?.body).toEqual({
      field_1: 'Canon',
      diet: 'Jain',
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it.each([
    ['tells a registration as made that the browser had sent twice by itself', 'Canon@A.example', true],
    ['says so where the registration there is another', 'Nikon', false],
  ])('%s', async (_, answer, asSent) => {
    const you = { state: 'registered' }
    let sent = false
    serverSays({
      ...base,
      [`GET /events/${ID}`]: () => one({ you: sent ? you : null }),
      [`GET /events/${ID}/registration`]: body({
        registration: { ...you, form: FORM, formVersion: 1, answers: { field_1: answer }, registeredAt: hours(-1) },
      }),
      [`POST /event/registerto/${ID}`]: () => {
        sent = true
        return { status: 409, body: { code: 'already_registered', message: 'Registered before.' } }
      },
    })
    await show(`/event/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    await fill(await screen.findByPlaceholderText('Enter camera'), ' Canon@A.example')
    await userEvent.click(screen.getByRole('button', { name: 'Submit Registration' }))
    expect(await screen.findByText(asSent ? messages.REGISTERED : 'Registered before.')).toBeInTheDocument()
    expect(screen.queryByText(asSent ? 'Registered before.' : messages.REGISTERED)).not.toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('knows its own registration in the number that the server kept without blanks', async () => {
    const form = {
      fields: [...FORM.fields, { name: 'pin', label: 'PIN code', type: 'number', required: true, options: [] }],
    }
    const you = { state: 'registered' }
    const answers = { field_1: 'Canon', pin: '560001' }
    let sent = false
    const calls = serverSays({
      ...base,
      [`GET /events/${ID}`]: () => one({ form, you: sent ? you : null }),
      [`GET /events/${ID}/registration`]: body({
        registration: { ...you, form, formVersion: 1, answers, registeredAt: hours(-1) },
      }),
      [`POST /event/registerto/${ID}`]: () => {
        sent = true
        return { status: 409, body: { code: 'already_registered', message: 'Registered before.' } }
      },
    })
    await show(`/event/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    await fill(await screen.findByPlaceholderText('Enter camera'), 'Canon')
    const pin = screen.getByRole('textbox', { name: 'PIN code' })
    expect(pin).toHaveAttribute('inputmode', 'decimal')
    await fill(pin, '560 00')
    await userEvent.click(screen.getByRole('button', { name: 'Submit Registration' }))
    expect(screen.getByText(messages.UNFIT.number)).toBeInTheDocument()
    await fill(pin, '1')
    await userEvent.click(screen.getByRole('button', { name: 'Submit Registration' }))
    expect(await screen.findByText(messages.REGISTERED)).toBeInTheDocument()
    expect(screen.queryByText('Registered before.')).not.toBeInTheDocument()
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ field_1: 'Canon', diet: '', pin: '560 001' })
  })

  it('marks refused answers, keeps what was typed through a closed dialog', async () => {
    serverSays({
      ...base,
      [`POST /event/registerto/${ID}`]: {
        status: 400,
        body: { code: 'invalid', message: 'Please enter some text', fields: { field_1: 'Please enter some text' } },
      },
    })
    await show(`/event/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    await userEvent.type(await screen.findByPlaceholderText('Enter camera'), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Submit Registration' }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(within(dialog).getByPlaceholderText('Enter camera')).toBeInvalid())
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    expect(await screen.findByPlaceholderText('Enter camera')).toHaveValue('x')
  })

  it.each([
    [{ message: 'Registration for this event is closed.', code: 'registration_closed' }, 409, /is closed\.$/],
    [{ code: 'broken' }, 500, /^❌ Something went wrong!$/],
  ])('tells why it could not register: %o', async (problem, status, said) => {
    serverSays({ ...base, [`POST /event/registerto/${ID}`]: { status, body: problem } })
    await show(`/event/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    await userEvent.type(await screen.findByPlaceholderText('Enter camera'), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Submit Registration' }))
    expect(await screen.findByText(said)).toBeInTheDocument()
  })

  it('shows the place on the waiting list, changes answers, cancels', async () => {
    const you = { state: 'waiting', position: 3 }
    const calls = serverSays({
      ...base,
      [`GET /events/${ID}`]: one({ you, capacity: 12, waiting: 3 }),
      [`GET /events/${ID}/registration`]: body({
        registration: { ...you, form: FORM, formVersion: 1, answers: { field_1: 'Canon' }, registeredAt: hours(-1) },
      }),
      [`PUT /events/${ID}/registration`]: body({ message: 'Your answers are saved' }),
      [`DELETE /events/${ID}/registration`]: body({ message: 'Your registration is cancelled' }),
    })
    await show(`/event/${ID}`)
    expect(await screen.findByText('You are number 3 on the waiting list')).toBeInTheDocument()
    expect(screen.getByText('Full, 3 waiting')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: messages.CHANGE_ANSWERS }))
    const camera = await screen.findByPlaceholderText('Enter camera')
    expect(camera).toHaveValue('Canon')
    await userEvent.clear(camera)
    await userEvent.type(camera, 'Leica')
    await userEvent.click(screen.getByRole('button', { name: messages.SAVE_ANSWERS }))
    expect(await screen.findByText('Your answers are saved')).toBeInTheDocument()
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ field_1: 'Leica', diet: '' })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: messages.WITHDRAW }))
    const asked = await screen.findByRole('dialog', { name: messages.WITHDRAW_TITLE })
    await userEvent.click(within(asked).getByRole('button', { name: messages.WITHDRAW }))
    expect(await screen.findByText('Your registration is cancelled')).toBeInTheDocument()
  })

  it('is saved for the calendar, and nothing else under its name', async () => {
    const made: Blob[] = []
    URL.createObjectURL = (file: Blob) => `blob:${made.push(file)}`
    URL.revokeObjectURL = () => {}
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const text = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
    let answer = new Response('<h1>Campus Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } })
    serverSays({ ...base, [`GET /events/${ID}`]: one({ title: 'संध्या: night walk' }) })
    await show(`/event/${ID}`)
    const others = vi.mocked(fetch).getMockImplementation() as typeof fetch
    vi.mocked(fetch).mockImplementation(
      echoing(async (input, init) =>
        input instanceof Request && input.url.endsWith(`/events/${ID}/calendar.ics`) ? answer : others(input, init),
      ),
    )
    await userEvent.click(await screen.findByRole('button', { name: messages.ADD_TO_CALENDAR }))
    expect(await screen.findByText(/as a Wi-Fi log-in page/)).toBeInTheDocument()
    expect(made).toEqual([])

    answer = new Response(text, { headers: { 'content-type': 'text/calendar; charset=utf-8', 'x-quad': '1' } })
    await userEvent.click(screen.getByRole('button', { name: messages.ADD_TO_CALENDAR }))
    await waitFor(() => expect(names).toEqual(['संध्या night walk.ics']))
    expect(await made[0]?.text()).toBe(text)
    expect(made[0]?.type).toContain('text/calendar')
  })

  it('is over, cancelled or not there', async () => {
    serverSays({ ...base, [`GET /events/${ID}`]: one({ startsAt: hours(-5), endsAt: hours(-3), status: 'past' }) })
    await show(`/event/${ID}`)
    expect(await screen.findByText('This event is over.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: messages.ADD_TO_CALENDAR })).not.toBeInTheDocument()
    const off = { status: 'cancelled', reason: 'Rain.', registered: 20, waiting: 12 }
    serverSays({
      ...base,
      'GET /events': listed([wire({ ...off, id: 'e2', you: { state: 'registered', position: null } })]),
      [`GET /events/${ID}`]: one(off),
    })
    await show(`/event/${ID}`)
    expect(await screen.findByText('Rain.')).toBeInTheDocument()
    expect(within(await screen.findByRole('article')).getByText('Cancelled')).toBeInTheDocument()
    expect(screen.queryByText(/Full|waiting|places/)).not.toBeInTheDocument()
    serverSays({ ...base, [`GET /events/${ID}`]: { status: 404, body: { code: 'missing', message: 'Not here.' } } })
    await show(`/event/${ID}`)
    expect(await screen.findByRole('heading', { name: messages.MISSING_TITLE, level: 2 })).toBeInTheDocument()
  })
})

/** From now on the server knows of the registration. */
function serverSaysRegistered(calls: unknown[]): void {
  const before = vi.mocked(globalThis.fetch).getMockImplementation()
  vi.mocked(globalThis.fetch).mockImplementation(
    echoing(async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (before && !url.endsWith(`/events/${ID}`)) return before(input, init)
      calls.push({ method: 'GET', path: `/events/${ID}` })
      return answerOf(one({ you: { state: 'registered', position: null }, registered: 13 }).body)
    }),
  )
}

describe('organisers', () => {
  const people = {
    participants: ['Ananya', 'Nikhil'].map((fullName, at) => ({
      _id: `r${at}`,
      UserId: {
        _id: `u${at}`,
        fullName,
        email: at ? null : 'a@b.c',
        Batch: null,
        batch: at ? null : '2024',
        contact: null,
      },
      formdata: { field_1: 'Canon' },
      state: 'registered',
      position: null,
      createdAt: hours(-1),
    })),
    total: 2,
    counts: { registered: 2, waiting: 0 },
    columns: [{ name: 'field_1', label: 'Camera' }],
  }

  it('see who comes, sorted by batch or name, with N/A for what is not known', async () => {
    const asked: string[] = []
    serverSays({ ...manager, [`GET /events/${ID}/participants`]: body(people) })
    const before = vi.mocked(globalThis.fetch).getMockImplementation()
    vi.mocked(globalThis.fetch).mockImplementation(
      echoing(async (input, init) => {
        if (input instanceof Request && input.url.includes('/participants')) asked.push(new URL(input.url).search)
        return before ? before(input, init) : new Response()
      }),
    )
    await showPage(
      { '/': () => <ParticipantsModal event={{ id: ID, title: 'Night walk' }} open onClose={() => {}} /> },
      '/',
    )
    const dialog = await screen.findByRole('dialog', { name: 'Event Participants' })
    const table = await within(dialog).findByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['#', 'Student Name', 'Email', 'Batch', 'Contact Number'])
    expect(within(table).getAllByText('N/A')).toHaveLength(4)
    const batch = () => within(dialog).getByRole('columnheader', { name: /^Batch/ })
    expect(batch()).toHaveAttribute('aria-sort', 'none')
    await userEvent.click(within(batch()).getByRole('button'))
    await waitFor(() => expect(batch()).toHaveAttribute('aria-sort', 'ascending'))
    expect(batch()).toHaveTextContent('A-Z')
    await userEvent.click(within(batch()).getByRole('button'))
    await waitFor(() => expect(batch()).toHaveTextContent('Z-A'))
    const student = within(dialog).getByRole('columnheader', { name: /^Student Name/ })
    await userEvent.click(within(student).getByRole('button'))
    await waitFor(() => expect(student).toHaveAttribute('aria-sort', 'ascending'))
    expect(batch()).toHaveAttribute('aria-sort', 'none')
    await waitFor(() =>
      expect(asked.map((query) => new URLSearchParams(query).get('sort'))).toEqual([
        null,
        'batch:asc',
        'batch:desc',
        'name:asc',
      ]),
    )
    await userEvent.click(within(dialog).getByRole('checkbox', { name: messages.SHOW_ANSWERS }))
    expect(within(dialog).getByRole('columnheader', { name: 'Camera' })).toBeInTheDocument()
  })

  it('are told when nobody came or the list failed', async () => {
    const nobody = { participants: [], total: 0, counts: { registered: 0, waiting: 0 }, columns: [] }
    serverSays({ ...manager, [`GET /events/${ID}/participants`]: body(nobody) })
    await show(`/event/${ID}`)
    expect(await screen.findByText('No participants found for this event.')).toBeInTheDocument()
    serverSays({ ...manager, [`GET /events/${ID}/participants`]: { status: 403, body: { code: 'x', message: 'No.' } } })
    await show(`/event/${ID}`)
    expect((await screen.findAllByText('Failed to fetch event participants')).length).toBeGreaterThan(0)
  })

  it('close registration, and call an event off with a reason', async () => {
    const calls = serverSays({
      ...manager,
      [`GET /events/${ID}/participants`]: body(people),
      [`POST /events/${ID}/registration-state`]: body({
        event: wire({ closed: true }),
        message: 'Registration is closed',
      }),
      [`POST /events/${ID}/cancel`]: body({ event: wire({ status: 'cancelled' }), message: 'Event cancelled' }),
    })
    await show(`/event/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: messages.CLOSE_REGISTRATION }))
    expect(await screen.findByText('Registration is closed')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: messages.CANCEL_EVENT }))
    const asked = await screen.findByRole('dialog', { name: messages.CANCEL_TITLE })
    await userEvent.click(within(asked).getByRole('button', { name: messages.CANCEL_EVENT }))
    expect(within(asked).getByText(messages.REASON_MISSING)).toBeInTheDocument()
    expect(calls.some(({ path }) => path.endsWith('/cancel'))).toBe(false)
    await userEvent.type(within(asked).getByLabelText(messages.REASON), 'Rain.')
    await userEvent.click(within(asked).getByRole('button', { name: messages.CANCEL_EVENT }))
    expect(await screen.findByText('Event cancelled')).toBeInTheDocument()
    expect(calls.find(({ path }) => path.endsWith('/cancel'))?.body).toEqual({ reason: 'Rain.' })
  })
})

describe('a new event', () => {
  const made = { status: 201, body: { success: true, message: 'Event created successfully', event: seed() } }

  it('needs a title, keeps what was typed, is sent in the specification’s words', async () => {
    const calls = serverSays({ ...manager, 'POST /event': { status: 500, body: { code: 'broken' } } })
    await show('/event')
    await userEvent.click(await screen.findByRole('button', { name: 'Create Event' }))
    expect(screen.getByText('Title is required')).toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Title'), 'Night walk')
    expect(screen.queryByText('Title is required')).not.toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Places'), '20')
    await userEvent.click(screen.getByRole('button', { name: 'Text' }))
    await userEvent.type(screen.getByLabelText(messages.LABEL), 'Camera')
    await userEvent.click(screen.getByRole('button', { name: 'Create Event' }))
    expect(await screen.findByText('Failed to create event')).toBeInTheDocument()
    expect(screen.getByLabelText('Title')).toHaveValue('Night walk')
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      title: 'Night walk',
      start: '',
      end: '',
      imageurl: '',
      capacity: 20,
      club: 'HOBBY',
      formjson: { fields: [{ name: 'field_1', label: 'Camera', type: 'text', required: false, options: [] }] },
    })
    expect(JSON.parse(localStorage.getItem('quad.draft.event.u1') ?? '{}')).toMatchObject({ title: 'Night walk' })

    serverSays({ ...manager, 'POST /event': made })
    const router = await show('/event')
    expect(await screen.findByLabelText('Title')).toHaveValue('Night walk')
    await userEvent.click(screen.getByRole('button', { name: 'Create Event' }))
    expect(await screen.findByText('Event created successfully')).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe(`/event/${ID}`))
    expect(localStorage.getItem('quad.draft.event.u1')).toBeNull()
  })

  it('says whose event stands in the way', async () => {
    const message = '"Chess" (Hobby Club) is there from 18:00 to 20:00.'
    serverSays({ ...manager, 'POST /event': { status: 409, body: { code: 'slot_taken', message, field: 'location' } } })
    await show('/event')
    await fill(await screen.findByLabelText('Title'), 'Night walk')
    await userEvent.click(screen.getByRole('button', { name: 'Create Event' }))
    expect(await screen.findByText(message)).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText('Location')).toBeInvalid())
  })

  it('is made by a club’s administrators, and others are told where to ask', async () => {
    serverSays({ ...base, 'GET /checklogged': signedIn('ORGANISER') })
    await show('/event')
    expect(await screen.findByRole('heading', { name: messages.NOT_YOURS_TITLE })).toBeInTheDocument()
    serverSays(manager)
    await show('/event?club=DRAMATIC')
    expect(await screen.findByText(messages.NOT_THIS_CLUB)).toBeInTheDocument()
  })

  it('of ADMIN is of any club', async () => {
    serverSays({ ...base, 'GET /checklogged': signedIn('ADMIN') })
    await show('/event')
    // Nobody's by oversight.
    const club = await screen.findByRole('combobox', { name: 'Club' })
    expect(club).toHaveValue('')
    await userEvent.type(screen.getByLabelText('Title'), 'Fest')
    await userEvent.click(screen.getByRole('button', { name: 'Create Event' }))
    expect(await screen.findByText(messages.CLUB_MISSING)).toBeInTheDocument()
    await userEvent.selectOptions(club, 'DRAMATIC')
    expect(screen.queryByText(messages.CLUB_MISSING)).not.toBeInTheDocument()
  })
})

describe('the tab of a club', () => {
  it('loads, shows cards, and opens the large form', async () => {
    serverSays({ ...manager, 'GET /event/allevent/HOBBY': body({ events: [seed()] }) })
    await showTab()
    expect(await screen.findByRole('article', { name: 'Night walk' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Club Events', level: 2 })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Register Now' }))
    await screen.findByRole('dialog', { name: 'Register for Event' })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: 'Create Event' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create Event' })
    expect(within(dialog).getByLabelText('Title')).toBeInTheDocument()
  })

  it('says that it loads, that there is nothing, that it failed', async () => {
    serverSays(manager)
    const before = vi.mocked(globalThis.fetch).getMockImplementation()
    vi.mocked(globalThis.fetch).mockImplementation(
      echoing((input, init) =>
        input instanceof Request && input.url.includes('/allevent/')
          ? new Promise(() => {})
          : (before?.(input, init) ?? Promise.reject()),
      ),
    )
    await showTab()
    expect(await screen.findByText('Loading events...')).toBeInTheDocument()
    serverSays({ ...manager, 'GET /event/allevent/HOBBY': body({ events: [] }) })
    await showTab()
    expect(await screen.findByRole('heading', { name: messages.CLUB_EMPTY.title })).toBeInTheDocument()
    serverSays({ ...manager, 'GET /event/allevent/HOBBY': { status: 403, body: { code: 'x', message: 'No.' } } })
    await showTab()
    expect(await screen.findByText('Failed to fetch events')).toBeInTheDocument()
  })
})

describe('what was typed', () => {
  const edit = `/event/${ID}?edit=1`

  it('over an event outlives the session, and only that comes back', async () => {
    serverSays(manager)
    await show(edit)
    await userEvent.type(await screen.findByLabelText('Title'), ' again')
    serverSays({ ...base, 'GET /checklogged': GUEST, [`PUT /events/${ID}`]: OUT })
    await userEvent.click(screen.getByRole('button', { name: messages.SAVE }))
    expect(await screen.findByRole('link', { name: messages.LOG_IN_AGAIN })).toHaveAttribute(
      'href',
      `/login?next=%2Fevent%2F${ID}%3Fedit%3D1`,
    )
    expect(screen.getByText(messages.LOGGED_OUT)).toBeInTheDocument()
    await again(eventKey(ID))
    expect(screen.getByLabelText('Title')).toHaveValue('Night walk again')
    expect(JSON.parse(localStorage.getItem(`quad.draft.event.${ID}.u1`) ?? '{}')).toEqual({
      title: 'Night walk again',
    })

    // Somebody else has moved it meanwhile: that stays.
    const moved = one({ location: 'Old Workshop' }, true)
    serverSays({ ...manager, [`GET /events/${ID}`]: moved })
    const router = await show(edit)
    expect(await screen.findByLabelText('Title')).toHaveValue('Night walk again')
    expect(screen.getByLabelText('Location')).toHaveValue('Old Workshop')
    expect(screen.getByText(messages.CHANGES_BACK)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(localStorage.getItem(`quad.draft.event.${ID}.u1`)).toBeNull()
  })

  it('is nobody else’s', async () => {
    localStorage.setItem(`quad.draft.event.${ID}.u2`, JSON.stringify({ title: 'Another’s' }))
    serverSays(manager)
    await show(edit)
    expect(await screen.findByLabelText('Title')).toHaveValue('Night walk')
    expect(screen.queryByText(messages.CHANGES_BACK)).not.toBeInTheDocument()
  })

  it('over a club’s page is kept, with the way to the log-in', async () => {
    const club = {
      ...HOBBY,
      description: '',
      colour: null,
      links: [],
      picture: null,
      members: 1,
      events: 0,
      rating: null,
      createdAt: hours(-1),
    }
    const seenBy = (you: object | null) => ({
      'GET /clubs/HOBBY': body({ club: { ...club, you } }),
      'GET /event/allevent/HOBBY': body({ events: [] }),
    })
    const office = { ...manager, ...seenBy({ status: 'member', role: 'President', mayManage: true }) }
    const showClub = () => {
      cleanup()
      return showPage({ '/club/$clubId': ClubPage, ...PAGES }, '/club/HOBBY?tab=events')
    }
    const create = async () => {
      const [button] = await screen.findAllByRole('button', { name: 'Create Event' })
      if (button) await userEvent.click(button)
      return screen.findByLabelText('Title')
    }
    serverSays(office)
    await showClub()
    await userEvent.type(await create(), 'Fest')
    serverSays({ ...base, ...seenBy(null), 'GET /checklogged': GUEST, 'POST /event': OUT })
    const dialog = screen.getByRole('dialog', { name: 'Create Event' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create Event' }))
    expect(await screen.findByText(messages.LOGGED_OUT)).toBeInTheDocument()
    const main = await screen.findByRole('group', { name: 'Events' })
    expect(await within(main).findByRole('link', { name: 'Log In' })).toHaveAttribute(
      'href',
      '/login?next=%2Fclub%2FHOBBY%3Ftab%3Devents',
    )
    serverSays(office)
    localStorage.setItem('userId1', 'u1')
    await showClub()
    expect(await create()).toHaveValue('Fest')
  })

  it('stays when a list could not be asked again', async () => {
    serverSays({ ...manager, 'GET /event/allevent/HOBBY': body({ events: [seed()] }) })
    await show('/event')
    await userEvent.type(await screen.findByLabelText('Title'), 'Fest')
    const refused = { status: 403, body: { code: 'x', message: 'No.' } }
    serverSays({ ...manager, 'GET /clubs': refused })
    await again(clubsQuery.queryKey)
    expect(screen.getByLabelText('Title')).toHaveValue('Fest')

    serverSays({ ...manager, 'GET /event/allevent/HOBBY': body({ events: [seed()] }) })
    await showTab()
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    await userEvent.type(await screen.findByPlaceholderText('Enter camera'), 'x')
    serverSays({ ...manager, 'GET /event/allevent/HOBBY': refused })
    await again(clubEventsQuery('HOBBY').queryKey)
    expect(screen.getByPlaceholderText('Enter camera')).toHaveValue('x')
  })

  it('to register is kept for who began it, also once the session has ended', async () => {
    serverSays(base)
    await show(`/event/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    await userEvent.type(await screen.findByPlaceholderText('Enter camera'), 'Can')
    serverSays({ ...base, 'GET /checklogged': GUEST })
    await again(SESSION_KEY)
    await userEvent.type(screen.getByPlaceholderText('Enter camera'), 'on')
    const kept = sessionStorage.getItem(`quad.registration.${ID}.u1`)
    expect(Object.values(JSON.parse(kept ?? '{}')).filter(Boolean)).toEqual(['Canon'])
    serverSays({ ...base, 'GET /checklogged': GUEST, [`POST /event/registerto/${ID}`]: OUT })
    await userEvent.click(screen.getByRole('button', { name: 'Submit Registration' }))
    expect(await screen.findByText(messages.LOGGED_OUT_MEANWHILE)).toBeInTheDocument()
    await again(SESSION_KEY)
    expect(screen.getByRole('link', { name: messages.LOG_IN_AGAIN })).toHaveAttribute(
      'href',
      `/login?next=%2Fevent%2F${ID}`,
    )
  })

  it('half, where a date should be, is no empty date', async () => {
    const calls = serverSays({ ...manager, 'POST /event': OUT })
    await show('/event')
    await userEvent.type(await screen.findByLabelText('Title'), 'Fest')
    for (const label of ['Start', 'End']) {
      Object.defineProperty(screen.getByLabelText(label), 'validity', { value: { badInput: true } })
    }
    await userEvent.click(screen.getByRole('button', { name: 'Create Event' }))
    expect(screen.getAllByText(messages.STRANGE_TIME)).toHaveLength(2)
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  })
})

describe('the institute’s zone', () => {
  it('is waited for before times are shown', async () => {
    serverSays({ ...manager, [`GET /events/${ID}`]: one({ startsAt: '2031-01-05T12:00:00Z', endsAt: null }, true) })
    const before = vi.mocked(globalThis.fetch).getMockImplementation()
    let tell = () => {}
    const asked = new Promise<void>((resolve) => {
      tell = resolve
    })
    vi.mocked(globalThis.fetch).mockImplementation(
      echoing(async (input, init) => {
        if (!(input instanceof Request && input.url.endsWith('/site'))) return before?.(input, init) ?? new Response()
        await asked
        return answerOf({ ...SITE.body, timeZone: 'Europe/Paris' })
      }),
    )
    await show(`/event/${ID}?edit=1`)
    expect(await screen.findByRole('heading', { name: messages.EDIT })).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('status', { name: messages.LOADING_FORM })).toBeInTheDocument())
    expect(screen.queryByLabelText('Start')).not.toBeInTheDocument()
    await act(async () => tell())
    expect(await screen.findByLabelText('Start')).toHaveValue('2031-01-05T13:00')
  })
})

describe('what others changed meanwhile', () => {
  const answered = (camera: string) =>
    body({
      registration: {
        state: 'registered',
        position: null,
        form: FORM,
        formVersion: 1,
        answers: { field_1: camera },
        registeredAt: hours(-1),
      },
    })

  it('is what one’s answers begin with, without marks of the last time', async () => {
    const mine = { ...base, [`GET /events/${ID}`]: one({ you: { state: 'registered', position: null } }) }
    const refusal = { code: 'invalid', message: 'Too short', fields: { field_1: 'Too short' } }
    serverSays({
      ...mine,
      [`GET /events/${ID}/registration`]: answered('Canon'),
      [`PUT /events/${ID}/registration`]: { status: 400, body: refusal },
    })
    await show(`/event/${ID}`)
    const open = async () => userEvent.click(await screen.findByRole('button', { name: messages.CHANGE_ANSWERS }))
    await open()
    expect(await screen.findByPlaceholderText('Enter camera')).toHaveValue('Canon')
    await userEvent.click(screen.getByRole('button', { name: messages.SAVE_ANSWERS }))
    await waitFor(() => expect(screen.getByPlaceholderText('Enter camera')).toBeInvalid())
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    serverSays({ ...mine, [`GET /events/${ID}/registration`]: answered('Leica') })
    await open()
    const camera = await screen.findByPlaceholderText('Enter camera')
    expect(camera).toHaveValue('Leica')
    expect(camera).toBeValid()
  })

  it('of a form is asked as well, in a dialog that is open', async () => {
    const more = { name: 'year', label: 'Year', type: 'text', required: true, options: [] }
    const refusal = { code: 'invalid', message: messages.REQUIRED, fields: { year: messages.REQUIRED } }
    serverSays({ ...base, [`POST /event/registerto/${ID}`]: { status: 400, body: refusal } })
    await show('/events')
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    await userEvent.type(await screen.findByPlaceholderText('Enter camera'), 'Canon')
    const changed = wire({ form: { fields: [...FORM.fields, more] } })
    serverSays({
      ...base,
      'GET /events': listed([changed]),
      [`POST /event/registerto/${ID}`]: { status: 400, body: refusal },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Submit Registration' }))
    expect(await screen.findByPlaceholderText('Enter year')).toBeInvalid()
    expect(screen.getByPlaceholderText('Enter camera')).toHaveValue('Canon')
  })

  it('leaves the way back from those who wait, when nobody waits any more', async () => {
    const person = (state: string) => ({
      _id: `r-${state}`,
      UserId: { _id: 'u9', fullName: `Ada ${state}`, email: null, Batch: null, batch: null, contact: null },
      formdata: {},
      state,
      position: null,
      createdAt: hours(-1),
    })
    const path = `GET /events/${ID}/participants`
    const counts = { registered: 1, waiting: 1 }
    serverSays({ ...manager, [path]: body({ participants: [person('waiting')], total: 1, counts, columns: [] }) })
    await show(`/event/${ID}`)
    await userEvent.click(await screen.findByRole('tab', { name: /^Waiting/ }))
    const moved = { registered: 2, waiting: 0 }
    serverSays({ ...manager, [path]: body({ participants: [], total: 0, counts: moved, columns: [] }) })
    await again(['events', 'people', ID])
    expect(await screen.findByText(messages.NOBODY)).toBeInTheDocument()
    serverSays({
      ...manager,
      [path]: body({ participants: [person('registered')], total: 1, counts: moved, columns: [] }),
    })
    await userEvent.click(screen.getByRole('tab', { name: /^All/ }))
    expect(await screen.findByText('Ada registered')).toBeInTheDocument()
  })

  it('among the clubs counts at once', async () => {
    const admin = { ...base, 'GET /checklogged': signedIn('ADMIN') }
    serverSays(admin)
    const router = await show('/events')
    await screen.findByRole('option', { name: 'Dramatic Club' })
    const film = { id: 'c3', shortName: 'FILM', name: 'Film Club' }
    serverSays({ ...admin, 'GET /clubs': body({ clubs: [HOBBY, film], total: 2 }) })
    await act(async () => {
      await router.navigate({ to: '/event', search: { club: 'FILM' } })
    })
    expect(await screen.findByRole('heading', { name: messages.NOT_YOURS_TITLE })).toBeInTheDocument()
    await act(async () => staleClubs())
    expect(await screen.findByText(/^An event of/)).toHaveTextContent(/^An event of Film Club\.$/)
  })

  it('among the events is asked for where their pictures are, too', async () => {
    const { queryKey } = hubEventsQuery('HOBBY')
    cache.setQueryData(queryKey, [])
    await staleEvents()
    expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(true)
  })
})

describe('the focus', () => {
  const registered = {
    [`POST /event/registerto/${ID}`]: {
      status: 201,
      body: { success: true, message: 'Registered successfully!', state: 'registered', position: null },
    },
  }
  const registerWith = async (camera: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    await userEvent.type(await screen.findByPlaceholderText('Enter camera'), camera)
    serverSaysRegistered([])
    await userEvent.click(screen.getByRole('button', { name: 'Submit Registration' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  }

  it('goes to the facts once one is registered', async () => {
    serverSays({ ...base, ...registered })
    await show(`/event/${ID}`)
    await registerWith('Canon')
    await waitFor(() => expect(screen.getByRole('complementary')).toHaveFocus())
  })

  it('goes to the event in a list', async () => {
    const you = { state: 'registered', position: null }
    serverSays({ ...base, ...registered })
    await show('/events')
    await userEvent.click(await screen.findByRole('button', { name: 'Register Now' }))
    await userEvent.type(await screen.findByPlaceholderText('Enter camera'), 'Canon')
    serverSays({ ...base, ...registered, 'GET /events': listed([wire({ you, registered: 13 })]) })
    await userEvent.click(screen.getByRole('button', { name: 'Submit Registration' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('link', { name: 'Night walk' })).toHaveFocus())
  })

  it('stays below the list when there are no more', async () => {
    const person = (at: number) => ({
      _id: `r${at}`,
      UserId: { _id: `u${at}`, fullName: `Person ${at}`, email: null, Batch: null, batch: null, contact: null },
      formdata: {},
      state: 'registered',
      position: null,
      createdAt: hours(-1),
    })
    const path = `GET /events/${ID}/participants`
    const page = (people: object[]) =>
      body({ participants: people, total: 51, counts: { registered: 51, waiting: 0 }, columns: [] })
    serverSays({ ...manager, [path]: page(Array.from({ length: 50 }, (_, at) => person(at))) })
    await show(`/event/${ID}`)
    const more = await screen.findByRole('button', { name: 'Show more' })
    serverSays({ ...manager, [path]: page([person(50)]) })
    await userEvent.click(more)
    await waitFor(() => expect(screen.getByText('51 of 51')).toHaveFocus())
  })
})
