/** A mail server of the test's own, which takes everything or refuses every recipient for good. */

import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

export class MailServer {
  readonly letters: string[] = []
  refuses = false
  private readonly sockets = new Set<Socket>()
  private constructor(private readonly server: Server) {}

  static async start(): Promise<MailServer> {
    const server = createServer()
    const mail = new MailServer(server)
    server.on('connection', (socket) => mail.serve(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return mail
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}?tls=none`
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => socket.destroy())
    const say = (line: string) => void socket.write(`${line}\r\n`)
    let rest = ''
    let letter: string[] | null = null
    say('220 ready')
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (letter) {
          if (line !== '.') letter.push(line)
          else {
            this.letters.push(letter.join('\n'))
            letter = null
            say('250 taken')
          }
        } else if (/^RCPT/i.test(line) && this.refuses) say('550 5.1.1 no such mailbox here')
        else if (/^DATA/i.test(line)) {
          letter = []
          say('354 go on')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 fine')
      }
    })
  }
}
