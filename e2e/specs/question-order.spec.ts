/**
 * Questions mixed for each person: switched on in the form, seen in the room under their own numbers, the same after a reload and on another
 * device, named so in the hand-in dialog and the review; and shown to the organiser as somebody saw them. What the server counts is told in
 * server/tests/it/question_order.rs.
 */
import {
  axe,
  axeInBothThemes,
  DESK,
  expect,
  FREE_WITH_CLOCK,
  type Page,
  PHONE,
  pictured,
  signedUp,
  test,
} from '../fixtures'
import { jumpAhead, makeContest, numbered } from '../pages/prepared'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })

const NARROW = { width: 320, height: 640 }
const MINUTE = 60
const MANY = 6

/** The numbers that the questions have on the paper, as they come in the room; ends at the first. */
async function orderIn(room: Room): Promise<number[]> {
  const order: number[] = []
  for (let at = 1; at <= MANY; at += 1) {
    await room.jumpTo(at)
    await room.isAt(at, MANY)
    const region = room.page.getByRole('region', { name: `Question ${at} of ${MANY}`, exact: true })
    const [, number] = /Question number (\d+)\?/.exec(await region.innerText()) ?? []
    order.push(Number(number))
  }
  await room.jumpTo(1)
  await room.isAt(1, MANY)
  return order
}

const fitsNarrow = async (page: Page) => {
  await page.setViewportSize(NARROW)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  await axe(page)
  await page.setViewportSize(DESK)
}

test('questions are mixed for each person, in the room, when handing in, in the review and for the organiser', async ({
  page,
  open,
}) => {
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title: 'Mixed', ends: 10 * MINUTE, questions: numbered(MANY) })
  await organiser.goto(`/questionview/${contest.id}`)
  await organiser.getByRole('button', { name: 'Edit details' }).click()
  const edit = organiser.getByRole('dialog', { name: 'Edit details' })
  await edit.getByLabel('Mix the questions for each person').check()
  await edit.getByLabel('Show answers after the end').check()
  await axe(organiser)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(organiser.getByText('mixed for each person', { exact: true })).toHaveCount(1)
  // The organiser's screens stay as it was written.
  await expect(organiser.getByRole('heading', { level: 3 }).first()).toHaveText('Question number 1?')

  await signedUp(page, { fullName: 'Asha Rao' })
  await page.goto(`/ContestQuestion?contest=${contest.id}`)
  const room = new Room(page)
  await room.start()
  await room.isAt(1, MANY)
  const own = await orderIn(room)
  expect(own.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  await page.reload()
  await expect(room.options).toBeVisible()
  expect(await orderIn(room), 'the same after a reload').toEqual(own)
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('complementary', { name: 'Questions' })).toHaveCount(0)
  expect(await orderIn(room), 'the same on a phone').toEqual(own)
  await page.setViewportSize(DESK)

  const other = await open()
  await signedUp(other, { fullName: 'Bela Roy' })
  await other.goto(`/ContestQuestion?contest=${contest.id}`)
  const otherRoom = new Room(other)
  await otherRoom.start()
  await otherRoom.isAt(1, MANY)
  const others = await orderIn(otherRoom)
  // Of 720 orders the paper's comes to each of two people seldom, and to both hardly ever.
  expect([own.join(), others.join()]).not.toEqual(['1,2,3,4,5,6', '1,2,3,4,5,6'])

  // Answers all but the last that this person sees, which the dialog calls by its place here.
  for (let at = 1; at < MANY; at += 1) {
    await room.jumpTo(at)
    await room.isAt(at, MANY)
    const number = own[at - 1] as number
    await room.choose(at === 1 ? `wrong ${number}${number % 4 === 1 ? 'b' : 'a'}` : `right ${number}`)
  }
  await room.counted({ saved: MANY - 1 })
  await page.getByRole('button', { name: 'Submit', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Submit contest?' })
  await expect(dialog.getByRole('button', { name: `Go to question ${MANY}`, exact: true })).toBeVisible()
  await axeInBothThemes(page)
  await dialog.getByRole('button', { name: 'Submit contest' }).click()
  await expect(page.getByText(/submitted/i).first()).toBeVisible()

  // What somebody saw, with a switch back to the paper; live, before the end.
  await organiser.goto(`/result?contest=${contest.id}`)
  await organiser.getByRole('button', { name: 'Asha Rao' }).click()
  const answers = organiser.getByRole('dialog', { name: 'Answers of Asha Rao' })
  const numbersIn = async () => {
    await expect(answers.getByRole('heading', { level: 3 })).toHaveCount(MANY)
    const texts = await answers.getByRole('heading', { level: 3 }).allInnerTexts()
    return texts.map((text) => Number(/Question number (\d+)\?/.exec(text)?.[1]))
  }
  expect(await numbersIn()).toEqual(own)
  await expect(answers.getByText(`Question ${own[0]} as you wrote it`)).toBeVisible()
  await axeInBothThemes(organiser)
  await pictured(organiser, 'question-order-answers')
  await fitsNarrow(organiser)
  await answers.getByRole('checkbox', { name: 'As this person saw it' }).uncheck()
  expect(await numbersIn()).toEqual([1, 2, 3, 4, 5, 6])
  await organiser.keyboard.press('Escape')
  await expect(answers).toBeHidden()
  await expect(organiser.getByRole('button', { name: 'Asha Rao' })).toBeFocused()

  await other.close()
  await jumpAhead(organiser, 11 * MINUTE)
  await page.goto(`/my-contests/${contest.id}`)
  const review = page.getByRole('region', { name: 'Your answers' })
  await expect(review.getByRole('heading', { level: 3 })).toHaveText(
    own.map((number, at) => `${at + 1} Question number ${number}?`),
  )

  // Two people are too few to say anything of places, and nothing is.
  await organiser.goto(`/result?contest=${contest.id}&part=questions`)
  const report = organiser.getByRole('region', { name: 'Did the order matter?' })
  await expect(report.getByText('There are too few answers to say whether the place mattered.')).toBeVisible()
  await expect(report.getByText('First third')).toBeVisible()
  await report.getByText('Each place').click()
  await expect(report.getByText('place 6', { exact: true })).toBeVisible()
  await axe(organiser)
  await pictured(organiser, 'question-order-report')
  await fitsNarrow(organiser)
})

