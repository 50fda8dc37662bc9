/** What is asked before the app is there, and that the client takes it once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeEarly } from './api/early'
import { createClientConfig, roundTripOf } from './api/runtime'
import { askEarly, fetchLast } from './early'

const ORIGIN = 'http://localhost:3000'
const fetched = vi.fn<(url: string) => Promise<Response>>()

function at(address: string) {
  const { origin, pathname, search } = new URL(address, ORIGIN)
  return { origin, pathname, search }
}

const paths = () => fetched.mock.calls.map(([url]) => String(url).slice(`${ORIGIN}/api`.length))

beforeEach(() => {
  fetched.mockReset()
  fetched.mockImplementation(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  globalThis.quadAsked = undefined
})

test('every page asks who is there and where', () => {
  askEarly(at('/clubs'))
  expect(paths()).toEqual(['/checklogged', '/site'])
})

test('the contest screen also asks for the attempt, and for the paper without waiting for it', () => {
  localStorage.setItem('userId1', 'u1')
  const asked = askEarly(at('/ContestQuestion?contest=c1'))
  expect(paths()).toEqual(['/contests/c1/attempt', '/contests/c1/paper?early=true', '/checklogged', '/site'])
  expect([...asked.keys()]).toContain(`${ORIGIN}/api/contests/c1/paper`)
})

test('a paper that was not there yet is asked for again', async () => {
  localStorage.setItem('userId1', 'u1')
  fetched.mockImplementation((url) =>
    Promise.resolve(
      String(url).endsWith('?early=true') ? new Response(null, { status: 204 }) : Response.json({ _id: 'c1' }),
    ),
  )
  globalThis.quadAsked = askEarly(at('/ContestQuestion?contest=c1'))
  const ask = createClientConfig({}).fetch as typeof fetch
  const answer = await ask(new Request(`${ORIGIN}/api/contests/c1/paper`))
  expect(await answer.json()).toEqual({ _id: 'c1' })
})

test('a guest and a preview are not asked about', () => {
  askEarly(at('/ContestQuestion?contest=c1'))
  localStorage.setItem('userId1', 'u1')
  askEarly(at('/ContestQuestion?contest=c1&preview=1'))
  expect(paths()).toEqual(['/checklogged', '/site', '/checklogged', '/site'])
})

test('the file that is needed last is fetched when the document names one', () => {
  const links = () => [...document.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${href}`)
  fetchLast(null)
  fetchLast(document.createElement('script'))
  expect(links()).toEqual([])
  const script = document.createElement('script')
  script.dataset.last = '/assets/drawing.js'
  fetchLast(script)
  expect(links()).toEqual([`modulepreload ${ORIGIN}/assets/drawing.js`])
})

test('an answer is taken once, while it is fresh', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  globalThis.quadAsked = askEarly(at('/'))
  expect(takeEarly(`${ORIGIN}/api/site`)).not.toBeNull()
  expect(takeEarly(`${ORIGIN}/api/site`)).toBeNull()
  vi.advanceTimersByTime(11_000)
  expect(takeEarly(`${ORIGIN}/api/checklogged`)).toBeNull()
})

test('the client takes it, with the time since then on both sides of the round trip', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const request = () => new Request(`${ORIGIN}/api/site`)
  const early = Response.json({ early: true })
  const came = performance.now()
  globalThis.quadAsked = new Map([
    [request().url, { at: came - 40, answer: Promise.resolve({ response: early, took: 40, came }), here: true }],
  ])
  vi.advanceTimersByTime(300)
  const ask = createClientConfig({}).fetch as typeof fetch
  const answer = await ask(request())
  expect(await answer.json()).toEqual({ early: true })
  expect(roundTripOf(answer)).toBe(640)
  expect(fetched).not.toHaveBeenCalled()
  await ask(request())
  expect(fetched).toHaveBeenCalledOnce()
})

test('one that failed is asked for again, one that hangs ends with the patience of its asker', async () => {
  const ask = createClientConfig({}).fetch as typeof fetch
  const url = `${ORIGIN}/api/site`
  const lost = Promise.reject(new TypeError('no network'))
  lost.catch(() => {})
  globalThis.quadAsked = new Map([[url, { at: performance.now(), answer: lost, here: false }]])
  await ask(new Request(url))
  expect(fetched).toHaveBeenCalledOnce()

  globalThis.quadAsked = new Map([[url, { at: performance.now(), answer: new Promise(() => {}), here: false }]])
  const patience = new AbortController()
  const waiting = ask(new Request(url, { signal: patience.signal }))
  patience.abort(new DOMException('No answer in time', 'TimeoutError'))
  await expect(waiting).rejects.toThrow('No answer in time')
})
