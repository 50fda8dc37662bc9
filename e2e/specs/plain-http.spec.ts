/**
 * A campus without a certificate: at an address of plain http that is not this machine's own, a browser leaves out what it keeps for
 * secure pages (`crypto.randomUUID`, service workers, push). What Quad is for works all the same.
 */
import { request } from '@playwright/test'
import { BROWSER } from '../browser'
import { test as base, expect, FREE_WITH_CLOCK, logIn, type Page } from '../fixtures'
import { Hub } from '../pages/contests'
import { Drafting } from '../pages/question-generation'
import { makeContest, numbered } from '../pages/prepared'
import { Room } from '../pages/room'

const HOST = 'quad.campus.example'
const passWord = 'harvest moon over 7 hills'
const ADA = 'ada.plain@campus.example'

/** Somebody who has an account, over the API at the server's own address. */
async function apiOf(baseURL: string, email: string) {
  const api = await request.newContext({ baseURL })
  const data = {
    email,
    passWord,
    fullName: 'Ada Rao',
    contact: '9000000000',
    role: 'USER',
    contestgiven: [],
    Batch: 2026,
  }
  expect((await api.post('/api/register', { data })).status()).toBe(201)
  expect((await api.post('/api/login', { data: { email, passWord } })).status()).toBe(200)
  return api
}

const test = base.extend({
  baseURL: async ({ quad }, use) => {
    await use(quad.address.replace('127.0.0.1', HOST))
  },
})

test.use({
  quadOptions: FREE_WITH_CLOCK,
  launchOptions: { ...BROWSER, args: [...(BROWSER.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] },
})

// Nothing is lost: the first verdict counts.
test.describe.configure({ retries: 0 })

test('on plain http a contest is drafted, and one is joined and answered', async ({ page, quad, watch }) => {
  // What Chromium says of a header that is for secure pages.
  watch.expect(/Cross-Origin-Opener-Policy header has been ignored/)
  const [own, other] = [await apiOf(quad.address, ADA), await apiOf(quad.address, 'zoe.plain@campus.example')]
  const empty = await makeContest({ request: own } as Page, { title: 'Drafted on plain http', questions: [] })
  const contest = await makeContest({ request: other } as Page, {
    title: 'Taken on plain http',
    questions: numbered(2),
  })

  await logIn(page, ADA, passWord)
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'serviceWorker' in navigator])).toEqual([
    false,
    false,
    false,
  ])
  const hub = new Hub(page)
  await hub.open()
  await hub.card(empty.title).getByRole('button', { name: 'AI generation' }).click()
  const drafting = new Drafting(page)
  await drafting.ask('Sports', 3)
  await expect(drafting.drafts).toHaveCount(3)
  await drafting.press('Save all 3')
  await expect(page.getByText('3 questions added successfully!')).toBeVisible()

  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  const room = new Room(page)
  await room.start()
  await room.isAt(1, 2)
  await room.choose('right 1')
  await room.isAt(2, 2)
  await room.choose('right 2')
  await room.counted({ saved: 2 })

  await page.goto('/notifications')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  for (const api of [own, other]) await api.dispose()
})
