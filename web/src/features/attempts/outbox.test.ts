/** The outbox against a real (in-memory) IndexedDB and a server that misbehaves. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '@/api/failure'
import { unsent } from '@/lib/storage'
import { type Outbox, openOutbox, type Parts, pauseAfter, settled, verdictOf } from './outbox'
import { type AnswerStore, type Entry, inMemory, openStore } from './taking/answerStore'

const OFFLINE = new Failure({ status: 0, code: 'offline', message: '', offline: true })
const refusal = (status: number, code: string, body?: unknown, retryAfter?: number) =>
  new Failure({ status, code, message: `why ${code}`, body, retryAfter })

let opened: Outbox[] = []
function open(parts: Partial<Parts> = {}): Outbox {
  const box = openOutbox({ user: 'ana', store: openStore(), chance: () => 0, send: async () => {}, ...parts })
  opened.push(box)
  return box
}

/** A server that counts what it was sent and answers as told. */
function server() {
  const sent: string[] = []
  const state: { says: (entry: Entry) => unknown } = { says: () => undefined }
  const send = async (entry: Entry) => {
    const error = state.says(entry)
    if (error) throw error
    sent.push(`${entry.user} ${entry.question}=${entry.choice}`)
  }
  return { sent, send, state }
}

const entryOf = (box: Outbox, question: string) => box.view().entries.find((entry) => entry.question === question)
const stateOf = (box: Outbox, question: string) => entryOf(box, question)?.state

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  for (const box of opened) box.close()
  opened = []
})

describe('an answer on its way', () => {
  it('lies on the device before it is sent, and is saved only after the reply', async () => {
    let reply = () => {}
    const box = open({ send: () => new Promise<void>((resolve) => (reply = resolve)) })
    await box.choose('c', 'q1', 'B')
    expect(stateOf(box, 'q1')).toBe('waiting')
    expect(unsent.read()).toEqual(['ana'])
    await vi.waitFor(() => expect(box.view().sending).toBe(true))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stateOf(box, 'q1')).toBe('waiting')
    reply()
    await vi.waitFor(() => expect(stateOf(box, 'q1')).toBe('saved'))
    expect(unsent.read()).toBeNull()
  })

  it('waits out a dead network and goes on by itself, in order', async () => {
    const { sent, send, state } = server()
    state.says = () => OFFLINE
    const box = open({ send })
    for (const question of ['q1', 'q2', 'q3']) await box.choose('c', question, 'A')
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(box.view().entries.map((entry) => entry.state)).toEqual(['waiting', 'waiting', 'waiting'])
    state.says = () => undefined
    dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(sent).toEqual(['ana q1=A', 'ana q2=A', 'ana q3=A']))
    expect(await box.emptied('c', 1000)).toBe(true)
  })

  it('tries again after a pause without being told', async () => {
    const { sent, send, state } = server()
    let asked = 0
    state.says = () => (++asked === 1 ? OFFLINE : undefined)
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(sent).toEqual(['ana q1=A']), { timeout: 3000 })
    expect(asked).toBe(2)
  })

  it('survives a reload', async () => {
    const { sent, send, state } = server()
    state.says = () => OFFLINE
    const before = open({ send })
    await before.choose('c', 'q1', 'D')
    before.close()
    state.says = () => undefined
    const after = open({ send })
    await vi.waitFor(() => expect(stateOf(after, 'q1')).toBe('saved'))
    expect(sent).toEqual(['ana q1=D'])
  })

  it('keeps the first choice of a question', async () => {
    const { send, state } = server()
    state.says = () => OFFLINE
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await box.choose('c', 'q1', 'B')
    expect(entryOf(box, 'q1')?.choice).toBe('A')
  })

  it('is dropped from the device once the server lists it, and not before', async () => {
    const box = open()
    const kept = async () => (await (await openStore()).list('ana')).map((entry) => entry.question)
    await box.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(stateOf(box, 'q1')).toBe('saved'))
    await box.confirm('c', {})
    expect(await kept()).toEqual(['q1'])
    await box.confirm('c', { q1: 'A' })
    expect(await kept()).toEqual([])
    expect(stateOf(box, 'q1')).toBe('saved')
  })
})

