/** Order by the two buttons, what is said of it, and where the focus goes; pulling needs a real browser (e2e). */
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { moved, Sortable } from './Sortable'

function List() {
  const [items, setItems] = useState(['Name', 'Team', 'Diet'])
  return (
    <Sortable
      label="Fields"
      items={items}
      keyOf={(item) => item}
      nameOf={(item) => item}
      onMove={(from, to) => setItems(moved(items, from, to))}
    >
      {(item, _at, { grip, steps }) => (
        <div>
          {grip}
          <span>{item}</span>
          {steps}
        </div>
      )}
    </Sortable>
  )
}

const order = () => [...document.querySelectorAll('li')].map((row) => row.dataset.row)

it('moves an item one place at a time, says so, and keeps the focus in its row', async () => {
  render(<List />)
  expect(screen.getByRole('list', { name: 'Fields' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Move Name up' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Move Name down' }))
  expect(order()).toEqual(['Team', 'Name', 'Diet'])
  expect(screen.getByText('Name: place 2 of 3.')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move Name down' })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  expect(order()).toEqual(['Team', 'Diet', 'Name'])
  // The end: back is the only way left.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move Name up' })).toHaveFocus())
  expect(screen.getByRole('button', { name: 'Move Name down' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Move Diet up' }))
  expect(order()).toEqual(['Diet', 'Team', 'Name'])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move Diet down' })).toHaveFocus())
})

it('moves by keyboard on the grip, and Escape puts back without telling anybody else', async () => {
  const outside = vi.fn()
  document.addEventListener('keydown', outside)
  render(<List />)
  screen.getByRole('button', { name: 'Move Name' }).focus()
  // Until something is taken up the arrows are the page's.
  await userEvent.keyboard('{ArrowDown}')
  expect(order()).toEqual(['Name', 'Team', 'Diet'])
  await userEvent.keyboard(' ')
  expect(screen.getByText('Name is taken up from place 1 of 3.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Move Name' })).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(order()).toEqual(['Team', 'Diet', 'Name'])
  expect(screen.getByText('Name: place 3 of 3.')).toBeInTheDocument()
  outside.mockClear()
  await userEvent.keyboard('{Escape}')
  expect(outside).not.toHaveBeenCalled()
  expect(order()).toEqual(['Name', 'Team', 'Diet'])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move Name' })).toHaveFocus())
  await userEvent.keyboard(' {End}{ArrowUp} ')
  expect(order()).toEqual(['Team', 'Name', 'Diet'])
  expect(screen.getByText('Name is put down at place 2 of 3.')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(outside).toHaveBeenCalled()
  document.removeEventListener('keydown', outside)
})

it('has a grip per item that says how it works', () => {
  render(<List />)
  const grip = screen.getByRole('button', { name: 'Move Team' })
  expect(grip).toHaveAccessibleDescription(/press Space/)
})

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [5, 0, 'abc'],
])('moves from %i to %i', (from, to, expected) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(expected)
})
