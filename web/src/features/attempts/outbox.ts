/**
 * Outbox of answers: each is written on the device first, sent until the server says that it is durable, and only then called
 * saved. It waits from the press on; where the device takes longer than a moment to write, it is sent beside the write. What is
 * not the server's word of this very answer settles nothing. Rows of another person on the same computer are left alone until
 * that person is back; of two tabs one sends at a time. Where answers may be changed, of each question only the latest change is kept
 * and sent. Refuses nothing itself: what the server refuses for good is kept and shown with its reason.
 * The rows are room/answerStore.ts, the words on the screen room/messages.ts.
 */
import { Failure, isMisdirected, refusedField } from '@/api/failure'
import { withTimeout } from '@/api/withTimeout'
import { openChannel } from '@/lib/openChannel'
import { reportError } from '@/lib/reportError'
import { serverNow } from '@/lib/serverClock'
import { unsent, userId1 } from '@/lib/storage'
import { timeoutSignal } from '@/lib/timeoutSignal'
import { answer, fetchAttempt } from './api'
import { ENDS_ANSWER } from './model'
import { type AnswerStore, type Entry, isNewer, openStore } from './room/answerStore'

/** What the server's reply means for a row. */
export type Verdict =
  /** `now`: what stands of the row, where that is a later change. */
  | { is: 'saved'; now?: Partial<Entry> }
  | { is: 'stored-other'; stored: string; places?: number[] }
  | { is: 'refused'; code: string; message: string }
  /**
   * Not now. `after`: milliseconds the server asked for. `unfit`: the server does not take it as it arrives. `misdirected`: it
   * says that the answer is another's, or of another attempt. `unread`: why what was typed is no answer.
   */
  | { is: 'later'; unreachable: boolean; after?: number; unfit?: true; misdirected?: true; unread?: string }
  /** Nobody, or somebody else, is logged in, or this page has an error: nothing more is sent until that changes. */
  | { is: 'halt'; why: Halt }

export type Halt = 'logged-out' | 'somebody-else' | 'broken'

/** Refusals that a moment's patience turns. */
const PASSING = new Set(['contest_not_started', 'too_many', 'unavailable'])

export function verdictOf(error: unknown): Verdict {
  // Another try would fail in the same way, and nobody would hear of it.
  if (!(error instanceof Failure)) return { is: 'halt', why: 'broken' }
  if (error.offline) {
    const misdirected = isMisdirected(error)
    return { is: 'later', unreachable: true, ...(misdirected ? { unfit: true, misdirected } : {}) }
  }
  if (error.code === 'logged_out') return { is: 'halt', why: 'logged-out' }
  if (error.code === 'identity_mismatch') return { is: 'halt', why: 'somebody-else' }
  if (error.code === 'already_answered') {
    const { stored } = (error.body ?? {}) as { stored?: unknown }
    if (typeof stored === 'string') return { is: 'stored-other', stored }
  }
  if (ENDS_ANSWER.has(error.code) && error.code !== 'already_answered') {
    return { is: 'refused', code: error.code, message: error.message }
  }
  const passes = error.status >= 500 || error.status === 429 || error.status === 408 || PASSING.has(error.code)
  return {
    is: 'later',
    unreachable: false,
    after: error.retryAfter === undefined ? undefined : error.retryAfter * 1000,
    // This page wrote it, and the person chose among what the paper offers: it was changed on its way. Only what was typed may be unfit.
    ...(passes ? {} : { unfit: true }),
    ...(!passes && refusedField(error) === 'value' ? { unread: error.message } : {}),
  }
}

/** So often in a row an answer may be unfit before it is given up: an answer that the server never takes does not knock for ever. */
export const MOST_UNFIT = 16
/** What was typed is said to be no answer so often: once may be another's reply. */
export const MOST_UNREAD = 2
export const NOT_DELIVERED = 'This answer did not reach the server whole.'

/** What becomes of a row that waits; null leaves it waiting. */
export function settled(entry: Entry, verdict: Verdict): Entry | null {
  switch (verdict.is) {
    case 'saved':
      return { ...entry, state: 'saved', ...verdict.now }
    case 'stored-other':
      return verdict.stored === entry.choice
        ? { ...entry, state: 'saved' }
        : // Which places those are is not said with it.
          { ...entry, state: 'saved', choice: verdict.stored, places: verdict.places, instead: entry.choice }
    case 'refused':
      return { ...entry, state: 'refused', code: verdict.code, message: verdict.message }
    default:
      return null
  }
}

