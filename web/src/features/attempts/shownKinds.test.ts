/** Which questions this client can show is said wherever the server could refuse a contest for it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { serverSays } from '@/testPage'
import { complete, SHOWN_KINDS } from './api'

beforeEach(() => localStorage.setItem('userId1', 'u1'))
afterEach(() => {
  cache.clear()
  vi.unstubAllGlobals()
})

it.each([
  ['joins', () => complete('c1', 'join')],
  [
    'joins by a rule of marks',
    () => complete('c1', 'join', 'u1', { marksShown: 'Each right answer gives +4.', by: 'u1' }),
  ],
  ['submits', () => complete('c1', 'submit')],
  ['submits one attempt', () => complete('c1', 'submit', 'u1', { attempt: '7' })],
])('whoever %s says it', async (_, send) => {
  const calls = serverSays({ 'POST /complete': { body: { success: true, message: 'Done', attemptId: '7' } } })
  await send()
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/complete', expect.objectContaining({ kinds: SHOWN_KINDS })],
  ])
})

it('no other place makes a call that asks for it', () => {
  const sources = import.meta.glob<string>(
    ['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}', '!../../api/generated/**'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  )
  expect(Object.keys(sources).length).toBeGreaterThan(200)
  const makes = Object.entries(sources).flatMap(([file, source]) => {
    const found = source.match(/\bpostComplete\(|\bgetPostGetContestById\w*\(|['"`/]api\/complete\b|getContestById\//g)
    return (found ?? []).map((call) => `${file}: ${call}`)
  })
  expect(makes).toEqual(['./api.ts: postComplete('])
})
