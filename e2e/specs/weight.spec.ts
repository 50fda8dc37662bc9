/**
 * The weight of the first load, in the browser against the real binary: the contest screen within its budget, hashed
 * files compressed and immutable, nothing moves when the fonts arrive, a link fetches its page before it is pressed,
 * and a repeated visit brings no script from the network. The budgets of all routes are checked by the build.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, CDPSession, Response } from '@playwright/test'
import { expect, type Page, signedUp, test } from '../fixtures'
import { clubAdministrator, makeEvent } from '../pages/events'
import { makePoll } from '../pages/polls'
import { makeContest } from '../pages/prepared'
import { shifts } from '../pages/shifts'

test.use({ serviceWorkers: 'allow', quadOptions: { settings: { billing: 'off', creations_per_day: '1000' } } })

const BUDGETS = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../web/build/budgets.json'), 'utf8')) as {
  routes: Record<string, { js: number; css: number }>
}
const FONTS_COME_AFTER = 1500

/** A contest that runs, and the browser's person inside it. */
async function joined(page: Page, open: () => Promise<Page>): Promise<string> {
  const organiser = await open()
  await signedUp(organiser)
  const { id } = await makeContest(organiser, { title: 'Weighed' })
  await signedUp(page)
  const answer = await page.request.post('/api/complete', { data: { contestId: id, intent: 'join' } })
  expect(answer.status(), await answer.text()).toBe(200)
  return `/ContestQuestion?contest=${id}`
}

/** Kilobytes per kind that came over the network, as they were sent; `only` of these files. */
async function weighed(context: BrowserContext, page: Page, visit: () => Promise<unknown>, only?: string) {
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const sums = { Script: 0, Stylesheet: 0 }
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const counts = only === undefined || only.includes(`"${new URL(response.url).pathname}"`)
    if (counts && !response.fromDiskCache && !response.fromServiceWorker) kinds.set(requestId, type)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind === 'Script' || kind === 'Stylesheet') sums[kind] += encodedDataLength / 1000
  })
  await visit()
  await session.detach()
  return sums
}

const isHashed = (answer: Response) => new URL(answer.url()).pathname.startsWith('/assets/')

test('the contest screen comes within its budget, its files compressed and for ever', async ({
  page,
  context,
  open,
}) => {
  const room = await joined(page, open)
  const hashed: Response[] = []
  page.on('response', (answer) => {
    if (isHashed(answer) && !answer.fromServiceWorker()) hashed.push(answer)
  })
  // What the first page names is the first load; what comes when the page is quiet is not.
  const named = await (await page.request.get(room)).text()
  const visit = async () => {
    await page.goto(room)
    await expect(page.getByRole('list', { name: 'Options' })).toBeVisible()
  }
  const sums = await weighed(context, page, visit, named)
  const budget = BUDGETS.routes['/ContestQuestion']
  // Each answer has a head of some 700 bytes (8.4 KB of twelve files).
  const files = new Set(named.match(/\/assets\/[\w.-]+\.js/g)).size
  expect(files).toBeGreaterThan(5)
  expect(sums.Script).toBeLessThanOrEqual((budget?.js ?? 0) + files * 0.75)
  expect(sums.Script).toBeGreaterThan(50)
  expect(sums.Stylesheet).toBeLessThanOrEqual((budget?.css ?? 0) + 1)
  expect(hashed.length).toBeGreaterThan(5)
  for (const answer of hashed) {
    const headers = await answer.allHeaders()
    expect(headers['cache-control'], answer.url()).toBe('public, max-age=31536000, immutable')
    // Fonts are compressed already; what gets no smaller has no twin.
    if (/\.(?:js|css)$/.test(answer.url())) expect(headers['content-encoding'], answer.url()).toBe('br')
  }
})

