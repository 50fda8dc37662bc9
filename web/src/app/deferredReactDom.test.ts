/** Deferred react-dom: how long the first drawing waits for the router. */
import { expect, it, vi } from 'vitest'
import { whenRouteLoaded } from './deferredReactDom'

const never = new Promise<never>(() => {})

it('waits until the page is found, and when it cannot be, is not held up by it', async () => {
  await whenRouteLoaded(Promise.resolve(), never)
  await whenRouteLoaded(Promise.reject(new Error('lost')), never)
})

it('waits for a page that does not come only until it could be drawn', async () => {
  vi.useFakeTimers()
  const drawn = vi.fn()
  void whenRouteLoaded(never, Promise.resolve()).then(drawn)
  await vi.advanceTimersByTimeAsync(10)
  expect(drawn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(drawn).toHaveBeenCalled()
  vi.useRealTimers()
})
