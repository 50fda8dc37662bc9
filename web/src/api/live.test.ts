/** Live stream: one for all tabs, kept going through breaks, closed when nobody looks or is logged in. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerOf, echoing } from '@/testingAnswer'
import { cache } from './cache'
import { isReached, noteReached } from './connection'
import { Live, type LiveEvent, type Surroundings } from './live'
import { eventReader } from './liveStream'

/** A stream as the server would send it, in the test's hands. */
class Sent {
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined
  readonly body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      this.controller = controller
    },
  })
  closed = false
  constructor(
    readonly topics: string[],
    signal: AbortSignal | null | undefined,
  ) {
    signal?.addEventListener('abort', () => {
      this.closed = true
      this.controller?.error(new DOMException('Aborted', 'AbortError'))
    })
  }
  say(event: LiveEvent): void {
    this.text(`event: x\ndata: ${JSON.stringify(event)}\n\n`)
  }
  text(text: string): void {
    this.controller?.enqueue(new TextEncoder().encode(text))
  }
  end(): void {
    this.closed = true
    this.controller?.close()
  }
}

let streams: Sent[] = []
let answerWith = 200
const open = () => streams.filter((stream) => !stream.closed)
const newest = () => streams.at(-1) as Sent

/** The lock and the channel of a browser, shared by the tabs of a test. */
function browser(): () => Surroundings {
  type Waiting = { lead: () => Promise<void> | undefined; done: () => void; fail: (why: unknown) => void }
  let held: Waiting | null = null
  const queue: Waiting[] = []
  const next = () => {
    if (held) return
    const first = queue.shift()
    if (!first) return
    held = first
    void Promise.resolve(first.lead()).then(() => {
      if (held === first) held = null
      first.done()
      next()
    })
  }
  const request = (_: string, options: { signal?: AbortSignal; steal?: boolean }, lead: Waiting['lead']) =>
    new Promise<void>((done, fail) => {
      const waiting = { lead, done, fail }
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waiting)
        if (at < 0) return
        queue.splice(at, 1)
        fail(new DOMException('Aborted', 'AbortError'))
      })
      if (options.steal && held) {
        held.fail(new DOMException('Stolen', 'AbortError'))
        held = null
        queue.unshift(waiting)
      } else queue.push(waiting)
      queueMicrotask(next)
    })
  const ends = new Set<{ onmessage: ((event: MessageEvent) => void) | null }>()
  return () => ({
    locks: { request: request as LockManager['request'] },
    channel: () => {
      const end = {
        onmessage: null as ((event: MessageEvent) => void) | null,
        postMessage: (data: unknown) => {
          const copy = structuredClone(data)
          for (const other of ends) {
            if (other !== end) queueMicrotask(() => other.onmessage?.({ data: copy } as MessageEvent))
          }
        },
        close: () => void ends.delete(end),
      }
      ends.add(end)
      return end
    },
  })
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
let visibility: DocumentVisibilityState = 'visible'

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  answerWith = 200
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async (input, init) => {
      const url = new URL(String(input), 'http://test')
      const sent = new Sent((url.searchParams.get('topics') ?? '').split(','), init?.signal)
      streams.push(sent)
      if (answerWith !== 200) {
        sent.closed = true
        return answerOf({}, { status: answerWith })
      }
      // As the server: one topic that it cannot read is enough.
      if (sent.topics.some((topic) => topic.startsWith('contest:cut'))) {
        sent.closed = true
        return answerOf({ code: 'validation' }, { status: 400 })
      }
      return answerOf(sent.body, { type: 'text/event-stream' })
    }),
  )
})
afterEach(() => vi.useRealTimers())

describe('the text of a stream', () => {
  it('is read in whatever pieces it comes', () => {
    const read = eventReader()
    expect(read(': hello\n\nevent: poll\ndata: {"topic":"po')).toEqual([])
    expect(read('ll:1","votes":[1]}\n')).toEqual([])
    expect(read('\ndata:{"topic":"polls"}\r\n\r\n')).toEqual([{ topic: 'poll:1', votes: [1] }, { topic: 'polls' }])
  })

  it('is the same wherever it is cut', () => {
    const stream =
      'retry: 5\n\nevent: a\ndata: {"topic":"a"}\n\n: hush\n\ndata: {"topic":"b"}\r\n\r\ndata: {\ndata: "topic":"c"}\n\n'
    for (let at = 0; at <= stream.length; at += 1) {
      const read = eventReader()
      const topics = [...read(stream.slice(0, at)), ...read(stream.slice(at))].map(({ topic }) => topic)
      expect(topics).toEqual(['a', 'b', 'c'])
    }
  })

  it('passes over what is no event of ours', () => {
    const read = eventReader()
    expect(read('data: {oops\n\ndata: 7\n\ndata: {"no":"topic"}\n\nretry: 3\n\n')).toEqual([])
  })
})

