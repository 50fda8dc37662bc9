/**
 * /operations: what an administrator sees of the queue and does about it – a mail that was refused is parked with its
 * reason, tried again and dropped – the enquiries that came in, and the installation with a backup when asked for. To
 * everybody else none of it is there.
 */
import { axe, axeInBothThemes, expect, logIn, type Page, type Quad, signedUp, startQuad, test } from '../fixtures'
import { openAccountMenu } from '../pages/accounts'
import { MailServer } from '../pages/mail'
import { Bell } from '../pages/notifications'

const NARROW = { width: 320, height: 640 }

/** Where mail is set up an account needs a mailed link; the operator makes this one. */
async function administrator(page: Page, quad: Quad): Promise<{ email: string; fullName: string }> {
  const [email, fullName] = ['dean@campus.example', 'Devika Rao']
  const said = await quad.admin('create', email, fullName)
  await quad.admin('promote', email)
  await logIn(page, email, /shown only here: (\S+)/.exec(said)?.[1] ?? '')
  return { email, fullName }
}

async function write(page: Page, name: string, message: string): Promise<void> {
  const data = { name, email: 'ada@elsewhere.example', topic: 'contact', message }
  const answer = await page.request.post('/api/enquiries', { data })
  expect(answer.status(), await answer.text()).toBe(201)
}

test('a mail that was refused: why, once more, and no more', async ({ open, watch }) => {
  watch.expect(/status of 500/, /^answer: 500/)
  const mail = await MailServer.start()
  const quad = await startQuad({ settings: { smtp_url: mail.url } })
  try {
    const page = await open({ baseURL: quad.address })
    const me = await administrator(page, quad)
    await page.goto('/dashboard')
    await openAccountMenu(page, me.fullName)
    await page.getByRole('menuitem', { name: 'Operations' }).click()
    await expect(page).toHaveURL('/operations')
    await expect(page.getByRole('heading', { name: 'Nothing is parked' })).toBeVisible()
    await axeInBothThemes(page)

    // Nothing is loaded anew: the page looks by itself.
    mail.refuses = true
    const guest = await open({ baseURL: quad.address })
    await write(guest, 'Ada Lovelace', 'Is there a room for forty people?')
    const row = page.getByRole('article', { name: 'Mails an enquiry to an administrator' })
    await expect(row).toBeVisible()
    await expect(row.getByText(/no such mailbox here/)).toBeVisible()
    await expect(row.getByText('enquiries.send')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Parked 1' })).toBeVisible()
    await axeInBothThemes(page)
    await page.setViewportSize(NARROW)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width)
    await page.setViewportSize({ width: 1440, height: 900 })

    mail.refuses = false
    await row.getByRole('button', { name: /^Try again/ }).click()
    await expect(page.getByText('The job is being tried again.')).toBeVisible()
    await expect.poll(() => mail.letters.length).toBe(1)
    expect(mail.letters[0]).toContain('room for forty people')
    await expect(row).toBeHidden()

    // Dropping says what it means first.
    mail.refuses = true
    await write(guest, 'Ada Lovelace', 'And one for four hundred people?')
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: /^Drop/ }).click()
    const sure = page.getByRole('dialog', { name: 'Drop this job?' })
    await expect(sure.getByText(/That administrator gets no mail\. The enquiry stays in the list\./)).toBeVisible()
    await axe(page)
    await sure.getByRole('button', { name: 'Keep it' }).click()
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: /^Drop/ }).click()
    await sure.getByRole('button', { name: 'Drop', exact: true }).click()
    await expect(page.getByText('The job has been dropped.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nothing is parked' })).toBeVisible()
    expect(mail.letters).toHaveLength(1)

    // The next turns of what runs by the clock wait, and stay.
    await page.getByRole('tab', { name: /^Waiting/ }).click()
    await expect(page).toHaveURL('/operations?tab=waiting')
    const sweep = page.getByRole('article', { name: 'Deletes old notifications' })
    await expect(sweep.getByText('Scheduled')).toBeVisible()
    await expect(sweep.getByRole('button')).toHaveCount(0)
    await page.getByLabel('Kind').selectOption('notify.sweep')
    await expect(page).toHaveURL('/operations?tab=waiting&kind=notify.sweep')
    await expect(page.getByRole('article')).toHaveCount(1)
    await axeInBothThemes(page)

    // It fails while one looks: what was known stays, and says so.
    await page.route('**/api/jobs?*', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
    await expect(page.getByText('These are the last known ones:', { exact: false })).toBeVisible()
    await expect(sweep).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/api/jobs?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(sweep).toBeVisible()

    // The enquiries, told by the bell as well.
    const bell = new Bell(page)
    await bell.says(2)
    await bell.button.click()
    await bell.panel.getByRole('link', { name: /four hundred/ }).click()
    await expect(page).toHaveURL('/operations?tab=enquiries')
    const enquiries = page.getByRole('article', { name: 'Message from Ada Lovelace' })
    await expect(enquiries).toHaveCount(2)
    const first = enquiries.filter({ hasText: 'four hundred' })
    await expect(first.getByRole('link', { name: /^Answer by e-mail/ })).toHaveAttribute(
      'href',
      /^mailto:ada@elsewhere\.example\?subject=/,
    )
    await axeInBothThemes(page)
    await expect(page.getByRole('tab', { name: 'Enquiries 2' })).toBeVisible()
    await first.getByRole('checkbox', { name: /^Answered/ }).check()
    await expect(page.getByRole('tab', { name: 'Enquiries 1' })).toBeVisible()
    await page.reload()
    await expect(first.getByRole('checkbox')).toBeChecked()
    await page.getByRole('checkbox', { name: 'Unanswered only' }).check()
    await expect(enquiries).toHaveCount(1)
    await page.setViewportSize(NARROW)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width)
    await page.close()
    await guest.close()
  } finally {
    await quad.close()
    await mail.close()
  }
})

