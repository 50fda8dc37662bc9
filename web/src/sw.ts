/**
 * The service worker, built to /sw.js: lets a contest that is being taken be reloaded without a network. The build puts
 * `self.__BUILD` in front of it: `shell`, what the contest screen needs to open, `around`, what the pages before and after it
 * need, `assets`, everything built, `version`.
 *
 * It keeps what is around (but where data are to be spared) and the shell, which the screen opens with at once (of the version before, on the first visit after an upgrade:
 * the browser looks for a newer worker meanwhile), and of the API only the paper of contests being taken (immutable) and
 * the last answers of the three calls the screen starts with; those are asked from the network first, and a kept one
 * says so by `x-quad-kept`.
 * Every other call passes by untouched. A page that is opened without a network gets the kept document, and says itself
 * what it cannot show. What belongs to a person goes when that person logs out or another comes.
 *
 * It also shows what the server pushes (`{title, body, url, tag}`), and opens its page when it is pressed.
 */
import { savesData } from '@/lib/savesData'

type Build = { version: string; shell: string[]; around: string[]; assets: string[] }

type Extendable = { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Told = Extendable & { data: unknown }
type Clicked = Extendable & { notification: { close: () => void; data?: { url?: string; id?: string } } }
type Pushed = Extendable & { data: { json: () => unknown } | null }
type Renewed = Extendable & { newSubscription?: Subscribed | null; oldSubscription?: Subscribed | null }
type Subscribed = { endpoint: string; options: object; toJSON: () => { keys?: Record<string, string> } }
type Tab = { url: string; focus: () => Promise<unknown> }

declare const self: {
  __BUILD: Build
  location: Location
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (which: { type: 'window'; includeUncontrolled: boolean }) => Promise<Tab[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: {
    showNotification: (title: string, options: object) => Promise<void>
    getNotifications: () => Promise<{ close: () => void }[]>
    pushManager: { subscribe: (options: object) => Promise<Subscribed> }
  }
  addEventListener: {
    (kind: 'install' | 'activate', on: (event: Extendable) => void): void
    (kind: 'fetch', on: (event: Fetching) => void): void
    (kind: 'message', on: (event: Told) => void): void
    (kind: 'notificationclick', on: (event: Clicked) => void): void
    (kind: 'push', on: (event: Pushed) => void): void
    (kind: 'pushsubscriptionchange', on: (event: Renewed) => void): void
  }
}

const { version, shell, around, assets } = self.__BUILD
const SHELL = `quad-shell-${version}`
/** Outlives new versions: a contest may be running. */
const ANSWERS = 'quad-answers'
const PAGE = '/index.html'
const PATIENCE = 3000

const built = new Set(assets)
const ROOM = '/ContestQuestion'
const PAPER = /^\/api\/contests\/[^/]+\/paper$/
const CHANGING = /^\/api\/(?:contests\/[^/]+\/attempt|checklogged|site)$/
/** Addresses that are no page: calls, and whatever has a file's ending. */
const NO_PAGE = /^\/(?:api|media|sandbox|test)(?:\/|$)|\.[^/]*$/
/** Not hashed, but part of the page: asked for anew, kept in case. */
const BESIDE = ['/favicon.svg']

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(Promise.all([caches.delete(ANSWERS), closeShown()]))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url = '/', id } = event.notification.data ?? {}
  event.waitUntil(Promise.all([open(url), id ? noteRead(id) : undefined]))
})
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
self.addEventListener('fetch', (event) => {
  const answer = route(event)
  if (answer) event.respondWith(answer)
})

/** The page of what was pressed: the tab that shows it, else a new one; no other tab is taken from what it is doing. */
async function open(url: string): Promise<void> {
  const address = own(url)
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((one) => one.url.split('#')[0] === address.split('#')[0])
  if (tab) await tab.focus()
  else await self.clients.openWindow(address)
}

/** Only addresses of this site; what is none leads to the inbox, where everything is. */
function own(url: string): string {
  const { origin } = self.location
  const address = URL.canParse(url, origin) ? new URL(url, origin) : null
  return address?.origin === origin ? address.href : `${origin}/notifications`
}

/** Every push is shown, also one that cannot be read: browsers take the permission back from those that keep silent. */
async function show(data: Pushed['data']): Promise<void> {
  const { title, body, url, tag } = told(data)
  await self.registration.showNotification(title ?? 'New notification', {
    body: body ?? '',
    // A repeat takes the place of the first.
    ...(tag ? { tag } : {}),
    icon: '/icon-192.png',
    data: { url: url ?? '/notifications', id: tag },
  })
}

/** What was shown to one person is not left for the next to read. */
async function closeShown(): Promise<void> {
  for (const one of await self.registration.getNotifications()) one.close()
}

type Message = { title?: string; body?: string; url?: string; tag?: string }

function told(data: Pushed['data']): Message {
  try {
    const said = (data?.json() ?? {}) as Record<string, unknown>
    const text = (name: string) => (typeof said[name] === 'string' && said[name] !== '' ? said[name] : undefined)
    return { title: text('title'), body: text('body'), url: text('url'), tag: text('tag') }
  } catch {
    return {}
  }
}

