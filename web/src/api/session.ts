/**
 * Session and site: who is signed in and which installation this is, the two facts that nearly every screen needs.
 * Without a network the last known answers stand, so that a contest survives a reload in a dead corner of the campus; a
 * refusal of the server always counts.
 */
import { type Query, queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { contestid, forgetTyped, item, kept, lastQuestionPosition, unsavedChoices, userId1 } from '@/lib/storage'
import { SILENCE } from '@/lib/timeoutSignal'
import { cache, SESSION_KEY, SITE_KEY } from './cache'
import { call } from './client'
import { Failure, notReached } from './failure'
import { getChecklogged, getSite } from './generated/sdk.gen'
import { forgetPresses } from './idempotency'
import { type Picture, pictureFrom } from './pictures'
import { holdReads, unheld } from './runtime'
import { sender } from './sender'
import { withTimeout } from './withTimeout'

export type Person = {
  id: string
  fullName: string
  email: string
  role: string
  roles: string[]
  picture: Picture | null
  contestCredits: number
  pollCredits: number
}

export type Site = {
  name: string
  instituteName: string
  instituteDomains: string[]
  timeZone: string
  billing: boolean
  /** Payments are tests: no money moves. */
  testPayments: boolean
  /** Pictures of other sites can be shown: the operator allows at least one host. */
  foreignPictures: boolean
  mail: boolean
  studentsClaim: string | null
  contactEmail: string | null
  contactPhone: string | null
  policiesUpdated: string
  counts: { students: number; contests: number; answers: number } | null
  demo: boolean
}

const lastPerson = kept<Person>('quad.person')
const lastSite = kept<Site>('quad.site')

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  // An office in a club is a role.
  meta: { about: 'membership' },
  staleTime: 60_000,
  // Whoever comes back to a tab may have been logged out elsewhere.
  refetchOnWindowFocus: 'always',
  retry: false,
  queryFn: async ({ signal }): Promise<Person | null> => {
    try {
      const user = await whoIsSignedIn(signal)
      if (!user) {
        forgetPerson()
        return null
      }
      leaveIfOver = null
      const { _id, fullName, email, role, roles, contestCredits, pollCredits } = user
      const picture = user.picture ? pictureFrom(user.picture) : null
      const person = { id: _id, fullName, email, role, roles, picture, contestCredits, pollCredits }
      lastPerson.write(person)
      userId1.write(person.id)
      return person
    } catch (error) {
      // Unreachable or busy says nothing about the person; only an answer does.
      if (error instanceof Failure && (error.offline || error.status >= 500 || error.status === 429)) {
        const person = rememberedPerson()
        // Nobody has said anything yet: that is no guest.
        if (person === null && cache.getQueryData(SESSION_KEY) === undefined) throw error
        return person
      }
      if (error instanceof Failure) return null
      throw error
    }
  },
})

/** So often, at once, it is asked who is signed in, until the same is said twice. */
const TRIES = 3

/**
 * Null for nobody. Replies may have been exchanged on their way: somebody else than before, or nobody, is believed when it comes
 * twice in a row.
 */
async function whoIsSignedIn(signal: AbortSignal) {
  let before = sender()
  const isFirst = before === null
  for (let tries = 0; tries < TRIES; tries += 1) {
    const ask = (within: AbortSignal) => call(getChecklogged({ signal: within }))
    // Where somebody can stand in, nobody waits for the server as long as a call may take.
    const { success, user } = await (rememberedPerson() ? withTimeout(SILENCE, ask, signal) : ask(signal))
    // The server's answer to something else says neither.
    if (success !== false && typeof user?._id !== 'string') throw notReached(200, true)
    const person = success && user ? user : null
    const now = person?._id ?? null
    if (isFirst || now === before || now === sender()) return person
    before = now
  }
  throw notReached(200)
}

/**
 * Whoever has just logged in is known by the reply to that: where nothing else comes through then, it is not taken for nobody.
 * What the reply does not say is shown once it is asked.
 */
export function rememberLogIn(told: { _id: string; email: string; fullName: string; role: string }): void {
  const { _id: id, email, fullName, role } = told
  if (lastPerson.read()?.id !== id) {
    const unknown = { roles: [role], picture: null, contestCredits: 0, pollCredits: 0 }
    lastPerson.write({ id, fullName, email, role, ...unknown })
  }
  userId1.write(id)
}

function rememberedPerson(): Person | null {
  const person = lastPerson.read()
  return person && person.id === userId1.read() ? person : null
}

