/** A guest on the page of a contest: reads what a public one is, and is sent to log in for any other. */
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pass, passUntil, startTestClock } from '@/testClock'
import { type Answer, GUEST, SITE, serverSays, showPage } from '@/testPage'
import { GUEST_LOGS_IN, NOT_LOADED } from './messages'
import ContestDetailsPage from './pages/ContestDetailsPage'

const MINUTE = 60_000
const iso = (fromNow: number) => new Date(Date.now() + fromNow).toISOString()
const PAGES = { '/my-contests/$contestId': ContestDetailsPage, '/login': () => <p>log in</p>, '/register': () => <p /> }

async function open(at: string, id: string, preview: Answer | (() => Answer)) {
  const calls = serverSays({
    'GET /site': SITE,
    'GET /checklogged': GUEST,
    [`GET /contests/${id}/link-preview`]: preview,
  })
  const router = await showPage(PAGES, at, 'site/member')
  return { calls, router }
}

const contest = (starts: number, given = {}) => ({
  body: {
    success: true,
    contest: {
      id: 'w1',
      title: 'Freshers’ Quiz',
      description: 'Ten minutes.',
      startDate: iso(starts),
      endDate: iso(starts + 10 * MINUTE),
      questionCount: 20,
      ...given,
    },
    serverNow: iso(0),
  },
})

beforeEach(() => startTestClock())

it.each([
  ['upcoming', 5 * MINUTE, 'Starts in 5 min'],
  ['active', -MINUTE, 'Ends in 9 min'],
  ['ended', -60 * MINUTE, 'Ended .+'],
] as const)('reads what a public one is, and both ways in lead back here: %s', async (status, starts, moment) => {
  const { calls } = await open('/my-contests/w1', 'w1', contest(starts))
  expect(await screen.findByRole('heading', { level: 1, name: 'Freshers’ Quiz' })).toBeVisible()
  expect(screen.getByText('Ten minutes.')).toBeVisible()
  expect(screen.getByText(GUEST_LOGS_IN[status])).toBeVisible()
  expect(screen.getByText(new RegExp(moment))).toBeVisible()
  expect(document.title).toContain('Freshers’ Quiz')
  const next = encodeURIComponent('/my-contests/w1')
  expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', `/login?next=${next}`)
  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', `/register?next=${next}`)
  expect(screen.queryByText(/participants/i), 'nothing of other people').toBeNull()
  expect(calls.filter((call) => call.path === '/contest/w1')).toEqual([])
})

it('is told the rule of the marks, and comes back to the waiting room where the link led there', async () => {
  await open('/my-contests/w1?wait=1', 'w1', contest(MINUTE, { marksShown: 'Each right answer gives +4.' }))
  expect(await screen.findByText(/Each right answer gives \+4\./)).toBeVisible()
  const next = encodeURIComponent('/my-contests/w1?wait=1')
  expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', `/login?next=${next}`)
})

it.each([
  ['of a private one, or of none', { status: 404, body: { code: 'missing', message: 'This does not exist.' } }],
  ['of one that is not for everybody', { status: 403, body: { code: 'forbidden', message: 'Not yours.' } }],
])('is sent to log in and back: %s', async (_, preview) => {
  const { router } = await open('/my-contests/p1', 'p1', preview)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toEqual({ next: '/my-contests/p1' })
})

const cutOff = () => {
  throw new TypeError('Failed to fetch')
}

it.each<[string, () => Answer]>([
  ['the server is busy', () => ({ status: 503, body: {} })],
  ['something is broken', () => ({ status: 500, body: {} })],
  ['too many ask', () => ({ status: 429, body: { code: 'slow_down', message: 'Too many requests.' } })],
  ['the connection breaks', cutOff],
])('stays, and can try again, where %s', async (_, fails) => {
  let answer = fails
  const { router } = await open('/my-contests/w1', 'w1', () => answer())
  const again = await passUntil(() => screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText(NOT_LOADED)).toBeVisible()
  expect(router.state.location.pathname).toBe('/my-contests/w1')
  answer = () => contest(5 * MINUTE)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(again)
  expect(await screen.findByRole('heading', { level: 1, name: 'Freshers’ Quiz' })).toBeVisible()
})

describe('while it is shown', () => {
  const shown = async (starts: number) => {
    let answer: () => Answer = () => contest(starts)
    const { calls, router } = await open('/my-contests/w1', 'w1', () => answer())
    await screen.findByRole('heading', { level: 1, name: 'Freshers’ Quiz' })
    const becomes = (next: () => Answer) => {
      answer = next
    }
    return { becomes, router, asked: () => calls.filter(({ path }) => path === '/contests/w1/link-preview').length }
  }
  const look = () =>
    act(async () => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })

  it.each([
    ['now and then', () => pass(65_000)],
    ['when it is looked at', look],
  ])('it follows what its organiser changes: %s', async (_, moment) => {
    const { becomes } = await shown(50 * MINUTE)
    expect(screen.getByText(GUEST_LOGS_IN.upcoming)).toBeVisible()
    becomes(() => contest(-MINUTE, { title: 'Freshers’ Quiz, moved' }))
    await moment()
    expect(await screen.findByRole('heading', { level: 1, name: 'Freshers’ Quiz, moved' })).toBeVisible()
    expect(screen.getByText(GUEST_LOGS_IN.active)).toBeVisible()
  })

  it('it is asked for when its time comes', async () => {
    const { asked } = await shown(5000)
    await pass(4500)
    expect(asked()).toBe(1)
    await pass(5500)
    expect(asked()).toBe(2)
  })

  it('it leads to the log-in once it is private, and stays where only the network fails', async () => {
    const { becomes, router } = await shown(50 * MINUTE)
    becomes(cutOff)
    await look()
    await pass(4000)
    expect(screen.getByRole('heading', { level: 1, name: 'Freshers’ Quiz' })).toBeVisible()
    becomes(() => ({ status: 404, body: { code: 'missing', message: 'This does not exist.' } }))
    await look()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toEqual({ next: '/my-contests/w1' })
  })
})
