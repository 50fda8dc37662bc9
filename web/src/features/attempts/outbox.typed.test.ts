/** Typed answers in the outbox: kept, replayed and saved as choices are, sent as a value, and given back where they cannot be read. */
import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '@/api/failure'
import { pass, passUntil, startTestClock } from '@/testClock'
import { serverSays } from '@/testPage'
import { answer } from './api'
import { MOST_UNREAD, type Outbox, openOutbox, type Parts, settled, verdictOf } from './outbox'
import { type Entry, openStore } from './room/answerStore'

const OFFLINE = new Failure({ status: 0, code: 'offline', message: '', offline: true })
const unread = () =>
  new Failure({ status: 400, code: 'invalid', message: 'No number.', body: { field: 'value', message: 'No number.' } })

let opened: Outbox[] = []
function open(parts: Partial<Parts>): Outbox {
  const box = openOutbox({ user: 'ana', store: openStore(), chance: () => 0, ask: async () => null, ...parts })
  opened.push(box)
  return box
}
const entryOf = (box: Outbox) => box.view().entries.find(({ question }) => question === 'q1')

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  for (const box of opened) box.close()
  opened = []
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('stays on the device while there is no network, and goes as it was typed after a reload', async () => {
  const dead = vi.fn(async () => {
    throw OFFLINE
  })
  const first = open({ send: dead })
  await first.choose('c', 'q1', '-1,5e3', '7', 'Physics', { typed: true })
  await waitFor(() => expect(dead).toHaveBeenCalled())
  expect(entryOf(first)).toMatchObject({ choice: '-1,5e3', typed: true, state: 'waiting' })
  first.close()

  const sent: Entry[] = []
  const second = open({ send: async (entry) => void sent.push(entry) })
  await waitFor(() => expect(entryOf(second)?.state).toBe('saved'))
  expect(sent).toEqual([expect.objectContaining({ choice: '-1,5e3', typed: true, attempt: '7' })])
})

it('is sent as a value, and by nobody else', async () => {
  const saved = { success: true, message: 'ok', saved: true, attempt: '7', questionId: 'q1' }
  const calls = serverSays({ 'PUT /contests/c/answers/q1': { body: saved } })
  localStorage.setItem('userId1', 'ana')
  const given = { userId: 'ana', contestId: 'c', questionId: 'q1', choice: 'Mysuru', typed: true, attempt: '7' }
  await answer(given)
  expect(calls.map(({ body }) => body)).toEqual([{ attempt: '7', value: 'Mysuru' }])
  await answer({ ...given, attempt: 'another' }).then(
    () => expect.unreachable('it is about another attempt'),
    (error: Failure) => expect(error.offline).toBe(true),
  )
  localStorage.clear()
})

it('gives way to the first answer, and counts as saved where that is the same text', () => {
  const entry: Entry = {
    user: 'ana',
    contest: 'c',
    question: 'q1',
    choice: '9.8',
    typed: true,
    at: 1,
    state: 'waiting',
  }
  const other = new Failure({ status: 409, code: 'already_answered', message: '', body: { stored: '9,81' } })
  expect(settled(entry, verdictOf(other))).toMatchObject({
    state: 'saved',
    choice: '9,81',
    instead: '9.8',
    typed: true,
  })
  const same = new Failure({ status: 409, code: 'already_answered', message: '', body: { stored: '9.8' } })
  expect(settled(entry, verdictOf(same))).toMatchObject({ state: 'saved', choice: '9.8' })
})

it('is given back to be typed again where the server says more than once that it is none', async () => {
  startTestClock()
  const send = vi.fn(async () => {
    throw unread()
  })
  const box = open({ send })
  await box.choose('c', 'q1', 'x', null, undefined, { typed: true })
  await passUntil(() => expect(entryOf(box)?.state).toBe('refused'))
  expect(entryOf(box)).toMatchObject({ code: 'unread', message: 'No number.' })
  expect(send).toHaveBeenCalledTimes(MOST_UNREAD)
  // What was chosen among options is not lost for that word.
  await box.choose('c', 'q2', 'A')
  await pass(5000)
  expect(box.view().entries.find(({ question }) => question === 'q2')?.state).toBe('waiting')
})
