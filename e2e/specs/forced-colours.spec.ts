/**
 * Forced colours (high contrast): the person's own colours take every ground, edge and shadow of ours away. Each state is seen
 * all the same: what is chosen does not look like what is not, and a bar does not look like what it lies on.
 */
import { CAMPUS, expect, type Locator, logIn, type Page, settled, test } from '../fixtures'
import { joined, joinedAndEnded, loaded, logInOf, poll } from '../pages/campus'
import { coloursOf, difference } from '../pages/pixels'

test.use({ quadOptions: CAMPUS, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

/** The ground of a page, as Chromium pretends that the person has chosen it. */
const CANVAS = '255,255,255'

/** Letters alone differ by less. */
const SEEN = 0.06

async function differ(one: Locator, other: Locator, what: string): Promise<void> {
  await expect(one.first(), what).toBeVisible()
  await settled(one.page())
  const [first, second] = [await coloursOf(one.first()), await coloursOf(other.first())]
  expect(difference(first, second), what).toBeGreaterThan(SEEN)
}

/** A bar, or another mark that has no words, on its ground. */
async function isDrawn(mark: Locator, what: string): Promise<void> {
  await expect(mark.first(), what).toBeAttached()
  await settled(mark.page())
  expect(1 - ((await coloursOf(mark.first())).get(CANVAS) ?? 0), what).toBeGreaterThan(0.3)
}

/** Without the plate that the browser puts behind words: it has the colour that letters have on a ground of ours. */
async function isReadable(place: Locator, what: string): Promise<void> {
  expect(await place.evaluate((element) => getComputedStyle(element).forcedColorAdjust), what).toBe('none')
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await loaded(page)
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
  // Fetched when nothing else is.
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue('--lawn') === 'Highlight')
}

test('forced colours: tabs, theme and menu', async ({ page, quad }) => {
  await logIn(page, ...logInOf(quad.log(), 'student'))
  await open(page, '/contest')
  await differ(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }), 'the chosen tab')
  await differ(
    page.locator('footer label:has(input:checked)'),
    page.locator('footer label:has(input:not(:checked))'),
    'the chosen theme',
  )
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.keyboard.press('ArrowDown')
  const item = page.getByRole('menuitem')
  await differ(item.and(page.locator('[data-highlighted]')), item.and(page.locator(':not([data-highlighted])')), 'the menu')
})

test('forced colours: the room', async ({ page, quad }) => {
  await logIn(page, ...logInOf(quad.log(), 'student'))
  await open(page, `/ContestQuestion?contest=${await joined(page)}`)
  const cell = (name: RegExp) => page.locator('aside').getByRole('button', { name })
  const unanswered = cell(/not seen|not answered/)
  await unanswered.first().click()
  const options = page.getByRole('list', { name: 'Options' }).getByRole('button')
  await page.getByRole('button', { name: 'Mark for review' }).last().click()
  await differ(cell(/marked for review/).and(page.locator('[aria-current]')), cell(/not seen/), 'the question that is shown')
  await isDrawn(cell(/marked for review/).locator('span').last(), 'the mark')
  await options.first().click()
  const saved = cell(/answered and saved/).last()
  await differ(saved, cell(/not seen/), 'what is saved')
  await isReadable(saved, 'its number')
  // Once the next question has come by itself.
  await expect(page.locator('aside').getByRole('button', { name: /not answered/ }).and(page.locator('[aria-current]'))).toBeVisible()
  await saved.click()
  const chosen = page.locator('[data-options] [aria-pressed=true]')
  await differ(chosen, options.and(page.locator('[aria-pressed=false]')), 'the chosen option')
  await isReadable(chosen.locator('span').first(), 'its letter')
  await isReadable(page.getByRole('button', { name: 'Next', exact: true }), 'the next step')
  const progress = page.locator('header').getByRole('progressbar')
  await isDrawn(progress.locator('div'), 'how far one is')
})

test('forced colours: results and polls', async ({ page, quad }) => {
  await logIn(page, ...logInOf(quad.log(), 'student'))
  await open(page, `/result?contest=${await joinedAndEnded(page)}`)
  const bars = page.getByRole('list', { name: /^Participants by/ }).locator('li > span[style]:not([style*=" 0px"])')
  await isDrawn(bars, 'the bars')
  await open(page, `/polls/${await poll(page, 'ended')}`)
  const bar = page.locator('main span.overflow-hidden.rounded-full')
  await isDrawn(bar.locator('span').first(), 'the share of an option')
  await open(page, '/pricing')
  await differ(
    page.locator('label:has(input:checked)'),
    page.locator('label:has(input:not(:checked))'),
    'the chosen period',
  )
})
