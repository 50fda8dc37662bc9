/**
 * Questions with two to eight options: whoever takes them has an own order and chooses by key, and the room, the review and the
 * organiser's statistics call each option by the letter it has there. What the server takes is told in server/tests/it/kinds.rs.
 */
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
import { take } from '../pages/corrections'
import { type Contest, jumpAhead, makeContest } from '../pages/prepared'
import { boardOf } from '../pages/results'
import { Room } from '../pages/room'
import { shifts } from '../pages/shifts'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })

const NARROW = { width: 320, height: 640 }
const LETTERS = 'ABCDEFGH'
const MINUTE = 60
/** How much a page may move by itself, as in layout-shift.spec.ts. */
const MOST = 0.02
/** How many options each question has. */
const MANY = [2, 3, 5, 8]
const TEXTS = MANY.map((many, at) => Array.from({ length: many }, (_, n) => `pick ${at + 1}${'PQRSTUVW'[n]}`))
/** The last of each. */
const RIGHT = TEXTS.map((options) => options.at(-1) as string)

/** Runs for ten minutes, mixes the options for each person, and shows the answers after the end. */
async function madeWithMany(page: Page): Promise<Contest> {
  const contest = await makeContest(page, { title: 'Two to eight', ends: 10 * MINUTE, questions: [] })
  const shapes = TEXTS.map((options, at) => {
    return { kind: 'single', text: `Question number ${at + 1}?`, options, right: [options.length - 1] }
  })
  const added = await page.request.post(`/api/contests/${contest.id}/questions`, { data: { questions: shapes } })
  expect(added.status(), await added.text()).toBe(201)
  const details = { title: contest.title, description: '', answersShown: true, optionOrder: 'shuffled' }
  const set = await page.request.put(`/api/contests/${contest.id}`, { data: details })
  expect(set.ok(), await set.text()).toBe(true)
  return contest
}

/** The options of the question that is shown, in the order and with the letters of the screen. */
async function orderIn(room: Room): Promise<string[]> {
  const rows = await room.options.getByRole('button').allTextContents()
  return rows.map((row, at) => {
    const [, letter, text = ''] = /^(?:[A-H])([A-H]): (pick \d[P-W])/.exec(row) ?? []
    expect(letter, row).toBe(LETTERS[at])
    return text
  })
}

/** Presses a key and sees on the row that the answer is saved: the screen moves on a second later. */
async function choose(room: Room, key: string, text: string): Promise<void> {
  const pressed = room.option(text).and(room.page.getByRole('button', { pressed: true }))
  await Promise.all([pressed.filter({ hasText: 'saved' }).waitFor(), room.page.keyboard.press(key)])
}

/** The card of a question, below results. */
const cardOf = (list: Locator, number: number) =>
  list
    .getByRole('listitem')
    .filter({ has: list.page().getByRole('heading', { name: new RegExp(`Question number ${number}\\?`) }) })

async function optionsOn(card: Locator): Promise<string[]> {
  await expect(card).toBeVisible()
  const rows = await card.getByRole('listitem').allTextContents()
  return rows.map((row) => row.replace(/\s+/g, ' ').trim())
}

/** Nothing scrolls sideways on the narrowest phone; ends on the desktop. */
async function fitsNarrow(page: Page): Promise<void> {
  await page.setViewportSize(NARROW)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  await axe(page)
  await page.setViewportSize(DESK)
}

