/**
 * The way of an answer to the server: written on the device first, sent until the server says that it is durable, and
 * only then called saved. Rows of another person on the same computer are left alone until that person is back; of two
 * tabs one sends at a time. Refuses nothing itself: what the server refuses for good is kept and shown with its reason.
 * The rows are taking/answerStore.ts, the words on the screen taking/words.ts.
 */
import { Failure } from '@/api/failure'
import { serverNow } from '@/lib/serverClock'
import { unsent, userId1 } from '@/lib/storage'
import { answer } from './api'
import { type AnswerStore, type Entry, openStore } from './taking/answerStore'

/** What the server's reply means for a row. */
export type Verdict =
  | { is: 'saved' }
  | { is: 'stored-other'; stored: string }
  | { is: 'refused'; code: string; message: string }
  /** Not now. `after`: milliseconds the server asked for. */
  | { is: 'later'; unreachable: boolean; after?: number }
  /** Nobody, or somebody else, is logged in: nothing more is sent until that changes. */
  | { is: 'halt'; why: Halt }

export type Halt = 'logged-out' | 'somebody-else'

/** Refusals that another try, or a moment's patience, can turn. */
const PASSING = new Set(['contest_not_started', 'too_many', 'unavailable'])

export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof Failure)) return { is: 'later', unreachable: false }
  if (error.offline) return { is: 'later', unreachable: true }
  if (error.status === 401) return { is: 'halt', why: 'logged-out' }
  if (error.code === 'identity_mismatch') return { is: 'halt', why: 'somebody-else' }
  if (error.code === 'already_answered') {
    const { stored } = (error.body ?? {}) as { stored?: unknown }
    if (typeof stored === 'string') return { is: 'stored-other', stored }
  }
  if (error.status >= 500 || error.status === 429 || error.status === 408 || PASSING.has(error.code)) {
    return {
      is: 'later',
      unreachable: false,
      after: error.retryAfter === undefined ? undefined : error.retryAfter * 1000,
    }
  }
  return { is: 'refused', code: error.code, message: error.message }
}

/** What becomes of a row; null leaves it waiting. */
export function settled(entry: Entry, verdict: Verdict): Entry | null {
  switch (verdict.is) {
    case 'saved':
      return { ...entry, state: 'saved' }
    case 'stored-other':
      return verdict.stored === entry.choice
        ? { ...entry, state: 'saved' }
        : { ...entry, state: 'saved', choice: verdict.stored, instead: entry.choice }
    case 'refused':
      return { ...entry, state: 'refused', code: verdict.code, message: verdict.message }
    default:
      return null
  }
}

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

/** Doubling pauses up to half a minute, each between half and full length, so that a hall does not knock in step. */
export function pauseAfter(failures: number, chance: number, asked = 0): number {
  const full = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, failures - 1))
  const pause = full * (0.5 + chance / 2)
  return asked > 0 ? Math.max(pause, asked * (1 + chance / 4)) : pause
}

/** How long a row is of interest after its time. */
const KEEP_FOR = 14 * 86_400_000
/** Rows in flight at once, started in order. */
const AT_ONCE = 4
/** A call that takes longer counts as unanswered; sending twice is harmless. */
const CALL_TIMEOUT = 12_000
/** A tab that sleeps with the lock in its hand must not silence the others. */
const LOCK_PATIENCE = 15_000

export type View = {
  /** The rows on the device have been read. */
  ready: boolean
  entries: readonly Entry[]
  /** The device keeps them over a reload. */
  lasting: boolean
  sending: boolean
  halted: Halt | null
}

type Send = (entry: Entry, signal: AbortSignal) => Promise<unknown>
type Lock = (name: string, work: () => Promise<void>) => Promise<void>

export type Parts = {
  user: string
  store: Promise<AnswerStore>
  send?: Send
  lock?: Lock
  chance?: () => number
}

