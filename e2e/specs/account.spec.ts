/**
 * One's own account through its screens: new details, a new password, the data as a file, the end of it; and what one
 * finds behind View Details of a contest one took. The rules themselves are told in server/tests/it.
 */
import { readFile } from 'node:fs/promises'
import { axe, expect, FREE_WITH_CLOCK, inTheme, logIn, type Page, signedUp, test } from '../fixtures'
import { enterLogIn, openAccountMenu } from '../pages/accounts'
import { jumpAhead, makeContest, numbered } from '../pages/prepared'
import { Room } from '../pages/room'

test.use({ quadOptions: FREE_WITH_CLOCK })

const FRESH = 'a quiet lantern by 9 rivers'
const MINUTE = 60

const part = (page: Page, name: string) => page.getByRole('region', { name })

test('a new name shows at once, wherever the old one stood', async ({ page }) => {
  const person = await signedUp(page, { fullName: 'Meera Iyer' })
  await page.goto('/profile')
  await axe(page)
  const details = part(page, 'Your details')
  await details.getByRole('button', { name: 'Edit details' }).click()
  await expect(details.getByLabel('Full name')).toBeFocused()
  await expect(details.getByLabel('E-mail')).toHaveValue(person.email)
  await expect(details.getByLabel('E-mail')).toBeDisabled()
  await axe(page)

  await details.getByLabel('Full name').fill('')
  await details.getByLabel('Contact number').fill('12')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('Please enter your name')).toBeVisible()
  await expect(details.getByText('Enter 7 to 15 digits')).toBeVisible()
  await expect(details.getByLabel('Full name')).toBeFocused()
  await axe(page)

  await details.getByLabel('Full name').fill('Meera Raghunathan')
  await details.getByLabel('Contact number').fill('+91 90000 12345')
  await details.getByRole('combobox', { name: 'Batch year' }).selectOption({ index: 1 })
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your account is up to date')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Meera Raghunathan' })).toBeVisible()
  await expect(details.getByText('+91 90000 12345')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Edit details' })).toBeFocused()
  await openAccountMenu(page, 'Meera Raghunathan')
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Meera Raghunathan' })).toBeVisible()
})

test('each part of the profile has an address', async ({ page }) => {
  await signedUp(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/profile#data')
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeInViewport()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Password' }).click()
  await expect(page).toHaveURL('/profile#password')
  await expect(page.getByRole('button', { name: 'Change password' })).toBeInViewport()
})

// Rights: the first verdict counts.
test.describe(() => {
  test.describe.configure({ retries: 0 })

  test('a new password logs out the other devices, and the old one is over', async ({ page, open, watch }) => {
    watch.expect(/status of 40[013]/)
    const person = await signedUp(page)
    const other = await open()
    await logIn(other, person.email, person.password)

    await page.goto('/profile')
    const password = part(page, 'Password')
    await expect(password.getByText('Every other browser and phone is logged out; this one stays logged in.')).toBeVisible()
    await password.getByRole('button', { name: 'Change password' }).click()
    const fill = async (current: string, fresh: string, again = fresh) => {
      await password.getByLabel('Current password', { exact: true }).fill(current)
      await password.getByLabel('New password', { exact: true }).fill(fresh)
      await password.getByLabel('Repeat the new password', { exact: true }).fill(again)
    }
    await expect(password.getByLabel('Current password', { exact: true })).toBeFocused()
    await fill('not the right one', FRESH, `${FRESH}!`)
    await expect(password.getByText('Passwords do not match')).toBeVisible()
    await axe(page)
    await fill('not the right one', FRESH)
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(password.getByText('That is not your password.')).toBeVisible()
    await expect(password.getByLabel('Current password', { exact: true })).toBeFocused()
    await fill(person.password, 'password1')
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(password.getByText(/too easy to guess/)).toBeVisible()
    await fill(person.password, FRESH)
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Your password is changed; all your other devices are logged out')).toBeVisible()
    await expect(part(page, 'Where you are logged in').getByRole('listitem')).toHaveCount(1)

    await other.goto('/my-contests')
    await other.waitForURL((url) => url.pathname === '/login')
    await enterLogIn(other, person.email, person.password)
    await expect(other.getByText('Invalid email or password')).toBeVisible()
    await enterLogIn(other, person.email, FRESH)
    await expect(other).toHaveURL('/my-contests')
  })
})

test('everything kept about one comes as a file', async ({ page, open }) => {
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title: 'In the file' })
  const person = await signedUp(page)
  await takeOne(page, contest.id)

  await page.goto('/profile')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^quad-data-\d{4}-\d\d-\d\d\.json$/)
  const text = await readFile(await download.path(), 'utf8')
  const data = JSON.parse(text) as Record<string, unknown> & { account: { email: string } }
  for (const key of ['account', 'roles', 'sessions', 'payments', 'polls', 'contests', 'attempts', 'enquiries']) {
    expect(Object.keys(data)).toContain(key)
  }
  expect(data.account.email).toBe(person.email)
  expect(text).toContain('In the file')
  expect(text).toContain('right 1')
  // What is right is nobody's business before the end, and a hash nobody's at all.
  expect(text).not.toContain('right 2')
  expect(text).not.toContain('argon2')
})

