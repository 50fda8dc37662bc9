/** The outbox against a real (in-memory) IndexedDB and a server that misbehaves. */
import { answerOf, echoing } from '@/testingAnswer'
import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure, notReached } from '@/api/failure'
import { unsent } from '@/lib/storage'
import { pass, passUntil, startTestClock, takes } from '@/testClock'
import { type Answer, serverSays } from '@/testPage'
import { attempt } from './attemptFixture'
import {
  closeOutbox,
  MOST_UNFIT,
  mayWait,
  type Outbox,
  openOutbox,
  outboxOf,
  type Parts,
  pauseAfter,
  settled,
  verdictOf,
} from './outbox'
import { type AnswerStore, type Entry, inMemory, openStore } from './room/answerStore'

const OFFLINE = new Failure({ status: 0, code: 'offline', message: '', offline: true })
const refusal = (status: number, code: string, body?: unknown, retryAfter?: number) =>
  new Failure({ status, code, message: `why ${code}`, body, retryAfter })

let opened: Outbox[] = []
function open(parts: Partial<Parts> = {}): Outbox {
  const box = openOutbox({
    user: 'ana',
    store: openStore(),
    chance: () => 0,
    send: async () => {},
    ask: async () => null,
    ...parts,
  })
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

/** The network is back: whatever pause was being kept is over. */
const online = () => dispatchEvent(new Event('online'))

const refuse = () => {
  throw new DOMException('not here', 'SecurityError')
}
class refusing {
  constructor() {
    refuse()
  }
}

const realTimeout = globalThis.setTimeout
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => {
  for (const box of opened) box.close()
  opened = []
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an answer on its way', () => {
  it('lies on the device before it is sent, and is saved only after the reply', async () => {
    let reply = () => {}
    const box = open({ send: () => new Promise<void>((resolve) => (reply = resolve)) })
    await box.choose('c', 'q1', 'B')
    expect(stateOf(box, 'q1')).toBe('waiting')
    expect(unsent.read()).toEqual(['ana'])
    await waitFor(() => expect(box.view().sending).toBe(true))
    // What must not happen has this long: less than it takes proves less and fails nothing.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stateOf(box, 'q1')).toBe('waiting')
    reply()
    await waitFor(() => expect(stateOf(box, 'q1')).toBe('saved'))
    expect(unsent.read()).toBeNull()
  })

  it.each([
    ['refuses to make one', () => vi.stubGlobal('BroadcastChannel', refusing)],
    ['refuses to send', () => vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(refuse)],
    ['has none', () => vi.stubGlobal('BroadcastChannel', undefined)],
  ])('is sent all the same where no other tab can be told: the browser %s', async (_, prepare) => {
    prepare()
    const { sent, send } = server()
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await waitFor(() => expect(sent).toEqual(['ana q1=A']))
    await waitFor(() => expect(stateOf(box, 'q1')).toBe('saved'))
  })

  it('waits out a dead network and goes on by itself, in order', async () => {
    const { sent, send, state } = server()
    const dead = vi.fn(() => OFFLINE)
    state.says = dead
    const box = open({ send })
    for (const question of ['q1', 'q2', 'q3']) await box.choose('c', question, 'A')
    await waitFor(() => expect(dead).toHaveBeenCalled())
    expect(box.view().entries.map((entry) => entry.state)).toEqual(['waiting', 'waiting', 'waiting'])
    state.says = () => undefined
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(sent).toEqual(['ana q1=A', 'ana q2=A', 'ana q3=A']))
    expect(await box.emptied('c', 1000)).toBe(true)
  })

  it('tries again after a pause without being told', async () => {
    startTestClock()
    const { sent, send, state } = server()
    let asked = 0
    state.says = () => (++asked === 1 ? OFFLINE : undefined)
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await passUntil(() => expect(sent).toEqual(['ana q1=A']))
    expect(asked).toBe(2)
  })

  it('keeps short pauses while some answers come through and others are lost', async () => {
    startTestClock()
    const { sent, send, state } = server()
    state.says = ({ question }) => (question === 'q0' ? OFFLINE : undefined)
    const rows = await openStore()
    const row = (number: number): Entry => ({
      user: 'ana',
      contest: 'c',
      question: `q${number}`,
      choice: 'A',
      at: number,
      state: 'waiting',
    })
    for (let number = 0; number <= 12; number += 1) await rows.add(row(number))
    open({ send, store: Promise.resolve(rows) })
    // Rounds of four, of which one is always lost: pauses that double would take 3.5 s.
    await pass(2800)
    expect(sent).toHaveLength(12)
  })

  it('lets pauses grow while other calls come through and nudge it each time', async () => {
    startTestClock()
    let tries = 0
    const { send, state } = server()
    state.says = () => {
      tries += 1
      return OFFLINE
    }
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    const nudging = setInterval(() => box.nudge(), 10)
    await pass(2000)
    clearInterval(nudging)
    expect(tries).toBeLessThanOrEqual(8)
    // The fifth pause and later ones are of 8 s and more.
    const before = tries
    await pass(2500)
    expect(tries - before).toBeLessThanOrEqual(1)
  })

  it('is saved when the server lists it, though no reply came', async () => {
    startTestClock()
    let tries = 0
    const { send, state } = server()
    state.says = () => {
      tries += 1
      return OFFLINE
    }
    const box = open({ send })
    await box.choose('c', 'q1', 'A', 'one')
    await waitFor(() => expect(tries).toBeGreaterThan(0))
    await pass(50)
    const before = tries
    await box.confirm('c', { q1: 'A' }, 'one')
    expect(stateOf(box, 'q1')).toBe('saved')
    expect(await box.emptied('c', 100)).toBe(true)
    await pass(1500)
    expect(tries).toBe(before)
    expect(unsent.read()).toBeNull()
  })

  it('survives a reload', async () => {
    const { sent, send, state } = server()
    state.says = () => OFFLINE
    const before = open({ send })
    await before.choose('c', 'q1', 'D')
    before.close()
    state.says = () => undefined
    const after = open({ send })
    await waitFor(() => expect(stateOf(after, 'q1')).toBe('saved'))
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
    await waitFor(() => expect(stateOf(box, 'q1')).toBe('saved'))
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
    await waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'saved', choice: 'C', instead: 'A' }))
    await box.confirm('c', { q1: 'C' })
    expect(entryOf(box, 'q1')?.instead).toBe('A')
  })

  it('503: waits at least as long as asked, whoever nudges', async () => {
    startTestClock()
    const { send, state } = server()
    let asked = 0
    state.says = () => (++asked === 1 ? refusal(503, 'unavailable', {}, 0.4) : undefined)
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await waitFor(() => expect(asked).toBe(1))
    box.nudge()
    await pass(150)
    expect(asked).toBe(1)
    await passUntil(() => expect(stateOf(box, 'q1')).toBe('saved'))
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
    await waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'refused', code: 'contest_ended' }))
    online()
    // What must not happen has this long: less than it takes proves less and fails nothing.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked).toBe(1)
    expect(unsent.read()).toBeNull()
  })

  it('asks again by itself after a word that stopped it: it may have been another’s', async () => {
    startTestClock()
    const { sent, send, state } = server()
    let asked = 0
    state.says = () => (++asked === 1 ? refusal(401, 'logged_out') : undefined)
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await waitFor(() => expect(box.view().halted).toBe('logged-out'))
    await passUntil(() => expect(sent).toEqual(['ana q1=A']))
    expect(box.view().halted).toBeNull()
    expect(asked).toBe(2)
  })

  it('401: keeps the answer, stops, and goes on after the next log-in', async () => {
    const { sent, send, state } = server()
    state.says = () => refusal(401, 'logged_out')
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await waitFor(() => expect(box.view().halted).toBe('logged-out'))
    expect(stateOf(box, 'q1')).toBe('waiting')
    state.says = () => undefined
    online()
    await waitFor(() => expect(sent).toEqual(['ana q1=A']))
    expect(box.view().halted).toBeNull()
  })

  it('a refusal that cannot heal: kept with its reason, and the question can be answered anew', async () => {
    const { send, state } = server()
    state.says = () => refusal(403, 'not_joined')
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'refused', message: 'why not_joined' }))
    state.says = () => undefined
    await box.choose('c', 'q1', 'B')
    await waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'saved', choice: 'B' }))
  })
})

