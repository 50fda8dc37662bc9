/** Who is let through, and where the others go. */

import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { sessionQuery } from '@/api/session'
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

it('begins anew for somebody else', async () => {
  const { user } = signedIn().body
  let id = 'u1'
  serverSays({ 'GET /checklogged': () => ({ body: { success: true, user: { ...user, _id: id } } }), 'GET /site': SITE })
  const Typed = () => <p>typed by {useState(id)[0]}</p>
  const guard = createRootRoute({ component: LoginGuard })
  const routeTree = guard.addChildren([createRoute({ getParentRoute: () => guard, path: '/', component: Typed })])
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  cache.clear()
  render(
    <QueryClientProvider client={cache}>
      {/* biome-ignore lint/suspicious/noExplicitAny: a small router stands in for the registered one */}
      <RouterProvider router={router as any} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('typed by u1')).toBeInTheDocument()
  id = 'u2'
  await act(() => cache.fetchQuery({ ...sessionQuery, staleTime: 0 }))
  expect(await screen.findByText('typed by u2')).toBeInTheDocument()
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
