/** Changes of answers in the outbox: only the latest of a question is kept and sent, and what another device changed later stands. */
import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '@/api/failure'
import { serverSays } from '@/testPage'
import { answer } from '../api'
import { type Outbox, openOutbox, type Parts } from '../outbox'
import { type Entry, inMemory, openStore } from '../room/answerStore'

const OFFLINE = new Failure({ status: 0, code: 'offline', message: '', offline: true })

let opened: Outbox[] = []
function open(parts: Partial<Parts> = {}): Outbox {
  const box = openOutbox({ user: 'ana', store: openStore(), chance: () => 0, ask: async () => null, ...parts })
  opened.push(box)
  return box
}
const entryOf = (box: Outbox) => box.view().entries.find(({ question }) => question === 'q1')
const change = (box: Outbox, choice: string, seq: number, more: object = {}) =>
  box.choose('c', 'q1', choice, '7', 'Physics', { places: [0], seq, ...more })
const online = () => dispatchEvent(new Event('online'))

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  for (const box of opened) box.close()
  opened = []
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('replaces what waited, is kept over a reload, and only the latest is sent', async () => {
  const dead = vi.fn(async () => {
    throw OFFLINE
  })
  const first = open({ send: dead })
  await change(first, 'A', 1)
  await change(first, 'B', 2)
  await change(first, '', 3, { places: undefined, cleared: true })
  await change(first, 'C', 4)
  await waitFor(() => expect(dead).toHaveBeenCalled())
  expect(first.view().entries).toHaveLength(1)
  first.close()

  const sent: Entry[] = []
  const second = open({ send: async (entry) => void sent.push(entry) })
  await waitFor(() => expect(entryOf(second)?.state).toBe('saved'))
  expect(sent.map(({ choice, seq }) => [choice, seq])).toEqual([['C', 4]])
})

it('made while the one before is on its way, is sent after it, and the reply to that settles nothing', async () => {
  const sent: number[] = []
  const replies: (() => void)[] = []
  const box = open({
    send: async ({ seq = 0 }) => {
      sent.push(seq)
      await new Promise<void>((resolve) => replies.push(resolve))
    },
  })
  await change(box, 'A', 1)
  await waitFor(() => expect(sent).toEqual([1]))
  await change(box, 'B', 2)
  const shown = new Set<number | undefined>()
  box.subscribe(() => shown.add(entryOf(box)?.seq))
  replies[0]?.()
  await waitFor(() => expect(sent).toEqual([1, 2]))
  expect(entryOf(box)).toMatchObject({ choice: 'B', seq: 2, state: 'waiting' })
  replies[1]?.()
  await waitFor(() => expect(entryOf(box)).toMatchObject({ choice: 'B', state: 'saved' }))
  expect([...shown], 'the one before is not shown again').toEqual([2])
})

it('A, B and A again are three changes: that the first A is stored says nothing of the last', async () => {
  const sent: number[] = []
  let isDead = false
  const box = open({
    send: async ({ seq = 0 }) => {
      if (isDead) throw OFFLINE
      sent.push(seq)
    },
  })
  await change(box, 'A', 1)
  await waitFor(() => expect(entryOf(box)?.state).toBe('saved'))
  await box.confirm('c', { q1: 'A' }, '7', { q1: 1 })
  isDead = true
  await change(box, 'B', 2)
  await change(box, 'A', 3)
  await box.confirm('c', { q1: 'A' }, '7', { q1: 1 })
  expect(entryOf(box)).toMatchObject({ seq: 3, state: 'waiting' })
  isDead = false
  online()
  await waitFor(() => expect(entryOf(box)).toMatchObject({ seq: 3, state: 'saved' }))
  expect(sent).toEqual([1, 3])
})

it.each([
  ['this very change: it has it, whatever became of the reply', 5, 'saved', 0],
  ['an earlier one: it is sent', 4, 'saved', 1],
  ['a later one: it is sent, so that whoever made it is told', 6, 'saved', 1],
])('the server lists %s', async (_, listed, state, sends) => {
  let isDead = true
  const send = vi.fn(async () => {
    if (isDead) throw OFFLINE
  })
  const box = open({ send })
  await change(box, 'A', 5)
  await waitFor(() => expect(send).toHaveBeenCalled())
  send.mockClear()
  isDead = false
  await box.confirm('c', { q1: 'X' }, '7', { q1: listed })
  online()
  await waitFor(() => expect(entryOf(box)?.state).toBe(state))
  expect(send).toHaveBeenCalledTimes(sends)
})

