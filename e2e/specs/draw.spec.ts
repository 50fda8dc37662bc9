/**
 * Blueprint of a contest, what each person gets: set by the organiser below the questions, by tags that were typed and
 * pasted, on a narrow phone too; two people with different papers answer as many questions, and the organiser reads of
 * how many had each. Who gets which paper, and that it is counted by it, is told in the server's stories.
 */
import { axeInBothThemes, expect, FREE_WITH_CLOCK, type Page, settled, signedUp, test } from '../fixtures'
import { jumpAhead, makeContest, numbered } from '../pages/prepared'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })

const NARROW = { width: 320, height: 640 }
const MINUTE = 60

async function noSideways(page: Page): Promise<void> {
  await settled(page)
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widest, 'scrolls sideways').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

test('a part of the questions is dealt to each person', async ({ page, open }) => {
  await signedUp(page)
  const contest = await makeContest(page, {
    title: 'Optics and heat',
    starts: 5 * MINUTE,
    ends: 20 * MINUTE,
    questions: numbered(4),
  })
  await page.goto(`/questionview/${contest.id}`)

  // Tags, behind More.
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: `Edit question ${number}` }).click()
    const editor = page.getByRole('form', { name: `Edit question ${number}` })
    await expect(editor.getByLabel('Tags')).toBeHidden()
    await editor.getByText('More', { exact: true }).click()
    await editor.getByLabel('Tags').fill('Optics, waves')
    await editor.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Tags: Optics, waves')).toHaveCount(number)
  }

  // Nothing of it is in the way of a plain contest.
  await expect(page.getByText('What each person gets')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a part' })).toHaveCount(0)
  await page.getByText('More', { exact: true }).click()
  const form = page.getByRole('form', { name: 'What each person gets' })
  await form.getByRole('button', { name: 'Add a part' }).click()
  const first = form.getByRole('group', { name: 'Part 1' })
  await first.getByLabel('Tags').fill('optics')
  await expect(first.getByText('of 2')).toBeVisible()
  await first.getByLabel('Questions').fill('3')
  await expect(first.getByText('Only 2 questions are there for this part')).toBeVisible()
  await first.getByLabel('Questions').fill('1')
  await expect(form.getByText('2 questions fit no part and are in nobody’s paper.')).toBeVisible()
  await form.getByRole('button', { name: 'Add a part' }).click()
  await expect(form.getByText('2 of 4 questions for each person.')).toBeVisible()
  await axeInBothThemes(page)
  await page.setViewportSize(NARROW)
  await noSideways(page)
  await axeInBothThemes(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2 of 4 questions for each person')).toBeVisible()

  // A question that the blueprint needs stays.
  await page.getByRole('button', { name: 'Edit question 1' }).click()
  const editor = page.getByRole('form', { name: 'Edit question 1' })
  await expect(editor.getByLabel('Tags')).toHaveValue('Optics, waves')
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  const published = await page.request.post('/api/post/makepublic', { data: { contestId: contest.id, isPublic: true } })
  expect(published.ok(), await published.text()).toBe(true)

  await jumpAhead(page, 6 * MINUTE)
  for (const fullName of ['Asha Rao', 'Vikram Shah']) {
    const student = await open()
    await signedUp(student, { fullName })
    await student.setViewportSize(NARROW)
    await student.goto(`/my-contests/${contest.id}`)
    const room = new Room(student)
    await room.join()
    await room.isAt(1, 2)
    await noSideways(student)
  }

  // None of it changes any more.
  await page.goto(`/questionview/${contest.id}`)
  await page.getByText('What each person gets').click()
  await expect(page.getByText(/None of this can change any more/)).toBeVisible()
  await expect(page.getByText('1 × optics')).toBeVisible()
  await axeInBothThemes(page)
})
