/** What the service worker does with a push, a pressed notification and the document it keeps; the rest is tried in a browser. */

import { createHash } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerOf, echoing } from '@/testingAnswer'
import { type Answer, serverSays } from '@/testPage'

/** The contest screen's document; of a script the text is its name. */
const DOCUMENT = '<body><script src="/assets/room.js"></script>'
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

type Said = { title: string; options: Record<string, unknown> }

let shown: Said[] = []
let tray: { close: ReturnType<typeof vi.fn> }[] = []
let opened: string[] = []
let tabs: { url: string; focus: ReturnType<typeof vi.fn> }[] = []
const subscribe = vi.fn()
const DONE = { body: { success: true, message: 'Done' } }

beforeAll(async () => {
  Object.assign(self, {
    __BUILD: {
      version: 'test',
      shell: ['/assets/room.js'],
      around: ['/assets/list.js'],
      assets: Object.fromEntries(
        ['/assets/room.js', '/assets/list.js', '/assets/other.js'].map((name) => [name, digest(name)]),
      ),
      page: digest(DOCUMENT),
    },
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

it('forgets no subscription before the server itself has taken the new one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const made = (endpoint: string) => ({ endpoint, options: {}, toJSON: () => ({ keys: {} }) })
  let tries = 0
  let taken: Answer = { status: 200, body: '<h1>Campus Wi-Fi</h1>' }
  const calls = serverSays({
    'PUT /push/subscription': () => {
      tries += 1
      return taken
    },
    'DELETE /push/subscription': DONE,
  })
  const methods = () => calls.map(({ method }) => method).join(' ')
  const parts = { oldSubscription: made('https://push.example/1'), newSubscription: made('https://push.example/2') }
  const first = happens('pushsubscriptionchange', parts)
  await vi.advanceTimersByTimeAsync(60_000)
  await first
  expect(methods()).toBe('PUT PUT PUT PUT PUT')
  tries = 0
  const second = happens('pushsubscriptionchange', parts)
  await vi.advanceTimersByTimeAsync(3000)
  expect(tries).toBe(2)
  taken = DONE
  await vi.advanceTimersByTimeAsync(6000)
  await second
  expect(methods()).toMatch(/PUT PUT PUT DELETE$/)
  vi.useRealTimers()
})

type Kept = Map<string, Response>

/** Answers of the server, as far as the worker looks at them. */
const page = (text = DOCUMENT) => new Response(text, { headers: { 'content-type': 'text/html' } })
const json = (body: object, status = 200) => answerOf(body, { status })
const file = (path: string, status = 200) =>
  new Response(path, {
    status,
    headers: { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'image/svg+xml' },
  })

/** Caches as far as the worker uses them; of what is kept, copies are given. */
function stubCaches(kept: Kept): void {
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, answer: Response) => void kept.set(key, answer),
  }
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => kept.clear() })
}

