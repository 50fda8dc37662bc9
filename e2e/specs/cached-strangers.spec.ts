/**
 * What a Wi-Fi log-in page leaves in the browser's HTTP cache: pages and permanent redirects in the place of calls, scripts and
 * documents. Once the network is there, Quad is read from Quad.
 */
import { type Box, type Reply, startBox } from '../box'
import { expect, FREE_WITH_CLOCK, type Locator, type Page, signedUp, test } from '../fixtures'
import { makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

test.use({ quadOptions: FREE_WITH_CLOCK })

// Nobody is read as somebody else, and nothing is lost: the first verdict counts.
test.describe.configure({ retries: 0 })

const PORTAL = '<!doctype html><title>Campus Wi-Fi</title><h1>Log in to the network</h1>'
const HTML = { 'content-type': 'text/html' }
/** Each stays in a browser's cache, without a word of how long or for a day. */
const STRANGERS: Record<string, (box: Box) => Reply> = {
  'a page of 2018': () => ({
    status: 200,
    headers: { ...HTML, 'last-modified': 'Mon, 01 Jan 2018 00:00:00 GMT' },
    body: PORTAL,
  }),
  'a page for a day': () => ({
    status: 200,
    headers: { ...HTML, 'cache-control': 'public, max-age=86400' },
    body: PORTAL,
  }),
  'a permanent redirect': (box) => ({
    status: 301,
    headers: { location: `${box.address.replace('127.0.0.1', 'localhost')}/robots.txt` },
  }),
}
const BETWEEN = 'Something between this device and the server'

const boxes: Box[] = []
test.afterEach(async () => {
  for (const box of boxes.splice(0)) await box.close()
})

async function boxed(target: string): Promise<Box> {
  const box = await startBox(target)
  boxes.push(box)
  return box
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: /Sign out/i }).click()
}

for (const [name, made] of Object.entries(STRANGERS)) {
  test(`calls: ${name} is not what Quad says once the network is there`, async ({ quad, open, watch }) => {
    watch.expect(/Failed to load resource/, /Content Security Policy/, /request: csp/)
    const organiser = await open()
    await signedUp(organiser)
    const contest = await makeContest(organiser, { title: `Calls, ${name}` })
    const box = await boxed(quad.address)
    const page = await open({ baseURL: box.address })
    await signedUp(page)
    await page.goto('/contest')
    await expect(page.getByRole('heading', { name: contest.title })).toBeVisible()
    box.stranger = (path) => (path.startsWith('/api/') ? made(box) : undefined)
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await expect(page.getByText(BETWEEN).first()).toBeVisible()
    await page.goto('/contest')
    await expect(page.getByText(BETWEEN).first()).toBeVisible()
    box.stranger = () => undefined
    await page.reload()
    await expect(page.getByRole('heading', { name: contest.title })).toBeVisible()
    await expect(page.getByText(BETWEEN)).toBeHidden()
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    // The paper as well, which the browser is meant to keep.
    box.stranger = (path) => (/paper|logout/.test(path) ? made(box) : undefined)
    await new Room(page).start()
    await expect(page.getByText(BETWEEN).first()).toBeVisible()
    await page.goto('/contest')
    await signOut(page)
    await expect(page.getByText('You could not be logged out').first()).toBeVisible()
    box.stranger = () => undefined
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await new Room(page).isAt(1, 4)
    await page.goto('/contest')
    box.passed = []
    await signOut(page)
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
    expect(box.passed).toContain('GET /api/logout')
    // What it still asks for would find no box.
    await page.context().close()
  })
}

for (const [name, made] of Object.entries(STRANGERS)) {
  test(`scripts: ${name} leaves no white page once the network is there`, async ({ quad, open, watch }) => {
    watch.expect(
      /MIME type/,
      /Failed to load resource/,
      /Content Security Policy/,
      /request: /,
      /^thrown: (SyntaxError.*)?$/,
    )
    const box = await boxed(quad.address)
    const page = await open({ baseURL: box.address })
    box.stranger = (path) => (path.startsWith('/assets/') ? made(box) : undefined)
    await page.goto('/about')
    await expect(page.getByText('Quad could not be loaded.')).toBeVisible()
    box.stranger = () => undefined
    // By itself as well, where it is loaded again.
    const by = name === 'a page for a day' ? page.reload() : page.getByRole('button', { name: 'Try again' }).click()
    await by
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Quad could not be loaded.')).toBeHidden()
    // With its looks, too.
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
    await page.context().close()
  })
}

