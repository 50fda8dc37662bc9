/**
 * Fixtures of every browser test: a real server with a data folder of its own, people over
 * the API, the accessibility check, and a watch over everything the browser complains about.
 * Nothing is mocked; a test that needs a special server starts its own with `startQuad`.
 * Screens are described in pages/, stories in specs/.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import AxeBuilder from '@axe-core/playwright'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

export type { Locator, Page }
export { expect }

/** The gate's own run: a story may leave out what is looked at outside of it (playwright.config.ts). */
export const isGate = Boolean(process.env.QUAD_E2E_GATE)

/** Settings by their key in config.example.toml, as text: `{ institute_domains: 'campus.example' }`. */
export type Settings = Record<string, string>

export type StartOptions = {
  settings?: Settings
  /** Fill the empty database with the demo campus. */
  demo?: boolean
  /** The build with the test clock and a look at sent mail. */
  hooks?: boolean
}

/**
 * What most files ask for. They name these objects and write none of their own that says the same: Playwright tells options apart by
 * object, and begins a worker, a browser and a server anew for each.
 * `FREE_WITH_CLOCK`: everybody may create; credits are the story of other files. `SOLD_WITH_CLOCK`, where a file asks for nothing:
 * as installed. `CAMPUS`: the demo campus. `…_WITH_CLOCK` may be sent ahead (`jumpAhead`), by a file before as well: a story goes
 * by the server's time, never by the machine's.
 */
export const FREE_WITH_CLOCK: StartOptions = { hooks: true, settings: { billing: 'off', creations_per_day: '1000' } }
export const SOLD_WITH_CLOCK: StartOptions = { hooks: true }
export const CAMPUS: StartOptions = { demo: true }

export type Person = { id: string; fullName: string; email: string; password: string }

const DOMAIN = 'campus.example'
const PASSWORD = 'harvest moon over 7 hills'
/** A bound against hanging: a demo campus is written first, on a machine that has other things to do. */
const READY_WITHIN_MS = 120_000
const STOPPED_WITHIN_MS = 15_000
/** The rules of axe that judge colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Those that axe leaves out unless asked: the name that is read begins with what is seen, and a target has 24 px. */
const MORE_RULES = ['label-content-name-mismatch', 'target-size']

/** What a test has opened at an address of its own. */
const openAt = new Map<string, BrowserContext[]>()

/** A server under way, ended by its own process and with its folder removed by `close`. */
export class Quad {
  address = ''
  private process: ChildProcess | undefined
  private lines = ''

  private constructor(
    readonly dataDir: string,
    private readonly options: StartOptions,
  ) {}

  static async start(options: StartOptions = {}): Promise<Quad> {
    const quad = new Quad(await mkdtemp(path.join(tmpdir(), 'quad-e2e-')), options)
    try {
      await quad.launch('127.0.0.1:0')
    } catch (error) {
      await quad.close()
      throw error
    }
    return quad
  }

  /** Everything the server printed and logged so far. */
  log(): string {
    return this.lines
  }

  /** `quad admin …` on this server's data folder; gives what it printed. */
  async admin(...words: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(binary(this.options), ['admin', ...words], {
      env: this.environment(),
    })
    return stdout
  }

  /** Ends the server with SIGTERM and waits; the data stay. */
  async stop(): Promise<void> {
    const child = this.process
    this.process = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
    await ended
    clearTimeout(patience)
  }

  /** Starts it again at the same address on the same data. */
  async startAgain(): Promise<void> {
    await this.launch(new URL(this.address).host)
  }

