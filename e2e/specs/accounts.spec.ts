/**
 * Accounts through their screens: signing up with the courtesy checks, logging in where the guard stopped one, a mailed
 * reset code, the sessions on the profile, the account menu. The rules themselves are told in server/tests/it.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { axe, expect, logIn, signedUp, test } from '../fixtures'
import { enterLogIn, openAccountMenu } from '../pages/accounts'

const PASSWORD = 'harvest moon over 7 hills'

test('a newcomer signs up in two steps and logs in', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible()
  await axe(page)

  const toStep2 = page.getByRole('button', { name: 'Continue' })
  await expect(toStep2).toBeDisabled()
  await page.getByLabel('Full name').fill('Meera Iyer')
  const address = page.getByLabel('Institute e-mail')
  await address.fill('meera.iyer@elsewhere.example')
  await expect(page.getByText('Please use your institute e-mail address (@campus.example)')).toBeVisible()
  await expect(toStep2).toBeDisabled()
  // Not only the end of the domain has to match.
  await address.fill('meera.iyer@evilcampus.example')
  await expect(toStep2).toBeDisabled()
  await address.fill('meera.iyer@campus.example')
  await expect(page.getByText('@campus.example is an institute address.')).toBeVisible()
  await axe(page)
  await toStep2.click()

  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await expect(page.getByLabel('Contact number')).toBeFocused()
  const years = page.getByRole('combobox', { name: 'Batch year' }).getByRole('option')
  await expect(years).toHaveCount(7)
  const create = page.getByRole('button', { name: 'Create Account' })
  await create.click()
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()
  await page.getByLabel('Contact number').fill('+91 98450 12345')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill('harvest moon over 8 hills')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(create).toBeDisabled()
  await axe(page)

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Iyer')
  await toStep2.click()
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await expect(page.getByText('Passwords do not match')).toBeHidden()
  await page.getByRole('combobox', { name: 'Batch year' }).selectOption({ index: 2 })
  await create.click()
  await expect(page.getByText('Registration successful!')).toBeVisible()

  await page.waitForURL('**/login')
  await enterLogIn(page, 'meera.iyer@campus.example', PASSWORD)
  await expect(page.getByText('Login successful')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Account: Meera Iyer' })).toBeVisible()
  await axe(page)
})

test('an address that has an account is told so', async ({ page, watch }) => {
  watch.expect(/409 .*\/api\/register/)
  const known = await signedUp(page)
  await page.context().clearCookies()
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Somebody Else')
  await page.getByLabel('Institute e-mail').fill(known.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Contact number').fill('9000000000')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await page.getByRole('combobox', { name: 'Batch year' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('This e-mail address already has an account.')).toBeVisible()
})

test('a wrong password is refused in words, the right one goes on', async ({ page, watch }) => {
  watch.expect(/401 .*\/api\/login/)
  const person = await signedUp(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await axe(page)
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()

  await enterLogIn(page, person.email, 'not the password 5')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(person.email)
  await axe(page)

  const password = page.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await password.fill(person.password)
  await password.press('Enter')
  await expect(page.getByText('Login successful')).toBeVisible()
})

// Rights: the first verdict counts.
test.describe(() => {
  test.describe.configure({ retries: 0 })

  test('the guard asks for a log-in and comes back to the page', { tag: '@gate' }, async ({ page }) => {
    const person = await signedUp(page)
    await page.context().clearCookies()
    for (const wanted of ['/contest?status=upcoming', '/my-contests', '/createcontest', '/dashboard']) {
      await page.goto(wanted)
      await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('next') === wanted)
    }
    await page.goto('/contest?status=upcoming')
    await page.waitForURL((url) => url.pathname === '/login')
    await enterLogIn(page, person.email, person.password)
    await expect(page).toHaveURL('/contest?status=upcoming')
    await expect(page.getByRole('tab', { name: 'Upcoming' })).toHaveAttribute('aria-selected', 'true')
  })

  test('a next address never leads to another site', async ({ page }) => {
    const person = await signedUp(page)
    await page.context().clearCookies()
    await page.goto('/login?next=//elsewhere.example/contest')
    await enterLogIn(page, person.email, person.password)
    await expect(page).toHaveURL('/')
  })
})

test('a forgotten password is reset with the mailed code', async ({ page, quad, watch }) => {
  watch.expect(/400 .*\/api\/resetpassword/, /401 .*\/api\/login/)
  const person = await signedUp(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
  await axe(page)

  const fresh = 'seven kites above the weir'
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('New password', { exact: true }).fill(fresh)
  await page.getByLabel('Confirm password', { exact: true }).fill('seven kites')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm password', { exact: true }).fill(fresh)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('If an account has this address, a six-digit code was made for it.')).toBeVisible()
  await axe(page)

  const code = await mailedCode(quad.dataDir, person.email)
  const field = page.getByLabel('Code', { exact: true })
  await field.fill('12')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Enter the six digits, or the twelve you were told')).toBeVisible()
  await field.fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('That code is not right or no longer valid.')).toBeVisible()
  await field.fill(code)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password reset successful')).toBeVisible()
  await page.waitForURL('**/login')

  await enterLogIn(page, person.email, person.password)
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await enterLogIn(page, person.email, fresh)
  await expect(page).toHaveURL('/')
})

test('an unknown address gets the same sentence', async ({ page }) => {
  await page.goto('/resetpassword')
  await page.getByLabel('E-mail', { exact: true }).fill('nobody@campus.example')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('If an account has this address, a six-digit code was made for it.')).toBeVisible()
})

