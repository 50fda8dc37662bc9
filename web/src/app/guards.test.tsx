/** Who is let through, and where the others go. */
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { GUEST, SITE, serverSays, showPage, signedIn } from '@/testingPage'
import { AdminGuard, LoginGuard } from './guards'

const Login = () => <p>the log-in</p>
const Secret = () => (
  <AdminGuard>
    <p>the tools</p>
  </AdminGuard>
)

it('sends a guest to log in and remembers where they were going', async () => {
  serverSays({ 'GET /checklogged': GUEST, 'GET /site': SITE })
  const router = await showPage({ '/result': LoginGuard, '/login': Login }, '/result?contest=c1')
  expect(await screen.findByText('the log-in')).toBeInTheDocument()
  expect(router.state.location.search).toEqual({ next: '/result?contest=c1' })
})

it('says Verifying Access while it does not know', async () => {
  serverSays({ 'GET /site': SITE })
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
  await showPage({ '/result': LoginGuard, '/login': Login }, '/result')
  expect(screen.getByRole('status')).toHaveTextContent('Verifying Access')
})

it('stops exactly the role USER at the tools of organisers', async () => {
  serverSays({ 'GET /checklogged': signedIn('USER'), 'GET /site': SITE })
  await showPage({ '/tools': Secret }, '/tools')
  expect(await screen.findByRole('heading', { name: 'Admin Access Required' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Request Admin Access' })).toHaveAttribute('href', '/pricing')
  expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  expect(screen.queryByText('the tools')).not.toBeInTheDocument()
})

it.each(['ORGANISER', 'HOBBY', 'ADMIN'])('lets %s through', async (role) => {
  serverSays({ 'GET /checklogged': signedIn(role), 'GET /site': SITE })
  await showPage({ '/tools': Secret }, '/tools')
  expect(await screen.findByText('the tools')).toBeInTheDocument()
})
