/**
 * Live updates: what the server tells as it happens, for every screen that asks: `useLive('poll:…', onEvent)`.
 *
 * One stream per browser. HTTP/1.1 gives a site six connections, so tabs share: the one that holds the lock keeps the
 * stream, for the topics all of them want, and passes on what comes; when it goes, the next in the queue takes over.
 * One that sleeps so deeply that it does not answer loses the lock to a tab somebody looks at. Without locks (an address
 * without https) each tab has its own, but only while it is looked at.
 */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type Channel, openChannel } from '@/lib/openChannel'
import { reportError } from '@/lib/reportError'
import { cache, SESSION_KEY } from './cache'
import { type LiveEvent, type LiveState, LiveStream } from './liveStream'

export type { LiveEvent, LiveState } from './liveStream'

const NAME = 'quad.live'
/** How long the stream goes on when no tab is looked at: shared, and alone. */
const UNSEEN = 5 * 60_000
const UNSEEN_ALONE = 5000
/** How long a tab somebody looks at waits to be heard by the one that keeps the stream. */
const DEAF = 3000
/** Tabs say again now and then what they want; one not heard from for three of these is gone. */
const REPEAT = 60_000

type Message =
  | { kind: 'want'; tab: string; topics: string[]; seen: boolean }
  | { kind: 'gone'; tab: string }
  | { kind: 'heard'; tab: string; state: LiveState }
  | { kind: 'leads' }
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'state'; state: LiveState }
  | { kind: 'left' }

type Tab = { topics: string[]; seen: boolean; heardAt: number }
type Listener = (event: LiveEvent) => void

/** What a tab stands in; given by tests, else the browser's. */
export type Surroundings = {
  locks?: Pick<LockManager, 'request'>
  channel?: () => Channel | null
}

