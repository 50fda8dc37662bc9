/**
 * Maths in a pasted question: drawn while it is pasted, in the list, in the room and in the review; what cannot be drawn is named before
 * anything is saved. A wide formula scrolls by itself on the narrowest phone, and a contest without one loads nothing of it.
 */
import { axeInBothThemes, DESK, expect, FREE_WITH_CLOCK, type Page, pictured, signedUp, test } from '../fixtures'
import { jumpAhead, makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })

const NARROW = { width: 320, height: 640 }
const MINUTE = 60
const WIDE = `$$x = ${Array.from({ length: 14 }, (_, at) => `a_{${at + 1}}`).join(' + ')}$$`
const LIST = String.raw`1. What is $\frac{1}{2} + \frac{1}{2}$ for
${WIDE}
A) $\sqrt{1}$
B) $\foo$
C) nothing of it
Answer: A
Explanation: As $\sqrt{1} = 1$.`
const MENDED = LIST.replace(String.raw`\foo`, String.raw`\pi`)

const fits = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)

/** Drawn by the browser: a fraction is higher than a line of its words, and its two halves stand below each other. */
async function isDrawn(page: Page): Promise<void> {
  const fraction = page.locator('mfrac').first()
  await expect(fraction).toBeVisible()
  const [above, below] = await fraction.evaluate((each) =>
    Array.from(each.children, (one) => one.getBoundingClientRect().top),
  )
  expect(above).toBeLessThan(below ?? 0)
  expect(await page.evaluate(() => document.querySelector('math')?.namespaceURI)).toBe(
    'http://www.w3.org/1998/Math/MathML',
  )
}

async function scrollsByItself(page: Page): Promise<void> {
  await page.setViewportSize(NARROW)
  await isDrawn(page)
  const box = page.getByRole('group', { name: `Formula, ${WIDE}` })
  await expect(box).toBeVisible()
  await fits(page)
  await box.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => box.evaluate((each) => each.scrollLeft)).toBeGreaterThan(0)
}

const ofMaths = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /MathsDrawing/.test(name)),
  )

test('a formula is drawn wherever its question is read, and what cannot be drawn is named', async ({ page, open }) => {
  await signedUp(page)
  const contest = await makeContest(page, { title: 'With maths', ends: 10 * MINUTE, questions: [] })
  await page.goto(`/questionview/${contest.id}`)
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add questions' })
  await dialog.getByRole('tab', { name: 'Paste a list' }).click()
  const field = dialog.getByLabel('Questions as text')
  await field.fill(LIST)
  const understood = dialog.getByRole('region', { name: 'What was understood' })
  await expect(
    understood.getByText(String.raw`Formula in option B, character 2: \foo is not known here.`),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add 1 question' })).toBeDisabled()
  await field.fill(MENDED)
  await expect(understood.getByText('all complete')).toBeVisible()
  await scrollsByItself(page)
  await axeInBothThemes(page)
  await page.setViewportSize(DESK)
  await dialog.getByRole('button', { name: 'Add 1 question' }).click()
  await expect(page.getByRole('heading', { name: 'Questions 1' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await scrollsByItself(page)
  await axeInBothThemes(page)
  await page.setViewportSize(DESK)
  const details = { title: contest.title, description: '', answersShown: true }
  const set = await page.request.put(`/api/contests/${contest.id}`, { data: details })
  expect(set.ok(), await set.text()).toBe(true)

  const asha = await open()
  await signedUp(asha, { fullName: 'Asha Rao' })
  await asha.goto(`/my-contests/${contest.id}`)
  const room = new Room(asha)
  await room.join()
  await room.isAt(1, 1)
  await scrollsByItself(asha)
  await axeInBothThemes(asha)
  await pictured(asha, 'maths-room')
  // A button is named by what was written.
  const right = room.options.getByRole('button', { name: String.raw`$\sqrt{1}$` })
  await expect(right.locator('msqrt')).toBeVisible()
  await right.click()
  await room.counted({ saved: 1 })
  await room.submit()
  await expect(asha.getByText('Contest submitted successfully!')).toBeVisible()
  await jumpAhead(page, 11 * MINUTE)

  await asha.goto(`/my-contests/${contest.id}`)
  const answers = asha.getByRole('region', { name: 'Your answers' })
  // In the option and in the explanation.
  await expect(answers.locator('msqrt')).toHaveCount(2)
  await scrollsByItself(asha)
  await axeInBothThemes(asha)
  await pictured(asha, 'maths-review')
})

test('a contest without formulas loads nothing that draws them', async ({ page, open }) => {
  await signedUp(page)
  const contest = await makeContest(page, { title: 'Without maths', ends: 10 * MINUTE })
  const asha = await open()
  await signedUp(asha, { fullName: 'Asha Rao' })
  await asha.goto(`/my-contests/${contest.id}`)
  const room = new Room(asha)
  await room.join()
  await room.isAt(1, 4)
  await room.choose('right 1')
  expect(await ofMaths(asha)).toEqual([])
})