describe('one tab', () => {
  it('asks for what its components want, once', async () => {
    const live = new Live(browser()())
    const heard: LiveEvent[] = []
    live.subscribe('poll:1', (event) => heard.push(event))
    live.subscribe('polls', () => {})
    await pass(700)
    expect(streams).toHaveLength(1)
    expect(newest().topics).toEqual(['poll:1', 'polls'])
    expect(live.state()).toBe('connecting')
    newest().say({ topic: 'poll:1', voters: 3 })
    await pass(0)
    expect(heard).toEqual([{ topic: 'poll:1', voters: 3 }])
    expect(live.state()).toBe('live')
  })

  it('waits on a new document for the parts of the page, not on the next page', async () => {
    const live = new Live(browser()())
    const stop = live.subscribe('contest:1', () => {})
    await pass(400)
    live.subscribe('inbox', () => {})
    await pass(700)
    expect(streams.map((one) => one.topics)).toEqual([['contest:1', 'inbox']])
    stop()
    live.subscribe('poll:1', () => {})
    await pass(500)
    expect(newest().topics).toEqual(['inbox', 'poll:1'])
  })

  it('asks anew for a topic more, and not for one less', async () => {
    const live = new Live(browser()())
    live.subscribe('polls', () => {})
    await pass(700)
    const stop = live.subscribe('poll:1', () => {})
    await pass(700)
    expect(streams.map((one) => [one.topics, one.closed])).toEqual([
      [['polls'], true],
      [['poll:1', 'polls'], false],
    ])
    stop()
    newest().text(': beat\n\n')
    await pass(5000)
    expect(streams).toHaveLength(2)
    const beat = setInterval(() => newest().text(': beat\n\n'), 15_000)
    await pass(5 * 60_000)
    clearInterval(beat)
    expect(newest().topics).toEqual(['polls'])
    expect(open()).toHaveLength(1)
  })

  it('closes when nothing is wanted, but not between two pages', async () => {
    const live = new Live(browser()())
    const stop = live.subscribe('poll:1', () => {})
    await pass(700)
    stop()
    const again = live.subscribe('poll:1', () => {})
    await pass(5000)
    expect(streams).toHaveLength(1)
    expect(open()).toHaveLength(1)
    again()
    await pass(5000)
    expect(open()).toHaveLength(0)
    expect(live.state()).toBe('off')
  })

  it('connects again with growing pauses, at most half a minute', async () => {
    const live = new Live(browser()())
    live.subscribe('polls', () => {})
    await pass(700)
    answerWith = 503
    newest().end()
    const counted: number[] = []
    for (const wait of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      await pass(wait)
      counted.push(streams.length)
    }
    // Each pause lies between half and the whole of its length.
    for (const [at, count] of counted.entries()) expect(count).toBeGreaterThanOrEqual(at + 2)
    expect(counted.at(-1)).toBeLessThan(15)
    expect(live.state()).toBe('connecting')
    answerWith = 200
    // The longest pause, and what the connection takes.
    await pass(30_000)
    await pass(1000)
    expect(open()).toHaveLength(1)
  })

  const EVENT = 'data: {"topic":"polls"}\n\n'
  it.each([
    ['a stream of somebody else', () => new Response(EVENT, { headers: { 'content-type': 'text/event-stream' } })],
    ['a page', () => new Response(`<p>Log in</p>${EVENT}`, { headers: { 'content-type': 'text/html' } })],
    ['a page with the mark of another call', () => answerOf(EVENT, { type: 'text/html', headers: { 'x-quad': 'x' } })],
    ['another call’s stream', () => answerOf(EVENT, { type: 'text/event-stream', headers: { 'x-quad': 'x' } })],
    ['our own JSON, which is no stream', () => answerOf({ topic: 'polls' })],
    ['nothing', () => new Response('')],
    ['a log-in page with 401', () => new Response('Log in', { status: 401 })],
  ])('hears nothing from, and is not live with, what is not the server’s stream: %s', async (_, answer) => {
    let tries = 0
    const asked = echoing(async () => {
      tries += 1
      return answer()
    })
    vi.stubGlobal('fetch', vi.fn(asked))
    const [heard, refused] = [vi.fn(), vi.spyOn(cache, 'invalidateQueries')]
    const live = new Live({})
    live.subscribe('polls', heard)
    const states = new Set<string>()
    for (let second = 0; second < 60; second += 1) {
      await pass(1000)
      states.add(live.state())
    }
    expect([...states]).toEqual(['connecting'])
    expect([heard.mock.calls, refused.mock.calls]).toEqual([[], []])
    expect(tries).toBeGreaterThan(3)
  })

  it('goes on where a listener throws: the others hear it, the stream stays, and the error is reported', async () => {
    const live = new Live({})
    const heard: unknown[] = []
    live.subscribe('poll:a', () => {
      throw new Error('of a listener')
    })
    live.subscribe('poll:a', ({ n }) => heard.push(n))
    await pass(700)
    for (const n of [1, 2]) {
      newest().say({ topic: 'poll:a', n })
      await expect(pass(50)).rejects.toThrow('of a listener')
      await pass(5000)
    }
    expect(heard).toEqual([1, 2])
    expect([streams.length, live.state()]).toEqual([1, 'live'])
  })

  it('goes on where somebody who watches the state throws', async () => {
    const live = new Live({})
    const states: string[] = []
    live.onState(() => {
      throw new Error('of a watcher')
    })
    live.onState(() => states.push(live.state()))
    live.subscribe('poll:a', () => {})
    await expect(pass(700)).rejects.toThrow('of a watcher')
    newest().say({ topic: 'poll:a' })
    await expect(pass(50)).rejects.toThrow('of a watcher')
    await pass(5000)
    expect([states, streams.length]).toEqual([['connecting', 'live'], 1])
  })

  it('takes a silent connection for dead', async () => {
    const live = new Live(browser()())
    live.subscribe('polls', () => {})
    await pass(700)
    newest().text(': beat\n\n')
    await pass(40_000)
    newest().text(': beat\n\n')
    await pass(40_000)
    expect(streams).toHaveLength(1)
    await pass(8000)
    expect(streams).toHaveLength(2)
    expect(open()).toHaveLength(1)
  })

  it('lets a connection go that does not begin, for the calls', async () => {
    const live = new Live(browser()())
    live.subscribe('polls', () => {})
    await pass(700)
    expect(open()).toHaveLength(1)
    await pass(20_000)
    expect(open()).toHaveLength(0)
    await pass(2000)
    expect(streams).toHaveLength(2)
  })

  it('says nothing of whether calls go through', async () => {
    const live = new Live(browser()())
    live.subscribe('polls', () => {})
    await pass(700)
    for (const reached of [false, true]) {
      noteReached(reached)
      newest().text(': beat\n\n')
      await pass(100)
      expect(isReached()).toBe(reached)
    }
  })

  it('does not insist when nobody is logged in', async () => {
    const live = new Live(browser()())
    answerWith = 401
    live.subscribe('polls', () => {})
    await pass(20_000)
    expect(streams).toHaveLength(1)
    expect(live.state()).toBe('off')
  })

  it('hears the others where one topic cannot be read, also one that comes later', async () => {
    const live = new Live(browser()())
    const heard: LiveEvent[] = []
    const id = '01a20d4d-9a79-78c4-a0a4-0ce28bc56a31'
    live.subscribe(`contest:${id}`, (event) => heard.push(event))
    live.subscribe('contest:cut-off', () => {})
    await pass(700)
    expect(streams.map(({ topics }) => topics)).toEqual([[`contest:${id}`, 'contest:cut-off'], [`contest:${id}`]])
    newest().say({ topic: `contest:${id}`, startsAt: 'moved' })
    await pass(0)
    expect(heard).toHaveLength(1)
    expect(live.state()).toBe('live')
    live.subscribe('contest:cut', () => {})
    live.subscribe('inbox', () => {})
    await pass(700)
    expect(newest().topics).toEqual([`contest:${id}`, 'inbox'])
    expect(streams).toHaveLength(3)
  })

  it('rests while the device has no network, and goes on at once', async () => {
    const live = new Live(browser()())
    live.subscribe('polls', () => {})
    await pass(700)
    live.offline()
    await pass(20_000)
    expect(open()).toHaveLength(0)
    expect(live.state()).toBe('connecting')
    live.online()
    await pass(0)
    expect(open()).toHaveLength(1)
  })

  it('rests after five minutes unseen', async () => {
    const live = new Live(browser()())
    live.subscribe('polls', () => {})
    await pass(700)
    const beat = setInterval(() => newest().text(': beat\n\n'), 15_000)
    visibility = 'hidden'
    live.looked()
    await pass(4 * 60_000)
    expect(open()).toHaveLength(1)
    await pass(61_000)
    clearInterval(beat)
    expect(open()).toHaveLength(0)
    visibility = 'visible'
    live.looked()
    await pass(0)
    expect(open()).toHaveLength(1)
  })

  it('works without locks and channels, only while it is looked at', async () => {
    const live = new Live({})
    const heard = vi.fn()
    live.subscribe('polls', heard)
    await pass(700)
    newest().say({ topic: 'polls' })
    await pass(0)
    expect(heard).toHaveBeenCalledOnce()
    visibility = 'hidden'
    live.looked()
    await pass(6000)
    expect(open()).toHaveLength(0)
  })
})

