/**
 * A contest with marks: its organiser chooses them, those who take it read the rule before they begin and above each question,
 * wrong answers cost, and board, own result, file and correction go by marks. What all totals come to is told in
 * server/tests/it/marks.rs.
 */
import { readFile } from 'node:fs/promises'
import {
  axe,
  axeInBothThemes,
  DESK,
  expect,
  FREE_WITH_CLOCK,
  type Locator,
  type Page,
  pictured,
  signedUp,
  test,
} from '../fixtures'
import { enterWindow, Hub, Wizard } from '../pages/contests'
import { Correcting, take } from '../pages/corrections'
import { type Contest, jumpAhead, makeContest, numbered, serverNow } from '../pages/prepared'
import { markedBoardOf } from '../pages/results'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })

const MINUTE = 60_000
const NARROW = { width: 360, height: 740 }
/** The server's own words begin like this. */
const RULE = /Each right answer gives \+4, each wrong answer −1/

/** Nothing scrolls sideways on a narrow phone, and nobody is kept out by colours or names; ends on the desktop. */
async function lookedAt(page: Page, name: string): Promise<void> {
  await axeInBothThemes(page)
  await page.setViewportSize(NARROW)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  await axeInBothThemes(page)
  await page.setViewportSize(DESK)
  await pictured(page, name)
}

const rules = (form: Locator) => form.getByText('Rules', { exact: true })
const marks = (form: Locator) => form.getByLabel('Marks', { exact: true })

/** As an organiser makes it, in the form; it runs for twenty minutes. */
async function madeWithMarks(page: Page, title: string): Promise<Contest> {
  const hub = new Hub(page)
  await hub.open()
  const now = await serverNow(page)
  const [startsAt, endsAt] = [now - MINUTE, now + 20 * MINUTE]
  await enterWindow(hub.form, startsAt, endsAt)
  await hub.form.getByLabel('Public from the beginning').check()
  await expect(marks(hub.form)).toBeHidden()
  await rules(hub.form).click()
  await hub.form.getByLabel('Show answers after the end').check()
  await marks(hub.form).selectOption('JEE Main: +4, −1')
  await lookedAt(page, 'marks-form')
  await rules(hub.form).click()
  await expect(hub.form.getByText(/^marks \+4, −1 · answers shown after the end/)).toBeVisible()
  await hub.create(title, 'Made for a test.')
  const { contests } = (await (await page.request.get('/api/post/getcontest')).json()) as {
    contests: { _id: string; title: string }[]
  }
  const id = contests.find((one) => one.title === title)?._id ?? ''
  const questions = numbered(8).map(({ text, options, answer }) => ({
    Question: text,
    Options: options,
    Answer: options[answer],
  }))
  const added = await page.request.post(`/api/contests/${id}/questions`, { data: { questions } })
  expect(added.status(), await added.text()).toBe(201)
  return { id, title, startsAt, endsAt }
}

