/**
 * Static pages, which only say something: reachable from the foot of every page, foldable by keyboard, dark on demand, and
 * with the names that this installation has configured.
 */
import { axe, expect, test } from '../fixtures'

const EMAIL = 'contests@meridian.example'
const PHONE = '+91 20 5550 0142'

test.use({
  quadOptions: {
    settings: {
      institute_name: 'Meridian Institute of Technology',
      contact_email: EMAIL,
      contact_phone: PHONE,
      policies_updated: 'August 2026',
    },
  },
})

const PAGES = [
  { link: 'About', path: '/about', heading: /^About / },
  { link: 'Contact us', path: '/contactus', heading: 'Contact us' },
  { link: 'Privacy', path: '/privacy', heading: 'Privacy policy' },
  { link: 'Terms', path: '/terms', heading: 'Terms and conditions' },
  { link: 'Refunds', path: '/refunds', heading: 'Cancellation and refund policy' },
  { link: 'Shipping', path: '/shipping', heading: 'Shipping policy' },
]

test('the foot of every page leads to them', async ({ page }) => {
  await page.goto('/')
  // The foot moves down when the page above it arrives.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const { link, path, heading } of PAGES) {
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('policies name the institute, the day and the address', async ({ page }) => {
  for (const path of ['/privacy', '/terms', '/refunds', '/shipping']) {
    await page.goto(path)
    await expect(page.getByText('Last updated August 2026')).toBeVisible()
    const mail = page.getByRole('main').getByRole('link', { name: EMAIL }).last()
    await expect(mail).toHaveAttribute('href', new RegExp(`^mailto:${EMAIL}\\?subject=Quad`))
  }
  await page.goto('/privacy')
  await expect(page.getByText(/Meridian Institute of Technology, on its own server/)).toBeVisible()
  await page.goto('/refunds')
  await expect(page.getByText(/Refunds are processed in 1–2 working days/)).toBeVisible()
  await expect(page.getByText(/no refund for premium features/)).toBeVisible()
  await expect(page.getByText('The platform fee is non-refundable.')).toBeVisible()
  await page.goto('/shipping')
  await expect(page.getByText(/Delivery is digital only/)).toBeVisible()
  await expect(page.getByText(/within 1 minute/)).toBeVisible()
})

test('the privacy policy is printed whole', async ({ page }) => {
  await page.goto('/privacy')
  const folded = page.locator('#rights').getByText(/^Correct: name/)
  await expect(folded).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => folded.evaluate((text) => text.checkVisibility({ contentVisibilityAuto: true }))).toBe(true)
  expect((await folded.boundingBox())?.height).toBeGreaterThan(10)
})

test('what is said of payments, polls and deletion is what the software does', async ({ page }) => {
  await page.goto('/privacy')
  await page.getByRole('button', { name: 'Open all' }).click()
  const main = page.getByRole('main')
  for (const words of [
    /you pay in a window of the payment provider, Razorpay/,
    /“test payment – no money moves”/,
    /that you have voted in a poll – not which option you chose, and not when/,
    /downloads everything kept about you in one file: your answers, your payments and creations, your clubs and registrations, and the polls/,
    /^What stays after that, under a pseudonym/,
    /^Purchases stay for the books/,
  ]) {
    await expect(main.getByText(words)).toBeVisible()
  }
  await page.goto('/terms')
  await expect(main.getByText(/^Ballots are secret/)).toBeVisible()
  await expect(main.getByText(/Prices are in Indian rupees/)).toBeVisible()
  for (const path of ['/refunds', '/shipping']) {
    await page.goto(path)
    await expect(main.getByRole('link', { name: 'your purchases' })).toHaveAttribute('href', '/purchases')
  }
})

test('privacy folds and unfolds by keyboard', async ({ page }) => {
  await page.goto('/privacy')
  const fold = (name: string) => page.getByRole('group').filter({ has: page.getByRole('heading', { name }) })
  const inSharing = page.locator('#sharing').getByText(/No mail server is set up at present|Mail goes out through/)
  const titles = ['Information we collect', 'How we use it', 'Sharing', 'Security', 'Your rights']
  for (const title of titles) await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(inSharing).toBeHidden()

  const summary = page.locator('#sharing > summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(inSharing).toBeVisible()
  await expect(fold('Sharing')).toHaveAttribute('open', '')
  await page.keyboard.press('Space')
  await expect(inSharing).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.locator('#security > summary')).toBeFocused()

  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(inSharing).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Close all' }).click()
  await expect(inSharing).toBeHidden()

  await page.goto('/privacy#rights')
  await page.reload()
  await expect(page.getByText(/^Delete: your profile ends your account/)).toBeInViewport()
})

test('privacy has a switch for the dark', async ({ page }) => {
  // The theme changes while one looks: see `inTheme`.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await page.goto('/privacy')
  const toggle = page.getByRole('switch', { name: 'Dark mode' })
  await expect(toggle).not.toBeChecked()
  await toggle.press('Space')
  await expect(toggle).toBeChecked()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.getByRole('button', { name: 'Open all' }).click()
  await axe(page)
  await page.goto('/terms')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
})

test('contact has phone, e-mail and the way to the profile', async ({ page }) => {
  await page.goto('/contactus')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: EMAIL })).toHaveAttribute('href', `mailto:${EMAIL}`)
  await expect(main.getByRole('link', { name: PHONE })).toHaveAttribute('href', 'tel:+912055500142')
  await main.getByRole('link', { name: 'Your profile' }).click()
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('next') === '/profile')
})

test('nothing runs over the edge of a small phone, with everything unfolded', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const { path } of PAGES) {
    await page.goto(path)
    const all = page.getByRole('button', { name: 'Open all' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (await all.isVisible()) await all.click()
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(widest, `${path} scrolls sideways at 320 px`).toBeLessThanOrEqual(320)
  }
})

test('whoever guesses where the icon is finds one', async ({ page }) => {
  const icon = await page.request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toMatch(/^image\//)
})
