/**
 * Failure: what went wrong with a call, as one kind of error: a refusal of the server (with its sentence and code) or no answer
 * at all (`offline`). Screens ask failureText for the sentence to show.
 */

import { ANSWERED_FOR_SERVER } from './intermediaryMessages'

export type FailureParts = {
  status: number
  code: string
  message: string
  requestId?: string
  body?: unknown
  offline?: boolean
  between?: boolean
  unsure?: boolean
  /** Seconds the server asked us to wait. */
  retryAfter?: number
}

export class Failure extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly body: unknown
  readonly offline: boolean
  /** Something answered, and it was not the server. */
  readonly between: boolean
  /** A change was asked for and no answer came: it may have been made all the same. */
  readonly unsure: boolean
  readonly retryAfter: number | undefined

  constructor(parts: FailureParts) {
    super(parts.message)
    this.name = 'Failure'
    this.status = parts.status
    this.code = parts.code
    this.requestId = parts.requestId
    this.body = parts.body
    this.offline = parts.offline ?? false
    this.between = parts.between ?? false
    this.unsure = parts.unsure ?? false
    this.retryAfter = parts.retryAfter
  }
}

export const NO_CONNECTION = 'The server could not be reached. Check your connection.'
/** Said over a form whose call has no answer yet, long before it is given up. */
export const NO_ANSWER_YET =
  'The server has not answered yet. Nothing you entered is lost: this page waits a little longer. Check your connection.'

export const SOMETHING_BETWEEN = `Something ${ANSWERED_FOR_SERVER}. Open another website to log in to the network, then try again.`

/** Of every change without an answer, whatever the screen says of a failure. */
export const UNSURE =
  'No answer came from the server, so this may or may not have been done. Check your connection, and check before you try again.'

export const UNSURE_BETWEEN = `Something ${ANSWERED_FOR_SERVER}, so this may or may not have been done. Open another website to log in to the network, and check before you try again.`

/** No answer of the server's. `unsure`: what was asked for is a change, and may have been made. */
export function notReached(status = 0, between = false, unsure = false): Failure {
  const message = unsure ? (between ? UNSURE_BETWEEN : UNSURE) : between ? SOMETHING_BETWEEN : NO_CONNECTION
  return new Failure({ status, code: 'offline', message, offline: true, between, unsure })
}

const NOT_YOURS =
  'Nothing was done: this reached the server as somebody else’s. Check who is logged in in this browser, then try again.'

/** The server refuses a call that is not its session's person's, however often it is sent: as good as not reached. */
export function misdirected(): Failure {
  return new Failure({ status: MISDIRECTED, code: 'offline', message: NOT_YOURS, offline: true })
}
const MISDIRECTED = 421

/** The server's own word that a call arrived as somebody else's; another's page with that status is none. */
export const isMisdirected = ({ offline, status, between }: Failure) => offline && status === MISDIRECTED && !between

/** Reads the server's problem document into a Failure. */
export function failureFrom(status: number, body: unknown, retryAfterHeader?: string | null): Failure {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const seconds = Number(retryAfterHeader)
  return new Failure({
    status,
    code: text(problem.code) ?? 'unknown',
    message: text(problem.message) ?? text(problem.detail) ?? '',
    requestId: text(problem.request_id),
    body,
    retryAfter: retryAfterHeader && Number.isFinite(seconds) ? seconds : undefined,
  })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The sentence for a person: the server's own where it refused, the screen's fall-back where something broke, and that
 * plus the reason where nothing answered. Of a change that nothing answered nobody knows that it failed, and it is not said.
 */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof Failure && error.unsure ? error.message : textOf(error, fallback)
}

/** With its end, where another one follows. */
const sentence = (said: string) => (said === '' || /[.!?]$/.test(said) ? said : `${said}.`)

function textOf(error: unknown, fallback: string): string {
  if (!(error instanceof Failure)) return fallback
  if (error.offline) {
    const why = error.between ? SOMETHING_BETWEEN : isMisdirected(error) ? NOT_YOURS : null
    if (!why) return `${sentence(fallback)} ${NO_CONNECTION}`
    // This reason ends with what to do, and so do the sentences of most screens.
    return `${sentence(fallback.replace(/ Please try again\.$/, ''))} ${why}`
  }
  if (error.message && (error.status < 500 || error.status === 503)) return error.message
  return fallback
}

/** Where nothing answered, a screen's own sentence, `unsure`: it knows more, as where to look or what is certain. */
export function unsureText(error: unknown, fallback: string, unsure: string): string {
  return textOf(error, error instanceof Failure && error.offline ? unsure : fallback)
}

export function hasCode(error: unknown, code: string): error is Failure {
  return error instanceof Failure && error.code === code
}

/** It is not there (any more), or not for this person; no answer at all says nothing of the kind, nor does somebody else's page with that status. */
export function isGone(error: unknown): boolean {
  return isRefusal(error) && error.status === 404
}

/** The server itself refused; asking once more is of no use. */
export function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && !error.offline && error.status >= 400 && error.status < 500
}

/** The field of the request, by its wire name, that the server refused; null where it named none. */
export function refusedField(error: unknown): string | null {
  const body = error instanceof Failure ? error.body : null
  return text((body as { field?: unknown } | null)?.field) ?? null
}