/** What becomes of the row on the device, which may by now be another tab's, of another choice. */
function settledHere(now: Entry, sent: Entry, verdict: Verdict): Entry {
  if (now.state !== 'waiting' || now.seq !== sent.seq) return now
  if (sent.seq !== undefined) return settled(now, verdict) ?? now
  if (verdict.is === 'saved')
    return settled(now, { is: 'stored-other', stored: sent.choice, places: sent.places }) ?? now
  if (verdict.is === 'refused' && now.choice !== sent.choice) return now
  return settled(now, verdict) ?? now
}

const FIRST_PAUSE = 1000
/** Between a failure and the next try, whoever nudges. */
const AT_LEAST = 400
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
/** Before what stopped the sending is asked about again. */
const RECHECK = 5000
/** A call that takes longer counts as unanswered; sending twice is harmless. */
const CALL_TIMEOUT = 12_000
/** So long the device is waited for; what takes longer there goes on beside the sending. */
const DEVICE_PATIENCE = 300
/** A tab that sleeps with the lock in its hand must not silence the others. */
const LOCK_PATIENCE = 15_000
/** What the server says of the own attempt is not asked again for this long, however many answers are misdirected. */
const ASKED_FOR = 60_000

export type View = {
  /** The rows on the device have been read, or there cannot be any. */
  read: boolean
  /** It is known what waits, as far as it can be: they are read, the device is given up, or nothing waited when this began. */
  ready: boolean
  entries: readonly Entry[]
  /** The device keeps them over a reload. */
  lasting: boolean
  sending: boolean
  halted: Halt | null
}

/** Gives what stands in its place (a part of the entry), where that is a later change; else nothing. */
type Send = (entry: Entry, signal: AbortSignal) => Promise<unknown>
/** The id of the person's attempt; null where there is none, or it has no id. */
type Ask = (user: string, contest: string, signal: AbortSignal) => Promise<string | null>
type Lock = (name: string, work: () => Promise<void>) => Promise<void>

export type Parts = {
  user: string
  store: Promise<AnswerStore>
  send?: Send
  ask?: Ask
  lock?: Lock
  chance?: () => number
}

/** What else there is to say of an answer: the places of several options, that it was typed, or which change it is. */
export type Chosen = Pick<Entry, 'places' | 'typed' | 'seq' | 'cleared'>

export type Outbox = {
  /** Shows the first choice, or a later change, as waiting, writes it on the device and begins to send it. Resolves when it is written. */
  choose: (
    contest: string,
    question: string,
    choice: string,
    attempt?: string | null,
    title?: string,
    how?: Chosen,
  ) => Promise<void>
  /**
   * The server's own list for a contest: the device need not keep the rows it contains. Tabs that saw them go on showing
   * them. A list of another attempt says nothing of these rows. `seqs`: by question, the number of the change that stands.
   */
  confirm: (
    contest: string,
    answered: Record<string, string>,
    attempt?: string | null,
    seqs?: Record<string, number>,
  ) => Promise<void>
  /** Sends soon, whatever pause was being kept. */
  nudge: () => void
  /** Resolves when nothing of the contest waits (true) or the time is up (false). */
  emptied: (contest: string, within: number) => Promise<boolean>
  view: () => View
  subscribe: (listener: () => void) => () => void
  close: () => void
}

