/** Route guards: who is let through, and where the others go. */

import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { notReached } from '@/api/failure'
import { endSession, sessionQuery } from '@/api/session'
import { type Answer, GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
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

it('goes where the end of a session leads, where that is found out later', async () => {
  let body: object = signedIn().body
  serverSays({ 'GET /checklogged': () => ({ body }), 'GET /site': SITE })
  const Home = () => <p>the farewell</p>
  const router = await showPage({ '/profile': LoginGuard, '/login': Login, '/': Home }, '/profile')
  await waitFor(() => expect(cache.getQueryData(sessionQuery.queryKey)).toMatchObject({ id: 'u1' }))
  body = { strange: true }
  const ending = endSession(
    () => Promise.reject(notReached()),
    () => router.navigate({ to: '/' }),
  )
  await expect(ending).rejects.toMatchObject({ unsure: true })
  body = { success: false }
  await act(() => cache.fetchQuery({ ...sessionQuery, staleTime: 0 }))
  expect(await screen.findByText('the farewell')).toBeInTheDocument()
  expect(screen.queryByText('the log-in')).toBeNull()
})

it.each<[string, Answer]>([
  ['a page of the Wi-Fi', { body: { welcome: 'to the Wi-Fi' } }],
  ['a gateway', { status: 502, body: {} }],
])('sends nobody to log in of whom nothing is known yet: %s answers', async (_, answer) => {
  let said = answer
  serverSays({ 'GET /checklogged': () => said, 'GET /site': SITE })
  await showPage({ '/profile': LoginGuard, '/login': Login }, '/profile')
  expect(await screen.findByRole('heading', { name: 'This page did not load' })).toBeInTheDocument()
  expect(screen.queryByText('the log-in')).toBeNull()
  said = GUEST
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('the log-in')).toBeInTheDocument()
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
