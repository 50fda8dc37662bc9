/**
 * Taking part, on a server whose clock the test may send ahead: the list that turns by itself, the ways into the room
 * and out of it, keys, the colours of the clock, the automatic end, two devices, a log-out in the middle, and the board.
 */
import {
  axe,
  expect,
  FREE_WITH_CLOCK,
  type Locator,
  logIn,
  type Page,
  settled,
  signedUp,
  startQuad,
  test,
  toastsStay,
} from '../fixtures'
import { enterLogIn, openAccountMenu } from '../pages/accounts'
import type { Question } from '../pages/contests'
import { take } from '../pages/corrections'
import { type Contest, jumpAhead, makeContest, numbered, serverNow, wake } from '../pages/prepared'
import { boardOf } from '../pages/results'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of another file.
test.use({ quadOptions: FREE_WITH_CLOCK })

const MINUTE = 60

/** The screen has been left open; a sign on it tells whether it was loaded anew. */
const leaveSign = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-sign', 'still here'))
const signIsThere = (page: Page) => expect(page.locator('html[data-sign="still here"]')).toBeAttached()

const cardOf = (page: Page, { title }: Contest): Locator => page.getByRole('article', { name: title, exact: true })

/** In the room of a contest somebody else made. */
async function inside(page: Page, open: () => Promise<Page>, wanted: Parameters<typeof makeContest>[1]) {
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, wanted)
  const student = await signedUp(page)
  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  await new Room(page).start()
  const room = new Room(page)
  await room.isAt(1, wanted.questions?.length ?? 4)
  return { organiser, contest, student, room }
}

/** Contests of earlier tests are on the list as well: each has its number. */
let told = 0

/** A notice on the list, seen from its beginning: that one will be told of a start, or that this browser shows no notifications. */
async function noticed(page: Page, open: () => Promise<Page>): Promise<Locator> {
  const organiser = await open()
  await signedUp(organiser)
  told += 1
  const contest = await makeContest(organiser, { title: `To be told of ${told}`, starts: 3600, ends: 7200 })
  await signedUp(page)
  await page.goto('/contest')
  await toastsStay(page)
  await cardOf(page, contest).getByRole('button', { name: 'Remind me when it starts' }).click()
  await page.evaluate(() => scrollTo(0, 0))
  return page.locator('.toast').filter({ hasText: /notifi/ })
}

test.describe('the list', () => {
  test('filters by state and finds by words', async ({ page, open }) => {
    const organiser = await open()
    await signedUp(organiser)
    const over = await makeContest(organiser, { title: 'Filter: yesterday', starts: -60 })
    await jumpAhead(organiser, 61 * MINUTE)
    const next = await makeContest(organiser, { title: 'Filter: tomorrow', starts: 86_400, ends: 90_000 })
    const running = await makeContest(organiser, { title: 'Filter: today', description: 'All about volcanoes.' })
    const hidden = await makeContest(organiser, { title: 'Filter: hidden', isPublic: false })

    await signedUp(page)
    await page.goto('/contest')
    for (const contest of [over, next, running]) await expect(cardOf(page, contest)).toBeVisible()
    await expect(cardOf(page, hidden)).toBeHidden()
    await expect(cardOf(page, next).getByText('Upcoming', { exact: true })).toBeVisible()
    await expect(cardOf(page, next).getByRole('button', { name: 'Contest Not Started' })).toBeDisabled()
    await expect(cardOf(page, over).getByText('Ended', { exact: true })).toBeVisible()
    await expect(cardOf(page, over).getByRole('button', { name: 'View Results' })).toBeEnabled()
    await expect(cardOf(page, running).getByText('Active', { exact: true })).toBeVisible()
    await expect(cardOf(page, running).getByText(running.id.slice(-6).toUpperCase())).toBeVisible()
    await axe(page)

    const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
    await tab('Upcoming').click()
    await expect(page).toHaveURL('/contest?status=upcoming')
    await expect(cardOf(page, next)).toBeVisible()
    await expect(cardOf(page, running)).toBeHidden()
    await tab('Active').click()
    await expect(cardOf(page, running)).toBeVisible()
    await expect(cardOf(page, next)).toBeHidden()
    await tab('Completed').click()
    await expect(cardOf(page, over)).toBeVisible()
    await expect(cardOf(page, running)).toBeHidden()
    await page.keyboard.press('Home')
    await expect(tab('All Contests')).toHaveAttribute('aria-selected', 'true')

    const search = page.getByRole('searchbox', { name: 'Search contests' })
    await search.fill('volcano')
    await expect(cardOf(page, next)).toBeHidden()
    await expect(cardOf(page, running)).toBeVisible()
    await search.fill('nothing is called like this')
    await expect(page.getByRole('heading', { name: 'Nothing matches “nothing is called like this”' })).toBeVisible()
    await axe(page)
    await page.getByRole('main').getByRole('button', { name: 'Clear the search' }).last().click()
    await expect(cardOf(page, next)).toBeVisible()

    await cardOf(page, running).getByRole('button', { name: running.title }).click()
    const details = page.getByRole('dialog', { name: running.title })
    await expect(details.getByText('All about volcanoes.')).toBeVisible()
    await axe(page)
  })

  test('turns active and ended by itself', async ({ page, open }) => {
    const organiser = await open()
    await signedUp(organiser)
    await signedUp(page)
    await page.goto('/contest')
    const contest = await makeContest(organiser, { title: 'Short and sharp', starts: 3600, ends: 7200 })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    const card = cardOf(page, contest)
    await expect(card.getByRole('button', { name: 'Contest Not Started' })).toBeVisible()
    await leaveSign(page)
    const left = async (at: number) => Math.floor((at - (await serverNow(organiser))) / 1000)
    // What the list fetches brings the time as well.
    const goTo = async (at: number) => {
      await jumpAhead(organiser, (await left(at)) - 5)
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    }
    await goTo(contest.startsAt)
    await expect(card.getByRole('button', { name: 'Join Contest' })).toBeVisible()
    await expect(card.getByText('Active', { exact: true })).toBeVisible()
    await goTo(contest.endsAt)
    await expect(card.getByRole('button', { name: 'View Results' })).toBeVisible()
    await expect(card.getByText('Ended', { exact: true })).toBeVisible()
    await signIsThere(page)
  })
})