test('the installation: room, processes, and a backup when asked for', async ({ page, quad }) => {
  const me = await signedUp(page)
  await quad.admin('promote', me.email)
  await page.goto('/operations?tab=system')
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect(backups.getByText('No backup yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Processes' }).getByText('this one')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Storage' }).getByText(/^SQLite, /)).toBeVisible()
  await axeInBothThemes(page)
  await backups.getByRole('button', { name: 'Back up now' }).click()
  const sure = page.getByRole('dialog', { name: 'Make a backup now?' })
  await axe(page)
  await sure.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('The backup is being made.')).toBeVisible()
  // Nothing is loaded anew: the page looks by itself.
  await expect(backups.getByText(/^quad-\d{8}-\d{6}\.tar\.zst$/)).toBeVisible()
  await expect(backups.getByText('complete')).toBeVisible()
  await axeInBothThemes(page)
  await page.setViewportSize(NARROW)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width)
  await axe(page)
})

test('on a phone the chosen tab is in sight, also when the counts come later', async ({ page, quad }) => {
  const me = await signedUp(page)
  await quad.admin('promote', me.email)
  await page.setViewportSize({ width: 390, height: 844 })
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/api/jobs?*', async (route) => {
    await late
    await route.fallback()
  })
  await page.goto('/operations?tab=system')
  const chosen = page.getByRole('tab', { selected: true })
  await expect(chosen).toBeInViewport({ ratio: 0.95 })
  arrive()
  await expect(page.getByRole('tab', { name: 'Parked 0' })).toBeAttached()
  await expect(chosen).toBeInViewport({ ratio: 0.95 })
  await page.getByRole('tab', { name: 'Parked 0' }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Parked 0' })).toBeInViewport({ ratio: 0.95 })
})

