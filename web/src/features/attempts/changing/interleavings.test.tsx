/**
 * Random interleavings of changes, lost networks and replies, reloads and two devices, against a server by the contract: in the end what
 * stands of each question is the change with the highest number, on the server and on every screen; the latest press has it; nothing is
 * lost, and nothing waits.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '@/api/failure'
import type { Kept } from '@/lib/storage'
import type { Attempt, PaperQuestion } from '../model'
import { type Outbox, openOutbox } from '../outbox'
import { type AnswerStore, type Entry, inMemory } from '../room/answerStore'
import { givenNow, knownSeq } from './model'
import { openSeqClock, type SeqClock } from './seqClock'

const RUNS = 16
const STEPS = 40
const QUESTIONS = ['q1', 'q2', 'q3']
const OPTIONS = ['a', 'b', 'c', 'd']
const PAPER: PaperQuestion[] = QUESTIONS.map((id) => ({ id, text: id, options: OPTIONS }))
const OFFLINE = new Failure({ status: 0, code: 'offline', message: '', offline: true })

/** Numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

type Standing = { seq: number; answer: number[] | null }

class Server {
  now = 0
  private base = 0
  readonly standing = new Map<string, Standing>()
  /** How often each number won. */
  readonly won = new Map<number, number>()

  attempt(): Attempt {
    const step = Math.max(this.now, Math.floor(this.base / 1024) + 1)
    this.base = 1024 * step + (((this.base % 1024) + 1) % 1024)
    const all = [...this.standing]
    return {
      id: '7',
      contestId: 'c',
      title: '',
      startsAt: 0,
      endsAt: 9e12,
      questionCount: QUESTIONS.length,
      joined: true,
      submitted: false,
      answered: Object.fromEntries(
        all.flatMap(([id, { answer }]) => (answer ? [[id, OPTIONS[answer[0] ?? 0] ?? '']] : [])),
      ),
      choices: {},
      graceSeconds: 2,
      seed: null,
      changes: { base: this.base, seqs: Object.fromEntries(all.map(([id, { seq }]) => [id, seq])) },
    }
  }

  /** What stands in its place, if that is another. */
  put({ question, seq = 0, places, cleared }: Entry): Standing | null {
    const answer = cleared ? null : (places ?? [])
    const now = this.standing.get(question)
    if (now && now.seq >= seq) return now.seq === seq && String(now.answer) === String(answer) ? null : now
    this.standing.set(question, { seq, answer })
    this.won.set(seq, (this.won.get(seq) ?? 0) + 1)
    return null
  }
}

/** A browser: its storage outlives a reload. */
class Device {
  online = true
  losesReplies = false
  private readonly store: AnswerStore = inMemory()
  private kept: unknown = null
  private readonly boots: number
  private box!: Outbox
  private clock!: SeqClock
  /** The last reply, as the service worker keeps it. */
  attempt: Attempt

  constructor(
    private readonly server: Server,
    skew: number,
  ) {
    this.boots = skew
    this.attempt = server.attempt()
    this.open()
  }

  private open(): void {
    const store: Kept<never> = {
      read: () => this.kept as never,
      write: (value) => {
        this.kept = value
      },
      clear: () => {},
    }
    const ticks = () => this.server.now + this.boots
    this.clock = openSeqClock('7', { store: store as never, ticks, wall: ticks })
    this.clock.adopt(this.attempt.changes?.base ?? 0)
    this.box = openOutbox({
      user: 'ana',
      store: Promise.resolve(this.store),
      chance: () => 0,
      ask: async () => null,
      lock: (_, work) => work(),
      send: async (entry) => {
        if (!this.online) throw OFFLINE
        const other = this.server.put(entry)
        if (this.losesReplies) throw OFFLINE
        if (!other) return undefined
        const { seq, answer } = other
        return {
          seq,
          choice: '',
          places: answer ?? undefined,
          cleared: answer ? undefined : true,
          instead: entry.choice,
        }
      },
    })
  }

