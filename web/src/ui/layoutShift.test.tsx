/** Layout shift: what keeps its place while something comes from the server. */
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LeadLine, PageHead } from './PageHead'
import { Tabs } from './Tabs'

it('a count on its way has its place beside the word of its tab', () => {
  const items = [
    { value: 'all', label: 'All', count: null },
    { value: 'own', label: 'Own' },
  ]
  render(<Tabs label="Which" value="all" onChange={() => {}} items={items} />)
  expect(screen.getByRole('tab', { name: 'All' }).querySelector('span')).not.toBeNull()
  expect(screen.getByRole('tab', { name: 'Own' }).querySelector('span')).toBeNull()
})

it('a sentence that comes late does not move the actions beside it', () => {
  render(<PageHead title="Mine" lead={<LeadLine />} actions={<button type="button">All</button>} />)
  expect(screen.getByRole('heading').parentElement?.className).toContain('basis-80')
})