export type Outbox = {
  /** Writes the first choice on the device and begins to send it. Resolves when it is written. */
  choose: (contest: string, question: string, choice: string) => Promise<void>
  /** The server's own list for a contest: the device need not keep the rows it contains. Tabs that saw them go on showing them. */
  confirm: (contest: string, answered: Record<string, string>) => Promise<void>
  /** Sends at once, whatever pause was being kept. */
  nudge: () => void
  /** Resolves when nothing of the contest waits (true) or the time is up (false). */
  emptied: (contest: string, within: number) => Promise<boolean>
  view: () => View
  subscribe: (listener: () => void) => () => void
  close: () => void
}

export function openOutbox({ user, store, send = toServer, lock = webLock, chance = Math.random }: Parts): Outbox {
  let view: View = { ready: false, entries: [], lasting: true, sending: false, halted: null }
  const listeners = new Set<() => void>()
  const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`quad-outbox-${user}`)
  let closed = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** performance.now() before which the server asked not to be called. */
  let notBefore = 0
  let round: Promise<void> | null = null
  let again = false

  const show = (change: Partial<View>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  const waiting = () => view.entries.filter((entry) => entry.state === 'waiting')

  const reread = async () => {
    const rows = await store
    const listed = await rows.list(user)
    const gone = view.entries.filter((entry) => entry.state !== 'refused' && !listed.some((row) => isSame(row, entry)))
    show({ entries: [...listed, ...gone].sort((a, b) => a.at - b.at), lasting: rows.lasting, ready: true })
    noteUnsent(user, waiting().length > 0)
    // Another tab heard from the server's list that these are there, or somebody emptied the browser. What was saved
    // stays so; of the others this tab does not know, and asks again: the same answer twice is a success.
    const unknown = gone.filter((entry) => entry.state === 'waiting')
    for (const entry of unknown) await rows.add(entry)
    if (unknown.length > 0) begin()
  }
  const changed = async () => {
    await reread()
    if (!closed) others?.postMessage('changed')
  }

  const sendOne = async (entry: Entry): Promise<Verdict> => {
    let verdict: Verdict
    try {
      await send(entry, AbortSignal.timeout(CALL_TIMEOUT))
      verdict = { is: 'saved' }
    } catch (error) {
      verdict = verdictOf(error)
    }
    if (settled(entry, verdict)) {
      // Against the row as it is now: it may have been settled by another tab meanwhile.
      await (await store).change(entry, (now) => (now.state === 'waiting' ? settled(now, verdict) : now))
      await changed()
    }
    return verdict
  }

  const sendAll = async () => {
    show({ sending: true })
    while (!closed) {
      await reread()
      if (closed) break
      const next = waiting().slice(0, AT_ONCE)
      if (next.length === 0) {
        failures = 0
        break
      }
      const verdicts = await Promise.all(next.map(sendOne))
      const halt = verdicts.find((verdict) => verdict.is === 'halt')
      if (halt) {
        show({ halted: halt.why })
        break
      }
      if (view.halted) show({ halted: null })
      const later = verdicts.filter((verdict) => verdict.is === 'later')
      if (later.length > 0) {
        failures += 1
        const asked = Math.max(0, ...later.map((verdict) => verdict.after ?? 0))
        const pause = pauseAfter(failures, chance(), asked)
        if (asked > 0) notBefore = performance.now() + asked
        timer = setTimeout(begin, pause)
        break
      }
      failures = 0
    }
    show({ sending: false })
  }

  const begin = () => {
    clearTimeout(timer)
    if (closed) return
    if (round) {
      again = true
      return
    }
    const patience = notBefore - performance.now()
    if (patience > 0) {
      timer = setTimeout(begin, patience)
      return
    }
    round = lock(`quad-outbox-${user}`, sendAll)
      .catch(() => show({ sending: false }))
      .finally(() => {
        round = null
        if (again) {
          again = false
          begin()
        }
      })
  }
  const nudge = () => {
    failures = 0
    begin()
  }

  const seen = () => {
    if (document.visibilityState === 'visible') nudge()
  }
  addEventListener('online', nudge)
  addEventListener('pageshow', nudge)
  document.addEventListener('visibilitychange', seen)
  if (others) others.onmessage = () => void reread()

  void (async () => {
    await reread()
    await dropOld(await store, view.entries)
    begin()
  })()

  return {
    async choose(contest, question, choice) {
      const entry: Entry = { user, contest, question, choice, at: serverNow(), state: 'waiting' }
      noteUnsent(user, true)
      await (await store).add(entry)
      await changed()
      begin()
    },
    async confirm(contest, answered) {
      const rows = await store
      let any = false
      for (const entry of await rows.list(user)) {
        const stored = entry.contest === contest ? answered[entry.question] : undefined
        if (stored === undefined) continue
        // Told that another answer counts: that stays until the contest is long over.
        if (entry.instead !== undefined) continue
        if (entry.state !== 'waiting' || stored === entry.choice) {
          any = true
          await rows.change(entry, () => null)
        }
      }
      if (any) await changed()
    },
    nudge,
    emptied(contest, within) {
      const left = () => view.entries.some((entry) => entry.contest === contest && entry.state === 'waiting')
      return new Promise((resolve) => {
        const end = (empty: boolean) => {
          clearTimeout(giveUp)
          listeners.delete(look)
          resolve(empty)
        }
        const look = () => {
          if (view.ready && !left()) end(true)
        }
        const giveUp = setTimeout(() => end(false), within)
        listeners.add(look)
        look()
        nudge()
      })
    },
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      closed = true
      clearTimeout(timer)
      removeEventListener('online', nudge)
      removeEventListener('pageshow', nudge)
      document.removeEventListener('visibilitychange', seen)
      others?.close()
      listeners.clear()
    },
  }
}