export function openOutbox(parts: Parts): Outbox {
  const { user, store, send = toServer, ask = fromServer, lock = webLock, chance = Math.random } = parts
  /** Then all that waits is known here, also while the device does not answer. */
  const beganEmpty = !mayWait(user)
  let view: View = { read: false, ready: beganEmpty, entries: [], lasting: true, sending: false, halted: null }
  const listeners = new Set<() => void>()
  const others = openChannel(`quad-outbox-${user}`)
  let closed = false
  let failures = 0
  let failedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** performance.now() before which the server asked not to be called. */
  let notBefore = 0
  let round: Promise<void> | null = null
  let again = false
  /** How often in a row each waiting answer was unfit, by its contest and question. */
  const unfit = new Map<string, number>()
  /** What (or which change) the server's own list said is stored, by contest and question: it has it, whatever became of the reply. */
  const storedChoices = new Map<string, string>()
  /** Rows as they are known here while the device has not taken that yet, by contest and question. */
  const pending = new Map<string, Entry>()
  /** The last of what is being done to each row on the device. */
  const doing = new Map<string, Promise<unknown>>()
  /** Those that the device gets a moment for before they are sent. */
  const fresh = new Set<string>()
  /** How many operations of the device take longer than it is waited for. */
  let late = 0
  const unfitOf = (entry: Entry) => unfit.get(nameOf(entry)) ?? 0

  const show = (change: Partial<View>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  const waiting = () => view.entries.filter((entry) => entry.state === 'waiting')
  /** One of the person's marks in `unsent` is this tab's. */
  let hasMark = false
  const mark = () => {
    const users = unsentUsers()
    if (hasMark && users.includes(user)) return
    hasMark = true
    writeUnsent([...users, user])
  }
  /** All of the person's marks; this tab's alone where the device was not read: answers of other tabs may wait behind the others. */
  const unmark = () => {
    const users = unsentUsers()
    const own = users.indexOf(user)
    const isSure = view.read && (view.lasting || !beganEmpty)
    const left = users.filter((one, at) => (isSure ? one !== user : !hasMark || at !== own))
    hasMark = false
    if (left.length < users.length) writeUnsent(left)
  }
  /** While it is not known what an earlier visit left, nobody is told that nothing waits. */
  const noteWaiting = () => {
    if (waiting().length === 0) {
      if (view.ready) unmark()
    } else if (!unsentUsers().includes(user)) mark()
  }

  /** Waits for the device as long as it is quick. Where it is known to be slow, nothing is waited for. */
  const briefly = (work: Promise<unknown>) =>
    new Promise<void>((resolve, reject) => {
      let isLate = false
      const over = () => {
        isLate = true
        late += 1
        resolve()
      }
      const timer = setTimeout(over, late > 0 ? 0 : DEVICE_PATIENCE)
      const end = () => {
        clearTimeout(timer)
        if (isLate) late -= 1
      }
      work
        .then(
          () => resolve(),
          (error: unknown) => (isLate ? reportError(error) : reject(error)),
        )
        .finally(end)
    })

  const withPending = (rows: readonly Entry[]) =>
    [...rows.filter((row) => !pending.has(nameOf(row))), ...pending.values()].sort((a, b) => a.at - b.at)
  /** Shows a row as it is from now on, whatever the device says until `taken`. */
  const hold = (entry: Entry) => {
    pending.set(nameOf(entry), entry)
    show({ entries: withPending(view.entries) })
  }
  const taken = (entry: Entry) => {
    if (pending.get(nameOf(entry)) === entry) pending.delete(nameOf(entry))
  }

  const reread = async () => {
    const rows = await store
    const isStored = (row: Entry) => row.state === 'waiting' && storedChoices.get(nameOf(row)) === contentOf(row)
    const known = (row: Entry): Entry => (isStored(row) ? { ...row, state: 'saved' } : row)
    const listed = (await rows.list(user)).map(known)
    const gone = view.entries
      .filter((entry) => entry.state !== 'refused' && !pending.has(nameOf(entry)))
      .filter((entry) => !listed.some((row) => isSame(row, entry)))
      .map(known)
    const ready = rows.isRead || rows.isGivenUp || beganEmpty
    show({ entries: withPending([...listed, ...gone]), lasting: rows.lasting, read: rows.isRead, ready })
    noteWaiting()
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

  /** Does something to a row on the device, after what is being done to it. From then on the device is right about `entry`. */
  const onDevice = async (entry: Entry, work: (rows: AnswerStore) => Promise<unknown>) => {
    const name = nameOf(entry)
    const before = doing.get(name)
    const done = (async () => {
      await before?.catch(() => {})
      await work(await store)
    })()
    doing.set(name, done)
    await done
    if (doing.get(name) === done) doing.delete(name)
    taken(entry)
    await changed()
  }
  /** What the server said is known here at once, and on the device when that has taken it. */
  const settle = async (entry: Entry, verdict: Verdict) => {
    const now = settled(entry, verdict)
    if (!now) return
    hold(now)
    noteWaiting()
    // Against the row as it is by then: it may have been settled by another tab meanwhile.
    await onDevice(now, (rows) => rows.change(entry, (row) => settledHere(row, entry, verdict)))
  }

  const asked = new Map<string, { at: number; id: Promise<string | null> }>()
  /** The own attempt's id, asked for once for all rows. */
  const ownAttempt = (contest: string): Promise<string | null> => {
    const known = asked.get(contest)
    if (known && performance.now() - known.at < ASKED_FOR) return known.id
    const id = withTimeout(CALL_TIMEOUT, (signal) => ask(user, contest, signal))
    asked.set(contest, { at: performance.now(), id })
    id.catch(() => asked.delete(contest))
    return id
  }
  /**
   * Whether a misdirected row names the person's attempt, as far as the server can be asked. Where it names another, the reply
   * that told of the attempt was another's: all rows of the contest that wait get the right one.
   */
  const isOfOwnAttempt = async ({ contest, attempt }: Entry): Promise<boolean> => {
    if (attempt === undefined) return true
    const own = await ownAttempt(contest).catch(() => undefined)
    if (own === undefined) return false
    if (own === null || own === attempt) return true
    const rows = await store
    for (const row of await rows.list(user)) {
      const isWrong = (now: Entry) => now.state === 'waiting' && now.attempt !== undefined && now.attempt !== own
      if (row.contest !== contest || !isWrong(row)) continue
      unfit.delete(nameOf(row))
      await rows.change(row, (now) => (isWrong(now) ? { ...now, attempt: own } : now))
    }
    await changed()
    return false
  }

  const sendOne = async (entry: Entry): Promise<Verdict> => {
    let verdict: Verdict
    try {
      const now = await withTimeout(CALL_TIMEOUT, (signal) => send(entry, signal))
      verdict = { is: 'saved', ...(now ? { now } : {}) }
    } catch (error) {
      verdict = verdictOf(error)
      if (verdict.is === 'halt' && verdict.why === 'broken') reportError(error)
    }
    // Changed since: what became of this one is no longer the question, and the change is sent next.
    if (view.entries.some((row) => isSame(row, entry) && isNewer(row, entry))) return verdict
    if (verdict.is === 'later' && verdict.unfit) {
      unfit.set(nameOf(entry), unfitOf(entry) + 1)
      // Not given up for an attempt's id that may be put right.
      const stays = verdict.misdirected && !(await isOfOwnAttempt(entry))
      const isGivenUp = !stays && unfitOf(entry) >= MOST_UNFIT
      if (isGivenUp) verdict = { is: 'refused', code: 'not_delivered', message: NOT_DELIVERED }
      else if (entry.typed && verdict.unread && unfitOf(entry) >= MOST_UNREAD)
        verdict = { is: 'refused', code: 'unread', message: verdict.unread }
    }
    if (verdict.is !== 'later') unfit.delete(nameOf(entry))
    await briefly(settle(entry, verdict))
    return verdict
  }

  const sendAll = async () => {
    show({ sending: true })
    while (!closed) {
      await briefly(reread())
      if (closed) break
      // What the server did not take stands behind the others, which it may.
      const next = waiting()
        .filter((entry) => !fresh.has(nameOf(entry)))
        .sort((a, b) => unfitOf(a) - unfitOf(b))
        .slice(0, AT_ONCE)
      if (next.length === 0) {
        failures = 0
        break
      }
      const verdicts = await Promise.all(next.map(sendOne))
      const halt = verdicts.find((verdict) => verdict.is === 'halt')
      if (halt) {
        show({ halted: halt.why })
        // The word may have been another's reply: it is asked again now and then, and stands where it is true.
        failures += 1
        if (halt.why !== 'broken') timer = setTimeout(begin, Math.max(RECHECK, pauseAfter(failures, chance(), 0)))
        break
      }
      if (view.halted) show({ halted: null })
      const later = verdicts.filter((verdict) => verdict.is === 'later')
      if (later.length > 0) {
        // Where some came through the network is there: the others are not made to wait as if it were not.
        failures = later.length < verdicts.length ? 1 : failures + 1
        const asked = Math.max(0, ...later.map((verdict) => verdict.after ?? 0))
        failedAt = performance.now()
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
      .catch((error: unknown) => {
        reportError(error)
        show({ sending: false, halted: 'broken' })
      })
      .finally(() => {
        round = null
        if (again) {
          again = false
          nudge()
        }
      })
  }
  /** Pauses go on growing: where answers alone do not come through, each other call that does is no sign that they will. */
  const nudge = () => {
    const since = performance.now() - failedAt
    if (round === null && failures > 0 && since < AT_LEAST) {
      clearTimeout(timer)
      timer = setTimeout(begin, AT_LEAST - since)
    } else begin()
  }
  const startAfresh = () => {
    failures = 0
    begin()
  }

  const seen = () => {
    if (document.visibilityState === 'visible') startAfresh()
  }
  addEventListener('online', startAfresh)
  addEventListener('pageshow', startAfresh)
  document.addEventListener('visibilitychange', seen)
  if (others) others.onmessage = () => void reread()

  void store.then((rows) => rows.onRestored(() => void changed().then(begin)))
  void (async () => {
    await reread()
    await dropOld(await store, view.entries)
    nudge()
  })()

  return {
    async choose(contest, question, choice, attempt = null, title, { places, typed, seq, cleared } = {}) {
      const at = serverNow()
      const entry: Entry = { user, contest, title, question, choice, at, state: 'waiting' }
      if (attempt) entry.attempt = attempt
      if (places) entry.places = places
      if (typed) entry.typed = true
      if (seq) entry.seq = seq
      if (cleared) entry.cleared = true
      const name = nameOf(entry)
      const isKept = (row: Entry) => isSame(row, entry) && row.state !== 'refused' && !isNewer(entry, row)
      if (view.entries.some(isKept)) return begin()
      unfit.delete(name)
      mark()
      fresh.add(name)
      hold(entry)
      // Whatever becomes of the write, the answer waits here and is sent.
      const written = onDevice(entry, (rows) => rows.add(entry)).catch(reportError)
      await briefly(written)
      fresh.delete(name)
      begin()
      await written
    },
    async confirm(contest, answered, attempt = null, seqs = {}) {
      const rows = await store
      let any = false
      for (const entry of await rows.list(user)) {
        const { question, seq } = entry
        const listed: Record<string, string | number> = seq === undefined ? answered : seqs
        const stored = entry.contest === contest ? listed[question] : undefined
        if (stored === undefined) continue
        if (entry.attempt !== undefined && attempt !== null && entry.attempt !== attempt) continue
        // Told that another answer counts: that stays until the contest is long over.
        if (entry.instead !== undefined) continue
        // A list from before a change says nothing of it. An earlier change that waits is sent all the same: who made it is told.
        if (seq !== undefined && Number(stored) < seq) continue
        if (entry.state !== 'waiting' || stored === (seq ?? entry.choice)) {
          any = true
          storedChoices.set(nameOf(entry), String(stored))
          await rows.change(entry, (now) => (isNewer(now, entry) ? now : null))
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
      removeEventListener('online', startAfresh)
      removeEventListener('pageshow', startAfresh)
      document.removeEventListener('visibilitychange', seen)
      others?.close()
      listeners.clear()
    },
  }
}

/** What tells a row from others of its question. */
const contentOf = ({ seq, choice }: Entry) => String(seq ?? choice)
const nameOf = ({ contest, question }: Entry) => `${contest} ${question}`
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
  answer(
    {
      userId: entry.user,
      contestId: entry.contest,
      questionId: entry.question,
      choice: entry.choice,
      places: entry.places,
      typed: entry.typed,
      seq: entry.seq,
      cleared: entry.cleared,
      attempt: entry.attempt ?? null,
    },
    signal,
  )

const fromServer: Ask = async (user, contest, signal) => (await fetchAttempt(contest, signal, user)).id

/** One sender at a time among the tabs of a browser that has locks; elsewhere two may send, which is harmless. */
const webLock: Lock = async (name, work) => {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks) return work()
  let mine = false
  try {
    await locks.request(name, { signal: timeoutSignal(LOCK_PATIENCE) }, () => {
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
  return userId1.read() !== user || unsentUsers().includes(user)
}

function unsentUsers(): string[] {
  const users = unsent.read()
  return Array.isArray(users) ? users : []
}

function writeUnsent(users: string[]): void {
  if (users.length > 0) unsent.write(users)
  else unsent.clear()
}

async function dropOld(rows: AnswerStore, entries: readonly Entry[]): Promise<void> {
  const before = serverNow() - KEEP_FOR
  for (const entry of entries) {
    if (entry.state !== 'waiting' && entry.at < before) await rows.change(entry, () => null)
  }
}