/** What filters and broken networks make of a script or of the contest screen's document, with the server's own head lines. */
const DAMAGES: Record<string, (path: string, text: string) => string> = {
  'an emptied script': (path, text) => (path.endsWith('.js') ? '' : text),
  'half of a script': (path, text) => (path.endsWith('.js') ? text.slice(0, text.length / 2) : text),
  'a document that is cut off': (path, text) => (path === ROOM ? text.slice(0, text.indexOf('<body')) : text),
  'a document with a banner': (path, text) =>
    path === ROOM ? text.replace(/<body[^>]*>/, '$&<p>80 % of your data pack is used</p>') : text,
}
const ROOM = '/ContestQuestion'

test.describe('the service worker', () => {
  test.use({ serviceWorkers: 'allow' })
  for (const [name, damage] of Object.entries(DAMAGES)) {
    test(`keeps nothing of ${name}`, async ({ quad, open, watch }) => {
      watch.expect(
        /Failed to load resource/,
        /bad HTTP response code/,
        /SyntaxError/,
        /Content Security Policy/,
        /request: /,
        // Half of a script may be a whole one, and whoever asks an empty one for something throws what it likes.
        ...(name.endsWith('script') ? [/^thrown: /, /^console: \w*Error: /] : []),
      )
      const organiser = await open()
      await signedUp(organiser)
      const contest = await makeContest(organiser, { title: `Kept, ${name}` })
      const box = await boxed(quad.address)
      const page = await open({ baseURL: box.address })
      // The page is there before its worker, which then fetches the contest screen.
      box.stranger = (path) => (path === '/sw.js' ? { status: 404, headers: {} } : undefined)
      await signedUp(page)
      await page.goto('/contest')
      await expect(page.getByText(contest.title)).toBeVisible()
      box.stranger = () => undefined
      box.changed = (path, text) => (path === '/sw.js' ? text : damage(path, text))
      box.passed = []
      // Its own files are in the browser's cache by now.
      await page.reload()
      await expect(page.getByText(contest.title)).toBeVisible()
      await expect.poll(() => box.passed).toContain(`GET ${ROOM}`)
      const worker = () =>
        page.evaluate(async () => {
          const found = await navigator.serviceWorker.getRegistration()
          return (found?.active ?? found?.waiting ?? found?.installing)?.state ?? 'none'
        })
      await expect.poll(worker).toBe('none')
      box.changed = undefined
      await page.goto(`${ROOM}?contest=${contest.id}`)
      // In the browser's own cache they stand all the same, where the worker's tries have left them.
      const [join, again] = ['Start', 'Try again'].map((name) => page.getByRole('button', { name })) as [
        Locator,
        Locator,
      ]
      await expect(join.or(again)).toBeVisible()
      if (await again.isVisible()) await again.click()
      await join.click()
      await new Room(page).isAt(1, 4)
      await page.evaluate(() => navigator.serviceWorker.ready)
      await page.reload()
      await new Room(page).isAt(1, 4)
      await expect(page.getByText('data pack')).toBeHidden()
      await page.context().close()
    })
  }

  test('a document that is cut off says so, and comes whole', async ({ quad, open, watch }) => {
    watch.expect(/Failed to load resource/, /Content Security Policy/, /request: /, /thrown: /)
    const box = await boxed(quad.address)
    const page = await open({ baseURL: box.address })
    const cut = DAMAGES['a document that is cut off']
    box.changed = (path, text) => cut?.(path === '/about' ? ROOM : path, text) ?? text
    await page.goto('/about')
    await expect(page.getByText('Quad could not be loaded.')).toBeVisible()
    box.changed = undefined
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().close()
  })
})