/** What a request gets from the worker; null where the browser is left to it. */
async function opens(path: string, mode = 'navigate', call = 'a', cache = 'default'): Promise<string | null> {
  let answered: Promise<Response> | undefined
  const request = {
    method: 'GET',
    mode,
    cache,
    url: here(path),
    headers: new Headers(call ? { 'x-quad-call': call } : {}),
  }
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
  vi.stubGlobal('fetch', echoing(fetched))
  expect(await opens('/ContestQuestion?contest=1')).toBe('kept')
  expect(await opens('/api/contest.csv')).toBe(null)
  expect(await opens('/robots.txt')).toBe(null)
  expect(fetched).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

it('opens other pages with the kept document only where there is no network', async () => {
  const kept: Kept = new Map([['/index.html', new Response('kept')]])
  stubCaches(kept)
  vi.stubGlobal(
    'fetch',
    echoing(async () => new Response('overloaded', { status: 503 })),
  )
  expect(await opens('/contest?status=completed')).toBe('overloaded')
  vi.stubGlobal(
    'fetch',
    echoing(async () => {
      throw new TypeError('Failed to fetch')
    }),
  )
  expect(await opens('/contest?status=completed')).toBe('kept')
  kept.clear()
  await expect(opens('/contest')).rejects.toThrow('Failed to fetch')
  vi.unstubAllGlobals()
})

it('gets the document anew where the browser has thrown the kept one away', async () => {
  const kept: Kept = new Map()
  stubCaches(kept)
  vi.stubGlobal(
    'fetch',
    echoing(async () => page()),
  )
  expect(await opens('/ContestQuestion?contest=1')).toBe(DOCUMENT)
  expect(await kept.get('/index.html')?.text()).toBe(DOCUMENT)
  kept.clear()
  vi.stubGlobal(
    'fetch',
    echoing(async () => new Response('overloaded', { status: 503 })),
  )
  expect(await opens('/ContestQuestion?contest=1')).toBe('overloaded')
  expect(kept.size).toBe(0)
  vi.unstubAllGlobals()
})

it('keeps a paper once it is there, however it was asked for', async () => {
  const kept: Kept = new Map()
  stubCaches(kept)
  const fetched = vi.fn(async () => answerOf(null, { status: 204 }))
  vi.stubGlobal('fetch', echoing(fetched))
  await opens('/api/contests/1/paper?early=true', 'cors')
  expect(kept.size).toBe(0)
  fetched.mockImplementation(async () => json({ _id: '1', QuestionSet: [] }))
  expect(await opens('/api/contests/1/paper?early=true', 'cors')).toContain('QuestionSet')
  expect(await opens('/api/contests/1/paper', 'cors')).toContain('QuestionSet')
  expect(fetched).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
})

it('is not installed with the document of a failure', async () => {
  const kept: Kept = new Map()
  stubCaches(kept)
  vi.stubGlobal(
    'fetch',
    echoing(async () => new Response('overloaded', { status: 503 })),
  )
  await expect(happens('install', {})).rejects.toThrow('503')
  expect(kept.size).toBe(0)
  const skipped = vi.fn()
  Object.assign(self, { skipWaiting: async () => skipped() })
  vi.stubGlobal(
    'fetch',
    echoing(async (what: string) => (what.includes('.') ? file(what) : page())),
  )
  await happens('install', {})
  expect(skipped).toHaveBeenCalled()
  expect(await kept.get('/index.html')?.text()).toBe(DOCUMENT)
  vi.unstubAllGlobals()
})

it('keeps the pages around a contest, after the contest screen and not for its price', async () => {
  Object.assign(self, { skipWaiting: async () => {} })
  const kept: Kept = new Map()
  stubCaches(kept)
  const fetched = vi.fn(async (what: string) =>
    what.includes('.') ? file(what, what.includes('list') ? 404 : 200) : page(),
  )
  vi.stubGlobal('fetch', echoing(fetched))
  await happens('install', {})
  expect(fetched.mock.calls.at(-1)?.[0]).toBe('/assets/list.js')
  expect([...kept.keys()].sort()).toEqual(['/assets/room.js', '/favicon.svg', '/index.html'])
  fetched.mockImplementation(async (what) => (what.includes('.') ? file(what) : page()))
  await happens('install', {})
  expect(kept.has('/assets/list.js')).toBe(true)
  kept.clear()
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await happens('install', {})
  expect(kept.has('/assets/room.js')).toBe(true)
  expect(kept.has('/assets/list.js')).toBe(false)
  vi.unstubAllGlobals()
})

/** What stands in the server's place: each with the status 200 and without. */
const STRANGERS: [string, () => Response][] = [
  [
    'a log-in page',
    () => new Response('<html>Log in to the Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['an empty answer', () => new Response('', { headers: { 'content-type': 'application/json' } })],
  ['somebody else’s JSON', () => Response.json({ error: 'log in first', user: null })],
  ['a success in our shape', () => Response.json({ success: true, user: null })],
  ['JSON without a type', () => answerOf({ success: true, user: null }, { type: 'text/plain' })],
  ['nothing', () => new Response(null, { status: 204 })],
  [
    'a refusal of a filter',
    () => new Response('{"code":"blocked"}', { status: 403, headers: { 'content-type': 'application/json' } }),
  ],
  ['a problem of somebody else', () => json({ type: 'about:blank', title: 'Blocked', status: 451 }, 451)],
]

it.each(STRANGERS)('keeps nothing that is not the server’s, and forgets nothing for it: %s', async (_, stranger) => {
  const session = json({ success: true, user: { _id: 'u1' } })
  const kept: Kept = new Map([['/api/checklogged', session]])
  stubCaches(kept)
  vi.stubGlobal(
    'fetch',
    echoing(async () => stranger()),
  )
  // The last answer in its place.
  expect(await opens('/api/checklogged', 'cors')).toContain('u1')
  expect(kept.get('/api/checklogged')).toBe(session)
  await opens('/api/logout', 'cors')
  expect(kept.size).toBe(1)
  for (const path of ['/api/contests/1/paper', '/api/site', '/api/contests/1/attempt', '/assets/other.js']) {
    await opens(path, 'cors')
  }
  await opens('/ContestQuestion?contest=1')
  expect([...kept.keys()]).toEqual(['/api/checklogged'])
  await expect(happens('install', {})).rejects.toThrow()
  expect([...kept.keys()]).toEqual(['/api/checklogged'])
  vi.unstubAllGlobals()
})

const SCRIPT = { headers: { 'content-type': 'text/javascript' } }

it.each([
  ['an emptied script', () => new Response('', SCRIPT), () => page()],
  ['a part of a script', (path: string) => new Response(path.slice(1), SCRIPT), () => page()],
  ['another script', () => new Response('void 0', SCRIPT), () => page()],
  ['a part of the document', file, () => page(DOCUMENT.slice(0, -9))],
  ['a document with something in it', file, () => page(`${DOCUMENT}<p>80 % of your data pack is used</p>`)],
])('keeps nothing of the build that came otherwise than it was built: %s', async (_, script, document) => {
  const kept: Kept = new Map()
  stubCaches(kept)
  const given = async (what: string | Request) => {
    const path = new URL(typeof what === 'string' ? what : what.url, location.href).pathname
    if (!path.includes('.')) return document()
    return path.endsWith('.js') ? script(path) : file(path)
  }
  vi.stubGlobal('fetch', echoing(given as typeof fetch))
  await expect(happens('install', {})).rejects.toThrow()
  await opens('/assets/other.js', 'cors')
  await opens('/ContestQuestion?contest=1')
  const wrong = [...kept].filter(([key]) => /other|index/.test(key))
  const isRight = async ([key, answer]: [string, Response]) =>
    digest(await answer.clone().text()) === digest(key.endsWith('.js') ? new URL(key).pathname : DOCUMENT)
  expect(await Promise.all(wrong.map(isRight))).not.toContain(false)
  vi.unstubAllGlobals()
})

it('goes past what it keeps where a page asks anew', async () => {
  const kept: Kept = new Map([[here('/assets/other.js'), new Response('kept', SCRIPT)]])
  stubCaches(kept)
  vi.stubGlobal(
    'fetch',
    echoing(async () => file('/assets/other.js')),
  )
  expect(await opens('/assets/other.js', 'cors')).toBe('kept')
  expect(await opens('/assets/other.js', 'cors', '', 'reload')).toBe('/assets/other.js')
  expect(await opens('/assets/other.js', 'cors')).toBe('/assets/other.js')
  vi.unstubAllGlobals()
})

/** A browser's cache in which everything is somebody else's; gives what was asked of it and of the network. */
function poisoned(held: () => Response, fine: (path: string) => Response): string[] {
  const asked: string[] = []
  const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(typeof input === 'string' ? input : (input as Request).url, location.href)
    const mode = init?.cache ?? 'default'
    asked.push(`${mode} ${pathname}`)
    return mode === 'default' ? held() : fine(pathname)
  }
  vi.stubGlobal('fetch', echoing(answer))
  return asked
}

it.each([
  ...STRANGERS,
  ['a redirect to where nobody is', () => Promise.reject(new TypeError('Failed to fetch')) as never],
] as typeof STRANGERS)('asks past the browser’s cache, where something else lies: %s', async (_, held) => {
  const kept: Kept = new Map()
  stubCaches(kept)
  const bodies: Record<string, () => Response> = {
    '/api/checklogged': () => json({ success: true, user: { _id: 'u1' } }),
    '/api/logout': () => json({ success: true }),
    '/api/site': () => json({ success: true, name: 'Quad' }),
    '/api/contests/c1/attempt': () => json({ success: true, contestId: 'c1', userId: 'u1' }),
    '/api/contests/c1/paper': () => json({ _id: 'c1', QuestionSet: [] }),
    '/ContestQuestion': () => page(),
    '/contest': () => page(),
  }
  const asked = poisoned(held, (path) => bodies[path]?.() ?? file(path))
  for (const [path, mode] of [
    ['/api/checklogged', 'cors'],
    ['/api/site', 'cors'],
    ['/api/contests/c1/attempt', 'cors'],
    ['/api/contests/c1/paper', 'cors'],
    ['/assets/other.js', 'cors'],
    ['/favicon.svg', 'no-cors'],
    ['/ContestQuestion', 'navigate'],
    ['/contest', 'navigate'],
  ] as const) {
    expect(await opens(path, mode), path).toBe(await (bodies[path]?.() ?? file(path)).text())
  }
  expect([...kept.keys()].filter((key) => key.startsWith('/'))).toContain('/api/contests/c1/paper')
  kept.clear()
  Object.assign(self, { skipWaiting: async () => {} })
  await happens('install', {})
  expect([...kept.keys()].sort()).toEqual(['/assets/list.js', '/assets/room.js', '/favicon.svg', '/index.html'])
  asked.length = 0
  kept.set('/api/checklogged', json({ success: true, user: { _id: 'u1' } }))
  await opens('/api/logout', 'cors')
  expect(asked).toEqual(['no-store /api/logout'])
  expect(kept.size).toBe(0)
  vi.unstubAllGlobals()
})

it('keeps no attempt of another person, or at another contest, over the own one', async () => {
  const path = '/api/contests/c1/attempt'
  const said = (userId: string | undefined, contestId: string) =>
    json({ success: true, userId, contestId, answered: {} })
  const own = said('u1', 'c1')
  const kept: Kept = new Map([
    ['/api/checklogged', json({ success: true, user: { _id: 'u1' } })],
    [path, own],
  ])
  stubCaches(kept)
  for (const strange of [said('u2', 'c1'), said('u1', 'c2')]) {
    vi.stubGlobal(
      'fetch',
      echoing(async () => strange.clone()),
    )
    // The page judges it, and asks again.
    expect(await opens(path, 'cors')).toBe(await strange.clone().text())
    expect(kept.get(path)).toBe(own)
  }
  for (const fine of [said('u1', 'c1'), said(undefined, 'c1')]) {
    vi.stubGlobal(
      'fetch',
      echoing(async () => fine),
    )
    await opens(path, 'cors')
    expect(kept.get(path)).not.toBe(own)
    kept.set(path, own)
  }
  vi.unstubAllGlobals()
})

it('takes no answer to another call for the one that the page made', async () => {
  const path = '/api/checklogged'
  const kept: Kept = new Map([[path, json({ success: true, user: { _id: 'u1' } })]])
  stubCaches(kept)
  const other = { success: true, user: { _id: 'u2' } }
  for (const [mark, id] of [
    ['b', 'a'],
    ['1', 'a'],
    ['b', ''],
    ['1', ''],
  ] as const) {
    vi.stubGlobal('fetch', async () => answerOf(other, { headers: { 'x-quad': mark } }))
    expect(await opens(path, 'cors', id)).toContain('u1')
    await opens('/api/logout', 'cors', id)
    expect(kept.size).toBe(1)
  }
  vi.stubGlobal('fetch', async () => answerOf(other, { headers: { 'x-quad': 'a' } }))
  expect(await opens(path, 'cors', 'a')).toContain('u2')
  vi.unstubAllGlobals()
})

it('names each of its own tries, all of one press by one key', async () => {
  const asked: (string | null)[][] = []
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let replies = 0
  vi.stubGlobal(
    'fetch',
    echoing(async (input) => {
      const { headers, method } = input as Request
      asked.push([method, headers.get('x-quad-call'), headers.get('idempotency-key')])
      replies += 1
      return answerOf({ success: true }, { headers: { 'x-quad': replies === 1 ? 'another' : '1' } })
    }),
  )
  const made = { endpoint: 'https://push.example/1', options: {}, toJSON: () => ({ keys: {} }) }
  const renewed = happens('pushsubscriptionchange', { newSubscription: made })
  await vi.advanceTimersByTimeAsync(3000)
  await renewed
  vi.useRealTimers()
  expect(asked.map(([method]) => method)).toEqual(['PUT', 'PUT'])
  expect(asked[0]?.[1]).not.toBe(asked[1]?.[1])
  expect(asked[0]?.[2]).toMatch(/^[0-9a-f-]{36}$/)
  expect(asked[0]?.[2]).toBe(asked[1]?.[2])
  await pressed({ url: '/result?contest=1', id: '17' })
  expect(asked[2]?.[2]).toBeNull()
  vi.unstubAllGlobals()
})

it('says whom it sends for', async () => {
  stubCaches(new Map([['/api/checklogged', json({ success: true, user: { _id: 'u1' } })]]))
  const calls = serverSays({ 'POST /notifications/read': DONE })
  await pressed({ url: '/result?contest=1', id: '17' })
  expect(calls).toMatchObject([{ body: { ids: ['17'] }, sentBy: 'u1' }])
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

it('waits for nothing for ever: a call ends where nothing is kept, a page is the kept one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stubCaches(new Map([['/index.html', page('kept')]]))
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const ended = expect(opens('/api/checklogged', 'cors')).rejects.toThrow('No answer in time')
  const shown = opens('/contest')
  await vi.advanceTimersByTimeAsync(13_000)
  expect(await shown).toBe(await page('kept').text())
  await vi.advanceTimersByTimeAsync(50_000)
  await ended
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('lets go what a network swallows, once the kept answer was given: the connections are for the answers', async () => {
  vi.useFakeTimers()
  const kept: Kept = new Map([
    ['/api/checklogged', json({ success: true, user: { _id: 'u1' } })],
    ['/api/site', json({ success: true, name: 'Quad' })],
    ['/api/contests/c1/attempt', json({ success: true, contestId: 'c1', userId: 'u1' })],
    ['/favicon.svg', file('/favicon.svg')],
    ['/index.html', page()],
  ])
  stubCaches(kept)
  const swallowed: AbortSignal[] = []
  vi.stubGlobal('fetch', (input: string | Request, init?: RequestInit) => {
    const signal = init?.signal ?? (input as Request).signal
    swallowed.push(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const paths = ['/api/checklogged', '/api/site', '/api/contests/c1/attempt', '/favicon.svg']
  const given = [...paths.map((path) => opens(path, 'cors')), opens('/contest')]
  await vi.advanceTimersByTimeAsync(12_000)
  expect((await Promise.all(given)).every((text) => text)).toBe(true)
  expect(swallowed.map(({ aborted }) => aborted)).toEqual([true, true, true, true, true])
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