test('the profile shows who one is and ends other sessions', async ({ page, open }) => {
  const person = await signedUp(page)
  const elsewhere = [await open(), await open()]
  for (const other of elsewhere) await logIn(other, person.email, person.password)

  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: person.fullName })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText(person.email)).toBeVisible()
  await expect(main.getByText('USER', { exact: true })).toBeVisible()
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByText('This one')).toHaveCount(1)
  await axe(page)

  await sessions
    .getByRole('button', { name: /^End session/ })
    .first()
    .click()
  await expect(page.getByText('That device is logged out')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)

  const third = await open()
  await logIn(third, person.email, person.password)
  await page.reload()
  await sessions.getByRole('button', { name: 'End all others' }).click()
  const asked = page.getByRole('dialog', { name: 'End all other sessions?' })
  await axe(page)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await sessions.getByRole('button', { name: 'End all others' }).click()
  await asked.getByRole('button', { name: 'End 2 sessions' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  // The other browsers find out with their next page.
  for (const other of [...elsewhere, third]) {
    await other.goto('/my-contests')
    await other.waitForURL((url) => url.pathname === '/login')
  }
})

test('the account menu leads everywhere and signs out', async ({ page }) => {
  const person = await signedUp(page, { fullName: 'Anantha Padmanabha Venkataraman Subramanian' })
  await page.goto('/')
  await openAccountMenu(page, person.fullName)
  await axe(page)
  const name = page.getByRole('banner').getByText(person.fullName, { exact: true }).first()
  expect((await name.boundingBox())?.width).toBeLessThanOrEqual(120)
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await openAccountMenu(page, person.fullName)
  await page.getByRole('menuitem', { name: 'My Contests' }).click()
  await expect(page).toHaveURL('/my-contests')
  // What is still being asked for when the session ends is refused.
  await expect(page.getByText('No contests found')).toBeVisible()

  await openAccountMenu(page, person.fullName)
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.keyboard.press('Escape')

  await page.evaluate(() => localStorage.setItem('contestid', 'left over'))
  await openAccountMenu(page, person.fullName)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
  expect(await page.evaluate(() => [localStorage.getItem('userId1'), localStorage.getItem('contestid')])).toEqual([
    null,
    null,
  ])
  await page.goto('/profile')
  await page.waitForURL((url) => url.pathname === '/login')
})

test('signing out leads home also where the answer is slow to come', async ({ page, context }) => {
  const person = await signedUp(page)
  const live = page.waitForResponse((answer) => answer.url().includes('/api/live?'))
  await page.goto('/my-contests')
  await live
  await expect(page.getByText('No contests found')).toBeVisible()
  let refused = () => {}
  const streamRefused = new Promise<void>((resolve) => {
    refused = resolve
  })
  page.on('response', (answer) => {
    if (answer.url().includes('/api/live?') && answer.status() === 401) refused()
  })
  // The session has ended, the live stream was refused another time, and the page has not heard yet.
  await context.route('**/api/logout', async (route) => {
    const response = await route.fetch()
    await streamRefused
    // What the page makes of that has this long: less than it takes proves less and fails nothing.
    await new Promise((resolve) => setTimeout(resolve, 250))
    await route.fulfill({ response })
  })
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  await openAccountMenu(page, person.fullName)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await streamRefused
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(seen).not.toContain('/login')
})

test('the account menu works by keyboard', async ({ page }) => {
  const person = await signedUp(page)
  await page.goto('/contest')
  await page.getByRole('button', { name: `Account: ${person.fullName}` }).focus()
  await page.keyboard.press('Enter')
  // It goes in by itself, a moment after it is seen.
  await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'My Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: `Account: ${person.fullName}` })).toBeFocused()
})

/** The newest code mailed to somebody: without a mail server the letters are files. */
async function mailedCode(dataDir: string, to: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox')
  let code: string | undefined
  await expect(async () => {
    for (const name of (await readdir(outbox)).sort()) {
      const letter = await readFile(path.join(outbox, name), 'utf8')
      if (letter.includes(to)) code = /\b\d{6}\b/.exec(letter.slice(letter.search(/\r?\n\r?\n/)))?.[0] ?? code
    }
    expect(code).toBeDefined()
  }).toPass()
  return code as string
}
