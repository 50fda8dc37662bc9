/** The screens of clubs, with the server's answers given. */
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { fill } from '@/testField'
import { type Answer, type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { clubQuery, membersQuery, myClubsQuery } from './api'
import { ClubFeedback } from './components/ClubFeedback'
import { JoinButton } from './components/JoinButton'
import { OwnClubs } from './components/MyClubs'
import { SendNotification } from './components/SendNotification'
import * as messages from './messages'
import type { Club } from './model'
import ClubsPage from './pages/ClubsPage'
import EditClubPage from './pages/EditClubPage'
import MembersPage from './pages/MembersPage'
import NewClubPage from './pages/NewClubPage'

const AT = '2026-11-01T08:00:00.000Z'
const wire = (part: object = {}) => ({
  id: 'c1',
  shortName: 'HOBBY',
  name: 'Hobby Club',
  description: 'Photography walks and radio.',
  colour: '#2f7d4f',
  links: [{ label: 'Site', url: 'https://hobby.example' }],
  picture: null,
  members: 64,
  events: 3,
  rating: { average: 4.8, count: 61 },
  createdAt: AT,
  you: { status: 'none', role: null, mayManage: false },
  ...part,
})
const body = (part: object, status = 200): Answer => ({ status, body: { success: true, ...part } })
const refused = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } })
const person = (n: number, part: object = {}) => ({
  _id: `m${n}`,
  UserId: {
    _id: `p${n}`,
    fullName: `Person ${n}`,
    email: `person.${n}@meridian.example`,
    batch: '2026',
    Batch: 2026,
    contact: `900000000${n}`,
  },
  Status: 'Member',
  Role: 'Member',
  administrator: false,
  appointed: false,
  createdAt: AT,
  joinedAt: AT,
  ...part,
})
const PENDING = { Status: 'Pending', Role: null, joinedAt: null }
const counts = { total: 2, pending: 1, office: 1 }
const members = (list: object[], part: object = {}) => body({ members: list, total: list.length, counts, ...part })
const base = {
  'GET /checklogged': signedIn('HOBBY'),
  'GET /site': SITE,
  'GET /clubs': body({ clubs: [wire()], total: 1 }),
  'GET /clubs/mine': body({
    memberships: [
      { id: 'm0', status: 'member', role: 'President', mayManage: true, appliedAt: AT, joinedAt: AT, club: wire() },
    ],
  }),
  'GET /clubs/HOBBY/members': members([person(1, { Status: 'Treasurer', Role: 'Treasurer' }), person(2)]),
}

/** Anew: what was shown before is gone. */
const show = (pages: Parameters<typeof showPage>[0], at: string) => {
  cleanup()
  return showPage(pages, at)
}

/** Until the screen has followed. */
const askedAgain = (queryKey: readonly unknown[]) =>
  act(async () => {
    await cache.refetchQueries({ queryKey })
    // The screen is drawn in the loop of events, a turn or two later.
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

beforeEach(() => {
  localStorage.setItem('userId1', 'u1')
})

describe('all clubs', () => {
  it('shows what they are, how many are in them, and where one stands', async () => {
    serverSays({
      ...base,
      'GET /clubs': body({
        clubs: [
          wire({ you: { status: 'member', role: 'Treasurer', mayManage: false } }),
          wire({ id: 'c2', shortName: 'MUSIC', name: 'Music Club', rating: null, members: 1, events: 0 }),
        ],
        total: 2,
      }),
    })
    await show({ '/clubs': ClubsPage }, '/clubs')
    const hobby = await screen.findByRole('article', { name: 'Hobby Club' })
    for (const text of ['64 members', '3 events', 'Treasurer', 'Photography walks and radio.']) {
      expect(within(hobby).getByText(text)).toBeInTheDocument()
    }
    expect(within(hobby).getByText('4.8')).toBeInTheDocument()
    expect(within(hobby).getByRole('link', { name: 'Hobby Club' })).toHaveAttribute('href', '/club/HOBBY')
    const music = screen.getByRole('article', { name: 'Music Club' })
    expect(within(music).getByText('1 member')).toBeInTheDocument()
    expect(within(music).queryByText(/of 5 stars/)).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: messages.NEW_CLUB })).not.toBeInTheDocument()
  })

  it('searches, says when nothing matches, and offers ADMIN to found one', async () => {
    serverSays({ ...base, 'GET /checklogged': signedIn('ADMIN'), 'GET /clubs': body({ clubs: [], total: 0 }) })
    const router = await show({ '/clubs': ClubsPage }, '/clubs')
    expect(await screen.findByRole('heading', { name: messages.NO_CLUBS.title })).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: messages.NEW_CLUB })).toHaveAttribute('href', '/clubs/new')
    await userEvent.type(screen.getByRole('searchbox', { name: messages.SEARCH_CLUBS }), 'chess')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'chess' }))
    expect(await screen.findByRole('heading', { name: 'Nothing matches “chess”' })).toBeInTheDocument()
    serverSays({ ...base, 'GET /clubs': refused(403, 'x', 'Not today.') })
    await show({ '/clubs': ClubsPage }, '/clubs')
    expect(await screen.findByText('Not today.')).toBeInTheDocument()
  })
})