// Rights: the first verdict counts.
test.describe(() => {
  test.describe.configure({ retries: 0 })

  test('to everybody else it is not there', { tag: '@gate' }, async ({ page, quad, watch }) => {
    watch.expect(/status of 404/)
    const me = await signedUp(page)
    await page.goto('/dashboard')
    await openAccountMenu(page, me.fullName)
    await expect(page.getByRole('menuitem', { name: 'Purchases' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Operations' })).toHaveCount(0)
    await page.goto('/operations')
    await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()
    for (const address of ['/api/jobs', '/api/enquiries']) expect((await page.request.get(address)).status()).toBe(404)

    // An organiser passes the guard, and is told whose page it is.
    await quad.admin('grant', me.email, '--contests', '1')
    await logIn(page, me.email, me.password)
    await page.goto('/operations')
    await expect(page.getByText('Only administrators see this')).toBeVisible()
    await axe(page)
  })
})

test('whatever a stranger writes, the enquiries stay', async ({ open }) => {
  const quad = await startQuad({})
  try {
    const page = await open({ baseURL: quad.address })
    await administrator(page, quad)
    const stranger = await open({ baseURL: quad.address })
    // The reply quotes the beginning: of these four two are cut inside an emoji, wherever the cut is.
    for (let shift = 0; shift < 4; shift += 1) {
      await write(stranger, `Stranger ${shift} 👨‍👩‍👧`, `${'x'.repeat(shift)}${'🎓'.repeat(1500)}`)
    }
    await page.goto('/operations?tab=enquiries')
    await expect(page.getByRole('article', { name: /Stranger/ })).toHaveCount(4)
    const letters = await page
      .getByRole('link', { name: /Stranger/ })
      .evaluateAll((links) => links.map((one) => one.getAttribute('href')))
    for (const letter of letters) expect(new URL(letter ?? '').searchParams.get('body')).toContain('> ')
    // Half a character is no JSON, and changes nothing.
    const half = '{"name":"Half","email":"ada@elsewhere.example","topic":"contact","message":"What is this \\ud83d?"}'
    const said = await stranger.request.post('/api/enquiries', {
      headers: { 'content-type': 'application/json' },
      data: Buffer.from(half),
    })
    expect(said.status()).toBe(400)
    await page.reload()
    await expect(page.getByRole('article', { name: /Stranger/ })).toHaveCount(4)
  } finally {
    await quad.close()
  }
})

test('a letter with a thousand marks is drawn over nothing above its box', async ({ page, open, quad }) => {
  const me = await signedUp(page)
  await quad.admin('promote', me.email)
  const guest = await open()
  const mark = '\u0301'
  const messages = { Streak: `e${mark.repeat(1500)}`, Ink: `a${mark.repeat(110)}`.repeat(32) }
  for (const [name, message] of Object.entries(messages)) await write(guest, name, message)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    for (const [name, message] of Object.entries(messages)) {
      await page.goto('/operations?tab=enquiries')
      const text = page.getByRole('article', { name: `Message from ${name}` }).getByText(mark)
      const box = await text.boundingBox()
      if (!box) throw new Error(`${name} is not shown`)
      // Half a letter's height is its own: scripts that stack need it.
      const clip = { x: 0, y: 0, width: viewport.width, height: Math.floor(box.y) - 8 }
      // By the row from now on: the locator goes by the text.
      const row = await text.elementHandle()
      const above = async (shown: string, isFree: boolean) => {
        await row?.evaluate(
          (one, [shown, isFree]) => {
            one.classList.toggle('ink-free', isFree)
            one.textContent = shown
          },
          [shown, isFree] as const,
        )
        return page.screenshot({ clip, fullPage: true, animations: 'disabled', caret: 'hide' })
      }
      // What else moves there, such as an age in minutes, is the same within two pictures sooner or later.
      const draws = async (isFree: boolean) => !(await above('e', isFree)).equals(await above(message, isFree))
      await expect.poll(() => draws(false), { message: `${name} draws above its box` }).toBe(false)
      await expect.poll(() => draws(true), { message: 'without the clip there would be something' }).toBe(true)
    }
  }
})
