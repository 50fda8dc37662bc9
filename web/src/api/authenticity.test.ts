/** Authenticity: every call of the client against whatever else may answer in the server's place, and against the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { takes } from '@/testClock'
import { answerOf, echoing } from '@/testingAnswer'
import document from '../../../server/openapi.json'
import { isDocumentedFile, isOurs, read } from './authenticity'
import { call } from './client'
import { isReached, noteReached } from './connection'
import { Failure, failureText, NO_CONNECTION, SOMETHING_BETWEEN, UNSURE, UNSURE_BETWEEN } from './failure'
import * as sdk from './generated/sdk.gen'

type Operation = {
  responses: Record<string, { content?: Record<string, unknown> }>
  requestBody?: { content: Record<string, unknown> }
}

const operations = Object.entries(document.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)

/** Calls that calendar programs and mail programs make, and this client never. */
const OF_OTHER_PROGRAMS = /^\/calendar\/.*\.ics$|^\/unsubscribe\//

it('knows the kind of answer of each call of the document', () => {
  const own = operations.filter(({ path }) => !OF_OTHER_PROGRAMS.test(path))
  const unknown = own.flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content }]) => {
        const url = `http://quad.test/api${path.replaceAll(/\{[^}]+\}/g, '7')}`
        const head = { url, status: Number(status), type: null, isMarked: true }
        if (!content) return isDocumentedFile({ ...head, url: `${url}?early=true` }) ? [] : [path]
        return Object.keys(content)
          .filter((type) => !isOurs({ ...head, type }, type === 'application/json' ? '{}' : 'a,b'))
          .map((type) => `${method} ${path} ${type}`)
      }),
  )
  expect(unknown).toEqual([])
  expect(operations.length).toBeGreaterThan(80)
})

const HTML = { 'content-type': 'text/html' }
const JSON_TYPE = { 'content-type': 'application/json' }
const PROBLEM = { 'content-type': 'application/problem+json' }
const OURS = { success: false, code: 'missing', message: 'Not here.', status: 404 }

/** What cannot be told from the server's own by its body: JSON, a file of a call that answers with one, a whole refusal. */
function isShaped(body: string | null, headers: Record<string, string>): boolean {
  const type = headers['content-type'] ?? ''
  if (type !== 'application/json' && type !== 'application/problem+json') return /csv|image|stream/.test(type)
  const said = read(body ?? '')
  return typeof said === 'object' && said !== null && (type === 'application/json' || 'code' in said)
}

/** Whether it is a gateway's word that the server is away rather than something between. */
const STRANGERS: [string, number, string | null, Record<string, string>, 'away' | 'between'][] = [
  ['a log-in page', 200, '<html>Log in to the Wi-Fi</html>', HTML, 'between'],
  ['a log-in page that calls itself JSON', 200, '<html>', JSON_TYPE, 'between'],
  ['an empty answer', 200, '', {}, 'between'],
  ['an empty answer that calls itself JSON', 200, '', JSON_TYPE, 'between'],
  ['nothing', 204, null, {}, 'between'],
  ['JSON that is cut off', 200, '{"success":true,"mess', JSON_TYPE, 'between'],
  ['JSON of another type', 200, '{"success":true}', { 'content-type': 'text/plain' }, 'between'],
  ['a number', 200, '7', JSON_TYPE, 'between'],
  ['null', 200, 'null', JSON_TYPE, 'between'],
  ['somebody else’s JSON', 200, '{"error":"login required","redirect":"/portal"}', JSON_TYPE, 'between'],
  ['somebody else’s success', 201, '{"status":"ok"}', JSON_TYPE, 'between'],
  [
    'a success in our shape',
    200,
    '{"success":true,"message":"Connected","saved":true,"_id":"7"}',
    JSON_TYPE,
    'between',
  ],
  ['a list', 200, '[]', JSON_TYPE, 'between'],
  ['a file', 200, 'a,b', { 'content-type': 'text/csv' }, 'between'],
  ['a picture', 200, 'GIF89a', { 'content-type': 'image/gif' }, 'between'],
  ['a stream', 200, 'data: {}\n\n', { 'content-type': 'text/event-stream' }, 'between'],
  ['a refusal in our shape', 404, JSON.stringify(OURS), PROBLEM, 'between'],
  ...[400, 401, 403, 404, 405, 407, 409, 413, 415, 421, 429, 451, 511].flatMap(
    (status): [string, number, string, Record<string, string>, 'away' | 'between'][] => {
      // A network that wants a log-in says 511 itself; with any other of these a gateway says that the server is away.
      const whose = status > 500 && status !== 511 ? 'away' : 'between'
      return [
        [`a page with ${status}`, status, '<html>Blocked</html>', HTML, whose],
        [`JSON with ${status}`, status, '{"code":"missing","message":"x","success":false}', JSON_TYPE, whose],
        [`a foreign problem with ${status}`, status, `{"title":"Blocked","status":${status}}`, PROBLEM, whose],
      ]
    },
  ),
  ...[500, 502, 503, 504, 520].map((status): [string, number, string, Record<string, string>, 'away'] => [
    `a gateway’s ${status}`,
    status,
    'Bad',
    HTML,
    'away',
  ]),
]