const isSame = (a: Entry, b: Entry) => a.contest === b.contest && a.question === b.question

let current: { user: string; box: Outbox } | null = null

/** The outbox of the person signed in here; it goes on sending after the contest's screen has gone. */
export function outboxOf(user: string): Outbox {
  if (current?.user !== user) {
    current?.box.close()
    current = { user, box: openOutbox({ user, store: openStore() }) }
  }
  return current.box
}

/** Nobody (null), or somebody else, is logged in: the rows of the one before stay, nothing more of them is sent. */
export function closeOutbox(now: string | null): void {
  if (!current || current.user === now) return
  current.box.close()
  current = null
}

const toServer: Send = (entry, signal) =>
  answer({ userId: entry.user, contestId: entry.contest, questionId: entry.question, choice: entry.choice }, signal)

/** One sender at a time among the tabs of a browser that has locks; elsewhere two may send, which is harmless. */
const webLock: Lock = async (name, work) => {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks) return work()
  let mine = false
  try {
    await locks.request(name, { signal: AbortSignal.timeout(LOCK_PATIENCE) }, () => {
      mine = true
      return work()
    })
  } catch (error) {
    if (mine) throw error
    await work()
  }
}

/** Without opening the database: whether something of the person may wait here. Where that cannot be known, it may. */
export function mayWait(user: string): boolean {
  const users = unsent.read()
  return userId1.read() !== user || (Array.isArray(users) && users.includes(user))
}

function noteUnsent(user: string, any: boolean): void {
  const now = unsent.read()
  const users = Array.isArray(now) ? now : []
  if (users.includes(user) === any) return
  const next = any ? [...users, user] : users.filter((one) => one !== user)
  if (next.length > 0) unsent.write(next)
  else unsent.clear()
}

async function dropOld(rows: AnswerStore, entries: readonly Entry[]): Promise<void> {
  const before = serverNow() - KEEP_FOR
  for (const entry of entries) {
    if (entry.state !== 'waiting' && entry.at < before) await rows.change(entry, () => null)
  }
}
