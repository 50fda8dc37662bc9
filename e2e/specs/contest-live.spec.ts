/**
 * A contest that changes while people look at it: the organiser moves its end, it starts, others join. The screens follow
 * without a reload, and without asking.
 */
import { axe, expect, FREE_WITH_CLOCK, type Locator, type Page, settled, signedUp, test, toastsStay } from '../fixtures'
import { type Contest, makeContest, serverNow } from '../pages/prepared'
import { boardOf } from '../pages/results'
import { Room } from '../pages/room'

test.use({ quadOptions: FREE_WITH_CLOCK })

const HOUR = 3600

/** The screen has been left open; a sign on it tells whether it was loaded anew. */
const leaveSign = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-sign', 'still here'))
const signIsThere = (page: Page) => expect(page.locator('html[data-sign="still here"]')).toBeAttached()

const cardOf = (page: Page, { title }: Contest): Locator => page.getByRole('article', { name: title, exact: true })

/** Moves a contest to seconds from now, as the organiser's screen does. */
async function move(organiser: Page, contest: Contest, starts: number | null, ends: number): Promise<void> {
  const now = await serverNow(organiser)
  const startsAt = starts === null ? contest.startsAt : now + starts * 1000
  const answer = await organiser.request.post('/api/changetime', {
    data: {
      contestId: contest.id,
      startDate: new Date(startsAt).toISOString(),
      endDate: new Date(now + ends * 1000).toISOString(),
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Counts what a page asks of the API from here on, by the end of the address. */
function asking(page: Page): (ending: string) => number {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return (ending) => asked.filter((path) => path.endsWith(ending)).length
}

/** Each test's page has an organiser beside it, in another browser. */
async function organised(page: Page, open: () => Promise<Page>, wanted: Parameters<typeof makeContest>[1]) {
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, wanted)
  await signedUp(page)
  return { organiser, contest }
}

async function boxOf(shown: Locator) {
  const box = await shown.boundingBox()
  if (!box) throw new Error('not on the screen')
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width }
}

/** A stream that is open, so that what happens next is told and not found. */
const followed = (page: Page, contest: Contest) =>
  page.waitForResponse((answer) => decodeURIComponent(answer.url()).includes(`contest:${contest.id}`))

test.describe('in the room', () => {
  test('the organiser moves the end: the clock goes by the new one, and it is said', async ({ page, open }) => {
    const { organiser, contest } = await organised(page, open, { title: 'Ten minutes more' })
    const live = followed(page, contest)
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await new Room(page).start()
    const room = new Room(page)
    await room.isAt(1, 4)
    await live
    await leaveSign(page)
    const asked = asking(page)
    await toastsStay(page)
    await move(organiser, contest, null, 3 * HOUR)
    await expect(room.clock).toContainText(/0(2:59|3:00):/)
    await expect(page.getByText(/^The end of this contest has been moved to /)).toBeVisible()
    await axe(page)
    // Others who join change nothing in here.
    const other = await open()
    await signedUp(other)
    await other.request.post('/api/complete', { data: { contestId: contest.id, intent: 'join' } })
    await room.choose('right 1')
    await room.isAt(2, 4)
    expect(asked('/attempt')).toBe(0)
    await signIsThere(page)
  })

  for (const [screen, options] of [
    ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ['a tablet', { viewport: { width: 820, height: 1180 }, hasTouch: true }],
    ['a desktop', { viewport: { width: 1440, height: 900 } }],
  ] as const) {
    test(`on ${screen} the notice covers nothing that is needed`, async ({ open, page }) => {
      const { organiser, contest } = await organised(page, open, { title: `On ${screen}` })
      const other = await open(options)
      await signedUp(other)
      const live = followed(other, contest)
      await other.goto(`/ContestQuestion?contest=${contest.id}`)
      await new Room(other).start()
      const room = new Room(other)
      await room.isAt(1, 4)
      await live
      await toastsStay(other)
      await move(organiser, contest, null, 2 * HOUR)
      const notice = other.getByRole('status').filter({ hasText: /^The end of this contest has been moved to / })
      await expect(notice).toBeVisible()
      await settled(other)
      const place = await boxOf(notice)
      const aside = other.getByRole('complementary', { name: 'Questions' })
      for (const [what, part] of [
        ['bar', other.locator('header')],
        ['options', room.options],
        ['buttons', other.locator('footer')],
        ...((await aside.isVisible()) ? ([['navigator', aside]] as const) : []),
      ] as const) {
        const box = await boxOf(part)
        const clear =
          place.bottom <= box.top || place.top >= box.bottom || place.right <= box.left || place.left >= box.right
        expect(clear, `${what}: ${JSON.stringify([place, box])}`).toBe(true)
      }
      expect(await aside.isVisible()).toBe(screen !== 'a phone')
      await axe(other)
    })
  }

  test('the organiser ends it early: it is over here as it would have been later', async ({ page, open }) => {
    const { organiser, contest } = await organised(page, open, { title: 'Fire alarm' })
    const live = followed(page, contest)
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await new Room(page).start()
    const room = new Room(page)
    await room.isAt(1, 4)
    await live
    await room.choose('right 1')
    await leaveSign(page)
    await move(organiser, contest, null, 15)
    await expect(page.getByRole('heading', { name: "Time's up! Contest submitted automatically." })).toBeVisible()
    await signIsThere(page)
    await page.getByRole('link', { name: 'View Results' }).click()
    await expect.poll(() => boardOf(page, contest.title)).toMatchObject([{ rank: 1, correct: 1, wrong: 0, total: 1 }])
  })

  test('handed in elsewhere, without a stream: the next choice finds out, and nothing is called a failure', async ({
    page,
    open,
    watch,
  }) => {
    watch.expect(/409 .*\/post\/answer/, /ERR_FAILED .*\/api\/live/, /Failed to load resource: net::ERR_FAILED/)
    await page.route('**/api/live?*', (route) => route.abort())
    const { contest } = await organised(page, open, { title: 'Two tabs' })
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await new Room(page).start()
    const room = new Room(page)
    await room.isAt(1, 4)
    await page.request.post('/api/complete', { data: { contestId: contest.id, intent: 'submit' } })
    await room.option('right 1').click()
    await expect(page.getByRole('heading', { name: 'Completed - Wait for Results' })).toBeVisible()
    await expect(page.getByText(/Failed to submit/)).toHaveCount(0)
    await axe(page)
  })

  test('without a stream the end is found as before', async ({ page, open, watch }) => {
    watch.expect(/ERR_FAILED .*\/api\/live/, /Failed to load resource: net::ERR_FAILED/)
    await page.route('**/api/live?*', (route) => route.abort())
    const { organiser, contest } = await organised(page, open, { title: 'Old proxy' })
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await new Room(page).start()
    const room = new Room(page)
    await room.isAt(1, 4)
    await move(organiser, contest, null, 3 * HOUR)
    // It looks every half minute.
    await expect(room.clock).toContainText(/0(2:59|3:00):/, { timeout: 90_000 })
  })
})

/** How many answers this browser keeps. */
const rowsOnDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('quad-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('answers').objectStore('answers').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )

test.describe('one person, two windows', () => {
  // Nothing is lost: the first verdict counts.
  test.describe(() => {
    test.describe.configure({ retries: 0 })

    test('what one saved stays saved when the other opens, and counts in both', async ({ page, open }) => {
      const { contest } = await organised(page, open, { title: 'Side by side' })
      await page.goto(`/ContestQuestion?contest=${contest.id}`)
      await new Room(page).start()
      const [one, other] = [new Room(page), new Room(await page.context().newPage())]
      await one.isAt(1, 4)
      await one.choose('right 1')
      await one.isAt(2, 4)
      await one.choose('wrong 2a')
      await one.isAt(3, 4)
      await one.counted({ saved: 2 })
      // Everything the first window calls saved from here on, however short.
      await page.evaluate(() => {
        const seen: string[] = []
        Object.assign(globalThis, { seen })
        const bar = document.querySelector('header')
        if (!bar) throw new Error('no bar')
        new MutationObserver(() => seen.push(bar.innerText)).observe(bar, {
          subtree: true,
          childList: true,
          characterData: true,
        })
      })
      await other.page.goto(`/ContestQuestion?contest=${contest.id}`)
      await other.isAt(3, 4)
      await other.counted({ saved: 2 })
      // The device has let go of them, and the first window has heard of it.
      await expect.poll(() => rowsOnDevice(other.page)).toBe(0)
      await other.choose('right 3')
      await one.counted({ saved: 3 })
      await other.counted({ saved: 3 })
      const said = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
      expect(said.filter((text) => /\b[01] saved/.test(text))).toEqual([])
      for (const n of [1, 2, 3]) {
        await expect(page.getByRole('button', { name: `Question ${n}, answered and saved`, exact: true })).toBeVisible()
      }
      await one.jumpTo(1)
      await expect(one.option('right 1')).toHaveAttribute('aria-disabled', 'true')
      await expect(one.option('right 1')).toContainText('saved')
      await one.jumpTo(4)
      await page.getByRole('button', { name: 'Submit', exact: true }).click()
      await expect(page.getByRole('dialog').getByText('One question has no answer yet:')).toBeVisible()
      await page.reload()
      await one.counted({ saved: 3 })
    })
  })

  test('handing in in one closes the other at once', async ({ page, open }) => {
    const { contest } = await organised(page, open, { title: 'Two windows' })
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await new Room(page).start()
    await new Room(page).isAt(1, 4)
    const other = await page.context().newPage()
    await other.goto(`/ContestQuestion?contest=${contest.id}`)
    await new Room(other).isAt(1, 4)
    const answer = await page.request.post('/api/complete', { data: { contestId: contest.id, intent: 'submit' } })
    expect(answer.ok(), await answer.text()).toBe(true)
    for (const window of [page, other]) {
      await expect(window.getByRole('heading', { name: 'Completed - Wait for Results' })).toBeVisible()
      await expect(window.getByText(/^0 of 4 answered – results /)).toBeVisible()
      await expect(window.getByRole('button', { name: 'View Results' })).toBeDisabled()
    }
    await axe(other)
  })
})

test('the organiser ends a running contest now', { tag: '@gate' }, async ({ page, open }) => {
  const { organiser, contest } = await organised(page, open, { title: 'Enough for today' })
  await organiser.goto(`/questionview/${contest.id}`)
  await expect(organiser.getByRole('button', { name: 'Add questions' }).first()).toBeVisible()
  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  await new Room(page).start()
  await new Room(page).choose('right 1')
  // The page was open before anybody had joined, and is not asked for again.
  await expect(organiser.getByText(/Somebody has joined this contest/)).toBeVisible()
  await expect(organiser.getByRole('button', { name: 'Add questions' })).toHaveCount(0)
  await organiser.getByRole('button', { name: 'End now' }).click()
  const asks = organiser.getByRole('dialog', { name: 'End this contest now?' })
  await expect(asks.getByText(/^One person has joined.*The board becomes final/)).toBeVisible()
  await axe(organiser)
  await asks.getByRole('button', { name: 'End now' }).click()
  await expect(organiser.getByText('The contest has ended. Everybody’s answers are submitted.')).toBeVisible()
  await expect(page.getByText('The organiser has ended this contest. It was submitted automatically.')).toBeVisible()
  await expect(page.getByText(/^Time's up/)).toHaveCount(0)
  await expect(page.getByText(/^1 of 4 answered – results /)).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'View Results' }).click()
  await expect(page).toHaveURL(new RegExp(`/result\\?contest=${contest.id}$`))
  await expect(page.getByRole('row', { name: /\(you\)/ })).toBeVisible()
})

test.describe('before the start', () => {
  test('the waiting room opens by itself, with one call', async ({ page, open }) => {
    const { organiser, contest } = await organised(page, open, { title: 'At nine sharp', starts: HOUR, ends: 2 * HOUR })
    await page.goto('/contest?status=upcoming')
    await cardOf(page, contest).getByRole('button', { name: contest.title }).click()
    const live = followed(page, contest)
    const details = page.getByRole('dialog', { name: contest.title })
    await details.getByRole('link', { name: 'Go to the waiting room' }).click()
    await expect(page.getByText('You are in the waiting room').first()).toBeVisible()
    await expect(page.getByRole('timer')).toContainText(/^00:59:|^01:00:00/)
    await axe(page)
    await live
    await leaveSign(page)
    const asked = asking(page)
    await move(organiser, contest, 25, 2 * HOUR)
    await expect(page.getByRole('timer')).toContainText(/^00:00:[0-2]/)
    const room = new Room(page)
    await expect(page.getByRole('region', { name: 'Question 1 of 4', exact: true })).toBeVisible()
    expect([asked('/complete'), asked('/paper'), asked('/attempt')]).toEqual([1, 1, 0])
    await signIsThere(page)
    await room.choose('right 1')
  })

  test('on a phone that lies on its side the clock of the waiting room is on the screen', async ({ open, page }) => {
    const { contest } = await organised(page, open, { title: 'Sideways', starts: HOUR, ends: 2 * HOUR })
    const phone = await open({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })
    await signedUp(phone)
    await phone.goto(`/my-contests/${contest.id}?wait=1`)
    await expect(phone.getByRole('timer')).toBeInViewport({ ratio: 1 })
    await expect(phone.getByRole('button', { name: 'Stop waiting' })).toBeInViewport({ ratio: 1 })
    await axe(phone)
  })

  test('a session that ends in the waiting room is said, and the place is kept', async ({ page, open, watch }) => {
    watch.expect(/status of 401/)
    const { contest } = await organised(page, open, { title: 'Logged out', starts: HOUR, ends: 2 * HOUR })
    const live = followed(page, contest)
    await page.goto(`/my-contests/${contest.id}?wait=1`)
    await live
    await page.evaluate(() => fetch('/api/logout'))
    await expect(page.getByText(/^You are logged out\. Your place is kept/)).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
    await axe(page)
    await page.getByRole('link', { name: 'Log in again' }).click()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/my-contests/${contest.id}?wait=1`)}`)
  })

  test('who does not wait finds the button, and nothing happens without it', async ({ page, open }) => {
    const { organiser, contest } = await organised(page, open, { title: 'By hand', starts: HOUR, ends: 2 * HOUR })
    const live = followed(page, contest)
    await page.goto(`/my-contests/${contest.id}`)
    await page.getByRole('button', { name: 'Wait here for the start' }).click()
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(page.getByRole('button', { name: 'Wait here for the start' })).toBeVisible()
    await live
    const asked = asking(page)
    await move(organiser, contest, 10, 2 * HOUR)
    const join = page.getByRole('button', { name: 'Join Contest' })
    await expect(join).toBeVisible()
    expect(asked('/complete')).toBe(0)
    await join.click()
    const room = new Room(page)
    await room.start()
    await room.isAt(1, 4)
    expect([asked('/complete'), asked('/attempt')]).toEqual([1, 1])
  })
})

test('the list and a contest’s page follow who joins, and what is made and taken away', async ({ page, open }) => {
  const { organiser, contest } = await organised(page, open, { title: 'In the list' })
  const details = await page.context().newPage()
  await page.goto('/contest')
  await details.goto(`/my-contests/${contest.id}`)
  const facts = [cardOf(page, contest), details.getByRole('main')]
  for (const shown of facts) await expect(shown.getByText('Participants').locator('..')).toContainText('0')
  for (const one of [page, details]) await leaveSign(one)
  const student = await open()
  await signedUp(student)
  await student.request.post('/api/complete', { data: { contestId: contest.id, intent: 'join' } })
  for (const shown of facts) await expect(shown.getByText('Participants').locator('..')).toContainText('1')

  const late = await makeContest(organiser, { title: 'Made meanwhile', starts: HOUR, ends: 2 * HOUR })
  await expect(cardOf(page, late)).toBeVisible()
  await organiser.request.delete(`/api/contests/${late.id}`)
  await expect(cardOf(page, late)).toBeHidden()
  for (const one of [page, details]) await signIsThere(one)
})

test('results that are not open yet follow an end that is moved', async ({ page, open, watch }) => {
  watch.expect(/403 .*\/(standing|results)/)
  const { organiser, contest } = await organised(page, open, { title: 'Sooner than said' })
  await page.request.post('/api/complete', { data: { contestId: contest.id, intent: 'join' } })
  const live = followed(page, contest)
  await page.goto(`/result?contest=${contest.id}`)
  await expect(page.getByText(/The board opens here automatically/)).toBeVisible()
  await live
  await leaveSign(page)
  await move(organiser, contest, null, 15)
  await expect.poll(() => boardOf(page, contest.title)).toMatchObject([{ rank: 1, total: 0 }])
  await signIsThere(page)
})

test('the dashboard brings the rank when a contest is over', async ({ page, open }) => {
  const { organiser, contest } = await organised(page, open, { title: 'Short and over' })
  await page.request.post('/api/complete', { data: { contestId: contest.id, intent: 'join' } })
  await page.goto('/dashboard')
  await expect(page.getByText('After your first contest, its result appears here.')).toBeVisible()
  await leaveSign(page)
  await move(organiser, contest, null, 15)
  const results = page.getByRole('region', { name: 'Your last results' })
  await expect(results.getByText(contest.title)).toBeVisible()
  await expect(results.getByText('No rank yet')).toHaveCount(0)
  await signIsThere(page)
})
