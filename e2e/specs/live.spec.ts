/**
 * Live updates, what the server tells as it happens: one stream per browser, shared by its tabs, that comes back by
 * itself and is there only while somebody wants it. Told with polls, the first that use it; contests have
 * contest-live.spec.ts.
 */
import { axe, expect, FREE_WITH_CLOCK, type Page, signedUp, startQuad, test } from '../fixtures'
import { makePoll, PollView, Streams, voteOver } from '../pages/polls'
import { jumpAhead } from '../pages/prepared'

test.use({ quadOptions: FREE_WITH_CLOCK })

/** The screen has been left open; a sign on it tells whether it was loaded anew. */
const leaveSign = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-sign', 'still here'))
const signIsThere = (page: Page) => expect(page.locator('html[data-sign="still here"]')).toBeAttached()

test('one stream serves all tabs of a browser, and ends with the log-in', async ({ page, open }) => {
  const organiser = await open()
  await signedUp(organiser)
  const [first, second] = [
    await makePoll(organiser, { title: 'Tabs: one' }),
    await makePoll(organiser, { title: 'Tabs: two' }),
  ]
  await signedUp(page)
  const streams = new Streams(page)
  const one = new PollView(page)
  await one.open(first)
  const tab = await page.context().newPage()
  const two = new PollView(tab)
  await two.open(second)
  // Every page with the bell follows the inbox.
  await expect
    .poll(() => streams.asked.at(-1)?.split(','))
    .toEqual(['inbox', ...[first, second].map(({ id }) => `poll:${id}`).sort()])
  await expect.poll(() => streams.now).toBe(1)
  const asked = streams.asked.length
  const third = new PollView(await page.context().newPage())
  await third.open(first)

  await voteOver(organiser, first.id, 1)
  await voteOver(organiser, second.id, 0)
  await one.says('Coffee', '100% 1 vote')
  await third.says('Coffee', '100% 1 vote')
  await two.says('Tea', '100% 1 vote')
  // The third tab wanted nothing new.
  expect(streams.asked).toHaveLength(asked)

  // The tab that kept the stream goes; the others go on.
  await page.close()
  await expect.poll(() => streams.now).toBe(1)
  const late = await open()
  await signedUp(late)
  await voteOver(late, second.id, 1)
  await two.says('Coffee', '50% 1 vote')
  await third.page.close()

  await tab.getByRole('button', { name: /^Account: / }).click()
  await tab.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(tab.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
  await expect.poll(() => streams.now).toBe(0)
})

// Nothing is lost: the first verdict counts.
test.describe(() => {
  test.describe.configure({ retries: 0 })

  test('without a network for a while nothing is missed', async ({ page, open, watch }) => {
    watch.expect(/ERR_INTERNET_DISCONNECTED/)
    const organiser = await open()
    await signedUp(organiser)
    const poll = await makePoll(organiser, { title: 'Tunnel' })
    await signedUp(page)
    const view = new PollView(page)
    await view.open(poll)
    await leaveSign(page)
    // What draws notices comes after the page; the story below is the one without it.
    await expect(page.locator('.toasts')).toBeAttached()
    await page.context().setOffline(true)
    await voteOver(organiser, poll.id, 1)
    await expect(page.getByText('Connecting again')).toBeVisible()

    // A vote that does not get through is kept, and sent once it does.
    await view.says('Coffee', '0% 0 votes')
    await view.vote('Tea')
    await expect(page.getByText(/^Not confirmed yet: the server could not be reached\./)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('You voted', { exact: true })).toBeVisible()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await view.says('Coffee', '50% 1 vote')
    await view.says('Tea', '50% 1 vote')
    await signIsThere(page)
  })
})

test('what failed is told also where the code of notices never came', async ({ page, watch }) => {
  // The bundler's loader leaves a copy of the failed promise behind, which nobody can catch.
  watch.expect(
    /ERR_INTERNET_DISCONNECTED/,
    /ERR_FAILED/,
    /^thrown: Error: Unable to preload CSS .*ToastHost-/,
    /^thrown: $/,
  )
  await signedUp(page)
  const poll = await makePoll(page, { title: 'Bridge' })
  await page.route(/\/ToastHost-/, (route) => route.abort('failed'))
  const view = new PollView(page)
  await view.open(poll)
  await page.context().setOffline(true)
  await view.vote('Tea')
  const notice = page
    .getByRole('status')
    .filter({ hasText: /^Not confirmed yet: the server could not be reached\./ })
    .last()
  await expect(notice).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Close notice' }).click()
  await expect(notice).toBeHidden()
})

test('nothing followed, nothing asked; long unseen, nothing either', async ({ page, open }) => {
  const organiser = await open()
  await signedUp(organiser)
  const poll = await makePoll(organiser, { title: 'Hidden?' })
  const over = await makePoll(organiser, { title: 'Long over?', starts: -60, ends: 1800 })
  await jumpAhead(organiser, 1801)
  const streams = new Streams(page)
  for (const address of ['/', '/about']) {
    await page.goto(address)
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
  }
  await signedUp(page)
  // The contest's room has no bell, and without a contest nothing to follow.
  await page.goto('/ContestQuestion')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(streams.asked).toEqual([])
  await page.goto('/profile')
  await expect.poll(() => streams.asked).toEqual(['inbox'])

  await page.clock.install()
  const view = new PollView(page)
  await view.open(poll)
  await expect.poll(() => streams.now).toBe(1)
  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((said) => {
      Object.defineProperty(document, 'visibilityState', { value: said, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await look('hidden')
  await page.clock.fastForward('04:00')
  // The jump was a long silence: it is connected anew, for it is not long unseen yet.
  await expect.poll(() => streams.now).toBe(1)
  await page.clock.fastForward('01:01')
  await expect.poll(() => streams.now).toBe(0)
  const asked = streams.asked.length
  await voteOver(organiser, poll.id, 1)
  await page.clock.fastForward('10:00')
  expect(streams.asked).toHaveLength(asked)
  await look('visible')
  await view.says('Coffee', '100% 1 vote')
  expect(streams.most).toBe(1)

  // From the poll to pages that follow nothing but the inbox.
  await page.getByRole('link', { name: 'Events' }).first().click()
  await expect(page).toHaveURL('/events')
  // The next page is there before the poll's page has gone; only then the time runs after which a topic is let go.
  await expect(async () => {
    await page.clock.fastForward('00:20')
    expect([streams.asked.at(-1), streams.now]).toEqual(['inbox', 1])
  }).toPass()
  await page.goto(`/polls/${over.id}`)
  await expect(page.getByText('This poll has ended. Final results are displayed above.')).toBeVisible()
  await expect(async () => {
    await page.clock.fastForward('00:20')
    expect([streams.asked.at(-1), streams.now]).toEqual(['inbox', 1])
  }).toPass()
})

test('a server that was restarted is found again', async ({ open, watch }) => {
  watch.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/)
  const quad = await startQuad({ settings: { billing: 'off' } })
  try {
    const page = await open({ baseURL: quad.address })
    await signedUp(page)
    const poll = await makePoll(page, { title: 'Restart?' })
    const view = new PollView(page)
    await view.open(poll)
    await leaveSign(page)
    const other = await open({ baseURL: quad.address })
    await signedUp(other)

    await quad.stop()
    await expect(page.getByText('Connecting again')).toBeVisible()
    await quad.startAgain()
    await voteOver(other, poll.id, 0)
    await view.says('Tea', '100% 1 vote')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await signIsThere(page)
  } finally {
    await quad.close()
  }
})
