/** A form with files over XMLHttpRequest: how far it is, and the same failures as every other call. */
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteReached } from './connection'
import { Failure } from './failure'
import { putPicture, uploadForm } from './uploadForm'

class Sent {
  static last: Sent
  upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  responseURL = ''
  type = ''
  /** The server's: the id of the call. */
  mark: string | null = null
  retryAfter: string | null = null
  opened: string[] = []
  body: unknown
  constructor() {
    Sent.last = this
  }
  open(method: string, url: string) {
    this.opened = [method, url]
  }
  by: string | null = null
  setRequestHeader(name: string, value: string) {
    if (name === 'x-quad-call') this.mark = value
    if (name === 'x-quad-sender') this.by = value
  }
  send(body: unknown) {
    this.body = body
  }
  abort() {
    this.onabort?.()
  }
  getResponseHeader(name: string) {
    const headers = { 'x-quad': this.mark, 'content-type': this.type, 'retry-after': this.retryAfter }
    return headers[name as keyof typeof headers]
  }
  answer(status: number, responseText: string, type = '', retryAfter: string | null = null) {
    const ours = status < 400 ? 'application/json' : 'application/problem+json'
    Object.assign(this, { status, responseText, retryAfter, type: type || ours })
    this.onload?.()
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', Sent))
afterEach(() => vi.unstubAllGlobals())

const failureOf = (sending: Promise<unknown>) => sending.then(() => null).catch((error: unknown) => error)

it('tells how far it is and gives the answer', async () => {
  const shares: number[] = []
  const form = new FormData()
  const sending = uploadForm<{ ok: boolean }>('/upload/addgallery', form, { onProgress: (share) => shares.push(share) })
  const { last } = Sent
  expect(last.opened).toEqual(['POST', `${location.origin}/api/upload/addgallery`])
  expect(last.body).toBe(form)
  last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  last.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
  last.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 4 })
  last.answer(201, '{"success":true,"ok":true}')
  expect(await sending).toEqual({ success: true, ok: true })
  expect(shares).toEqual([0.25, 1])
})

it('turns refusals into failures', async () => {
  const sending = failureOf(uploadForm('/x', new FormData()))
  Sent.last.answer(503, '{"success":false,"code":"unavailable","message":"Busy."}', '', '7')
  const failure = await sending
  expect(failure).toBeInstanceOf(Failure)
  expect(failure).toMatchObject({ status: 503, code: 'unavailable', message: 'Busy.', retryAfter: 7, offline: false })
})

it('knows a server that is away from one that answers', async () => {
  const lost = failureOf(uploadForm('/x', new FormData()))
  Sent.last.onerror?.()
  expect(await lost).toMatchObject({ offline: true })
  const proxied = failureOf(uploadForm('/x', new FormData()))
  Sent.last.answer(502, '<html>Bad gateway</html>', 'text/html')
  expect(await proxied).toMatchObject({ offline: true, status: 502 })
})

it.each([
  ['is led to another site', async () => ({ type: 'opaqueredirect' }) as Response, true],
  ['is answered', async () => new Response('ok'), false],
  ['is answered by nobody', () => Promise.reject(new TypeError('Failed to fetch')), false],
])(
  'knows a picture that was led to another site, which looks like no network: a call that %s',
  async (_, answer, between) => {
    const asked = vi.fn<typeof fetch>(answer)
    vi.stubGlobal('fetch', asked)
    const sending = failureOf(putPicture('/account/picture', new File(['x'], 'me.png'), null))
    Sent.last.onerror?.()
    expect(await sending).toMatchObject({ offline: true, between, unsure: true, status: 0 })
    expect(asked).toHaveBeenCalledExactlyOnceWith('/readyz', expect.objectContaining({ redirect: 'manual' }))
    noteReached(true)
  },
)