const FINE = { attempt: 'a1', questionId: 'q1', success: true, message: 'Saved', saved: true }
const problem = (status: number, code: string, more: object = {}) => ({
  status,
  body: { success: false, code, message: `why ${code}`, status, ...more },
})
const ABOUT = { attempt: 'a1', questionId: 'q1' }

/** What may come in reply to an answer, and what becomes of the answer. */
const REPLIES: [string, () => Response, Entry['state']][] = [
  ['saved', () => replyOf({ body: FINE }), 'saved'],
  ['saved, said of another question', () => replyOf({ body: { ...FINE, questionId: 'q2' } }), 'waiting'],
  ['saved, said of another attempt', () => replyOf({ body: { ...FINE, attempt: 'a2' } }), 'waiting'],
  ['saved, said of none', () => replyOf({ body: { success: true, saved: true } }), 'waiting'],
  ['not saved', () => replyOf({ body: { ...FINE, saved: false } }), 'waiting'],
  ['no word of saving', () => replyOf({ body: { success: true, ...ABOUT } }), 'waiting'],
  ['a log-in page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'waiting'],
  ['an empty answer', () => new Response('', { headers: { 'content-type': 'application/json' } }), 'waiting'],
  ['nothing', () => new Response(null, { status: 204 }), 'waiting'],
  ...[400, 401, 403, 404, 407, 409, 413, 415, 421, 500, 511].map((status): [string, () => Response, Entry['state']] => [
    `a page with ${status}`,
    () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } }),
    'waiting',
  ]),
  ['the end', () => replyOf(problem(403, 'contest_ended', ABOUT)), 'refused'],
  [
    'the end, of another question',
    () => replyOf(problem(403, 'contest_ended', { ...ABOUT, questionId: 'q2' })),
    'waiting',
  ],
  ['the end, of nobody’s', () => replyOf(problem(403, 'contest_ended')), 'waiting'],
  ['not joined', () => replyOf(problem(403, 'not_joined', ABOUT)), 'refused'],
  ['handed in', () => replyOf(problem(409, 'already_submitted', ABOUT)), 'refused'],
  ['another answer', () => replyOf(problem(409, 'already_answered', { ...ABOUT, stored: 'C' })), 'saved'],
  [
    'another’s other answer',
    () => replyOf(problem(409, 'already_answered', { attempt: 'a2', questionId: 'q1', stored: 'C' })),
    'waiting',
  ],
  ['misdirected', () => replyOf(problem(421, 'misdirected')), 'waiting'],
  ['cut off', () => replyOf(problem(400, 'invalid', { field: 'body' })), 'waiting'],
  ['no such question', () => replyOf(problem(400, 'invalid', ABOUT)), 'waiting'],
  ['too large', () => replyOf(problem(413, 'too_large')), 'waiting'],
  ['a code nobody knows', () => replyOf(problem(403, 'forbidden_by_moon', ABOUT)), 'waiting'],
]
const replyOf = ({ status, body }: { status?: number; body: object }) => answerOf(body, { status })

