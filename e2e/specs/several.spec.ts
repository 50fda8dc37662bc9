/**
 * Questions with several right options: written in the wizard by keyboard and pasted as a list, taken on the narrowest phone with keys,
 * and looked at after the end. What they give is told in the server's stories.
 */
import { axe, axeInBothThemes, DESK, expect, FREE_WITH_CLOCK, signedUp, test } from '../fixtures'
import { jumpAhead, makeContest } from '../pages/prepared'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })

const NARROW = { width: 320, height: 640 }
const MINUTE = 60
const LIST = `1. Which are prime?
A) 2
B) 3
C) 4
D) 6
Answer: A, B

2. Which are vowels?
* a
b
* e
d`

test('several right options are written, taken with keys on a narrow phone, and reviewed', async ({ page, open }) => {
  await signedUp(page)
  const contest = await makeContest(page, { title: 'Several', ends: 10 * MINUTE, questions: [] })
  const details = { title: contest.title, description: '', answersShown: true }
  const set = await page.request.put(`/api/contests/${contest.id}`, { data: details })
  expect(set.ok(), await set.text()).toBe(true)

  await page.goto(`/questionview/${contest.id}`)
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Question', exact: true })).toBeFocused()
  await page.keyboard.type('Which are even?')
  await page.keyboard.press('Enter')
  for (const option of ['one', 'two', 'three', 'four']) {
    await page.keyboard.type(option)
    await page.keyboard.press('Enter')
  }
  const several = dialog.getByRole('checkbox', { name: 'Several answers are right' })
  await several.focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('group', { name: 'Which ones are right?' }).getByRole('checkbox').first().focus()
  await page.keyboard.press('b')
  await page.keyboard.press('4')
  await expect(dialog.getByText('Choose all that are right')).toBeVisible()
  await axeInBothThemes(page)
  await dialog.getByRole('button', { name: 'Add Question' }).click()
  await expect(dialog.getByText('1 added')).toBeVisible()

  await dialog.getByRole('tab', { name: /paste/i }).click()
  await dialog.getByLabel('Questions as text').fill(LIST)
  await expect(dialog.getByText('Several answers are right')).toHaveCount(2)
  await dialog.getByRole('button', { name: /^Add 2 questions/i }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Several answers are right' })).toHaveCount(3)

  const asha = await open()
  await signedUp(asha, { fullName: 'Asha Rao' })
  await asha.setViewportSize(NARROW)
  await asha.goto(`/my-contests/${contest.id}`)
  const room = new Room(asha)
  await room.join()
  await room.isAt(1, 3)
  await expect(asha.getByRole('group', { name: 'Choose all that are right' })).toBeVisible()
  await asha.keyboard.press('2')
  await expect(asha.getByRole('checkbox', { name: 'B: two' })).toBeChecked()
  await expect.poll(() => asha.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  await axeInBothThemes(asha)
  // Nothing of it is lost, and nothing of it counts.
  await asha.reload()
  await expect(asha.getByRole('checkbox', { name: 'B: two' })).toBeChecked()
  await asha.keyboard.press('ArrowRight')
  const notice = asha.getByText('What you chose in question 1 is not saved yet.')
  await expect(notice).toBeVisible()
  await room.isAt(2, 3)
  for (const phone of [
    { width: 320, height: 568 },
    { width: 360, height: 740 },
  ]) {
    await asha.setViewportSize(phone)
    const covered = await notice.evaluate((element) => {
      const own = element.getBoundingClientRect()
      const all = [...document.querySelectorAll('main button, main label, footer button')]
      const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)
      return boxes.filter(({ top, bottom }) => top < own.bottom && bottom > own.top).length
    })
    expect(covered).toBe(0)
  }
  await asha.setViewportSize(NARROW)
  await asha.keyboard.press('ArrowLeft')
  await room.isAt(1, 3)
  await asha.keyboard.press('d')
  await asha.keyboard.press('Enter')
  await room.isAt(2, 3)
  await asha.keyboard.press('1')
  await asha.keyboard.press('Enter')
  await room.isAt(3, 3)
  await asha.keyboard.press('a')
  await asha.setViewportSize(DESK)
  await room.counted({ saved: 2 })
  await asha.getByRole('button', { name: 'Submit', exact: true }).first().click()
  const submit = asha.getByRole('dialog', { name: 'Submit contest?' })
  await expect(submit.getByText('In one of them you have chosen options, but not saved them:')).toBeVisible()
  await axe(asha)
  await submit.getByRole('button', { name: 'Submit contest' }).click()
  await expect(asha.getByText('Contest submitted successfully!')).toBeVisible()
  await jumpAhead(page, 11 * MINUTE)

  await asha.goto(`/my-contests/${contest.id}`)
  const answers = asha.getByRole('region', { name: 'Your answers' })
  const notes = answers.getByRole('listitem').filter({ hasText: 'right · your answer' })
  // Both even numbers, and one of the primes.
  await expect(notes.and(answers.locator('ul > li'))).toHaveCount(3)
  await axeInBothThemes(asha)

  await page.goto(`/result?contest=${contest.id}`)
  await page.getByRole('tab', { name: /^Questions/ }).click()
  await expect(page.getByRole('tabpanel').getByText('1 answer', { exact: true })).toHaveCount(3)
  await axe(page)
})
