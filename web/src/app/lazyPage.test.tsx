/** A page whose script does not come: what is said, and when the document is loaded anew. */

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_CONNECTION, SOMETHING_BETWEEN } from '@/api/failure'
import { pass, startTestClock } from '@/testClock'
import { answerOf, echoing } from '@/testingAnswer'
import { showPage } from '@/testPage'
import { lazyPage } from './lazyPage'
import { PageError, PageLoading } from './pageFallbacks'

const gone = () => new TypeError('Failed to fetch dynamically imported module: http://test/assets/Page-1.js')
const Page = () => <h1>Here</h1>
const reload = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('location', { ...location, href: location.href, reload })
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockReset()
})

it('without a network the document stays, and the page is there once it is tried again', async () => {
  vi.stubGlobal(
    'fetch',
    echoing(async () => {
      throw new TypeError('Failed to fetch')
    }),
  )
  const script = vi.fn(async () => ({ default: Page }))
  script.mockRejectedValueOnce(gone())
  await showPage({ '/': lazyPage(script) }, '/', 'site', PageError)
  expect(await screen.findByText('This page could not be shown')).toBeInTheDocument()
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeInTheDocument()
  expect(script).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
})

it('without a network the page says so, and comes by itself once the server is there', async () => {
  startTestClock()
  let isThere = false
  vi.stubGlobal(
    'fetch',
    echoing(async () => {
      if (isThere) return answerOf(null)
      throw new TypeError('Failed to fetch')
    }),
  )
  await showPage({ '/': lazyPage(() => Promise.reject(gone())) }, '/', 'site', PageError)
  expect(await screen.findByText(/^The server could not be reached, and this page is not on your device/)).toBeVisible()
  await pass(25_000)
  expect(reload).not.toHaveBeenCalled()
  isThere = true
  await pass(11_000)
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
})

it('a document that is being left is not loaded anew when its scripts are ended', async () => {
  const asked = vi.fn(async () => answerOf({ success: true }))
  vi.stubGlobal('fetch', echoing(asked))
  const script = async () => {
    dispatchEvent(new Event('beforeunload'))
    throw gone()
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const loading = Promise.resolve(lazyPage(script).preload?.()).catch(() => {})
  await vi.advanceTimersByTimeAsync(4000)
  expect(asked).not.toHaveBeenCalled()
  // Whoever stayed after all is told.
  await vi.advanceTimersByTimeAsync(2000)
  await loading
  expect(asked).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('where the server is there the version has been replaced: the document is loaded anew', async () => {
  vi.stubGlobal(
    'fetch',
    echoing(async () => answerOf(null)),
  )
  await showPage({ '/': lazyPage(() => Promise.reject(gone())) }, '/', 'site', PageError)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('is loaded with a new document when it is tried again, however often this tab has done so', async () => {
  let isThere = false
  vi.stubGlobal(
    'fetch',
    echoing(async () => {
      if (isThere) return answerOf(null)
      throw new TypeError('Failed to fetch')
    }),
  )
  sessionStorage.setItem(`tanstack_router_reload:${gone().message}`, '1')
  // A browser that remembers: the script is not even asked for.
  await showPage({ '/': lazyPage(() => Promise.reject(gone())) }, '/', 'site', PageError)
  const again = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.click(again)
  expect(await screen.findByText('This page could not be shown')).toBeInTheDocument()
  expect(reload).not.toHaveBeenCalled()
  isThere = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it.each([
  ['a server that fails as well', 502],
  ['a log-in page in its place', 200],
])('%s is no reason to leave', async (_, status) => {
  vi.stubGlobal(
    'fetch',
    echoing(async () => new Response('<h1>Log in</h1>', { status })),
  )
  await showPage({ '/': lazyPage(() => Promise.reject(gone())) }, '/', 'site', PageError)
  expect(await screen.findByText('This page could not be shown')).toBeInTheDocument()
  expect(reload).not.toHaveBeenCalled()
})

const nothing = async () => ({}) as { default: unknown }
it.each([
  ['empty', nothing],
  ['as a part of itself', () => Promise.reject(new SyntaxError('Unexpected end of input'))],
  ['as a page or a redirect', () => Promise.reject(gone())],
])(
  'a script that came %s is asked for past the cache once the server is there, and then the document',
  async (_, broken) => {
    let isThere = false
    const asked: string[] = []
    vi.stubGlobal(
      'fetch',
      echoing(async (input: RequestInfo | URL, init?: RequestInit) => {
        const name = String(input)
        if (name.includes('/assets/')) {
          asked.push(`${init?.cache} ${name.split('/').at(-1)}`)
          return new Response('fine', { headers: { 'content-type': 'text/javascript' } })
        }
        if (isThere) return answerOf(null)
        throw new TypeError('Failed to fetch')
      }),
    )
    const entries = ['Page-1.js', 'Other-2.js'].map((path) => ({ name: `${location.origin}/assets/${path}` }))
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as unknown as PerformanceEntryList)
    await showPage({ '/': lazyPage(broken) }, '/', 'site', PageError)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('This page could not be shown')).toBeInTheDocument()
    expect(reload).not.toHaveBeenCalled()
    isThere = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    // The browser's cache would give it to the next document.
    expect(asked.sort()).toEqual(['reload Other-2.js', 'reload Page-1.js'])
  },
)

describe('a script that is swallowed', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  async function wait(answers: () => Promise<Response>) {
    vi.stubGlobal('fetch', echoing(answers))
    let arrive: (page: { default: unknown }) => void = () => {}
    const late = new Promise<{ default: unknown }>((resolve) => {
      arrive = resolve
    })
    const pages = { '/': lazyPage(() => late), '/about': lazyPage(async () => ({ default: () => <h1>Other</h1> })) }
    const router = loadPage(pages, '/')
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(12_500))
    expect(screen.getByText('This page has not arrived yet')).toBeInTheDocument()
    return { router, arrive }
  }

  it('is said after twelve seconds, and shown when it comes after all', async () => {
    const { arrive } = await wait(async () => answerOf(null))
    await act(async () => arrive({ default: Page }))
    expect(await screen.findByRole('heading', { name: 'Here' })).toBeInTheDocument()
    expect(reload).not.toHaveBeenCalled()
  })

  it('is tried again with a new document', async () => {
    await wait(async () => answerOf(null))
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  it.each([
    ['nobody answers', async () => Promise.reject(new TypeError('Failed to fetch')), NO_CONNECTION],
    ['somebody else answers', async () => new Response('<h1>Log in</h1>'), SOMETHING_BETWEEN],
  ])('keeps this document where %s, and says so', async (_, answers, said) => {
    await wait(answers)
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    expect(await screen.findByText(said)).toBeInTheDocument()
    expect(reload).not.toHaveBeenCalled()
  })

  it('keeps nobody from going elsewhere', async () => {
    const { router } = await wait(async () => answerOf(null))
    await act(() => router.navigate({ to: '/about' }))
    expect(await screen.findByRole('heading', { name: 'Other' })).toBeInTheDocument()
  })
})

/** As the browser does: drawn while the page is still on its way. */
function loadPage(pages: Record<string, RouteComponent>, at: string) {
  const root = createRootRoute({ component: Outlet })
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 300,
  })
  // biome-ignore lint/suspicious/noExplicitAny: a small router stands in for the registered one
  render(<RouterProvider router={router as any} />)
  return router
}