test('what draws comes after all else on the contest screen, and with all else on other pages', async ({
  page,
  open,
}) => {
  const room = await joined(page, open)
  const late = /<script src="[^"]+" data-last="(\/assets\/react-dom-[^"]+)">/.exec(
    await (await page.request.get(room)).text(),
  )
  const file = late?.[1] ?? 'nothing'
  const preload = `<link rel="modulepreload" crossorigin href="${file}">`
  expect(await (await page.request.get(room)).text()).not.toContain(preload)
  for (const path of ['/contest', '/', '/no-such-page']) {
    const html = await (await page.request.get(path)).text()
    expect(html, path).toContain(preload)
    expect(html, path).not.toContain('data-last')
  }
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(room)
  await expect(page.getByRole('list', { name: 'Options' })).toBeVisible()
  const app = asked.findIndex((path) => path.startsWith('/assets/app-') && path.endsWith('.js'))
  expect(app).toBeGreaterThan(0)
  expect(asked.indexOf(file)).toBeGreaterThan(app)
  expect(asked.filter((path) => path === file)).toHaveLength(1)
})

test('nothing moves when the fonts arrive late', async ({ page, open }) => {
  const room = await joined(page, open)
  await page.route(/\.woff2$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, FONTS_COME_AFTER))
    await route.continue()
  })
  const places = [
    { path: '/', ready: page.getByRole('heading', { level: 1 }) },
    { path: '/contest', ready: page.getByRole('heading', { name: 'Weighed' }) },
    { path: room, ready: page.getByRole('list', { name: 'Options' }) },
  ]
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    for (const { path: address, ready } of places) {
      await page.goto(address)
      await expect(ready.first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      expect((await shifts(page)).sum, `${address} at ${viewport.width} px`).toBeLessThan(0.01)
    }
  }
})

test('nothing on the dashboard moves when what stands beside comes late, and in turns', async ({
  page,
  open,
  quad,
}) => {
  const organiser = await open()
  await clubAdministrator(organiser, quad, await open())
  await makeEvent(organiser, { title: 'Kite flying', location: 'Main lawn' })
  await makePoll(organiser, { title: 'Where to?' })
  await makeContest(organiser, { title: 'Weighed beside' })
  await signedUp(page)
  for (const [part, late] of [
    [/\/api\/polls/, 900],
    [/\/api\/notifications/, 600],
    [/\/api\/clubs\/mine/, 300],
  ] as const) {
    await page.route(part, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, late))
      await route.continue()
    })
  }
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Kite flying' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Where to?' })).toBeVisible()
    expect((await shifts(page)).sum, `at ${viewport.width} px`).toBeLessThan(0.01)
  }
})

test('the landing page is as high before its late parts come as after', async ({ page }) => {
  const held: (() => void)[] = []
  await page.route(/\/assets\/ClubCarousel-[^/]+\.js$|\/api\/site\b/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const heights = async () => {
    const all: number[] = []
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 })
      all.push(await page.locator('main').evaluate((main) => Math.round(main.getBoundingClientRect().height)))
    }
    return all
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Featured clubs' })).toBeVisible()
  await expect.poll(() => held.length).toBe(2)
  const before = await heights()
  for (const go of held) go()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeVisible()
  await expect(page.getByText('The quad from above')).toBeVisible()
  // The slides take their new width a frame after the window's.
  await expect
    .poll(async () => Math.max(...(await heights()).map((height, at) => Math.abs(height - (before[at] ?? 0)))))
    .toBeLessThanOrEqual(2)
})

test('a link fetches its page before it is pressed', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const link = page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Terms', exact: true })
  await link.scrollIntoViewIfNeeded()
  await Promise.all([page.waitForRequest(/\/assets\/TermsPage-[^/]+\.js$/), link.hover()])
  await expect(page).toHaveURL('/')
  const other = page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'About', exact: true })
  await Promise.all([page.waitForRequest(/\/assets\/AboutPage-[^/]+\.js$/), other.focus()])
})

test('a repeated visit brings neither document nor script from the network', async ({ page, context, open }) => {
  const room = await joined(page, open)
  // The first page asks once more for what a reload needs when the worker has come, for the paper last.
  const kept = context.waitForEvent('response', {
    predicate: (response) => response.request().serviceWorker() !== null && response.url().endsWith('/paper'),
  })
  await page.goto(room)
  await expect(page.getByRole('list', { name: 'Options' })).toBeVisible()
  await (await kept).finished()
  const next = await context.newPage()
  await page.close()
  // What the worker fetches passes here as well.
  const asked: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker()) asked.push(new URL(request.url()).pathname)
  })
  const sums = await weighed(context, next, async () => {
    const document = await next.goto(room)
    expect(document?.fromServiceWorker()).toBe(true)
    await expect(next.getByRole('list', { name: 'Options' })).toBeVisible()
  })
  expect(sums).toEqual({ Script: 0, Stylesheet: 0 })
  expect(asked.filter((path) => path.endsWith('/attempt'))).toHaveLength(1)
  // Its sign is asked for anew each time, and nothing waits for it.
  expect(asked.filter((path) => !path.startsWith('/api/') && path !== '/favicon.svg')).toEqual([])
})
