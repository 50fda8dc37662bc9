/** A page whose script does not come: what is said, and when the document is loaded anew. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showPage } from '@/testingPage'
import { lazyPage } from './lazyPage'
import { PageBroke } from './Trouble'

const gone = () => new TypeError('Failed to fetch dynamically imported module: http://test/assets/Page-1.js')
const Page = () => <h1>Here</h1>
const reload = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('location', { ...location, href: location.href, reload })
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockReset()
})

it('without a network the document stays, and the page is there once it is tried again', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const script = vi.fn(async () => ({ default: Page }))
  script.mockRejectedValueOnce(gone())
  await showPage({ '/': lazyPage(script) }, '/', 'site', PageBroke)
  expect(await screen.findByText('This page could not be shown')).toBeInTheDocument()
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeInTheDocument()
  expect(script).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
})

it('where the server is there the version has been replaced: the document is loaded anew', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }))
  await showPage({ '/': lazyPage(() => Promise.reject(gone())) }, '/', 'site', PageBroke)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('is loaded with a new document when it is tried again, however often this tab has done so', async () => {
  let isThere = false
  vi.stubGlobal('fetch', async () => {
    if (isThere) return new Response(null, { status: 200 })
    throw new TypeError('Failed to fetch')
  })
  sessionStorage.setItem(`tanstack_router_reload:${gone().message}`, '1')
  // A browser that remembers: the script is not even asked for.
  await showPage({ '/': lazyPage(() => Promise.reject(gone())) }, '/', 'site', PageBroke)
  const again = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.click(again)
  expect(await screen.findByText('This page could not be shown')).toBeInTheDocument()
  expect(reload).not.toHaveBeenCalled()
  isThere = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('a server that fails as well is no reason to leave', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 502 }))
  await showPage({ '/': lazyPage(() => Promise.reject(gone())) }, '/', 'site', PageBroke)
  expect(await screen.findByText('This page could not be shown')).toBeInTheDocument()
  expect(reload).not.toHaveBeenCalled()
})
