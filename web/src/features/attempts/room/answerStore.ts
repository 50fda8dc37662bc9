/**
 * Answer store on the device: IndexedDB, one row per person, contest and question, written through to the disk. Where
 * the browser refuses it (private windows, managed devices, a full disk) or is too slow, a list in memory stands in and
 * says so (`lasting: false`) until the disk takes the rows again. What is sent when, and what a row means, is
 * outbox.ts.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export type Entry = {
  user: string
  contest: string
  /** The contest's, by which a notice elsewhere names it; rows of before that have none. */
  title?: string
  question: string
  choice: string
  /** Of a question with several right options: the places of all that were chosen. `choice` has their texts. */
  places?: number[]
  /** `choice` was typed, as the answer to a question that asks for a number or a text. */
  typed?: boolean
  /** Where answers may be changed: the number of the change, of which the highest stands. */
  seq?: number
  /** The change took the answer back; `choice` says nothing then. */
  cleared?: boolean
  /** The attempt it was given in; rows of before attempts had ids have none. */
  attempt?: string
  /** The server's time of the choice; rows are sent in this order. */
  at: number
  /** On this device only, acknowledged by the server, or refused by it for good. */
  state: 'waiting' | 'saved' | 'refused'
  /** Saved, but what was chosen here was this: another answer had been stored before. */
  instead?: string
  /** Refused: the server's code and sentence. */
  code?: string
  message?: string
}

export type Key = Pick<Entry, 'user' | 'contest' | 'question'>

export type AnswerStore = {
  /** Survives a reload. */
  readonly lasting: boolean
  /** What an earlier visit left on the disk is known: it was read, or the browser refuses to keep anything. */
  readonly isRead: boolean
  /** Not read, and the disk has not answered for so long that nobody waits for it any more; it may hold something all the same. */
  readonly isGivenUp: boolean
  /** Calls `listener` when the disk has taken everything again, and when nobody waits for it any more. */
  onRestored: (listener: () => void) => void
  list: (user: string) => Promise<Entry[]>
  /** Writes a first choice, or a later change; where the question has one already, that one stays. Gives what is stored. */
  add: (entry: Entry) => Promise<Entry>
  /** Changes or (null) removes one row, against its present state. */
  change: (key: Key, to: (now: Entry) => Entry | null) => Promise<void>
}

/** Whether it is a later change; of answers that cannot be changed none is. */
export function isNewer(entry: Entry, than: Entry): boolean {
  return (entry.seq ?? 0) > (than.seq ?? 0)
}

/** A refused answer may be chosen anew, and what may be changed changed; everything else stands. */
function stands(entry: Entry | undefined, against: Entry): entry is Entry {
  return entry !== undefined && entry.state !== 'refused' && !isNewer(against, entry)
}

type Memory = AnswerStore & { set: (entry: Entry) => void; all: () => Entry[]; readonly changes: number }

export function inMemory(): Memory {
  const rows = new Map<string, Entry>()
  const id = (key: Key) => `${key.user} ${key.contest} ${key.question}`
  let changes = 0
  return {
    lasting: false,
    isRead: true,
    isGivenUp: false,
    onRestored: () => {},
    all: () => [...rows.values()],
    get changes() {
      return changes
    },
    set: (entry) => void rows.set(id(entry), entry),
    list: async (user) => [...rows.values()].filter((row) => row.user === user),
    add: async (entry) => {
      const now = rows.get(id(entry))
      if (stands(now, entry)) return now
      rows.set(id(entry), entry)
      changes += 1
      return entry
    },
    change: async (key, to) => {
      const now = rows.get(id(key))
      if (!now) return
      const next = to(now)
      if (next) rows.set(id(key), next)
      else rows.delete(id(key))
      changes += 1
    },
  }
}

interface Schema extends DBSchema {
  answers: { key: [string, string, string]; value: Entry; indexes: { user: string } }
}

const SLOW = 3000
/** Before the disk is tried again after a failure; each further try waits twice as long, up to the longest. */
const RETRY = 5000
const LONGEST_RETRY = 60_000
/** After so many tries nobody waits any more for what a disk that does not answer may hold. */
const TRIES_TO_READ = 3

const REFUSALS = ['SecurityError', 'InvalidStateError', 'NotSupportedError']

/** Refused for good, as in private windows: nothing was ever kept there. */
function isRefused(error: unknown): boolean {
  if (error instanceof ReferenceError || error instanceof TypeError) return true
  return error instanceof DOMException && REFUSALS.includes(error.name)
}

