/** Frame of a page: what a screen reader hears after a change of page. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useTitle } from '@/lib/useTitle'
import { pass, startTestClock } from '@/testClock'
import { Frame } from './Frame'

let arrived = () => {}

function Home() {
  useTitle('Home')
  return null
}
function Loading() {
  useTitle('Loading...', 'passing')
  return null
}
function Ready() {
  useTitle('Operating Systems')
  return null
}
function Room() {
  const [ready, setReady] = useState(false)
  arrived = () => setReady(true)
  return ready ? <Ready /> : <Loading />
}

test('a page that is still loading is announced by its own title once it has one', async () => {
  startTestClock()
  const root = createRootRoute({ component: Frame })
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: Home }),
    createRoute({ getParentRoute: () => root, path: '/room', component: Room }),
    createRoute({ getParentRoute: () => root, path: '/else', component: Outlet }),
  ]
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const go = (to: string) => act(() => router.navigate({ to } as never))
  await act(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a small router stands in for the registered one
    render(<RouterProvider router={router as any} />)
    await router.load()
  })
  await go('/room')
  await pass(150)
  expect(screen.queryByText(/Loading/)).toBeNull()
  await act(() => arrived())
  expect(await screen.findByText('Operating Systems · Quad')).toBeInTheDocument()
  await go('/')
  expect(await screen.findByText('Home · Quad')).toBeInTheDocument()

  // Left before it had a title: nothing of it is told later.
  await go('/room')
  await pass(150)
  const late = arrived
  await go('/')
  await act(() => late())
  await pass(150)
  expect(screen.getByText('Home · Quad')).toBeInTheDocument()
})
