/** The page of a club as it is put together: which tabs whom, what guests and outsiders find there, the ways in and out. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fill } from '@/testField'
import { type Answer, GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import ClubPage from './ClubPage'

const NONE = { status: 'none', role: null, mayManage: false }
const wire = (part: object = {}) => ({
  id: 'c1',
  shortName: 'HOBBY',
  name: 'Hobby Club',
  description: 'Photography walks.\nAnd radio.',
  colour: '#2f7d4f',
  links: [{ label: 'Site', url: 'https://hobby.example' }],
  picture: null,
  members: 64,
  events: 3,
  rating: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  you: NONE,
  ...part,
})
const body = (part: object, status = 200): Answer => ({ status, body: { success: true, ...part } })
const base = {
  'GET /checklogged': signedIn(),
  'GET /site': SITE,
  'GET /clubs/HOBBY': body({ club: wire() }),
  'GET /clubs/hobby': body({ club: wire() }),
  'GET /events': body({ events: [], total: 0, counts: { all: 0, upcoming: 0, past: 0 } }),
  'GET /event/allevent/HOBBY': body({ events: [] }),
  'GET /event/gallery/HOBBY': body({ gallery: [] }),
  'GET /member/postholders/HOBBY': body({ data: [] }),
}
type Answers = Parameters<typeof serverSays>[0]

async function open(at: string, answers: Answers = {}) {
  cleanup()
  const calls = serverSays({ ...base, ...answers })
  const router = await showPage({ '/club/$clubId': ClubPage }, at)
  await screen.findByRole('heading', { level: 1, name: 'Hobby Club' })
  return { calls, router }
}
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Hobby Club' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

beforeEach(() => localStorage.setItem('userId1', 'u1'))

describe('the menu', () => {
  it('shows guests what everybody may see, and asks them to log in for the rest', async () => {
    const guest = { 'GET /checklogged': GUEST, 'GET /clubs/HOBBY': body({ club: wire({ you: null }) }) }
    await open('/club/HOBBY', guest)
    expect(tabs()).toContain('Club Details')
    expect(tabs()).toContain('Feedback form')
    for (const hidden of ['Events', 'Members', 'Add Gallery', 'Notifications']) expect(tabs()).not.toContain(hidden)
    expect(screen.getByRole('link', { name: 'Become a Member' })).toHaveAttribute('href', '/login?next=%2Fclub%2FHOBBY')
    expect(screen.getByRole('link', { name: 'Ask this club' })).toHaveAttribute('href', '/login?next=%2Fclub%2FHOBBY')
    await open('/club/HOBBY?tab=events', guest)
    expect(await screen.findByRole('heading', { name: 'Log in to see this' })).toBeInTheDocument()
  })

  it('marks the tab that is shown, in any letter case of the club', async () => {
    await open('/club/hobby?tab=Events')
    expect(tabs()).toContain('Events')
    expect(screen.getByRole('link', { name: 'Events' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('link', { name: 'Club Details' })).not.toHaveAttribute('aria-current')
    expect(await screen.findByRole('heading', { name: 'Club Events' })).toBeInTheDocument()
  })

  it('shows the tools to those who manage the club', async () => {
    await open('/club/HOBBY?tab=notifications', {
      'GET /checklogged': signedIn('HOBBY'),
      'GET /clubs/HOBBY': body({ club: wire({ you: { status: 'member', role: 'President', mayManage: true } }) }),
      'GET /clubs/HOBBY/announcements': body({ announcements: [], total: 0 }),
    })
    expect(tabs()).toEqual([
      'Club Details',
      'Events',
      'Gallery',
      'Feedback form',
      'Members',
      'Add Gallery',
      'Notifications',
    ])
    expect(await screen.findByRole('heading', { name: 'Send Notification' })).toBeInTheDocument()
  })

  it('stops USER at the guard and others at the office', async () => {
    await open('/club/HOBBY?tab=members')
    expect(await screen.findByRole('heading', { name: 'Admin Access Required' })).toBeInTheDocument()
    for (const role of ['ORGANISER', 'MUSIC']) {
      const { calls } = await open('/club/HOBBY?tab=members', { 'GET /checklogged': signedIn(role) })
      expect(await screen.findByRole('heading', { name: 'For this club’s administrators' })).toBeInTheDocument()
      expect(calls.some(({ path }) => path.includes('/members'))).toBe(false)
      expect(screen.getAllByRole('button', { name: 'Ask this club' })).toHaveLength(2)
    }
  })
})

describe('the details', () => {
  it('say who and what, with real numbers, and no rating before there is one', async () => {
    await open('/club/HOBBY')
    expect(screen.getByText('64').parentElement).toHaveTextContent('members')
    expect(screen.getByText('3').parentElement).toHaveTextContent('events')
    expect(screen.queryByText(/rating/)).not.toBeInTheDocument()
    expect(screen.getByText(/Photography walks\./)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /^Site/ })).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    expect(await screen.findByRole('heading', { name: 'No post holders found' })).toBeInTheDocument()
    expect(screen.getByText('Check back later for updates')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Edit club' })).not.toBeInTheDocument()
    await open('/club/HOBBY', {
      'GET /clubs/HOBBY': body({
        club: wire({
          rating: { average: 4.8, count: 61 },
          you: { status: 'member', role: 'President', mayManage: true },
        }),
      }),
      'GET /member/postholders/HOBBY': body({
        data: [{ id: 'm1', UserId: { fullName: 'Nikhil Verma' }, Role: 'President' }],
      }),
    })
    expect(screen.getByText('from 61 ratings')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Edit club' })).toHaveAttribute('href', '/club/HOBBY/edit')
    expect(await screen.findByText('Nikhil Verma')).toBeInTheDocument()
  })

  it('show the last gallery to people with an account', async () => {
    const picture = { key: 'ab12', url: 'http://test/api/media/ab12', width: 800, height: 600, widths: [320, 640] }
    const event = { _id: 'e1', title: 'Night walk', location: '', start: null, end: null }
    const gallery = {
      _id: 'g1',
      title: 'Night walk Gallery',
      description: '',
      club: 'HOBBY',
      EventId: event,
      imageUrl: [picture.url],
      pictures: [picture],
    }
    await open('/club/HOBBY', { 'GET /event/gallery/HOBBY': body({ gallery: [gallery] }) })
    expect(await screen.findByRole('link', { name: 'Night walk: all galleries' })).toHaveAttribute(
      'href',
      '/club/HOBBY?tab=showgallery',
    )
  })

  it('let in, and out again', async () => {
    let you: object = NONE
    const { calls } = await open('/club/HOBBY', {
      'GET /clubs/HOBBY': () => body({ club: wire({ you }) }),
      'POST /member/join/HOBBY': () => {
        you = { ...NONE, status: 'pending' }
        return body({ message: 'Your application was sent.', state: 'pending' }, 201)
      },
      'DELETE /clubs/HOBBY/membership': () => {
        you = NONE
        return body({ message: 'Your application has been withdrawn.' })
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Become a Member' }))
    expect(await screen.findByText('Your application was sent.')).toBeInTheDocument()
    expect(await screen.findByText('Application pending')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Withdraw' })).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Your application has been withdrawn.')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Become a Member' })).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Become a Member' })).toHaveFocus())
    expect(calls.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })

  it('say what the server said when applying fails, and the specification’s words when it said nothing', async () => {
    await open('/club/HOBBY', {
      'POST /member/join/HOBBY': { status: 500, body: {} },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Become a Member' }))
    expect(await screen.findByText('server failure try again')).toBeInTheDocument()
  })
})

it('asks the club, and keeps the question until it is taken', async () => {
  let down = true
  const { calls } = await open('/club/HOBBY', {
    'POST /clubs/HOBBY/question': () =>
      down
        ? { status: 429, body: { code: 'too_many', message: 'You have asked a lot today.' } }
        : body({ message: 'Your question is on its way.' }, 201),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Ask this club' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ask this club' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send question' }))
  expect(within(dialog).getByText('Please write your question')).toBeInTheDocument()
  await fill(within(dialog).getByLabelText('Your question'), 'When do you meet?')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send question' }))
  expect(await within(dialog).findByText('You have asked a lot today.')).toBeInTheDocument()
  down = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send question' }))
  expect(await screen.findByText('Your question is on its way.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({ text: 'When do you meet?' })
})

it('finds other clubs as one types', async () => {
  const { router } = await open('/club/HOBBY', {
    'GET /clubs': body({ clubs: [wire({ id: 'c2', shortName: 'MUSIC', name: 'Music Club' })], total: 1 }),
  })
  const box = screen.getByRole('searchbox', { name: 'Search clubs' })
  await userEvent.type(box, 'mus')
  const found = await screen.findByRole('link', { name: 'Music Club' })
  expect(found).toHaveAttribute('href', '/club/MUSIC')
  await userEvent.keyboard('{ArrowDown}')
  expect(found).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('link', { name: 'Music Club' })).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/club/HOBBY')
  // What has the focus next does not lie below the list.
  await userEvent.type(box, 'mus')
  await screen.findByRole('link', { name: 'Music Club' })
  await userEvent.tab()
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'Music Club' })).toHaveFocus()
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'All clubs' })).toHaveFocus()
  await userEvent.tab()
  expect(screen.queryByRole('link', { name: 'Music Club' })).not.toBeInTheDocument()
})

it('says when there is no such club', async () => {
  serverSays({ ...base, 'GET /clubs/nothing': { status: 404, body: { code: 'missing', message: 'Not here.' } } })
  await showPage({ '/club/$clubId': ClubPage }, '/club/nothing')
  expect(await screen.findAllByRole('heading', { name: 'This club was not found' })).toHaveLength(2)
})