test('an account is deleted: the result stays, the name goes, the address is free', async ({ page, open, watch }) => {
  watch.expect(/status of 40[013]/)
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title: 'After they left', ends: 10 * MINUTE })
  const person = await signedUp(page, { fullName: 'Nobody Remembers' })
  await takeOne(page, contest.id)
  await jumpAhead(page, 11 * MINUTE)
  // Seen with the name first: the board is kept in memory.
  await organiser.goto(`/result?contest=${contest.id}`)
  const board = organiser.getByRole('table', { name: `Leaderboard of ${contest.title}` })
  await expect(board.getByText('Nobody Remembers')).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(asked.getByText(/“Former student” and four letters/)).toBeVisible()
  await axe(page)
  await asked.getByRole('button', { name: 'Delete for good' }).click()
  await expect(asked.getByText('Enter your current password')).toBeVisible()
  await asked.getByLabel('Current password', { exact: true }).fill('not it')
  await asked.getByRole('button', { name: 'Delete for good' }).click()
  await expect(asked.getByText('That is not your password.')).toBeVisible()
  await expect(asked.getByLabel('Current password', { exact: true })).toBeFocused()
  await axe(page)
  await asked.getByLabel('Current password', { exact: true }).fill(person.password)
  await asked.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userId1'))).toBeNull()
  await axe(page)

  await page.goto('/login')
  await enterLogIn(page, person.email, person.password)
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await organiser.reload()
  await expect(board.getByText(/^Former student [A-Za-z]{4}$/)).toBeVisible()
  await expect(organiser.getByText('Nobody Remembers')).toBeHidden()

  const again = await signedUp(page, { fullName: 'Somebody New', email: person.email })
  expect(again.id).not.toBe(person.id)
  await page.goto('/my-contests')
  await expect(page.getByText('No contests found')).toBeVisible()
})

test('View Details leads from waiting to the result and the answers', async ({ page, open, watch }) => {
  watch.expect(/status of 403/)
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title: 'To look up', ends: 10 * MINUTE })
  await organiser.goto(`/questionview/${contest.id}`)
  await organiser.getByRole('button', { name: 'Edit details' }).click()
  const edit = organiser.getByRole('dialog', { name: 'Edit details' })
  await edit.getByLabel('Show answers after the end').check()
  await axe(organiser)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(organiser.getByText('shown', { exact: true })).toBeVisible()

  await signedUp(page)
  const room = await takeOne(page, contest.id)
  await room.isAt(2, 4)
  await room.choose('wrong 2a')
  await page.goto('/my-contests')
  await page.getByRole('link', { name: `View Details: ${contest.title}` }).click()
  await expect(page.getByText('2 of 4 answered')).toBeVisible()
  await expect(page.getByText(/^It ends in \d+ min/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await axe(page)

  await jumpAhead(page, 11 * MINUTE)
  await page.reload()
  const result = part(page, 'Your result')
  await expect(result.getByText('of 4')).toBeVisible()
  await expect(result.getByRole('link', { name: 'View Results' })).toBeVisible()
  const answers = part(page, 'Your answers')
  await expect(answers.getByRole('heading', { level: 3 })).toHaveCount(4)
  await axe(page)
  await inTheme(page, 'dark')
  await axe(page, 'colours')
  await answers.getByRole('tab', { name: 'Wrong 1' }).click()
  await expect(answers.getByRole('heading', { level: 3 })).toHaveText(['2 Question number 2?'])
  await expect(answers.getByRole('listitem').filter({ hasText: 'wrong 2a' }).last()).toContainText('your answer')
  await expect(answers.getByRole('listitem').filter({ hasText: 'right 2' }).last()).toContainText('right')
  await page.keyboard.press('ArrowRight')
  await expect(answers.getByRole('heading', { level: 3 })).toHaveCount(2)

  // The owner changes their mind.
  const closed = await organiser.request.put(`/api/contests/${contest.id}`, {
    data: { title: contest.title, description: '', answersShown: false },
  })
  expect(closed.ok(), await closed.text()).toBe(true)
  await page.reload()
  await expect(answers.getByText('The answers are not shown')).toBeVisible()
})