/**
 * Tells who is signed in whenever that becomes another (null: nobody), and who was before (undefined: not known).
 * Wherever it happened: a log-in and a log-out here, another tab's, a session that has ended.
 */
export function followPerson(tell: (now: string | null, before: string | null | undefined) => void): () => void {
  let person: string | null | undefined
  return cache.getQueryCache().subscribe(({ query, type }) => {
    if (query.queryKey[0] !== SESSION_KEY[0]) return
    if (type === 'removed') person = undefined
    if (type !== 'updated' || query.state.status !== 'success') return
    const now = (query.state.data as Person | null)?.id ?? null
    if (now === person) return
    const before = person
    person = now
    tell(now, before)
  })
}

/** Long enough for a page that is not for this person to have left the screen, so that it does not ask once more. */
const LEAVING = 50

/**
 * Nothing that was fetched for one person is shown to another, also where the key of it names none. A contest being
 * taken or waited for (`meta: { held }`) outlives the end of the session, but not the coming of somebody else.
 */
function forgetFetched(withHeld: boolean): void {
  for (const query of cache.getQueryCache().getAll()) {
    const { queryKey, meta } = query
    if (queryKey[0] === SESSION_KEY[0] || queryKey[0] === SITE_KEY[0] || (meta?.held && !withHeld)) continue
    query.reset()
    if (query.getObserversCount() === 0) cache.getQueryCache().remove(query)
  }
  // What is still on the screen then is asked for again, as the new person.
  setTimeout(askAgain, LEAVING)
}

/** What is on the screen, has nothing to show and is not on its way. */
export function askAgain(): void {
  const isLeft = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'idle'
  void cache.refetchQueries({ type: 'active', predicate: isLeft })
}

let lastHere: string | null = null
followPerson((now, before) => {
  // A page that has just been loaded goes on as the person it was loaded for.
  if (before !== undefined) forgetPresses()
  if (before !== undefined) forgetFetched(now !== null && lastHere !== null && now !== lastHere)
  // Its pages are gone by now; what they kept of this tab goes, too. A session that merely ends keeps it for its person.
  if (now === null && left !== null) forgetTyped()
  lastHere = now ?? lastHere
  if (now !== null) noteLeft(null)
})

/** Written and taken away at once: other tabs hear that this person has logged out on purpose. */
const leaving = item('quad.leaving')
let left: string | null = null
const leftListeners = new Set<() => void>()

function noteLeft(person: string | null): void {
  left = person
  for (const listener of leftListeners) listener()
}

/** Whether the person has logged out in another tab: then nothing is held for them here, as it is when a session merely ends. */
export function useLeft(person: string): boolean {
  return useSyncExternalStore(followLeft, () => left === person)
}

function followLeft(listener: () => void): () => void {
  leftListeners.add(listener)
  return () => leftListeners.delete(listener)
}

// A log-out or a log-in in another tab is one here: a shared computer must not go on showing who was there.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === leaving.key && newValue !== null) noteLeft(newValue)
    // Back already.
    if (key === userId1.key && newValue !== null) noteLeft(null)
    if (key === userId1.key) cameElsewhere = newValue
    if (key !== userId1.key || newValue === (cache.getQueryData<Person | null>(SESSION_KEY)?.id ?? null)) return
    void cache.invalidateQueries({ queryKey: SESSION_KEY })
  })
}

/**
 * Tells that somebody else is here now whom another tab has logged in, while a page of the person before was open: what was
 * entered on it is gone.
 */
export function followOtherTab(tell: (person: Person) => void): () => void {
  return followPerson((now, before) => {
    const person = cache.getQueryData<Person | null>(SESSION_KEY)
    if (now !== null && now === cameElsewhere && before && before !== now && person) tell(person)
    cameElsewhere = null
  })
}

/** Who was logged in by another tab, until it is known here. */
let cameElsewhere: string | null = null

/** What must reach the server while the session is there: done before a log-out. */
export const lastWords = new Set<() => Promise<unknown>>()

/** Nothing about the person stays in this browser. */
export function forgetPerson(): void {
  lastPerson.clear()
  userId1.clear()
}

let leaveIfOver: (() => Promise<unknown>) | null = null

/** The way out of a session that was being ended without an answer, and has turned out to be over; null for any other. */
export function takeLeave(): (() => Promise<unknown>) | null {
  const leave = leaveIfOver
  leaveIfOver = null
  return leave
}

