/**
 * Questions whose answer is typed, a number or a text: written in the wizard and pasted as a list, taken on the narrowest phone, for a
 * moment without a network, and on a desktop, looked at after the end, and accepted from the clusters through the correction. What they
 * give is told in the server's stories.
 */
import { axe, axeInBothThemes, DESK, expect, FREE_WITH_CLOCK, type Page, signedUp, test } from '../fixtures'
import { jumpAhead, makeContest, wake } from '../pages/prepared'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })

const NARROW = { width: 320, height: 640 }
const MINUTE = 60
const LIST = `1. Which city has the palace?
Answer: Mysuru

2. How many bits has a byte?
Answer: 8`

const number = (page: Page) => page.getByRole('textbox', { name: /^Type a number/ })
const text = (page: Page) => page.getByRole('textbox', { name: 'Type your answer' })
const save = (page: Page) => page.getByRole('button', { name: 'Save answer' })
const isNarrow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)

async function write(page: Page, contest: string): Promise<void> {
  await page.goto(`/questionview/${contest}`)
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Question', exact: true })).toBeFocused()
  await page.keyboard.type('How strong is gravity here?')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Option A' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Ask for a number instead' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'More or fewer options, or a typed answer' }).click()
  await dialog.getByRole('button', { name: 'Ask for a number instead' }).click()
  const value = dialog.getByRole('textbox', { name: 'Right number' })
  await expect(value).toBeFocused()
  await page.keyboard.type('9,81')
  await expect(value).toHaveAccessibleDescription('Read as 9.81.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0.05')
  await page.keyboard.press('Tab')
  await page.keyboard.type('m/s²')
  await axeInBothThemes(page)
  await page.setViewportSize(NARROW)
  await isNarrow(page)
  await page.setViewportSize(DESK)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('1 added')).toBeVisible()

  await dialog.getByRole('tab', { name: /paste/i }).click()
  await dialog.getByLabel('Questions as text').fill(LIST)
  await expect(dialog.getByText('Participants type the answer')).toHaveCount(1)
  await expect(dialog.getByText('Participants type a number')).toHaveCount(1)
  await axe(page)
  await dialog.getByRole('button', { name: 'Take it as a text: question 2' }).click()
  await expect(dialog.getByText('Participants type the answer')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Take it as a number: question 2' }).click()
  await dialog.getByRole('button', { name: /^Add 2 questions/i }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '9,81 ± 0.05 m/s²' }).first()).toBeVisible()
  await expect(page.getByText('Participants type a number')).toHaveCount(2)
  await axeInBothThemes(page)
}

