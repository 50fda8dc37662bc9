/**
 * Event stream of the server (GET /api/live), kept going: it asks for the wanted topics, reads what comes, connects
 * again after a break with growing, uneven pauses, so that a restarted server is not met by everybody at once. Read
 * with fetch and not with EventSource, which tells neither why it was refused nor that a dead connection has gone
 * silent. Whatever was missed is made up for by the server, which begins each stream with a snapshot of every topic.
 */
import { createParser } from 'eventsource-parser'
import { randomKey } from '@/lib/randomKey'
import { CALL, headOf, isStream } from './authenticity'

/** What the server says about a topic; the rest of the members is the topic's own. */
export type LiveEvent = { topic: string } & Record<string, unknown>
/** `live`: events arrive as they happen. */
export type LiveState = 'off' | 'connecting' | 'live'

export type StreamTold = {
  onEvent: (event: LiveEvent) => void
  onState: (state: LiveState) => void
  /** The session has ended: nothing is tried again until `want` is told anew. */
  onRefused: () => void
}

const ADDRESS = '/api/live'
/** The server takes no more at once. */
export const MOST_TOPICS = 50
/** Topics come and go together when a page changes, some with a part of it that is fetched. */
const SETTLE = 400
/** On a new document they come with the parts of the page, and what these show is as new as the document. */
const BEGIN = 600
/**
 * A topic too many does no harm; a new connection for each that goes would, and all who came from a waiting room would open
 * theirs in the same moment of the contest.
 */