describe('what comes in reply', () => {
  it.each(REPLIES)('%s', async (_, reply, becomes) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(echoing(async () => reply()))
    const box = outboxOf('ana')
    opened.push(box)
    await box.choose('c', 'q1', 'A', 'a1')
    await waitFor(() => expect(fetched).toHaveBeenCalled())
    await waitFor(() => expect(box.view().sending).toBe(false))
    expect(stateOf(box, 'q1')).toBe(becomes)
    expect(entryOf(box, 'q1')?.choice).toBe(becomes === 'saved' && _ === 'another answer' ? 'C' : 'A')
    closeOutbox(null)
  })

  it('an answer says of which attempt it is, and whom it is from', async () => {
    localStorage.setItem('userId1', 'ana')
    const calls = serverSays({ 'POST /post/answer': { body: FINE } })
    const box = outboxOf('ana')
    opened.push(box)
    await box.choose('c', 'q1', 'A', 'a1')
    await waitFor(() => expect(stateOf(box, 'q1')).toBe('saved'))
    const body = { attempt: 'a1', UserId: 'ana', ContestId: 'c', QuestionId: 'q1', Answer: 'A' }
    expect(calls).toEqual([{ method: 'POST', path: '/post/answer', body, sentBy: 'ana' }])
    closeOutbox(null)
  })

  it('the list of another attempt takes nothing from the device', async () => {
    const box = open()
    await box.choose('c', 'q1', 'A', 'a1')
    await waitFor(() => expect(stateOf(box, 'q1')).toBe('saved'))
    await box.confirm('c', { q1: 'A' }, 'a2')
    expect((await (await openStore()).list('ana')).map((entry) => entry.question)).toEqual(['q1'])
    await box.confirm('c', { q1: 'A' }, 'a1')
    expect(await (await openStore()).list('ana')).toEqual([])
  })
})