test('numbers and texts are written, typed on a phone and a desktop, and accepted from the clusters', async ({
  page,
  open,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/)
  await signedUp(page)
  const contest = await makeContest(page, { title: 'Typed', ends: 10 * MINUTE, questions: [] })
  const details = { title: contest.title, description: '', answersShown: true }
  const set = await page.request.put(`/api/contests/${contest.id}`, { data: details })
  expect(set.ok(), await set.text()).toBe(true)
  await write(page, contest.id)

  const asha = await open()
  await signedUp(asha, { fullName: 'Asha Rao' })
  await asha.setViewportSize(NARROW)
  await asha.goto(`/my-contests/${contest.id}`)
  const room = new Room(asha)
  await room.join()
  await room.isAt(1, 3)
  await expect(save(asha)).toBeDisabled()
  await number(asha).fill('9.8 m/s²')
  await expect(asha.getByRole('alert').filter({ hasText: 'Type the number alone, without a unit' })).toBeVisible()
  await axeInBothThemes(asha)
  await number(asha).fill('9,8')
  await expect(save(asha)).toHaveAccessibleDescription('This will be saved as 9.8 m/s².')
  await isNarrow(asha)
  await axeInBothThemes(asha)
  // Nothing of it is lost, and nothing of it counts.
  await asha.reload()
  await expect(number(asha)).toHaveValue('9,8')
  await room.jumpTo(2)
  await expect(asha.getByText('What you typed in question 1 is not saved yet.')).toBeVisible()
  await room.jumpTo(1)
  await number(asha).press('Enter')
  await room.isAt(2, 3)
  await room.counted({ saved: 1 })

  await asha.context().setOffline(true)
  await text(asha).fill('Mysore')
  await expect(asha.getByText('This will be saved: “Mysore”.')).toBeVisible()
  await save(asha).click()
  await expect(asha.getByText('Working offline – 1 answer on this device')).toBeVisible()
  await room.isAt(3, 3)
  await asha.context().setOffline(false)
  await wake(asha)
  await room.counted({ saved: 2 })
  await room.jumpTo(2)
  await expect(asha.getByText('Your answer', { exact: true })).toBeVisible()
  await axeInBothThemes(asha)
  await room.jumpTo(3)
  await number(asha).fill('7')
  await asha.getByRole('button', { name: 'Submit', exact: true }).first().click()
  const submit = asha.getByRole('dialog', { name: 'Submit contest?' })
  await expect(submit.getByText('In one of them you have typed an answer, but not saved it:')).toBeVisible()
  await axe(asha)
  await submit.getByRole('button', { name: 'Submit contest' }).click()
  await expect(asha.getByText('Contest submitted successfully!')).toBeVisible()

  const bela = await open()
  await signedUp(bela, { fullName: 'Bela Roy' })
  await bela.setViewportSize(DESK)
  await bela.goto(`/my-contests/${contest.id}`)
  const other = new Room(bela)
  await other.join()
  await other.isAt(1, 3)
  // Enter goes into the box, and from there saves.
  for (const [at, typed] of ['12', 'MYSURU', '8'].entries()) {
    await other.isAt(at + 1, 3)
    await bela.keyboard.press('Enter')
    await expect(bela.getByRole('textbox')).toBeFocused()
    await bela.keyboard.type(typed)
    await bela.keyboard.press('Enter')
    await other.counted({ saved: at + 1 })
  }
  await axeInBothThemes(bela)
  await other.submit()
  await expect(bela.getByText('Contest submitted successfully!')).toBeVisible()
  await jumpAhead(page, 11 * MINUTE)

  await asha.goto(`/my-contests/${contest.id}`)
  const answers = asha.getByRole('region', { name: 'Your answers' })
  await expect(answers.getByRole('listitem').filter({ hasText: /^9,8\s*right · your answer$/ })).toHaveCount(1)
  await expect(answers.getByRole('listitem').filter({ hasText: /^Mysore\s*your answer$/ })).toHaveCount(1)
  await isNarrow(asha)
  await axeInBothThemes(asha)

  await page.goto(`/result?contest=${contest.id}`)
  await page.getByRole('tab', { name: /^Questions/ }).click()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('link', { name: 'Take back: “MYSURU” in question 2' })).toBeVisible()
  await axeInBothThemes(page)
  await panel.getByRole('link', { name: 'Count as right: “Mysore” in question 2' }).click()
  const correction = page.getByRole('dialog', { name: 'Correct question 2' })
  await expect(correction.getByText('Right: “Mysuru” or “Mysore”.')).toBeVisible()
  await expect(correction.getByRole('row').filter({ hasText: 'Asha Rao' })).toBeVisible()
  await axeInBothThemes(page)
  await correction.getByLabel('Reason').fill('It had that name before.')
  await correction.getByRole('button', { name: 'Apply the correction' }).click()
  await expect(correction).toBeHidden()
  await expect(page.getByRole('heading', { name: /Question 2: “Mysuru”.*“Mysuru” or “Mysore”/ })).toBeVisible()

  await asha.reload()
  await expect(answers.getByRole('listitem').filter({ hasText: /^Mysore\s*right · your answer$/ })).toHaveCount(1)
})