test('two to eight options are taken by keyboard, reviewed and counted under their letters', async ({ page, open }) => {
  await signedUp(page)
  const contest = await madeWithMany(page)

  // A client of the specification would show four.
  const older = await open()
  const bela = await signedUp(older, { fullName: 'Bela Roy' })
  const refused = await older.request.post('/api/complete', { data: { contestId: contest.id, intent: 'join' } })
  expect([refused.status(), (await refused.json()).code]).toEqual([409, 'needs_newer_client'])
  await take(older, bela, contest, RIGHT)

  const asha = await open()
  await signedUp(asha, { fullName: 'Asha Rao' })
  await asha.goto(`/my-contests/${contest.id}`)
  const room = new Room(asha)
  await room.join()
  await room.isAt(1, 4)
  const orders: string[][] = []
  const chosen: string[] = []
  const chooses = async (key: string, place: number) => {
    const order = await orderIn(room)
    expect(order.toSorted()).toEqual(TEXTS[orders.length])
    orders.push(order)
    chosen.push(order[place] as string)
    await choose(room, key, order[place] as string)
  }
  await expect(asha.getByText('Press A or B to choose')).toBeVisible()
  // Options that this question does not have.
  for (const key of ['c', 'D', '3', '8']) await asha.keyboard.press(key)
  await expect(room.options.getByRole('button', { pressed: true })).toHaveCount(0)
  await chooses('2', 1)
  await room.isAt(2, 4)
  await expect(asha.getByText('Press A–C to choose')).toBeVisible()
  await chooses('a', 0)
  await room.isAt(3, 4)
  await chooses('E', 4)
  await room.isAt(4, 4)
  await expect(asha.getByText('Press A–H to choose')).toBeVisible()
  await axeInBothThemes(asha)
  await pictured(asha, 'kinds-room')

  // On a phone the last of eight are below the edge, which is told; what a key chooses comes up clear of the bar.
  await asha.setViewportSize(NARROW)
  await expect.poll(() => asha.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  const more = asha.getByRole('button', { name: 'More options below' })
  await expect(more).toBeVisible()
  await axe(asha)
  await chooses('h', 7)
  await expect(more).toBeHidden()
  const isClear = async () => {
    const [row, foot] = [room.option(chosen[3] as string), asha.locator('footer')]
    const [above, below] = [await row.boundingBox(), await foot.boundingBox()]
    return above !== null && below !== null && above.y + above.height <= below.y
  }
  await expect.poll(isClear).toBe(true)
  await asha.setViewportSize(DESK)
  await room.counted({ saved: 4 })
  await room.submit()
  await expect(asha.getByText('Contest submitted successfully!')).toBeVisible()
  await jumpAhead(page, 11 * MINUTE)

  const correct = chosen.filter((text, at) => text === RIGHT[at]).length
  await asha.goto(`/result?contest=${contest.id}`)
  const rows = await boardOf(asha, contest.title)
  const asked = rows.map(({ name, correct, total }) => [name, correct, total])
  expect(asked.toSorted()).toEqual([
    ['Asha Rao', correct, 4],
    ['Bela Roy', 4, 4],
  ])
  await axe(asha)
  await fitsNarrow(asha)

  // Her own order again.
  await asha.goto(`/my-contests/${contest.id}`)
  const answers = asha.getByRole('region', { name: 'Your answers' })
  for (const [at, order] of orders.entries()) {
    const note = (text: string) =>
      [text === RIGHT[at] ? 'right' : '', text === chosen[at] ? 'your answer' : ''].filter(Boolean).join(' · ')
    const expected = order.map((text, place) => `${LETTERS[place]}${text}${note(text)}`)
    expect(await optionsOn(cardOf(answers, at + 1))).toEqual(expected)
  }
  await axeInBothThemes(asha)
  await pictured(asha, 'kinds-review')
  await fitsNarrow(asha)

  // The organiser's is that of the paper.
  await page.goto(`/result?contest=${contest.id}`)
  await page.getByRole('tab', { name: /^Questions/ }).click()
  const statistics = page.getByRole('tabpanel')
  for (const [at, options] of TEXTS.entries()) {
    const expected = options.map((text, place) => {
      const count = [chosen[at], RIGHT[at]].filter((one) => one === text).length
      return `${LETTERS[place]}${text} ${text === RIGHT[at] ? 'right' : ''}${count} ${count === 1 ? 'answer' : 'answers'}`
    })
    expect(await optionsOn(cardOf(statistics, at + 1))).toEqual(expected)
  }
  await axeInBothThemes(page)
  await pictured(page, 'kinds-statistics')
  await fitsNarrow(page)
})

/** Of 300 letters. */
const LONG = 'Which of these is right, all things considered, and why does it have to be so? '.repeat(4).slice(0, 299)

for (const [screen, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 740 }],
  ['the narrowest phone', NARROW],
] as const) {
  test(`nothing on the page moves when the next question has another length, on ${screen}`, async ({ page, open }) => {
    await signedUp(page)
    const texts = ['Short?', `${LONG}?`, 'As short?', `${LONG}!`]
    const contest = await makeContest(page, {
      title: 'Short and long',
      ends: 10 * MINUTE,
      questions: texts.map((text, at) => ({
        text,
        options: [`one ${at}`, 'two', 'three', at === 1 ? LONG : 'four'],
        answer: 0,
      })),
    })
    const asha = await open({ viewport })
    await signedUp(asha)
    await asha.goto(`/my-contests/${contest.id}`)
    const room = new Room(asha)
    await room.join()
    for (const at of [0, 1, 2]) {
      await room.isAt(at + 1, texts.length)
      await room.choose(`one ${at}`)
    }
    // It came by itself, a second after the answer was saved: no press is the reason.
    await room.isAt(4, texts.length)
    const { sum, moved } = await shifts(asha)
    expect(sum, moved.join('\n')).toBeLessThanOrEqual(MOST)
  })
}
