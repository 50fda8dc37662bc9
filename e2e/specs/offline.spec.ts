/**
 * Offline: a tap on a link without a network: what a participant's way needs is kept, and what is not stays a page of
 * this site that says so, never the browser's own error.
 */
import { startBox } from '../box'
import { expect, FREE_WITH_CLOCK, type Page, signedUp, test } from '../fixtures'
import { type Contest, makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

test.use({ quadOptions: FREE_WITH_CLOCK })

const BROKE = 'This page could not be shown'

async function organised(page: Page, open: () => Promise<Page>, wanted: Parameters<typeof makeContest>[1]) {
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, wanted)
  await signedUp(page)
  return contest
}

/** In the room, opened by its address: nothing else of the site was looked at. */
async function inside(page: Page, contest: Contest): Promise<Room> {
  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  await new Room(page).start()
  const room = new Room(page)
  await room.isAt(1, 4)
  return room
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leave the contest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
}

const workerIsThere = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the way out of the room and through the own contests is there', { tag: '@gate' }, async ({
    page,
    open,
    watch,
  }) => {
    // What the worker could not fetch has failed for the page as well.
    watch.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/)
    const contest = await organised(page, open, { title: 'Through the tunnel' })
    await inside(page, contest)
    await workerIsThere(page)
    await page.context().setOffline(true)
    await leave(page)
    await expect(page).toHaveURL('/contest')
    await expect(page.getByRole('heading', { level: 1, name: 'Contests' })).toBeVisible()
    // The menus were kept, too.
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('menuitem', { name: 'My Contests' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Contests' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Contests' })).toBeVisible()
    // Opened anew, it is this site that says what it cannot show.
    await page.goto(`/my-contests/${contest.id}`)
    await expect(page.getByText('This contest did not load')).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: contest.title })).toBeVisible()
  })

  // Nothing is lost: the first verdict counts.
  test.describe(() => {
    test.describe.configure({ retries: 0 })

    test('the room is reloaded without a network by somebody who was in it before the worker', async ({
      page,
      open,
      watch,
    }) => {
      watch.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/)
      await page.addInitScript(() => {
        const workers = navigator.serviceWorker
        const register = workers.register.bind(workers)
        const called = new Promise<void>((resolve) => addEventListener('let-the-worker-come', () => resolve()))
        workers.register = (...args) => called.then(() => register(...args))
      })
      const contest = await organised(page, open, { title: 'First visit' })
      const room = await inside(page, contest)
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
      await page.evaluate(() => dispatchEvent(new Event('let-the-worker-come')))
      await workerIsThere(page)
      const kept = () => page.evaluate(async () => (await (await caches.open('quad-answers')).keys()).length)
      await expect.poll(kept).toBe(4)
      await page.context().setOffline(true)
      await page.reload()
      await room.isAt(1, 4)
    })

    test('an answer goes out once a network no longer swallows everything, though the room was reloaded in it', async ({
      quad,
      open,
      watch,
    }) => {
      watch.expect(/ERR_/, /Failed to load resource/, /request: /)
      const organiser = await open()
      await signedUp(organiser)
      const contest = await makeContest(organiser, { title: 'Swallowed' })
      const box = await startBox(quad.address)
      const page = await open({ baseURL: box.address })
      await signedUp(page)
      const room = await inside(page, contest)
      await workerIsThere(page)
      const kept = () => page.evaluate(async () => (await (await caches.open('quad-answers')).keys()).length)
      await expect.poll(kept).toBe(4)
      box.swallows = true
      await page.reload()
      await room.isAt(1, 4)
      await room.options.getByRole('button').first().click()
      await expect.poll(() => room.counts()).toMatchObject({ device: 1 })
      // A browser has six connections to a server: what the page no longer waits for keeps none of them.
      const others = () => box.held().filter((path) => !/answer|live|sw\.js/.test(path))
      expect(others()).not.toEqual([])
      // The room looks at its own attempt now and then, with one call at a time.
      const isLook = (path: string, at: number, all: string[]) => path.endsWith('/attempt') && all.indexOf(path) === at
      await expect.poll(() => others().filter((...one) => !isLook(...one))).toEqual([])
      box.swallows = false
      await room.counted({ saved: 1 })
      await page.context().close()
      await box.close()
    })
  })

  for (const [name, hours] of Object.entries({ 'an hour ahead': 1, 'an hour back': -1 })) {
    test(`the room is reloaded without a network after the device's clock was set ${name}`, async ({
      page,
      open,
      watch,
    }) => {
      watch.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/)
      const contest = await organised(page, open, { title: `Set ${name}` })
      const room = await inside(page, contest)
      await workerIsThere(page)
      const set = (ms: number) => {
        const now = Date.now.bind(Date)
        Date.now = () => now() + ms
      }
      await page.evaluate(set, hours * 3_600_000)
      await page.addInitScript(set, hours * 3_600_000)
      // The server says its time with each answer.
      await room.options.getByRole('button').first().click()
      await room.counted({ saved: 1 })
      await page.context().setOffline(true)
      await page.reload()
      await expect(room.clock).toBeVisible()
      await expect(page.getByRole('region', { name: /^Question \d of 4$/ })).toBeVisible()
      await page.context().setOffline(false)
      await expect(page.getByRole('region', { name: /^Question \d of 4$/ })).toBeVisible()
    })
  }

  test('the waiting room is left for the list', async ({ page, open, watch }) => {
    watch.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/)
    const contest = await organised(page, open, { title: 'Not yet', starts: 3600, ends: 7200 })
    await page.goto(`/my-contests/${contest.id}?wait=1`)
    await expect(page.getByRole('timer')).toBeVisible()
    await workerIsThere(page)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'All Contests' }).first().click()
    await expect(page).toHaveURL('/contest')
    await expect(page.getByRole('heading', { level: 1, name: 'Contests' })).toBeVisible()
  })
})

