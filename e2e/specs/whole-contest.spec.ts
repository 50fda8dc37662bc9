/**
 * A contest as a club holds it, from the form to the last board: negative marks, a formula, code, several right options, a number, a short
 * text and two pictures, mixed for each person, with answers that may be changed. Four people take it, one of them for a while without a
 * network and one on two devices; an answer that many gave is accepted after the end, and the board says the same everywhere.
 */
import { readFile } from 'node:fs/promises'
import { axe, axeInBothThemes, DESK, expect, FREE_WITH_CLOCK, logIn, type Page, signedUp, test } from '../fixtures'
import { enterWindow, Hub } from '../pages/contests'
import { photo } from '../pages/galleries'
import { jumpAhead, serverNow, wake } from '../pages/prepared'
import { markedBoardOf } from '../pages/results'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })
// Nothing may be lost: the first verdict counts.
test.describe.configure({ retries: 0 })

const TITLE = 'Physics and Puzzles'
const MINUTE = 60_000
const [NARROW, TABLET] = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
]
const LIST = String.raw`1. What is $\frac{1}{2} + \frac{1}{3}$?
A) five sixths
B) two fifths
C) one sixth
D) nought
Answer: A

2. What does this print?
${'```'}
for n in range(2):
    print(n)
${'```'}
A) nought and one
B) one and two
C) two and three
D) nothing at all
Answer: A

3. Which are prime?
A) two
B) three
C) four
D) six
Answer: A, B

4. How strong is gravity here?
Answer: 9.81 ± 0.05 m/s²

5. Which city has the palace?
Answer: Mysuru

6. Which lake is this?
A) Dal
B) Chilika
C) Vembanad
D) Loktak
Answer: B`

/** By a word of its question: what is chosen, or typed. */
type Sheet = Partial<Record<'What is' | 'print' | 'prime' | 'gravity' | 'palace' | 'lake', string | string[]>>
const ALL: Sheet = {
  'What is': 'five sixths',
  print: 'nought and one',
  prime: ['two', 'three'],
  gravity: '9,8',
  palace: 'Mysuru',
  lake: 'Chilika',
}
const TYPED = ['gravity', 'palace']
const MANY = 6

const question = (page: Page, number: number) =>
  page.getByRole('region', { name: `Question ${number} of ${MANY}`, exact: true })

/** Which one stands at a place of this person's paper. */
async function wordAt(room: Room, number: number): Promise<keyof Sheet> {
  await room.jumpTo(number)
  await room.isAt(number, MANY)
  const text = await question(room.page, number).innerText()
  const word = (Object.keys(ALL) as (keyof Sheet)[]).find((one) => text.includes(one))
  expect(word, text).toBeDefined()
  return word as keyof Sheet
}

async function give(room: Room, word: keyof Sheet, answer: string | string[], becomes: 'saved' | 'on this device') {
  const { page } = room
  if (typeof answer !== 'string') {
    for (const option of answer) await page.getByRole('checkbox', { name: new RegExp(`: ${option}$`) }).check()
    await page.getByRole('button', { name: 'Save answer' }).click()
  } else if (TYPED.includes(word)) {
    await page.getByRole('textbox', { name: /^Type / }).fill(answer)
    await page.keyboard.press('Enter')
  } else {
    await room.choose(answer, becomes)
  }
}

/** In this person's order; at one place without a network for as long as it takes. Gives the words as they came. */
async function answer(room: Room, sheet: Sheet, offlineAt = 0): Promise<(keyof Sheet)[]> {
  const { page } = room
  const order: (keyof Sheet)[] = []
  let saved = 0
  for (let number = 1; number <= MANY; number += 1) {
    const word = await wordAt(room, number)
    order.push(word)
    const given = sheet[word]
    if (given === undefined) continue
    if (number === offlineAt) await page.context().setOffline(true)
    await give(room, word, given, number === offlineAt ? 'on this device' : 'saved')
    if (number === offlineAt) {
      await expect(room.offline).toBeVisible()
      await axe(page)
      await page.context().setOffline(false)
      await wake(page)
    }
    saved += 1
    await room.counted({ saved })
  }
  return order
}

/** As a secretary makes it; it runs for twenty minutes. */
async function made(page: Page): Promise<string> {
  const hub = new Hub(page)
  await hub.open()
  const now = await serverNow(page)
  await enterWindow(hub.form, now - MINUTE, now + 20 * MINUTE)
  await hub.form.getByLabel('Public from the beginning').check()
  await hub.form.getByText('Rules', { exact: true }).click()
  await hub.form.getByLabel('Marks', { exact: true }).selectOption('JEE Main: +4, −1')
  for (const rule of [
    'Show answers after the end',
    'Mix the options for each person',
    'Mix the questions for each person',
    'Answers may be changed until handing in',
  ])
    await hub.form.getByLabel(rule).check()
  await axeInBothThemes(page)
  await hub.create(TITLE, 'Made for a test.')
  const all = (await (await page.request.get('/api/post/getcontest')).json()) as {
    contests: { _id: string; title: string }[]
  }
  const id = all.contests.find(({ title }) => title === TITLE)?._id ?? ''

  await page.goto(`/questionview/${id}`)
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add questions' })
  await dialog.getByRole('tab', { name: 'Paste a list' }).click()
  await dialog.getByLabel('Questions as text').fill(LIST)
  await expect(dialog.getByText('all complete')).toBeVisible()
  await dialog.getByRole('button', { name: `Add ${MANY} questions` }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Edit question ${MANY}` }).click()
  const editor = page.getByRole('form', { name: `Edit question ${MANY}` })
  await editor.getByLabel(/^Add a picture to the question/).setInputFiles(photo(1, 1600, 900))
  await editor.getByLabel('What the picture shows, the question').fill('A lake under a low sun')
  await editor.getByLabel(/^Add a picture to option B/).setInputFiles(photo(2))
  await editor.getByLabel('What the picture shows, option B').fill('A lake at noon')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Enlarge the picture of option B: A lake at noon' })).toBeVisible()
  await axe(page)
  return id
}

