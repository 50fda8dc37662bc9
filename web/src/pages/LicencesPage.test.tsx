/** The page of licences, where something else answers in the place of its list. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { passUntil, startTestClock } from '@/testClock'
import { SITE, serverSays, showPage } from '@/testPage'
import LicencesPage from './LicencesPage'

it('takes nothing else for its list, and asks again', async () => {
  startTestClock()
  serverSays({ 'GET /site': SITE })
  const asked = vi.mocked(globalThis.fetch).getMockImplementation()
  let list: unknown = { success: true }
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    const answer = String(input).includes('licences.json') ? Response.json(list) : await asked?.(input, init)
    return answer ?? Response.error()
  })
  await showPage({ '/licences': LicencesPage }, '/licences', 'site')
  const again = await passUntil(() => screen.getByRole('button', { name: 'Try again' }))
  list = { parts: [{ name: 'serde', version: '1.0.0', licence: 'MIT', texts: [], in: 'server' }], texts: [] }
  await userEvent.click(again)
  expect(await screen.findByText(/serde/)).toBeInTheDocument()
})