describe('members', () => {
  const open = async (answers: Parameters<typeof serverSays>[0] = {}) => {
    const calls = serverSays({ ...base, ...answers })
    await show({ '/member': MembersPage, '/clubs': ClubsPage }, '/member')
    return calls
  }

  it('are counted and shown in the columns of the specification', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Active Members' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Member', 'Contact', 'Status', 'Joined Date', 'Actions'])
    for (const [name, count] of [
      ['Total Members', '2'],
      ['Pending Applications', '1'],
      ['Admins & Moderators', '1'],
    ]) {
      expect(screen.getAllByText(name as string)[0]?.parentElement).toHaveTextContent(count as string)
    }
    expect(screen.getByRole('tab', { name: 'Active Members (2)' })).toHaveAttribute('aria-selected', 'true')
    expect(within(table).getByText('person.1@meridian.example')).toBeInTheDocument()
    // Only ADMIN appoints.
    expect(screen.queryByRole('region', { name: messages.ADMINISTRATORS })).not.toBeInTheDocument()
  })

  it('are searched and filtered by the server', async () => {
    const seen: string[] = []
    await open()
    const answer = vi.mocked(globalThis.fetch).getMockImplementation() as typeof fetch
    vi.mocked(globalThis.fetch).mockImplementation((input, init) => {
      seen.push(input instanceof Request ? input.url : String(input))
      return answer(input, init)
    })
    await screen.findByRole('table')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: messages.STATUS }), 'Joint Secretary')
    await waitFor(() => expect(seen.some((url) => url.includes('status=Joint%20Secretary'))).toBe(true))
    expect(
      within(screen.getByRole('combobox', { name: messages.STATUS }))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All Status', 'President', 'Secretary', 'Joint Secretary', 'Treasurer', 'Member'])
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or email...' }), 'rao')
    await waitFor(() => expect(seen.some((url) => url.includes('q=rao'))).toBe(true))
  })

  it('says what to do when nobody is found, and when nobody waits', async () => {
    await open({ 'GET /clubs/HOBBY/members': members([]) })
    expect(await screen.findByRole('heading', { name: 'No members found' })).toBeInTheDocument()
    expect(screen.getByText('Try adjusting your search or filter criteria.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('tab', { name: /^Pending Applications/ }))
    expect(await screen.findByRole('heading', { name: 'No pending applications' })).toBeInTheDocument()
    expect(screen.getByText('All applications have been processed.')).toBeInTheDocument()
  })

  it('are let in, and turned down after asking', async () => {
    let waiting = [person(3, PENDING), person(4, PENDING)]
    const gone = (n: number) => {
      waiting = waiting.filter(({ _id }) => _id !== `m${n}`)
    }
    const calls = await open({
      'GET /clubs/HOBBY/members': () => members(waiting, { counts: { ...counts, pending: waiting.length } }),
      'POST /member/approve/m3': () => {
        gone(3)
        return body({ message: 'The application has been approved.', member: person(3) })
      },
      'POST /member/reject/m4': () => {
        gone(4)
        return body({ message: 'The application has been rejected.' })
      },
    })
    await userEvent.click(await screen.findByRole('tab', { name: /^Pending Applications/ }))
    const row = (name: string) => screen.getByText(name).closest('tr') as HTMLElement
    await screen.findByRole('table', { name: 'Pending Applications' })
    await waitFor(() => expect(screen.getByRole('columnheader', { name: 'Applicant' })).toBeInTheDocument())
    await userEvent.click(within(row('Person 3')).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('The application has been approved.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('Person 3')).not.toBeInTheDocument())
    await userEvent.click(within(row('Person 4')).getByRole('button', { name: 'Reject' }))
    const dialog = await screen.findByRole('dialog', { name: messages.rejectTitle('Person 4') })
    expect(calls.some(({ path }) => path.startsWith('/member/reject'))).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('The application has been rejected.')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'No pending applications' })).toBeInTheDocument()
  })

  it('get another office, never their own, and the last administrator stays', async () => {
    const calls = await open({
      'POST /member/upgrade': ({ body: asked }: Asked) =>
        body({
          message: 'The member is President now.',
          member: person(2, { Status: (asked as { Role: string }).Role }),
        }),
      'POST /member/remove/m2': refused(409, 'last_administrator', 'A club keeps at least one administrator.'),
    })
    const row = (await screen.findByText('Person 2')).closest('tr') as HTMLElement
    await userEvent.click(within(row).getByRole('button', { name: 'Upgrade' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['President', 'Secretary', 'Joint Secretary', 'Treasurer'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'President' }))
    const dialog = await screen.findByRole('dialog', { name: 'Make Person 2 President?' })
    expect(within(dialog).getByText(messages.PRESIDENT_MANAGES)).toBeInTheDocument()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Make President' }))
    expect(await screen.findByText('The member is President now.')).toBeInTheDocument()
    expect(calls.find(({ path }) => path === '/member/upgrade')?.body).toEqual({
      memberId: 'm2',
      Role: 'President',
      club: 'HOBBY',
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(within(row).getByRole('button', { name: 'Remove' }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Remove Person 2?' })).getByRole('button', { name: 'Remove' }),
    )
    expect(await screen.findByText('A club keeps at least one administrator.')).toBeInTheDocument()
    expect(screen.getByText('Person 2')).toBeInTheDocument()
  })

  it('are nobody’s who manages no club', async () => {
    await open({ 'GET /clubs/mine': body({ memberships: [] }) })
    expect(await screen.findByRole('heading', { name: messages.NO_OFFICE.title })).toBeInTheDocument()
    serverSays({ ...base, 'GET /clubs/MUSIC': body({ club: wire({ shortName: 'MUSIC', name: 'Music Club' }) }) })
    await show({ '/member': MembersPage }, '/member?club=MUSIC')
    expect(await screen.findByRole('heading', { name: messages.NOT_OFFICE_TITLE })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: messages.ASK })).toBeInTheDocument()
  })

  it('are ADMIN’s to see in every club, with its administrators', async () => {
    const calls = await open({
      'GET /checklogged': signedIn('ADMIN'),
      'GET /member/allmembers/HOBBY': body({ data: [person(1, { administrator: true, appointed: true }), person(2)] }),
      'POST /clubs/HOBBY/administrators': refused(404, 'missing', 'Nobody with this e-mail address has an account.'),
    })
    const part = await screen.findByRole('region', { name: messages.ADMINISTRATORS })
    expect(await within(part).findByText('Person 1')).toBeInTheDocument()
    expect(within(part).queryByText('Person 2')).not.toBeInTheDocument()
    await userEvent.click(within(part).getByRole('button', { name: messages.APPOINT }))
    expect(within(part).getByText(messages.APPOINT_MISSING)).toBeInTheDocument()
    await fill(within(part).getByLabelText(messages.APPOINT_EMAIL), 'x@meridian.example')
    await userEvent.click(within(part).getByRole('button', { name: messages.APPOINT }))
    expect(await within(part).findByText('Nobody with this e-mail address has an account.')).toBeInTheDocument()
    expect(calls.some(({ method, path }) => method === 'POST' && path === '/clubs/HOBBY/administrators')).toBe(true)
  })
})

describe('sending', () => {
  const CLUB = { name: 'Hobby Club', shortName: 'HOBBY' }
  const Tab = () => <SendNotification club={CLUB} />
  const open = async (answers: Parameters<typeof serverSays>[0] = {}) => {
    const calls = serverSays({
      ...base,
      'GET /clubs/HOBBY/announcements': body({ announcements: [], total: 0 }),
      ...answers,
    })
    await show({ '/club': Tab }, '/club')
    await screen.findByText(messages.NOTHING_SENT)
    return calls
  }

  it('is for members only where one is not ADMIN, and keeps what could not be sent', async () => {
    const calls = await open({ 'POST /event/notifications/send/members': refused(500, 'internal', '') })
    const send = screen.getByRole('button', { name: 'Send Notification' })
    expect(send).toBeDisabled()
    expect(screen.getByRole('radio', { name: 'Send to All Users' })).toBeDisabled()
    expect(screen.getByRole('radio', { name: 'Send to Club Members Only' })).toBeChecked()
    expect(screen.getByText('To: Members Only')).toBeInTheDocument()
    await fill(screen.getByLabelText(/^Title/), 'Photo walk')
    expect(send).toBeDisabled()
    await userEvent.type(screen.getByLabelText(/^Message body/), '  At six. ')
    await userEvent.click(send)
    expect(await screen.findByText('Failed to send notification. Please try again.')).toBeInTheDocument()
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Photo walk')
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      title: 'Photo walk',
      body: 'At six.',
      club: 'HOBBY',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByLabelText(/^Title/)).toHaveValue('')
  })

  it('goes to all by default for ADMIN, and clears once it is sent', async () => {
    await open({
      'GET /checklogged': signedIn('ADMIN'),
      'POST /event/notifications/send/all': body({ message: 'x', id: 'a1' }, 202),
    })
    expect(await screen.findByText('To: All Users')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('radio', { name: 'Send to Club Members Only' }))
    expect(screen.getByText('To: Members Only')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('radio', { name: 'Send to All Users' }))
    await userEvent.type(screen.getByLabelText(/^Title/), 'Fest')
    await userEvent.type(screen.getByLabelText(/^Message body/), 'On Friday')
    await userEvent.click(screen.getByRole('button', { name: 'Send Notification' }))
    const asked = await screen.findByRole('dialog', { name: 'Send this to everybody?' })
    await userEvent.click(within(asked).getByRole('button', { name: 'Send to All Users' }))
    expect(await screen.findByText('Notification sent successfully!')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveValue(''))
  })
})

