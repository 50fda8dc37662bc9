/**
 * The own result as a picture: drawn in the browser, looked at, kept, copied, shared; with the own name where that is asked for, and
 * never with anybody else's. By the keyboard, on a desk and on a phone.
 */
import { readFile } from 'node:fs/promises'
import {
  axe,
  axeInBothThemes,
  backTaken,
  expect,
  FREE_WITH_CLOCK,
  type Page,
  pictured,
  signedUp,
  test,
} from '../fixtures'
import { take } from '../pages/corrections'
import { type Contest, jumpAhead, makeContest, numbered } from '../pages/prepared'

test.use({ quadOptions: FREE_WITH_CLOCK })

/** Until the last answers are in. */
const AFTER_THE_END = 620
const OTHERS = ['Devika Menon', 'Bela Roy', 'Chand Das']

type Spied = { drawn?: string[]; given?: { name: string; type: string; size: number }[] }

/** Every text that a canvas draws from here on. */
async function spyOnTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const spied: Spied = window as unknown as Spied
    const drawn: string[] = []
    spied.drawn = drawn
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      drawn.push(text)
      fillText.call(this, text, ...rest)
    }
  })
  return () => page.evaluate(() => (window as unknown as Spied).drawn?.splice(0) ?? [])
}

/** Over, with four questions; the page's person is the second of three. */
async function over(page: Page, open: () => Promise<Page>, title: string): Promise<Contest> {
  const organiser = await open()
  await signedUp(organiser, { fullName: 'Devika Menon' })
  const contest = await makeContest(organiser, { title, ends: 600, questions: numbered(4) })
  const others: [fullName: string, choices: string[]][] = [
    ['Bela Roy', ['right 1', 'right 2', 'right 3', 'right 4']],
    ['Chand Das', ['wrong 1b']],
  ]
  for (const [fullName, choices] of others) {
    const other = await open()
    await take(other, await signedUp(other, { fullName }), contest, choices)
  }
  await take(page, await signedUp(page, { fullName: 'Asha Rao' }), contest, ['right 1', 'right 2', 'wrong 3a'])
  await jumpAhead(organiser, AFTER_THE_END)
  return contest
}

async function opened(page: Page, contest: Contest) {
  await page.goto(`/result?contest=${contest.id}`)
  const button = page.getByRole('button', { name: 'Share my result' })
  // Fetched only now.
  const fetched = page.waitForResponse((answer) => answer.url().includes('ResultPictureDialog') && answer.ok())
  await button.focus()
  await page.keyboard.press('Enter')
  await fetched
  const dialog = page.getByRole('dialog', { name: 'Share my result' })
  await expect(dialog.getByRole('img')).toBeVisible()
  return { button, dialog, picture: dialog.getByRole('img') }
}

/** Size of a PNG, and how many colours it has, as the browser reads it. */
function looked(page: Page, png: Buffer): Promise<{ width: number; height: number; colours: number }> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = image
    const brush = new OffscreenCanvas(width, height).getContext('2d')
    brush?.drawImage(image, 0, 0)
    const data = new Uint32Array(brush?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0))
    return { width, height, colours: new Set(data).size }
  }, png.toString('base64'))
}