test('a page that cannot be fetched says so in its place, and is there when it is tried again', async ({
  page,
  open,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch dynamically imported module/, /did not arrive/)
  // What comes once the page is quiet may still be on its way.
  watch.expect(/Unable to preload CSS/)
  const contest = await organised(page, open, { title: 'No worker here' })
  await inside(page, contest)
  await page.context().setOffline(true)
  await leave(page)
  await expect(page.getByRole('heading', { name: BROKE })).toBeVisible()
  await expect(page).toHaveURL('/contest')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: BROKE })).toBeVisible()
  // The page before says the same; this one does once it has found that the server is not there either.
  const looked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Polls' }).click()
  await expect(page).toHaveURL('/polls')
  await looked
  await expect(page.getByRole('heading', { name: BROKE })).toBeVisible()
  await page.context().setOffline(false)
  // The page looks for itself as well, and may be there before the button is pressed; a press on its heading does nothing.
  const there = page.getByRole('heading', { level: 1, name: 'Poll Creator' })
  await page.getByRole('button', { name: 'Try again' }).or(there).first().click()
  await expect(there).toBeVisible()
  // What the page does not need was left out, and comes as well.
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
})

test('a page whose script is swallowed says so, keeps nobody, and comes when it is tried again', async ({ page }) => {
  const script = /\/assets\/PricingPage-[^/]*\.js$/
  await page.setViewportSize({ width: 390, height: 844 })
  // What is held when a route is taken away comes by itself: so the route stays, and lets through what is asked for later.
  let isSwallowed = true
  await page.route(script, (route) => (isSwallowed ? undefined : route.continue()))
  await page.goto('/about')
  // By the page's own links: the menu of a phone is another story.
  const go = (to: string) =>
    page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), to)
  const late = page.getByRole('heading', { name: 'This page has not arrived yet' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await go('/pricing')
  await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect(late).toBeVisible()
  await go('/about')
  await expect(late).toBeHidden()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About Quad' })).toBeVisible()
  await go('/pricing')
  await expect(page).toHaveURL('/pricing')
  await expect(late).toBeVisible()
  isSwallowed = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(late).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL('/pricing')
})

test('a page whose script came empty comes when it is tried again', async ({ page, watch }) => {
  watch.expect(/came empty/)
  const script = /\/assets\/PricingPage-[^/]*\.js$/
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' }
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: '', headers }))
  await page.goto('/about')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: BROKE })).toBeVisible()
  await page.unroute(script)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: BROKE })).toBeHidden()
  await expect(page).toHaveURL('/pricing')
})