test('where options are mixed, their author says which stay', async ({ page, open }) => {
  await signedUp(page)
  const contest = await makeContest(page, { title: 'Pinned', ends: 10 * MINUTE, questions: [] })
  const set = await page.request.put(`/api/contests/${contest.id}`, { data: { optionOrder: 'shuffled' } })
  expect(set.ok(), await set.text()).toBe(true)
  await page.goto(`/questionview/${contest.id}`)
  await page.getByRole('button', { name: 'Add questions' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Question', exact: true })).toBeFocused()
  await page.keyboard.type('Which port?')
  await page.keyboard.press('Enter')
  for (const option of ['Kochi', 'Surat', 'Chennai']) {
    await page.keyboard.type(option)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('None of these')
  await dialog.getByText('Order of its options').click()
  const stays = (letter: string) => dialog.getByRole('checkbox', { name: `${letter} stays where it is` })
  await expect(stays('D')).toBeChecked()
  await expect(stays('A')).not.toBeChecked()
  await stays('A').check()
  await axeInBothThemes(page)
  await page.setViewportSize(PHONE)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.setViewportSize(DESK)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('b')
  await dialog.getByRole('button', { name: 'Add Question' }).click()
  await expect(dialog.getByText('1 added')).toBeVisible()

  for (let turn = 0; turn < 2; turn += 1) {
    const who = await open()
    await signedUp(who)
    await who.goto(`/ContestQuestion?contest=${contest.id}`)
    const room = new Room(who)
    await room.start()
    await room.isAt(1, 1)
    const texts = (await room.options.getByRole('button').allInnerTexts()).join(' ')
    const order = ['Kochi', 'Surat', 'Chennai', 'None of these'].sort((a, b) => texts.indexOf(a) - texts.indexOf(b))
    expect([order[0], order[3]]).toEqual(['Kochi', 'None of these'])
    await who.close()
  }
})
