/** Whether a worker is behind this page, with a stand-in for the browser's container of workers. */
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type State = typeof import('./serviceWorkerState')

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
beforeEach(() => vi.resetModules())

/** A document of its own: what was refused belongs to it. */
async function open(workers: object): Promise<State> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('navigator', workers)
  return import('./serviceWorkerState')
}

const container = (controller: object | null) => Object.assign(new EventTarget(), { controller })
const PAST_PATIENCE = 60_000

it('there is none over plain http, and none is expected', async () => {
  const { useServiceWorker } = await open({})
  expect(renderHook(() => useServiceWorker()).result.current).toBe('none')
})

it('there is none where the browser throws when it is asked for it', async () => {
  const { useServiceWorker } = await open({
    get serviceWorker() {
      throw new DOMException('forbidden', 'SecurityError')
    },
  })
  expect(renderHook(() => useServiceWorker()).result.current).toBe('none')
})

it('one that controls the page is there', async () => {
  const { useServiceWorker } = await open({ serviceWorker: container({}) })
  expect(renderHook(() => useServiceWorker()).result.current).toBe('here')
})

it('one that is registered is not there before it controls the page', async () => {
  const workers = container(null)
  const { useServiceWorker } = await open({ serviceWorker: workers })
  const { result } = renderHook(() => useServiceWorker())
  expect(result.current).toBe('coming')
  await act(async () => {
    workers.controller = {}
    workers.dispatchEvent(new Event('controllerchange'))
  })
  expect(result.current).toBe('here')
})

it('a registration that the browser refuses is the end of it', async () => {
  const { useServiceWorker, noteWorkerRefused } = await open({ serviceWorker: container(null) })
  const { result } = renderHook(() => useServiceWorker())
  await act(async () => noteWorkerRefused())
  expect(result.current).toBe('none')
})

it('one that does not come in time is not waited for, and counts when it comes after all', async () => {
  const workers = container(null)
  const { useServiceWorker } = await open({ serviceWorker: workers })
  const { result } = renderHook(() => useServiceWorker())
  await act(async () => void vi.advanceTimersByTime(PAST_PATIENCE))
  expect(result.current).toBe('none')
  await act(async () => {
    workers.controller = {}
    workers.dispatchEvent(new Event('controllerchange'))
  })
  expect(result.current).toBe('here')
})
