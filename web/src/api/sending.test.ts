/** A form with files over XMLHttpRequest: how far it is, and the same failures as every other call. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from './failure'
import { sendForm } from './sending'

class Sent {
  static last: Sent
  upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  retryAfter: string | null = null
  opened: string[] = []
  body: unknown
  constructor() {
    Sent.last = this
  }
  open(method: string, url: string) {
    this.opened = [method, url]
  }
  send(body: unknown) {
    this.body = body
  }
  abort() {
    this.onabort?.()
  }
  getResponseHeader() {
    return this.retryAfter
  }
  answer(status: number, responseText: string, retryAfter: string | null = null) {
    Object.assign(this, { status, responseText, retryAfter })
    this.onload?.()
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', Sent))
afterEach(() => vi.unstubAllGlobals())

const failureOf = (sending: Promise<unknown>) => sending.then(() => null).catch((error: unknown) => error)

it('tells how far it is and gives the answer', async () => {
  const shares: number[] = []
  const form = new FormData()
  const sending = sendForm<{ ok: boolean }>('/upload/addgallery', form, { onProgress: (share) => shares.push(share) })
  const { last } = Sent
  expect(last.opened).toEqual(['POST', `${location.origin}/api/upload/addgallery`])
  expect(last.body).toBe(form)
  last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  last.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
  last.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 4 })
  last.answer(201, '{"ok":true}')
  expect(await sending).toEqual({ ok: true })
  expect(shares).toEqual([0.25, 1])
})

it('turns refusals into failures', async () => {
  const sending = failureOf(sendForm('/x', new FormData()))
  Sent.last.answer(503, '{"code":"unavailable","message":"Busy."}', '7')
  const failure = await sending
  expect(failure).toBeInstanceOf(Failure)
  expect(failure).toMatchObject({ status: 503, code: 'unavailable', message: 'Busy.', retryAfter: 7, offline: false })
})

it('knows a server that is away from one that answers', async () => {
  const lost = failureOf(sendForm('/x', new FormData()))
  Sent.last.onerror?.()
  expect(await lost).toMatchObject({ offline: true })
  const proxied = failureOf(sendForm('/x', new FormData()))
  Sent.last.answer(502, '<html>Bad gateway</html>')
  expect(await proxied).toMatchObject({ offline: true, status: 502 })
})

it('is given up by its signal', async () => {
  const abort = new AbortController()
  const sending = failureOf(sendForm('/x', new FormData(), { signal: abort.signal }))
  abort.abort()
  expect(await sending).toMatchObject({ name: 'AbortError' })
  expect(await failureOf(sendForm('/x', new FormData(), { signal: abort.signal }))).toMatchObject({
    name: 'AbortError',
  })
})