export async function openStore(name = 'quad-outbox', { retry = RETRY, slow = SLOW } = {}): Promise<AnswerStore> {
  // Everything read or written is mirrored here, so that a disk that fails in the middle loses nothing seen so far.
  const memory = inMemory()
  let db: IDBPDatabase<Schema> | null = null
  let lasting = true
  let isRead = false
  let isGivenUp = false
  let restored = () => {}
  /** Of which connection work is: what is read after a failure is late, and takes back nothing that is newer. */
  let generation = 0

  /** A database that hangs is as bad as none: browsers have been seen to never answer. */
  const withTimeout = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), slow)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })

  const connect = async () => {
    if (!db) {
      const opening = openDB<Schema>(name, 1, {
        upgrade(fresh) {
          fresh.createObjectStore('answers', { keyPath: ['user', 'contest', 'question'] }).createIndex('user', 'user')
        },
        // A newer version of the page wants to change the database: let it, and connect again when needed.
        blocking: () => close(),
        terminated: () => {
          db = null
        },
      })
      try {
        db = await withTimeout(opening)
      } catch (error) {
        // One that comes later is not left open: it would stand in the way of a newer version.
        void opening.then((late) => late.close()).catch(() => {})
        throw error
      }
    }
    return db
  }
  const close = () => {
    db?.close()
    db = null
  }
  const rowsFor = async <M extends 'readonly' | 'readwrite'>(mode: M) =>
    (await connect()).transaction('answers', mode, { durability: 'strict' })

  /** Tries the disk; a failure turns this store into one in memory, which keeps working and says so. */
  const onDisk = async <T>(work: (isLate: () => boolean) => Promise<T>, instead: () => Promise<T>): Promise<T> => {
    if (lasting) {
      const mine = generation
      try {
        return await withTimeout(work(() => generation !== mine))
      } catch (error) {
        failed(error)
      }
    }
    return instead()
  }

  const failed = (error: unknown) => {
    generation += 1
    close()
    if (isRefused(error)) isRead = true
    if (lasting) restoreAfter(retry, 1)
    lasting = false
  }
  /** Tries the disk again; what came meanwhile is written to it before it counts as lasting. */
  const restoreAfter = (pause: number, tries: number) => {
    setTimeout(async () => {
      try {
        for (let seen = -1; seen !== memory.changes; ) {
          seen = memory.changes
          await withTimeout(writeMemory())
        }
        lasting = true
        isRead = true
        restored()
      } catch (error) {
        close()
        const knew = isRead || isGivenUp
        if (isRefused(error)) isRead = true
        else if (tries >= TRIES_TO_READ) isGivenUp = true
        if (!knew && (isRead || isGivenUp)) restored()
        restoreAfter(Math.min(LONGEST_RETRY, 2 * pause), tries + 1)
      }
    }, pause)
  }
  const writeMemory = async () => {
    const tx = await rowsFor('readwrite')
    for (const row of memory.all()) {
      const now = await tx.store.get([row.user, row.contest, row.question])
      // Another tab may have settled it meanwhile, or changed it.
      if (now && isNewer(now, row)) continue
      if (
        !now ||
        isNewer(row, now) ||
        (now.state === 'waiting' && row.state !== 'waiting') ||
        now.state === 'refused'
      ) {
        await tx.store.put(row)
      }
    }
    await tx.done
  }

  try {
    await connect()
  } catch (error) {
    failed(error)
  }

  return {
    get lasting() {
      return lasting
    },
    get isRead() {
      return isRead
    },
    get isGivenUp() {
      return isGivenUp && !isRead
    },
    onRestored: (listener) => {
      restored = listener
    },
    list: (user) =>
      onDisk(
        async (isLate) => {
          const rows = await (await rowsFor('readonly')).store.index('user').getAll(user)
          if (isLate()) return rows
          isRead = true
          for (const row of rows) memory.set(row)
          return rows
        },
        () => memory.list(user),
      ),
    add: (entry) =>
      onDisk(
        async (isLate) => {
          const tx = await rowsFor('readwrite')
          const now = await tx.store.get([entry.user, entry.contest, entry.question])
          const stays = stands(now, entry) ? now : entry
          if (stays === entry) await tx.store.put(entry)
          await tx.done
          // Where something else has failed meanwhile, the memory stands in, and has to know of what came through.
          if (isLate()) return memory.add(stays)
          memory.set(stays)
          return stays
        },
        () => memory.add(entry),
      ),
    change: (key, to) =>
      onDisk(
        async () => {
          const tx = await rowsFor('readwrite')
          const id: [string, string, string] = [key.user, key.contest, key.question]
          const now = await tx.store.get(id)
          if (now) {
            const next = to(now)
            await (next ? tx.store.put(next) : tx.store.delete(id))
          }
          await tx.done
          await memory.change(key, to)
        },
        () => memory.change(key, to),
      ),
  }
}
