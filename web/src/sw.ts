/**
 * Service worker, built to /sw.js: lets a contest that is being taken be reloaded without a network. The build puts
 * `self.__BUILD` in front of it: `shell`, what the contest screen needs to open, `around`, what the pages before and
 * after it need, `assets`, everything built with the digest of each, `page`, the digest of the contest screen's
 * document, `version`.
 *
 * It keeps what is around (but where data are to be spared) and the shell, which the screen opens with at once (of the version before, on the first visit after an upgrade:
 * the browser looks for a newer worker meanwhile), and of the API only the paper of contests being taken (immutable) and
 * the last answers of the three calls the screen starts with; those are asked from the network first, and a kept one
 * says so by `x-quad-kept`.
 * Of the build only what has its digest is kept: a script that a filter emptied, or a document with somebody's banner in it, would
 * stand there until the next version. Nothing is kept that is not the server's: not the page or the JSON of a Wi-Fi log-in, a filter or a gateway, in whose place
 * the kept answer is given (`x-quad-kept: between` where something answered). Nor is the reply to another's request kept.
 * A page, a file or a redirect of such a network may lie in the browser's own cache as well: documents and calls are asked
 * for past it, and a file of the build is asked for once more past it where something else lies in its place.
 * Every other call passes by untouched. A page that is opened without a network gets the kept document, and says itself
 * what it cannot show. What belongs to a person goes when that person logs out or another comes.
 *
 * It also shows what the server pushes (`{title, body, url, tag}`), and opens its page when it is pressed.
 */
import { CALL, headOf, isGateway, isOurs, isSameId, KEPT_MARK, SENDER } from '@/api/authenticity'
import { isKeyed, KEY, newKey } from '@/api/idempotency'
import { parseUrl } from '@/lib/parseUrl'
import { prefersReducedData } from '@/lib/prefersReducedData'
import { randomKey } from '@/lib/randomKey'
import { timeoutSignal } from '@/lib/timeoutSignal'

type Build = { version: string; shell: string[]; around: string[]; assets: Record<string, string>; page: string }

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

const { version, shell, around, assets, page: pageDigest } = self.__BUILD
const SHELL = `quad-shell-${version}`
/** Outlives new versions: a contest may be running. */
const ANSWERS = 'quad-answers'
const PAGE = '/index.html'
const SESSION = '/api/checklogged'
const PATIENCE = 3000
/** Before each further try of a changing call. */
const PAUSES = [2000, 5000, 10_000, 20_000]
/** A network that swallows everything is no answer. */
const CALL_TIMEOUT = 12_000
/** As long as the page itself waits for a call (api/runtime.ts). */
const GIVEN_UP = 60_000

const built = new Map(Object.entries(assets))
/** So many letters of it are in the list. */
const DIGEST_LENGTH = 16
const ROOM = '/ContestQuestion'
const PAPER = /^\/api\/contests\/[^/]+\/paper$/
/** What says of which contest it is. */
const OF_CONTEST = /^\/api\/contests\/([^/]+)\/(?:attempt|paper)$/
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
  const address = parseUrl(url, origin)
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
  const isTaken = await send('PUT', '/api/push/subscription', { endpoint: next.endpoint, keys: next.toJSON().keys })
  // The old one is all that the server has until it has taken the new one.
  if (isTaken && oldSubscription && oldSubscription.endpoint !== next.endpoint) {
    await send('DELETE', '/api/push/subscription', { endpoint: oldSubscription.endpoint })
  }
}

/** Sends, five times at most, until the server itself has taken or refused it; says whether it was taken. */
async function send(method: string, address: string, body: object): Promise<boolean> {
  const sentBy = await keptPerson()
  const signed = sentBy === null ? body : { sentBy, ...body }
  const by = sentBy === null ? undefined : { [SENDER]: sentBy }
  const url = new URL(address, self.location.origin).href
  const key = isKeyed(method, url) ? { [KEY]: newKey() } : undefined
  for (const pause of [0, ...PAUSES]) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    const request = new Request(url, {
      method,
      headers: { 'content-type': 'application/json', [CALL]: randomKey(), ...key, ...by },
      body: JSON.stringify(signed),
      signal: timeoutSignal(CALL_TIMEOUT),
    })
    const answer = await fetch(request, { cache: 'no-store' }).catch(() => null)
    // Misdirected (421), busy or restarted: another try may arrive as it was sent.
    if (answer && (await isGenuine(request, answer).catch(() => false)) && answer.status !== 421 && answer.status < 500)
      return answer.ok
  }
  return false
}

