/**
 * Authenticity of an answer: whether it is the server's own. Wi-Fi log-in pages, filters and proxies answer in its place, with
 * any status and any body, and may exchange the answers to two calls. Each try of a call has an id, and the server marks its
 * answer with it (crates/http/src/middleware.rs). A success is only JSON with that mark (or what a call is documented to answer
 * instead), a refusal only a problem document with it. Whatever else comes, a genuine answer to another call included, is none.
 */

/** The header that each answer of the server's has: the id of the call that it answers. */
const MARK = 'x-quad'
/** The header of a call's id, new with each try. */
export const CALL = 'x-quad-call'
/** The header that says whom a changing call is from (sender.ts). */
export const SENDER = 'x-quad-sender'
/** The header of what the service worker (src/sw.ts) kept of such an answer, and why it gives it: `1` or `between`. */
export const KEPT_MARK = 'x-quad-kept'

/** What calls answer besides JSON, by the end of their path. A test compares this with the document of all calls. */
const WITHOUT_JSON: readonly [path: RegExp, kind: string][] = [
  [/\/members\.csv$/, 'text/csv'],
  [/\/members\.xlsx$/, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/\/participants\.csv$/, 'text/csv'],
  [/\/participants\.xlsx$/, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/\/calendar\.ics$/, 'text/calendar'],
  [/\/media\/[^/]+(?:\/\d+)?$/, 'image/'],
  [/\/contests\/[^/]+\/pictures\/[^/]+\/\d+$/, 'image/'],
  [/\/live$/, 'text/event-stream'],
  [/\/generate$/, 'text/event-stream'],
]
/** What besides answers JSON as well. */
const ALSO_JSON = /\/generate$/
/** What the browser itself keeps, with the id of an earlier call; of which contest it is, stands in it. */
const KEPT_BY_BROWSER = /\/contests\/[^/]+\/paper(?:\?|$)/
export const isKeptByBrowser = (url: string) => KEPT_BY_BROWSER.test(url)
/** Asked early (src/prefetch.ts), a paper that is not for this person yet is nothing (204). */
const MAY_BE_NOTHING = /\/paper\?(?:.*&)?early=true(?:&|$)/

export type Head = { url: string; status: number; type: string | null; isMarked: boolean; redirected?: boolean }

/**
 * What is asked of an answer before its body is read; `url` is where the request went, `call` the id it had: without one
 * nothing is believed.
 */
export function headOf({ status, headers, redirected }: Response, url: string, call: string | null): Head {
  const isMarked = headers.has(KEPT_MARK) || isAnswerTo(url, call, headers.get(MARK))
  return { url, status, type: headers.get('content-type'), isMarked, redirected }
}

/** The same of an answer to an XMLHttpRequest, which keeps no address where there is no answer. */
export function headOfSent(request: XMLHttpRequest, url: string, call: string): Head {
  const { status, responseURL } = request
  return {
    url,
    status,
    type: request.getResponseHeader('content-type'),
    isMarked: isAnswerTo(url, call, request.getResponseHeader(MARK)),
    redirected: responseURL !== '' && responseURL !== url,
  }
}

const isAnswerTo = (url: string, call: string | null, mark: string | null) =>
  mark !== null && (mark === call || isKeptByBrowser(url))

const isKind = (type: string | null, kind: string) => (type ?? '').trim().toLowerCase().startsWith(kind)

/** A success that is no JSON and needs no further look. */
export function isDocumentedFile({ url, status, type, isMarked, redirected }: Head): boolean {
  const { pathname, search } = new URL(url)
  if (redirected || !isMarked) return false
  if (status === 204) return MAY_BE_NOTHING.test(pathname + search)
  return status === 200 && WITHOUT_JSON.some(([path, kind]) => path.test(pathname) && isKind(type, kind))
}

/** A call for a file: JSON is no success of it. */
function isFileOnly(url: string): boolean {
  const { pathname } = new URL(url)
  return WITHOUT_JSON.some(([path]) => path.test(pathname)) && !ALSO_JSON.test(pathname)
}

export const isStream = ({ type }: Pick<Head, 'type'>) => isKind(type, 'text/event-stream')

/** Whether an answer is the server's; `text` is its body, which is read only where it is JSON. */
export function isOurs(head: Head, text: string): boolean {
  if (head.redirected || !head.isMarked) return false
  if (head.status >= 200 && head.status < 300) {
    if (isDocumentedFile(head)) return true
    return !isFileOnly(head.url) && head.status !== 204 && isKind(head.type, 'application/json') && isData(read(text))
  }
  return head.status >= 400 && isKind(head.type, 'application/problem+json') && isOurProblem(head.status, read(text))
}

/** A refusal, or a failure, in the server's own words. */
export function isOurProblem(status: number, body: unknown): boolean {
  if (!isObject(body)) return false
  const { success, code, message, status: said } = body
  return (
    success === false &&
    typeof code === 'string' &&
    /^[a-z][a-z0-9_]*$/.test(code) &&
    typeof message === 'string' &&
    (said === undefined || said === status)
  )
}

const isData = (body: unknown): body is object => typeof body === 'object' && body !== null

const isObject = (value: unknown): value is Record<string, unknown> => isData(value) && !Array.isArray(value)

/** Undefined where a text is no JSON. */
export function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether an answer's id is the one that was asked for; an address may be written in capitals. */
export const isSameId = (said: unknown, asked: string) =>
  typeof said === 'string' && said.toLowerCase() === asked.toLowerCase()

/** 511: a network that wants a log-in first (RFC 6585). */
const NETWORK_WANTS_LOG_IN = 511

/** A gateway's word that the server is away, other than a page in its place. */
export const isGateway = (status: number) => status >= 500 && status !== NETWORK_WANTS_LOG_IN
