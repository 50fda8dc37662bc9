/** The contest that a log-in or a sign-up leads on to: named where everybody may know of it. */
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cache } from '@/api/cache'
import { type Answer, GUEST, SITE, serverSays, showPage } from '@/testPage'
import { contestOf } from './loginRedirect'
import LoginPage from './pages/LoginPage'
import RegisterPage from './pages/RegisterPage'

const PAGES = { '/login': LoginPage, '/register': RegisterPage }
const TITLE = 'Freshers’ Quiz'
const PREVIEW = { body: { success: true, contest: { id: 'w1', title: TITLE }, serverNow: new Date().toISOString() } }
const TO_CONTEST = [
  '/my-contests/w1',
  '/my-contests/w1?wait=1',
  '/result?contest=w1',
  '/ContestQuestion?contest=w1',
  '/contest?contest=w1',
]
const ELSEWHERE = [
  '/',
  '/my-contests',
  '/club/ROBO',
  '/result',
  '/contest',
  '//evil.example/result?contest=w1',
  undefined,
]

async function open(page: string, next: string, preview: Answer | (() => Answer) | undefined) {
  const calls = serverSays({
    'GET /site': SITE,
    'GET /checklogged': GUEST,
    ...(preview ? { 'GET /contests/w1/link-preview': preview } : {}),
  })
  await showPage(PAGES, `${page}?next=${encodeURIComponent(next)}`)
  await screen.findByRole('heading', { level: 1 })
  return () => calls.filter(({ path }) => path.endsWith('/link-preview'))
}

describe.each(Object.keys(PAGES))('%s', (page) => {
  it.each(TO_CONTEST)('names the public contest that %s leads to, in a line that was there before', async (next) => {
    await open(page, next, PREVIEW)
    expect(await screen.findByText(TITLE)).toBeVisible()
    expect(screen.getByTitle(TITLE)).toHaveClass('h-6', 'truncate')
  })

  it('names none where it is private', async () => {
    const asked = await open(page, '/result?contest=w1', undefined)
    await waitFor(() => expect(asked()).toHaveLength(1))
    expect(screen.queryByText(/Contest:/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['no more', 404, false],
    ['still', 503, true],
  ])('names one %s that was known and is answered with %i then', async (_, status, isNamed) => {
    let answer: Answer = PREVIEW
    const asked = await open(page, '/result?contest=w1', () => answer)
    expect(await screen.findByText(TITLE)).toBeVisible()
    answer = { status, body: { code: 'missing', message: 'Not here.' } }
    await act(() => cache.refetchQueries({ queryKey: ['contest-title'] }))
    expect(asked()).toHaveLength(2)
    await waitFor(() => expect(screen.queryByText(TITLE) !== null).toBe(isNamed))
    expect(screen.queryByTitle(TITLE) !== null).toBe(isNamed)
  })

  it('asks for none where it leads elsewhere', async () => {
    const asked = await open(page, '/my-contests', PREVIEW)
    expect(asked()).toEqual([])
  })
})

it('finds the contest in addresses of its pages alone', () => {
  expect(TO_CONTEST.map(contestOf)).toEqual(TO_CONTEST.map(() => 'w1'))
  expect(ELSEWHERE.map(contestOf)).toEqual(ELSEWHERE.map(() => undefined))
})
