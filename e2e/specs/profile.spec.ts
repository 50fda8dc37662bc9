/**
 * The profile where plans are sold: what it shows, also while it waits or cannot be had; the file with payments and
 * polls in it; and what a deletion does to creations, purchases, polls and votes. Changing and leaving are told in
 * account.spec.ts, sessions in accounts.spec.ts.
 */
import { readFile } from 'node:fs/promises'
import { axe, expect, logIn, type Page, signedUp, test } from '../fixtures'
import { bought, promote, whoAmI } from '../pages/payments'
import { makePoll, voteOver } from '../pages/polls'
import { makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

const part = (page: Page, name: string) => page.getByRole('region', { name })

test('it shows who one is, what one has given and what one has left', async ({ page, open }) => {
  const organiser = await open()
  await signedUp(organiser)
  await bought(organiser, 9)
  const contest = await makeContest(organiser, { title: 'Counts as given' })
  const person = await signedUp(page, { fullName: 'Farah Siddiqui' })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Farah Siddiqui' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('USER', { exact: true })).toBeVisible()
  const details = part(page, 'Your details')
  const fields = [
    ['Full name', 'Farah Siddiqui'],
    ['E-mail', person.email],
    ['Contact', '9000000000'],
    ['Batch', '2026'],
  ] as const
  for (const [what, is] of fields) {
    await expect(details.getByText(what, { exact: true })).toBeVisible()
    await expect(details.getByText(is, { exact: true })).toBeVisible()
  }
  expect(await numbers(page)).toEqual({
    'contests given': '0',
    'contest creations left': '0',
    'poll creations left': '0',
  })

  await bought(page, 19)
  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  await new Room(page).start()
  await new Room(page).isAt(1, 4)
  await page.goto('/profile')
  await expect(main.getByText('ORGANISER', { exact: true })).toBeVisible()
  expect(await numbers(page)).toEqual({
    'contest given': '1',
    'contest creations left': '3',
    'poll creations left': '3',
  })
  const purchases = part(page, 'Purchases')
  await expect(purchases.getByRole('heading', { level: 3, name: 'Pro (monthly pack)' })).toBeVisible()
  await expect(purchases.getByRole('link', { name: /^Receipt Q-/ })).toBeVisible()
  await purchases.getByRole('link', { name: 'All purchases and creations' }).click()
  await expect(page).toHaveURL('/purchases')
  await expect(page.getByRole('link', { name: /Receipt Q-/ })).toBeVisible()
})

test('the role ADMIN is green, every other is blue', async ({ page, quad }) => {
  const person = await signedUp(page)
  await page.goto('/profile')
  const colour = () =>
    page
      .getByRole('main')
      .getByText(/^(USER|ADMIN)$/)
      .evaluate((badge) => {
        const [red = 0, green = 0, blue = 0] =
          getComputedStyle(badge)
            .color.match(/[\d.]+/g)
            ?.map(Number) ?? []
        return green > blue && green > red ? 'green' : blue > green && blue > red ? 'blue' : `${red} ${green} ${blue}`
      })
  expect(await colour()).toBe('blue')
  await promote(quad, person.email)
  await logIn(page, person.email, person.password)
  await page.goto('/profile')
  expect(await colour()).toBe('green')
})

test('it says that it loads, that it failed, and comes when asked again', async ({ page, watch }) => {
  watch.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await signedUp(page, { fullName: 'Slow Network' })
  let answer = () => {}
  const waits = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/getuser/*', async (route) => {
    await waits
    await route.abort()
  })
  await page.goto('/profile')
  await expect(page.getByText('Loading user profile...')).toBeVisible()
  await axe(page)
  answer()
  const again = page.getByRole('button', { name: 'Try again' }).first()
  await expect(again).toBeVisible()
  await expect(part(page, 'Where you are logged in')).toBeVisible()
  await axe(page)
  await page.unroute('**/api/getuser/*')
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Slow Network' })).toBeVisible()

  // Offline, what was entered stays and can be sent afterwards.
  const details = part(page, 'Your details')
  await details.getByRole('button', { name: 'Edit details' }).click()
  await details.getByLabel('Full name').fill('Fast Network')
  await page.context().setOffline(true)
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByRole('alert')).toBeVisible()
  await expect(details.getByLabel('Full name')).toHaveValue('Fast Network')
  await page.context().setOffline(false)
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fast Network' })).toBeVisible()
})

// Nothing is lost: the first verdict counts.
test.describe(() => {
  test.describe.configure({ retries: 0 })

  test('the file has payments and polls, and no vote', async ({ page }) => {
    await signedUp(page)
    const order = await bought(page, 9)
    const poll = await makePoll(page, { title: 'In the file as well', options: ['Yes please', 'No thanks'] })
    await voteOver(page, poll.id, 1)
    await page.goto('/profile')
    await expect(part(page, 'Your data').getByText(/that you voted but not how/)).toBeVisible()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const data = JSON.parse(await readFile(await (await coming).path(), 'utf8'))
    expect(data.payments).toMatchObject({
      contestCreationsLeft: 1,
      pollCreationsLeft: 0,
      orders: [{ id: order, amountPaise: 900, state: 'paid', sandbox: true }],
      ledger: [
        { contests: 1, polls: 1, reason: 'bought', subject: order },
        { contests: 0, polls: -1, reason: 'poll created', subject: poll.id },
      ],
    })
    expect(data.polls.created).toMatchObject([{ id: poll.id, title: 'In the file as well', voters: 1 }])
    expect(data.polls.votedIn).toEqual([{ id: poll.id, title: 'In the file as well', organization: 'Test Committee' }])
    expect(data).not.toHaveProperty('creations')
  })

  test('a deletion says what is lost; purchases stay for the books, votes stay counted', async ({
    page,
    open,
    quad,
  }) => {
    const person = await signedUp(page, { fullName: 'Bought And Left' })
    await bought(page, 19)
    const [voted, unseen] = [
      await makePoll(page, { title: 'Somebody voted' }),
      await makePoll(page, { title: 'Nobody voted' }),
    ]
    const other = await open()
    const admin = await signedUp(other, { fullName: 'The Administrator' })
    await voteOver(page, voted.id, 0)
    await voteOver(other, voted.id, 1)

    await page.goto('/profile')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(
      asked.getByText('You lose 3 contest creations and 1 poll creation. They are not paid back.'),
    ).toBeVisible()
    await expect(asked.getByText(/^what you bought, for the books/)).toBeVisible()
    await expect(asked.getByText(/^your votes, which are counted already/)).toBeVisible()
    // On the smallest phone everything can be reached, the last button too.
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await expect(asked.getByRole('button', { name: 'Delete for good' })).toBeInViewport()
    await asked.getByRole('button', { name: 'Keep my account' }).click()
    await expect(asked).toBeHidden()
    expect((await whoAmI(page)).contestCredits).toBe(3)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await asked.getByLabel('Current password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Your account is deleted.')).toBeVisible()

    await promote(quad, admin.email)
    await logIn(other, admin.email, admin.password)
    await other.goto('/sales')
    const sale = other.getByRole('listitem').filter({ hasText: /Former student [A-Z]{4}/ })
    await expect(sale).toBeVisible()
    await expect(sale.getByText('Pro (monthly pack)')).toBeVisible()
    const words = await other.getByRole('main').innerText()
    expect(words).not.toContain('Bought And Left')
    expect(words).not.toContain(person.email)
    expect(words).not.toContain('deleted:')
    await axe(other)
    await sale.getByRole('link', { name: /Receipt Q-|Q-\d+/ }).click()
    await expect(other.getByText(/Former student [A-Z]{4}/)).toBeVisible()

    const polls = (await (await other.request.get('/api/polls')).json()) as { polls: { id: string; voters: number }[] }
    expect(polls.polls.find((one) => one.id === voted.id)?.voters).toBe(2)
    expect(polls.polls.find((one) => one.id === unseen.id)).toBeUndefined()
  })
})

/** The numbers of the profile by what they count. */
async function numbers(page: Page): Promise<Record<string, string>> {
  const section = part(page, 'Contests and creations')
  await expect(section).toBeVisible()
  const [whats, counts] = [section.getByRole('term'), section.getByRole('definition')]
  const pairs = (await whats.allTextContents()).map(async (what, at) => [what, await counts.nth(at).textContent()])
  return Object.fromEntries(await Promise.all(pairs))
}
