/** What the bar above the question says of answers. */
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SavedState } from './TopBar'

const counts = { answered: 0, saved: 0, device: 0, refused: 0 }

it('says nothing of saved answers before there is one', () => {
  const { rerender } = render(<SavedState counts={counts} calm={false} />)
  expect(screen.queryByText(/saved/)).toBeNull()
  rerender(<SavedState counts={{ ...counts, saved: 2 }} calm={false} />)
  expect(screen.getByText(/2 saved/)).toBeInTheDocument()
})