describe('feedback', () => {
  const club = (you: Club['you']): Club => ({
    id: 'c1',
    shortName: 'HOBBY',
    name: 'Hobby Club',
    description: '',
    colour: null,
    links: [],
    picture: null,
    members: 2,
    events: 1,
    rating: null,
    you,
  })
  const given = (part: object = {}) => ({
    fullName: 'Ananya Sharma',
    own: true,
    eventId: null,
    rating: 4,
    text: 'Cold workshop.',
    createdAt: AT,
    changedAt: AT,
    ...part,
  })
  const list = (feedback: object[], part: object = {}) =>
    body({ feedback, total: feedback.length, stars: null, all: false, ...part })
  const EVENTS = body({ events: [{ id: 'e1', title: 'Night walk' }], total: 1, counts: {} })
  const open = async (you: Club['you'], answers: Parameters<typeof serverSays>[0]) => {
    const Tab = () => <ClubFeedback club={club(you)} />
    const calls = serverSays({ ...base, 'GET /events': EVENTS, ...answers })
    await show({ '/club': Tab }, '/club')
    return calls
  }
  const MEMBER = { status: 'member', role: 'Member', mayManage: false } as const

  it('is the members’ to give', async () => {
    await open({ status: 'none', role: null, mayManage: false }, { 'GET /clubs/HOBBY/feedback': list([]) })
    expect(await screen.findByRole('heading', { name: messages.MEMBERS_ONLY.title })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Become a Member' })).toBeInTheDocument()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('is given once for the club and once for an event, with stars', async () => {
    const calls = await open(MEMBER, {
      'GET /clubs/HOBBY/feedback': list([]),
      'POST /clubs/HOBBY/feedback': body({ message: 'Thank you for your feedback.' }, 201),
    })
    await userEvent.click(await screen.findByRole('button', { name: messages.GIVE }))
    expect(screen.getByText(messages.RATING_MISSING)).toBeInTheDocument()
    await screen.findByRole('option', { name: 'Night walk' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: messages.ABOUT_WHAT }), 'Night walk')
    await userEvent.click(screen.getByRole('radio', { name: '5 stars' }))
    await fill(screen.getByLabelText(messages.FEEDBACK_TEXT), 'Stars above, too.')
    await userEvent.click(screen.getByRole('button', { name: messages.GIVE }))
    expect(await screen.findByText('Thank you for your feedback.')).toBeInTheDocument()
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      rating: 5,
      text: 'Stars above, too.',
      eventId: 'e1',
    })
  })

  it('can be about an event once the events have come after all', async () => {
    let down = true
    await open(MEMBER, {
      'GET /clubs/HOBBY/feedback': list([]),
      'GET /events': () => (down ? refused(403, 'x', '') : EVENTS),
    })
    const said = await screen.findByRole('alert')
    expect(screen.getByRole('button', { name: messages.GIVE })).toBeInTheDocument()
    down = false
    await userEvent.click(within(said).getByRole('button', { name: messages.TRY_AGAIN }))
    expect(await screen.findByRole('option', { name: 'Night walk' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('is shown and changed afterwards', async () => {
    let changedAt = AT
    const calls = await open(MEMBER, {
      'GET /clubs/HOBBY/feedback': () => list([given({ changedAt })]),
      'PUT /clubs/HOBBY/feedback': () => {
        // The form of what is there now is another one.
        changedAt = '2026-11-02T08:00:00.000Z'
        return body({ message: 'Your feedback has been saved.' })
      },
    })
    expect(await screen.findByText(messages.GIVEN)).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked()
    expect(screen.getByLabelText(messages.FEEDBACK_TEXT)).toHaveValue('Cold workshop.')
    await userEvent.click(screen.getByRole('radio', { name: '2 stars' }))
    await userEvent.click(screen.getByRole('button', { name: messages.CHANGE }))
    expect(await screen.findByText('Your feedback has been saved.')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: messages.CHANGE })).toHaveFocus())
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ rating: 2, eventId: null })
  })

  it('is read by those who manage the club, with the questions asked', async () => {
    const others = [given({ fullName: 'Ravi Nair', own: false, eventId: 'e1', rating: 5, text: 'Great.' })]
    await open(
      { status: 'none', role: null, mayManage: true },
      {
        'GET /clubs/HOBBY/feedback': list([...others, given({ own: false })], { stars: [0, 0, 0, 1, 1], all: true }),
        'GET /clubs/HOBBY/questions': body({
          questions: [{ id: 'q1', fullName: 'Kavya', email: 'kavya@meridian.example', text: 'When?', createdAt: AT }],
          total: 1,
        }),
      },
    )
    const all = await screen.findByRole('region', { name: messages.ALL_FEEDBACK })
    expect(within(all).getByText('4.5')).toBeInTheDocument()
    expect(within(all).getByText('from 2 ratings')).toBeInTheDocument()
    expect(within(all).getByText('Ravi Nair')).toBeInTheDocument()
    expect(await within(all).findByText(/Night walk/)).toBeInTheDocument()
    const asked = await screen.findByRole('region', { name: messages.QUESTIONS })
    expect(await within(asked).findByText('When?')).toBeInTheDocument()
    expect(within(asked).getByRole('link', { name: messages.REPLY }).getAttribute('href')).toMatch(/^mailto:kavya/)
  })
})

