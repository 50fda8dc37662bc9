/** The takeover of a page by its service worker, with a stand-in for the browser's container of workers. */
import { afterEach, expect, it, vi } from 'vitest'
import { onWorkerTakeover } from './onWorkerTakeover'

afterEach(() => vi.unstubAllGlobals())

function workers(controller: object | null): EventTarget {
  const serviceWorker = Object.assign(new EventTarget(), { controller })
  vi.stubGlobal('navigator', { serviceWorker })
  return serviceWorker
}

it('calls once when a worker takes over a page that had none', () => {
  const [target, then] = [workers(null), vi.fn()]
  onWorkerTakeover(then)
  target.dispatchEvent(new Event('controllerchange'))
  target.dispatchEvent(new Event('controllerchange'))
  expect(then).toHaveBeenCalledOnce()
})

it('calls nobody who has stopped waiting, whose page had a worker, or whose browser knows none', () => {
  const then = vi.fn()
  const none = workers(null)
  onWorkerTakeover(then)()
  none.dispatchEvent(new Event('controllerchange'))
  const had = workers({})
  onWorkerTakeover(then)
  had.dispatchEvent(new Event('controllerchange'))
  vi.stubGlobal('navigator', {})
  onWorkerTakeover(then)()
  expect(then).not.toHaveBeenCalled()
})
