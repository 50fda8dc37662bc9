/** What the service worker does with a push, a pressed notification and the document it keeps; the rest is tried in a browser. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { serverSays } from '@/testingPage'

type Said = { title: string; options: Record<string, unknown> }

let shown: Said[] = []
let tray: { close: ReturnType<typeof vi.fn> }[] = []
let opened: string[] = []
let tabs: { url: string; focus: ReturnType<typeof vi.fn> }[] = []
const subscribe = vi.fn()
const DONE = { body: { success: true, message: 'Done' } }

beforeAll(async () => {
  Object.assign(self, {
    __BUILD: { version: 'test', shell: ['/assets/room.js'], around: ['/assets/list.js'], assets: [] },
    registration: {
      showNotification: async (title: string, options: Said['options']) => void shown.push({ title, options }),
      getNotifications: async () => tray,
      pushManager: { subscribe },
    },
    clients: { matchAll: async () => tabs, openWindow: async (url: string) => void opened.push(url) },
  })
  await import('./sw')
})
beforeEach(() => {
  shown = []
  opened = []
  tabs = []
})
afterEach(() => subscribe.mockReset())

/** Gives the worker an event, and waits for what it has to do. */
async function happens(kind: string, given: object): Promise<void> {
  let work: Promise<unknown> | undefined
  const event = Object.assign(new Event(kind), given, {
    waitUntil: (asked: Promise<unknown>) => {
      work = asked
    },
  })
  self.dispatchEvent(event)
  await work
}

const pushed = (data: unknown) => happens('push', { data: { json: () => JSON.parse(String(data)) } })
const pressed = (data: object | undefined) => happens('notificationclick', { notification: { close: () => {}, data } })
const here = (path: string) => `${location.origin}${path}`

it('shows what was pushed', async () => {
  await pushed(JSON.stringify({ title: 'Results', body: 'Are ready.', url: '/result?contest=1', tag: '17' }))
  expect(shown).toEqual([
    {
      title: 'Results',
      options: {
        body: 'Are ready.',
        tag: '17',
        icon: '/icon-192.png',
        data: { url: '/result?contest=1', id: '17' },
      },
    },
  ])
})

it.each(['no JSON', 'null', '{"title":7,"url":[]}'])('shows something, whatever came: %s', async (data) => {
  await pushed(data)
  expect(shown).toMatchObject([{ title: 'New notification', options: { body: '', data: { url: '/notifications' } } }])
  await happens('push', { data: null })
  expect(shown).toHaveLength(2)
})

it('opens the page and counts the notice as read', async () => {
  const calls = serverSays({ 'POST /notifications/read': DONE })
  await pressed({ url: '/result?contest=1', id: '17' })
  expect(opened).toEqual([here('/result?contest=1')])
  expect(calls).toEqual([{ method: 'POST', path: '/notifications/read', body: { ids: ['17'] } }])
})

it('brings the tab forward that shows the page, and leaves others alone', async () => {
  tabs = ['/ContestQuestion?contest=2', '/contest#top'].map((path) => ({ url: here(path), focus: vi.fn() }))
  await pressed({ url: '/contest' })
  expect(tabs.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1])
  expect(opened).toEqual([])
  await pressed({ url: '/polls' })
  expect(opened).toEqual([here('/polls')])
})

it.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'http://['])(
  'never leaves this site: %s',
  async (url) => {
    await pressed({ url })
    expect(opened).toEqual([here('/notifications')])
  },
)

it('tells the server of a renewed subscription, and forgets the one before', async () => {
  const calls = serverSays({ 'PUT /push/subscription': DONE, 'DELETE /push/subscription': DONE })
  const made = (endpoint: string) => ({
    endpoint,
    options: { userVisibleOnly: true },
    toJSON: () => ({ keys: { a: 'b' } }),
  })
  const [before, after] = [made('https://push.example/1'), made('https://push.example/2')]
  subscribe.mockResolvedValue(after)
  await happens('pushsubscriptionchange', { oldSubscription: before })
  expect(subscribe).toHaveBeenCalledWith(before.options)
  expect(calls.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { endpoint: after.endpoint, keys: { a: 'b' } }],
    ['DELETE', { endpoint: before.endpoint }],
  ])
  await happens('pushsubscriptionchange', {})
  expect(calls).toHaveLength(2)
})

type Kept = Map<string, Response>

/** Caches as far as the worker uses them; of what is kept, copies are given. */
function stubCaches(kept: Kept): void {
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, answer: Response) => void kept.set(key, answer),
    addAll: async (keys: string[]) => {
      for (const key of keys) {
        const answer = await fetch(key)
        if (!answer.ok) throw new TypeError(key)
        kept.set(key, answer)
      }
    },
  }
  vi.stubGlobal('caches', { open: async () => cache })
}