describe('what the server says', () => {
  it('409: shows the stored answer, and what had been chosen', async () => {
    const { send, state } = server()
    state.says = () => refusal(409, 'already_answered', { stored: 'C' })
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'saved', choice: 'C', instead: 'A' }))
    await box.confirm('c', { q1: 'C' })
    expect(entryOf(box, 'q1')?.instead).toBe('A')
  })

  it('503: waits at least as long as asked, whoever nudges', async () => {
    const { send, state } = server()
    let asked = 0
    state.says = () => (++asked === 1 ? refusal(503, 'unavailable', {}, 0.4) : undefined)
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(asked).toBe(1))
    box.nudge()
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(asked).toBe(1)
    await vi.waitFor(() => expect(stateOf(box, 'q1')).toBe('saved'), { timeout: 2000 })
  })

  it('the end: kept as not counted, never sent again', async () => {
    const { send, state } = server()
    let asked = 0
    state.says = () => {
      asked += 1
      return refusal(403, 'contest_ended')
    }
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'refused', code: 'contest_ended' }))
    box.nudge()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked).toBe(1)
    expect(unsent.read()).toBeNull()
  })

  it('401: keeps the answer, stops, and goes on after the next log-in', async () => {
    const { sent, send, state } = server()
    state.says = () => refusal(401, 'logged_out')
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(box.view().halted).toBe('logged-out'))
    expect(stateOf(box, 'q1')).toBe('waiting')
    state.says = () => undefined
    box.nudge()
    await vi.waitFor(() => expect(sent).toEqual(['ana q1=A']))
    expect(box.view().halted).toBeNull()
  })

  it('a refusal that cannot heal: kept with its reason, and the question can be answered anew', async () => {
    const { send, state } = server()
    state.says = () => refusal(400, 'invalid')
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'refused', message: 'why invalid' }))
    state.says = () => undefined
    await box.choose('c', 'q1', 'B')
    await vi.waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'saved', choice: 'B' }))
  })
})

describe('more than one', () => {
  it('leaves the rows of another person alone', async () => {
    const { sent, send, state } = server()
    state.says = () => OFFLINE
    const hers = open({ user: 'ana', send })
    await hers.choose('c', 'q1', 'A')
    hers.close()
    state.says = () => undefined
    const his = open({ user: 'bo', send })
    await his.choose('c', 'q2', 'B')
    await vi.waitFor(() => expect(sent).toEqual(['bo q2=B']))
    await vi.waitFor(() => expect(unsent.read()).toEqual(['ana']))
    expect(his.view().entries).toHaveLength(1)
    his.close()
    const back = open({ user: 'ana', send })
    await vi.waitFor(() => expect(stateOf(back, 'q1')).toBe('saved'))
  })

  it('refuses nobody: a session of somebody else halts the sending', () => {
    expect(verdictOf(refusal(403, 'identity_mismatch'))).toEqual({ is: 'halt', why: 'somebody-else' })
  })

  it('two tabs send each answer once and see the same', async () => {
    const { sent, send } = server()
    let queue: Promise<void> = Promise.resolve()
    const lock: Parts['lock'] = (_name, work) => {
      queue = queue.then(work)
      return queue
    }
    const one = open({ send, lock })
    const two = open({ send, lock })
    await Promise.all([one.choose('c', 'q1', 'A'), two.choose('c', 'q1', 'B'), two.choose('c', 'q2', 'C')])
    await vi.waitFor(() => {
      one.nudge()
      expect([stateOf(one, 'q1'), stateOf(two, 'q1'), stateOf(one, 'q2')]).toEqual(['saved', 'saved', 'saved'])
    })
    expect(sent).toHaveLength(2)
    expect(entryOf(one, 'q1')?.choice).toBe(entryOf(two, 'q1')?.choice)
  })

  it('what this tab saw saved stays saved when another tab, which the server told, drops the rows', async () => {
    const one = open()
    for (const question of ['q1', 'q2']) await one.choose('c', question, 'A')
    await vi.waitFor(() => expect([stateOf(one, 'q1'), stateOf(one, 'q2')]).toEqual(['saved', 'saved']))
    const two = open()
    await vi.waitFor(() => expect(two.view().entries).toHaveLength(2))
    let looks = 0
    one.subscribe(() => (looks += 1))
    await two.confirm('c', { q1: 'A', q2: 'A' })
    await vi.waitFor(() => expect(looks).toBeGreaterThan(0))
    expect([stateOf(one, 'q1'), stateOf(one, 'q2')]).toEqual(['saved', 'saved'])
    // The device keeps them no longer: whoever comes later has them from the server.
    expect(await (await openStore()).list('ana')).toEqual([])
    one.close()
    const later = open()
    await vi.waitFor(() => expect(later.view().ready).toBe(true))
    expect(later.view().entries).toEqual([])
  })

  it('an answer on its way whose row another tab dropped is sent again, not forgotten', async () => {
    const replies: (() => void)[] = []
    const one = open({ send: () => new Promise<void>((resolve) => replies.push(resolve)) })
    await one.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(replies).toHaveLength(1))
    const two = open({ lock: async () => {} })
    await vi.waitFor(() => expect(two.view().entries).toHaveLength(1))
    // The server has it, and the reply is not here yet.
    await two.confirm('c', { q1: 'A' })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(stateOf(one, 'q1')).toBe('waiting')
    replies.shift()?.()
    await vi.waitFor(() => {
      replies.shift()?.()
      expect(stateOf(one, 'q1')).toBe('saved')
    })
    expect(unsent.read()).toBeNull()
  })

  it('what one person saw saved is not shown to the next', async () => {
    const hers = open({ user: 'ana' })
    await hers.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(stateOf(hers, 'q1')).toBe('saved'))
    hers.close()
    const his = open({ user: 'bo' })
    await vi.waitFor(() => expect(his.view().ready).toBe(true))
    expect(his.view().entries).toEqual([])
  })
})

