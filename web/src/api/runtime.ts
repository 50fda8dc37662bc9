/**
 * Runtime of the generated client: the base address, cookies, the sender of each call, the key of each press (idempotency.ts),
 * and a fetch that believes only the server (authenticity.ts), gives up what does not come, and measures each round trip, which
 * the server's clock needs (lib/serverClock.ts).
 */
import { randomKey } from '@/lib/randomKey'
import { endInTime, isTimedOut, SILENCE } from '@/lib/timeoutSignal'
import {
  CALL,
  headOf,
  isDocumentedFile,
  isGateway,
  isKeptByBrowser,
  isOurs,
  isStream,
  KEPT_MARK,
  read,
} from './authenticity'
import { noteReached } from './connection'
import { Failure, notReached } from './failure'
import type { CreateClientConfig } from './generated/client.gen'
import { KEY, pressOf } from './idempotency'
import { takePrefetched } from './prefetchedResponses'
import { signCall } from './sender'
import { wellFormedJson } from './wellFormed'

const roundTrips = new WeakMap<Response, number>()

/** How long the server took to begin answering, in milliseconds. */
export function roundTripOf(response: Response): number {
  return roundTrips.get(response) ?? 0
}

let parting: Promise<unknown> | null = null

/** What is asked for from here on waits until `end` is through, or is given up meanwhile. Changes, and the log-out, go out. */
export function holdReads(end: Promise<unknown>): void {
  const mine = end
    .catch(() => {})
    .then(() => {
      if (parting === mine) parting = null
    })
  parting = mine
}

const measured: typeof fetch = async (input, init) => {
  const request = input instanceof Request ? input : new Request(input, init)
  const waits = parting && request.method === 'GET' && !request.url.endsWith('/logout')
  if (waits) await Promise.race([parting, aborted(request.signal)])
  return unheld(request)
}

/** Fetch for what is asked while a session is being ended, such as whether it is over: other reads wait for the end. */
export const unheld: typeof fetch = async (input) => {
  const request = input as Request
  return (await already(request)) ?? sent(request)
}

