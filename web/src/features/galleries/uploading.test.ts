/** What becomes of many pictures when the server refuses some, is busy, breaks or is gone. */
import { describe, expect, it, vi } from 'vitest'
import { Failure } from '@/api/failure'
import type { Gallery } from './model'
import { chosen, type Item, sendAll, tally } from './uploading'

const GALLERY: Gallery = { id: 'g1', title: 'Walk', description: '', club: 'HOBBY', event: null, pictures: [] }
const file = (name: string) => new File(['x'], name, { type: 'image/png' })
const offline = () => new Failure({ status: 0, code: 'offline', message: 'gone', offline: true })
const status = (code: number, retryAfter?: number) =>
  new Failure({ status: code, code: 'other', message: `${code}`, retryAfter })
const refused = (line: string) =>
  new Failure({
    status: 400,
    code: 'invalid',
    message: `No picture was added. ${line}`,
    body: { field: 'images', refused: [line] },
  })

/** Sends with scripted ends per name: an error is thrown, anything else is a success. */
function run(names: string[], ends: Record<string, unknown[]>, before: Partial<Record<string, Partial<Item>>> = {}) {
  const items = new Map<string, Item>(names.map((name) => [name, { ...chosen(name, file(name)), ...before[name] }]))
  const sent: string[] = []
  const waits: number[] = []
  const abort = new AbortController()
  const states: Record<string, string[]> = {}
  const ending = sendAll({
    items: [...items.values()],
    signal: abort.signal,
    wait: async (seconds) => void waits.push(seconds),
    tell: (id, change) => {
      const item = items.get(id)
      if (item) items.set(id, { ...item, ...change })
      if (change.state) states[id] = [...(states[id] ?? []), change.state]
    },
    send: async ({ name }, onProgress) => {
      sent.push(name)
      onProgress(0.4)
      const end = ends[name]?.shift()
      if (end === 'give up') abort.abort()
      if (end instanceof Error || end === 'give up') throw end
      onProgress(1)
      return GALLERY
    },
  })
  return { ending, items, sent, waits, states }
}

describe('sending', () => {
  it('sends one after the other in their order', async () => {
    const { ending, sent, items, states } = run(['a', 'b', 'c'], {})
    expect(await ending).toEqual({ gallery: GALLERY, error: null, stopped: false })
    expect(sent).toEqual(['a', 'b', 'c'])
    expect(states.a).toEqual(['sending', 'working', 'done'])
    expect(tally([...items.values()])).toEqual({ total: 3, done: 3, refused: 0, failed: 0, chosen: 0 })
  })

  it('names what is refused and goes on', async () => {
    const { ending, items, sent } = run(['a', 'notes.txt', 'c'], {
      'notes.txt': [refused('notes.txt: no picture: at all')],
    })
    expect((await ending).stopped).toBe(false)
    expect(sent).toEqual(['a', 'notes.txt', 'c'])
    expect(items.get('notes.txt')).toMatchObject({ state: 'refused', why: 'no picture: at all' })
    expect(items.get('c')?.state).toBe('done')
  })

  it('does not send again what was refused or is there', async () => {
    const { ending, sent } = run(['a', 'b', 'c'], {}, { a: { state: 'done' }, b: { state: 'refused' } })
    await ending
    expect(sent).toEqual(['c'])
  })

  it('waits for a busy server as long as it asks for, and not for ever', async () => {
    const { ending, waits, states } = run(['a', 'b'], {
      a: [status(503, 5), status(429)],
      b: [status(503), status(503), status(503), status(503)],
    })
    const { error } = await ending
    expect(waits).toEqual([5, 4, 2, 4, 6])
    expect(states.a?.at(-1)).toBe('done')
    expect(states.b?.at(-1)).toBe('failed')
    expect(error).toMatchObject({ status: 503 })
  })

  it('stops when the connection is lost; the rest can be tried again', async () => {
    const { ending, items, sent } = run(['a', 'b', 'c'], { b: [offline()] })
    expect(await ending).toMatchObject({ gallery: GALLERY, stopped: true })
    expect(sent).toEqual(['a', 'b'])
    expect(items.get('b')).toMatchObject({ state: 'failed', unsure: true })
    expect(items.get('c')?.state).toBe('chosen')
  })

  it('takes what may have arrived before for arrived', async () => {
    const there = () => refused('a: already in this gallery')
    const again = run(['a'], { a: [there()] }, { a: { state: 'failed', unsure: true } })
    expect(await again.ending).toMatchObject({ error: null })
    expect(again.items.get('a')?.state).toBe('done')
    // Sent for the first time it is the same picture twice.
    const first = run(['a'], { a: [there()] })
    await first.ending
    expect(first.items.get('a')?.state).toBe('refused')
  })

  it('goes on after a fault of the server, stops at a refusal of everything', async () => {
    const broken = run(['a', 'b'], { a: [status(500)] })
    expect((await broken.ending).stopped).toBe(false)
    expect(broken.sent).toEqual(['a', 'b'])
    const forbidden = run(['a', 'b'], { a: [status(403)] })
    expect((await forbidden.ending).stopped).toBe(true)
    expect(forbidden.sent).toEqual(['a'])
    expect(forbidden.items.get('a')).toMatchObject({ state: 'failed', unsure: false })
  })

  it('given up, keeps what was under way as chosen', async () => {
    const { ending, items, sent } = run(['a', 'b', 'c'], { b: ['give up'] })
    expect(await ending).toMatchObject({ error: null, stopped: true })
    expect(sent).toEqual(['a', 'b'])
    expect(items.get('b')).toMatchObject({ state: 'chosen', unsure: true })
  })

  it('does not wait on after being given up', async () => {
    vi.useFakeTimers()
    const abort = new AbortController()
    const told: (string | undefined)[] = []
    const ending = sendAll({
      items: [chosen('a', file('a'))],
      signal: abort.signal,
      tell: (_, { state }) => void told.push(state),
      send: async () => {
        throw status(503, 600)
      },
    })
    await vi.advanceTimersByTimeAsync(10)
    abort.abort()
    expect(await ending).toMatchObject({ stopped: true })
    expect(told).toEqual(['sending', 'busy', 'chosen'])
    vi.useRealTimers()
  })
})
