/**
 * Where answers lie on the device: IndexedDB, one row per person, contest and question, written through to the disk.
 * Where the browser refuses it (private windows, managed devices, a full disk) a list in memory stands in and says so
 * (`lasting: false`). What is sent when, and what a row means, is outbox.ts.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export type Entry = {
  user: string
  contest: string
  question: string
  choice: string
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
  list: (user: string) => Promise<Entry[]>
  /** Writes a first choice; where the question has one already, that one stays. Gives what is stored. */
  add: (entry: Entry) => Promise<Entry>
  /** Changes or (null) removes one row, against its present state. */
  change: (key: Key, to: (now: Entry) => Entry | null) => Promise<void>
}

/** A refused answer may be chosen anew; everything else stands. */
function stands(entry: Entry | undefined): entry is Entry {
  return entry !== undefined && entry.state !== 'refused'
}

export function inMemory(): AnswerStore & { set: (entry: Entry) => void } {
  const rows = new Map<string, Entry>()
  const id = (key: Key) => `${key.user} ${key.contest} ${key.question}`
  return {
    lasting: false,
    set: (entry) => void rows.set(id(entry), entry),
    list: async (user) => [...rows.values()].filter((row) => row.user === user),
    add: async (entry) => {
      const now = rows.get(id(entry))
      if (stands(now)) return now
      rows.set(id(entry), entry)
      return entry
    },
    change: async (key, to) => {
      const now = rows.get(id(key))
      if (!now) return
      const next = to(now)
      if (next) rows.set(id(key), next)
      else rows.delete(id(key))
    },
  }
}

interface Schema extends DBSchema {
  answers: { key: [string, string, string]; value: Entry; indexes: { user: string } }
}

const SLOW = 3000

/** A database that hangs is as bad as none: browsers have been seen to never answer. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), SLOW)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export async function openStore(name = 'quad-outbox'): Promise<AnswerStore> {
  // Everything read or written is mirrored here, so that a disk that fails in the middle loses nothing seen so far.
  const memory = inMemory()
  let db: IDBPDatabase<Schema> | null = null
  let lasting = true

  const connect = async () => {
    db ??= await inTime(
      openDB<Schema>(name, 1, {
        upgrade(fresh) {
          fresh.createObjectStore('answers', { keyPath: ['user', 'contest', 'question'] }).createIndex('user', 'user')
        },
        // A newer version of the page wants to change the database: let it, and connect again when needed.
        blocking: () => close(),
        terminated: () => {
          db = null
        },
      }),
    )
    return db
  }
  const close = () => {
    db?.close()
    db = null
  }
  const rowsFor = async <M extends 'readonly' | 'readwrite'>(mode: M) =>
    (await connect()).transaction('answers', mode, { durability: 'strict' })

  /** Tries the disk; a failure turns this store into one in memory, which keeps working and says so. */
  const onDisk = async <T>(work: () => Promise<T>, instead: () => Promise<T>): Promise<T> => {
    if (lasting) {
      try {
        return await inTime(work())
      } catch {
        close()
        lasting = false
      }
    }
    return instead()
  }

  try {
    await connect()
  } catch {
    lasting = false
  }

  return {
    get lasting() {
      return lasting
    },
    list: (user) =>
      onDisk(
        async () => {
          const rows = await (await rowsFor('readonly')).store.index('user').getAll(user)
          for (const row of rows) memory.set(row)
          return rows
        },
        () => memory.list(user),
      ),
    add: (entry) =>
      onDisk(
        async () => {
          const tx = await rowsFor('readwrite')
          const now = await tx.store.get([entry.user, entry.contest, entry.question])
          const stays = stands(now) ? now : entry
          if (stays === entry) await tx.store.put(entry)
          await tx.done
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
