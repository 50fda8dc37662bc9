/**
 * Recorder of requests, as a proxy before the server would log them: each request's line and where it says it comes
 * from.
 */
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export class Recorder {
  readonly lines: string[] = []
  private constructor(private readonly server: Server) {}

  static async start(target: string): Promise<Recorder> {
    const { hostname, port } = new URL(target)
    const server = createServer((asked, answer) => {
      recorder.lines.push(`${asked.method} ${asked.url} "${asked.headers.referer ?? '-'}"`)
      const { method, url: path, headers } = asked
      const onward = request({ hostname, port, method, path, headers }, (said) => {
        answer.writeHead(said.statusCode ?? 502, said.rawHeaders)
        said.pipe(answer)
      })
      onward.on('error', () => answer.destroy())
      answer.on('close', () => onward.destroy())
      asked.pipe(onward)
    })
    const recorder = new Recorder(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return recorder
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