const parameters = [...JSON.stringify(document).matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '7'])
type Fn = (options: object) => Promise<{ data?: unknown; error?: unknown; response?: Response }>
const calls = Object.entries(sdk as unknown as Record<string, Fn>).filter(
  ([name, fn]) => typeof fn === 'function' && name !== 'getLive',
)
const ask = (fn: Fn, name: string) =>
  call(fn({ path: Object.fromEntries(parameters), ...(name.startsWith('get') ? {} : { body: { x: 1 } }) }))

/** Calls that change nothing, or that the server decides by keys of their own: what is not answered is said to have failed. */
const SURE = [
  'postPostAnswer',
  'postComplete',
  'postVotingVote',
  'postLogin',
  'postGenerate',
  'postNotificationsRead',
  'postPostResults',
  'postCheckcomplete',
  'postInvitationLook',
  'postContestsByContestIdCorrectionsPreview',
]
const isSure = (name: string) => name.startsWith('get') || SURE.includes(name)

/** A body that was exchanged on the way keeps the mark of the answer it came in the place of. */
const EXCHANGED = STRANGERS.filter(([, , body, headers]) => !isShaped(body, headers)).map(
  ([what, status, body, headers, whose]): (typeof STRANGERS)[number] => [
    `${what}, with the mark`,
    status,
    body,
    { ...headers, 'x-quad': '1' },
    whose,
  ],
)

afterEach(() => {
  vi.restoreAllMocks()
  noteReached(true)
})

it.each([...STRANGERS, ...EXCHANGED])('no call takes it for an answer or a refusal: %s', async (...stranger) => {
  const [, status, body, headers, whose] = stranger
  vi.spyOn(globalThis, 'fetch').mockImplementation(echoing(async () => new Response(body, { status, headers })))
  expect(calls.length).toBeGreaterThan(80)
  const [failed, unsure] =
    whose === 'between' ? [`Not saved. ${SOMETHING_BETWEEN}`, UNSURE_BETWEEN] : [`Not saved. ${NO_CONNECTION}`, UNSURE]
  const told: Record<string, object> = {}
  const expected: Record<string, object> = {}
  for (const [name, fn] of calls) {
    noteReached(true)
    const error = await ask(fn, name).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    const isFailure = error instanceof Failure
    const { code, offline, between, status: seen } = (error ?? {}) as Partial<Failure>
    const text = failureText(error, 'Not saved.')
    told[name] = { isFailure, code, offline, between, status: seen, isReached: isReached(), text }
    const fixed = { isFailure: true, code: 'offline', offline: true, isReached: false }
    expected[name] = { ...fixed, between: whose === 'between', status, text: isSure(name) ? failed : unsure }
  }
  // All at once: there are thousands, and a comparison takes longer than a call.
  expect(told).toEqual(expected)
})

it('every call takes the server’s refusal, and no redirect to another address', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(echoing(async () => answerOf(OURS, { status: 404 })))
  for (const [name, fn] of calls)
    await expect(ask(fn, name), name).rejects.toMatchObject({ code: 'missing', offline: false })
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async () => Object.defineProperty(answerOf({ success: true }), 'redirected', { value: true })),
  )
  for (const [name, fn] of calls) await expect(ask(fn, name), name).rejects.toMatchObject({ offline: true })
})