describe('an attempt’s id that is not the person’s', () => {
  const QUESTIONS = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6']
  /** A server that knows one attempt, and takes nothing for another. */
  function strict(own = 'a1') {
    const knows = server()
    knows.state.says = (entry) => (entry.attempt === own ? undefined : notReached(421))
    return knows
  }

  it('is asked for once, put right in all rows that wait, and nothing is lost', async () => {
    const { sent, send } = strict()
    const ask = vi.fn(async () => 'a1')
    const box = open({ send, ask })
    await Promise.all(QUESTIONS.map((question) => box.choose('c', question, 'A', 'a2')))
    await waitFor(() => {
      online()
      expect(sent).toHaveLength(QUESTIONS.length)
    })
    expect(ask).toHaveBeenCalledOnce()
    expect(ask).toHaveBeenCalledWith('ana', 'c', expect.anything())
    await waitFor(() =>
      expect(box.view().entries.map(({ state, attempt }) => [state, attempt])).toEqual(
        QUESTIONS.map(() => ['saved', 'a1']),
      ),
    )
  })

  it('leaves the rows of other contests, and those of before attempts had ids, as they are', async () => {
    const { send, state } = strict()
    const box = open({ send, ask: async () => 'a1' })
    await box.choose('c', 'q1', 'A', 'a2')
    state.says = () => notReached(421)
    await box.choose('d', 'q2', 'A', 'b2')
    await box.choose('c', 'q3', 'A')
    await box.choose('c', 'q4', 'A', 'a2')
    const attempts = () => box.view().entries.map(({ question, attempt }) => [question, attempt])
    const ask = vi.fn(async (_: string, contest: string) => (contest === 'c' ? 'a1' : 'b2'))
    box.close()
    const next = open({ send, ask })
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
    await waitFor(async () => {
      const rows = await (await openStore()).list('ana')
      expect(Object.fromEntries(rows.map(({ question, attempt }) => [question, attempt]))).toEqual({
        q1: 'a1',
        q2: 'b2',
        q3: undefined,
        q4: 'a1',
      })
    })
    expect(attempts()).toHaveLength(4)
    expect(next.view().entries.every(({ state }) => state === 'waiting')).toBe(true)
  })

  it('is waited for as long as nobody tells the right one, and no answer is given up', async () => {
    const { sent, send, state } = strict()
    let tries = 0
    const says = state.says
    state.says = (entry) => {
      tries += 1
      return says(entry)
    }
    const ask = vi.fn(async (): Promise<string> => {
      throw OFFLINE
    })
    const box = open({ send, ask })
    await box.choose('c', 'q1', 'A', 'a2')
    await waitFor(() => {
      online()
      expect(tries).toBeGreaterThan(2 * MOST_UNFIT)
    })
    expect(stateOf(box, 'q1')).toBe('waiting')
    // Never oftener than it was tried.
    expect(ask.mock.calls.length).toBeLessThanOrEqual(tries)
    ask.mockImplementation(async () => 'a1')
    await waitFor(() => {
      online()
      expect(stateOf(box, 'q1')).toBe('saved')
    })
    expect(sent).toEqual(['ana q1=A'])
  })

  it('that was right all along is asked for once, and the answer is given back after as many tries as ever', async () => {
    const { send, state } = server()
    state.says = () => notReached(421)
    const ask = vi.fn(async () => 'a1')
    const box = open({ send, ask })
    await box.choose('c', 'q1', 'A', 'a1')
    await waitFor(() => {
      online()
      expect(entryOf(box, 'q1')).toMatchObject({ state: 'refused', code: 'not_delivered' })
    })
    expect(ask).toHaveBeenCalledOnce()
  })

  it('comes from the server’s own word of this person’s attempt', async () => {
    localStorage.setItem('userId1', 'u1')
    const replies = [
      attempt({ contestId: 'c', attempt: 'a3', userId: 'u3' }),
      attempt({ contestId: 'c', attempt: 'a1' }),
    ]
    const calls = serverSays({
      'GET /contests/c/attempt': () => replies.shift() as Answer,
      'POST /post/answer': ({ body }) => {
        const { attempt: meant } = body as { attempt: string }
        return meant === 'a1' ? { body: FINE } : problem(421, 'misdirected')
      },
    })
    const box = outboxOf('u1')
    opened.push(box)
    await box.choose('c', 'q1', 'A', 'a2')
    await waitFor(() => {
      online()
      expect(entryOf(box, 'q1')).toMatchObject({ state: 'saved', attempt: 'a1' })
    })
    expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2)
    closeOutbox(null)
  })
})