/** What a request gets from the worker; null where the browser is left to it. */
async function opens(path: string, mode = 'navigate'): Promise<string | null> {
  let answered: Promise<Response> | undefined
  const request = { method: 'GET', mode, url: here(path) }
  const event = Object.assign(new Event('fetch'), {
    request,
    respondWith: (given: Promise<Response>) => {
      answered = given
    },
  })
  self.dispatchEvent(event)
  return answered ? (await answered).text() : null
}

it('opens the contest screen with the kept document, without asking', async () => {
  stubCaches(new Map([['/index.html', new Response('kept')]]))
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  expect(await opens('/ContestQuestion?contest=1')).toBe('kept')
  expect(await opens('/api/contest.csv')).toBe(null)
  expect(await opens('/robots.txt')).toBe(null)
  expect(fetched).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

it('opens other pages with the kept document only where there is no network', async () => {
  const kept: Kept = new Map([['/index.html', new Response('kept')]])
  stubCaches(kept)
  vi.stubGlobal('fetch', async () => new Response('overloaded', { status: 503 }))
  expect(await opens('/contest?status=completed')).toBe('overloaded')
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await opens('/contest?status=completed')).toBe('kept')
  kept.clear()
  await expect(opens('/contest')).rejects.toThrow('Failed to fetch')
  vi.unstubAllGlobals()
})

it('gets the document anew where the browser has thrown the kept one away', async () => {
  const kept: Kept = new Map()
  stubCaches(kept)
  vi.stubGlobal('fetch', async () => new Response('of the server'))
  expect(await opens('/ContestQuestion?contest=1')).toBe('of the server')
  expect(await kept.get('/index.html')?.text()).toBe('of the server')
  kept.clear()
  vi.stubGlobal('fetch', async () => new Response('overloaded', { status: 503 }))
  expect(await opens('/ContestQuestion?contest=1')).toBe('overloaded')
  expect(kept.size).toBe(0)
  vi.unstubAllGlobals()
})

it('keeps a paper once it is there, however it was asked for', async () => {
  const kept: Kept = new Map()
  stubCaches(kept)
  const fetched = vi.fn(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetched)
  await opens('/api/contests/1/paper?early=true', 'cors')
  expect(kept.size).toBe(0)
  fetched.mockImplementation(async () => new Response('questions'))
  expect(await opens('/api/contests/1/paper?early=true', 'cors')).toBe('questions')
  expect(await opens('/api/contests/1/paper', 'cors')).toBe('questions')
  expect(fetched).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
})

it('is not installed with the document of a failure', async () => {
  const kept: Kept = new Map()
  stubCaches(kept)
  vi.stubGlobal('fetch', async () => new Response('overloaded', { status: 503 }))
  await expect(happens('install', {})).rejects.toThrow('503')
  expect(kept.size).toBe(0)
  const skipped = vi.fn()
  Object.assign(self, { skipWaiting: async () => skipped() })
  vi.stubGlobal('fetch', async () => new Response('fine'))
  await happens('install', {})
  expect(skipped).toHaveBeenCalled()
  expect(await kept.get('/index.html')?.text()).toBe('fine')
  vi.unstubAllGlobals()
})

it('keeps the pages around a contest, after the contest screen and not for its price', async () => {
  Object.assign(self, { skipWaiting: async () => {} })
  const kept: Kept = new Map()
  stubCaches(kept)
  const fetched = vi.fn(async (what: string) => new Response(what, { status: what.includes('list') ? 404 : 200 }))
  vi.stubGlobal('fetch', fetched)
  await happens('install', {})
  expect(fetched.mock.calls.at(-1)?.[0]).toBe('/assets/list.js')
  expect([...kept.keys()]).toEqual(['/index.html', '/assets/room.js', '/favicon.svg'])
  fetched.mockImplementation(async (what) => new Response(what))
  await happens('install', {})
  expect(kept.has('/assets/list.js')).toBe(true)
  kept.clear()
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await happens('install', {})
  expect(kept.has('/assets/room.js')).toBe(true)
  expect(kept.has('/assets/list.js')).toBe(false)
  vi.unstubAllGlobals()
})

it('leaves nothing of a person who has gone', async () => {
  const forgotten: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => forgotten.push(name) })
  tray = [{ close: vi.fn() }, { close: vi.fn() }]
  await happens('message', { data: 'anything' })
  expect(tray[0]?.close).not.toHaveBeenCalled()
  await happens('message', { data: 'forget' })
  expect(tray.map(({ close }) => close.mock.calls.length)).toEqual([1, 1])
  expect(forgotten).toEqual(['quad-answers'])
  vi.unstubAllGlobals()
})
