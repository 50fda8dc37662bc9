/**
 * Answers that may be changed until handing in: chosen as a rule in the form, told before the start, and changed, cleared and marked by
 * keys on a desktop and a phone of one person, one of them for a while without a network. The latest change counts, whenever it arrives.
 */
import { axe, axeInBothThemes, DESK, expect, FREE_WITH_CLOCK, logIn, type Page, signedUp, test } from '../fixtures'
import { jumpAhead, makeContest, wake } from '../pages/prepared'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })
// Nothing may be lost: the first verdict counts.
test.describe.configure({ retries: 0 })

const PHONE = { width: 390, height: 844 }
const MINUTE = 60

const cell = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Question ${number},`) })
const pressed = (page: Page) => page.locator('[data-options] [aria-pressed=true]')

test('answers are changed on two devices, and the latest change counts', async ({ page, open, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/)
  await signedUp(page)
  const contest = await makeContest(page, { title: 'Changing', ends: 30 * MINUTE })
  const details = { title: contest.title, description: '', answersShown: true, changing: 'until_hand_in' }
  const set = await page.request.put(`/api/contests/${contest.id}`, { data: details })
  expect(set.ok(), await set.text()).toBe(true)
  await page.goto(`/questionview/${contest.id}`)
  await expect(page.getByText('may be changed until handing in').first()).toBeVisible()

  const desk = await open()
  const asha = await signedUp(desk, { fullName: 'Asha Rao' })
  await desk.setViewportSize(DESK)
  await desk.goto(`/my-contests/${contest.id}`)
  await expect(desk.getByText('may be changed until you submit; the last one counts.')).toBeVisible()
  await axe(desk)
  const room = new Room(desk)
  await room.join()
  await room.isAt(1, 4)
  await desk.keyboard.press('a')
  await expect(pressed(desk)).toContainText('saved')
  await desk.keyboard.press('b')
  await expect(pressed(desk)).toContainText('wrong 1b')
  await expect(pressed(desk)).toContainText('saved')
  await desk.keyboard.press('m')
  await expect(cell(desk, 1)).toHaveAccessibleName('Question 1, answered and marked for review: it counts')
  // Nothing moves on by itself.
  await room.isAt(1, 4)
  await desk.keyboard.press('ArrowRight')
  await desk.keyboard.press('m')
  await expect(cell(desk, 2)).toHaveAccessibleName('Question 2, marked for review, not answered')
  await desk.keyboard.press('ArrowRight')
  await expect(cell(desk, 3)).toHaveAccessibleName('Question 3, not answered')
  await expect(cell(desk, 4)).toHaveAccessibleName('Question 4, not seen')
  await axeInBothThemes(desk)

  const phone = await open()
  await logIn(phone, asha.email, asha.password)
  await phone.setViewportSize(PHONE)
  await phone.goto(`/ContestQuestion?contest=${contest.id}`)
  const small = new Room(phone)
  await small.isAt(2, 4)
  await small.jumpTo(1)
  await expect(pressed(phone)).toContainText('wrong 1b')
  await small.choose('wrong 1c')
  // The other screen shows it without a reload.
  await desk.keyboard.press('ArrowLeft')
  await desk.keyboard.press('ArrowLeft')
  await room.isAt(1, 4)
  await expect(pressed(desk)).toContainText('wrong 1c', { timeout: 15_000 })

  // Earlier here, without a network, and later there: what was later stands, and is told.
  await phone.context().setOffline(true)
  await small.choose('right 1', 'on this device')
  await desk.keyboard.press('d')
  await expect(pressed(desk)).toContainText('wrong 1d')
  await expect(pressed(desk)).toContainText('saved')
  await phone.context().setOffline(false)
  await wake(phone)
  await expect(pressed(phone)).toContainText('wrong 1d')
  await expect(phone.getByText(/^Another device changed this answer later, and that counts\./)).toBeVisible()
  await axeInBothThemes(phone)
  // Made without a network and later: it stands, though it arrives after a reload.
  await phone.context().setOffline(true)
  await small.choose('right 1', 'on this device')
  await phone.context().setOffline(false)
  await phone.reload()
  await small.isAt(1, 4)
  await expect(pressed(phone)).toContainText('right 1')
  await expect(pressed(phone)).toContainText('saved')

  await desk.reload()
  await expect(pressed(desk)).toContainText('right 1')
  await cell(desk, 3).click()
  await desk.keyboard.press('a')
  await expect(pressed(desk)).toContainText('saved')
  await desk.getByRole('button', { name: 'Clear my answer' }).click()
  await expect(pressed(desk)).toHaveCount(0)
  await expect(cell(desk, 3)).toHaveAccessibleName('Question 3, not answered')
  await cell(desk, 4).focus()
  await desk.keyboard.press('Enter')
  await room.isAt(4, 4)
  await desk.getByRole('button', { name: 'Submit', exact: true }).first().click()
  const dialog = desk.getByRole('dialog', { name: 'Submit contest?' })
  await expect(dialog.getByText('3 questions have no answer yet:')).toBeVisible()
  await expect(dialog.getByText('One is marked for review and has no answer:')).toBeVisible()
  await expect(dialog.getByText('One is answered and marked for review; it counts:')).toBeVisible()
  await axe(desk)
  await dialog.getByRole('button', { name: 'Go to question 2' }).first().click()
  await room.isAt(2, 4)
  await room.choose('right 2')
  await room.jumpTo(4)
  await room.submit()
  await expect(desk.getByText('Contest submitted successfully!')).toBeVisible()
  await expect(phone.getByText('Completed - Wait for Results')).toBeVisible()
  await jumpAhead(page, 31 * MINUTE)
  await desk.goto(`/my-contests/${contest.id}`)
  const answers = desk.getByRole('region', { name: 'Your answers' })
  await expect(answers.getByText('right 1', { exact: true })).toBeVisible()
  await expect(answers.getByText('right · your answer')).toHaveCount(2)
})
