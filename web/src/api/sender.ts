/**
 * Sender of a changing call: each says whom it is from, in a header (`x-quad-sender`), because another tab may log somebody else in
 * while it is under way, and in its body (`sentBy`), because a proxy was seen to exchange the bodies of different people's
 * requests. The server refuses what is not its session's person's (421 `misdirected`) before anything else, so that sending it
 * again is safe. Calls of guests say nothing. A call that goes on by itself (a retry, what follows another call) stays that of the
 * person who pressed: once that is not the one in this browser, it is not sent.
 */
import { userId1 } from '@/lib/storage'
import { SENDER } from './authenticity'
import { cache, SESSION_KEY } from './cache'
import { Failure, hasCode } from './failure'
import { wellFormed } from './wellFormed'

/** What a guest does, or whoever wants to be somebody else. */
const OF_GUESTS = new Set([
  '/login',
  '/register',
  '/resetpassword',
  '/email-confirmation',
  '/email-confirmation/resend',
])

/** The person this page believes to be signed in; null for a guest. */
export function sender(): string | null {
  const person = cache.getQueryData<{ id: string } | null>(SESSION_KEY)
  return person === undefined ? userId1.read() : (person?.id ?? null)
}

const NOT_THE_SENDER = 'It is not sent any more: the person who asked for it is no longer logged in to this browser.'

/** The refusal to go on for a person who is not the one in this browser any more; the storage knows another tab's log-in first. */
export function refusalOfSender(by: string | null): Failure | null {
  const kept = userId1.read()
  const isHere = sender() === by && (kept === null || kept === by)
  return isHere ? null : new Failure({ status: 0, code: 'not_the_sender', message: NOT_THE_SENDER })
}

export function checkSender(by: string | null): void {
  const refusal = refusalOfSender(by)
  if (refusal) throw refusal
}

export const isNotTheSender = (error: unknown): error is Failure => hasCode(error, 'not_the_sender')

/** For the options of a call that goes on by itself: whose it is. Undefined: a call of this very moment. */
export const sentAs = (by: string | null | undefined) => ({ meta: { by } })

function senderOf(by: string | null | undefined): string | null {
  if (by === undefined) return sender()
  checkSender(by)
  return by
}

/** What the generated client is about to send. */
type Sending = {
  url?: string
  method?: string
  headers: Headers
  body?: unknown
  meta?: { by?: string | null }
  query?: unknown
}

/** Puts the sender into the header, and first into the object that a body is made of. Half a character fits into no address. */
export async function signCall(sending: unknown): Promise<void> {
  const options = sending as Sending
  const { body, url = '', method = 'GET', meta } = options
  const isPlain = typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
  const query = Object.entries(options.query ?? {})
  if (query.length > 0) {
    options.query = Object.fromEntries(query.map(([name, of]) => [name, typeof of === 'string' ? wellFormed(of) : of]))
  }
  const by = senderOf(meta?.by)
  if (method === 'GET' || OF_GUESTS.has(url) || by === null) return
  options.headers.set(SENDER, by)
  if (isPlain) options.body = { sentBy: by, ...body }
}

/** A form with the sender as its first field. */
export function signForm(form: FormData, as?: string | null): FormData {
  const by = senderOf(as)
  if (by === null) return form
  const signed = new FormData()
  signed.append('sentBy', by)
  form.forEach((value, name) => {
    if (typeof value === 'string') signed.append(name, value)
    else signed.append(name, value, value.name)
  })
  return signed
}