export class Live {
  private readonly me = `${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly watchers = new Set<() => void>()
  private readonly stream: LiveStream
  private readonly alone: boolean
  private channel: Channel | null = null
  /** Ends this tab's lead; null while another leads or nobody. */
  private resign: (() => void) | null = null
  private queued: AbortController | null = null
  private readonly tabs = new Map<string, Tab>()
  private readonly last = new Map<string, LiveEvent>()
  private shown: LiveState = 'off'
  private telling: ReturnType<typeof setTimeout> | undefined
  private deaf: ReturnType<typeof setTimeout> | undefined
  private unseen: ReturnType<typeof setTimeout> | undefined
  private repeating: ReturnType<typeof setInterval> | undefined
  private leaving: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly around: Surroundings) {
    this.alone = !around.locks || !around.channel
    this.stream = new LiveStream({
      onEvent: (event) => {
        this.last.set(event.topic, event)
        this.post({ kind: 'event', event })
        this.deliver(event)
      },
      onState: (state) => {
        this.post({ kind: 'state', state })
        this.show(state)
      },
      onRefused: () => void cache.invalidateQueries({ queryKey: SESSION_KEY }),
    })
  }

  /** Events of a topic, from now on, beginning with its present state if that is known. */
  subscribe(topic: string, listener: Listener): () => void {
    const those = this.listeners.get(topic) ?? new Set()
    this.listeners.set(topic, those.add(listener))
    this.changed()
    return () => {
      those.delete(listener)
      if (those.size === 0 && this.listeners.get(topic) === those) this.listeners.delete(topic)
      this.changed()
    }
  }

  state(): LiveState {
    return this.shown
  }

  onState(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  /** The person logged out, here: no tab hears anything more of what was theirs. */
  left(): void {
    this.post({ kind: 'left' })
    this.stop()
  }

  /** The tab is shown or hidden, or has reason to begin again. */
  looked(): void {
    if (this.channel || this.topics().length > 0) this.tell()
  }

  /** The tab goes away, perhaps to come back (back button): whoever is next takes over. */
  away(): void {
    this.post({ kind: 'gone', tab: this.me })
    this.stop()
  }

  online(): void {
    this.stream.hurry()
  }

  offline(): void {
    this.stream.lostNetwork()
  }

  private topics(): string[] {
    return [...this.listeners.keys()]
  }

  private changed(): void {
    clearTimeout(this.telling)
    this.telling = setTimeout(() => this.tell(), 0)
  }

  /** Says what this tab wants to whoever keeps the stream, which may be itself. */
  private tell(): void {
    const topics = this.topics()
    clearTimeout(this.leaving)
    if (topics.length === 0) {
      // Between two pages there may be a moment without any.
      this.leaving = setTimeout(() => {
        this.post({ kind: 'gone', tab: this.me })
        this.stop()
      }, 2000)
    } else this.start()
    const mine = { topics, seen: document.visibilityState === 'visible' }
    if (this.alone || this.resign) {
      this.note(this.me, mine)
      return
    }
    this.post({ kind: 'want', tab: this.me, ...mine })
    clearTimeout(this.deaf)
    if (mine.seen && topics.length > 0) this.deaf = setTimeout(() => void this.queue(true), DEAF)
  }

  private start(): void {
    this.repeating ??= setInterval(() => this.tell(), REPEAT)
    if (this.alone || this.channel) return
    this.channel = this.around.channel?.() ?? null
    if (this.channel) this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data)
    void this.queue(false)
  }

  private stop(): void {
    for (const timer of [this.telling, this.deaf, this.unseen, this.leaving]) clearTimeout(timer)
    clearInterval(this.repeating)
    this.repeating = undefined
    this.unseen = undefined
    this.stream.close()
    this.stream.resume()
    this.tabs.clear()
    this.last.clear()
    this.queued?.abort()
    this.queued = null
    this.resign?.()
    this.resign = null
    this.channel?.close()
    this.channel = null
    this.show('off')
  }

  /** Waits for its turn to keep the stream; with `steal` takes it from a tab that does not answer. */
  private async queue(steal: boolean): Promise<void> {
    if (this.resign || !this.channel || !this.around.locks) return
    this.queued?.abort()
    const queued = new AbortController()
    this.queued = queued
    let led = false
    const lead = () => {
      if (this.queued !== queued) return undefined
      led = true
      return new Promise<void>((resolve) => this.lead(resolve))
    }
    try {
      await this.around.locks.request(NAME, steal ? { steal } : { signal: queued.signal }, lead)
    } catch {
      // Another tab took it, or this one left the queue. A browser that allows no locks: next look, next try.
    }
    if (!led || this.queued !== queued) return
    // Taken away: from here on this tab listens.
    this.resign = null
    this.stream.close()
    this.tabs.clear()
    void this.queue(false)
    this.tell()
  }

  private lead(resign: () => void): void {
    clearTimeout(this.deaf)
    this.resign = resign
    this.post({ kind: 'leads' })
    this.tell()
  }

  private hear(message: Message): void {
    switch (message.kind) {
      case 'event':
        this.deliver(message.event)
        break
      case 'state':
        this.show(message.state)
        break
      case 'heard':
        if (message.tab !== this.me) break
        clearTimeout(this.deaf)
        this.show(message.state)
        break
      case 'leads':
        this.tell()
        break
      case 'left':
        this.stop()
        // Somebody may be logged in again.
        void cache.invalidateQueries({ queryKey: SESSION_KEY }).then(() => this.looked())
        break
      case 'gone':
        if (this.resign) this.note(message.tab, null)
        break
      case 'want':
        if (!this.resign) break
        this.post({ kind: 'heard', tab: message.tab, state: this.shown })
        this.note(message.tab, message)
    }
  }

  /** The leader's book: what which tab wants. */
  private note(tab: string, wants: { topics: string[]; seen: boolean } | null): void {
    const before = this.tabs.get(tab)
    if (wants && wants.topics.length > 0) {
      this.tabs.set(tab, { topics: wants.topics, seen: wants.seen, heardAt: performance.now() })
    } else this.tabs.delete(tab)
    for (const [name, { heardAt }] of this.tabs) {
      if (name !== this.me && performance.now() - heardAt > 3 * REPEAT) this.tabs.delete(name)
    }
    const topics = new Set([...this.tabs.values()].flatMap((one) => one.topics))
    for (const topic of this.last.keys()) if (!topics.has(topic)) this.last.delete(topic)
    // A topic that others had already brings no snapshot of its own.
    for (const topic of wants?.topics ?? []) {
      const event = before?.topics.includes(topic) ? undefined : this.last.get(topic)
      if (event && tab === this.me) this.deliver(event)
      else if (event) this.post({ kind: 'event', event })
    }
    this.stream.want([...topics])
    this.watchOver(wants?.seen === true && before?.seen === false)
  }

  private watchOver(newlySeen: boolean): void {
    const seen = [...this.tabs.values()].some((one) => one.seen)
    if (seen) {
      clearTimeout(this.unseen)
      this.unseen = undefined
      this.stream.resume()
      if (newlySeen) this.stream.hurry()
    } else {
      this.unseen ??= setTimeout(() => this.stream.pause(), this.alone ? UNSEEN_ALONE : UNSEEN)
    }
  }

  private deliver(event: LiveEvent): void {
    for (const listener of [...(this.listeners.get(event.topic) ?? [])]) notify(() => listener(event))
  }

  private show(state: LiveState): void {
    if (state === this.shown) return
    this.shown = state
    for (const watcher of this.watchers) notify(watcher)
  }

  private post(message: Message): void {
    this.channel?.postMessage(message)
  }
}

/** What one listener throws is neither the others' nor the stream's. */
function notify(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    reportError(error)
  }
}

function ofBrowser(): Surroundings {
  const shared = openChannel(NAME)
  shared?.close()
  return { locks: navigator.locks, ...(shared ? { channel: () => openChannel(NAME) } : {}) }
}

let live: Live | undefined

/** Made by the first who asks: pages of guests never do. */
function theLive(): Live {
  if (live) return live
  const made = new Live(ofBrowser())
  live = made
  document.addEventListener('visibilitychange', () => made.looked())
  addEventListener('online', () => made.online())
  addEventListener('offline', () => made.offline())
  addEventListener('pagehide', () => made.away())
  addEventListener('pageshow', ({ persisted }) => persisted && made.looked())
  let person = personId()
  cache.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey[0] !== SESSION_KEY[0]) return
    const now = personId()
    if (now === person) return
    const before = person
    person = now
    if (before !== null) made.left()
    if (now !== null) made.looked()
  })
  return made
}

function personId(): string | null {
  return cache.getQueryData<{ id: string } | null>(SESSION_KEY)?.id ?? null
}

/** Tells `onEvent` what happens to a topic while the component is shown; without a topic, nothing. */
export function useLive(topic: string | null, onEvent: (event: LiveEvent) => void): void {
  const tell = useEffectEvent(onEvent)
  useEffect(() => (topic === null ? undefined : theLive().subscribe(topic, (event) => tell(event))), [topic])
}

const watch = (watcher: () => void) => theLive().onState(watcher)

/** Whether events arrive at the moment they happen. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(watch, () => live?.state() ?? 'off')
}
