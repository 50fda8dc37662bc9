/** For unit tests: an answer as the server gives it, with the mark that each of its answers has. */

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