describe('what never works', () => {
  it.each([
    ['invalid', refusal(400, 'invalid')],
    ['misdirected', new Failure({ status: 421, code: 'offline', message: '', offline: true })],
  ])('%s: is tried so often, while the others pass it by, and then given back to choose anew', async (_, says) => {
    const { sent, send, state } = server()
    let asked = 0
    state.says = (entry) => {
      if (entry.question !== 'q1') return undefined
      asked += 1
      return says
    }
    const box = open({ send })
    for (const question of ['q1', 'q2', 'q3', 'q4', 'q5', 'q6']) await box.choose('c', question, 'A')
    await waitFor(() => {
      online()
      expect(stateOf(box, 'q1')).toBe('refused')
    })
    expect(asked).toBe(MOST_UNFIT)
    expect(sent).toHaveLength(5)
    expect(entryOf(box, 'q1')).toMatchObject({ code: 'not_delivered' })
    state.says = () => undefined
    await box.choose('c', 'q1', 'B')
    await waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'saved', choice: 'B' }))
  })

  it('a page with 421 is not the server’s word: it is tried for ever', async () => {
    const { send, state } = server()
    let asked = 0
    state.says = () => {
      asked += 1
      return notReached(421, true)
    }
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await waitFor(() => {
      online()
      expect(asked).toBeGreaterThan(2 * MOST_UNFIT)
    })
    expect(stateOf(box, 'q1')).toBe('waiting')
  })

  it('an unreachable server is tried for ever', async () => {
    const { send, state } = server()
    let asked = 0
    state.says = () => {
      asked += 1
      return OFFLINE
    }
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await waitFor(() => {
      online()
      expect(asked).toBeGreaterThan(2 * MOST_UNFIT)
    })
    expect(stateOf(box, 'q1')).toBe('waiting')
  })

  it.each([
    ['a missing function', () => new TypeError('AbortSignal.timeout is not a function')],
    ['a missing name', () => new ReferenceError('x is not defined')],
    ['anything else', () => new Error('boom')],
  ])('an error of this page is said, and the answer kept: %s', async (_, make) => {
    const thrown: unknown[] = []
    vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => {
      if (ms !== undefined) return realTimeout(work, ms)
      try {
        work()
      } catch (error) {
        thrown.push(error)
      }
      return 0
    })
    const error = make()
    const { send, state, sent } = server()
    state.says = () => error
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await waitFor(() => expect(box.view().halted).toBe('broken'))
    expect(stateOf(box, 'q1')).toBe('waiting')
    expect(thrown).toContain(error)
    vi.unstubAllGlobals()
    state.says = () => undefined
    online()
    await waitFor(() => expect(sent).toEqual(['ana q1=A']))
    expect(box.view().halted).toBeNull()
  })

  it('sends in a browser without the functions of this year', async () => {
    vi.stubGlobal('AbortSignal', { prototype: AbortSignal.prototype })
    const { sent, send } = server()
    const box = open({ send })
    await box.choose('c', 'q1', 'A')
    await waitFor(() => expect(sent).toEqual(['ana q1=A']))
    vi.unstubAllGlobals()
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
    await waitFor(() => expect(sent).toEqual(['bo q2=B']))
    await waitFor(() => expect(unsent.read()).toEqual(['ana']))
    expect(his.view().entries).toHaveLength(1)
    his.close()
    const back = open({ user: 'ana', send })
    await waitFor(() => expect(stateOf(back, 'q1')).toBe('saved'))
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
    await waitFor(() => {
      online()
      expect([stateOf(one, 'q1'), stateOf(two, 'q1'), stateOf(one, 'q2')]).toEqual(['saved', 'saved', 'saved'])
    })
    expect(sent).toHaveLength(2)
    expect(entryOf(one, 'q1')?.choice).toBe(entryOf(two, 'q1')?.choice)
  })

  it('what this tab saw saved stays saved when another tab, which the server told, drops the rows', async () => {
    const one = open()
    for (const question of ['q1', 'q2']) await one.choose('c', question, 'A')
    await waitFor(() => expect([stateOf(one, 'q1'), stateOf(one, 'q2')]).toEqual(['saved', 'saved']))
    const two = open()
    await waitFor(() => expect(two.view().entries).toHaveLength(2))
    let looks = 0
    one.subscribe(() => (looks += 1))
    await two.confirm('c', { q1: 'A', q2: 'A' })
    await waitFor(() => expect(looks).toBeGreaterThan(0))
    expect([stateOf(one, 'q1'), stateOf(one, 'q2')]).toEqual(['saved', 'saved'])
    // The device keeps them no longer: whoever comes later has them from the server.
    expect(await (await openStore()).list('ana')).toEqual([])
    one.close()
    const later = open()
    await waitFor(() => expect(later.view().ready).toBe(true))
    expect(later.view().entries).toEqual([])
  })

  it('an answer on its way whose row another tab dropped is sent again, not forgotten', async () => {
    const replies: (() => void)[] = []
    const one = open({ send: () => new Promise<void>((resolve) => replies.push(resolve)) })
    await one.choose('c', 'q1', 'A')
    await waitFor(() => expect(replies).toHaveLength(1))
    const two = open({ lock: async () => {} })
    await waitFor(() => expect(two.view().entries).toHaveLength(1))
    // The server has it, and the reply is not here yet.
    await two.confirm('c', { q1: 'A' })
    // What must not happen has this long: less than it takes proves less and fails nothing.
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(stateOf(one, 'q1')).toBe('waiting')
    replies.shift()?.()
    await waitFor(() => {
      replies.shift()?.()
      expect(stateOf(one, 'q1')).toBe('saved')
    })
    expect(unsent.read()).toBeNull()
  })

  it('what one person saw saved is not shown to the next', async () => {
    const hers = open({ user: 'ana' })
    await hers.choose('c', 'q1', 'A')
    await waitFor(() => expect(stateOf(hers, 'q1')).toBe('saved'))
    hers.close()
    const his = open({ user: 'bo' })
    await waitFor(() => expect(his.view().ready).toBe(true))
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
    await waitFor(() => expect(sent).toEqual(['ana q1=A']))
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

  it('knows of what came through while something else failed', async () => {
    const row = (question: string): Entry => ({
      ...{ user: 'ana', contest: 'c', question, choice: 'A', at: 1, state: 'waiting' },
    })
    const store = await openStore()
    await store.add(row('q1'))
    const real = IDBDatabase.prototype.transaction
    let calls = 0
    // The third of what begins at once fails, while the others are on their way.
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...asked) {
      calls += 1
      if (calls === 3) throw new DOMException('full', 'QuotaExceededError')
      return real.apply(this, asked)
    })
    await Promise.all([
      store.add(row('q2')),
      store.change(row('q1'), (now) => ({ ...now, state: 'saved' })),
      store.add(row('q3')),
    ])
    expect([calls, store.lasting]).toEqual([3, false])
    const rows = await store.list('ana')
    const told = rows.map(({ question, state }) => `${question} ${state}`)
    expect(told.sort()).toEqual(['q1 saved', 'q2 waiting', 'q3 waiting'])
  })

  it('sends a choice that came to the disk while another did not', async () => {
    const { sent, send } = server()
    const box = open({ send })
    await waitFor(() => expect(box.view().ready).toBe(true))
    const real = IDBDatabase.prototype.transaction
    let writes = 0
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...asked) {
      if (asked[1] === 'readwrite') writes += 1
      if (writes === 2) throw new DOMException('full', 'QuotaExceededError')
      return real.apply(this, asked)
    })
    await Promise.all([box.choose('c', 'q1', 'A'), box.choose('c', 'q2', 'B')])
    expect(await box.emptied('c', 1000)).toBe(true)
    expect(sent.sort()).toEqual(['ana q1=A', 'ana q2=B'])
  })

  it('writes everything to the disk once that takes it again, also what comes meanwhile, and says so', async () => {
    const store = await openStore('quad-outbox', { retry: 30 })
    const restored = vi.fn()
    store.onRestored(restored)
    const row = (question: string, at: number): Entry => ({
      ...{ user: 'ana', contest: 'c', question, choice: 'A', at, state: 'waiting' },
    })
    await store.add(row('q1', 1))
    const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('slow', 'UnknownError')
    })
    await store.add(row('q2', 2))
    await store.change(row('q1', 1), (now) => ({ ...now, state: 'saved' }))
    // What must not happen has this long: less than it takes proves less and fails nothing.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([store.lasting, restored.mock.calls.length]).toEqual([false, 0])
    failing.mockRestore()
    while (!store.lasting) {
      await store.add(row(`q${performance.now()}`, 3))
      // Until the device is tried again.
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    expect(restored).toHaveBeenCalledOnce()
    const here = await store.list('ana')
    const onDisk = await (await openStore()).list('ana')
    expect(onDisk).toEqual(here)
    expect(here.find(({ question }) => question === 'q1')?.state).toBe('saved')
    expect(here.some(({ question }) => question === 'q2') && here.length > 2).toBe(true)
  })

  it('tries a disk that it could not open again, and leaves what another tab has settled', async () => {
    const other = await openStore()
    await other.add({ user: 'ana', contest: 'c', question: 'q1', choice: 'A', at: 1, state: 'saved' })
    const refusing = vi.spyOn(globalThis.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('busy', 'UnknownError')
    })
    const store = await openStore('quad-outbox', { retry: 30 })
    await store.add({ user: 'ana', contest: 'c', question: 'q1', choice: 'A', at: 1, state: 'waiting' })
    await store.add({ user: 'ana', contest: 'c', question: 'q2', choice: 'B', at: 2, state: 'waiting' })
    expect(store.lasting).toBe(false)
    refusing.mockRestore()
    await waitFor(() => expect(store.lasting).toBe(true))
    const rows = await other.list('ana')
    expect(rows.map(({ question, state }) => `${question} ${state}`)).toEqual(['q1 saved', 'q2 waiting'])
  })
})

