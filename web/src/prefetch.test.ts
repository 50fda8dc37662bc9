/** Prefetch: what is asked for before the app has loaded, and that the client takes each response once. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerOf, echoing } from '@/testingAnswer'
import { isReached, noteReached } from './api/connection'
import { takePrefetched } from './api/prefetchedResponses'
import { createClientConfig, roundTripOf } from './api/runtime'
import { isTooOld, prefetchResponses, preloadLast, tellTooOld } from './prefetch'

const ORIGIN = 'http://localhost:3000'
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>()

function at(address: string) {
  const { origin, pathname, search } = new URL(address, ORIGIN)
  return { origin, pathname, search }
}

const modes = () => fetched.mock.calls.map(([, init]) => init?.cache)
const paths = () => fetched.mock.calls.map(([url]) => String(url).slice(`${ORIGIN}/api`.length))

beforeEach(() => {
  fetched.mockReset()
  fetched.mockImplementation(() => Promise.resolve(answerOf({ success: true })))
  vi.stubGlobal('fetch', echoing(fetched))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  globalThis.quadPrefetched = undefined
})

test('every page asks who is there and where', () => {
  prefetchResponses(at('/clubs'))
  expect(paths()).toEqual(['/checklogged', '/site'])
})

test('the contest screen also asks for the attempt, and for the paper without waiting for it', () => {
  localStorage.setItem('userId1', 'u1')
  const asked = prefetchResponses(at('/ContestQuestion?contest=c1'))
  expect(paths()).toEqual(['/contests/c1/attempt', '/contests/c1/paper?early=true', '/checklogged', '/site'])
  expect([...asked.keys()]).toContain(`${ORIGIN}/api/contests/c1/paper`)
  // Past the browser's cache, where a page of a Wi-Fi log-in may lie; the paper is the browser's to keep.
  expect(modes()).toEqual(['no-cache', 'default', 'no-cache', 'no-cache'])
})

test('a paper that was not there yet is asked for again', async () => {
  localStorage.setItem('userId1', 'u1')
  fetched.mockImplementation((url) =>
    Promise.resolve(String(url).endsWith('?early=true') ? answerOf(null, { status: 204 }) : answerOf({ _id: 'c1' })),
  )
  globalThis.quadPrefetched = prefetchResponses(at('/ContestQuestion?contest=c1'))
  const ask = createClientConfig({}).fetch as typeof fetch
  const answer = await ask(new Request(`${ORIGIN}/api/contests/c1/paper`))
  expect(await answer.json()).toEqual({ _id: 'c1' })
})

test('a guest and a preview are not asked about', () => {
  prefetchResponses(at('/ContestQuestion?contest=c1'))
  localStorage.setItem('userId1', 'u1')
  prefetchResponses(at('/ContestQuestion?contest=c1&preview=1'))
  expect(paths()).toEqual(['/checklogged', '/site', '/checklogged', '/site'])
})

test('the file that is needed last is fetched when the document names one', () => {
  const links = () => [...document.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${href}`)
  preloadLast(null)
  preloadLast(document.createElement('script'))
  expect(links()).toEqual([])
  const script = document.createElement('script')
  script.dataset.last = '/assets/react-dom.js'
  preloadLast(script)
  expect(links()).toEqual([`modulepreload ${ORIGIN}/assets/react-dom.js`])
})

test('an answer is taken once, while it is fresh', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  globalThis.quadPrefetched = prefetchResponses(at('/'))
  expect(takePrefetched(`${ORIGIN}/api/site`)).not.toBeNull()
  expect(takePrefetched(`${ORIGIN}/api/site`)).toBeNull()
  vi.advanceTimersByTime(11_000)
  expect(takePrefetched(`${ORIGIN}/api/checklogged`)).toBeNull()
})

test('the client takes it, with the time since then on both sides of the round trip', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const request = () => new Request(`${ORIGIN}/api/site`)
  const early = answerOf({ success: true, early: true })
  const came = performance.now()
  globalThis.quadPrefetched = new Map([
    [
      request().url,
      { at: came - 40, answer: Promise.resolve({ response: early, call: '1', took: 40, came }), here: true },
    ],
  ])
  vi.advanceTimersByTime(300)
  const ask = createClientConfig({}).fetch as typeof fetch
  const answer = await ask(request())
  expect(await answer.json()).toEqual({ success: true, early: true })
  expect(roundTripOf(answer)).toBe(640)
  expect(fetched).not.toHaveBeenCalled()
  await ask(request())
  expect(fetched).toHaveBeenCalledOnce()
})

test('each has an id of its own, and the answer to another is asked for again', async () => {
  localStorage.setItem('userId1', 'u1')
  const ids: string[] = []
  const page = at('/ContestQuestion?contest=c1')
  for (const mark of ['1', 'other', 'own'] as const) {
    vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
      const id = new Headers(input instanceof Request ? input.headers : init?.headers).get('x-quad-call') ?? ''
      const other = ids.at(-1) ?? ''
      ids.push(id)
      const isEarly = !(input instanceof Request)
      const marks = { '1': '1', other, own: id }
      return answerOf({ isEarly }, { headers: { 'x-quad': isEarly ? marks[mark] : id } })
    })
    globalThis.quadPrefetched = prefetchResponses(page)
    const ask = createClientConfig({}).fetch as typeof fetch
    for (const path of ['/site', '/checklogged', '/contests/c1/attempt']) {
      const answer = await ask(new Request(`${ORIGIN}/api${path}`))
      expect(await answer.json(), `${path} ${mark}`).toEqual({ isEarly: mark === 'own' })
    }
  }
  expect(ids.every((id) => /^[a-z0-9]{16,64}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

test('one that failed is asked for again, one that hangs ends with the patience of its asker', async () => {
  const ask = createClientConfig({}).fetch as typeof fetch
  const url = `${ORIGIN}/api/site`
  const lost = Promise.reject(new TypeError('no network'))
  lost.catch(() => {})
  globalThis.quadPrefetched = new Map([[url, { at: performance.now(), answer: lost, here: false }]])
  await ask(new Request(url))
  expect(fetched).toHaveBeenCalledOnce()

  globalThis.quadPrefetched = new Map([[url, { at: performance.now(), answer: new Promise(() => {}), here: false }]])
  const patience = new AbortController()
  const waiting = ask(new Request(url, { signal: patience.signal }))
  patience.abort(new DOMException('No answer in time', 'TimeoutError'))
  await expect(waiting).rejects.toMatchObject({ offline: true })
})

test('one that is swallowed is noticed and given up in the time of every other call', async () => {
  vi.useFakeTimers()
  const ask = createClientConfig({}).fetch as typeof fetch
  for (const path of ['/site', '/checklogged', '/contests/c1/attempt']) {
    const url = `${ORIGIN}/api${path}`
    noteReached(true)
    globalThis.quadPrefetched = new Map([[url, { at: performance.now(), answer: new Promise(() => {}), here: false }]])
    const ended = expect(ask(new Request(url))).rejects.toMatchObject({ offline: true })
    await vi.advanceTimersByTimeAsync(11_000)
    expect(isReached()).toBe(true)
    await vi.advanceTimersByTimeAsync(2000)
    expect(isReached()).toBe(false)
    await vi.advanceTimersByTimeAsync(50_000)
    await ended
  }
  noteReached(true)
})

test.each([
  ['Chrome 98, Safari 15.3', {}, {}, false, true],
  ['Chrome 99, Safari 15.4', { CSSLayerBlockRule: 1 }, {}, false, false],
  ['Firefox 114', { CSSLayerBlockRule: 1 }, {}, true, true],
  ['Firefox 115', { CSSLayerBlockRule: 1 }, { toSorted: 1 }, true, false],
])('%s: too old or not', (_, has, lists, firefox, tooOld) => {
  const { style } = document.documentElement
  if (firefox) Object.defineProperty(style, 'MozAppearance', { value: '', configurable: true })
  try {
    expect(isTooOld(has, lists)).toBe(tooOld)
  } finally {
    Reflect.deleteProperty(style, 'MozAppearance')
  }
})

test('a browser that is too old runs the script of the sentence, by an address that trusted types let pass', () => {
  document.head.innerHTML = '<script nomodule src="/assets/unsupported-1.js"></script>'
  const address = `${location.origin}/assets/unsupported-1.js`
  const createPolicy = vi.fn((_: string, rules: { createScriptURL: (url: string) => string }) => rules)
  vi.stubGlobal('trustedTypes', { createPolicy })
  tellTooOld()
  expect([...document.scripts].map(({ src }) => src)).toEqual([address, address])
  expect(document.scripts[1]?.hasAttribute('nomodule')).toBe(false)
  expect(createPolicy).toHaveBeenCalledOnce()
  expect(window.quadTooOld).toBe(true)
  window.quadTooOld = undefined
  document.head.innerHTML = ''
})
