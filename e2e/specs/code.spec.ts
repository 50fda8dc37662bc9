/**
 * Code in a pasted question: its block keeps every blank and scrolls by itself, also by keyboard, while the page never does, on the
 * narrowest phone (which is also a desktop at 400 %); code in options is chosen like any other. Seen by the organiser, in the room
 * and in the review.
 */
import { axeInBothThemes, DESK, expect, FREE_WITH_CLOCK, type Page, pictured, signedUp, test } from '../fixtures'
import { jumpAhead, makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })

const NARROW = { width: 320, height: 640 }
const MINUTE = 60
const PROGRAM = [
  'def best(values):',
  '    # 2. no question',
  '',
  '\treturn sorted(values, key=lambda pair: (pair[1], pair[0]))[:3]',
  'A) no option',
].join('\n')
const LIST = `1. What does \`best\` give?
\`\`\`python
${PROGRAM}
\`\`\`
A) \`values[-3:]\`
B) \`\`a\`b\`\`
C) Nothing
Answer: A
Explanation: \`sorted\` ends with \`[:3]\`.

2. \`\`\`
print("two")
\`\`\`
What is printed?
A) \`two\`
B) \`"two"\`
Answer: A`

const fits = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)

/** Names, scrolls and moves the block, and nothing around it. */
async function scrollsByItself(page: Page): Promise<void> {
  await page.setViewportSize(NARROW)
  const block = page.getByRole('group', { name: 'Program, python' })
  await expect(block).toBeVisible()
  expect(await block.evaluate((each) => each.textContent)).toBe(PROGRAM)
  await fits(page)
  expect(await block.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true)
  await block.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => block.evaluate((each) => each.scrollLeft)).toBeGreaterThan(0)
}

test('a program in a pasted question keeps its blanks and scrolls by itself on the narrowest phone', async ({
  page,
  open,
}) => {
  await signedUp(page)
  const contest = await makeContest(page, { title: 'With code', ends: 10 * MINUTE, questions: [] })
  await page.goto(`/questionview/${contest.id}`)
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add questions' })
  await dialog.getByRole('tab', { name: 'Paste a list' }).click()
  await dialog.getByLabel('Questions as text').fill(LIST)
  const understood = dialog.getByRole('region', { name: 'What was understood' })
  await expect(understood.getByText('all complete')).toBeVisible()
  await scrollsByItself(page)
  await axeInBothThemes(page)
  await page.setViewportSize(DESK)
  await dialog.getByRole('button', { name: 'Add 2 questions' }).click()
  await expect(page.getByRole('heading', { name: 'Questions 2' })).toBeVisible()
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
  await room.isAt(1, 2)
  await expect(asha.getByRole('heading', { level: 1 })).toHaveText('What does best give?')
  await scrollsByItself(asha)
  // The arrow moved the block and not on to the next question.
  await room.isAt(1, 2)
  await axeInBothThemes(asha)
  await pictured(asha, 'code-room')
  await asha.setViewportSize(NARROW)
  await expect(room.option('values[-3:]')).toHaveCount(1)
  await room.choose('a`b')
  await room.isAt(2, 2)
  await expect(asha.getByRole('heading', { level: 1 })).toHaveText('print("two")')
  await expect(asha.getByText('What is printed?', { exact: true })).toBeVisible()
  await fits(asha)
  await axeInBothThemes(asha)
  await room.choose('two')
  await room.counted({ saved: 2 })
  await room.submit()
  await expect(asha.getByText('Contest submitted successfully!')).toBeVisible()
  await jumpAhead(page, 11 * MINUTE)

  await asha.goto(`/my-contests/${contest.id}`)
  const answers = asha.getByRole('region', { name: 'Your answers' })
  await expect(answers.getByText('values[-3:]', { exact: true })).toBeVisible()
  await expect(answers.getByText('sorted', { exact: true })).toBeVisible()
  await scrollsByItself(asha)
  await axeInBothThemes(asha)
  await pictured(asha, 'code-review')
})