test('a result becomes a picture that names nobody, and oneself where asked', async ({ page, open }) => {
  const drawn = await spyOnTexts(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const title = 'Signals and systems, second sheet: what the lecture left out'
  const contest = await over(page, open, title)
  await page.goto(`/result?contest=${contest.id}`)
  await expect(page.getByRole('button', { name: 'Share my result' })).toBeVisible()
  await pictured(page, 'results')
  const { button, dialog, picture } = await opened(page, contest)

  const words = (await picture.getAttribute('alt')) ?? ''
  expect(words).toContain(`Result in “${title}”`)
  expect(words).toContain('Rank 2 of 3. 2 of 4 correct, ahead of 50% of the others.')
  const first = (await drawn()).join(' | ')
  for (const said of ['Signals and systems', 'Rank', '2', 'of 3', '2 of 4 correct', 'me: 2'])
    expect(first).toContain(said)
  for (const name of [...OTHERS, 'Asha Rao', '@']) expect(`${first} ${words}`).not.toContain(name)
  await axeInBothThemes(page)
  await pictured(page, 'result-picture')

  const save = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).press('Enter'),
    ])
    return { name: file.suggestedFilename(), png: await readFile(await file.path()) }
  }
  const { name, png } = await save()
  expect(name).toBe('result-signals-and-systems-second-sheet-what-the-lecture-left-out.png')
  const { width, height, colours } = await looked(page, png)
  expect([width, height]).toEqual([1200, 630])
  expect(colours).toBeGreaterThan(50)

  await dialog.getByRole('button', { name: 'Copy picture' }).press('Enter')
  await expect(page.getByText('Picture copied')).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types))).toContain(
    'image/png',
  )

  // With the own name, and still nobody else's.
  await dialog.getByLabel('With my name').press('Space')
  await expect(picture).toHaveAttribute('alt', /^Result of Asha Rao in /)
  const second = (await drawn()).join(' | ')
  expect(second).toContain('Rank of | Asha Rao')
  for (const other of [...OTHERS, '@']) expect(second).not.toContain(other)
  expect((await save()).png.equals(png)).toBe(false)
  await pictured(page, 'result-picture-named')

  // Everything is reached, and the focus comes back. A notice that stands is a stop of its own, and goes by its time.
  await expect(page.getByText('Picture copied')).toBeHidden({ timeout: 15_000 })
  const reached = new Set<string>()
  for (let at = 0; at < 8; at += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const one = document.activeElement
      return one?.getAttribute('aria-label') ?? (one instanceof HTMLInputElement ? one.type : one?.textContent) ?? ''
    })
    reached.add(name)
  }
  expect([...reached].filter(Boolean).sort()).toEqual(['Close', 'Copy picture', 'Download', 'checkbox'].sort())
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await backTaken(page)

  // Each time it begins without the name.
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('With my name')).not.toBeChecked()
  await expect(picture).toHaveAttribute('alt', /^Result in /)
})

test('a phone shares the picture as a file, and one who was alone has no bars', async ({ page, open }) => {
  // Chromium on Linux has no sheet for sharing: what it would be given.
  await page.addInitScript(() => {
    const given: { name: string; type: string; size: number }[] = []
    ;(window as unknown as Spied).given = given
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.every(({ type }) => type === 'image/png'),
      share: ({ files = [] }: ShareData) => {
        given.push(...files.map(({ name, type, size }) => ({ name, type, size })))
        return Promise.resolve()
      },
    })
  })
  const organiser = await open()
  await signedUp(organiser)
  const contest = await makeContest(organiser, { title: 'مسابقة الهندسة', ends: 600, isPublic: true })
  await page.setViewportSize({ width: 320, height: 640 })
  await take(page, await signedUp(page, { fullName: 'ليلى حداد' }), contest, ['wrong 1b'])
  await jumpAhead(organiser, AFTER_THE_END)
  const { dialog, picture } = await opened(page, contest)
  await expect(picture).toHaveAttribute('alt', /Rank 1 of 1\. 0 of 4 correct\.$/)
  await axe(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await dialog.getByLabel('With my name').check()
  await expect(picture).toHaveAttribute('alt', /^Result of \u2068ليلى حداد\u2069 in /)
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect.poll(() => page.evaluate(() => (window as unknown as Spied).given?.length)).toBe(1)
  const [file] = await page.evaluate(() => (window as unknown as Spied).given ?? [])
  expect(file).toMatchObject({ name: 'result-مسابقة-الهندسة.png', type: 'image/png' })
  expect(file?.size).toBeGreaterThan(5_000)
  await pictured(page, 'result-picture-alone')
})
