/**
 * Takes the pictures of the walkthrough page and of the README from a demo campus of its own: real screens, both themes,
 * 1280 × 800. The names are those of web/src/pages/walkthroughSteps.ts. Nothing is checked here but that each screen
 * stands; look at the pictures before committing them.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, logIn, type Page, settled, test } from './fixtures'
import { Hub } from './pages/contests'
import { Room } from './pages/room'

const ROOT = path.join(import.meta.dirname, '..')
const PICTURES = path.join(ROOT, 'web/public/walkthrough')
const README = path.join(ROOT, 'docs/images')
const LARGEST = 60 * 1024

test.use({ quadOptions: { demo: true }, viewport: { width: 1280, height: 800 }, serviceWorkers: 'allow' })
test.describe.configure({ mode: 'serial' })

test('the student’s screens', async ({ page, quad, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/)
  await logIn(page, ...logInOf(quad.log(), 'student'))

  await page.goto('/contest')
  await expect(page.getByRole('article').first()).toBeVisible()
  await picture(page, 'list', { readme: true })

  await page.goto('/my-contests')
  const ended = page.getByRole('article').filter({ hasText: 'Ended' }).first()
  await ended.getByRole('link', { name: 'View Details' }).click()
  await page.getByRole('link', { name: 'View Results' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await picture(page, 'results', { readme: true })

  await page.goto('/contest?status=active')
  const going = page.getByRole('button', { name: 'Continue' })
  const fresh = page.getByRole('button', { name: 'Join Contest' })
  await expect(going.or(fresh).first()).toBeVisible()
  await ((await going.count()) > 0 ? going : fresh).first().click()
  const room = new Room(page)
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await expect(room.clock.or(start)).toBeVisible()
  if (await start.isVisible()) await room.start()
  await expect(room.clock).toBeVisible()
  const open = async () => {
    const next = page.getByRole('complementary').getByRole('button', { name: /, (not seen|seen, not answered)/ })
    await next.first().click()
    await expect(room.options.getByRole('button').first()).not.toHaveAttribute('aria-disabled', 'true')
  }
  for (const at of [1, 0, 2]) {
    await open()
    await chooseAt(room, at, 'saved')
  }
  await open()
  await page.getByRole('button', { name: 'Mark for review' }).click()
  await open()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // The picture shows the moment between the answer and the next question.
  await chooseAt(room, 1, 'saved')
  await page.keyboard.press('ArrowLeft')
  await expect(room.options.getByRole('button', { pressed: true })).toBeVisible()
  await page.mouse.move(0, 400)
  await picture(page, 'take', { readme: true })

  await page.context().setOffline(true)
  for (const at of [2, 1]) {
    await open()
    await chooseAt(room, at, 'on this device')
  }
  await open()
  await chooseAt(room, 0, 'on this device')
  await page.keyboard.press('ArrowLeft')
  await expect(room.options.getByRole('button', { pressed: true })).toContainText('on this device')
  await expect(room.offline).toBeVisible()
  await page.mouse.move(0, 400)
  await picture(page, 'offline')
  await page.context().setOffline(false)
})

test('the organiser’s screens', async ({ page, quad }) => {
  await logIn(page, ...logInOf(quad.log(), 'organiser'))
  const hub = new Hub(page)
  await hub.open()
  await hub.form.getByLabel('Title').fill('Signals and systems: week 6')
  await hub.form
    .getByLabel('Description')
    .fill('Convolution, Fourier series and a little sampling. Twenty minutes are enough if you have done the sheet.')
  await page.getByRole('heading', { level: 1 }).click()
  await picture(page, 'create')

  const card = page.getByRole('region', { name: /^Your Contests/ }).getByRole('listitem')
  const draft = card
    .filter({ has: page.getByRole('button', { name: 'Add question', exact: true, disabled: false }) })
    .first()
  await draft.getByRole('button', { name: 'Add question', exact: true }).click()
  const form = page.getByRole('form', { name: 'Add a question' })
  await form
    .getByLabel('Question', { exact: true })
    .fill('A ball is thrown straight up. At the highest point, its acceleration is')
  await form.getByRole('button', { name: 'Next' }).click()
  const options = ['zero', 'g, downwards', 'g, upwards', 'changing its direction']
  for (const [at, text] of options.entries())
    await form.getByLabel(`Option ${'ABCD'.charAt(at)}`, { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Next' }).click()
  await page.keyboard.press('b')
  await picture(page, 'question')
  await page.keyboard.press('Escape')

  await draft.getByRole('link', { name: /^View: / }).click()
  await expect(page.getByRole('button', { name: 'Edit question 1', exact: true })).toBeVisible()
  await picture(page, 'review')
})

async function chooseAt(room: Room, at: number, becomes: 'saved' | 'on this device'): Promise<void> {
  const row = room.options.getByRole('button').nth(at)
  const told = room.options.getByRole('button', { pressed: true }).filter({ hasText: becomes })
  await Promise.all([told.waitFor(), row.click()])
  // On to the next question, as the screen does by itself.
  await expect(told).toHaveCount(0)
}

/** The screen as it is, in both themes; toasts go first. */
async function picture(page: Page, name: string, { readme = false } = {}): Promise<void> {
  await mkdir(PICTURES, { recursive: true })
  await mkdir(README, { recursive: true })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`
    await writeFile(path.join(PICTURES, file), await asWebp(page, png))
    if (readme && colorScheme === 'light') await writeFile(path.join(README, `${name}.png`), png)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The browser writes WebP better than any library we would have to install; as good as fits. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().browser()?.newPage()
  if (!blank) throw new Error('the browser has gone')
  try {
    for (const quality of [0.9, 0.84, 0.78, 0.7, 0.6, 0.5]) {
      const text = await blank.evaluate(
        async ({ base64, quality }) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const canvas = document.createElement('canvas')
          canvas.width = image.width
          canvas.height = image.height
          canvas.getContext('2d')?.drawImage(image, 0, 0)
          return canvas.toDataURL('image/webp', quality)
        },
        { base64: png.toString('base64'), quality },
      )
      const webp = Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
      if (webp.length <= LARGEST) return webp
    }
    throw new Error('too much on this picture for its size')
  } finally {
    await blank.close()
  }
}

function logInOf(log: string, role: 'student' | 'organiser'): [email: string, password: string] {
  const [, email, password] = new RegExp(`(\\S+@\\S+) +(\\S+) +${role}$`, 'm').exec(log) ?? []
  if (!email || !password) throw new Error(`the demo printed no ${role}`)
  return [email, password]
}