it('the answer to another call is none, however genuine it is', async () => {
  const ids: string[] = []
  const genuine = [() => answerOf({ success: true, saved: true }), () => answerOf(OURS, { status: 404 })]
  for (const reply of genuine) {
    for (const mark of ['1', 'a0b1c2', 'last']) {
      let last = '1'
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
        const asked = input as Request
        const answer = reply()
        answer.headers.set('x-quad', mark === 'last' ? last : mark)
        last = asked.headers.get('x-quad-call') ?? ''
        ids.push(last)
        return answer
      })
      for (const [name, fn] of calls) {
        // What the browser itself keeps has the id of an earlier call.
        if (name === 'getContestsByContestIdPaper') continue
        await expect(ask(fn, name), name).rejects.toMatchObject({ offline: true, between: true, unsure: !isSure(name) })
      }
    }
  }
  expect(ids.filter((id) => !/^[A-Za-z0-9-]{1,64}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answerOf({ _id: '7', QuestionSet: [] }))
  const paper = sdk.getContestsByContestIdPaper({ path: { contestId: '7' } })
  expect(await call(paper)).toMatchObject({ _id: '7' })
})

it('every call asks past the browser’s cache, where a page of a Wi-Fi log-in may lie for long', async () => {
  const modes: (string | undefined)[] = []
  let answer = () => answerOf({ success: true })
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async (input, init) => {
      modes.push(init?.cache ?? (input as Request).cache)
      return answer()
    }),
  )
  const asked = async (fn: Fn, name: string) => {
    modes.length = 0
    await ask(fn, name).catch(() => {})
    return modes.join(' ')
  }
  for (const [name, fn] of calls) {
    const isPaper = name === 'getContestsByContestIdPaper'
    // A log-out changes something; the paper is the browser’s to keep.
    const mode = name === 'getLogout' ? 'no-store' : isPaper ? 'default' : 'no-cache'
    answer = () => answerOf({ success: true })
    expect(await asked(fn, name), name).toBe(mode)
    // A kept paper that is none: the next try is of the network.
    for (const [what, status, body, headers] of STRANGERS.slice(0, isPaper ? undefined : 3)) {
      answer = () => new Response(body, { status, headers })
      expect(await asked(fn, name), `${name}: ${what}`).toBe(isPaper ? 'default reload' : mode)
    }
  }
  const paper = calls.find(([name]) => name === 'getContestsByContestIdPaper')?.[1] as Fn
  // A permanent redirect that was kept has neither status nor head for a script.
  answer = () => (modes.at(-1) === 'reload' ? answerOf({ _id: '7' }) : Response.error())
  expect(await ask(paper, 'getPaper')).toMatchObject({ _id: '7' })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    modes.push(init?.cache)
    throw new TypeError('Failed to fetch')
  })
  expect(await asked(paper, 'getPaper'), 'without a network').toBe('default')
})

it('whatever else is fetched says what of the browser’s cache it takes', () => {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.(?:js|tsx?)$/.test(name) && !/\.test\.|generated|^test/.test(name))
  const fetches = files.flatMap((name) => {
    const text = readFileSync(`src/${name}`, 'utf8')
    return [...text.matchAll(/(?<![\w.])(?:globalThis\.)?fetch\(/g)].map(({ index }) => {
      let end = text.indexOf('(', index)
      for (let open = 0; ; end += 1) {
        open += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
        if (open === 0) break
      }
      return [name, text.slice(index, end + 1)] as const
    })
  })
  expect(fetches.length).toBeGreaterThan(10)
  expect(fetches.filter(([, said]) => !/\bcache\b/.test(said))).toEqual([])
})

it('a call for a file takes no JSON for it', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(echoing(async () => answerOf({ success: true })))
  const files = operations.filter(({ method, path, operation }) => {
    const kinds = Object.keys(operation.responses[200]?.content ?? {})
    const isAsked = method === 'get' && !OF_OTHER_PROGRAMS.test(path)
    return isAsked && !kinds.includes('application/json') && kinds.length > 0
  })
  expect(files.length).toBeGreaterThan(5)
  for (const { path } of files) {
    const url = `http://quad.test/api${path.replaceAll(/\{[^}]+\}/g, '7')}`
    const head = { url, status: 200, type: 'application/json', isMarked: true }
    expect([path, isOurs(head, '{"success":true}')]).toEqual([path, false])
  }
  const csv = sdk.getClubsByClubMembersCsv({ path: { club: 'CHESS' }, parseAs: 'blob' })
  await expect(call(csv)).rejects.toMatchObject({ offline: true, between: true })
})

