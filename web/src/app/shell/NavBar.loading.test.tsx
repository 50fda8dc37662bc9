/** What the navigation is before the code of its menus has come. */
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { GUEST, SITE, serverSays, showPage } from '@/testPage'
import { NavBar } from './NavBar'

vi.mock('./DropdownMenu', () => ({
  get DropdownMenu() {
    // Suspends for ever.
    throw new Promise(() => {})
  },
}))

it('leads to the clubs', async () => {
  serverSays({ 'GET /checklogged': GUEST, 'GET /site': SITE })
  await showPage({ '/': NavBar }, '/')
  expect(screen.getByRole('link', { name: 'Clubs' })).toHaveAttribute('href', '/clubs')
})