/** Whether nobody is signed in, said twice, as replies may be exchanged. */
async function isOver(): Promise<boolean> {
  for (let times = 0; times < 2; times += 1) {
    const { success, user } = await withTimeout(SILENCE, (signal) => call(getChecklogged({ signal, fetch: unheld })))
    if (success !== false && !user) throw notReached(200, true)
    if (success !== false) return false
  }
  return true
}

/** How long a page that asks before it is left may keep who logged out on it. */
const LEFT_WITHIN = 5000

/**
 * Logging out and deleting the account: `end` does it at the server, `leave` puts a page for guests on the screen. Nothing
 * is asked in between: it would be refused, and the guard of the old page would step in. Where no answer came, the server
 * says whether the session is over.
 */
export async function endSession(end: () => Promise<unknown>, leave: () => Promise<unknown>): Promise<void> {
  const parting = (async () => {
    await cache.cancelQueries()
    // Another tab that hears of the end first takes the id away.
    const person = userId1.read()
    leaveIfOver = null
    await end().catch(async (error: unknown) => {
      if (!(error instanceof Failure) || !error.offline) throw error
      const over = await isOver().catch(() => null)
      if (over) return
      if (over === false) throw error
      // It may turn out later.
      leaveIfOver = leave
      throw error.unsure ? error : notReached(error.status, error.between, true)
    })
    if (person !== null) leaving.write(person)
    leaving.clear()
    await Promise.race([leave(), new Promise((resolve) => setTimeout(resolve, LEFT_WITHIN))])
    forgetPerson()
    contestid.clear()
    lastQuestionPosition.clear()
    unsavedChoices.clear()
    forgetTyped()
    cache.setQueryData(SESSION_KEY, null)
  })()
  holdReads(parting)
  try {
    await parting
  } catch (error) {
    askAgain()
    throw error
  }
}

/** Own details were changed: what shows them everywhere follows at once, and is asked for again. */
export function noteDetails(change: Partial<Pick<Person, 'fullName' | 'picture'>>): void {
  cache.setQueryData<Person | null>(SESSION_KEY, (person) => person && { ...person, ...change })
  void cache.invalidateQueries({ queryKey: SESSION_KEY })
}

export const siteQuery = queryOptions({
  queryKey: SITE_KEY,
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }): Promise<Site> => {
    const answer = await call(getSite({ signal }))
    const { name, instituteName, instituteDomains, timeZone, billing, mail, studentsClaim, counts, demo } = answer
    const { contactEmail, contactPhone, policiesUpdated, testPayments, foreignPictures } = answer
    // What is believed stays on the device.
    if (typeof name !== 'string' || !Array.isArray(instituteDomains) || typeof counts !== 'object')
      throw notReached(200, true)
    const site = {
      name,
      instituteName,
      instituteDomains,
      timeZone,
      billing: billing === 'on',
      testPayments,
      foreignPictures,
      mail,
      studentsClaim: studentsClaim ?? null,
      contactEmail: contactEmail ?? null,
      contactPhone: contactPhone ?? null,
      policiesUpdated,
      counts,
      demo,
    }
    lastSite.write(site)
    return site
  },
})

export type Session =
  | { state: 'loading'; user?: undefined }
  | { state: 'in'; user: Person }
  /** `unheard`: why nobody has said yet who is signed in, where the server was not reached and nobody is remembered. */
  | { state: 'out'; user?: undefined; unheard?: Error }

/** Asks once more who is signed in. */
export function askSession(): void {
  void cache.refetchQueries({ queryKey: SESSION_KEY })
}

/** `every`: how often it is asked for besides, in milliseconds, also while nobody looks. */
export function useSession(every: number | false = false): Session {
  const { data, error, isPending } = useQuery({
    ...sessionQuery,
    refetchInterval: every,
    refetchIntervalInBackground: true,
  })
  if (isPending) return { state: 'loading' }
  if (data) return { state: 'in', user: data }
  return data === undefined && error ? { state: 'out', unheard: error } : { state: 'out' }
}

const UNKNOWN: Site = {
  name: 'Quad',
  instituteName: '',
  instituteDomains: [],
  timeZone: 'Asia/Kolkata',
  billing: true,
  testPayments: false,
  foreignPictures: false,
  mail: false,
  studentsClaim: null,
  contactEmail: null,
  contactPhone: null,
  policiesUpdated: '',
  counts: null,
  demo: false,
}

/** The site's facts; the last known (`known: false`) until the server has answered. */
export function useSite(): Site & { known: boolean } {
  const { data } = useQuery(siteQuery)
  return data ? { ...data, known: true } : { ...UNKNOWN, ...lastSite.read(), known: false }
}
