/** Test answer, for unit tests: an answer as the server gives it, with the mark that each of its answers has. */

type Told = { status?: number; type?: string; headers?: Record<string, string> }

/** Of a body that is no text, its JSON. Without a type it is what the server says of such a status. */
export function answerOf(body: unknown, { status = 200, type, headers }: Told = {}): Response {
  const isRaw = body === null || typeof body === 'string' || body instanceof ReadableStream
  return new Response(isRaw ? body : JSON.stringify(body), {
    status,
    headers: {
      'x-quad': '1',
      'content-type': type ?? (status < 400 ? 'application/json' : 'application/problem+json'),
      ...headers,
    },
  })
}

type Fetched = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** A stand-in for `fetch` whose answers are to the very call that was made: they have its id, as the server's own do. */
export function echoing<A extends Parameters<Fetched>>(fetched: (...asked: A) => Promise<Response>): Fetched {
  return async (...asked) => {
    const answer = await fetched(...(asked as unknown as A))
    const [input, init] = asked
    const id = new Headers((input as Partial<Request>).headers ?? init?.headers).get('x-quad-call')
    if (id !== null && answer.headers.get('x-quad') === '1') answer.headers.set('x-quad', id)
    return answer
  }
}

/** Forms with files go out by XMLHttpRequest: this one asks the stand-in for `fetch`. */
export class XhrOverFetch {
  upload = {}
  status = 0
  responseText = ''
  responseURL = ''
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  private request: { method: string; url: string } = { method: '', url: '' }
  private readonly asked = new Headers()
  private answered = new Headers()
  open(method: string, url: string) {
    this.request = { method, url }
  }
  setRequestHeader(name: string, value: string) {
    this.asked.set(name, value)
  }
  getResponseHeader(name: string) {
    return this.answered.get(name)
  }
  abort() {
    this.onabort?.()
  }
  send(body: FormData) {
    const { method, url } = this.request
    void this.take(fetch(new Request(url, { method, body, headers: this.asked })))
  }
  private async take(asking: Promise<Response>) {
    const answer = await asking.catch(() => null)
    if (!answer) return this.onerror?.()
    this.responseText = await answer.text()
    this.status = answer.status
    this.answered = answer.headers
    this.onload?.()
  }
}
