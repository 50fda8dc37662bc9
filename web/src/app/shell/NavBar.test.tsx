/** What the navigation shows to whom. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { lastWords } from '@/api/session'
import { GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { toast } from '@/ui/toast'
import { NavBar } from './NavBar'

it('offers guests to log in and sign up', async () => {
  serverSays({ 'GET /checklogged': GUEST, 'GET /site': SITE })
  await showPage({ '/': NavBar }, '/')
  expect(await screen.findByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login')
  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
  for (const name of ['Home', 'Contests', 'Polls', 'Pricing', 'About'])
    expect(screen.getByRole('link', { name })).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Clubs' }))
  for (const [name, href] of [
    ['Hobby Club', '/club/hobby'],
    ['Dramatic Club', '/club/dramatic'],
    ['All Clubs', '/clubs'],
  ]) {
    expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('href', href)
  }
})

it.each([
  ['/invite#abc', '%2Finvite#abc'],
  ['/login?next=%2Finvite#abc', '%2Finvite#abc'],
])('does not lose where a guest at %s wants to go', async (at, next) => {
  serverSays({ 'GET /checklogged': GUEST, 'GET /site': SITE })
  await showPage({ '/invite': NavBar, '/login': NavBar }, at)
  expect(await screen.findByRole('link', { name: 'Log In' })).toHaveAttribute('href', `/login?next=${next}`)
  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', `/signup?next=${next}`)
})

it('shows a skeleton while it does not know', async () => {
  serverSays({})
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
  await showPage({ '/': NavBar }, '/')
  expect(screen.getByRole('status', { name: 'Loading account' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Log In' })).not.toBeInTheDocument()
})

/** A server that has somebody logged in until they log out. */
function somebodyInside() {
  let inside = true
  return serverSays({
    'GET /checklogged': () => (inside ? signedIn() : GUEST),
    'GET /site': SITE,
    'GET /logout': () => {
      inside = false
      return { body: { success: true, message: 'Bye' } }
    },
  })
}

it('gives the signed-in person a menu, and lets them out', async () => {
  localStorage.setItem('contestid', 'c1')
  const calls = somebodyInside()
  const router = await showPage({ '/profile': NavBar, '/': NavBar }, '/profile')
  const button = await screen.findByRole('button', { name: 'Account: Ananya Sharma' })
  await userEvent.click(button)
  for (const name of ['Dashboard', 'My Profile', 'My Contests', 'Purchases']) {
    expect(await screen.findByRole('menuitem', { name })).toBeInTheDocument()
  }
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByRole('link', { name: 'Log In' })).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/')
  expect(calls.some((call) => call.path === '/logout')).toBe(true)
  expect([localStorage.getItem('userId1'), localStorage.getItem('contestid')]).toEqual([null, null])
})

it('asks once before what was typed and not sent goes with signing out', async () => {
  localStorage.setItem('quad.draft.poll.u1', '{"question":"Lunch?"}')
  sessionStorage.setItem('quad.registration.e1.u1', '{"parent":"98765 43210"}')
  const calls = somebodyInside()
  await showPage({ '/profile': NavBar, '/': NavBar }, '/profile')
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Account: Ananya Sharma' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    return within(await screen.findByRole('dialog', { name: 'Sign out?' }))
  }
  await userEvent.click((await open()).getByRole('button', { name: 'Cancel' }))
  expect(calls.some(({ path }) => path === '/logout')).toBe(false)
  expect(localStorage.getItem('quad.draft.poll.u1')).not.toBeNull()
  await userEvent.click((await open()).getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('link', { name: 'Log In' })).toBeInTheDocument()
  const left = [...Object.values(localStorage), ...Object.values(sessionStorage)].join()
  expect(left).not.toMatch(/Lunch|98765/)
})

it('shows that signing out is under way, once', async () => {
  const calls = somebodyInside()
  let say = () => {}
  const word = () => new Promise<void>((resolve) => (say = resolve))
  lastWords.add(word)
  await showPage({ '/': NavBar }, '/')
  await userEvent.click(await screen.findByRole('button', { name: 'Account: Ananya Sharma' }))
  const out = await screen.findByRole('menuitem', { name: 'Sign out' })
  expect(out).not.toHaveAttribute('aria-busy')
  await userEvent.click(out)
  expect(out).toBeVisible()
  expect(out).toHaveAttribute('aria-busy', 'true')
  expect(out).toHaveTextContent('Signing out…')
  expect(out).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(out)
  say()
  expect(await screen.findByRole('link', { name: 'Log In' })).toBeInTheDocument()
  expect(calls.filter(({ path }) => path === '/logout')).toHaveLength(1)
  lastWords.delete(word)
})

it.each([
  ['lost, and they are out', GUEST, 'Log In', null],
  ['lost, and they are in', signedIn(), 'Sign out', /could not be logged out/],
])('tells of a log-out whose answer is %s', async (_, after, shown, said) => {
  let lost = false
  serverSays({
    'GET /checklogged': () => (lost ? after : signedIn()),
    'GET /site': SITE,
    'GET /logout': () => {
      lost = true
      return { body: '<h1>Campus Wi-Fi</h1>' }
    },
  })
  const told = vi.spyOn(toast, 'error')
  await showPage({ '/profile': NavBar, '/': NavBar }, '/profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Account: Ananya Sharma' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
  if (said) await waitFor(() => expect(told.mock.calls).toEqual([[expect.stringMatching(said)]]))
  else expect(told).not.toHaveBeenCalled()
})

it('unfolds on a phone and folds on Escape', async () => {
  serverSays({ 'GET /checklogged': GUEST, 'GET /site': SITE })
  await showPage({ '/': NavBar }, '/')
  const button = screen.getByRole('button', { name: 'Menu' })
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(button).toHaveAttribute('aria-expanded', 'false')
})
