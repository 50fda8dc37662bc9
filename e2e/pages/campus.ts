/**
 * Pages of the demo campus, each looked at in the same way (`visit`): wide and light, on a phone and dark, and at 320 pixels.
 * Which pages those are, and for whom, is in the specs of pages; here are the ones of several people, and what leads to them.
 */
import { axe, expect, isGate, logIn, type Page, type Quad, settled, type Watch } from '../fixtures'

/** As the demo campus prints whom its log-ins are of. */
export type Role = 'guest' | 'student' | 'organiser' | 'administrator of the HOBBY club' | 'platform administrator'
export type Route = {
  name: string
  path: string | ((page: Page) => Promise<string>)
  title: RegExp
}

const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }

/** Of everybody. */
export const PUBLIC: Route[] = [
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

/** Of everybody who is logged in. */
export const MEMBER: Route[] = [
  { name: 'dashboard', path: '/dashboard', title: /^Dashboard · / },
  { name: 'contests', path: '/contest', title: /^Contests · / },
  { name: 'my contests', path: '/my-contests', title: /^My Contests · / },
  { name: 'profile', path: '/profile', title: /^My Profile · / },
  { name: 'notifications', path: '/notifications', title: /^Notifications · / },
  { name: 'create contest', path: '/createcontest', title: /^Create Contest · / },
  { name: 'polls', path: '/polls', title: /^Poll Creator · / },
  { name: 'create poll', path: '/polls?create=1', title: /^Create a poll · / },
  { name: 'purchases', path: '/purchases', title: /^Purchases · / },
  { name: 'thanks', path: '/payment/success', title: /^Your payment · / },
  { name: 'results', path: async (page) => `/result?contest=${await joinedAndEnded(page)}`, title: /^Results: .+ · / },
]

/** The page itself, seen by whoever it is for. */
export async function visit(role: Role, route: Route, { page, quad, watch }: Visit): Promise<void> {
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
    // The gate looks at the phone's colours only.
    await axe(page, isGate && size === PHONE ? 'colours' : 'all')
  }
  await page.setViewportSize(NARROW)
  await settled(page)
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(widest, { message: 'scrolls sideways at 320 px' }).toBeLessThanOrEqual(NARROW.width)
}

type Visit = { page: Page; quad: Quad; watch: Watch }

/** The page itself has come, not only the shape of it. */
export async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Loading...' })).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** The demo prints who can log in when it starts. */
export function logInOf(log: string, role: Role): [email: string, password: string] {
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

export async function poll(page: Page, status: 'upcoming' | 'active' | 'ended'): Promise<string> {
  const answer = await page.request.get(`/api/polls?status=${status}`)
  return ((await answer.json()) as { polls: { id: string }[] }).polls[0]?.id ?? 'none'
}

async function event(page: Page, when: 'upcoming' | 'past'): Promise<string> {
  const answer = await page.request.get(`/api/events?when=${when}`)
  return ((await answer.json()) as { events: { id: string }[] }).events[0]?.id ?? 'none'
}

export const joinedAndEnded = async (page: Page) => idOf(await listed(page, '/api/contest/my-contests'), ended)

/** Running, and nobody asked this person to join yet. */
export const open = async (page: Page) =>
  idOf(await listed(page, '/api/post/getallcontest?status=active'), (one) => !one.joined && !one.own)

/** The one the student is in the middle of; the one after is joined if there is none. */
export async function joined(page: Page): Promise<string> {
  const running = await listed(page, '/api/post/getallcontest?status=active')
  const mine = running.find((one) => one.joined && !one.completed)
  if (mine) return mine._id
  const contestId = idOf(running, (one) => !one.joined && !one.own)
  expect((await page.request.post('/api/complete', { data: { contestId, intent: 'join' } })).ok()).toBe(true)
  return contestId
}

export const own = async (page: Page, status: 'ended' | 'upcoming') =>
  idOf(await listed(page, '/api/post/getcontest'), status === 'ended' ? ended : upcoming)
