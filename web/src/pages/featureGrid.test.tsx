/** Feature grid: what the landing page says of who may have an account is what this installation does. */
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { GUEST, SITE, serverSays, showPage } from '@/testPage'
import { FeatureGrid } from './components/FeatureGrid'

it.each([
  [['meridian.example'], /institute addresses only/],
  [[], /^The site is run by the institute itself/],
])('with the domains %j', async (instituteDomains, said) => {
  serverSays({ 'GET /site': { body: { ...SITE.body, instituteDomains } }, 'GET /checklogged': GUEST })
  await showPage({ '/': FeatureGrid }, '/')
  expect(await screen.findByText(said)).toBeVisible()
  const only = screen.queryByText(/only your campus|institute addresses only/i)
  expect(only === null).toBe(instituteDomains.length === 0)
})