describe('several tabs', () => {
  it('share one stream, for what all of them want', async () => {
    const tab = browser()
    const [one, two] = [new Live(tab()), new Live(tab())]
    const [first, second] = [vi.fn(), vi.fn()]
    one.subscribe('poll:1', first)
    await pass(700)
    two.subscribe('poll:2', second)
    await pass(700)
    expect(open().map((stream) => stream.topics)).toEqual([['poll:1', 'poll:2']])
    newest().say({ topic: 'poll:2', voters: 1 })
    await pass(0)
    expect(second).toHaveBeenCalledWith({ topic: 'poll:2', voters: 1 })
    expect(first).not.toHaveBeenCalled()
    expect([one.state(), two.state()]).toEqual(['live', 'live'])
  })

  it('tell a tab that comes later what is known already', async () => {
    const tab = browser()
    const [one, two] = [new Live(tab()), new Live(tab())]
    one.subscribe('poll:1', () => {})
    await pass(700)
    newest().say({ topic: 'poll:1', voters: 5 })
    const late = vi.fn()
    two.subscribe('poll:1', late)
    await pass(700)
    expect(streams).toHaveLength(1)
    expect(late).toHaveBeenCalledWith({ topic: 'poll:1', voters: 5 })
  })

  it('hand the stream on when the one that keeps it goes', async () => {
    const tab = browser()
    const [one, two] = [new Live(tab()), new Live(tab())]
    one.subscribe('poll:1', () => {})
    await pass(700)
    two.subscribe('poll:2', () => {})
    await pass(700)
    one.away()
    await pass(700)
    expect(open().map((stream) => stream.topics)).toEqual([['poll:2']])
    // And back by the back button.
    one.looked()
    await pass(700)
    expect(open().map((stream) => stream.topics)).toEqual([['poll:1', 'poll:2']])
  })

  it('take it from one that sleeps too deeply to answer', async () => {
    const tab = browser()
    const asleep = tab()
    const channel = asleep.channel
    const one = new Live({
      ...asleep,
      channel: () => {
        const made = (channel as NonNullable<typeof channel>)()
        Object.defineProperty(made, 'onmessage', { set: () => {}, get: () => null })
        return made
      },
    })
    one.subscribe('poll:1', () => {})
    await pass(700)
    const two = new Live(tab())
    two.subscribe('poll:2', () => {})
    await pass(2000)
    expect(open().map((stream) => stream.topics)).toEqual([['poll:1']])
    await pass(2000)
    // What it wants itself it can still say.
    expect(open().map((stream) => stream.topics)).toEqual([['poll:1', 'poll:2']])
  })

  it('all close after a log-out in one of them', async () => {
    const tab = browser()
    const [one, two] = [new Live(tab()), new Live(tab())]
    const stops = [one.subscribe('poll:1', () => {}), two.subscribe('poll:2', () => {})]
    await pass(700)
    // The guard takes the pages away.
    for (const stop of stops) stop()
    two.left()
    await pass(700)
    expect(open()).toHaveLength(0)
  })
})
