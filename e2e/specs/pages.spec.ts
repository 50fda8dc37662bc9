/**
 * Every page for everyone who may see it, on the demo campus: wide and light, and on a phone and dark, without accessibility
 * violations, without a complaint of the browser, with a title of its own, and never scrolling sideways at 320 pixels.
 */
import { axe, expect, logIn, type Page, settled, test } from '../fixtures'
import { bought, makeOrder } from '../pages/payments'

test.use({ quadOptions: { demo: true } })

type Role = 'guest' | 'student' | 'organiser'
type Route = { name: string; path: string | ((page: Page) => Promise<string>); title: RegExp }

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }

const PUBLIC: Route[] = [
  { name: 'home', path: '/', title: /Quad/ },
  { name: 'about', path: '/about', title: /^About · / },
  { name: 'walkthrough', path: '/walkthrough', title: /^Walkthrough · / },
  { name: 'privacy', path: '/privacy', title: / · / },
  { name: 'terms', path: '/terms', title: / · / },
  { name: 'contact', path: '/contactus', title: / · / },
  { name: 'refunds', path: '/refunds', title: / · / },
  { name: 'shipping', path: '/shipping', title: / · / },
  { name: 'licences', path: '/licences', title: /^Licences · / },
  { name: 'pricing', path: '/pricing', title: /^Pricing · / },
  { name: 'pricing by the year', path: '/pricing?period=annual', title: /^Pricing · / },
  { name: 'events', path: '/events', title: /^Events · / },
  { name: 'events that are over', path: '/events?when=past', title: /^Events · / },
  { name: 'an event', path: async (page) => `/event/${await event(page, 'upcoming')}`, title: / · / },
  { name: 'an event that is over', path: async (page) => `/event/${await event(page, 'past')}`, title: / · / },
  { name: 'not found', path: '/no/such/page', title: /^Page not found · / },
]

const MEMBER: Route[] = [
  { name: 'dashboard', path: '/dashboard', title: /^Dashboard · / },
  { name: 'contests', path: '/contest', title: /^Contests · / },
  { name: 'my contests', path: '/my-contests', title: /^My Contests · / },
  { name: 'profile', path: '/profile', title: /^My Profile · / },
  { name: 'notifications', path: '/notifications', title: /^Notifications · / },
  { name: 'create contest', path: '/createcontest', title: /^Create Contest · / },
  { name: 'polls', path: '/polls', title: /^Poll Creator · / },
  { name: 'create poll', path: '/polls?create=1', title: /^Create a poll · / },
  { name: 'purchases', path: '/purchases', title: /^Purchases · / },
  { name: 'thanks', path: '/payment/success', title: /^Thank you · / },
  { name: 'results', path: async (page) => `/result?contest=${await joinedAndEnded(page)}`, title: /^Results: .+ · / },
]

const ROUTES: Record<Role, Route[]> = {
  guest: [
    ...PUBLIC,
    { name: 'log in', path: '/login', title: /^Log in · / },
    { name: 'register', path: '/register', title: /^Sign up · / },
    { name: 'sign up', path: '/signup', title: /^Sign up · / },
    { name: 'reset password', path: '/resetpassword', title: /^Reset password · / },
    { name: 'an invitation', path: '/invite#somebody-sent-it', title: /^Invitation · / },
    { name: 'confirm without a token', path: '/confirm', title: /^Confirm your e-mail · / },
  ],
  student: [
    ...PUBLIC,
    ...MEMBER,
    {
      name: 'a contest one took',
      path: async (page) => `/my-contests/${await joinedAndEnded(page)}`,
      title: / · /,
    },
    {
      name: 'a contest one is in',
      path: async (page) => `/my-contests/${await joined(page)}`,
      title: / · /,
    },
    { name: 'ended contests of mine', path: '/my-contests?status=ended', title: /^My Contests · / },
    { name: 'upcoming contests', path: '/contest?status=upcoming', title: /^Contests · / },
    { name: 'ended polls', path: '/polls?status=ended', title: /^Poll Creator · / },
    { name: 'an open poll', path: async (page) => `/polls/${await poll(page, 'active')}`, title: /\? · / },
    { name: 'a poll to come', path: async (page) => `/polls/${await poll(page, 'upcoming')}`, title: / · / },
    { name: 'a poll that is over', path: async (page) => `/polls/${await poll(page, 'ended')}`, title: / · / },
    { name: 'start panel', path: async (page) => `/ContestQuestion?contest=${await open(page)}`, title: / · / },
    { name: 'the room', path: async (page) => `/ContestQuestion?contest=${await joined(page)}`, title: / · / },
    { name: 'the room without an id', path: '/ContestQuestion', title: / · / },
    { name: 'results without an id', path: '/result', title: / · / },
    { name: 'a receipt', path: async (page) => `/receipt/${await bought(page, 19)}`, title: /^Receipt Q-\d+ · / },
    {
      name: 'thanks for an order',
      path: async (page) => `/payment/success?order=${await bought(page, 9)}`,
      title: / · /,
    },
    {
      name: 'thanks for an order that waits',
      path: async (page) => `/payment/success?order=${(await makeOrder(page, 9)).id}`,
      title: /^Thank you · /,
    },
    { name: 'sales, of administrators', path: '/sales', title: /^Sales · / },
    { name: 'operations, of administrators', path: '/operations', title: /^Operations · / },
    { name: 'making events, of organisers', path: '/event', title: /^Admin Access Required · |^Create Event · / },
  ],
  organiser: [
    ...MEMBER.filter(({ name }) => name !== 'results'),
    { name: 'pricing', path: '/pricing', title: /^Pricing · / },
    { name: 'create event', path: '/event', title: /^Create Event · / },
    { name: 'create event, the other name', path: '/createevent', title: /^Create Event · / },
    {
      name: 'questions of one that ended',
      path: async (page) => `/questionview/${await own(page, 'ended')}`,
      title: / · /,
    },
    {
      name: 'questions of one to come',
      path: async (page) => `/questionview/${await own(page, 'upcoming')}`,
      title: / · /,
    },
    {
      name: 'preview',
      path: async (page) => `/ContestQuestion?contest=${await own(page, 'upcoming')}&preview=1`,
      title: /^Preview: .+ · /,
    },
    {
      name: 'own results',
      path: async (page) => `/result?contest=${await own(page, 'ended')}`,
      title: /^Results: .+ · /,
    },
  ],
}

