/** Upload of many pictures when the server refuses some, is busy, breaks or is gone. */
import { describe, expect, it, vi } from 'vitest'
import { Failure, misdirected } from '@/api/failure'
import { AWAY, BETWEEN, BUSY_SERVER, MISDIRECTED } from './messages'
import type { Gallery } from './model'
import { chosen, type Item, tally, uploadPictures } from './uploadPictures'

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
function run(
  names: string[],
  ends: Record<string, unknown[]>,
  before: Partial<Record<string, Partial<Item>>> = {},
  look: () => Promise<Gallery | null> = async () => null,
) {
  const items = new Map<string, Item>(names.map((name) => [name, { ...chosen(name, file(name)), ...before[name] }]))
  const sent: string[] = []
  const waits: number[] = []
  const abort = new AbortController()
  const states: Record<string, string[]> = {}
  const told: Partial<Item>[] = []
  const ending = uploadPictures({
    items: [...items.values()],
    look,
    signal: abort.signal,
    wait: async (seconds) => void waits.push(seconds),
    tell: (id, change) => {
      told.push(change)
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
  return { ending, items, sent, waits, states, told }
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
      b: Array.from({ length: 15 }, () => status(503)),
    })
    const { error } = await ending
    // Two minutes in all.
    expect(waits).toEqual([5, 4, 2, 4, 6, 8, ...Array(10).fill(10)])
    expect(states.a?.at(-1)).toBe('done')
    expect(states.b?.at(-1)).toBe('failed')
    expect(error).toMatchObject({ status: 503 })
  })

  it('sends again what was not reached, and takes an earlier try that arrived for arrived', async () => {
    const { ending, items, sent, waits } = run(['a', 'b'], { a: [offline(), refused('a: already in this gallery')] })
    expect(await ending).toMatchObject({ error: null, stopped: false })
    expect([sent, waits]).toEqual([['a', 'a', 'b'], [2]])
    expect(items.get('a')?.state).toBe('done')
  })

  it('stops when the connection stays lost; the rest can be tried again', async () => {
    const { ending, items, sent } = run(['a', 'b', 'c'], { b: Array.from({ length: 15 }, offline) })
    expect(await ending).toMatchObject({ gallery: GALLERY, stopped: true })
    expect(sent).toEqual(['a', ...Array(15).fill('b')])
    expect(items.get('b')).toMatchObject({ state: 'failed', unsure: true })
    expect(items.get('c')?.state).toBe('chosen')
  })

  it('says why a picture waits', async () => {
    const between = new Failure({ status: 200, code: 'offline', message: 'portal', offline: true, between: true })
    const { ending, told } = run(['a'], { a: [between, offline(), misdirected(), status(503)] })
    await ending
    const why = told.filter(({ state }) => state === 'busy').map((item) => item.why)
    expect(why).toEqual([BETWEEN, AWAY, MISDIRECTED, BUSY_SERVER])
    expect(told.at(-1)).toMatchObject({ state: 'done' })
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

  describe('of a picture that is refused as there at the first try', () => {
    const there = (name: string) => refused(`${name}: already in this gallery`)
    const holding = (...seen: string[]): Gallery => ({
      ...GALLERY,
      pictures: seen.map((one) => ({ url: one, width: 1, height: 1, srcSet: '', seen: one })),
    })
    /** One answer per look: the first is before the batch. */
    const looks = (...answers: (Gallery | null | Error)[]) =>
      vi.fn(async () => {
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        return answer ?? null
      })

    it('knows each that the browser had sent twice by itself', async () => {
      const look = looks(null, holding('1'), holding('1', '2'), holding('1', '2', '3'))
      const all = run(['a', 'b', 'c'], { a: [there('a')], b: [there('b')], c: [there('c')] }, {}, look)
      expect(await all.ending).toEqual({ gallery: holding('1', '2', '3'), error: null, stopped: false })
      expect(tally([...all.items.values()])).toMatchObject({ total: 3, done: 3, refused: 0 })
    })

    it('knows one among others, in a gallery that there was', async () => {
      const look = looks(holding('1'), holding('1', '2'))
      const { ending, items } = run(['a', 'b'], { a: [there('a')], b: [refused('b: no picture')] }, {}, look)
      await ending
      expect([items.get('a')?.state, items.get('b')?.state]).toEqual(['done', 'refused'])
      expect(look).toHaveBeenCalledTimes(2)
    })

    it('leaves one refused that was there before, or is in the batch twice', async () => {
      const before = run(['a'], { a: [there('a')] }, {}, looks(holding('1'), holding('1')))
      expect(await before.ending).toMatchObject({ gallery: null, error: { status: 400 } })
      expect(before.items.get('a')).toMatchObject({ state: 'refused', why: 'already in this gallery' })
      const twice = run(
        ['a', 'copy'],
        { a: [there('a')], copy: [there('copy')] },
        {},
        looks(null, holding('1'), holding('1')),
      )
      await twice.ending
      expect([twice.items.get('a')?.state, twice.items.get('copy')?.state]).toEqual(['done', 'refused'])
    })

    it('leaves it refused where the gallery cannot be asked', async () => {
      for (const look of [looks(offline(), holding('1')), looks(null, offline())]) {
        const { ending, items } = run(['a'], { a: [there('a')] }, {}, look)
        await ending
        expect(items.get('a')?.state).toBe('refused')
      }
    })
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
    const ending = uploadPictures({
      items: [chosen('a', file('a'))],
      look: async () => null,
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
