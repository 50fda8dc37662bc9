/**
 * A push service of the test's own, over https and with a certificate made for it, and a phone that can read what it is
 * sent: RFC 8030, 8291 and 8292 from the receiving side, by Node's own cryptography. The server under test is led here by
 * its hooks. In the browser `pushManager` is replaced, for Chromium's own would ask a push service on the internet.
 */
import { execFileSync } from 'node:child_process'
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  type JsonWebKey,
  randomBytes,
  verify,
} from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '../fixtures'

const NAME = 'push.example.net'

export type Heard = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A running push service. What it answers is said by the first part of an endpoint's path: `ok` or `gone`. */
export class PushService {
  readonly heard: Heard[] = []
  private constructor(
    private readonly server: Server,
    private readonly certificate: string,
  ) {}

  static async start(): Promise<PushService> {
    const { key, certificate } = selfSigned()
    const server = createServer({ key, cert: certificate })
    const service = new PushService(server, certificate)
    server.on('request', (request, answer) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const where = request.url ?? '/'
        service.heard.push({ path: where, headers: request.headers, body: Buffer.concat(parts) })
        answer.writeHead(where.startsWith('/gone/') ? 410 : 201).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return service
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  get origin(): string {
    return `https://${NAME}:${this.port}`
  }

  endpoint(where: string): string {
    return `${this.origin}/${where}`
  }

  /** From here on the server's pushes come here, whatever the name says. Once per server, before anything else of push. */
  async takeOver(page: Page): Promise<void> {
    const data = { certificate: this.certificate, address: `127.0.0.1:${this.port}` }
    const answer = await page.request.post('/test/push', { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

/** For the one name, and no authority: what is trusted is this certificate itself. */
function selfSigned(): { key: string; certificate: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-push-'))
  try {
    const file = (name: string) => path.join(folder, name)
    const settings = [
      '[req]',
      'distinguished_name = who',
      'x509_extensions = what',
      'prompt = no',
      '[who]',
      `CN = ${NAME}`,
      '[what]',
      'basicConstraints = critical, CA:FALSE',
      `subjectAltName = DNS:${NAME}`,
    ]
    writeFileSync(file('settings'), settings.join('\n'))
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const files = ['-config', file('settings'), '-keyout', file('key'), '-out', file('certificate')]
    execFileSync('openssl', ['req', '-x509', ...curve, '-days', '2', ...files], { stdio: 'pipe' })
    return { key: readFileSync(file('key'), 'utf8'), certificate: readFileSync(file('certificate'), 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A browser's half of Web Push: its key pair, and the secret it shares with whoever may push to it. */
export class Phone {
  private readonly pair: ECDH = createECDH('prime256v1')
  private readonly secret = randomBytes(16)

  constructor() {
    this.pair.generateKeys()
  }

  get keys(): { p256dh: string; auth: string } {
    return { p256dh: this.pair.getPublicKey('base64url'), auth: this.secret.toString('base64url') }
  }

  /** What a message says; throws for one that is meant for another phone. */
  read({ headers, body }: Heard): unknown {
    expect(headers['content-encoding']).toBe('aes128gcm')
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body.readUInt8(20))
    const sealed = body.subarray(21 + sender.length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.pair.getPublicKey(), sender])
    const material = expand(hmac(this.secret, this.pair.computeSecret(sender)), info, 32)
    const random = hmac(salt, material)
    const key = expand(random, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = expand(random, Buffer.from('Content-Encoding: nonce\0'), 12)
    const opening = createDecipheriv('aes-128-gcm', key, nonce)
    opening.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
    // The text ends at a 2; behind it are only zeros.
    const end = padded.lastIndexOf(2)
    expect(padded.subarray(end + 1).every((byte) => byte === 0)).toBe(true)
    return JSON.parse(padded.subarray(0, end).toString('utf8'))
  }
}

function hmac(key: Buffer, text: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function expand(key: Buffer, info: Buffer, length: number): Buffer {
  return hmac(key, Buffer.concat([info, Buffer.from([1])])).subarray(0, length)
}

export type Claims = { aud: string; exp: number; sub?: string }

/** Who sent a message: the claims of its token, and the key that signed them, which has been checked. */
export function signedBy({ headers }: Heard): { claims: Claims; key: string } {
  const said = /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '')
  const [, text = '', signature = '', key = ''] = said ?? []
  const point = Buffer.from(key, 'base64url')
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk: JsonWebKey = { kty: 'EC', crv: 'P-256', x: half(1), y: half(33) }
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  expect(verify('sha256', Buffer.from(text), signer, Buffer.from(signature, 'base64url')), 'signed by its key').toBe(
    true,
  )
  const [head = '', claims = ''] = text.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'))
  expect(JSON.parse(head)).toMatchObject({ alg: 'ES256' })
  return { claims: JSON.parse(claims) as Claims, key }
}

/** Lets this page's browser subscribe at `endpoint` with the phone's keys. Before the page is opened. */
export async function canPush(page: Page, endpoint: string, phone: Phone): Promise<void> {
  await page.context().addInitScript(
    ({ endpoint, keys }) => {
      // Frames without an address of their own have none.
      if (!('PushManager' in globalThis)) return
      const KEPT = 'test.push'
      const made = (key: string) => ({
        endpoint,
        options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(JSON.parse(key) as number[]).buffer },
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(KEPT)
          return true
        },
      })
      Object.assign(PushManager.prototype, {
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
          const key = JSON.stringify([...applicationServerKey])
          localStorage.setItem(KEPT, key)
          return made(key)
        },
        getSubscription: async () => {
          const key = localStorage.getItem(KEPT)
          return key === null ? null : made(key)
        },
      })
    },
    { endpoint, keys: phone.keys },
  )
}

/** The key this browser was subscribed with, base64url; null while it is not subscribed. */
export async function subscribedWith(page: Page): Promise<string | null> {
  const kept = await page.evaluate(() => localStorage.getItem('test.push'))
  return kept === null ? null : Buffer.from(JSON.parse(kept) as number[]).toString('base64url')
}

/** Hands a message to the page's service worker, as a push service would. */
export async function deliver(page: Page, data: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const tools = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ isDeleted }) => !isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  const [origin, registrationId] = [new URL(page.url()).origin, await known]
  const before = (await shown(page)).length
  // The browser drops a message of its tools now and then, without a word. Not detached: then it does so more often.
  await expect(async () => {
    await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await expect.poll(async () => (await shown(page)).length, { timeout: 8000 }).toBeGreaterThan(before)
  }).toPass({ timeout: 40_000 })
}

export type Shown = { title: string; body: string; tag: string; url: string }

/** The notifications on this device. */
export function shown(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    return (await worker.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))
  })
}

/**
 * Presses the notification with this title; gives the addresses that were opened and the tabs brought forward. Only a
 * real press may do either, so both are written down instead.
 */
export async function press(page: Page, title: string): Promise<{ opened: string[]; focused: string[] }> {
  const worker = page.context().serviceWorkers()[0]
  if (!worker) throw new Error('no service worker runs')
  return worker.evaluate(async (title) => {
    type Any = Record<string, unknown>
    const scope = globalThis as unknown as {
      registration: { getNotifications: () => Promise<{ title: string }[]> }
      Clients: { prototype: Any }
      WindowClient: { prototype: Any }
      NotificationEvent: new (kind: string, given: object) => Event
      dispatchEvent: (event: Event) => void
    }
    const told = { opened: [] as string[], focused: [] as string[] }
    scope.Clients.prototype.openWindow = async (url: string) => void told.opened.push(url)
    scope.WindowClient.prototype.focus = async function (this: { url: string }) {
      told.focused.push(this.url)
    }
    const notification = (await scope.registration.getNotifications()).find((one) => one.title === title)
    if (!notification) throw new Error(`nothing here says ${title}`)
    const event = new scope.NotificationEvent('notificationclick', { notification })
    let work: Promise<unknown> = Promise.resolve()
    Object.assign(event, {
      waitUntil: (asked: Promise<unknown>) => {
        work = asked
      },
    })
    scope.dispatchEvent(event)
    await work
    return told
  }, title)
}