it('files come through, and what breaks off in the middle is no answer', async () => {
  const csv = () => answerOf('a,b', { type: 'text/csv; charset=utf-8' })
  vi.spyOn(globalThis, 'fetch').mockImplementation(echoing(async () => csv()))
  const file = await call(sdk.getClubsByClubMembersCsv({ path: { club: 'CHESS' }, parseAs: 'blob' }))
  expect((file as unknown as Blob).size).toBe(3)
  // The same where a page is expected to be JSON.
  await expect(call(sdk.getSite())).rejects.toMatchObject({ offline: true })
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async () => {
      const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
      return answerOf(body)
    }),
  )
  await expect(call(sdk.getSite())).rejects.toMatchObject({ offline: true, between: false })
})

/** What the engines throw where a network is away, and where a call is given up. */
const THROWN: [string, unknown][] = [
  ['Chrome', new TypeError('Failed to fetch')],
  ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
  ['Safari', new TypeError('Load failed')],
  ['Safari, connection lost', new TypeError('The network connection was lost.')],
  ['a timeout in Chrome 124 and Firefox', new DOMException('signal timed out', 'TimeoutError')],
  ['a timeout in Safari and Chrome 103', new DOMException('Fetch is aborted', 'AbortError')],
]

it.each(THROWN)('silence is no answer: %s', async (_, thrown) => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(thrown)
  await expect(call(sdk.getSite())).rejects.toMatchObject({ code: 'offline', offline: true })
  expect(isReached()).toBe(false)
})

it.each(THROWN)('who gives a call up is told so, and learns nothing of the network: %s', async (_, thrown) => {
  const controller = new AbortController()
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    echoing(async () => {
      controller.abort()
      throw thrown
    }),
  )
  await expect(call(sdk.getSite({ signal: controller.signal }))).rejects.toMatchObject({ name: 'AbortError' })
  expect(isReached()).toBe(true)
})

it('an error of the program is not taken for the network', async () => {
  await expect(call(Promise.reject(new TypeError('x is not a function')))).rejects.toThrow(TypeError)
  await expect(call(Promise.resolve({ error: new ReferenceError('x is not defined') }))).rejects.toThrow(ReferenceError)
  expect(isReached()).toBe(true)
})

it('a network that swallows everything is noticed while a call waits, and ends it', async () => {
  vi.useFakeTimers()
  try {
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      echoing(
        (_, init) =>
          // As Safari: whatever the reason is, an AbortError.
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => reject(new DOMException('Fetch is aborted', 'AbortError')))
          }),
      ),
    )
    const ended = expect(call(sdk.getSite())).rejects.toMatchObject({ offline: true })
    await vi.advanceTimersByTimeAsync(11_000)
    expect(isReached()).toBe(true)
    await vi.advanceTimersByTimeAsync(2000)
    expect(isReached()).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    await ended
  } finally {
    vi.useRealTimers()
  }
})

it('an answer that comes slowly is waited for as long as bytes come, and no longer', async () => {
  vi.useFakeTimers()
  try {
    const text = JSON.stringify({ success: true, message: 'x'.repeat(100) })
    const bytes = new TextEncoder().encode(text)
    const most = { bytes: bytes.length }
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      echoing(async (_, init) => {
        let at = 0
        const pull = async (to: ReadableStreamDefaultController<Uint8Array>) => {
          await takes(at < most.bytes ? 11_000 : 1e9)
          to.enqueue(bytes.slice(at, at + 10))
          at += 10
          if (at >= bytes.length) to.close()
        }
        const start = (to: ReadableStreamDefaultController<Uint8Array>) => {
          init?.signal?.addEventListener('abort', () => to.error(new DOMException('', 'AbortError')))
        }
        return answerOf(new ReadableStream({ start, pull }, { highWaterMark: 0 }), { type: 'application/json' })
      }),
    )
    const whole = call(sdk.getSite())
    // More than twice as long as a silent one is waited for.
    await vi.advanceTimersByTimeAsync(11_000 * Math.ceil(bytes.length / 10))
    expect(await whole).toEqual(JSON.parse(text))
    expect(isReached()).toBe(true)
    most.bytes = 50
    const swallowed = expect(call(sdk.getSite())).rejects.toMatchObject({ offline: true })
    await vi.advanceTimersByTimeAsync(11_000 * 5 + 61_000)
    await swallowed
  } finally {
    vi.useRealTimers()
  }
})

it('no link saves a file that nobody has looked at', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  const linked = Object.keys(sources).filter((file) => /<a\s(?:[^>]|=>)*?\bdownload\b/.test(sources[file] ?? ''))
  expect(linked.filter((file) => !file.includes('.test.'))).toEqual([])
})
