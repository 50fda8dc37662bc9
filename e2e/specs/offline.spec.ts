/**
 * A tap on a link without a network: what a participant's way needs is kept, and what is not stays a page of this site that
 * says so, never the browser's own error.
 */
import { expect, type Page, signedUp, test } from '../fixtures'
import { type Contest, makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

test.use({ quadOptions: { settings: { billing: 'off', creations_per_day: '1000' } } })

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
  await page.getByRole('button', { name: 'Join Contest' }).click()
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

  test('the way out of the room and through the own contests is there', async ({ page, open, watch }) => {
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
    await expect(page.getByText('This contest did not load')).toBeVisible({ timeout: 30_000 })
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: contest.title })).toBeVisible()
  })

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
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Poll Creator' })).toBeVisible()
  // What the page does not need was left out, and comes as well.
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
})