test('marks of JEE Main: fewer right answers win where wrong ones cost', async ({ page, open }) => {
  await signedUp(page, { fullName: 'Devika Menon' })
  const contest = await madeWithMarks(page, 'With marks')
  await page.goto(`/questionview/${contest.id}`)
  await expect(page.getByRole('definition').filter({ hasText: RULE })).toBeVisible()
  await lookedAt(page, 'marks-questions')
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Question 1 of 8' })).toContainText('+4, −1')
  await lookedAt(page, 'marks-preview')

  // Asha takes it on the screen, Bela and Chand beside her.
  const asha = await open()
  await signedUp(asha, { fullName: 'Asha Rao' })
  await asha.goto('/contest')
  const card = asha.getByRole('article', { name: contest.title, exact: true })
  await expect(card).toContainText('+4, −1')
  await card.getByRole('button', { name: contest.title }).click()
  const details = asha.getByRole('dialog', { name: contest.title })
  await expect(details.getByText(RULE)).toBeVisible()
  await axeInBothThemes(asha)
  await details.getByRole('button', { name: 'Join Contest' }).click()
  const room = new Room(asha)
  await expect(asha.getByText(RULE)).toBeVisible()
  await lookedAt(asha, 'marks-start')
  await room.start()
  await room.isAt(1, 8)
  await expect(asha.getByRole('region', { name: 'Question 1 of 8' })).toContainText('+4, −1')
  await lookedAt(asha, 'marks-room')
  for (const [at, choice] of ['right 1', 'right 2'].entries()) {
    await room.choose(choice)
    await room.isAt(at + 2, 8)
  }
  await room.jumpTo(8)
  await room.submit()
  await expect(asha.getByText('Contest submitted successfully!')).toBeVisible()
  const part = async (fullName: string, choices: (string | null)[]) => {
    const own = await open()
    const person = await signedUp(own, { fullName })
    await take(own, person, contest, choices)
    return own
  }
  const wrong = ['wrong 4a', 'wrong 5b', 'wrong 6a', 'wrong 7a', 'wrong 8a']
  await part('Bela Roy', ['right 1', 'right 2', 'right 3', ...wrong])
  const chand = await part('Chand Das', ['right 1', null, null, null, 'wrong 5b', 'wrong 6a', 'wrong 7a', 'wrong 8a'])
  const dina = await part('Dina Sen', ['right 1', 'right 2', 'wrong 3a'])
  await jumpAhead(page, 20 * 60 + 20)

  const board = [
    '1 Asha Rao: 8 (2/0)',
    // As many marks: fewer wrong answers decide.
    '2 Dina Sen: 7 (2/1)',
    '3 Bela Roy: 7 (3/5)',
    '4 Chand Das: 0 (1/4)',
  ]
  await asha.goto(`/result?contest=${contest.id}`)
  expect(await markedBoardOf(asha, contest.title)).toEqual(board)
  await expect(asha.getByText(RULE)).toHaveText(/Maximum marks: 32\.$/)
  const podium = asha.getByRole('region', { name: 'Podium' })
  await expect(podium.getByRole('listitem').first()).toContainText('8 marks')
  await lookedAt(asha, 'marks-board')
  await asha.setViewportSize(NARROW)
  expect(await markedBoardOf(asha, contest.title)).toEqual(board)
  await asha.setViewportSize(DESK)
  await asha.getByRole('button', { name: 'Share my result' }).click()
  await expect(asha.getByRole('img', { name: /Rank 1 of 4\. 8 of 32 marks, 2 of 8 correct/ })).toBeVisible()
  await pictured(asha, 'marks-picture')

  await dina.goto(`/my-contests/${contest.id}`)
  const result = dina.getByRole('region', { name: 'Your result' })
  await expect(result.getByText('of 32')).toBeVisible()
  const answers = dina.getByRole('region', { name: 'Your answers' })
  const cards = answers.getByRole('listitem').filter({ has: dina.getByRole('heading', { level: 3 }) })
  for (const [at, gave] of ['+4 marks', '+4 marks', '−1 mark', '0 marks'].entries()) {
    await expect(cards.nth(at)).toContainText(gave)
  }
  await lookedAt(dina, 'marks-own-result')

  await page.goto(`/result?contest=${contest.id}`)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await coming).path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/,marks,marks_10080,rule$/)
  expect(lines[1]).toMatch(/Asha Rao,.*,8\.0000,80640,"Each right answer gives \+4, /)
  expect(lines[4]).toMatch(/Chand Das,.*,0\.0000,0,$/)

  // What Chand had wrong is taken to be right: a correction moves marks.
  await page.goto(`/questionview/${contest.id}`)
  const correcting = new Correcting(page, 5)
  await correcting.open()
  await correcting.option('B: wrong 5b').check({ force: true })
  await correcting.look()
  expect(await correcting.moves()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Bela Roy.*: 3>1, 7>12$/s),
      expect.stringMatching(/^Chand Das.*: 4, 0>5$/s),
    ]),
  )
  await lookedAt(page, 'marks-correction')
  await correcting.apply('Both are right.')
  await expect(correcting.dialog).toBeHidden()
  await chand.goto(`/result?contest=${contest.id}`)
  expect(await markedBoardOf(chand, contest.title)).toEqual([
    '1 Bela Roy: 12 (4/4)',
    '2 Asha Rao: 8 (2/0)',
    '3 Dina Sen: 7 (2/1)',
    '4 Chand Das: 5 (2/3)',
  ])
})