/** Who was signed in last, as far as it was kept. */
async function keptPerson(): Promise<string | null> {
  try {
    const held = await (await caches.open(ANSWERS)).match(SESSION)
    return held ? await personOf(held) : null
  } catch {
    return null
  }
}

async function install(): Promise<void> {
  const cache = await caches.open(SHELL)
  const page = fetch(ROOM, { cache: 'no-cache' }).then(async (answer) => {
    // What is kept is not asked for again: better the version before, which tries anew, than a page of a failure.
    if (!(await isDocument(answer))) throw new Error(`${ROOM}: ${answer.status}`)
    return cache.put(PAGE, whole(answer))
  })
  await Promise.all([page, keepFiles(cache, [...shell, ...BESIDE])])
  // Only once the contest screen is safe, and not for its price: what does not come is kept when it is used.
  if (!prefersReducedData()) await keepFiles(cache, around).catch(() => {})
  await self.skipWaiting()
}

/** All of them, or none. */
async function keepFiles(cache: Cache, files: readonly string[]): Promise<void> {
  const come = async (file: string) => {
    const answer = await pastForeign(
      (cache) => fetch(file, { cache: cache ?? 'default' }),
      (given) => isFile(file, given),
    )
    if (!(await isFile(file, answer))) throw new Error(`${file}: ${answer.status}`)
    return answer
  }
  const answers = await Promise.all(files.map(async (file) => [file, await come(file)] as const))
  await Promise.all(answers.map(([file, answer]) => cache.put(file, answer)))
}

/** What the browser may have; where that is not ours, or leads away, what the network says past its cache. */
async function pastForeign(
  ask: (cache?: 'reload') => Promise<Response>,
  isOurOwn: (answer: Response) => Promise<boolean>,
): Promise<Response> {
  const answer = await ask().catch(() => null)
  return answer && (await isOurOwn(answer)) ? answer : ask('reload')
}

/** A page, past the browser's cache. A request of the kind `navigate` is not for a worker to make: this is one for the same. */
function fetchPage({ url, headers }: Request, signal?: AbortSignal): Promise<Response> {
  const asked = new Request(url, { headers, credentials: 'include', redirect: 'manual', signal })
  return fetch(asked, { cache: 'no-cache' })
}

/** What files are, by how their names end; of other files only that they are no page. */
const KINDS: Record<string, string> = {
  js: 'javascript',
  css: 'text/css',
  svg: 'image/svg',
  png: 'image/',
  woff2: 'font',
}

/** A file of the build as it was built, and not a page or a part of it in its place. */
async function isFile(path: string, answer: Response): Promise<boolean> {
  const type = answer.headers.get('content-type') ?? ''
  const kind = KINDS[path.slice(path.lastIndexOf('.') + 1)]
  const isLike = answer.status === 200 && !answer.redirected && (kind ? type.includes(kind) : !type.includes('html'))
  const digest = built.get(path)
  return isLike && (digest === undefined || digest === (await digestOf(answer)))
}

/** The contest screen's document as it was built. */
async function isDocument(answer: Response): Promise<boolean> {
  return answer.status === 200 && (await digestOf(answer)) === pageDigest
}

/** The first letters of a body's SHA-256; of one that breaks off none. */
async function digestOf(answer: Response): Promise<string | null> {
  try {
    const body = new Uint8Array(await answer.clone().arrayBuffer())
    const digest = await crypto.subtle.digest('SHA-256', body)
    const letters = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))
    return letters.join('').slice(0, DIGEST_LENGTH)
  } catch {
    return null
  }
}

/** The server's answer to this very request, a refusal included. */
async function isGenuine(request: Request, answer: Response): Promise<boolean> {
  return isOurs(headOf(answer, request.url, request.headers.get(CALL)), await answer.clone().text())
}

/** Whether an answer may be kept under a path. */
async function mayBeKept(request: Request, path: string, answer: Response): Promise<boolean> {
  if (answer.status !== 200) return false
  if (path === PAGE) return isDocument(answer)
  if (!path.startsWith('/api/')) return isFile(path, answer)
  return (await isGenuine(request, answer)) && isWhatWasAsked(path, answer)
}

/**
 * Replies may have been exchanged on their way: a paper and an attempt say of which contest they are, an attempt also whose. What
 * is another's is not kept; the page, which gets it, asks again.
 */
