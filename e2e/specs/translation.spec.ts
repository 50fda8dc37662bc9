/**
 * A page that the browser translates while somebody takes a contest: whatever happens to the texts, the room works, shows what is
 * so, and sends the options as they were written.
 */
import { expect, FREE_WITH_CLOCK, type Page, signedUp, test } from '../fixtures'
import { jumpAhead, makeContest, wake } from '../pages/prepared'
import { MARK, translate, type Way } from '../pages/translator'

test.use({ quadOptions: FREE_WITH_CLOCK })

// Answers go out as they were written: the first verdict counts.
test.describe.configure({ retries: 0 })

const said = (words: string) => words.replace(/\S+/g, (word) => MARK + word)

/** What the page reads like where it is looked at, without marks. */
const reads = (page: Page, place: string) => async () =>
  (await page.locator(place).innerText()).replaceAll(MARK, '').replace(/\s+/g, ' ')

async function choose(page: Page, text: string): Promise<unknown> {
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('answer'))
  await page
    .getByRole('list', { name: 'Options' })
    .getByRole('button')
    .filter({ hasText: said(text) })
    .click()
  return (await sent).postDataJSON()
}

for (const way of ['replaced', 'wrapped'] satisfies Way[]) {
  test(`the room under a translator, texts ${way}: answer, go on, submit`, async ({ page, open, watch }) => {
    watch.expect(/ERR_INTERNET_DISCONNECTED/)
    const organiser = await open()
    await signedUp(organiser)
    const contest = await makeContest(organiser, { title: `In translation, ${way}` })
    await signedUp(page)
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
    await translate(page, way)
    await page.getByRole('button', { name: said('Start'), exact: true }).click()

    expect(await choose(page, 'right 1')).toMatchObject({ Answer: 'right 1' })
    await expect.poll(reads(page, 'main h1')).toBe('Question number 2?')
    await expect.poll(reads(page, 'header')).toContain('1 saved')
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowRight')
    await expect.poll(reads(page, 'main h1')).toBe('Question number 3?')
    await page.context().setOffline(true)
    expect(await choose(page, 'wrong 3a')).toMatchObject({ Answer: 'wrong 3a' })
    await expect.poll(reads(page, 'header')).toContain('1 on this device')
    await page.context().setOffline(false)
    await wake(page)
    await expect.poll(reads(page, 'header')).toContain('2 saved')
    await expect.poll(reads(page, 'main h1')).toBe('Question number 4?')
    await page.getByRole('button', { name: /^Question 2,/ }).click()
    await expect.poll(reads(page, 'main h1')).toBe('Question number 2?')
    expect(await choose(page, 'right 2')).toMatchObject({ Answer: 'right 2' })
    await expect.poll(reads(page, 'header')).toContain('3 saved')

    await page.getByRole('button', { name: /^Question 4,/ }).click()
    await page.getByRole('button', { name: said('Submit'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: said('Keep answering') })
      .click()
    await page.getByRole('button', { name: said('Submit'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: said('Submit contest') })
      .click()
    await expect.poll(reads(page, 'main')).toContain('3 of 4')
  })

  test(`the room under a translator, texts ${way}: ends by itself`, async ({ page, open }) => {
    const organiser = await open()
    await signedUp(organiser)
    const contest = await makeContest(organiser, { title: `Over in translation, ${way}`, ends: 3600 })
    await signedUp(page)
    await page.goto(`/ContestQuestion?contest=${contest.id}`)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Options' })).toBeVisible()
    await translate(page, way)
    expect(await choose(page, 'right 1')).toMatchObject({ Answer: 'right 1' })
    await expect.poll(reads(page, 'main h1')).toBe('Question number 2?')
    await jumpAhead(page, 3600)
    await wake(page)
    await expect.poll(reads(page, 'main')).toMatch(/over|ended|submitted/i)
    await page.getByRole('link', { name: said('All Contests') }).click()
    await expect.poll(reads(page, 'main h1')).toBe('Contests')
  })
}
