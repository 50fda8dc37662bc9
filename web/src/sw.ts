/**
 * The service worker, built to /sw.js: lets a contest that is being taken be reloaded without a network. The build puts
 * `self.__BUILD` in front of it: `shell`, what the contest screen needs to open, `assets`, everything built, `version`.
 *
 * It keeps the shell, and of the API only the paper of contests being taken (immutable) and the last answers of the
 * three calls the screen starts with; those are asked from the network first, and a kept one says so by `x-quad-kept`.
 * Every other call passes by untouched. What belongs to a person goes when that person logs out or another comes.
 */
type Build = { version: string; shell: string[]; assets: string[] }

type Extendable = { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Told = Extendable & { data: unknown }
type Clicked = Extendable & { notification: { close: () => void; data?: { url?: string } } }
type Tab = { focus: () => Promise<unknown> }

declare const self: {
  __BUILD: Build
  location: Location
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (which: { type: 'window' }) => Promise<Tab[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: {
    (kind: 'install' | 'activate', on: (event: Extendable) => void): void
    (kind: 'fetch', on: (event: Fetching) => void): void
    (kind: 'message', on: (event: Told) => void): void
    (kind: 'notificationclick', on: (event: Clicked) => void): void
  }
}

const { version, shell, assets } = self.__BUILD
const SHELL = `quad-shell-${version}`
/** Outlives new versions: a contest may be running. */
const ANSWERS = 'quad-answers'
const PAGE = '/index.html'
const PATIENCE = 3000

const built = new Set(assets)
const ROOM = '/ContestQuestion'
const PAPER = /^\/api\/contests\/[^/]+\/paper$/
const CHANGING = /^\/api\/(?:contests\/[^/]+\/attempt|checklogged|site)$/
/** Not hashed, but part of the page: asked for anew, kept in case. */
const BESIDE = ['/theme.js', '/favicon.svg']

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(caches.delete(ANSWERS))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url ?? '/'))
})
self.addEventListener('fetch', (event) => {
  const answer = route(event)
  if (answer) event.respondWith(answer)
})

/** A reminder's page, in a tab that is there already if possible. Only addresses of this site. */
async function open(url: string): Promise<void> {
  const address = new URL(url, self.location.origin)
  if (address.origin !== self.location.origin) return
  const [tab] = await self.clients.matchAll({ type: 'window' })
  if (tab) await tab.focus()
  else await self.clients.openWindow(address.href)
}

async function install(): Promise<void> {
  const cache = await caches.open(SHELL)
  const page = fetch('/', { cache: 'no-cache' }).then((answer) => cache.put(PAGE, whole(answer)))
  await Promise.all([page, cache.addAll([...shell, ...BESIDE])])
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
  if (request.mode === 'navigate') return pathname === ROOM ? networkFirst(request, SHELL, PAGE) : undefined
  if (built.has(pathname)) return keptFirst(request, SHELL)
  if (BESIDE.includes(pathname)) return networkFirst(request, SHELL, pathname)
  if (PAPER.test(pathname)) return keptFirst(request, ANSWERS)
  if (pathname === '/api/logout') return loggingOut(request)
  if (CHANGING.test(pathname)) return networkFirst(request, ANSWERS, pathname)
  return undefined
}

/** What never changes under its name: from here, else from the network and kept. */
async function keptFirst(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name)
  const held = await cache.match(request.url, { ignoreVary: true })
  if (held) return held
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request.url, answer.clone()).catch(() => {})
  return answer
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
