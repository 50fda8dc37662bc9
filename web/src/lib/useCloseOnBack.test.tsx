/** Back closes open dialogs one at a time, and leaves no history entries behind that lead nowhere. */
import { createBrowserHistory } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { holdChangesOf, useCloseOnBack } from './useCloseOnBack'

function Layer({ open, onClose }: { open: boolean; onClose: () => void }) {
  useCloseOnBack(open, onClose)
  return null
}

// jsdom takes a step of the history in its own time, and says nothing of a step that is not taken.
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))
const mark = () => (window.history.state as { quadOpen?: number } | null)?.quadOpen ?? 0
async function back() {
  window.history.back()
  await settled()
}

const heard = vi.fn()
window.addEventListener('popstate', heard)

afterEach(async () => {
  await settled()
  heard.mockClear()
})

it('closes on Back, and the page underneath hears nothing of it', async () => {
  window.history.pushState({ page: 'list' }, '', '/list')
  const onClose = vi.fn()
  const view = render(<Layer open onClose={onClose} />)
  await settled()
  expect(window.history.state).toEqual({ page: 'list', quadOpen: 1 })
  await back()
  expect(onClose).toHaveBeenCalledOnce()
  expect(window.location.pathname).toBe('/list')
  view.rerender(<Layer open={false} onClose={onClose} />)
  await settled()
  expect(window.history.state).toEqual({ page: 'list' })
  expect(heard).not.toHaveBeenCalled()
})

it('takes its step back when closed in another way', async () => {
  window.history.pushState({ page: 'before' }, '', '/before')
  window.history.pushState({ page: 'here' }, '', '/here')
  const view = render(<Layer open onClose={() => {}} />)
  await settled()
  view.rerender(<Layer open={false} onClose={() => {}} />)
  await settled()
  expect(mark()).toBe(0)
  expect(heard).not.toHaveBeenCalled()
  await back()
  expect(window.location.pathname).toBe('/before')
})

it('closes the topmost first', async () => {
  const [below, above] = [vi.fn(), vi.fn()]
  const show = (one: boolean, two: boolean) => (
    <>
      <Layer open={one} onClose={below} />
      <Layer open={two} onClose={above} />
    </>
  )
  const view = render(show(true, false))
  await settled()
  view.rerender(show(true, true))
  await settled()
  expect(mark()).toBe(2)
  await back()
  expect(above).toHaveBeenCalledOnce()
  expect(below).not.toHaveBeenCalled()
  view.rerender(show(true, false))
  await settled()
  expect(mark()).toBe(1)
  await back()
  expect(below).toHaveBeenCalledOnce()
  view.unmount()
})

it('stays where it is while something would not close', async () => {
  const onClose = vi.fn()
  const view = render(<Layer open onClose={onClose} />)
  await settled()
  await back()
  expect(onClose).toHaveBeenCalledOnce()
  expect(mark()).toBe(1)
  view.unmount()
  await settled()
  expect(mark()).toBe(0)
})

it('steps over what a followed link left behind', async () => {
  window.history.pushState({ page: 'list' }, '', '/list')
  const view = render(<Layer open onClose={() => {}} />)
  await settled()
  window.history.pushState({ page: 'next' }, '', '/next')
  view.unmount()
  await settled()
  expect(window.location.pathname).toBe('/next')
  await back()
  expect(window.location.pathname).toBe('/list')
  expect(mark()).toBe(0)
})

it('lets a change of page wait until its step is taken', async () => {
  const history = createBrowserHistory()
  holdChangesOf(history)
  for (const change of ['push', 'replace'] as const) {
    window.history.pushState({ page: 'list' }, '', '/list')
    window.history.pushState({ page: 'here' }, '', '/here')
    const view = render(<Layer open onClose={() => {}} />)
    await settled()
    view.unmount()
    // Under way, and not there yet.
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    history[change]('/next', { page: 'next' })
    await settled()
    expect(window.location.pathname).toBe('/next')
    expect(window.history.state).toMatchObject({ page: 'next' })
    expect(mark()).toBe(0)
    await back()
    expect(window.location.pathname).toBe(change === 'push' ? '/here' : '/list')
  }
  // Nobody waits any more.
  history.push('/soon', {})
  await act(() => Promise.resolve())
  expect(history.location.pathname).toBe('/soon')
  history.destroy()
})
