/**
 * Pictures of questions: put up by the organiser with their words, kept from everybody before the start, taken on a narrow phone that
 * loads one that failed again, looked at closely by keys, and shown in the review and the analysis. Who gets them is told in the
 * server's stories.
 */
import { axe, axeInBothThemes, expect, FREE_WITH_CLOCK, type Page, settled, signedUp, test } from '../fixtures'
import { photo } from '../pages/galleries'
import { jumpAhead, makeContest, numbered } from '../pages/prepared'
import { Room } from '../pages/room'

// Everybody may create: credits are the story of other files.
test.use({ quadOptions: FREE_WITH_CLOCK })

const NARROW = { width: 320, height: 640 }
const MINUTE = 60
const MOST_BYTES = 1_200_000

const PICTURES = '**/api/contests/*/pictures/**'

async function noSideways(page: Page): Promise<void> {
  await settled(page)
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widest, 'scrolls sideways').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

test('pictures are put up, taken on a phone, and reviewed', async ({ page, open, watch }) => {
  await signedUp(page)
  const contest = await makeContest(page, {
    title: 'Pulleys',
    starts: MINUTE,
    ends: 10 * MINUTE,
    questions: numbered(3),
  })
  const details = { title: contest.title, description: '', answersShown: true }
  const set = await page.request.put(`/api/contests/${contest.id}`, { data: details })
  expect(set.ok(), await set.text()).toBe(true)

  await page.goto(`/questionview/${contest.id}`)
  await page.getByRole('button', { name: 'Edit question 1' }).click()
  const editor = page.getByRole('form', { name: 'Edit question 1' })
  watch.expect(/\/pictures/)
  await editor.getByLabel(/^Add a picture to the question/).setInputFiles({
    name: 'lies.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(editor.getByText('lies.png: not a PNG, JPEG, GIF or WebP picture')).toBeVisible()
  await editor.getByLabel(/^Add a picture to the question/).setInputFiles(photo(1, 1600, 900))
  const words = editor.getByLabel('What the picture shows, the question')
  await expect(words).toBeFocused()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(editor.getByText('Say in words what each picture shows').first()).toBeVisible()
  await words.fill('A lake under a low sun')
  await editor.getByLabel(/^Add a picture to option B/).setInputFiles(photo(2))
  await editor.getByLabel('What the picture shows, option B').fill('A lake at noon')
  await axeInBothThemes(page)
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Enlarge: A lake under a low sun' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enlarge the picture of option B: A lake at noon' })).toBeVisible()
  await axeInBothThemes(page)

  // Nobody's phone asks for one before the start.
  const asha = await open()
  await signedUp(asha, { fullName: 'Asha Rao' })
  await asha.setViewportSize(NARROW)
  const asked: string[] = []
  let loaded = 0
  asha.on('response', async (response) => {
    if (!/\/pictures\/[0-9a-f]+\/\d+$/.test(response.url())) return
    asked.push(response.url())
    loaded += response.ok() ? (await response.body()).length : 0
  })
  await asha.goto(`/my-contests/${contest.id}`)
  await settled(asha)
  expect(asked).toEqual([])
  await jumpAhead(page, 2 * MINUTE)
  await asha.goto(`/my-contests/${contest.id}`)

  // The first try does not get through.
  watch.expect(/\/pictures\//)
  let tries = 0
  await asha.route(PICTURES, async (route) => {
    tries += 1
    if (tries === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  const room = new Room(asha)
  await room.join()
  await room.isAt(1, 3)
  const picture = asha.getByRole('button', { name: 'Enlarge: A lake under a low sun' })
  await expect(picture).toBeVisible()
  const frame = await picture.boundingBox()
  await expect
    .poll(() => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 })
    .toBe(480)
  expect(await picture.boundingBox(), 'the frame has its size from the beginning').toEqual(frame)
  await noSideways(asha)
  await axeInBothThemes(asha)

  await picture.focus()
  await asha.keyboard.press('Enter')
  const large = asha.getByRole('dialog', { name: 'A lake under a low sun' })
  await expect(large).toBeVisible()
  const image = large.locator('img')
  const before = (await image.boundingBox())?.width ?? 0
  await asha.keyboard.press('+')
  await expect.poll(async () => (await image.boundingBox())?.width ?? 0).toBeGreaterThan(before)
  await axe(asha)
  await asha.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(picture).toBeFocused()
  expect(loaded).toBeLessThan(MOST_BYTES)

  for (const [at, option] of ['right 1', 'right 2', 'right 3'].entries()) {
    await room.isAt(at + 1, 3)
    await room.choose(option)
  }
  await room.counted({ saved: 3 })
  await jumpAhead(page, 11 * MINUTE)

  await asha.goto(`/my-contests/${contest.id}`)
  const answers = asha.getByRole('region', { name: 'Your answers' })
  await expect(answers.getByRole('button', { name: 'Enlarge: A lake under a low sun' })).toBeVisible()
  await expect(answers.getByRole('button', { name: 'Enlarge the picture of option B: A lake at noon' })).toBeVisible()
  await noSideways(asha)
  await axeInBothThemes(asha)

  await page.goto(`/result?contest=${contest.id}`)
  await page.getByRole('tab', { name: /^Questions/ }).click()
  await expect(
    page.getByRole('tabpanel').getByRole('button', { name: 'Enlarge: A lake under a low sun' }),
  ).toBeVisible()
  await axe(page)
})