test.describe('ways into the room', () => {
  test('a link leads to a start panel, joining to the first question', async ({ page, open }) => {
    const organiser = await open()
    await signedUp(organiser)
    const contest = await makeContest(organiser, { title: 'By link', description: 'Everything about links.' })
    await signedUp(page)
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await expect(page.getByRole('heading', { level: 1, name: contest.title })).toBeVisible()
    await expect(page.getByText('Everything about links.')).toBeVisible()
    await expect(page.getByText('Open until')).toBeVisible()
    await expect(page.getByText('final once given')).toBeVisible()
    await expect(page.getByText('Your time begins when you press Start.')).toBeVisible()
    await axe(page)
    await new Room(page).start()
    await new Room(page).isAt(1, 4)
    await expect(page.getByText('Your first choice is final')).toBeVisible()
    await expect(page.getByText('0 of 4 questions answered').first()).toBeAttached()
    await axe(page)
  })

  test('a card leads to the same panel, and nobody’s time begins before Start is pressed', { tag: '@gate' }, async ({
    page,
    open,
  }) => {
    const organiser = await open()
    await signedUp(organiser)
    const contest = await makeContest(organiser, { title: 'By card' })
    await signedUp(page)
    await page.goto('/contest')
    await cardOf(page, contest).getByRole('button', { name: 'Join Contest' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/ContestQuestion?contest=${contest.id}`)
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await expect(start).toBeFocused()
    await page.getByRole('link', { name: 'All Contests' }).click()
    await expect(cardOf(page, contest).getByRole('button', { name: 'Join Contest' })).toBeVisible()
    await page.goBack()
    await expect(start).toBeFocused()
    await page.keyboard.press('Enter')
    const room = new Room(page)
    await room.isAt(1, 4)
    // Whoever has joined is asked no second time.
    await page.getByRole('button', { name: 'Leave the contest' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
    await cardOf(page, contest).getByRole('button', { name: 'Continue' }).click()
    await room.isAt(1, 4)
  })

  test('the button to start stays where it is when the description comes', async ({ open }) => {
    const organiser = await open()
    await signedUp(organiser)
    const description = 'Bring a pencil, and read every question twice. '.repeat(30)
    const contest = await makeContest(organiser, { title: 'Late words', description })
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signedUp(page)
    let arrive = () => {}
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(`**/api/contest/${contest.id}`, async (route) => {
      await late
      await route.continue()
    })
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await expect(start).toBeVisible()
    await settled(page)
    const before = await boxOf(start)
    arrive()
    await expect(page.getByText('Bring a pencil, and read every question twice.')).toBeVisible()
    expect(await boxOf(start)).toEqual(before)
    await expect(start).toBeInViewport({ ratio: 1 })
    // Where the thumb is, and the way on in the room will be.
    expect(before.y + before.height).toBeGreaterThan(800)
    await page.setViewportSize({ width: 667, height: 375 })
    await expect(start).toBeInViewport({ ratio: 1 })
  })

  test('a guest comes back to it after logging in', async ({ page, open, watch }) => {
    // The browser was signed in when it was here last, so the page asks for attempt and questions with its first script.
    watch.expect(/401 .*\/(attempt|paper\?early=true)/)
    const organiser = await open()
    await signedUp(organiser)
    const contest = await makeContest(organiser, { title: 'Found on a poster' })
    const person = await signedUp(page)
    await page.context().clearCookies()
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await page.waitForURL((url) => url.pathname === '/login')
    await enterLogIn(page, person.email, person.password)
    await expect(page).toHaveURL(`/ContestQuestion?contest=${contest.id}`)
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  })

  test('the id in local storage is read once, then the address has it', async ({ page, open }) => {
    const { contest } = await inside(page, open, { title: 'From local storage' })
    await page.goto('/robots.txt')
    await page.evaluate((id) => localStorage.setItem('contestid', id), contest.id)
    await page.goto('/ContestQuestion')
    await new Room(page).isAt(1, 4)
    await expect(page).toHaveURL(`/ContestQuestion?contest=${contest.id}`)
    expect(await page.evaluate(() => localStorage.getItem('contestid'))).toBeNull()
    await page.reload()
    await new Room(page).isAt(1, 4)
  })

  test('too early, too late, nowhere: each has its words', async ({ page, open, watch }) => {
    // An unknown contest.
    watch.expect(/404 .*\/api\/contests?\//)
    const organiser = await open()
    await signedUp(organiser)
    const over = await makeContest(organiser, { title: 'Over', starts: -60 })
    await jumpAhead(organiser, 61 * MINUTE)
    const next = await makeContest(organiser, { title: 'Not yet', starts: 3600, ends: 7200 })
    const empty = await makeContest(organiser, { title: 'Without questions', questions: [] })
    await signedUp(page)

    await page.goto(`/ContestQuestion?contest=${next.id}`)
    await expect(page.getByText("Contest hasn't started yet!")).toBeVisible()
    await expect(page).toHaveURL(`/my-contests/${next.id}?wait=1`)
    await expect(page.getByRole('heading', { name: 'You are in the waiting room' })).toBeVisible()
    await page.goto(`/ContestQuestion?contest=${over.id}`)
    await expect(page.getByText('“Over”: Contest has already ended!')).toBeVisible()
    await expect(page).toHaveURL('/contest')
    const stays = page.getByRole('main').getByRole('status').filter({ hasText: '“Over”: Contest has already ended!' })
    await expect(stays.getByRole('link', { name: 'View Results' })).toBeVisible()

    await page.goto('/ContestQuestion')
    await expect(page.getByRole('heading', { name: 'No contest ID found' })).toBeVisible()
    await expect(page.getByText('No contest id found', { exact: true })).toBeVisible()
    await axe(page)

    await page.goto('/ContestQuestion?contest=01900000-0000-7000-8000-000000000000')
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible()
    await expect(page.getByText('Contest data not found')).toBeVisible()
    await axe(page)
    await page.getByText('Debug info').click()
    await expect(page.getByText('01900000-0000-7000-8000-000000000000')).toBeVisible()

    await page.goto(`/ContestQuestion?contest=${empty.id}`)
    await expect(page.getByText(/^It has no questions yet\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0)
    await axe(page)
  })
})

test.describe('in the room', () => {
  test('keys choose, move and mark, and can be switched off', async ({ page, open }) => {
    const { room } = await inside(page, open, { title: 'All by keyboard', questions: numbered(6) })
    const cell = (n: number) =>
      page.getByRole('complementary').getByRole('button', { name: new RegExp(`^Question ${n},`) })
    await page.keyboard.press('m')
    await expect(cell(1)).toHaveAccessibleName('Question 1, seen, not answered, marked for review')
    await page.keyboard.press('ArrowRight')
    await room.isAt(2, 6)
    await page.keyboard.press('ArrowLeft')
    await room.isAt(1, 6)

    await page.keyboard.press('a')
    await expect(cell(1)).toHaveAccessibleName('Question 1, answered and saved')
    await room.isAt(2, 6)
    await page.keyboard.press('4')
    await expect(cell(2)).toHaveAccessibleName('Question 2, answered and saved')
    await room.isAt(3, 6)
    await room.counted({ saved: 2 })
    await expect(page.getByRole('complementary').getByText('2 of 6 questions answered')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
    await axe(page)

    // The chosen option stays, whatever is pressed afterwards.
    await page.keyboard.press('ArrowLeft')
    await room.isAt(2, 6)
    await expect(room.option('wrong 2d')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('a')
    await room.option('right 2').click({ force: true })
    await expect(room.option('right 2')).toHaveAttribute('aria-pressed', 'false')
    await expect(room.option('right 2')).toHaveAttribute('aria-disabled', 'true')
    await expect(room.option('wrong 2d')).toContainText('saved')

    await room.jumpTo(6)
    await room.isAt(6, 6)
    await page.keyboard.press('ArrowRight')
    await room.isAt(6, 6)
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Switch off' }).click()
    await expect(page.getByText('Keyboard shortcuts are off.')).toBeVisible()
    await page.keyboard.press('a')
    await page.keyboard.press('ArrowLeft')
    await room.isAt(6, 6)
    await room.counted({ saved: 2 })
    await page.reload()
    await expect(page.getByText('Keyboard shortcuts are off.')).toBeVisible()
    await page.getByRole('button', { name: 'Switch on' }).click()
    // They act wherever the focus is in the room, also where the button that had it has gone.
    await page.getByRole('button', { name: 'Mark for review' }).click()
    await page.keyboard.press('a')
    await room.counted({ saved: 3 })
    await expect(page.getByRole('button', { name: /for review$/ })).toHaveCount(0)
    await page.keyboard.press('ArrowLeft')
    await room.isAt(5, 6)
    await cell(3).focus()
    await page.keyboard.press('ArrowLeft')
    await room.isAt(4, 6)
    // A focused button is pressed, and nothing else is done.
    await cell(3).focus()
    await page.keyboard.press('Enter')
    await room.isAt(3, 6)
    await room.counted({ saved: 3 })
  })

  test('the clock turns from green to yellow to red', async ({ page, open }) => {
    const { room, contest } = await inside(page, open, { title: 'Against the clock', ends: 60 * MINUTE })
    const left = async () => (contest.endsAt - (await serverNow(page))) / 1000
    const goTo = async (seconds: number) => {
      await jumpAhead(page, Math.floor((await left()) - seconds))
      await wake(page)
    }
    expect(await toneOf(room.clock)).toBe('lawn')
    await expect(room.clock).toContainText('Time Left')
    await expect(room.clock).toContainText(/00:59:\d\d/)
    await goTo(15 * MINUTE + 40)
    await expect(room.clock).toContainText(/00:15:[0-4]/)
    expect(await toneOf(room.clock)).toBe('lawn')
    await goTo(15 * MINUTE + 3)
    await expect(room.clock).toContainText(/00:14:[0-5]/)
    await expect.poll(() => toneOf(room.clock)).toBe('amber')
    await expect(page.getByText('15 minutes left.')).toBeAttached()
    await expect(page.getByText('Hurry!', { exact: true })).toBeHidden()
    await axe(page)
    await goTo(5 * MINUTE + 40)
    await expect(room.clock).toContainText(/00:05:[0-4]/)
    expect(await toneOf(room.clock)).toBe('amber')
    await goTo(5 * MINUTE + 3)
    await expect(room.clock).toContainText(/00:04:[0-5]/)
    await expect.poll(() => toneOf(room.clock)).toBe('brick')
    await expect(room.clock).toContainText('Hurry!')
    await expect(page.getByText('5 minutes left. Hurry!')).toBeAttached()
    await axe(page)
  })

  test('the end submits by itself', async ({ page, open }) => {
    const { room, contest } = await inside(page, open, { title: 'To the last second', ends: 10 * MINUTE })
    await room.choose('right 1')
    await jumpAhead(page, Math.floor((contest.endsAt - (await serverNow(page))) / 1000) - 6)
    await wake(page)
    await expect(page.getByRole('heading', { name: "Time's up! Contest submitted automatically." })).toBeVisible()
    await expect(page.getByText(/^1 of 4 answered – results /)).toBeVisible()
    // The board opens two seconds after the end: the way to it is there then, without a look that is refused.
    await page.getByRole('link', { name: 'View Results' }).click()
    await expect.poll(() => boardOf(page, contest.title)).toMatchObject([{ rank: 1, correct: 1, wrong: 0, total: 1 }])
  })

  // What was answered first stays: the first verdict counts.
  test.describe(() => {
    test.describe.configure({ retries: 0 })

    test('a second device sees the answers, and the first answer counts', { tag: '@gate' }, async ({
      page,
      open,
      watch,
    }) => {
      watch.expect(/409 .*\/api\/post\/answer/)
      const { room, contest, student } = await inside(page, open, { title: 'Two devices' })
      const second = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
      await logIn(second, student.email, student.password)
      await second.goto(`/ContestQuestion?contest=${contest.id}`)
      const other = new Room(second)
      await other.isAt(1, 4)

      await room.choose('right 1')
      // The phone has not heard of it yet.
      await other.option('wrong 1c').click()
      // At the question, and in a notice for somebody who is at another one by now.
      await expect(
        second
          .getByRole('main')
          .getByText('You had answered this question before: that first answer counts, not “wrong 1c”.'),
      ).toBeVisible()
      await expect(other.option('right 1')).toContainText('saved')
      await expect(other.option('wrong 1c')).toHaveAttribute('aria-pressed', 'false')
      await axe(second)

      await room.isAt(2, 4)
      await room.choose('wrong 2a')
      await wake(second)
      await other.counted({ saved: 2 })
      await second.reload()
      await other.counted({ saved: 2 })
      await other.jumpTo(2)
      await expect(other.option('wrong 2a')).toHaveAttribute('aria-pressed', 'true')
    })
  })

  test('handing in says what is missing, and leaving asks once', { tag: '@gate' }, async ({ page, open }) => {
    const { room, contest } = await inside(page, open, { title: 'Handing in' })
    await room.choose('right 1')
    await room.isAt(2, 4)
    await page.getByRole('button', { name: 'Mark for review' }).click()
    await page.getByRole('button', { name: 'Leave the contest' }).click()
    const leave = page.getByRole('dialog', { name: 'Leave the contest?' })
    await expect(leave.getByText(/^The clock keeps running\./)).toBeVisible()
    await axe(page)
    await leave.getByRole('button', { name: 'Stay' }).click()
    await room.isAt(2, 4)
    await page.getByRole('button', { name: 'Leave the contest' }).click()
    await leave.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL('/contest')
    await cardOf(page, contest).getByRole('button', { name: 'Continue' }).click()
    await room.isAt(2, 4)

    await room.jumpTo(4)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Submit contest?' })
    await expect(asked.getByText('3 questions have no answer yet:')).toBeVisible()
    await expect(asked.getByText('One is marked for review:')).toBeVisible()
    await axe(page)
    await asked.getByRole('button', { name: 'Go to question 3' }).click()
    await room.isAt(3, 4)
    await room.choose('right 3')
    await room.isAt(4, 4)
    await room.submit()
    await expect(page.getByRole('heading', { name: 'Contest submitted successfully!' })).toBeFocused()
    const line = page.getByText(/^2 of 4 answered – results (today|tomorrow), \d\d:\d\d [AP]M$/)
    await expect(line).toBeVisible()
    await expect(page.getByRole('button', { name: 'View Results' })).toBeDisabled()
    await axe(page)
    await page.getByRole('link', { name: 'All Contests' }).click()
    await expect(page).toHaveURL('/contest')
    await expect(cardOf(page, contest).getByText('Active (Completed)')).toBeVisible()
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await expect(page.getByRole('heading', { name: 'Completed - Wait for Results' })).toBeVisible()
    await expect(line).toBeVisible()
    await axe(page)
  })

  // Nothing is lost: the first verdict counts.
  test.describe(() => {
    test.describe.configure({ retries: 0 })

    test('a log-out in the middle keeps the answers on the device', { tag: '@gate' }, async ({ page, open, watch }) => {
      watch.expect(/401 .*\/api\//)
      const { room, student, contest } = await inside(page, open, { title: 'Logged out' })
      await room.choose('right 1')
      await room.isAt(2, 4)
      await page.context().clearCookies()
      await room.choose('right 2', 'on this device')
      await expect(page.getByText('You are logged out. Your answers stay on this device')).toBeVisible()
      await axe(page)
      // Whichever way one comes to the log-in page, it says what is still here.
      const waits = page.getByText('Answers to a contest are waiting on this device.')
      await page.getByRole('link', { name: 'Log in again' }).click()
      await expect(waits).toBeVisible()
      await page.goto(`/ContestQuestion?contest=${contest.id}`)
      await expect(page).toHaveURL(/\/login\?next=/)
      await expect(waits).toBeVisible()
      await axe(page)
      await enterLogIn(page, student.email, student.password)
      await page.waitForURL('**/ContestQuestion?contest=*')
      await room.counted({ saved: 2 })
    })

    test('who signs out in another tab leaves no questions in this one', async ({ page, open, watch }) => {
      watch.expect(/status of 401 .*\/api\//)
      const { room, student, contest } = await inside(page, open, { title: 'Two tabs' })
      await room.choose('right 1')
      await room.isAt(2, 4)
      // Where the page to log in is slow to come, the room goes all the same, once.
      await page.route(/\/assets\/LoginPage-.*\.js/, async (route) => {
        // Longer than the room needs to go; less shows less and fails nothing.
        await new Promise((resolve) => setTimeout(resolve, 250))
        await route.continue()
      })
      const other = await page.context().newPage()
      await other.goto('/about')
      await openAccountMenu(other, student.fullName)
      await other.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/ContestQuestion?contest=${contest.id}`)}`)
      await expect(page.getByText('Question number', { exact: false })).toHaveCount(0)
      await expect(page.getByText('Answers to a contest are waiting on this device.')).toHaveCount(0)
      await expect(other.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
      expect(await other.evaluate(() => Object.keys(localStorage).sort())).toEqual(['quad.clock', 'quad.site'])
      await enterLogIn(page, student.email, student.password)
      await room.isAt(2, 4)
      await room.counted({ saved: 1 })
    })

    test('answers that wait are not left alone by a log-out in another tab', async ({ page, open, watch }) => {
      watch.expect(/status of 401 .*\/api\//, /ERR_FAILED .*\/api\/post\/answer/)
      const { room, student } = await inside(page, open, { title: 'Two tabs, one answer' })
      await page.context().route('**/api/post/answer', (route) => route.abort())
      await room.choose('right 1', 'on this device')
      const other = await page.context().newPage()
      await other.goto('/about')
      await openAccountMenu(other, student.fullName)
      await other.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(other.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
      await expect(page.getByText('You are logged out. Your answers stay on this device')).toBeVisible()
      await page.context().unroute('**/api/post/answer')
      await page.getByRole('link', { name: 'Log in again' }).click()
      await enterLogIn(page, student.email, student.password)
      await room.counted({ saved: 1 })
    })

    test('what reached the server too late is shown as not counted', async ({ page, open, watch }) => {
      watch.expect(/ERR_INTERNET_DISCONNECTED/, /403 .*\/api\/(post\/answer|complete)/)
      const { room, contest } = await inside(page, open, {
        title: 'Too late',
        ends: 10 * MINUTE,
        questions: numbered(2),
      })
      await room.choose('right 1')
      await room.isAt(2, 2)
      await page.context().setOffline(true)
      await room.choose('right 2', 'on this device')
      await expect(page.getByText('Working offline – 1 answer on this device')).toBeVisible()
      await axe(page)
      await page.getByRole('button', { name: 'Submit', exact: true }).click()
      await expect(page.getByRole('dialog').getByText(/^The server cannot be reached\./)).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: 'Keep answering' }).click()

      const organiser = await open()
      await jumpAhead(organiser, 11 * MINUTE)
      await page.context().setOffline(false)
      await wake(page)
      // In the room's place, where it stays to be read, and nowhere else.
      await expect(page.getByRole('heading', { name: "Time's up! Contest submitted automatically." })).toBeVisible()
      await expect(page.getByText('One answer came too late and was not counted.')).toBeVisible()
      await expect(page.getByText(/^1 of 2 answered – results /)).toBeVisible()
      await expect(page.getByText("Time's up! Contest submitted automatically.")).toHaveCount(1)
      await expect(page.getByText(/from this device/)).toHaveCount(0)
      await axe(page)
      await page.goto(`/result?contest=${contest.id}`)
      await expect.poll(() => boardOf(page, contest.title)).toMatchObject([{ correct: 1, total: 1 }])
    })
  })

  test('on a phone that lies on its side question, options, clock and the way on are on the screen together', async ({
    open,
  }) => {
    const page = await open({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })
    await inside(page, open, { title: 'On its side' })
    const room = new Room(page)
    await room.isAt(1, 4)
    await settled(page)
    const bar = await boxOf(page.locator('header'))
    const foot = await boxOf(page.locator('footer'))
    const heading = await boxOf(page.getByRole('heading', { level: 1 }))
    const options = await boxOf(room.options)
    expect(heading.y).toBeGreaterThanOrEqual(bar.y + bar.height)
    expect(options.y).toBeGreaterThanOrEqual(heading.y + heading.height)
    expect(options.y + options.height).toBeLessThanOrEqual(foot.y)
    for (const one of await room.options.getByRole('button').all()) {
      expect((await boxOf(one)).height).toBeGreaterThanOrEqual(48)
    }
    await expect(room.clock).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
    for (let n = 2; n <= 4; n += 1) await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('button', { name: 'Submit' })).toBeInViewport({ ratio: 1 })
    await axe(page)
  })

  test('options below the edge are told of, and one press brings them up', async ({ open }) => {
    const page = await open({ viewport: { width: 667, height: 375 }, hasTouch: true, isMobile: true })
    const text = 'Which of the following is true of every operating system that was ever written? '.repeat(7)
    const long = { ...(numbered(1)[0] as Question), text }
    await inside(page, open, { title: 'Long on its side', questions: [long, ...numbered(3).slice(1)] })
    const room = new Room(page)
    const hidden = async (option: string) => {
      const [foot, last] = [await boxOf(page.locator('footer')), await boxOf(room.option(option))]
      return last.y + last.height > foot.y
    }
    // From its beginning, whatever was scrolled to press the button before.
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    expect(await hidden('wrong 1d')).toBe(true)
    const more = page.getByRole('button', { name: 'More options below' })
    await expect(more).toBeInViewport({ ratio: 1 })
    // A strip of the bar: beside it no option can be pressed whose text it covers.
    expect(await boxOf(more)).toMatchObject({ x: 0, width: 667 })
    await axe(page)
    await more.click()
    await expect(more).toBeHidden()
    await expect.poll(() => hidden('wrong 1d')).toBe(false)
    // Where all of them are in sight there is nothing to tell.
    await page.getByRole('button', { name: 'Next' }).click()
    await room.isAt(2, 3)
    expect(await hidden('wrong 2d')).toBe(false)
    await expect(more).toBeHidden()
  })

  test('the question whether to submit begins at the way back, and fits a phone on its side', async ({ open }) => {
    const page = await open({ viewport: { width: 667, height: 320 }, hasTouch: true, isMobile: true })
    const { room } = await inside(page, open, { title: 'Twenty open', questions: numbered(20) })
    await room.jumpTo(20)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Submit contest?' })
    await expect(asked.getByRole('button', { name: 'Keep answering' })).toBeFocused()
    await expect(asked.getByRole('button', { name: 'Go to question 20' })).toBeInViewport({ ratio: 1 })
    await expect(asked.getByText('You cannot add answers after submitting.')).toBeInViewport({ ratio: 1 })
    await expect(asked.getByRole('button', { name: 'Submit contest' })).toBeInViewport({ ratio: 1 })
    await axe(page)
  })

  test('while it is asked whether to leave, the address is still the contest’s', async ({ page, open }) => {
    const organiser = await open()
    await signedUp(organiser)
    const contest = await makeContest(organiser, { title: 'Back and stay' })
    await signedUp(page)
    await page.goto('/contest')
    const room = new Room(page)
    await room.join(cardOf(page, contest))
    await room.isAt(1, 4)
    const here = `/ContestQuestion?contest=${contest.id}`
    const leave = page.getByRole('dialog', { name: 'Leave the contest?' })
    await page.goBack()
    await expect(leave.getByRole('button', { name: 'Stay' })).toBeFocused()
    await expect(page).toHaveURL(here)
    page.once('dialog', (asked) => void asked.accept())
    await page.reload()
    await room.isAt(1, 4)
    await page.goBack()
    await leave.getByRole('button', { name: 'Stay' }).click()
    await expect(leave).toBeHidden()
    await room.isAt(1, 4)
    await page.goBack()
    await leave.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL('/contest')
  })

  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [667, 375],
    [844, 390],
    [820, 1180],
  ] as const) {
    test(`notices leave the buttons of a page free, ${width} by ${height}`, async ({ open }) => {
      const page = await open({ viewport: { width, height } })
      const notice = await noticed(page, open)
      await expect(notice).toBeInViewport({ ratio: 1 })
      await notice.hover()
      await settled(page)
      const covers = async (way: Locator) => {
        const [it, box] = [await boxOf(way), await boxOf(notice)]
        const apart = it.y + it.height <= box.y || box.y + box.height <= it.y || it.x >= box.x + box.width
        return apart ? '' : `${JSON.stringify(it)} below the notice ${JSON.stringify(box)}`
      }
      // It moves a moment after the page has.
      const free = async (ways: Locator[]) => {
        for (const way of ways) if (await way.isVisible()) await expect.poll(() => covers(way)).toBe('')
      }
      await free([
        page.getByRole('button', { name: 'Refresh', exact: true }),
        page.getByRole('link', { name: 'Create New Contest' }),
        ...(await page.getByRole('banner').getByRole('button').all()),
      ])
      // On a phone on its side the rest begins at the lower edge, and is scrolled clear.
      if (height < 480) await page.evaluate(() => scrollBy(0, 120))
      await free(await page.getByRole('tab').all())
      // At the end of the page nothing stays below it, either.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await free([page.getByRole('contentinfo').getByRole('radio').last().locator('..')])
    })
  }

  test('notices stand at the top right where there is room', async ({ open }) => {
    // The one notice that is looked at while it slides in.
    const page = await open({ viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' })
    const notice = await noticed(page, open)
    await notice.hover()
    await settled(page)
    const [box, banner] = [await boxOf(notice), await boxOf(page.getByRole('banner'))]
    expect(box.x + box.width).toBeGreaterThan(1240)
    expect(box.y).toBeGreaterThan(banner.y + banner.height)
    expect(box.y).toBeLessThan(160)
  })

  test('on a phone a notice leaves the heading of the list free', async ({ open }) => {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const notice = await noticed(page, open)
    await expect(notice).toBeVisible()
    await settled(page)
    const heading = await boxOf(page.getByRole('heading', { level: 1, name: 'Contests' }))
    expect((await boxOf(notice)).y).toBeGreaterThan(heading.y + heading.height)
    await expect(notice).toBeInViewport({ ratio: 1 })
  })

  test('on a phone the title is whole also where answers wait on the device', async ({ open, watch }) => {
    watch.expect(/ERR_INTERNET_DISCONNECTED/)
    const page = await open({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
    const title = 'Operating Systems: Mid-term of the Monsoon Semester'
    const { room } = await inside(page, open, { title })
    await room.choose('right 1')
    await room.isAt(2, 4)
    const bar = page.locator('header')
    const before = await boxOf(bar)
    await page.context().setOffline(true)
    await room.choose('right 2', 'on this device')
    await expect(bar.getByText('1 on this device')).toBeVisible()
    // What is below would move under a finger.
    expect(await boxOf(bar)).toEqual(before)
    for (const width of [320, 360, 412, 480, 640]) {
      await page.setViewportSize({ width, height: 640 })
      await expect(bar.getByText(title)).toBeInViewport({ ratio: 1 })
      await expect.poll(() => cutTexts(bar), { message: `cut at ${width}` }).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  test('on a phone the navigator is a sheet and nothing scrolls sideways', async ({ open }) => {
    const page = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
    const { room } = await inside(page, open, { title: 'In the hand', questions: numbered(12) })
    await room.choose('wrong 1b')
    await room.isAt(2, 12)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.getByRole('button', { name: 'Questions: 2 / 12' }).click()
    const sheet = page.getByRole('dialog', { name: '1 of 12 questions answered' })
    await expect(sheet.getByRole('button', { name: /^Question \d+, / })).toHaveCount(12)
    await axe(page)
    await sheet.getByRole('button', { name: /^Question 12,/ }).click()
    await room.isAt(12, 12)
    for (const option of await room.options.getByRole('button').all()) {
      expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    }
  })
})

test.describe('the place on the list', () => {
  test('is kept over a reload and another document, also beyond the first step', async ({ page, open }) => {
    const organiser = await open()
    await signedUp(organiser)
    for (let n = 1; n <= 33; n += 1) {
      await makeContest(organiser, { title: `Of many ${n}`, starts: -60, questions: [] })
    }
    await jumpAhead(organiser, 61 * MINUTE)
    await signedUp(page)
    await page.goto('/contest?status=completed')
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(30)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => cards.count()).toBeGreaterThan(30)
    const goTo = async (where: (height: number) => number) =>
      page.evaluate((top) => scrollTo(0, top), where(await height(page)))
    const top = () => page.evaluate(() => Math.round(scrollY))
    for (const where of [(height: number) => height / 3, (height: number) => height]) {
      await goTo(where)
      await expect.poll(top).toBeGreaterThan(300)
      // The router hears of the scrolling with the next frame, and puts the place down when the document goes.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      const before = await top()
      await page.reload()
      await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(60)
    }
    const before = await top()
    await page.goto('/pricing')
    await page.goBack()
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(60)
  })
})

test.describe('my contests', () => {
  test('lists what one joined', async ({ page, open }) => {
    await signedUp(page)
    await page.goto('/my-contests')
    await expect(page.getByText('No contests found')).toBeVisible()
    await axe(page)
    const { contest } = await inside(page, open, { title: 'Mine to finish' })
    await page.goto('/my-contests')
    await cardOf(page, contest).getByRole('link', { name: 'View Details' }).click()
    await expect(page).toHaveURL(`/my-contests/${contest.id}`)
    await axe(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await new Room(page).isAt(1, 4)
  })
})

test.describe('results', () => {
  test('wait for the end, and open by themselves', async ({ page, open, watch }) => {
    watch.expect(/403 .*\/api\//)
    const { contest, organiser } = await inside(page, open, { title: 'Patience', ends: 10 * MINUTE })
    await new Room(page).choose('right 1')
    await page.goto(`/result?contest=${contest.id}`)
    await expect(
      page.getByRole('heading', { name: 'Results are only available after the contest ends!' }),
    ).toBeVisible()
    await expect(page.getByText(/^It ends in \d+ min/)).toBeVisible()
    await axe(page)
    // The owner sees a live board meanwhile.
    await organiser.goto(`/result?contest=${contest.id}`)
    await expect(organiser.getByText('Live', { exact: true })).toBeVisible()
    expect(await boardOf(organiser, contest.title)).toMatchObject([{ correct: 1, total: 1 }])
    await axe(organiser)

    await jumpAhead(page, Math.floor((contest.endsAt - (await serverNow(page))) / 1000) - 3)
    await page.reload()
    await leaveSign(page)
    await expect(page.getByRole('table', { name: `Leaderboard of ${contest.title}` })).toBeVisible()
    await signIsThere(page)
  })

  test('without participants or without an id they say so', async ({ page }) => {
    await signedUp(page)
    const contest = await makeContest(page, { title: 'Nobody came', starts: -60 })
    await jumpAhead(page, 61 * MINUTE)
    await page.goto(`/result?contest=${contest.id}`)
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
    await expect(page.getByText('There are no participants for this contest yet.')).toBeVisible()
    await axe(page)
    await page.goto('/result')
    await expect(page.getByRole('heading', { name: 'Error Loading Results' })).toBeVisible()
    await expect(page.getByText('No contest ID found')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
    await axe(page)
  })

  test('on a phone no name of the board is cut and no time broken', async ({ open }) => {
    const organiser = await open()
    await signedUp(organiser)
    const contest = await makeContest(organiser, { title: 'Long names', ends: 10 * MINUTE, questions: numbered(2) })
    // Wider than a phone, and than a step of the podium: it may be broken anywhere.
    const word = 'Wolfeschlegelsteinhausenbergerdorff'
    const names = [
      'Thiruvenkatachari Srinivasa Iyengar',
      'Lakshminarayanan Venkatasubramanian',
      'Raj Bahadur Singh Chauhan Rathore',
      word,
      'Anantha Padmanabha Subramanian',
    ]
    const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
    let page = organiser
    // All took less than a second, so who did the same is told apart by thousandths: the second of each takes a little longer.
    // The last one looks.
    const choices = [
      ['wrong 1b'],
      ['right 1', 'right 2'],
      ['wrong 1b'],
      ['right 1', 'right 2'],
      ['wrong 1b', 'wrong 2a'],
    ]
    for (const [at, fullName] of names.entries()) {
      page = await open(phone)
      await take(page, await signedUp(page, { fullName }), contest, choices[at] ?? [], at === 2 || at === 3)
    }
    await jumpAhead(organiser, 11 * MINUTE)
    await page.goto(`/result?contest=${contest.id}`)
    const board = page.getByRole('table', { name: `Leaderboard of ${contest.title}` })
    for (const width of [320, 360, 390, 412, 768]) {
      await page.setViewportSize({ width, height: 640 })
      // Its first rows at the lower edge, so that the own one is pinned.
      await board.evaluate((one) => scrollTo(0, one.getBoundingClientRect().top + scrollY - 490))
      await expect(page.getByRole('button', { name: /show my place/ })).toBeInViewport({ ratio: 1 })
      await expect.poll(() => cutTexts(board), { message: `cut at ${width}` }).toEqual([])
      const broken = async () => (await brokenWords(board)).filter((one) => one !== word)
      await expect.poll(broken, { message: `broken at ${width}` }).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    const step = page.getByRole('region', { name: 'Podium' }).getByRole('listitem').filter({ hasText: word })
    expect(await step.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    await page.setViewportSize(phone.viewport)
    const rows = await boardOf(page, contest.title)
    expect(rows.map(({ rank, correct, wrong, total }) => [rank, correct, wrong, total])).toEqual([
      [1, 2, 0, 2],
      [2, 2, 0, 2],
      [3, 0, 1, 1],
      [4, 0, 1, 1],
      [5, 0, 2, 2],
    ])
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort())
    await expect(board.locator('tr[aria-current]')).toContainText('you')
    await expect(board.getByText(/0:00\.\d{3}/)).toHaveCount(4)
    await axe(page)
  })

  test('the board of a campus: podium, histogram, the own row pinned, the owner’s analysis', async ({
    browser,
    watch,
  }) => {
    const campus = await startQuad({ demo: true })
    try {
      const said = campus.log()
      const of = (role: string) => new RegExp(`(\\S+@\\S+) +(\\S+) +${role}$`, 'm').exec(said)?.slice(1, 3) ?? []
      const enter = async (role: string) => {
        const context = await browser.newContext({ baseURL: campus.address, viewport: { width: 1440, height: 900 } })
        watch.over(context)
        const page = await context.newPage()
        const [email = '', password = ''] = of(role)
        await logIn(page, email, password)
        return page
      }
      const page = await enter('student')
      await page.goto('/my-contests')
      const ended = page.getByRole('article').filter({ hasText: 'Ended' })
      await expect(ended.first()).toBeVisible()
      await ended.first().getByRole('link', { name: 'View Details' }).click()
      await page.getByRole('link', { name: 'View Results' }).click()
      const podium = page.getByRole('region', { name: 'Podium' })
      await expect(podium.getByRole('listitem')).toHaveCount(3)
      const bars = page.getByRole('list', { name: 'Participants by number of correct answers' })
      await expect(bars.getByRole('listitem').first()).toContainText(/^0 correct: \d+ participants?$/)
      await expect(page.getByText(/^you: \d+, (ahead of|nobody is ahead)/)).toBeVisible()
      await axe(page)
      for (const [width, high] of [
        [320, 640],
        [390, 844],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height: high })
        await expect.poll(() => brokenWords(podium), { message: `${width} wide` }).toEqual([])
      }

      // The own row is at hand wherever one is, and leads to its place.
      const pinned = page.getByRole('button', { name: /show my place/ })
      await expect(pinned).toBeInViewport()
      await pinned.click()
      await expect(page.locator('tr[aria-current]')).toBeInViewport()
      await expect(pinned).toBeHidden()

      const owner = await enter('organiser')
      await owner.goto('/createcontest')
      const own = owner.getByRole('article').filter({ hasText: 'Ended' }).first()
      await own.getByRole('link', { name: 'View Results' }).click()
      await owner.getByRole('tab', { name: /^Questions/ }).click()
      const analysis = owner.getByRole('tabpanel')
      await expect(analysis.getByText(/of those who answered/)).toBeVisible()
      await expect(analysis.getByText(/^\d+ of \d+ answered$/).first()).toBeVisible()
      await analysis.getByLabel('Hardest first').check()
      await axe(owner)
      const [file] = await Promise.all([
        owner.waitForEvent('download'),
        owner.getByRole('button', { name: 'Download CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^results-[a-z0-9-]+\.csv$/)
      await page.context().close()
      await owner.context().close()
    } finally {
      await campus.close()
    }
  })
})

/** Texts that are shown only in part. */
function cutTexts(shown: Locator): Promise<string[]> {
  return shown.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('*')]
      // What only a screen reader reads is a point.
      .filter(({ clientWidth }) => clientWidth > 1)
      .filter((one) => getComputedStyle(one).overflow === 'hidden')
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
      .map(({ innerText }) => innerText),
  )
}

/** Words that stand on two lines. */
function brokenWords(shown: Locator): Promise<string[]> {
  return shown.evaluate((element) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return broken
  })
}

/** Which of the three colours the clock has now, as the tokens say it in this theme. */
function toneOf(clock: Locator): Promise<string | undefined> {
  return clock.evaluate(async (element) => {
    await Promise.allSettled(element.getAnimations().map((one) => one.finished))
    return ['lawn', 'amber', 'brick'].find((name) => {
      // One for each: what changes its colour passes through what it had.
      const probe = document.createElement('i')
      probe.style.color = `var(--${name})`
      document.body.append(probe)
      const isIt = getComputedStyle(probe).color === getComputedStyle(element).color
      probe.remove()
      return isIt
    })
  })
}

const height = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)

async function boxOf(shown: Locator) {
  const box = await shown.boundingBox()
  if (!box) throw new Error('not on the screen')
  return box
}
