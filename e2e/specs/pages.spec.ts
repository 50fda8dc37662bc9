/**
 * Every page for guests, on the demo campus: wide and light, and on a phone and dark, without accessibility violations, without a
 * complaint of the browser, with a title of its own, and never scrolling sideways at 320 pixels. Then the ways between pages:
 * the navigation by keyboard and on a phone, the walkthrough, the theme. Students: pages-student.spec.ts, organisers:
 * pages-organiser.spec.ts.
 */
import { axe, CAMPUS, expect, logIn, type Page, test } from '../fixtures'
import { loaded, logInOf, PHONE, PUBLIC, type Route, visit } from '../pages/campus'

test.use({ quadOptions: CAMPUS })

const ROUTES: Route[] = [
  ...PUBLIC,
  { name: 'log in', path: '/login', title: /^Log in · / },
  { name: 'register', path: '/register', title: /^Sign up · / },
  { name: 'sign up', path: '/signup', title: /^Sign up · / },
  { name: 'reset password', path: '/resetpassword', title: /^Reset password · / },
  { name: 'an invitation', path: '/invite#somebody-sent-it', title: /^Invitation · / },
  { name: 'confirm without a token', path: '/confirm', title: /^Confirm your e-mail · / },
]

/** Of the ten pages that the gate looks at. */
const GATE = ['home', 'log in', 'register', 'pricing']

test.describe('guest', () => {
  for (const route of ROUTES) {
    test(route.name, { tag: GATE.includes(route.name) ? '@gate' : [] }, ({ page, quad, watch }) => {
      // Nobody has sent this invitation: what it leads to is not told.
      if (route.name === 'an invitation') watch.expect(/\b404\b.*\/api\/invitation\/look$/)
      return visit('guest', route, { page, quad, watch })
    })
  }
})

test('everything in the navigation is reached by keyboard', async ({ page, quad }) => {
  // The menu of the clubs replaces the link that stands there until it has come.
  const clubs = page.getByRole('banner').getByRole('button', { name: 'Clubs' })
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await page.goto('/about')
  await loaded(page)
  await expect(clubs).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
  expect(await byTab(page, 9)).toEqual([
    'Skip to content',
    'Quad, home',
    'Home',
    'Clubs',
    'Contests',
    'Polls',
    'Pricing',
    'About',
    'Log In',
  ])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/signup')

  await logIn(page, ...logInOf(quad.log(), 'student'))
  await page.goto('/about')
  await loaded(page)
  for (const button of [clubs, page.getByRole('button', { name: /^Account: / }), bell])
    await expect(button).toBeVisible()
  const names = await byTab(page, 10)
  const links = ['Skip to content', 'Quad, home', 'Home', 'Clubs', 'Contests', 'Polls', 'Pricing', 'About']
  expect(names.slice(0, 8)).toEqual(links)
  expect(names[8]).toMatch(/^Notifications/)
  expect(names[9]).toMatch(/^Account: /)
})

test('the skip link jumps over the navigation', async ({ page }) => {
  await page.goto('/about')
  await loaded(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('on a phone the navigation folds away', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await loaded(page)
  const menu = page.getByRole('button', { name: 'Menu' })
  const links = page.getByRole('navigation', { name: 'Menu' })
  await expect(links).toBeHidden()
  await menu.press('Enter')
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(links.getByRole('link', { name: 'Contests' })).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(links).toBeHidden()
  await menu.click()
  await links.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(links).toBeHidden()
})

test('the walkthrough goes by buttons, by the list and by arrow keys', async ({ page }) => {
  await page.goto('/walkthrough')
  await loaded(page)
  const at = (n: number) => expect(page.getByText(`Step ${n} of 7`)).toBeVisible()
  await at(1)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await at(2)
  await page.keyboard.press('ArrowRight')
  await at(3)
  await page.keyboard.press('ArrowLeft')
  await at(2)
  await page.getByRole('main').getByRole('listitem').getByRole('button').last().click()
  await at(7)
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toBeVisible()
  const picture = page.getByRole('main').getByRole('img').first()
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1280)

  // On a phone the list is a row that scrolls, and follows.
  await page.setViewportSize({ width: 390, height: 844 })
  const step = page.getByRole('main').getByRole('listitem').getByRole('button')
  await expect(step.last()).toBeInViewport({ ratio: 0.95 })
  for (let n = 6; n >= 1; n--) {
    await page.keyboard.press('ArrowLeft')
    await at(n)
  }
  await expect(step.first()).toBeInViewport({ ratio: 0.95 })
})

test('a page that is not there leads on', async ({ page, watch }) => {
  watch.expect(/status of 404/)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: 'There is no page here' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the theme chosen in the foot stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  await loaded(page)
  await page.getByRole('radio', { name: 'Dark theme' }).check({ force: true })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.getByRole('radio', { name: 'Theme as the device' }).check({ force: true })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark')
})

/** The names of what gets the focus, one Tab after the other. */
async function byTab(page: Page, count: number): Promise<string[]> {
  const names: string[] = []
  for (let i = 0; i < count; i += 1) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const at = document.activeElement
        return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? ''
      }),
    )
  }
  return names
}