  rows = () => this.box.view().entries
  given = () => givenNow(this.attempt, this.rows(), PAPER)

  async look(): Promise<void> {
    if (!this.online) return
    this.attempt = this.server.attempt()
    this.clock.adopt(this.attempt.changes?.base ?? 0)
    await this.confirm(this.attempt)
  }
  /** A reply that comes late says what stood before. */
  confirm = (attempt: Attempt) => this.box.confirm('c', attempt.answered, '7', attempt.changes?.seqs)

  async change(question: string, place: number | null): Promise<number> {
    const seq = this.clock.next(knownSeq(this.attempt, this.rows(), question))
    const how = place === null ? { cleared: true, seq } : { places: [place], seq }
    await this.box.choose('c', question, place === null ? '' : (OPTIONS[place] ?? ''), '7', '', how)
    return seq
  }

  async reload(): Promise<void> {
    this.box.close()
    this.open()
    await this.look()
  }

  close = () => this.box.close()
  nudge = () => dispatchEvent(new Event('online'))
  emptied = () => this.box.emptied('c', 3000)
}

beforeEach(() => void vi.stubGlobal('BroadcastChannel', undefined))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

async function run(seed: number): Promise<void> {
  const random = randomOf(seed)
  const below = (n: number) => Math.floor(random() * n)
  const server = new Server()
  const devices = [new Device(server, 0), new Device(server, 5_000_000)]
  const told = `seed ${seed}`
  /** By question: every change that was made, in order. */
  const made = new Map<string, { seq: number; answer: number | null }[]>()
  let late: [Device, Attempt] | null = null
  for (let step = 0; step < STEPS; step += 1) {
    // Asking moves bases ahead by a second each: so much time passes at least that numbers follow the clock.
    server.now += 1500 + below(4000)
    const device = devices[below(2)] as Device
    const what = below(12)
    if (what < 5) {
      const question = QUESTIONS[below(QUESTIONS.length)] as string
      const place = below(5)
      const answer = place === 4 ? null : place
      const seq = await device.change(question, answer)
      const all = made.get(question) ?? []
      expect(
        all.map((one) => one.seq),
        `${told}: no number twice`,
      ).not.toContain(seq)
      made.set(question, [...all, { seq, answer }])
    } else if (what === 5) device.online = false
    else if (what === 6) device.online = true
    else if (what === 7) device.losesReplies = !device.losesReplies
    else if (what === 8) await device.reload()
    else if (what === 9) await device.look()
    else if (what === 10) late = [device, device.attempt]
    else if (late) await late[0].confirm(late[1])
    if (random() < 0.6) device.nudge()
    for (let turns = below(6); turns > 0; turns -= 1) await turn()
  }
  for (const device of devices) {
    device.online = true
    device.losesReplies = false
    device.nudge()
    expect(await device.emptied(), `${told}: nothing waits`).toBe(true)
  }
  for (const device of devices) await device.look()

  for (const [question, all] of made) {
    const highest = all.reduce((one, other) => (other.seq > one.seq ? other : one))
    const standing = server.standing.get(question)
    expect(standing, `${told} ${question}`).toEqual({
      seq: highest.seq,
      answer: highest.answer === null ? null : [highest.answer],
    })
    expect(highest, `${told} ${question}: the latest press`).toBe(all.at(-1))
    for (const device of devices) {
      const shown = device.given().get(question)
      const choice = highest.answer === null ? undefined : OPTIONS[highest.answer]
      expect(shown?.choice, `${told} ${question}: on the screen`).toBe(choice)
      expect(shown?.state ?? 'saved', `${told} ${question}`).toBe('saved')
    }
  }
  expect(
    [...server.won.values()].every((times) => times === 1),
    `${told}: nothing twice`,
  ).toBe(true)
  for (const device of devices) device.close()
}

it('ends with the highest number of each question, whatever happened on the way', async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) await run(seed)
}, 30_000)
