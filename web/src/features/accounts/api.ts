/**
 * API of accounts: its calls, and the only file of this feature that knows the wire's names. Who is signed in
 * afterwards is asked from the server (api/session.ts), never assumed.
 */
import { queryOptions } from '@tanstack/react-query'
import { cache } from '@/api/cache'
import { call } from '@/api/client'
import { Failure, notReached } from '@/api/failure'
import {
  deletePushSubscription,
  getContestsByContestIdLinkPreview,
  getLogout,
  postEmailConfirmation,
  postEmailConfirmationResend,
  postLogin,
  postRegister,
  postResetpassword,
} from '@/api/generated/sdk.gen'
import { lastWords, type Person, rememberLogIn, sessionQuery } from '@/api/session'
import { withTimeout } from '@/api/withTimeout'
import { isSameEmail } from '@/lib/emailFolding'
import { endSubscription, presentSubscription, waitBriefly } from '@/lib/pushSubscription'
import { SILENCE } from '@/lib/timeoutSignal'
import { NOT_KEPT } from './messages'

/** The wire's names of what the second step asks for, as a refusal names them. */
export const ACCOUNT_FIELDS: Record<string, 'contact' | 'password' | 'year'> = {
  contact: 'contact',
  passWord: 'password',
  Batch: 'year',
}

export type Registration = { fullName: string; email: string; contact: string; password: string; year: number }

/** `next` is where the person was going: the mailed link leads there in any browser. */
export async function register(form: Registration, next?: string): Promise<{ message: string; confirm: boolean }> {
  return call(
    postRegister({
      body: {
        fullName: form.fullName.trim(),
        email: form.email.trim(),
        contact: form.contact.trim(),
        role: 'USER',
        passWord: form.password,
        contestgiven: [],
        Batch: form.year,
        ...(next ? { next } : {}),
      },
    }),
  )
}

/** Asks for another mail with the link; says the same whether or not a registration waits in this browser. */
export async function mailLinkAgain(email: string, next?: string): Promise<string> {
  const body = { email: email.trim(), ...(next ? { next } : {}) }
  return (await call(postEmailConfirmationResend({ body }))).message
}

/** `confirmation`: the token of the mailed link, for a registration that is to be confirmed by its password. */
export async function logIn(email: string, password: string, confirmation?: string): Promise<Person> {
  // The one this browser already has. It is never asked for here: that needs a click that explains it.
  const pushsubscription = (await presentSubscription())?.toJSON()
  const answer = await call(
    postLogin({
      body: {
        email: email.trim(),
        passWord: password,
        ...(confirmation ? { confirmation } : {}),
        ...(pushsubscription ? { pushsubscription: { ...pushsubscription } } : {}),
      },
    }),
  )
  // Somebody else's log-in, exchanged on its way: all that this browser does from then on would be theirs.
  if (!isSameEmail(answer.email, email)) {
    await call(getLogout()).catch(() => {})
    throw notReached(200, true)
  }
  return await begin(answer)
}

/** The session begins that the server has made; whose it is. */
async function begin(answer: Parameters<typeof rememberLogIn>[0]): Promise<Person> {
  rememberLogIn(answer)
  const person = await cache.fetchQuery({ ...sessionQuery, staleTime: 0 })
  if (person === null) throw new Failure({ status: 0, code: 'not_kept', message: NOT_KEPT })
  return person
}

/**
 * Nobody's notifications come to a device they logged out of: the server forgets it while the session is there, and the
 * browser ends its subscription, so that nothing arrives should the server not have been reached just then.
 */
export async function logOut(): Promise<void> {
  await waitBriefly(Promise.all([...lastWords].map((say) => say())))
  const subscription = await presentSubscription()
  if (subscription) await waitBriefly(call(deletePushSubscription({ body: { endpoint: subscription.endpoint } })))
  // Then it is asked whether the session is over.
  await withTimeout(SILENCE, (signal) => call(getLogout({ signal })))
  await endSubscription(subscription)
}

/** A field of a reset by its wire name, as the form calls it. */
export const RESET_FIELDS: Record<string, 'email' | 'password'> = { email: 'email', newPassword: 'password' }

/** First step: asks for a code. The server answers alike whether it knows the address or not. */
export async function askResetCode(email: string, newPassword: string): Promise<string> {
  const answer = await call(postResetpassword({ body: { email: email.trim(), newPassword } }))
  return answer.message
}

export async function resetPassword(email: string, newPassword: string, code: string): Promise<void> {
  await call(postResetpassword({ body: { email: email.trim(), newPassword, code: code.trim() } }))
}

/** In the browser that signed up the confirmation is a log-in as well, unless somebody else is logged in there. */
export async function confirmEmail(token: string): Promise<{ message: string; person: Person | null }> {
  const { message, account } = await call(postEmailConfirmation({ body: { token } }))
  return { message, person: account ? await begin(account) : null }
}

/** Where the link was mailed to, as far as whoever has it may know. */
export function mailedTo(refused: Failure): string {
  const { email } = Object(refused.body) as { email?: unknown }
  return typeof email === 'string' ? email : ''
}

/** What a contest is called that everybody may know of; of any other it fails. */
export const publicContestQuery = (id: string) =>
  queryOptions({
    queryKey: ['contest-title', id],
    retry: false,
    queryFn: async ({ signal }): Promise<string> =>
      (await call(getContestsByContestIdLinkPreview({ path: { contestId: id }, signal }))).contest.title,
  })
