/**
 * Wire between a browser and the server: a box of TCP that lets everything through, cuts it (connections end and none begins)
 * or swallows it (connections stay and nothing comes). Of no engine, so that each loses its network in the same way.
 */
import { createServer, type Server, Socket } from 'node:net'

export type Mode = 'open' | 'cut' | 'swallows'

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