describe('a device that is slow to write', () => {
  const gates: (() => void)[] = []
  afterEach(() => {
    for (const open of gates.splice(0)) open()
  })

  /** A device that answers nothing while it is held; `each`: what every operation takes, in milliseconds. */
  function device({ each = 0 } = {}) {
    const memory = inMemory()
    let free = Promise.resolve()
    const held = async <T>(work: () => Promise<T>): Promise<T> => {
      await free
      if (each > 0) await takes(each)
      return work()
    }
    const store: AnswerStore = {
      ...memory,
      lasting: true,
      isRead: true,
      list: (user) => held(() => memory.list(user)),
      add: (entry) => held(() => memory.add(entry)),
      change: (key, to) => held(() => memory.change(key, to)),
    }
    const hold = () => {
      let release = () => {}
      free = new Promise((resolve) => (release = resolve))
      gates.push(release)
      return release
    }
    return { memory, store: Promise.resolve(store), hold }
  }

  async function openHeld(parts: Partial<Parts> = {}) {
    startTestClock()
    const { memory, store, hold } = device()
    const box = open({ store, ...parts })
    await waitFor(() => expect([box.view().ready, box.view().sending]).toEqual([true, false]))
    return { box, memory, release: hold() }
  }

  it('an answer waits from the press on, and handing in waits for it', async () => {
    const { box, release } = await openHeld({ send: () => new Promise(() => {}) })
    void box.choose('c', 'q1', 'A')
    expect(stateOf(box, 'q1')).toBe('waiting')
    const emptied = box.emptied('c', 10_000)
    await pass(10_000)
    expect(await emptied).toBe(false)
    release()
    await pass(100)
    expect(stateOf(box, 'q1')).toBe('waiting')
  })

  it('is not waited for longer than a moment: the answer is sent beside the write, once, and saved by the server alone', async () => {
    const { sent, send } = server()
    const { box, memory, release } = await openHeld({ send })
    const chosen = box.choose('c', 'q1', 'A')
    await pass(200)
    expect([sent, stateOf(box, 'q1')]).toEqual([[], 'waiting'])
    await pass(200)
    expect(sent).toEqual(['ana q1=A'])
    expect(stateOf(box, 'q1')).toBe('saved')
    expect(await box.emptied('c', 1000)).toBe(true)
    release()
    await chosen
    await waitFor(() => expect(memory.all()).toMatchObject([{ question: 'q1', choice: 'A', state: 'saved' }]))
    await pass(2000)
    expect([sent, stateOf(box, 'q1')]).toEqual([['ana q1=A'], 'saved'])
    expect(unsent.read()).toBeNull()
  })

  it('an answer that the server does not take meanwhile waits on, and is on the device in the end', async () => {
    const { sent, send, state } = server()
    state.says = () => OFFLINE
    const { box, memory, release } = await openHeld({ send })
    void box.choose('c', 'q1', 'A')
    await pass(2000)
    expect([stateOf(box, 'q1'), unsent.read()]).toEqual(['waiting', ['ana']])
    release()
    await waitFor(() => expect(memory.all()).toMatchObject([{ question: 'q1', state: 'waiting' }]))
    state.says = () => undefined
    await passUntil(() => expect(stateOf(box, 'q1')).toBe('saved'))
    expect(sent).toEqual(['ana q1=A'])
  })

  it('a second press changes nothing while the first is being written', async () => {
    const { sent, send } = server()
    const { box, release } = await openHeld({ send })
    const both = [box.choose('c', 'q1', 'A'), box.choose('c', 'q1', 'B')]
    expect(entryOf(box, 'q1')?.choice).toBe('A')
    release()
    await Promise.all(both)
    await waitFor(() => expect(entryOf(box, 'q1')).toMatchObject({ choice: 'A', state: 'saved' }))
    expect(sent).toEqual(['ana q1=A'])
  })

  it('a choice of another tab that was on the device first is told what the server took', async () => {
    const { sent, send } = server()
    const { box, memory, release } = await openHeld({ send })
    memory.set({ user: 'ana', contest: 'c', question: 'q1', choice: 'B', at: 1, state: 'waiting' })
    const chosen = box.choose('c', 'q1', 'A')
    await passUntil(() => expect(sent).toEqual(['ana q1=A']))
    release()
    await chosen
    await waitFor(() => expect(memory.all()).toMatchObject([{ choice: 'A', instead: 'B', state: 'saved' }]))
    expect(entryOf(box, 'q1')).toMatchObject({ choice: 'A', instead: 'B', state: 'saved' })
  })

  it('an answer that was refused meanwhile can be chosen anew, and nothing of the first one is left', async () => {
    const { sent, send, state } = server()
    state.says = () => refusal(403, 'not_joined')
    const { box, memory, release } = await openHeld({ send })
    const first = box.choose('c', 'q1', 'A')
    await passUntil(() => expect(stateOf(box, 'q1')).toBe('refused'))
    state.says = () => undefined
    const second = box.choose('c', 'q1', 'B')
    await passUntil(() => expect(entryOf(box, 'q1')).toMatchObject({ state: 'saved', choice: 'B' }))
    release()
    await Promise.all([first, second])
    await waitFor(() => expect(memory.all()).toMatchObject([{ choice: 'B', state: 'saved' }]))
    expect(entryOf(box, 'q1')).toMatchObject({ state: 'saved', choice: 'B' })
    expect(sent).toEqual(['ana q1=B'])
  })

  it('an answer is sent even where the device cannot keep it at all, and that is reported', async () => {
    startTestClock(false)
    const { memory, store } = device()
    const fails = async () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const broken = Promise.resolve({ ...(await store), list: memory.list, add: fails })
    const { sent, send } = server()
    const box = open({ store: broken, send })
    void box.choose('c', 'q1', 'A')
    await expect(pass(1000)).rejects.toThrow('full')
    await passUntil(() => expect(stateOf(box, 'q1')).toBe('saved'))
    expect(sent).toEqual(['ana q1=A'])
  })

  it('sends each of many answers within half a second of the press, however long each look at the device takes', async () => {
    startTestClock()
    const { store } = device({ each: 2000 })
    const presses = new Map<string, number>()
    const took: number[] = []
    const send = async ({ question }: Entry) => {
      took.push(performance.now() - (presses.get(question) ?? 0))
    }
    const box = open({ store, send })
    await passUntil(() => expect([box.view().ready, box.view().sending]).toEqual([true, false]))
    for (const question of ['q1', 'q2', 'q3', 'q4', 'q5', 'q6']) {
      presses.set(question, performance.now())
      void box.choose('c', question, 'A')
      await pass(700)
    }
    expect(took).toHaveLength(6)
    expect(Math.max(...took)).toBeLessThan(550)
    expect(await box.emptied('c', 1000)).toBe(true)
  })
})

