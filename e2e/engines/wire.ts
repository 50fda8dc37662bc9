/**
 * Wire between a browser and the server: a box of TCP that lets everything through, cuts it (connections end and none begins),
 * swallows it (connections stay and nothing comes) or answers as a Wi-Fi does that wants a log-in. Of no engine, so that each loses
 * its network in the same way.
 */
import { createServer, type Server, Socket } from 'node:net'

export type Mode = 'open' | 'cut' | 'swallows' | 'portal'

const PORTAL = '<!doctype html><title>Campus Wi-Fi</title><h1>Log in to the network</h1>'
const PORTALS_REPLY = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${PORTAL.length}\r\nconnection: close\r\n\r\n${PORTAL}`

export class Wire {
  private mode: Mode = 'open'
  private readonly ends = new Set<Socket>()

  private constructor(
    private readonly box: Server,
    readonly address: string,
  ) {}

  static async to(server: string): Promise<Wire> {
    const box = createServer({ pauseOnConnect: true })
    await new Promise<void>((resolve) => box.listen(0, '127.0.0.1', resolve))
    const bound = box.address()
    if (bound === null || typeof bound === 'string') throw new Error('the box has no port')
    const wire = new Wire(box, `http://127.0.0.1:${bound.port}`)
    const { hostname, port } = new URL(server)
    box.on('connection', (from) => wire.join(from, hostname, Number(port)))
    return wire
  }

  /** What was under way ends, or stays without an answer. */
  become(mode: Mode): void {
    this.mode = mode
    for (const end of this.ends) {
      if (mode === 'swallows') end.pause()
      else end.destroy()
    }
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.box.close(resolve))
    this.become('cut')
    await closed
  }

  private join(from: Socket, host: string, port: number): void {
    this.keep(from)
    if (this.mode === 'cut') return void from.destroy()
    // Accepted, and never read.
    if (this.mode === 'swallows') return
    if (this.mode === 'portal') {
      // What is sent is read to its end, or the reply would be lost with the connection.
      from.once('data', () => from.end(PORTALS_REPLY))
      return void from.resume()
    }
    const to = new Socket()
    this.keep(to)
    from.on('data', (bytes) => to.write(bytes))
    to.on('data', (bytes) => from.write(bytes))
    from.on('close', () => to.destroy())
    to.on('close', () => from.destroy())
    to.connect(port, host, () => from.resume())
  }

  private keep(end: Socket): void {
    this.ends.add(end)
    end.setNoDelay(true)
    end.on('error', () => end.destroy())
    end.on('close', () => this.ends.delete(end))
  }
}
