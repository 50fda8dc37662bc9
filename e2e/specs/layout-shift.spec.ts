/**
 * Layout shift, on a phone and wide: nothing on a page moves by itself while the server takes its time, each reply another one.
 * Contest list, room and dashboard are in weight.spec.ts.
 */
import { CAMPUS, expect, logIn, type Page, test } from '../fixtures'
import { joinedAndEnded, loaded, logInOf, type Role } from '../pages/campus'
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

type Listed = { clubs?: { shortName?: string }[]; events?: { id: string }[] }
const first = async (page: Page, path: string): Promise<Listed> => (await page.request.get(path)).json()

const PAGES: { name: string; role: Role; path: (page: Page) => Promise<string> }[] = [
  { name: 'notifications', role: 'student', path: async () => '/notifications' },
  { name: 'unread notifications', role: 'student', path: async () => '/notifications?show=unread' },
  { name: 'results', role: 'student', path: async (page) => `/result?contest=${await joinedAndEnded(page)}` },
  { name: 'a club', role: 'student', path: async () => '/club/Sports' },
  { name: 'the events of a club', role: 'student', path: async () => '/club/Sports?tab=events' },
  {
    name: 'an event',
    role: 'student',
    path: async (page) => `/event/${(await first(page, '/api/events?when=upcoming')).events?.[0]?.id}`,
  },
  { name: 'an invitation', role: 'student', path: async () => '/invite#nobody-made-this' },
  { name: 'the profile', role: 'student', path: async () => '/profile' },
  { name: 'the profile of an organiser', role: 'organiser', path: async () => '/profile' },
  ...['purchases', 'clubs', 'notifications', 'sessions', 'data'].map((part) => ({
    name: `the profile’s ${part}`,
    role: 'student' as const,
    path: async () => `/profile#${part}`,
  })),
]

for (const { name, role, path } of PAGES) {
  test(`nothing moves: ${name}`, async ({ page, quad, watch }) => {
    watch.expect(/status of 404/)
    await logIn(page, ...logInOf(quad.log(), role))
    const address = await path(page)
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