it('shows what stands where another device changed it later, and a change of that wins again', async () => {
  const now = { choice: '', places: [2], seq: 9, instead: 'A' }
  const send = vi.fn(async ({ seq = 0 }: Entry) => (seq < 9 ? now : undefined))
  const box = open({ send })
  await change(box, 'A', 5)
  await waitFor(() => expect(entryOf(box)).toMatchObject({ ...now, state: 'saved' }))
  box.close()
  const again = open({ send })
  await waitFor(() => expect(entryOf(again)).toMatchObject({ seq: 9, instead: 'A' }))
  await change(again, 'B', 10)
  await waitFor(() => expect(entryOf(again)).toMatchObject({ choice: 'B', seq: 10, state: 'saved' }))
  expect(entryOf(again)?.instead).toBeUndefined()
})

it('of another tab is not put back by what this one still knows', async () => {
  const store = inMemory()
  const entry: Entry = { user: 'ana', contest: 'c', question: 'q1', choice: 'A', at: 1, state: 'waiting', seq: 5 }
  await store.add({ ...entry, choice: 'B', seq: 7 })
  expect(await store.add(entry), 'older').toMatchObject({ choice: 'B', seq: 7 })
  expect(await store.add({ ...entry, seq: 8 }), 'newer').toMatchObject({ choice: 'A', seq: 8 })
  const final: Entry = { ...entry, question: 'q2', seq: undefined }
  await store.add(final)
  expect(await store.add({ ...final, choice: 'B' }), 'the first stays').toMatchObject({ choice: 'A' })
})

const given = { userId: 'ana', contestId: 'c', questionId: 'q1', choice: 'two', attempt: '7' }
const reply = (more: object) => ({
  'PUT /contests/c/answers/q1': { body: { success: true, message: 'ok', attempt: '7', questionId: 'q1', ...more } },
})

it.each([
  ['a chosen option, by its place', { places: [1], seq: 7 }, { choice: [1], seq: 7 }],
  ['several', { places: [0, 2], seq: 7 }, { choice: [0, 2], seq: 7 }],
  ['what was typed', { typed: true, seq: 7 }, { value: 'two', seq: 7 }],
  ['the clearing', { cleared: true, typed: true, seq: 7 }, { clear: true, seq: 7 }],
])('on the wire: %s', async (_, more, body) => {
  const calls = serverSays(reply({ saved: true, seq: 7 }))
  localStorage.setItem('userId1', 'ana')
  expect(await answer({ ...given, ...more })).toBeUndefined()
  expect(calls.map((call) => call.body)).toEqual([{ attempt: '7', ...body }])
})

it.each([
  [{ choice: [2] }, { choice: '', places: [2], instead: 'two' }],
  [{ value: '3' }, { choice: '3', instead: 'two' }],
  [null, { cleared: true, instead: 'two' }],
])('on the wire: in its place stands %o', async (stands, now) => {
  serverSays(reply({ saved: false, seq: 9, answer: stands }))
  localStorage.setItem('userId1', 'ana')
  expect(await answer({ ...given, places: [1], seq: 7 })).toMatchObject({ seq: 9, ...now })
})

it.each([
  ['another number is saved', { saved: true, seq: 6 }],
  ['an earlier one is said to stand', { saved: false, seq: 6, answer: null }],
  ['it is about another attempt', { saved: true, seq: 7, attempt: '8' }],
  ['it is about another question', { saved: false, seq: 9, answer: null, questionId: 'q2' }],
])('on the wire: a reply is not to this change, where %s', async (_, more) => {
  serverSays(reply(more))
  localStorage.setItem('userId1', 'ana')
  await expect(answer({ ...given, places: [1], seq: 7 })).rejects.toMatchObject({ offline: true })
})

it('an answer that cannot be changed has no number, and one that is not saved is no answer', async () => {
  const calls = serverSays(reply({ saved: false, seq: 9, answer: null }))
  localStorage.setItem('userId1', 'ana')
  await expect(answer({ ...given, places: [1] })).rejects.toMatchObject({ offline: true })
  expect(calls.map(({ body }) => body)).toEqual([{ attempt: '7', choice: [1] }])
})