describe('a disk that is slow when the page opens', () => {
  const row = (question: string): Entry => ({
    ...{ user: 'ana', contest: 'c', question, choice: 'A', at: 1, state: 'waiting' },
  })

  it('hides no answer of an earlier visit: nothing is empty before it is read, and then it is sent', async () => {
    const memory = inMemory()
    let [isRead, restored] = [false, () => {}]
    const store: AnswerStore = {
      list: memory.list,
      add: memory.add,
      change: memory.change,
      lasting: false,
      isGivenUp: false,
      get isRead() {
        return isRead
      },
      onRestored: (listener) => {
        restored = listener
      },
    }
    unsent.write(['ana'])
    const { sent, send } = server()
    const box = open({ store: Promise.resolve(store), send })
    expect(await box.emptied('c', 60)).toBe(false)
    expect([box.view().ready, unsent.read(), mayWait('ana')]).toEqual([false, ['ana'], true])
    memory.set(row('q1'))
    isRead = true
    restored()
    await waitFor(() => expect(sent).toEqual(['ana q1=A']))
    expect(await box.emptied('c', 1000)).toBe(true)
    expect(unsent.read()).toBeNull()
  })

  it('is waited for, and not for ever; one that refuses is not', async () => {
    const works = globalThis.indexedDB
    const opening = vi.spyOn(works, 'open').mockImplementation(() => {
      throw new DOMException('busy', 'UnknownError')
    })
    const store = await openStore('quad-outbox', { retry: 10 })
    expect([store.lasting, store.isRead, store.isGivenUp]).toEqual([false, false, false])
    const told = vi.fn()
    store.onRestored(told)
    await waitFor(() => expect([store.isRead, store.isGivenUp]).toEqual([false, true]))
    expect(told).toHaveBeenCalledOnce()
    expect([store.lasting, opening.mock.calls.length]).toEqual([false, 4])
    opening.mockImplementation(() => {
      throw new DOMException('private', 'SecurityError')
    })
    expect((await openStore('quad-outbox', { retry: 10 })).isRead).toBe(true)
  })

  it('takes back nothing that is newer when its answer comes late', async () => {
    const store = await openStore('quad-outbox', { retry: 300, slow: 60 })
    await store.add(row('q1'))
    const raw = await openDB('quad-outbox')
    const tx = raw.transaction('answers', 'readwrite')
    let isHeld = true
    const held = (async () => {
      while (isHeld) await tx.store.get(['x', 'y', 'z'])
    })()
    // Times out behind the other transaction, and is answered from memory.
    expect((await store.list('ana')).map(({ state }) => state)).toEqual(['waiting'])
    await store.change(row('q1'), (now) => ({ ...now, state: 'saved' }))
    isHeld = false
    await held
    await tx.done
    await waitFor(async () => expect((await store.list('ana')).map(({ state }) => state)).toEqual(['saved']))
    await waitFor(() => expect(store.lasting).toBe(true))
    expect((await (await openStore()).list('ana')).map(({ state }) => state)).toEqual(['saved'])
    raw.close()
  })
})

