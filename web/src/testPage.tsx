/**
 * Test page, for unit tests: shows a page at an address, inside a small router and a fresh cache, with the answers of
 * the server given by path. Only what the page itself calls has to be listed; anything else answers 404.
 */

import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorRouteComponent,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import { cache } from '@/api/cache'
import { answerOf, echoing, XhrOverFetch } from '@/testingAnswer'
import { ToastHost } from '@/ui/ToastHost'

export type Answer = { status?: number; body: unknown }
/** `sentBy`: whom a body said it is from; it stands in no `body` here, as no feature writes it. */
export type Asked = { method: string; path: string; body: unknown; sentBy?: string }

type Answering = (asked: Asked, query: URLSearchParams) => Answer | Promise<Answer>

/** Answers of the server by `METHOD /path`; a function sees what was asked. Gives the list of calls made. */
export function serverSays(answers: Record<string, Answer | Answering>): Asked[] {
  const calls: Asked[] = []
  vi.stubGlobal('XMLHttpRequest', XhrOverFetch)
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async (input, init) => {
      const request = input instanceof Request ? input : null
      const url = new URL(request ? request.url : String(input), 'http://test')
      const method = init?.method ?? request?.method ?? 'GET'
      const text = init?.body ? String(init.body) : request ? await request.text() : ''
      const asked = { method, path: url.pathname.replace('/api', ''), ...unsigned(text ? read(text) : undefined) }
      calls.push(asked)
      const found = answers[`${method} ${asked.path}`]
      const answer = typeof found === 'function' ? await found(asked, url.searchParams) : found
      const { status = 200, body } = answer ?? { status: 404, body: { code: 'missing', message: 'Not here.' } }
      if (body instanceof ReadableStream) {
        return answerOf(body, { type: 'text/event-stream' })
      }
      // A text is no answer to a call: `/readyz`, which has the server's mark, or whatever answers in the server's place.
      if (typeof body === 'string') {
        const mark = url.pathname === '/readyz' ? { 'x-quad': '1' } : undefined
        return new Response(body, { status, headers: { 'content-type': 'text/plain', ...mark } })
      }
      return answerOf(completed(status, body), { status })
    }),
  )
  return calls
}

/** The server's stream of events, in the test's hands: its `answer` is for `GET /live`. */
export function liveStream(): { answer: () => Answer; say: (event: Record<string, unknown>) => void; end: () => void } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let waiting: string[] = []
  const send = (text: string) => controller?.enqueue(new TextEncoder().encode(text))
  return {
    answer: () => ({
      body: new ReadableStream<Uint8Array>({
        start: (opened) => {
          controller = opened
          send('retry: 2000\n\n')
          for (const text of waiting) send(text)
          waiting = []
        },
      }),
    }),
    say: (event) => {
      const text = `event: x\ndata: ${JSON.stringify(event)}\n\n`
      if (controller) send(text)
      else waiting.push(text)
    },
    end: () => {
      controller?.close()
      controller = undefined
    },
  }
}

/** With what every refusal of the server's has and no test needs to say. */
function completed(status: number, body: unknown): unknown {
  return status < 400 ? body : { success: false, code: 'broken', message: '', ...(body as object) }
}

function unsigned(body: unknown): { body: unknown; sentBy?: string } {
  if (typeof body !== 'object' || body === null || !('sentBy' in body)) return { body }
  const { sentBy, ...rest } = body
  return { body: rest, sentBy: String(sentBy) }
}

/** A form with files is no JSON; that one was sent is enough. */
function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const GUEST = { body: { success: false } }

export function signedIn(role = 'USER') {
  const user = {
    _id: 'u1',
    fullName: 'Ananya Sharma',
    email: 'ananya@meridian.example',
    role,
    roles: [role],
    contestCredits: 1,
    pollCredits: 0,
  }
  return { body: { success: true, user } }
}

export const SITE = {
  body: {
    name: 'Quad',
    instituteName: 'Meridian Institute of Technology',
    instituteDomains: ['meridian.example'],
    timeZone: 'Asia/Kolkata',
    billing: 'on',
    testPayments: true,
    foreignPictures: false,
    mail: true,
    studentsClaim: null,
    contactEmail: null,
    contactPhone: null,
    policiesUpdated: 'June 2025',
    counts: { students: 204, contests: 14, answers: 31240 },
    demo: false,
  },
}

/**
 * Shows `pages` (path → component) with the first address `at`. `under` is the id of a layout route, as the real table
 * has them, for pages that read their search by route id; `broke` is what stands in for a page that fails. The page shown
 * before goes away: it would ask the same server again, and say the same.
 */
export async function showPage(
  pages: Record<string, RouteComponent>,
  at: string,
  under = 'site',
  broke?: ErrorRouteComponent,
) {
  cleanup()
  cache.clear()
  const root = createRootRoute({ component: Outlet })
  const layout = createRoute({ getParentRoute: () => root, id: under, component: Outlet })
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => layout, path, component }),
  )
  const router = createRouter({
    routeTree: root.addChildren([layout.addChildren(routes)]),
    history: createMemoryHistory({ initialEntries: [at] }),
    defaultErrorComponent: broke,
  })
  await act(async () => {
    render(
      <QueryClientProvider client={cache}>
        {/* biome-ignore lint/suspicious/noExplicitAny: a small router stands in for the registered one */}
        <RouterProvider router={router as any} />
        <ToastHost />
      </QueryClientProvider>,
    )
    await router.load()
  })
  return router
}
