/**
 * What went wrong with a call, as one kind of error: a refusal of the server (with its sentence and code) or no answer
 * at all (`offline`). Screens ask failureText for the sentence to show.
 */

export type FailureParts = {
  status: number
  code: string
  message: string
  requestId?: string
  body?: unknown
  offline?: boolean
  /** Seconds the server asked us to wait. */
  retryAfter?: number
}

export class Failure extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly body: unknown
  readonly offline: boolean
  readonly retryAfter: number | undefined

  constructor(parts: FailureParts) {
    super(parts.message)
    this.name = 'Failure'
    this.status = parts.status
    this.code = parts.code
    this.requestId = parts.requestId
    this.body = parts.body
    this.offline = parts.offline ?? false
    this.retryAfter = parts.retryAfter
  }
}

export const NO_CONNECTION = 'The server could not be reached. Check your connection.'

/** Reads the server's problem document (or whatever came instead) into a Failure. */
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
 * plus the reason where nothing answered.
 */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof Failure)) return fallback
  if (error.offline) return `${fallback} ${NO_CONNECTION}`
  if (error.message && (error.status < 500 || error.status === 503)) return error.message
  return fallback
}

export function hasCode(error: unknown, code: string): error is Failure {
  return error instanceof Failure && error.code === code
}

/** It is not there (any more), or not for this person; no answer at all says nothing of the kind. */
export function isGone(error: unknown): boolean {
  return error instanceof Failure && error.status === 404
}

/** The field of the request, by its wire name, that the server refused; null where it named none. */
export function refusedField(error: unknown): string | null {
  const body = error instanceof Failure ? error.body : null
  return text((body as { field?: unknown } | null)?.field) ?? null
}
