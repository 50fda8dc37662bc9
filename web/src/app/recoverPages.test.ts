/** A page that failed for want of the server comes back by itself, and is left alone until the server is there. */
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { cache } from '@/api/cache'
import { Failure, notReached } from '@/api/failure'
import { SITE, serverSays } from '@/testPage'
import { recoverPages } from './recoverPages'

afterEach(() => {
  vi.useRealTimers()
  cache.clear()
})

/** A page's query that fails by `error` until it is mended. */
function page(error: Error) {
  const asked = { times: 0, mended: false }
  const observer = new QueryObserver(cache, {
    queryKey: ['page', error.message],
    retry: false,
    queryFn: () => {
      asked.times += 1
      return asked.mended ? Promise.resolve('loaded') : Promise.reject(error)
    },
  })
  const seen: string[] = []
  const stop = observer.subscribe(({ status }) => seen.push(status))
  return { asked, seen, observer, stop }
}

it('loads what failed once the server is there, and does not touch the page before', async () => {
  vi.useFakeTimers()
  let there = false
  const calls = serverSays({
    'GET /site': () => {
      if (!there) throw new TypeError('Failed to fetch')
      return SITE
    },
  })
  const [lost, refused] = [page(notReached()), page(new Failure({ status: 403, code: 'not_owner', message: 'no' }))]
  recoverPages(1000)
  await vi.advanceTimersByTimeAsync(5100)
  expect(calls.length).toBeGreaterThanOrEqual(4)
  expect([lost.asked.times, lost.seen.at(-1)]).toEqual([1, 'error'])
  const drawn = lost.seen.length
  await vi.advanceTimersByTimeAsync(3000)
  expect(lost.seen).toHaveLength(drawn)

  lost.asked.mended = true
  there = true
  await vi.advanceTimersByTimeAsync(1100)
  expect(lost.observer.getCurrentResult().data).toBe('loaded')
  expect(refused.asked.times).toBe(1)
  const asked = calls.length
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toHaveLength(asked)
  lost.stop()
  refused.stop()
})
