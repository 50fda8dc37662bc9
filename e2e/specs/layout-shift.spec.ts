/**
 * Layout shift, on a phone and wide: nothing on a page moves by itself while the server takes its time, each reply another one.
 * Every route has a line here; contest list, room and dashboard are in weight.spec.ts.
 */
import { CAMPUS, expect, logIn, type Page, test } from '../fixtures'
import { joinedAndEnded, loaded, logInOf, own, poll, type Role } from '../pages/campus'
import { bought } from '../pages/payments'
import { shifts } from '../pages/shifts'

test.use({ quadOptions: CAMPUS })

/** As people notice it; 0.1 is what search engines call good. */
const MOST = 0.02

/** Replies come after other times, in milliseconds, in the order of what was asked. */
const LATE = [300, 900, 600, 1200, 450]

async function replyLate(page: Page): Promise<void> {
  let asked = 0
  await page.route(/\/api\/(?!live)/, async (route) => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve, LATE[asked % LATE.length]))
    await route.continue()
  })
}

function asGuest(route: string): Looked {
  return { name: `${route}, of a guest`, route, role: 'guest' }
}

type Listed = { clubs?: { shortName?: string }[]; events?: { id: string }[] }
const first = async (page: Page, path: string): Promise<Listed> => (await page.request.get(path)).json()

const manager = 'administrator of the HOBBY club' as const
const admin = 'platform administrator' as const
const upcoming = async (page: Page) => (await first(page, '/api/events?when=upcoming')).events?.[0]?.id
const over = async (page: Page) => (await first(page, '/api/events?when=past&club=HOBBY')).events?.[0]?.id

type Looked = {
  name: string
  /** As web/src/app/routes.tsx has it: web/src/app/layoutShift.test.ts refuses a route without a line here. */
  route: string
  role: Role
  /** Where its address is more than the route. */
  path?: (page: Page) => Promise<string>
}

const PAGES: Looked[] = [
  ...['/', '/login', '/register', '/signup', '/resetpassword', '/about', '/walkthrough', '/contactus'].map(asGuest),
  ...['/privacy', '/terms', '/refunds', '/shipping', '/licences', '/pricing', '/clubs', '/events'].map(asGuest),
  { name: 'a confirmation', route: '/confirm', role: 'guest' },
  { name: 'contact, of a student', route: '/contactus', role: 'student' },
  { name: 'notifications', route: '/notifications', role: 'student' },
  {
    name: 'unread notifications',
    route: '/notifications',
    role: 'student',
    path: async () => '/notifications?show=unread',
  },
  {
    name: 'results',
    route: '/result',
    role: 'student',
    path: async (page) => `/result?contest=${await joinedAndEnded(page)}`,
  },
  { name: 'my contests', route: '/my-contests', role: 'student' },
  {
    name: 'a contest',
    route: '/my-contests/$contestId',
    role: 'student',
    path: async (page) => `/my-contests/${await joinedAndEnded(page)}`,
  },
  { name: 'polls', route: '/polls', role: 'student' },
  {
    name: 'making a poll',
    route: '/polls',
    role: 'organiser',
    path: async () => '/polls?create=1',
  },
  {
    name: 'a poll',
    route: '/polls/$pollId',
    role: 'student',
    path: async (page) => `/polls/${await poll(page, 'active')}`,
  },
  {
    name: 'a club',
    route: '/club/$clubId',
    role: 'student',
    path: async () => '/club/Sports',
  },
  {
    name: 'the events of a club',
    route: '/club/$clubId',
    role: 'student',
    path: async () => '/club/Sports?tab=events',
  },
  {
    name: 'the members of a club',
    route: '/club/$clubId',
    role: manager,
    path: async () => '/club/HOBBY?tab=members',
  },
  {
    name: 'an event',
    route: '/event/$eventId',
    role: 'student',
    path: async (page) => `/event/${await upcoming(page)}`,
  },
  {
    name: 'an invitation',
    route: '/invite',
    role: 'student',
    path: async () => '/invite#nobody-made-this',
  },
  {
    name: 'an older invitation',
    route: '/invite/$token',
    role: 'student',
    path: async () => '/invite/nobody-made-this',
  },
  { name: 'the profile', route: '/profile', role: 'student' },
  { name: 'the profile of an organiser', route: '/profile', role: 'organiser' },
  ...['purchases', 'clubs', 'notifications', 'sessions', 'data'].map((part) => ({
    name: `the profile’s ${part}`,
    route: '/profile',
    role: 'student' as const,
    path: async () => `/profile#${part}`,
  })),
  { name: 'purchases', route: '/purchases', role: 'student' },
  { name: 'purchases of an organiser', route: '/purchases', role: 'organiser' },
  {
    name: 'a receipt',
    route: '/receipt/$order',
    role: 'student',
    path: async (page) => `/receipt/${await bought(page, 19)}`,
  },
  {
    name: 'after a payment',
    route: '/payment/success',
    role: 'student',
    path: async (page) => `/payment/success?order=${await bought(page, 9)}`,
  },
  { name: 'making a contest', route: '/createcontest', role: 'organiser' },
  {
    name: 'questions',
    route: '/questionview/$contestId',
    role: 'organiser',
    path: async (page) => `/questionview/${await own(page, 'upcoming')}`,
  },
  { name: 'members', route: '/member', role: manager },
  { name: 'making an event', route: '/event', role: manager },
  {
    name: 'making an event, by its other name',
    route: '/createevent',
    role: manager,
  },
  {
    name: 'an event, of its club’s manager',
    route: '/event/$eventId',
    role: manager,
    path: async (page) => `/event/${await over(page)}`,
  },
  {
    name: 'changing a club',
    route: '/club/$clubId/edit',
    role: manager,
    path: async () => '/club/HOBBY/edit',
  },
  {
    name: 'a gallery',
    route: '/gallery/$club/$id',
    role: manager,
    path: async (page) => `/gallery/HOBBY/${await over(page)}`,
  },
  { name: 'a new club', route: '/clubs/new', role: admin },
  { name: 'sales', route: '/sales', role: admin },
  { name: 'operations', route: '/operations', role: admin },
  ...['people', 'audit', 'system', 'enquiries'].map((tab) => ({
    name: `operations: ${tab}`,
    route: '/operations',
    role: admin,
    path: async () => `/operations?tab=${tab}`,
  })),
]

for (const { name, route, role, path } of PAGES) {
  test(`nothing moves: ${name}`, async ({ page, quad, watch }) => {
    watch.expect(/status of 404/)
    if (role !== 'guest') await logIn(page, ...logInOf(quad.log(), role))
    const address = path ? await path(page) : route
    await replyLate(page)
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport)
      await page.goto('/robots.txt')
      await page.goto(address)
      await loaded(page)
      // The last replies; nothing on the screen tells when they are there.
      await page.waitForTimeout(1500)
      const { sum, moved } = await shifts(page)
      expect.soft(sum, `${viewport.width} px: ${moved.join('; ')}`).toBeLessThanOrEqual(MOST)
    }
  })
}