const NARROW = 5 * 60_000
/** Between two pages there may be a moment without any. */
const LINGER = 1500
/** The server says something at least every 15 s. */
const SILENCE = 45_000
/** And begins at once: one that does not is let go, as with HTTP/1.1 it keeps one of six connections from the calls. */
const BEGINNING = 20_000
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
/** A topic that names nothing, or by an id. Others come of mistyped addresses, and the server refuses all that are asked with them. */
const READABLE = /^[a-z]+(:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i
/** A stream that lived this long was no failed try. */
const GOOD = 10_000

export class LiveStream {
  private wanted: string[] = []
  private asked: string[] = []
  private connection: AbortController | null = null
  private settling: ReturnType<typeof setTimeout> | undefined
  private waiting: ReturnType<typeof setTimeout> | undefined
  private tries = 0
  private paused = false
  private refused = false
  private begun = false
  /** The server has refused topics: only readable ones are asked for. */
  private picks = false
  private state: LiveState = 'off'

  constructor(
    private readonly told: StreamTold,
    private readonly random: () => number = Math.random,
  ) {}

  /** The topics that matter now; none closes the stream. */
  want(topics: readonly string[]): void {
    const readable = this.picks ? topics.filter((topic) => READABLE.test(topic)) : topics
    const next = [...new Set(readable)].sort().slice(0, MOST_TOPICS)
    if (same(next, this.wanted) && !this.refused) return
    this.wanted = next
    this.refused = false
    clearTimeout(this.settling)
    const covered = this.connection !== null && next.every((topic) => this.asked.includes(topic))
    const wait = next.length === 0 ? LINGER : covered ? NARROW : this.begun ? SETTLE : BEGIN
    this.settling = setTimeout(() => this.settle(), wait)
  }

  /** Closed at once and for good, until something is wanted again. */
  close(): void {
    clearTimeout(this.settling)
    this.wanted = []
    this.drop('off')
  }

  /** Nobody looks: closed, and opened again by `resume`. */
  pause(): void {
    if (this.paused) return
    this.paused = true
    this.drop('off')
  }

  resume(): void {
    if (!this.paused) return
    this.paused = false
    this.tries = 0
    this.connect()
  }

  /** The device says it has no network. Not trusted for ever: it is tried again after the longest pause. */
  lostNetwork(): void {
    if (this.connection === null && this.waiting === undefined) return
    this.drop('connecting')
    this.waiting = setTimeout(() => this.connect(), LONGEST_PAUSE)
  }

  /** Something speaks for another try now: the network is back, somebody looks again. */
  hurry(): void {
    if (this.waiting === undefined) return
    this.tries = 0
    this.connect()
  }

  private settle(): void {
    if (this.connection !== null && same(this.wanted, this.asked)) return
    this.tries = 0
    this.connect()
  }

  private drop(state: LiveState): void {
    clearTimeout(this.waiting)
    this.waiting = undefined
    const old = this.connection
    this.connection = null
    this.asked = []
    old?.abort()
    this.is(state)
  }

  private is(state: LiveState): void {
    if (state === this.state) return
    this.state = state
    this.told.onState(state)
  }

  /** Ends the present connection first: there is never a second one. */
  private connect(): void {
    this.drop(this.wanted.length > 0 && !this.paused && !this.refused ? 'connecting' : 'off')
    if (this.state === 'off') return
    const connection = new AbortController()
    this.connection = connection
    this.begun = true
    this.asked = this.wanted
    void this.run(connection, this.asked).then((after) => {
      if (this.connection !== connection) return
      if (after === 'refused') {
        this.refused = true
        this.drop('off')
        this.told.onRefused()
      } else if (after === 'unreadable' && !this.picks) {
        this.picks = true
        this.wanted = this.wanted.filter((topic) => READABLE.test(topic))
        this.connect()
      } else this.again(after === 'unreadable' ? 0 : after)
    })
  }

  private again(asLongAs: number): void {
    this.drop('connecting')
    const pause = Math.max(asLongAs, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries))
    this.tries += 1
    // Between half and the whole of it.
    this.waiting = setTimeout(() => this.connect(), pause * (0.5 + this.random() / 2))
  }

  /** Until the stream ends; then how long to wait at least, or that there is no use in trying, or in trying the same. */
  private async run(
    connection: AbortController,
    topics: readonly string[],
  ): Promise<number | 'refused' | 'unreadable'> {
    const from = performance.now()
    let silence = setTimeout(() => connection.abort(), BEGINNING)
    const call = randomKey()
    try {
      const answer = await fetch(`${ADDRESS}?topics=${encodeURIComponent(topics.join(','))}`, {
        headers: { accept: 'text/event-stream', [CALL]: call },
        credentials: 'include',
        cache: 'no-store',
        signal: connection.signal,
      })
      const head = headOf(answer, ADDRESS, call)
      if (head.isMarked && answer.status === 401) return 'refused'
      if (head.isMarked && answer.status === 400) return 'unreadable'
      if (!head.isMarked || !answer.ok || !answer.body || !isStream(head)) {
        await answer.body?.cancel().catch(() => {})
        return Math.min(LONGEST_PAUSE, (Number(answer.headers.get('retry-after')) || 0) * 1000)
      }
      const read = eventReader()
      const text = new TextDecoder()
      const reader = answer.body.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (this.connection !== connection) return 0
        if (done) break
        clearTimeout(silence)
        silence = setTimeout(() => connection.abort(), SILENCE)
        this.is('live')
        for (const event of read(text.decode(value, { stream: true }))) this.told.onEvent(event)
      }
    } catch {
      // Broken off, or silent for too long.
    } finally {
      clearTimeout(silence)
    }
    if (performance.now() - from > GOOD) this.tries = 0
    return 0
  }
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((topic, at) => topic === b[at])
}

/** Takes the stream's text piece by piece and gives the events that have become whole. */
export function eventReader(): (piece: string) => LiveEvent[] {
  const whole: LiveEvent[] = []
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = parsed(data)
      if (event) whole.push(event)
    },
  })
  return (piece) => {
    parser.feed(piece)
    return whole.splice(0)
  }
}

function parsed(text: string): LiveEvent | null {
  try {
    const value = JSON.parse(text) as unknown
    const topic = typeof value === 'object' && value !== null && 'topic' in value ? value.topic : undefined
    return typeof topic === 'string' ? (value as LiveEvent) : null
  } catch {
    return null
  }
}