describe('founding and changing', () => {
  const MANAGING = { status: 'none', role: null, mayManage: true }
  const PAGES = {
    '/clubs/new': NewClubPage,
    '/clubs': ClubsPage,
    '/club/$clubId/edit': EditClubPage,
    '/club/$clubId': () => <p>the club</p>,
  }

  it('is ADMIN’s', async () => {
    serverSays(base)
    await show(PAGES, '/clubs/new')
    expect(await screen.findByRole('heading', { name: messages.ONLY_ADMIN.title })).toBeInTheDocument()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('checks, proposes a short name, and keeps everything when it is refused', async () => {
    let taken = true
    const calls = serverSays({
      ...base,
      'GET /checklogged': signedIn('ADMIN'),
      'POST /clubs': ({ body: asked }: Asked) =>
        taken
          ? refused(409, 'club_taken', 'There is already a club with this short name.')
          : body({ message: 'The club has been created.', club: wire(asked as object) }, 201),
    })
    const router = await show(PAGES, '/clubs/new')
    const form = await screen.findByRole('form', { name: messages.DETAILS })
    await userEvent.click(screen.getByRole('button', { name: messages.FOUND }))
    expect(await screen.findByText(messages.NAME_MISSING)).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText(messages.NAME)).toHaveFocus())
    await userEvent.type(screen.getByLabelText(messages.NAME), 'Film & Photo Club')
    expect(screen.getByLabelText(messages.SHORT_NAME)).toHaveValue('FILM_PHOTO')
    await userEvent.click(screen.getByRole('button', { name: messages.ADD_LINK }))
    const link = within(form).getByRole('group', { name: 'Link 1' })
    await userEvent.type(within(link).getByLabelText(messages.LINK_LABEL), 'Site')
    await userEvent.type(within(link).getByLabelText(messages.LINK_URL), 'http://film.example')
    await userEvent.click(screen.getByRole('button', { name: messages.FOUND }))
    expect(await screen.findByText(messages.LINK_STRANGE)).toBeInTheDocument()
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    await userEvent.clear(within(link).getByLabelText(messages.LINK_URL))
    await userEvent.type(within(link).getByLabelText(messages.LINK_URL), 'https://film.example')
    await userEvent.click(screen.getByRole('button', { name: messages.FOUND }))
    expect(await screen.findByText('There is already a club with this short name.')).toBeInTheDocument()
    expect(screen.getByLabelText(messages.NAME)).toHaveValue('Film & Photo Club')
    taken = false
    await userEvent.clear(screen.getByLabelText(messages.SHORT_NAME))
    await userEvent.type(screen.getByLabelText(messages.SHORT_NAME), 'film')
    await userEvent.click(screen.getByRole('button', { name: messages.FOUND }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/club/FILM'))
    expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toMatchObject({
      name: 'Film & Photo Club',
      shortName: 'FILM',
      links: [{ label: 'Site', url: 'https://film.example' }],
    })
  })

  it('is the President’s too, who deletes no club, and nobody else’s', async () => {
    serverSays({
      ...base,
      'GET /clubs/HOBBY': body({ club: wire({ you: { status: 'member', role: 'President', mayManage: true } }) }),
      'GET /clubs/CHESS': body({ club: wire({ shortName: 'CHESS' }) }),
    })
    await show(PAGES, '/club/HOBBY/edit')
    expect(await screen.findByLabelText(messages.NAME)).toHaveValue('Hobby Club')
    expect(screen.queryByRole('button', { name: messages.DELETE_CLUB })).not.toBeInTheDocument()
    await show(PAGES, '/club/CHESS/edit')
    expect(await screen.findByRole('heading', { name: messages.NOT_OFFICE_TITLE })).toBeInTheDocument()
    expect(screen.queryByRole('form', { name: messages.DETAILS })).not.toBeInTheDocument()
  })

  it('changes what is there now, not what was fetched before, and keeps the form whatever comes', async () => {
    let answer = body({ club: wire({ name: 'Name of before', you: MANAGING }) })
    serverSays({ ...base, 'GET /checklogged': signedIn('ADMIN'), 'GET /clubs/HOBBY': () => answer })
    const router = await show(PAGES, '/club/HOBBY')
    await cache.fetchQuery(clubQuery('HOBBY'))
    answer = body({ club: wire({ name: 'Name of now', you: MANAGING }) })
    await act(() => router.navigate({ to: '/club/$clubId/edit', params: { clubId: 'HOBBY' } }))
    expect(await screen.findByLabelText(messages.NAME)).toHaveValue('Name of now')
    await userEvent.type(screen.getByLabelText(messages.NAME), ', changed')
    answer = refused(400, 'x', 'Not now.')
    await askedAgain(clubQuery('HOBBY').queryKey)
    expect(screen.getByLabelText(messages.NAME)).toHaveValue('Name of now, changed')
  })

  it('changes nothing that could not be asked for', async () => {
    let answer = body({ club: wire() })
    serverSays({ ...base, 'GET /checklogged': signedIn('ADMIN'), 'GET /clubs/HOBBY': () => answer })
    const router = await show(PAGES, '/club/HOBBY')
    await cache.fetchQuery(clubQuery('HOBBY'))
    answer = refused(400, 'x', 'Not now.')
    await act(() => router.navigate({ to: '/club/$clubId/edit', params: { clubId: 'HOBBY' } }))
    expect(await screen.findByRole('heading', { name: messages.CLUB_FAILED })).toBeInTheDocument()
  })

  it('changes what is there, and deletes only an empty club', async () => {
    const calls = serverSays({
      ...base,
      'GET /checklogged': signedIn('ADMIN'),
      'GET /clubs/hobby': body({ club: wire({ you: MANAGING }) }),
      'PUT /clubs/HOBBY': ({ body: asked }: Asked) =>
        body({ message: 'The club has been saved.', club: wire(asked as object) }),
      'DELETE /clubs/HOBBY': refused(409, 'club_not_empty', 'The club has events, so it cannot be deleted.'),
    })
    const router = await show(PAGES, '/club/hobby/edit')
    expect(await screen.findByLabelText(messages.SHORT_NAME)).toHaveAttribute('readonly')
    await userEvent.click(screen.getByRole('button', { name: messages.DELETE_CLUB }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: messages.DELETE_CLUB }))
    expect(await screen.findByText('The club has events, so it cannot be deleted.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const name = screen.getByLabelText(messages.NAME)
    await userEvent.clear(name)
    await userEvent.type(name, 'Hobbies')
    await userEvent.click(screen.getByRole('button', { name: messages.SAVE }))
    expect(await screen.findByText('The club has been saved.')).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/club/HOBBY'))
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'Hobbies' })
  })
})

it('tells one’s own clubs, and when there are none', async () => {
  serverSays(base)
  await show({ '/profile': OwnClubs }, '/profile')
  expect(await screen.findByRole('link', { name: /Hobby Club/ })).toHaveTextContent('President')
  serverSays({ ...base, 'GET /clubs/mine': body({ memberships: [] }) })
  await show({ '/profile': OwnClubs }, '/profile')
  expect(await screen.findByText(messages.NO_CLUBS_OF_MINE)).toBeInTheDocument()
})

it('asks again when a notice says that it has changed', () => {
  expect(myClubsQuery.meta).toEqual({ about: 'membership' })
  expect(membersQuery('HOBBY', { shelf: 'active', office: 'all', words: '' }).meta).toEqual({ about: 'club' })
})

it('goes on showing what is there when it cannot be asked for again', async () => {
  let answer: Answer = base['GET /clubs/mine']
  serverSays({ ...base, 'GET /clubs/mine': () => answer })
  await show({ '/profile': OwnClubs }, '/profile')
  await screen.findByRole('link', { name: /Hobby Club/ })
  answer = refused(400, 'x', 'Not now.')
  await askedAgain(myClubsQuery.queryKey)
  expect(screen.getByRole('link', { name: /Hobby Club/ })).toBeInTheDocument()
})

it.each([
  ['tells an application as sent that the browser had sent twice by itself', 'pending'],
  ['says so where there is none of the kind', 'none'],
])('%s', async (_, status) => {
  let sent = false
  const you = (status: string) => body({ club: wire({ you: { status, role: null, mayManage: false } }) })
  serverSays({
    ...base,
    'GET /clubs/HOBBY': () => you(sent ? status : 'none'),
    'POST /member/join/HOBBY': () => {
      sent = true
      return refused(409, 'already_applied', 'You have already applied.')
    },
  })
  const Page = () => {
    const club = useQuery(clubQuery('HOBBY')).data
    return club ? <JoinButton club={club} /> : null
  }
  await show({ '/club': Page }, '/club')
  await userEvent.click(await screen.findByRole('button', { name: messages.BECOME_MEMBER }))
  const [said, unsaid] = [messages.APPLICATION_SENT, 'You have already applied.']
  expect(await screen.findByText(status === 'pending' ? said : unsaid)).toBeInTheDocument()
  expect(screen.queryByText(status === 'pending' ? unsaid : said)).not.toBeInTheDocument()
})
