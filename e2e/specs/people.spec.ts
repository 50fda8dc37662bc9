/**
 * /operations, people: what an administrator finds and does about somebody – creations, the role of an organiser, a club,
 * sessions, a reset code – with the own password, how it stands in the audit list, and the first steps of a new installation.
 * On a desk and on a phone, and by the keyboard.
 */
import {
  axe,
  axeInBothThemes,
  DESK,
  expect,
  type Page,
  pictured,
  type Quad,
  signedUp,
  startQuad,
  test,
} from '../fixtures'

const NARROW = { width: 320, height: 640 }

async function fits(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

async function confirm(page: Page, title: string | RegExp, button: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await axe(page)
  await dialog.getByLabel('Your own password').fill(password)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

// Rights: the first verdict counts.
test.describe.configure({ retries: 0 })

test('an administrator finds a student, helps, and all of it is written down', async ({ page, quad, open, watch }) => {
  watch.expect(/status of 403/)
  watch.expect(/status of 401/)
  const student = await open()
  const bo = await signedUp(student, { fullName: 'Zoë Ångström' })
  const root = await signedUp(page)
  await quad.admin('promote', root.email)

  await page.goto('/operations')
  await page.getByRole('tab', { name: 'People' }).click()
  await expect(page).toHaveURL('/operations?tab=people')
  const search = page.getByRole('searchbox', { name: 'Search by name or e-mail address' })
  await search.fill('angstrom ZOE')
  await expect(page.getByText('One person')).toBeVisible()
  await axeInBothThemes(page)
  await page.setViewportSize(NARROW)
  await fits(page, NARROW.width)
  await axe(page)
  await page.setViewportSize(DESK)
  await pictured(page, 'people')

  // By the keyboard: from the search to the person, whose name has the focus.
  await search.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /Zoë Ångström/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const person = page.getByRole('article', { name: 'Zoë Ångström' })
  await expect(person.getByRole('heading', { name: 'Zoë Ångström' })).toBeFocused()
  await expect(person.getByText(bo.email)).toBeVisible()
  await expect(person.getByRole('region', { name: 'Sessions' }).getByText(/last used/)).toBeVisible()
  await axeInBothThemes(page)

  // Creations: a wrong password is said, and nothing is done.
  const creations = person.getByRole('region', { name: 'Creations' })
  await creations.getByRole('button', { name: 'Give or take' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give or take creations' })
  await dialog.getByLabel('Contests').fill('3')
  await dialog.getByLabel('Your own password').fill('not-this-one-42')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('That is not your password.')).toBeVisible()
  await axeInBothThemes(page)
  await pictured(page, 'credits')
  await dialog.getByLabel('Your own password').fill(root.password)
  await dialog.getByLabel('Your own password').press('Enter')
  await expect(page.getByText('Now 3 contest creations and 0 poll creations are left.')).toBeVisible()
  await expect(person.getByText('ORGANISER', { exact: true })).toBeVisible()
  await creations.getByRole('button', { name: 'Give or take' }).click()
  await dialog.getByLabel('Contests').fill('-5')
  await dialog.getByLabel('Your own password').fill(root.password)
  watch.expect(/status of 409/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/There are not that many left to take/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // A club of theirs.
  const clubs = person.getByRole('region', { name: 'Clubs' })
  await clubs.getByLabel('Make an administrator of').selectOption({ index: 1 })
  await clubs.getByRole('button', { name: 'Appoint' }).click()
  await expect(clubs.getByText(/Administrator/).first()).toBeVisible()

  // A code, of which the administrator sees nothing.
  await person.getByRole('button', { name: 'Make a reset code' }).click()
  await axe(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Make the code' }).click()
  await expect(page.getByText(/A code was made for/)).toBeVisible()

  // Sessions end, and with the role of an organiser too.
  await person.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'End all' }).click()
  await confirm(page, 'End all sessions?', 'End all', root.password)
  await expect(person.getByText('Not logged in anywhere.')).toBeVisible()
  expect((await student.request.get('/api/isadmin')).status()).toBe(401)
  await person.getByRole('button', { name: 'Remove the organiser role' }).click()
  await confirm(page, /^Remove the organiser role from/, 'Remove the organiser role', root.password)
  await expect(person.getByText('ORGANISER', { exact: true })).toBeHidden()

  const acts = person.getByRole('list', { name: 'What administrators did' })
  for (const said of ['Gave 3 contest creations', 'Had a reset code made without mailing it', 'Took the role ORGANISER']) {
    await expect(acts.getByText(said)).toBeVisible()
  }
  await axeInBothThemes(page)
  await page.setViewportSize(NARROW)
  await fits(page, NARROW.width)
  await axe(page)
  await page.setViewportSize(DESK)
  await pictured(page, 'person')

  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect(page).toHaveURL('/operations?tab=audit')
  const list = page.getByRole('list', { name: 'Audit' })
  await expect(list.getByRole('listitem').first()).toContainText('Took the role ORGANISER: Zoë Ångström')
  await expect(list.getByText('Command line').first()).toBeVisible()
  await axeInBothThemes(page)
  await page.setViewportSize(NARROW)
  await fits(page, NARROW.width)
  await axe(page)
  await page.setViewportSize(DESK)
  await pictured(page, 'audit')
  await list.getByRole('link', { name: 'Zoë Ångström' }).first().click()
  await expect(person).toBeVisible()
  await page.goBack()
  await expect(list).toBeVisible()
})

test('a new installation says what is still to set up', async ({ open }) => {
  const quad: Quad = await startQuad({ settings: { institute_name: 'Your Institute', contact_email: '' } })
  try {
    const page = await open({ baseURL: quad.address })
    const me = await signedUp(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'All Contests' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0)
    await quad.admin('promote', me.email)
    const steps = page.getByRole('region', { name: 'First steps' })
    // The server hears of it from the other process a moment later; a page that was quicker stays a student's.
    await expect(async () => {
      await page.goto('/dashboard')
      await expect(steps.getByText('Name of the institute')).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expect(steps.getByText('institute_name', { exact: true })).toBeVisible()
    await expect(steps.getByText('Checking')).toHaveCount(0)
    await expect(steps.getByText('smtp_url', { exact: true })).toBeVisible()
    await axeInBothThemes(page)
    await page.setViewportSize(NARROW)
    await fits(page, NARROW.width)
    await axe(page)
    await page.setViewportSize(DESK)
    await pictured(page, 'first-steps')
    await steps.getByRole('button', { name: 'Hide' }).click()
    await expect(steps).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('link', { name: 'All Contests' })).toBeVisible()
    await expect(steps).toHaveCount(0)
    await page.goto('/operations?tab=system')
    await expect(steps).toBeVisible()
    await steps.getByRole('link', { name: 'Go to the clubs' }).click()
    await expect(page).toHaveURL('/clubs')
    await page.close()
  } finally {
    await quad.close()
  }
})