it.each([
  ['a log-in page', 200, '<html>', 'text/html', true],
  ['an empty answer', 200, '', '', true],
  ['nothing', 204, '', '', true],
  ['somebody else’s JSON', 200, '{"error":"login"}', 'application/json', true],
  ['a filter', 403, '<html>Blocked</html>', 'text/html', true],
  ['a filter’s JSON', 413, '{"code":"too_large"}', 'application/json', true],
  ['a foreign problem', 400, '{"title":"Blocked","status":400}', 'application/problem+json', true],
  ['a gateway', 503, '{"success":true}', 'application/json', false],
  ['a success in our shape', 201, '{"success":true,"message":"Done"}', 'application/json', true],
  ['a refusal in our shape', 403, '{"success":false,"code":"x","message":"x"}', 'application/problem+json', true],
])('takes nothing but the server’s word for it: %s', async (_, status, text, type, between) => {
  const sending = failureOf(uploadForm('/x', new FormData()))
  Sent.last.mark = null
  Sent.last.answer(status, text, type)
  expect(await sending).toMatchObject({ code: 'offline', offline: true, between, status })
  noteReached(true)
})

it('takes no answer to another call, and says that it may have been done', async () => {
  for (const mark of ['1', 'another']) {
    const sending = failureOf(uploadForm('/x', new FormData()))
    expect(Sent.last.mark).toMatch(/^[A-Za-z0-9-]{1,64}$/)
    Sent.last.mark = mark
    Sent.last.answer(201, '{"success":true,"message":"Done"}')
    expect(await sending).toMatchObject({ offline: true, between: true, unsure: true })
  }
  noteReached(true)
})

it('takes no body that was exchanged for another on the way', async () => {
  const sending = failureOf(uploadForm('/x', new FormData()))
  Sent.last.answer(200, '<html>Log in</html>', 'text/html')
  expect(await sending).toMatchObject({ offline: true, between: true })
  noteReached(true)
})

it('says first whom the form is from, and sends it again when it arrived as somebody else’s', async () => {
  localStorage.setItem('userId1', 'u1')
  const form = new FormData()
  form.append('title', 'Fest')
  form.append('image', new File(['x'], 'fest.png'))
  const sending = uploadForm('/x', form)
  const exchanged = '{"success":false,"code":"misdirected","message":"Again.","status":421}'
  const first = Sent.last
  expect([...(first.body as FormData).keys()]).toEqual(['sentBy', 'title', 'image'])
  expect((first.body as FormData).get('sentBy')).toBe('u1')
  expect(first.by).toBe('u1')
  first.answer(421, exchanged)
  await waitFor(() => expect(Sent.last).not.toBe(first))
  Sent.last.answer(201, '{"success":true}')
  expect(await sending).toEqual({ success: true })
  const lost = failureOf(uploadForm('/x', form))
  for (let tries = 0; tries < 3; tries += 1) {
    const { last } = Sent
    last.answer(421, exchanged)
    if (tries < 2) await waitFor(() => expect(Sent.last).not.toBe(last))
  }
  expect(await lost).toMatchObject({ offline: true, status: 421 })
})

it('is given up by its signal', async () => {
  const abort = new AbortController()
  const sending = failureOf(uploadForm('/x', new FormData(), { signal: abort.signal }))
  abort.abort()
  expect(await sending).toMatchObject({ name: 'AbortError' })
  expect(await failureOf(uploadForm('/x', new FormData(), { signal: abort.signal }))).toMatchObject({
    name: 'AbortError',
  })
})

it('waits for one picture less long than a call is sent again, and for many as long as they take', async () => {
  vi.useFakeTimers()
  try {
    const left = () => Sent.last.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 4 })
    let over = 0
    const ended = () => {
      over += 1
    }
    const one = failureOf(putPicture('/account/picture', new File(['x'], 'me.png'), null)).finally(ended)
    expect(Sent.last.opened[0]).toBe('PUT')
    left()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(over).toBe(1)
    expect(await one).toMatchObject({ offline: true, unsure: true })
    const many = failureOf(uploadForm('/upload/addgallery', new FormData())).finally(ended)
    left()
    await vi.advanceTimersByTimeAsync(290_000)
    expect(over).toBe(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await many).toMatchObject({ offline: true, unsure: true })
  } finally {
    vi.useRealTimers()
    noteReached(true)
  }
})
