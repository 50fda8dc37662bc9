/** A guest on the page of a contest: reads what a public one is, and is sent to log in for any other. */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { startTestClock } from '@/testClock'
import { type Answer, GUEST, SITE, serverSays, showPage } from '@/testPage'
import { GUEST_LOGS_IN } from './messages'
import ContestDetailsPage from './pages/ContestDetailsPage'

const MINUTE = 60_000
const iso = (fromNow: number) => new Date(Date.now() + fromNow).toISOString()
const PAGES = { '/my-contests/$contestId': ContestDetailsPage, '/login': () => <p>log in</p>, '/register': () => <p /> }

async function open(at: string, id: string, preview: Answer) {
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
      _id: 'w1',
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
  ['where the server does not answer', { status: 503, body: {} }],
])('is sent to log in and back: %s', async (_, preview) => {
  const { router } = await open('/my-contests/p1', 'p1', preview)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toEqual({ next: '/my-contests/p1' })
})