describe('the note that something waits, on a device that never answers', () => {
  beforeEach(() => {
    localStorage.setItem('userId1', 'ana')
    // Then no message of another tab mends it.
    vi.stubGlobal('BroadcastChannel', undefined)
  })
  const silent = () => openWith(new Promise<AnswerStore>(() => {}))
  /** As where the browser refuses its database: read, and never lasting. */
  const refused = () => openWith(Promise.resolve(inMemory()))
  function openWith(store: Promise<AnswerStore>) {
    const { send, state } = server()
    return { box: open({ store, send }), state }
  }

  it.each([
    ['it is silent', silent],
    ['it refuses', refused],
  ])('another tab’s stays when this one’s answers are saved: %s', async (_, another) => {
    const [one, other] = [another(), another()]
    other.state.says = () => OFFLINE
    void one.box.choose('c', 'q1', 'A')
    void other.box.choose('c', 'q2', 'A')
    await waitFor(() => expect(stateOf(one.box, 'q1')).toBe('saved'))
    // What must not happen has this long: less than it takes proves less and fails nothing.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([stateOf(other.box, 'q2'), mayWait('ana')]).toEqual(['waiting', true])
    expect(unsent.read()).toEqual(['ana'])
    other.state.says = () => undefined
    online()
    await waitFor(() => expect(stateOf(other.box, 'q2')).toBe('saved'))
    await waitFor(() => expect(unsent.read()).toBeNull())
  })

  it('is taken away with the last answer, however often one was given', async () => {
    const { box } = silent()
    for (const question of ['q1', 'q2']) {
      void box.choose('c', question, 'A')
      await waitFor(() => expect(stateOf(box, question)).toBe('saved'))
      expect(unsent.read()).toBeNull()
    }
  })

  it('what an earlier visit left stays where the device is given up, and goes once it is read', async () => {
    unsent.write(['ana'])
    const memory = inMemory()
    let [isRead, isGivenUp, restored] = [false, false, () => {}]
    const store: AnswerStore = {
      ...{ list: memory.list, add: memory.add, change: memory.change, lasting: false },
      get isRead() {
        return isRead
      },
      get isGivenUp() {
        return isGivenUp
      },
      onRestored: (listener) => {
        restored = listener
      },
    }
    const { box } = openWith(Promise.resolve(store))
    void box.choose('c', 'q2', 'A')
    await waitFor(() => expect(stateOf(box, 'q2')).toBe('saved'))
    isGivenUp = true
    restored()
    await waitFor(() => expect(box.view().ready).toBe(true))
    expect(await box.emptied('c', 1000)).toBe(true)
    expect([unsent.read(), mayWait('ana')]).toEqual([['ana'], true])
    isRead = true
    restored()
    await waitFor(() => expect(unsent.read()).toBeNull())
  })

  it('what a tab that is gone has left goes once the device is read and holds nothing', async () => {
    unsent.write(['ana', 'bo', 'ana'])
    open()
    await waitFor(() => expect(unsent.read()).toEqual(['bo']))
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