async function isWhatWasAsked(path: string, answer: Response): Promise<boolean> {
  const contest = OF_CONTEST.exec(path)?.[1]
  if (contest === undefined) return true
  const { contestId, _id, userId } = (await answer.clone().json()) as Record<string, string | undefined>
  if (!isSameId(encodeURIComponent(contestId ?? _id ?? ''), contest)) return false
  const person = userId === undefined ? null : await keptPerson()
  return person === null || person === userId
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
  // Asked early or not (src/prefetch.ts), it is the same.
  if (PAPER.test(pathname)) return keptFirst(request, ANSWERS, pathname)
  if (pathname === '/api/logout') return loggingOut(request)
  if (CHANGING.test(pathname)) return networkFirst(request, ANSWERS, pathname)
  return undefined
}

/** What never changes within a version: from here, else from the network and kept. */
async function keptFirst(request: Request, name: string, key = request.url): Promise<Response> {
  const cache = await caches.open(name)
  const held = await cache.match(key, { ignoreVary: true })
  const path = parseUrl(key, self.location.origin)?.pathname ?? key
  // Asked for anew, past all that is kept, by a page that does not get on with it.
  if (held && request.cache !== 'reload' && (await isWhatWasAsked(path, held))) return held
  const answer = await (path === PAGE
    ? fetchPage(request)
    : pastForeign(
        (cache) => fetch(request, { cache: cache ?? request.cache }),
        async (given) => (path.startsWith('/api/') ? isGenuine(request, given) : isFile(path, given)),
      ))
  if (await mayBeKept(request, path, answer)) await cache.put(key, whole(answer.clone())).catch(() => {})
  return answer
}

/** Refused where it does not come in time. */
function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No answer in time')), ms))
  return Promise.race([work, late])
}

/** The network's answer, whatever it says; what is kept only where none comes. */
async function orKept(request: Request, name: string, key: string): Promise<Response> {
  const asked = new AbortController()
  const live = fetchPage(request, asked.signal)
  return inTime(CALL_TIMEOUT, live).catch(async () => {
    const held = await (await caches.open(name)).match(key, { ignoreVary: true })
    if (held) {
      live.catch(() => {})
      asked.abort()
    }
    return held ?? live
  })
}

/**
 * The server's answer if it comes in time, else the last one; without a last one the network's, as late as the page waits for it,
 * whosever it is: the page judges that itself. Where the last one was given, the call is let go after as long as a page waits
 * for one: with HTTP/1.1 a browser has six connections to a server, and a network that swallows calls would keep those from the answers.
 */
async function networkFirst(request: Request, name: string, key: string): Promise<Response> {
  const cache = await caches.open(name)
  const asked = new AbortController()
  const letGo = setTimeout(() => asked.abort(), CALL_TIMEOUT)
  const live = fetch(request, { cache: 'no-cache', signal: asked.signal }).then(async (answer) => {
    const ours = await (key.startsWith('/api/') ? isGenuine(request, answer) : isFile(key, answer))
    if (ours && answer.ok && (await isWhatWasAsked(key, answer))) await keep(cache, key, answer.clone()).catch(() => {})
    return { answer, ours }
  })
  const come = await inTime(PATIENCE, live).catch(() => null)
  if (come) clearTimeout(letGo)
  if (come?.ours) return come.answer
  const held = await cache.match(key, { ignoreVary: true })
  // A late answer still renews what is kept; that it may fail concerns nobody any more.
  if (held) live.catch(() => {})
  else clearTimeout(letGo)
  return held ? marked(held, come !== null && !isGateway(come.answer.status)) : (await inTime(GIVEN_UP, live)).answer
}

async function keep(cache: Cache, key: string, answer: Response): Promise<void> {
  if (key !== SESSION) return cache.put(key, whole(answer))
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
  const answer = await fetch(request, { cache: 'no-store' })
  if (answer.ok && (await isGenuine(request, answer))) await caches.delete(ANSWERS)
  return answer
}

/** Without the mark of a redirect, which a navigation refuses. */
function whole(answer: Response): Response {
  return answer.redirected ? new Response(answer.body, { status: answer.status, headers: answer.headers }) : answer
}

/** The page must not take a kept answer for the server's, least of all its time; `between`: something answered in its place. */
function marked(held: Response, between: boolean): Response {
  const headers = new Headers(held.headers)
  headers.set(KEPT_MARK, between ? 'between' : '1')
  return new Response(held.body, { status: held.status, statusText: held.statusText, headers })
}

export type { Build }
