/**
 * Something between the browser and Quad: a Wi-Fi log-in page, a filter or an empty answer stands in the server's place. No answer
 * of a participant is called saved, or refused, before the server has said so, and each arrives once the way is clear.
 */
import type { Route } from '@playwright/test'
import { expect, FREE_WITH_CLOCK, type Page, signedUp, test } from '../fixtures'
import { clubAdministrator, makeEvent } from '../pages/events'
import { Hub, photos, Upload } from '../pages/galleries'
import { makePoll, PollView } from '../pages/polls'
import { makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

test.use({ quadOptions: FREE_WITH_CLOCK })

// Nothing is lost: the first verdict counts.
test.describe.configure({ retries: 0 })

const PORTAL = '<!doctype html><title>Campus Wi-Fi</title><h1>Log in to the network</h1>'

/** What answers in the server's place. */
const STRANGERS: Record<string, Parameters<Route['fulfill']>[0]> = {
  'a log-in page': { status: 200, contentType: 'text/html', body: PORTAL },
  'an empty answer': { status: 200, contentType: 'application/json', body: '' },
  'a filter': { status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' },
  'a filter that speaks JSON': { status: 403, json: { code: 'not_joined', message: 'Blocked', success: false } },
  'a success in Quad’s own words': { status: 200, json: { success: true, saved: true, message: 'Saved', user: null } },
  'a refusal in Quad’s own words': {
    status: 403,
    contentType: 'application/problem+json',
    body: JSON.stringify({ success: false, code: 'contest_ended', message: 'Ended', status: 403 }),
  },
  'a proxy that wants a log-in': { status: 511, contentType: 'text/html', body: PORTAL },
}

async function stored(page: Page, contest: string): Promise<Record<string, string>> {
  const answer = await page.request.get(`/api/contests/${contest}/attempt`)
  return ((await answer.json()) as { answered: Record<string, string> }).answered
}

test('answers wait out whatever stands between, and all arrive', async ({ page, open, watch }) => {
  watch.expect(/status of (403|511)/, /answer: 511/)
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title: 'Through the portal' })
  await signedUp(page)
  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  await new Room(page).start()
  const room = new Room(page)
  await room.isAt(1, 4)
  await room.choose('right 1')
  await room.isAt(2, 4)
  let stranger = STRANGERS['a log-in page']
  let asked = 0
  await page.route('**/api/**', (route) => {
    if (route.request().url().endsWith('/post/answer')) asked += 1
    return route.fulfill(stranger)
  })
  await room.choose('right 2', 'on this device')
  await expect(room.offline).toContainText('something between this device and Quad')
  // No worker keeps this page here.
  await expect(room.offline).toContainText('Do not reload or close this page')
  for (const [name, next] of Object.entries(STRANGERS)) {
    await test.step(name, async () => {
      stranger = next
      const before = asked
      // Looked at again, it is tried at once.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect.poll(() => asked).toBeGreaterThan(before)
      await expect.poll(() => room.counts()).toEqual({ saved: 1, device: 1, lost: 0 })
    })
  }
  await room.jumpTo(3)
  await room.choose('right 3', 'on this device')
  expect(Object.values(await stored(page, contest.id))).toEqual(['right 1'])
  await page.unroute('**/api/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await room.counted({ saved: 3 })
  await expect(room.offline).toBeHidden()
  expect(Object.values(await stored(page, contest.id)).sort()).toEqual(['right 1', 'right 2', 'right 3'])
})

test('a join is not taken for done, and a body that was exchanged is sent again', async ({ page, open, watch }) => {
  watch.expect(/status of (400|421)/)
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title: 'Exchanged' })
  await signedUp(page)
  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  // A change like every other: the portal’s page is no success of it.
  await page.route('**/api/complete', (route) => route.fulfill(STRANGERS['a log-in page']))
  await new Room(page).start()
  await expect(page.getByText('Something between this device and the server')).toBeVisible()
  await page.unroute('**/api/complete')
  // It is sent again by itself.
  const room = new Room(page)
  await room.isAt(1, 4)
  // The first bodies arrive as another's, and empty: the server itself refuses them.
  let sent = 0
  await page.route('**/api/post/answer', (route) => {
    sent += 1
    const body = route.request().postDataJSON() as Record<string, unknown>
    if (sent === 1) return route.continue({ postData: { ...body, sentBy: '01900000-0000-7000-8000-000000000000' } })
    if (sent === 2) return route.continue({ postData: '' })
    return route.continue()
  })
  await room.choose('right 1')
  expect(sent).toBe(3)
  expect(Object.values(await stored(page, contest.id))).toEqual(['right 1'])
})

/** The first tries of a call are answered by strangers, one after the other; what comes then passes. Gives how often it was sent. */
async function blockFirst(page: Page, path: RegExp, strangers: string[]): Promise<() => number> {
  let sent = 0
  await page.route(path, (route) => {
    const stranger = STRANGERS[strangers[sent] ?? '']
    sent += 1
    return stranger ? route.fulfill(stranger) : route.continue()
  })
  return () => sent
}

const BETWEEN = /^Not confirmed yet: something between this device and the server/

test('a vote and a registration wait out what stands between, and arrive once', async ({ page, open, quad, watch }) => {
  watch.expect(/status of (403|511)/, /answer: 511/)
  const organiser = await open()
  await clubAdministrator(organiser, quad, await open())
  const event = await makeEvent(organiser, { title: 'Walk through the portal' })
  await signedUp(page)
  const poll = await makePoll(page, { title: 'Tea or coffee?' })
  const view = new PollView(page)
  await view.open(poll)
  const strangers = ['a log-in page', 'a filter that speaks JSON', 'a success in Quad’s own words']
  const votes = await blockFirst(page, /\/api\/voting\/vote$/, strangers)
  await view.vote('Coffee')
  await expect(page.getByText(BETWEEN)).toBeVisible()
  await expect(page.getByText('You voted', { exact: true })).toBeVisible()
  await view.says('Coffee', '100% 1 vote')
  expect(votes()).toBe(4)

  await page.goto(`/event/${event.id}`)
  await page.getByRole('button', { name: 'Register Now' }).first().click()
  const refusals = ['an empty answer', 'a refusal in Quad’s own words', 'a proxy that wants a log-in']
  const registrations = await blockFirst(page, /\/api\/event\/registerto\//, refusals)
  await page.getByRole('dialog').getByRole('button', { name: 'Submit Registration' }).click()
  await expect(page.getByText(BETWEEN)).toBeVisible()
  await expect(page.getByText(/^Registered successfully/)).toBeVisible()
  expect(registrations()).toBe(4)
  expect((await page.request.get(`/api/events/${event.id}/registration`)).status()).toBe(200)
})

test('pictures wait out what stands between, and arrive once', async ({ page, open, quad, watch }) => {
  watch.expect(/status of 403/)
  await clubAdministrator(page, quad, await open())
  const event = await makeEvent(page, { title: 'Lake walk', starts: -7200, ends: -3600 })
  const hub = new Hub(page)
  await hub.open()
  await hub.card(event.title).getByRole('button', { name: 'Create Gallery' }).click()
  const upload = new Upload(page)
  const sent = await blockFirst(page, /\/api\/upload\/addgallery$/, ['a log-in page', 'a filter'])
  await upload.browse.setInputFiles(photos(3))
  await upload.button('Create Gallery').click()
  await expect(page.getByText('Gallery created successfully!')).toBeVisible()
  await expect(upload.dialog).toBeHidden()
  await expect(hub.card(event.title).getByText('3 Images')).toBeVisible()
  expect(sent()).toBe(5)
})
