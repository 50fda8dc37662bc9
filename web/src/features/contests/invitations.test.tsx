/** The invitation link: made, handed on, replaced and revoked by the owner; opened and accepted by somebody else. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { drawn, pngPlace, qrFile } from './components/InvitationQr'
import * as messages from './messages'
import CreateContestPage from './pages/CreateContestPage'
import InvitePage from './pages/InvitePage'

const HOUR = 3_600_000
const iso = (ms: number) => new Date(Date.now() + ms).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const base = { 'GET /checklogged': signedIn('ORGANISER'), 'GET /site': SITE }
const refused = (status: number, code: string, message: string) => ({ status, body: { code, message } })

describe('the owner’s link', () => {
  const own = {
    body: {
      success: true,
      contests: [
        {
          _id: ID,
          title: 'Hostel Finals',
          description: '',
          startDate: iso(HOUR),
          endDate: iso(2 * HOUR),
          isPublic: false,
          answersShown: false,
          QuestionSet: [],
          questionCount: 3,
          participants: 0,
          frozen: false,
          createdAt: iso(-HOUR),
        },
      ],
      serverNow: iso(0),
    },
  }
  const link = (token: string, accepted = 0) => ({
    body: { success: true, invitation: { token, createdAt: iso(0), accepted } },
  })
  const address = (token: string) => `${location.origin}/invite#${token}`

  async function openLink() {
    await showPage({ '/createcontest': CreateContestPage, '/ContestQuestion': () => null }, '/createcontest')
    await userEvent.click(await screen.findByRole('button', { name: 'More about Hostel Finals' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: messages.INVITATION }))
    return within(await screen.findByRole('dialog', { name: messages.INVITATION }))
  }

  it('is made, copied, replaced and revoked, after asking', async () => {
    let token: string | null = null
    let made = 0
    const calls = serverSays({
      ...base,
      'GET /post/getcontest': own,
      [`GET /contests/${ID}/invitation`]: () =>
        token ? link(token, 2) : { body: { success: true, invitation: null } },
      [`POST /contests/${ID}/invitation`]: () => {
        made += 1
        token = `token-${made}`
        return { ...link(token, made - 1), status: 201 }
      },
      [`DELETE /contests/${ID}/invitation`]: () => {
        token = null
        return { body: { success: true, message: 'The link is dead.' } }
      },
    })
    const dialog = await openLink()
    expect(await dialog.findByText(messages.NO_LINK)).toBeVisible()
    // Brings a clipboard of its own.
    const user = userEvent.setup()
    await user.click(dialog.getByRole('button', { name: messages.MAKE_LINK }))
    expect(await dialog.findByLabelText('Link')).toHaveValue(address('token-1'))
    expect(dialog.getByText('Nobody has come in yet.')).toBeVisible()
    expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText(messages.LINK_COPIED)).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(address('token-1'))

    await user.click(dialog.getByRole('button', { name: messages.REPLACE.open }))
    const ask = dialog.getByRole('alertdialog', { name: messages.REPLACE.title })
    await waitFor(() => expect(within(ask).getByRole('button', { name: messages.KEEP_LINK })).toHaveFocus())
    await user.click(within(ask).getByRole('button', { name: messages.KEEP_LINK }))
    expect(made).toBe(1)
    await user.click(dialog.getByRole('button', { name: messages.REPLACE.open }))
    await user.click(dialog.getByRole('button', { name: messages.REPLACE.yes }))
    await waitFor(() => expect(dialog.getByLabelText('Link')).toHaveValue(address('token-2')))

    await user.click(dialog.getByRole('button', { name: messages.REVOKE.open }))
    await user.click(dialog.getByRole('button', { name: messages.REVOKE.yes }))
    expect(await dialog.findByText(messages.NO_LINK)).toBeVisible()
    expect(calls.filter((call) => call.method === 'DELETE')).toHaveLength(1)
  })

  it('says when it cannot be made', async () => {
    serverSays({
      ...base,
      'GET /post/getcontest': own,
      [`GET /contests/${ID}/invitation`]: { body: { success: true, invitation: null } },
      [`POST /contests/${ID}/invitation`]: refused(404, 'missing', 'This contest is gone.'),
    })
    const dialog = await openLink()
    await userEvent.click(await dialog.findByRole('button', { name: messages.MAKE_LINK }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('This contest is gone.')
  })

  it('is drawn with a quiet edge, every dark module once', () => {
    const { size, path } = drawn(address('A'.repeat(22)))
    const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)]
    expect(runs.length).toBe(path.split('M').length - 1)
    for (const [, x, y, width] of runs) {
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(4)
      expect(Number(x) + Number(width)).toBeLessThanOrEqual(size - 4)
    }
    // The finder in the corner.
    expect(path.startsWith('M4 4h7')).toBe(true)
    expect(qrFile('x')).toMatch(/^<svg xmlns/)
  })
})

it.each([
  [29, 35, 4],
  [37, 27, 12],
  [45, 22, 17],
])('a code of %i modules lies in the picture by whole pixels', (size, module, from) => {
  expect(pngPlace(size)).toEqual({ module, from })
  expect(from * 2 + size * module).toBeLessThanOrEqual(1024)
})

describe('being invited', () => {
  const contest = {
    id: ID,
    title: 'Hostel Finals',
    description: 'For the four hostels.',
    startDate: iso(-HOUR),
    endDate: iso(HOUR),
    questionCount: 12,
    owner: 'Arjun Mehta',
  }
  const invited = (accepted: boolean, own = false) => ({
    body: { success: true, contest, accepted, own, serverNow: iso(0) },
  })
  const PAGES = {
    '/invite': InvitePage,
    '/my-contests/$contestId': () => <p>the contest</p>,
    '/login': () => <p>the log-in</p>,
    '/register': () => null,
    '/questionview/$contestId': () => null,
    '/contest': () => null,
  }

  it('shows the contest, and accepting leads into it', async () => {
    const calls = serverSays({
      ...base,
      'POST /invitation/look': invited(false),
      'POST /invitation/accept': { body: { success: true, message: 'You are in.', contest } },
    })
    const router = await showPage(PAGES, '/invite#abc')
    expect(await screen.findByRole('heading', { level: 1, name: 'Hostel Finals' })).toBeVisible()
    expect(screen.getByText('invites you to')).toHaveTextContent(/^Arjun Mehta invites you to$/)
    expect(screen.getByText('For the four hostels.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: messages.ACCEPT }))
    expect(await screen.findByText('the contest')).toBeVisible()
    expect(screen.getByText('You are in.')).toBeInTheDocument()
    expect(router.state.location.pathname).toBe(`/my-contests/${ID}`)
    const posts = calls.filter((call) => call.method === 'POST').map(({ path, body }) => [path, body])
    expect(posts.slice(0, 2)).toEqual([
      ['/invitation/look', { token: 'abc' }],
      ['/invitation/accept', { token: 'abc' }],
    ])
  })

  it('says the rule of the marks before anybody accepts, and nothing of marks where there are none', async () => {
    const rule = 'Each right answer gives +4, each wrong answer −1, an unanswered question 0.'
    const look = invited(false)
    const marked = { ...look.body, contest: { ...look.body.contest, marksShown: rule } }
    serverSays({ ...base, 'POST /invitation/look': { body: marked } })
    await showPage(PAGES, '/invite#abc')
    expect(await screen.findByText(rule)).toBeVisible()
    serverSays({ ...base, 'POST /invitation/look': look })
    await showPage(PAGES, '/invite#abc')
    expect(await screen.findByRole('heading', { level: 1, name: 'Hostel Finals' })).toBeVisible()
    expect(screen.queryByText(messages.MARKS)).toBeNull()
  })

  it('knows who is in already', async () => {
    serverSays({ ...base, 'POST /invitation/look': invited(true) })
    await showPage(PAGES, '/invite#abc')
    expect(await screen.findByText(messages.ACCEPTED)).toBeVisible()
    expect(screen.getByRole('link', { name: messages.OPEN_CONTEST })).toHaveAttribute('href', `/my-contests/${ID}`)
    expect(screen.queryByRole('button', { name: messages.ACCEPT })).not.toBeInTheDocument()
  })

  it('leads the owner to the contest instead of in', async () => {
    serverSays({ ...base, 'POST /invitation/look': invited(false, true) })
    await showPage(PAGES, '/invite#abc')
    expect(await screen.findByText(messages.INVITED_OWN)).toBeVisible()
    expect(screen.getByRole('link', { name: messages.TO_OWN })).toHaveAttribute('href', `/questionview/${ID}`)
    expect(screen.queryByRole('button', { name: messages.ACCEPT })).not.toBeInTheDocument()
    expect(screen.queryByText(/invites you to/)).not.toBeInTheDocument()
  })

  it('says what the server says of a dead link, and asks once only', async () => {
    const calls = serverSays({ ...base, 'POST /invitation/look': refused(404, 'missing', 'Ask for a new one.') })
    await showPage(PAGES, '/invite#abc')
    expect(await screen.findByRole('alert')).toHaveTextContent('Ask for a new one.')
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    expect(calls.filter((call) => call.path === '/invitation/look')).toHaveLength(1)
  })

  it('tells a guest what it is for, and leads to the log-in and back', async () => {
    serverSays({ 'GET /checklogged': GUEST, 'GET /site': SITE, 'POST /invitation/look': invited(false) })
    await showPage(PAGES, '/invite#abc')
    expect(await screen.findByRole('heading', { level: 1, name: 'Hostel Finals' })).toBeVisible()
    expect(screen.getByText('Arjun Mehta')).toBeVisible()
    expect(screen.getByText(messages.INVITED_GUEST)).toBeVisible()
    expect(screen.queryByRole('button', { name: messages.ACCEPT })).toBeNull()
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login?next=%2Finvite#abc')
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register?next=%2Finvite#abc')
  })
})
