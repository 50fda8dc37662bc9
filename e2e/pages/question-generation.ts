/**
 * The AI generation window, a stand-in for a provider that speaks the OpenAI-compatible API on this machine, and a small
 * PDF to upload.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page } from '../fixtures'

export class Drafting {
  readonly dialog: Locator
  readonly topic: Locator
  readonly generate: Locator
  readonly drafts: Locator
  readonly progress: Locator

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'AI generation' })
    this.topic = this.dialog.getByRole('combobox', { name: /^Topic/ })
    this.generate = this.dialog.getByRole('button', { name: 'Generate', exact: true })
    this.drafts = this.dialog.getByRole('article', { name: /^Draft \d+$/ })
    this.progress = this.dialog.getByRole('region', { name: 'Progress' })
  }

  /** From /questionview, where the button stands once or, with no question yet, twice. */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'AI generation' }).first().click()
    await expect(this.topic).toBeVisible()
  }

  draft(number: number): Locator {
    return this.dialog.getByRole('article', { name: `Draft ${number}`, exact: true })
  }

  async text(number: number): Promise<string> {
    return (await this.draft(number).getByRole('heading').textContent()) ?? ''
  }

  async ask(topic: string, number?: number): Promise<void> {
    await this.topic.fill(topic)
    if (number !== undefined) await this.dialog.getByLabel('Number of questions').fill(String(number))
    await this.generate.click()
  }

  press(name: string): Promise<void> {
    return this.dialog.getByRole('button', { name, exact: true }).click()
  }
}

/** What the user's message holds: an order for questions, or questions for the second look. */
type Heard = {
  topic?: string
  number?: number
  notes?: string | null
  questions?: { question: string; options: string[] }[]
}

/**
 * Writes `good` questions per call, one right option each. With notes, each proves itself by one of their sentences. In
 * the second look it finds the right option of all but those it calls doubtful.
 */
export class Provider {
  readonly heard: Heard[] = []
  /** Of one call; the rest of what was asked for has three options. */
  good = 20
  /** What each text of a draft ends with. */
  ending: () => string = () => ''
  /** Calls that were given up by the caller. */
  dropped = 0
  private written = 0
  private gate: Promise<void> = Promise.resolve()
  private server: Server

  private constructor() {
    this.server = createServer((asked, answer) => void this.serve(asked, answer))
  }

  static async start(): Promise<Provider> {
    const provider = new Provider()
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve))
    return provider
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`
  }

  /** Nothing is answered until the function given back is called. */
  hold(): () => void {
    let open = () => {}
    this.gate = new Promise((resolve) => {
      open = resolve
    })
    return () => open()
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    let body = ''
    for await (const piece of asked) body += String(piece)
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
    const heard = JSON.parse(messages.at(-1)?.content ?? '{}') as Heard
    this.heard.push(heard)
    answer.on('close', () => {
      if (!answer.writableEnded) this.dropped += 1
    })
    await this.gate
    if (answer.destroyed) return
    const said = heard.questions ? this.looked(heard.questions) : this.wrote(heard)
    answer.setHeader('content-type', 'application/json')
    answer.end(
      JSON.stringify({
        choices: [{ message: { content: JSON.stringify(said) } }],
        usage: { prompt_tokens: 100, completion_tokens: 200 },
      }),
    )
  }

  private wrote({ topic, number = 1, notes }: Heard) {
    const sentences = notes?.split(/(?<=\.)\s+/) ?? []
    const questions = Array.from({ length: number }, (_, at) => {
      this.written += 1
      const n = this.written
      const doubtful = n % 3 === 0 ? ' (doubtful)' : ''
      const options = [`right ${n}`, `wrong ${n}a`, `wrong ${n}b`, `wrong ${n}c`].map(
        (option) => option + this.ending(),
      )
      return {
        question: `${topic} number ${n}?${doubtful}${this.ending()}`,
        options: at < this.good ? options : options.slice(1),
        answer: options[0],
        difficulty: 'Medium',
        source: sentences[at % sentences.length] ?? `It is so because of ${n}.${this.ending()}`,
      }
    })
    return { questions }
  }

  private looked(questions: { question: string; options: string[] }[]) {
    const answers = questions.map(({ question, options }) =>
      question.includes('doubtful') ? 0 : options.findIndex((option) => option.startsWith('right')) + 1,
    )
    return { answers }
  }
}

/** A PDF with a text layer, one list of lines per page; without any the pages are empty, as those of a scan. */
export function pdf(pages: string[][]): Buffer {
  const parts: string[] = []
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')
  parts.push('<< /Type /Catalog /Pages 2 0 R >>')
  parts.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  parts.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [at, lines] of pages.entries()) {
    const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n')
    const drawn = lines.length > 0 ? `BT /F1 12 Tf 14 TL 72 720 Td\n${shown}\nET` : ''
    parts.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
    )
    parts.push(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`)
  }
  let text = '%PDF-1.4\n'
  const places = parts.map((part, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${part}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = parts.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
