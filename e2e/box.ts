/**
 * Box between the browser and Quad: a small proxy that answers in the server's place what a test tells it to, and else hands
 * everything on. Unlike `page.route` it stands before the browser's HTTP cache, in which its answers stay.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Reply = { status: number; headers: Record<string, string>; body?: string }

export type Box = {
  address: string
  /** What is answered in the server's place; undefined: nothing. */
  stranger: (path: string) => Reply | undefined
  /** What becomes of a text on its way; undefined: it is handed on as it comes. */
  changed?: (path: string, text: string) => string
  /** Nothing is handed on and nothing answered, as a network does that lets connections begin and drops all that follows. */
  swallows: boolean
  /** The paths of what was swallowed and is still waited for. */
  held: () => string[]
  /** What was handed on, since a test emptied it: method and path. */
  passed: string[]
  close: () => Promise<void>
}

export async function startBox(target: string): Promise<Box> {
  const { hostname, port } = new URL(target)
  const held = new Set<http.IncomingMessage>()
  const server = http.createServer((asked, answer) => {
    const path = asked.url ?? '/'
    if (box.swallows) {
      held.add(asked)
      asked.socket.on('close', () => held.delete(asked))
      return
    }
    const reply = box.stranger(path)
    if (reply) {
      asked.resume()
      answer.writeHead(reply.status, reply.headers).end(reply.body ?? '')
      return
    }
    box.passed.push(`${asked.method} ${path}`)
    const { changed } = box
    const headers = changed ? { ...asked.headers, 'accept-encoding': 'identity' } : asked.headers
    const on = http.request({ hostname, port, method: asked.method, path, headers }, (given) => {
      if (changed && /html|javascript/.test(given.headers['content-type'] ?? '')) {
        void text(given).then((come) => {
          const body = Buffer.from(changed(path, come))
          answer.writeHead(given.statusCode ?? 502, { ...given.headers, 'content-length': body.length }).end(body)
        })
        return
      }
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
      answer.on('close', () => given.destroy())
    })
    on.on('error', () => answer.destroy())
    asked.pipe(on)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const box: Box = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stranger: () => undefined,
    swallows: false,
    held: () => [...held].map(({ url }) => url ?? ''),
    passed: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return box
}