for (const role of Object.keys(ROUTES) as Role[]) {
  test.describe(role, () => {
    for (const route of ROUTES[role]) {
      test(route.name, async ({ page, quad, watch }) => {
        // What is nowhere says so to programs as well, and Chromium repeats it on its console.
        const status = route.name === 'not found' ? 404 : 200
        if (status === 404) watch.expect(/status of 404/)
        if (role !== 'guest') await logIn(page, ...logInOf(quad.log(), role))
        const path = typeof route.path === 'string' ? route.path : await route.path(page)
        for (const [size, colorScheme] of [
          [DESK, 'light'],
          [PHONE, 'dark'],
        ] as const) {
          await page.setViewportSize(size)
          await page.emulateMedia({ colorScheme })
          // Going to where one is, but for what stands behind `#`, loads nothing.
          const isThere = path.includes('#') && size === PHONE
          const answer = isThere ? await page.reload() : await page.goto(path)
          expect(answer?.status()).toBe(status)
          await loaded(page)
          await expect(page).toHaveTitle(route.title)
          await axe(page)
        }
        await page.setViewportSize(NARROW)
        await settled(page)
        const widest = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(widest, 'scrolls sideways at 320 px').toBeLessThanOrEqual(NARROW.width)
      })
    }
  })
}

test('everything in the navigation is reached by keyboard', async ({ page, quad }) => {
  // The menu of the clubs replaces the link that stands there until it has come.
  const clubs = page.getByRole('banner').getByRole('button', { name: 'Clubs' })
  await page.goto('/about')
  await loaded(page)
  await expect(clubs).toBeVisible()
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
  await expect(clubs).toBeVisible()
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

/** The page itself has come, not only the shape of it. */
async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Loading...' })).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

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

/** The demo prints who can log in when it starts. */
function logInOf(log: string, role: 'student' | 'organiser'): [email: string, password: string] {
  const [, email, password] = new RegExp(`(\\S+@\\S+) +(\\S+) +${role}$`, 'm').exec(log) ?? []
  if (!email || !password) throw new Error(`the demo printed no ${role}`)
  return [email, password]
}

type Listed = { _id: string; startDate: string; endDate: string; joined?: boolean; completed?: boolean; own?: boolean }

async function listed(page: Page, path: string): Promise<Listed[]> {
  const told = (await (await page.request.get(path)).json()) as Listed[] | { contests: Listed[] }
  return Array.isArray(told) ? told : told.contests
}

function idOf(contests: Listed[], wanted: (one: Listed) => boolean | undefined): string {
  const found = contests.find(wanted)
  if (!found) throw new Error('the demo campus has no such contest')
  return found._id
}

const ended = (one: Listed) => Date.parse(one.endDate) <= Date.now()
const upcoming = (one: Listed) => Date.parse(one.startDate) > Date.now()

async function poll(page: Page, status: 'upcoming' | 'active' | 'ended'): Promise<string> {
  const answer = await page.request.get(`/api/polls?status=${status}`)
  return ((await answer.json()) as { polls: { id: string }[] }).polls[0]?.id ?? 'none'
}

async function event(page: Page, when: 'upcoming' | 'past'): Promise<string> {
  const answer = await page.request.get(`/api/events?when=${when}`)
  return ((await answer.json()) as { events: { id: string }[] }).events[0]?.id ?? 'none'
}

const joinedAndEnded = async (page: Page) => idOf(await listed(page, '/api/contest/my-contests'), ended)

/** Running, and nobody asked this person to join yet. */
const open = async (page: Page) =>
  idOf(await listed(page, '/api/post/getallcontest?status=active'), (one) => !one.joined && !one.own)

/** The one the student is in the middle of; the one after is joined if there is none. */
async function joined(page: Page): Promise<string> {
  const running = await listed(page, '/api/post/getallcontest?status=active')
  const mine = running.find((one) => one.joined && !one.completed)
  if (mine) return mine._id
  const contestId = idOf(running, (one) => !one.joined && !one.own)
  expect((await page.request.post('/api/complete', { data: { contestId, intent: 'join' } })).ok()).toBe(true)
  return contestId
}

const own = async (page: Page, status: 'ended' | 'upcoming') =>
  idOf(await listed(page, '/api/post/getcontest'), status === 'ended' ? ended : upcoming)