test('own marks are exact or refused at their field, and stay once somebody has joined', async ({
  page,
  open,
  watch,
}) => {
  watch.expect(/status of 4\d\d/)
  await signedUp(page)
  const contest = await makeContest(page, { title: 'In thirds', starts: 3600, ends: 7200 })
  await page.goto(`/questionview/${contest.id}`)
  await expect(page.getByRole('term').filter({ hasText: 'Marks' })).toHaveCount(0)
  const edit = page.getByRole('button', { name: 'Edit details' })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Edit details' })
  const [right, wrong] = [dialog.getByLabel('Right answer', { exact: true }), dialog.getByLabel('Wrong answer', { exact: true })]
  // By keyboard alone.
  await marks(dialog).focus()
  await page.keyboard.press('End')
  await expect(marks(dialog)).toHaveValue('own')
  await right.fill('1')
  await wrong.fill('-0.33')
  await wrong.press('Enter')
  await expect(dialog.getByText(/0\.33 is not an exact mark/)).toBeVisible()
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveValue('-0.33')
  // On a phone, above the buttons that stay.
  await page.setViewportSize({ width: 360, height: 480 })
  await wrong.press('Enter')
  await expect(wrong).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText(/0\.33 is not an exact mark/)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(DESK)
  await lookedAt(page, 'marks-own')
  await wrong.fill('-1/3')
  await dialog.getByLabel('First', { exact: true }).selectOption('Less time')
  await dialog.getByLabel('Then', { exact: true }).first().selectOption('Nothing more: the rank is shared')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const rule = page.getByRole('definition').filter({ hasText: /Each right answer gives \+1, each wrong answer −⅓/ })
  await expect(rule).toBeVisible()
  await page.reload()
  await expect(rule).toBeVisible()

  // In the waiting room it is read before the start.
  const asha = await open()
  await signedUp(asha)
  await asha.goto(`/my-contests/${contest.id}`)
  await expect(asha.getByText(/each wrong answer −⅓/)).toBeVisible()
  await asha.getByRole('button', { name: 'Wait here for the start' }).click()
  await expect(asha.getByText(/each wrong answer −⅓/)).toBeVisible()
  await lookedAt(asha, 'marks-waiting')
  await asha.close()

  await jumpAhead(page, 3601)
  const joining = await open()
  await signedUp(joining)
  const joined = await joining.request.post('/api/complete', { data: { contestId: contest.id, intent: 'join' } })
  expect(joined.ok(), await joined.text()).toBe(true)
  await page.reload()
  await edit.click()
  await expect(marks(dialog)).toBeDisabled()
  await expect(dialog.getByText('Somebody has joined this contest, so its marks stay as they are.')).toBeVisible()
  await expect(wrong).toHaveValue('-1/3')
  await axe(page)
  // What may change still does.
  await dialog.getByLabel('Show answers after the end').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(rule).toBeVisible()
})

/** Rank, name, marks, starred, correct and wrong of each row. */
async function starredBoardOf(page: Page, title: string): Promise<string[]> {
  const rows = page
    .getByRole('table', { name: `Leaderboard of ${title}` })
    .locator('tbody')
    .getByRole('row')
  await expect(rows.first()).toBeVisible()
  await expect(rows.getByText('Loading')).toHaveCount(0)
  const all = await Promise.all((await rows.all()).map((row) => row.getByRole('cell').allInnerTexts()))
  return all.map((cells) => cells.slice(0, 6).join(' ').replace('(you)', '').replace(/\s+/g, ' '))
}