test('where options are mixed, each person has an own order, in the room and when it is looked up', async ({
  page,
  open,
}) => {
  const organiser = await open()
  await signedUp(organiser)
  const questions = numbered(4)
  const fixed: [string, string, string, string] = ['Tea', 'Coffee', 'Both A and B', 'None of the above']
  questions[3] = { text: 'Which?', options: fixed, answer: 0 }
  const contest = await makeContest(organiser, { title: 'Mixed', ends: 10 * MINUTE, questions })
  await organiser.goto(`/questionview/${contest.id}`)
  await organiser.getByRole('button', { name: 'Edit details' }).click()
  const edit = organiser.getByRole('dialog', { name: 'Edit details' })
  await edit.getByLabel('Mix the options for each person').check()
  await edit.getByLabel('Show answers after the end').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(organiser.getByText('mixed for each person', { exact: true })).toBeVisible()

  const seen = async (room: Room) => {
    const orders: string[][] = []
    for (let n = 1; n <= 4; n += 1) {
      await room.jumpTo(n)
      await room.isAt(n, 4)
      const texts = await room.options.getByRole('button').allInnerTexts()
      orders.push(texts.map((text) => text.split('\n').find((line) => line.length > 2) ?? text))
    }
    return orders
  }
  await signedUp(page)
  const room = await takeOne(page, contest.id)
  const own = await seen(room)
  const written = questions.map(({ options }) => [...options])
  expect(own.map((options) => options.toSorted())).toEqual(written.map((options) => options.toSorted()))
  expect(own).not.toEqual(written)
  expect(own[3]).toEqual(fixed)
  await page.reload()
  await expect(room.options).toBeVisible()
  expect(await seen(room)).toEqual(own)

  const other = await open()
  await signedUp(other)
  expect(await seen(await takeOne(other, contest.id))).not.toEqual(own)

  // Somebody has begun: it stays as it is.
  const late = await organiser.request.put(`/api/contests/${contest.id}`, {
    data: { title: contest.title, description: '', optionOrder: 'fixed' },
  })
  expect(late.status()).toBe(409)

  // A room that sees the end submits, and is refused where that has come too late.
  await other.close()
  await page.goto('/contest')
  await jumpAhead(page, 11 * MINUTE)
  await page.goto(`/my-contests/${contest.id}`)
  const answers = part(page, 'Your answers')
  await expect(answers.getByRole('heading', { level: 3 })).toHaveCount(4)
  for (const [at, options] of own.entries()) {
    const rows = answers
      .getByRole('list')
      .nth(at + 1)
      .getByRole('listitem')
    for (const [place, option] of options.entries()) await expect(rows.nth(place)).toContainText(option)
  }
})

test('Back closes a dialog and stays on the page', async ({ page, open }) => {
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title: 'Behind a dialog' })
  await signedUp(page)
  await page.goto('/about')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contests' }).click()
  const card = page.getByRole('article', { name: contest.title, exact: true })
  const details = page.getByRole('dialog', { name: contest.title })
  const title = card.getByRole('button', { name: contest.title })

  await title.click()
  await expect(details).toBeVisible()
  await page.goBack()
  await expect(details).toBeHidden()
  await expect(page).toHaveURL('/contest')
  await expect(title).toBeFocused()

  // Closed in another way it leaves nothing to go back through.
  await title.click()
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect.poll(() => page.evaluate(() => (history.state as { quadOpen?: number }).quadOpen ?? 0)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await page.goForward()
  await expect(card).toBeVisible()

  // Nor does a way out that was taken from inside.
  await title.click()
  const room = new Room(page)
  await room.join(details)
  await room.isAt(1, 4)
})

/** Joins and answers the first question rightly. */
async function takeOne(page: Page, contestId: string): Promise<Room> {
  await page.goto(`/ContestQuestion?contest=${contestId}`)
  await new Room(page).start()
  const room = new Room(page)
  await room.isAt(1, 4)
  await room.choose('right 1')
  return room
}