/** The answer that was asked for before the client was there, as if it had come just now. */
async function already(request: Request): Promise<Response | null> {
  if (request.method !== 'GET') return null
  const prefetched = takePrefetched(request.url)
  if (!prefetched) return null
  // One that does not come is as little there as one that is asked for now.
  const own = new AbortController()
  const watch = watchSilence(() => endInTime(own))
  const patience = [aborted(request.signal), aborted(own.signal)]
  const given = await Promise.race([prefetched.catch(() => null), ...patience]).finally(watch.end)
  // What was refused then, or not there yet, may be granted now: somebody may have logged in or joined meanwhile.
  if (!given?.response.ok || given.response.status === 204) return null
  const { call, took, came } = given
  const text = await given.response.text()
  const head = headOf(given.response, request.url, call)
  // Not the server's: asked for again, where it is said.
  if (!isOurs(head, text)) return null
  const response = remade(given.response, text)
  // The server's time is taken as the middle of the round trip: the wait here is added on both sides of it.
  roundTrips.set(response, took + 2 * (performance.now() - came))
  noteWhence(response)
  return response
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(isTimedOut(signal) ? notReached() : abortError())
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

const abortError = () => new DOMException('given up', 'AbortError')

/** After so long without a byte the call is given up. */
const GIVEN_UP = 60_000
type Watch = { heard: () => void; end: () => void }

/** Notes silence, and gives the call up in the end. */
function watchSilence(giveUp: () => void): Watch {
  let quiet: ReturnType<typeof setTimeout>
  let late: ReturnType<typeof setTimeout>
  const end = () => {
    clearTimeout(quiet)
    clearTimeout(late)
  }
  const heard = () => {
    end()
    quiet = setTimeout(() => noteReached(false), SILENCE)
    late = setTimeout(giveUp, GIVEN_UP)
  }
  heard()
  return { heard, end }
}

/** The bytes of an answer, however slowly they come: each arrival begins the watch anew. */
async function bytesOf(response: Response, { heard }: Watch): Promise<ArrayBuffer> {
  heard()
  const reader = response.body?.getReader()
  if (!reader) return response.arrayBuffer()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    heard()
    chunks.push(read.value)
    length += read.value.length
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes.buffer
}

/** How often a body that did not arrive as it was sent is sent again. */
const AGAIN = 2

/** Sends a request, and once more what the server refused because it did not arrive as it was sent. */
async function sent(request: Request): Promise<Response> {
  const { url, method, headers, signal, keepalive } = request
  if (method === 'GET') return isKeptByBrowser(url) ? kept(request) : live(request)
  const type = headers.get('content-type') ?? ''
  // Without a type there is no body; to ask for it takes longer than a page that closes has.
  const body = type === '' ? '' : wellFormedJson(await request.text())
  const press = pressOf(method, url, body)
  if (press) headers.set(KEY, press.key)
  try {
    for (let tries = 0; ; tries += 1) {
      const given = { method, headers, body: body || undefined, signal, keepalive, credentials: 'include' } as const
      const response = await live(new Request(url, given), press !== null)
      if (tries < AGAIN && (await isUndelivered(response))) continue
      press?.answered(response.status)
      return response
    }
  } finally {
    press?.end()
  }
}

/** What the server says of a call that is somebody else's, or whose body is cut off, empty or without its type: it has done nothing. */
async function isUndelivered(response: Response): Promise<boolean> {
  if (![400, 415, 421].includes(response.status)) return false
  const said = read(await response.clone().text()) as { code?: unknown; field?: unknown }
  return (
    said.code === 'misdirected' ||
    said.code === 'unsupported_media_type' ||
    (said.code === 'invalid' && said.field === 'body')
  )
}

/** What the browser may have of an earlier visit; where something else answered, past it. */
async function kept(request: Request): Promise<Response> {
  try {
    return await live(request, false, 'default')
  } catch (error) {
    if (!(error instanceof Failure && (error.between || error.status > 0))) throw error
    return live(request, false, 'reload')
  }
}

/**
 * A page or a redirect of a Wi-Fi log-in may lie in the browser's cache long after the network is there: each call asks past
 * it, and a log-out, which changes something, is neither taken from it nor left in it.
 */
const cacheModeOf = (url: string): RequestCache => (url.endsWith('/logout') ? 'no-store' : 'no-cache')

/** The server's answer; a Failure that is `offline` where there is none, or it is not the server's, and `unsure` of a change. */
async function live(request: Request, isChange = false, cache = cacheModeOf(request.url)): Promise<Response> {
  const { signal } = request
  const id = randomKey()
  request.headers.set(CALL, id)
  const own = new AbortController()
  const giveUp = () => own.abort(signal.reason)
  if (signal.aborted) giveUp()
  else signal.addEventListener('abort', giveUp, { once: true })
  const watch = watchSilence(() => endInTime(own))
  const from = performance.now()
  let response: Response
  let body: ArrayBuffer | null = null
  let took = 0
  try {
    // No call leads elsewhere: to follow to a log-in page of another site would look like no network.
    response = await globalThis.fetch(request, { signal: own.signal, redirect: 'manual', cache })
    took = performance.now() - from
    // A stream is read as it comes; of all else it is seen here whether it comes whole.
    const streams =
      isStream({ type: response.headers.get('content-type') }) && isDocumentedFile(headOf(response, request.url, id))
    if (streams) {
      noteReached(true)
      roundTrips.set(response, took)
      return response
    }
    body = await bytesOf(response, watch)
  } catch {
    if (own.signal.aborted && !isTimedOut(own.signal) && !isTimedOut(signal)) throw abortError()
    noteReached(false)
    throw notReached(0, false, isChange)
  } finally {
    watch.end()
    // What streams is ended by it as long as it comes.
    if (body !== null) signal.removeEventListener('abort', giveUp)
  }
  const head = headOf(response, request.url, id)
  const isFile = isDocumentedFile(head)
  if (!isFile && !isOurs(head, new TextDecoder().decode(body))) {
    const between = !isGateway(response.status)
    noteReached(false, between)
    throw notReached(response.status, between, isChange)
  }
  const whole = remade(response, response.status === 204 ? null : body)
  roundTrips.set(whole, took)
  noteWhence(whole)
  return whole
}

function remade({ status, statusText, headers }: Response, body: BodyInit | null): Response {
  return new Response(body, { status, statusText, headers })
}

/** What the service worker kept is ours, but says nothing of the server; why it was given stands in its mark. */
function noteWhence(response: Response): void {
  const kept = response.headers.get(KEPT_MARK)
  noteReached(kept === null, kept === 'between')
}

export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  baseUrl: `${location.origin}/api`,
  credentials: 'include',
  fetch: measured,
  // Before a body is made of it: the one place that all bodies pass.
  requestValidator: signCall,
})
