/**
 * My Contests in each of its states: none yet, failing and coming back, filtered; and what View Details says of a contest
 * that is ahead, running, submitted, missed or one's own. The result and the answers are told in account.spec.ts.
 */
import { axe, axeInBothThemes, expect, FREE_WITH_CLOCK, inTheme, type Page, signedUp, test } from '../fixtures'
import { enterLogIn } from '../pages/accounts'
import { jumpAhead, makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

test.use({ quadOptions: FREE_WITH_CLOCK })

// Whose answers and results one sees: the first verdict counts.
test.describe.configure({ retries: 0 })

const whatNow = (page: Page, title: string | RegExp) => page.getByRole('region', { name: title })

test('nobody has joined anything at first, and a failure can be asked again', async ({ page, watch }) => {
  watch.expect(/ERR_FAILED/)
  await signedUp(page)
  await page.goto('/my-contests')
  await expect(page.getByRole('heading', { name: 'No contests found' })).toBeVisible()
  await axe(page)
  await inTheme(page, 'dark')
  await axe(page, 'colours')

  // The page asks again by itself now and then: nothing passes before somebody has pressed.
  await page.route('**/api/contest/my-contests', async (route) => {
    const pressed = await page.evaluate(() => 'pressed' in document.documentElement.dataset)
    return pressed ? route.continue() : route.abort()
  })
  await page.reload()
  await page.evaluate(() => {
    const note = () => document.documentElement.setAttribute('data-pressed', '')
    document.addEventListener('click', note, { capture: true })
  })
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await axe(page)
  await again.click()
  await expect(page.getByRole('heading', { name: 'No contests found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'All Contests' }).last().click()
  await expect(page).toHaveURL('/contest')
})

test('a card says where a contest stands, its page what can be done now', async ({ page, open, watch }) => {
  watch.expect(/status of 40[34]/)
  const organiser = await open()
  await signedUp(organiser)
  const [running, done, ahead, missed] = [
    await makeContest(organiser, { title: 'Still running' }),
    await makeContest(organiser, { title: 'Handed in' }),
    await makeContest(organiser, { title: 'Ahead of us', starts: 1800 }),
    await makeContest(organiser, { title: 'Over soon', ends: 60 }),
  ]
  await jumpAhead(organiser, 61)
  await signedUp(page)
  for (const contest of [done, running]) {
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await new Room(page).start()
    const room = new Room(page)
    await room.isAt(1, 4)
    await room.choose('right 1')
    await room.isAt(2, 4)
  }
  const submitted = await page.request.post('/api/complete', { data: { contestId: done.id, intent: 'submit' } })
  expect(submitted.ok(), await submitted.text()).toBe(true)

  await page.goto('/my-contests')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  // What waits for one comes first.
  await expect(cards.first()).toContainText('Still running')
  await expect(cards.first().getByText('Active', { exact: true })).toBeVisible()
  await expect(cards.last().getByText('Active (Completed)')).toBeVisible()
  for (const words of ['Start', 'End', '1 of 4'])
    await expect(cards.first().getByText(words, { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: /^Ended/ }).click()
  await expect(page).toHaveURL('/my-contests?status=ended')
  await expect(cards).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all of mine' }).click()

  await page.getByRole('link', { name: `View Details: ${done.title}` }).click()
  await expect(whatNow(page, 'Submitted').getByText(/^The results open in/)).toBeVisible()
  await axe(page)
  await page.getByRole('main').getByRole('link', { name: 'My Contests' }).click()
  await page.getByRole('link', { name: `View Details: ${running.title}` }).press('Enter')
  await expect(whatNow(page, 'Continue where you left off').getByText('1 of 4 answered')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await new Room(page).isAt(2, 4)

  await page.goto(`/my-contests/${ahead.id}`)
  await expect(whatNow(page, /^It starts in/)).toBeVisible()
  await axe(page)
  await page.goto(`/my-contests/${missed.id}`)
  await expect(whatNow(page, 'You did not take part')).toBeVisible()
  await page.goto('/my-contests/01a1f8ef-6140-7277-9208-019e6cd572a8')
  await expect(page.getByRole('heading', { name: 'This contest did not load' })).toBeVisible()
  await axe(page)
  await organiser.goto(`/my-contests/${running.id}`)
  await expect(whatNow(organiser, 'This contest is yours')).toBeVisible()

  // Whoever runs contests finds them first, here and on the dashboard.
  await organiser.goto('/my-contests')
  const run = organiser.getByRole('region', { name: 'Contests you run' })
  await expect(run.getByRole('article')).toHaveCount(4)
  await expect(run.getByRole('article').first().getByRole('link', { name: 'Live Results' })).toBeVisible()
  await axe(organiser)
  await organiser.goto('/dashboard')
  await expect(run.getByRole('listitem')).toHaveCount(3)
  await expect(run.getByRole('link', { name: 'Live Results' })).toHaveCount(2)
  await axe(organiser)
})

test('a guest reads what a shared contest is, and comes back to it by the log-in', async ({ page, open, watch }) => {
  watch.expect(/status of 404 .*link-preview/)
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title: 'Freshers’ Quiz', description: 'For all.', starts: 1800 })
  const hidden = await makeContest(organiser, { title: 'Among us', isPublic: false })
  const student = await signedUp(page)
  await page.context().clearCookies()
  await page.goto(`/my-contests/${contest.id}`)
  await expect(page.getByRole('heading', { level: 1, name: contest.title })).toBeVisible()
  await expect(page.getByText('For all.')).toBeVisible()
  await expect(page.getByText('Starts in 30 min')).toBeVisible()
  await axeInBothThemes(page)
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await enterLogIn(page, student.email, student.password)
  await expect(page).toHaveURL(`/my-contests/${contest.id}`)
  await expect(page.getByRole('heading', { level: 1, name: contest.title })).toBeVisible()

  // Of a private one nothing is told.
  await page.context().clearCookies()
  await page.goto(`/my-contests/${hidden.id}`)
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/my-contests/${hidden.id}`)}`)
})
