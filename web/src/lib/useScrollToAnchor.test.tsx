/** Scrolling to the part an address names: when, and when no longer. */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useScrollToAnchor } from './useScrollToAnchor'

type Reply = { give: (text: string) => void; fail: () => void }
const replies: Record<string, Reply> = {}
let frames: FrameRequestCallback[] = []
const scrolled = vi.fn()

function Part({ id, mayBeLate }: { id: string; mayBeLate?: boolean }) {
  const asked = useQuery({
    queryKey: [id],
    meta: { mayBeLate },
    queryFn: () =>
      new Promise<string>((give, fail) => {
        replies[id] = { give, fail: () => fail(new Error('no')) }
      }),
  })
  return <section id={id}>{asked.data ?? 'waits'}</section>
}

function Page() {
  useScrollToAnchor()
  return ['above', 'named', 'late'].map((id) => <Part key={id} id={id} mayBeLate={id === 'late'} />)
}

/** What is queued and two frames. */
const settle = () =>
  act(async () => {
    for (let n = 0; n < 3; n += 1) {
      await new Promise((resolve) => setTimeout(resolve))
      for (const frame of frames.splice(0)) frame(0)
    }
  })
const answer = async (id: string, how: 'give' | 'fail' = 'give') => {
  replies[id]?.[how]('here')
  await settle()
}
const times = () => scrolled.mock.contexts.map((part) => (part as Element).id)

beforeEach(async () => {
  frames = []
  scrolled.mockClear()
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames[id - 1] = () => {}
  })
  Element.prototype.scrollIntoView = scrolled
  window.location.hash = '#named'
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 1e6 } } })
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await settle()
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.location.hash = ''
})

it('scrolls once the parts are there, and again after what was late', async () => {
  expect(times()).toEqual([])
  await answer('named')
  expect(times()).toEqual([])
  await answer('above')
  expect(times()).toEqual(['named'])
  await answer('late')
  expect(times()).toEqual(['named', 'named'])
})

it('does not wait for what fails', async () => {
  await answer('named')
  await answer('above', 'fail')
  expect(screen.getAllByText('waits')).toHaveLength(2)
  expect(times()).toEqual(['named'])
})

it.each(['wheel', 'touchMove', 'keyDown', 'pointerDown'] as const)('leaves the page alone after %s', async (hand) => {
  await answer('named')
  fireEvent[hand](window)
  await answer('above')
  await answer('late')
  expect(times()).toEqual([])
})

it('scrolls nowhere where the address names nothing', async () => {
  window.location.hash = ''
  await answer('named')
  await answer('above')
  expect(times()).toEqual([])
})