describe('where IndexedDB fails', () => {
  it('works in memory when it is blocked, and says so', async () => {
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    } as unknown as IDBFactory
    const { sent, send } = server()
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await vi.waitFor(() => expect(sent).toEqual(['ana q1=A']))
    expect(box.view().lasting).toBe(false)
  })

  it('loses nothing when the disk fails in the middle', async () => {
    const store: AnswerStore = await openStore()
    await store.add({ user: 'ana', contest: 'c', question: 'q1', choice: 'A', at: 1, state: 'waiting' })
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await store.add({ user: 'ana', contest: 'c', question: 'q2', choice: 'B', at: 2, state: 'waiting' })
    expect((await store.list('ana')).map((entry) => entry.question)).toEqual(['q1', 'q2'])
    expect(store.lasting).toBe(false)
  })
})

describe('rules', () => {
  const entry: Entry = { user: 'ana', contest: 'c', question: 'q', choice: 'A', at: 1, state: 'waiting' }

  it('the same answer stored before is simply saved', () => {
    expect(settled(entry, { is: 'stored-other', stored: 'A' })).toEqual({ ...entry, state: 'saved' })
  })

  it('pauses double up to half a minute, differ by chance, and respect the server', () => {
    expect([1, 2, 3, 9].map((failures) => pauseAfter(failures, 1))).toEqual([1000, 2000, 4000, 30_000])
    expect(pauseAfter(1, 0)).toBe(500)
    expect(pauseAfter(1, 0, 7000)).toBe(7000)
  })

  it('passing trouble is tried again', () => {
    expect(verdictOf(refusal(429, 'too_many', {}, 3))).toEqual({ is: 'later', unreachable: false, after: 3000 })
    expect(verdictOf(refusal(500, 'broken')).is).toBe('later')
    expect(verdictOf(refusal(403, 'contest_not_started')).is).toBe('later')
    expect(verdictOf(refusal(409, 'already_submitted')).is).toBe('refused')
    expect(verdictOf(refusal(403, 'not_joined')).is).toBe('refused')
  })

  it('memory keeps people apart', async () => {
    const store = inMemory()
    await store.add(entry)
    expect(await store.list('bo')).toEqual([])
  })
})