  /** Its pages first: what they go on asking for would find nobody. */
  async close(): Promise<void> {
    for (const context of openAt.get(this.address) ?? []) await context.close()
    openAt.delete(this.address)
    await this.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  private async launch(listen: string): Promise<void> {
    const demo = this.options.demo ? ['--demo'] : []
    const child = spawn(binary(this.options), ['serve', '--listen', listen, ...demo], {
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.process = child
    let failure: Error | undefined
    child.once('error', (error) => {
      failure = error
    })
    const from = this.lines.length
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.lines += text
      })
    }
    const deadline = Date.now() + READY_WITHIN_MS
    while (Date.now() < deadline) {
      if (failure) throw failure
      if (child.exitCode !== null) break
      // The system chose the port; the server says which.
      const said = /Quad is on (http:\/\/\S+)/.exec(this.lines.slice(from))
      if (said?.[1]) {
        this.address = said[1]
        const ready = await fetch(`${this.address}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        )
        if (ready) return
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`the server did not become ready; its log:\n${this.lines}`)
  }

  private environment(): NodeJS.ProcessEnv {
    // The caller's own settings must not leak into the test.
    const foreign = Object.entries(process.env).filter(([name]) => !name.startsWith('QUAD_'))
    const settings: Settings = { institute_domains: DOMAIN, ...this.options.settings, data_dir: this.dataDir }
    const ours = Object.entries(settings).map(([key, value]) => [`QUAD_${key.toUpperCase()}`, value])
    return Object.fromEntries([...foreign, ...ours])
  }
}

/** A further server for one test; it is the test's to `close`. */
export const startQuad = Quad.start

function binary({ hooks }: StartOptions): string {
  const named = hooks ? process.env.QUAD_HOOKS_BIN : process.env.QUAD_BIN
  return named ?? path.join(targetFolder(), hooks ? 'debug/quad-hooks' : 'debug/quad')
}

let target: string | undefined
export function targetFolder(): string {
  if (target === undefined) {
    const root = path.join(import.meta.dirname, '..')
    const told = execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], { cwd: root })
    target = (JSON.parse(told.toString()) as { target_directory: string }).target_directory
  }
  return target
}

let people = 0

/**
 * Registers a new person over the API and logs this page's browser in. Names and addresses are
 * unique; what a test cares about it gives itself.
 */
export async function signedUp(page: Page, asked: Partial<Omit<Person, 'id'>> = {}): Promise<Person> {
  people += 1
  const person = {
    fullName: `Student ${people}`,
    email: `student.${process.pid}.${people}@${DOMAIN}`,
    password: PASSWORD,
    ...asked,
  }
  const answer = await page.request.post('/api/register', {
    data: {
      fullName: person.fullName,
      email: person.email,
      contact: '9000000000',
      role: 'USER',
      passWord: person.password,
      contestgiven: [],
      Batch: 2026,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return { ...person, id: await logIn(page, person.email, person.password) }
}

/** Logs this page's browser in, as the log-in screen would leave it; gives the person's id. */
export async function logIn(page: Page, email: string, password: string): Promise<string> {
  // Inside the page, so that cookie, origin and local storage are the browser's own doing.
  await page.goto('/robots.txt')
  const { status, text } = await page.evaluate(
    async (body) => {
      const answer = await fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await answer.text()
      if (answer.ok) localStorage.setItem('userId1', JSON.parse(text)._id)
      return { status: answer.status, text }
    },
    { email, passWord: password },
  )
  expect(status, text).toBe(200)
  return (JSON.parse(text) as { _id: string })._id
}

/**
 * No accessibility violations on the page as it is now, once its code is there and what fades or slides in has arrived.
 * `'colours'`: only what a second theme may change, where the first was looked at for everything.
 */
export async function axe(page: Page, part: 'all' | 'colours' = 'all'): Promise<void> {
  // Pages come as files of their own; every one has this heading, also while it waits for the server.
  await expect(page.locator('h1').first()).toBeAttached()
  // A notice that goes while it is looked at is pale for a moment.
  const hold = await page.evaluate(() => window.setInterval(() => window.dispatchEvent(new FocusEvent('blur')), 50))
  await settled(page)
  // Else each look opens a page of its own, for frames of other origins; there are none. What is right is not told.
  const rules =
    part === 'colours'
      ? { runOnly: { type: 'rule' as const, values: COLOUR_RULES } }
      : { rules: Object.fromEntries(MORE_RULES.map((rule) => [rule, { enabled: true }])) }
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...rules })
    .analyze()
  await page.evaluate((interval) => {
    clearInterval(interval)
    window.dispatchEvent(new FocusEvent('focus'))
  }, hold)
  const told: { rule: string; where: string[] }[] = []
  for (const { id, help, nodes } of violations) {
    const places = nodes.map((node) => node.target.join(' '))
    const where = id === 'target-size' ? await notUnderOthers(page, places) : places
    if (where.length > 0) told.push({ rule: `${id}: ${help}`, where })
  }
  expect(told, `accessibility violations of ${new URL(page.url()).pathname}`).toEqual([])
}

/** Without what lies partly under a notice, what a search has found, or the bar at the top: it is pressed once that has gone, or scrolled. */
function notUnderOthers(page: Page, places: string[]): Promise<string[]> {
  return page.evaluate(
    (places) =>
      places.filter((place) => {
        const element = document.querySelector(place)
        const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect()
        const points = [left + 1, (left + right) / 2, right - 1].flatMap((x) => [top + 1, bottom - 1].map((y) => [x, y]))
        const over = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('.toasts, search, header'))
        return over.every((one) => !one || one.contains(element))
      }),
    places,
  )
}

/** Everything in the light, in the dark what another theme may change; ends in the light. */
export async function axeInBothThemes(page: Page): Promise<void> {
  await inTheme(page, 'light')
  await axe(page)
  await inTheme(page, 'dark')
  await axe(page, 'colours')
  await inTheme(page, 'light')
}

/**
 * Another theme for a page that is there already. Where motion is reduced every property of everything takes a moment to change, and
 * Chromium then leaves some inherited colours as they were: so it is not reduced meanwhile.
 */
export async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' })
  await settled(page)
  await page.emulateMedia({ reducedMotion: null })
}

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1440, height: 900 }

/** Screenshots to look at, on a phone and a desktop in both themes, in the folder that `QUAD_E2E_PICTURES` names; ends on the desktop. */
export async function pictured(page: Page, name: string): Promise<void> {
  const folder = process.env.QUAD_E2E_PICTURES
  if (!folder) return
  for (const [size, viewport] of [
    ['phone', PHONE],
    ['desk', DESK],
  ] as const) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await inTheme(page, colorScheme)
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(DESK)
}

/**
 * What has closed takes its entry of the history back (web/src/lib/useCloseOnBack.ts), a moment after it is out of sight;
 * Chromium gives up an address that is asked for in the middle of that step.
 */
export async function backTaken(page: Page): Promise<void> {
  await page.waitForFunction(() => !(history.state as { quadOpen?: number } | null)?.quadOpen)
}

/** Nobody types an address or finds Back within that moment; a story does, and on a slow machine it is longer. */
function afterBack(page: Page): void {
  const taken = () =>
    page
      .waitForFunction(
        () => {
          const open = document.querySelectorAll(':is([role=dialog], [role=alertdialog]):not([data-closed])').length
          return ((history.state as { quadOpen?: number } | null)?.quadOpen ?? 0) <= open
        },
        undefined,
        { timeout: 5_000 },
      )
      // An entry that was left behind keeps its mark; a page that is gone says so at the step itself.
      .catch(() => {})
  const { goto, goBack, reload } = page
  page.goto = async (...asked) => {
    await taken()
    return goto.apply(page, asked)
  }
  page.goBack = async (...asked) => {
    await taken()
    return goBack.apply(page, asked)
  }
  page.reload = async (...asked) => {
    await taken()
    return reload.apply(page, asked)
  }
}

/** Waits for running transitions and for fonts on their way; what goes on longer (a spinner, the line that counts down a toast) does not count. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => {
    const soon = document.getAnimations().filter((one) => {
      // In what is folded time stands still: nothing there ends.
      if (one.effect instanceof KeyframeEffect && one.effect.target?.checkVisibility() === false) return false
      const left = Number(one.effect?.getComputedTiming().endTime) - Number(one.currentTime)
      return one.playState === 'running' && left <= 1000
    })
    return Promise.allSettled([document.fonts.ready, ...soon.map((one) => one.finished)]).then(() => undefined)
  })
}

/**
 * From here on no toast of this document goes by itself, as none does while its window is not looked at: a busy machine may take
 * five seconds to look.
 */
export async function toastsStay(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Said again and again: only while there is a toast somebody listens.
    setInterval(() => window.dispatchEvent(new FocusEvent('blur')), 50)
  })
}

/**
 * What no page may do unnoticed: throw, write an error to the console (a violated security policy is one), get a 5xx
 * or no answer. A story in which some of that is right says so with `expect`.
 */
export class Watch {
  private readonly seen: string[] = []
  private readonly expected: RegExp[] = []

  over(context: BrowserContext): void {
    context.on('page', afterBack)
    context.on('console', (message) => {
      if (message.type() !== 'error') return
      // The live stream of whoever logs out may hear of it before the page does, and asks once more.
      if (message.text().includes('status of 401') && message.location().url.includes('/api/live?')) return
      // The recorder of traces fetches the previews it finds; the pages never do.
      if (message.text().startsWith("Connecting to 'blob:")) return
      this.seen.push(`console: ${message.text()} ${message.location().url}`)
    })
    context.on('weberror', (thrown) => this.seen.push(`thrown: ${thrown.error().stack ?? thrown.error().message}`))
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // The page itself gave up the request, by leaving or by a newer one.
      if (why !== 'net::ERR_ABORTED') this.seen.push(`request: ${why} ${request.method()} ${request.url()}`)
    })
    context.on('response', (answer) => {
      if (answer.status() >= 500) this.seen.push(`answer: ${answer.status()} ${answer.url()}`)
    })
  }

  /** These complaints belong to the story. */
  expect(...patterns: RegExp[]): void {
    this.expected.push(...patterns)
  }

  unexpected(): string[] {
    return this.seen.filter((line) => !this.expected.some((pattern) => pattern.test(line)))
  }
}

type TestParts = {
  serverLog: undefined
  watch: Watch
  /** One more browser with cookies and storage of its own, watched and closed like the first. */
  open: (options?: BrowserContextOptions) => Promise<Page>
}
type WorkerParts = { quadOptions: StartOptions; quad: Quad }

/** `test` with a server per worker. `test.use({ quadOptions: CAMPUS })` at the top of a file gives it a server of another kind. */
export const test = base.extend<TestParts, WorkerParts>({
  quadOptions: [SOLD_WITH_CLOCK, { scope: 'worker', option: true }],
  quad: [
    async ({ quadOptions }, use) => {
      const quad = await Quad.start(quadOptions)
      await use(quad)
      await quad.close()
    },
    { scope: 'worker', timeout: READY_WITHIN_MS + STOPPED_WITHIN_MS },
  ],
  baseURL: async ({ quad }, use) => {
    await use(quad.address)
  },
  watch: [
    async ({ browserName: _ }, use) => {
      const watch = new Watch()
      await use(watch)
      expect(watch.unexpected(), 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, watch }, use) => {
    watch.over(context)
    await use(context)
  },
  open: async ({ browser, baseURL, locale, timezoneId, viewport, watch }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, locale, timezoneId, viewport, ...options })
      opened.push(context)
      if (options.baseURL) openAt.set(options.baseURL, [...(openAt.get(options.baseURL) ?? []), context])
      watch.over(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  // A failed test carries what the server said meanwhile; a panic there fails a test that saw nothing.
  serverLog: [
    async ({ quad }, use, testInfo) => {
      const from = quad.log().length
      await use(undefined)
      const said = quad.log().slice(from)
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server log', { body: said, contentType: 'text/plain' })
      }
      expect(said).not.toContain('panicked at')
    },
    { auto: true },
  ],
})