test('a contest with everything in it, from the form to the board that was corrected', async ({
  page,
  open,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/)
  await signedUp(page, { fullName: 'Devika Menon' })
  const id = await made(page)
  const joined = async (at: Page, size: { width: number; height: number }) => {
    await at.setViewportSize(size)
    await at.goto(`/my-contests/${id}`)
    const room = new Room(at)
    await room.join()
    await room.isAt(1, MANY)
    return room
  }
  const handIn = async (room: Room) => {
    await room.jumpTo(MANY)
    await room.submit()
    await expect(room.page.getByText('Contest submitted successfully!')).toBeVisible()
  }

  const asha = await open()
  await signedUp(asha, { fullName: 'Asha Rao' })
  const ofAsha = await joined(asha, NARROW)
  const order = await answer(ofAsha, { ...ALL, palace: 'Mysore' }, 3)
  await axeInBothThemes(asha)
  await expect.poll(() => asha.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  // The same order after a reload.
  await asha.reload()
  const again: (keyof Sheet)[] = []
  for (let number = 1; number <= MANY; number += 1) again.push(await wordAt(ofAsha, number))
  expect(again).toEqual(order)
  await handIn(ofAsha)

  const bela = await open()
  const person = await signedUp(bela, { fullName: 'Bela Roy' })
  const ofBela = await joined(bela, DESK)
  const { print: _, ...withoutCode } = ALL
  const belas = await answer(ofBela, { ...withoutCode, lake: 'Dal' })
  const phone = await open()
  await logIn(phone, person.email, person.password)
  await phone.setViewportSize(NARROW)
  await phone.goto(`/ContestQuestion?contest=${id}`)
  const onPhone = new Room(phone)
  const lake = belas.indexOf('lake') + 1
  expect(await wordAt(onPhone, lake)).toBe('lake')
  await onPhone.choose('Chilika')
  await ofBela.jumpTo(lake)
  await expect(ofBela.option('Chilika')).toHaveAttribute('aria-pressed', 'true')
  await handIn(ofBela)

  const chand = await open()
  await signedUp(chand, { fullName: 'Chand Das' })
  const ofChand = await joined(chand, DESK)
  const { gravity: __, ...withoutNumber } = ALL
  await answer(ofChand, { ...withoutNumber, 'What is': 'two fifths', palace: 'mysore' })
  await handIn(ofChand)

  const dina = await open()
  await signedUp(dina, { fullName: 'Dina Sen' })
  const ofDina = await joined(dina, TABLET)
  await answer(ofDina, { 'What is': 'five sixths', gravity: '9.81' })
  await handIn(ofDina)
  await jumpAhead(page, 21 * 60)

  const boardOn = async (at: Page) => {
    await at.goto(`/result?contest=${id}`)
    // Rank, name and marks: between right and wrong ones stand those that are right in part.
    return (await markedBoardOf(at, TITLE)).map((row) => row.replace(/ \(.*\)$/, ''))
  }
  const before = ['1 Bela Roy: 20', '2 Asha Rao: 19', '3 Chand Das: 10', '4 Dina Sen: 8']
  expect(await boardOn(page)).toEqual(before)
  expect(await boardOn(dina)).toEqual(before)

  await page.goto(`/result?contest=${id}`)
  await page.getByRole('tab', { name: /^Questions/ }).click()
  await axeInBothThemes(page)
  await page.getByRole('link', { name: /^Count as right: “[Mm]ysore” in question 5$/ }).click()
  const correction = page.getByRole('dialog', { name: 'Correct question 5' })
  await expect(correction.getByRole('row').filter({ hasText: 'Asha Rao' })).toBeVisible()
  await expect(correction.getByRole('row').filter({ hasText: 'Chand Das' })).toBeVisible()
  await correction.getByLabel('Reason').fill('It had that name before.')
  await correction.getByRole('button', { name: 'Apply the correction' }).click()
  await expect(correction).toBeHidden()

  const after = ['1 Asha Rao: 24', '2 Bela Roy: 20', '3 Chand Das: 15', '4 Dina Sen: 8']
  for (const [at, size] of [
    [asha, NARROW],
    [bela, DESK],
    [chand, DESK],
    [dina, TABLET],
    [page, DESK],
  ] as const) {
    await at.setViewportSize(size)
    expect(await boardOn(at)).toEqual(after)
  }
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await coming).path(), 'utf8')).split('\r\n')
  expect(lines[1]).toMatch(/Asha Rao,.*,24\.0000,241920,/)
  expect(lines[3]).toMatch(/Chand Das,.*,15\.0000,151200,/)
  await asha.goto(`/my-contests/${id}`)
  await expect(asha.getByRole('region', { name: 'Your result' })).toContainText('24')
  const answers = asha.getByRole('region', { name: 'Your answers' })
  await expect(answers.getByRole('listitem').filter({ hasText: /^Mysore\s*right · your answer$/ })).toHaveCount(1)
  await axeInBothThemes(asha)
})