test('a question has marks of its own and a star: both are read before it is answered, and decide', async ({
  page,
  open,
  watch,
}) => {
  watch.expect(/status of 4\d\d/)
  await signedUp(page)
  const contest = await makeContest(page, { title: 'With a star', starts: 3600, ends: 7200 })
  await page.goto(`/questionview/${contest.id}`)
  const edit = page.getByRole('button', { name: 'Edit question 2' })
  const form = page.getByRole('form', { name: 'Edit question 2' })
  const fold = page.getByText('Marks of this question')
  await edit.click()
  await expect(form.getByLabel('Answer', { exact: true })).toBeVisible()
  await expect(fold).toBeHidden()
  await form.getByRole('button', { name: 'Cancel' }).click()

  const details = page.getByRole('button', { name: 'Edit details' })
  const dialog = page.getByRole('dialog', { name: 'Edit details' })
  await details.click()
  await dialog.getByLabel('Show answers after the end').check()
  await marks(dialog).selectOption('JEE Main: +4, −1')
  await dialog.getByLabel('First', { exact: true }).selectOption('More starred questions right')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  // By keyboard alone.
  await edit.click()
  await expect(form.getByText('as the contest: +4, −1')).toBeVisible()
  await form.locator('summary', { has: fold }).focus()
  await page.keyboard.press('Enter')
  const [right, wrong] = [form.getByLabel('Right', { exact: true }), form.getByLabel('Wrong', { exact: true })]
  await page.keyboard.press('Tab')
  await expect(right).toBeFocused()
  await page.keyboard.type('8')
  await page.keyboard.press('Tab')
  await page.keyboard.type('-2.67')
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Starred: counts first between equal marks')).toBeFocused()
  await page.keyboard.press('Space')
  await wrong.press('Enter')
  await expect(form.getByText(/2\.67 is not an exact mark/)).toBeVisible()
  await expect(wrong).toBeFocused()
  await lookedAt(page, 'own-marks-editor')
  await wrong.fill('-8/3')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  const second = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Question number 2?' }) })
  await expect(second).toContainText('Marks +8, −2⅔')
  await expect(second).toContainText('Starred')

  // One more, with a star alone.
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const wizard = new Wizard(page)
  await wizard.form.getByLabel('Question', { exact: true }).fill('Question number 5?')
  await wizard.next()
  for (const letter of 'ABCD') await wizard.option(letter).fill(`choice 5${letter}`)
  await wizard.next()
  await wizard.form.getByRole('radio', { name: 'A: choice 5A' }).check({ force: true })
  await wizard.form.getByText('Marks of this question').click()
  await wizard.form.getByLabel('Starred: counts first between equal marks').check()
  // What told of the question before has gone: while it goes its colours are those of neither theme.
  await expect(page.locator('.toasts').getByText(/./)).toHaveCount(0)
  await lookedAt(page, 'own-marks-wizard')
  await wizard.form.getByRole('button', { name: 'Add Question' }).click()
  await expect(wizard.step(1)).toBeVisible()
  await wizard.close()
  await expect(page.getByRole('heading', { name: 'Question number 5?' })).toBeVisible()
  await lookedAt(page, 'own-marks-questions')

  // They would be gone without a word.
  await details.click()
  await marks(dialog).selectOption('One point for each right answer')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('1 question has marks of its own, 2 are starred')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const inRoom = (at: Page, number: number) => at.getByRole('region', { name: `Question ${number} of 5` })
  await expect(inRoom(page, 2)).toContainText('+8, −2⅔')
  await expect(inRoom(page, 2)).toContainText('Starred')

  await jumpAhead(page, 3601)
  const asha = await open()
  await signedUp(asha, { fullName: 'Asha Rao' })
  await asha.goto(`/my-contests/${contest.id}`)
  await expect(asha.getByText(/Some questions give other marks/)).toBeVisible()
  const room = new Room(asha)
  await room.join()
  await expect(inRoom(asha, 1)).toContainText('+4, −1')
  await expect(inRoom(asha, 1)).not.toContainText('Starred')
  await room.choose('right 1')
  await room.isAt(2, 5)
  await expect(inRoom(asha, 2)).toContainText('+8, −2⅔')
  await expect(inRoom(asha, 2)).toContainText('Starred')
  await lookedAt(asha, 'own-marks-room')
  await room.choose('right 2')
  await room.isAt(3, 5)
  await room.jumpTo(5)
  await expect(inRoom(asha, 5)).toContainText('+4, −1')
  await expect(inRoom(asha, 5)).toContainText('Starred')
  await room.submit()
  await expect(asha.getByText('Contest submitted successfully!')).toBeVisible()
  const part = async (fullName: string, choices: (string | null)[]) => {
    const own = await open()
    await take(own, await signedUp(own, { fullName }), contest, choices)
  }
  await part('Bela Roy', ['right 1', null, 'right 3', 'right 4'])
  await part('Chand Das', ['right 1', 'wrong 2a', null, null, 'choice 5A'])
  await jumpAhead(page, 3700)

  await asha.goto(`/result?contest=${contest.id}`)
  expect(await starredBoardOf(asha, contest.title)).toEqual([
    '1 Asha Rao 12 1 2 0',
    // As many marks and more right, but no starred one.
    '2 Bela Roy 12 0 3 0',
    '3 Chand Das 5⅓ 1 2 1',
  ])
  await expect(asha.getByText(/Some questions give other marks/)).toHaveText(/Maximum marks: 24\.$/)
  await lookedAt(asha, 'own-marks-board')
  await asha.goto(`/my-contests/${contest.id}`)
  await expect(asha.getByRole('region', { name: 'Your result' })).toContainText('Starred')
  const answers = asha.getByRole('region', { name: 'Your answers' })
  const card = answers.getByRole('listitem').filter({ has: asha.getByRole('heading', { name: /Question number 2/ }) })
  await expect(card).toContainText('+8 marks')
  await expect(card).toContainText('Starred')
  await lookedAt(asha, 'own-marks-own-result')

  await page.goto(`/result?contest=${contest.id}`)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await coming).path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/,marks,marks_10080,starred,rule$/)
  expect(lines[1]).toMatch(/Asha Rao,.*,12\.0000,120960,1,"Each right answer gives \+4, /)
  expect(lines[3]).toMatch(/Chand Das,.*,5\.3333,53760,1,$/)
  await page.getByRole('tab', { name: /Questions/ }).click()
  await expect(page.getByText('+8, −2⅔')).toBeVisible()
  await lookedAt(page, 'own-marks-analysis')

  // Without the question its marks and its star go.
  await page.goto(`/questionview/${contest.id}`)
  const correcting = new Correcting(page, 2)
  await correcting.open()
  await correcting.kind(/^It does not count/).check({ force: true })
  await correcting.look()
  expect(await correcting.moves()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Asha Rao.*Starred 1>0.*: 1>3, 12>4$/s)]),
  )
  await lookedAt(page, 'own-marks-correction')
  await correcting.apply('Two options are right.')
  await expect(correcting.dialog).toBeHidden()
  await asha.goto(`/result?contest=${contest.id}`)
  expect(await starredBoardOf(asha, contest.title)).toEqual([
    '1 Bela Roy 12 0 3 0',
    '2 Chand Das 8 1 2 0',
    '3 Asha Rao 4 0 1 0',
  ])
})