/** Opened here is read everywhere; without a network or a log-in it stays unread. */
async function noteRead(id: string): Promise<void> {
  await send('POST', '/api/notifications/read', { ids: [id] })
}

/** The browser has replaced its subscription: the server is told, or this device would fall silent. */
async function renew({ newSubscription, oldSubscription }: Renewed): Promise<void> {
  const next =
    newSubscription ?? (oldSubscription ? await self.registration.pushManager.subscribe(oldSubscription.options) : null)
  if (!next) return
  await send('PUT', '/api/push/subscription', { endpoint: next.endpoint, keys: next.toJSON().keys })
  if (oldSubscription && oldSubscription.endpoint !== next.endpoint) {
    await send('DELETE', '/api/push/subscription', { endpoint: oldSubscription.endpoint })
  }
}

async function send(method: string, address: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(address, { method, headers, body: JSON.stringify(body) }).catch(() => {})
}

async function install(): Promise<void> {
  const cache = await caches.open(SHELL)
  const page = fetch(ROOM, { cache: 'no-cache' }).then((answer) => {
    // What is kept is not asked for again: better the version before, which tries anew, than a page of a failure.
    if (!answer.ok) throw new Error(`${ROOM}: ${answer.status}`)
    return cache.put(PAGE, whole(answer))
  })
  await Promise.all([page, cache.addAll([...shell, ...BESIDE])])
  // Only once the contest screen is safe, and not for its price: what does not come is kept when it is used.
  if (!savesData()) await cache.addAll(around).catch(() => {})
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('quad-') && name !== SHELL && name !== ANSWERS)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** Undefined leaves the request to the browser. */
function route({ request }: Fetching): Promise<Response> | undefined {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return undefined
  const { pathname } = url
  // The document knows nothing of anybody, and names this version's scripts: a round trip less on bad Wi-Fi.
  if (request.mode === 'navigate') {
    if (pathname === ROOM) return keptFirst(request, SHELL, PAGE)
    return NO_PAGE.test(pathname) ? undefined : orKept(request, SHELL, PAGE)
  }
  if (built.has(pathname)) return keptFirst(request, SHELL)
  if (BESIDE.includes(pathname)) return networkFirst(request, SHELL, pathname)
  // Asked early or not (src/early.ts), it is the same.
  if (PAPER.test(pathname)) return keptFirst(request, ANSWERS, pathname)
  if (pathname === '/api/logout') return loggingOut(request)
  if (CHANGING.test(pathname)) return networkFirst(request, ANSWERS, pathname)
  return undefined
}

/** What never changes within a version: from here, else from the network and kept. */
async function keptFirst(request: Request, name: string, key = request.url): Promise<Response> {
  const cache = await caches.open(name)
  const held = await cache.match(key, { ignoreVary: true })
  if (held) return held
  const answer = await fetch(request)
  if (answer.status === 200) await cache.put(key, whole(answer.clone())).catch(() => {})
  return answer
}

/** The network's answer, whatever it says; what is kept only where there is none. */
async function orKept(request: Request, name: string, key: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const held = await (await caches.open(name)).match(key, { ignoreVary: true })
    if (held) return held
    throw error
  }
}

/** The network's answer if it comes in time, else the last one; without a last one the network's, however late. */
async function networkFirst(request: Request, name: string, key: string): Promise<Response> {
  const cache = await caches.open(name)
  const live = fetch(request).then(async (answer) => {
    if (answer.ok) await keep(cache, key, answer.clone()).catch(() => {})
    return answer
  })
  const inTime = Promise.race([live, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))])
  const answer = await inTime.catch(() => null)
  if (answer) return answer
  const held = await cache.match(key, { ignoreVary: true })
  // A late answer still renews what is kept; that it may fail concerns nobody any more.
  if (held) live.catch(() => {})
  return held ? marked(held) : live
}

async function keep(cache: Cache, key: string, answer: Response): Promise<void> {
  if (key !== '/api/checklogged') return cache.put(key, whole(answer))
  const person = await personOf(answer.clone())
  const before = await cache.match(key)
  // Somebody else, or nobody: nothing of the person before stays.
  if (before && (await personOf(before)) !== person) await caches.delete(ANSWERS)
  if (person) await (await caches.open(ANSWERS)).put(key, answer)
}

async function personOf(answer: Response): Promise<string | null> {
  const said = (await answer.json()) as { user?: { _id?: string } }
  return said.user?._id ?? null
}

async function loggingOut(request: Request): Promise<Response> {
  const answer = await fetch(request)
  if (answer.ok) await caches.delete(ANSWERS)
  return answer
}

/** Without the mark of a redirect, which a navigation refuses. */
function whole(answer: Response): Response {
  return answer.redirected ? new Response(answer.body, { status: answer.status, headers: answer.headers }) : answer
}

/** The page must not take a kept answer for the server's, least of all its time. */
function marked(held: Response): Response {
  const headers = new Headers(held.headers)
  headers.set('x-quad-kept', '1')
  return new Response(held.body, { status: held.status, statusText: held.statusText, headers })
}

export type { Build }
