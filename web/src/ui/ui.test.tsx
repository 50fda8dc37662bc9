/** Components of the ui with behaviour of their own: tabs by keyboard, fields and their words, a busy button. */
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { initials } from './Avatar'
import { Button } from './Button'
import { CodeLine, CodeText } from './CodeText'
import { ConfirmDialog } from './ConfirmDialog'
import { PasswordField, TextField } from './Field'
import { LoadMore } from './LoadMore'
import { Modal } from './Modal'
import { SearchBox } from './SearchBox'
import { Tabs } from './Tabs'

const ITEMS = [
  { value: 'all', label: 'All Contests', count: 14 },
  { value: 'active', label: 'Active', count: 2 },
  { value: 'completed', label: 'Completed' },
] as const

function Filter() {
  const [value, setValue] = useState<(typeof ITEMS)[number]['value']>('all')
  return <Tabs label="Filter" value={value} onChange={setValue} items={ITEMS} />
}

it('moves between tabs with the arrow keys, round the ends', async () => {
  render(<Filter />)
  await userEvent.tab()
  expect(screen.getByRole('tab', { name: 'All Contests 14' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Active 2' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'All Contests 14' })).toHaveFocus()
  await userEvent.keyboard('{End}')
  expect(screen.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true')
})

it('ties hint and error to the field', () => {
  render(<TextField label="Title" hint="1 to 200 characters" error="Please enter a title" />)
  const field = screen.getByRole('textbox', { name: 'Title' })
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('1 to 200 characters Please enter a title')
})

it('shows a password on demand', async () => {
  render(<PasswordField label="Password" />)
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
})

it('does nothing while busy, and keeps the focus', async () => {
  const press = vi.fn()
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy onClick={press}>
        Save
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.type(screen.getByLabelText('Name'), 'x{Enter}')
  expect(press).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
})

it('sends a form once for a double click', async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button type="submit">Save</Button>
    </form>,
  )
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }))
  expect(submit).toHaveBeenCalledOnce()
})

it('closes a modal by Escape and by its button', async () => {
  const onClose = vi.fn()
  render(
    <Modal open onClose={onClose} title="Change time">
      <p>inside</p>
    </Modal>,
  )
  expect(screen.getByRole('dialog', { name: 'Change time' })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('asks with the harmless answer in focus', async () => {
  render(
    <ConfirmDialog
      open
      onClose={() => {}}
      onConfirm={() => {}}
      title="Remove?"
      body="It is gone then."
      confirmLabel="Remove"
    />,
  )
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
})

it('keeps a program as it was written, beside its words', () => {
  const program = 'def f(v):\n    return v'
  render(<CodeText text={`What does it give?\n${program}`} lead={(words) => <h2>{words}</h2>} />)
  expect(screen.getByRole('heading')).toHaveTextContent(/^What does it give\?$/)
  const block = screen.getByText(/^def/)
  expect(block.tagName).toBe('PRE')
  expect(block.textContent).toBe(program)
  // Nothing scrolls here, so nothing has to be reached.
  expect(block).not.toHaveAttribute('tabindex')
})

it('keeps a program where no block can stand', () => {
  const text = 'This:\nfor v in x:\n    print(v)'
  render(
    <button type="button">
      <CodeLine text={text} />
    </button>,
  )
  expect(screen.getByRole('button').textContent).toBe(text)
  expect(screen.getByText(/^for v/)).toHaveClass('font-mono', 'whitespace-pre-wrap')
})

it('draws code within words, which is not translated and runs from left to right', () => {
  render(<CodeText text={'What is `a  b` of ``c`d``?'} lead={(words) => <h2>{words}</h2>} />)
  expect(screen.getByRole('heading').textContent).toBe('What is a  b of c`d?')
  for (const code of ['a  b', 'c`d']) {
    const drawn = screen.getByText((_, element) => element?.tagName === 'CODE' && element.textContent === code)
    expect(drawn).toHaveAttribute('translate', 'no')
    expect(drawn).toHaveAttribute('dir', 'ltr')
    expect(drawn).toHaveClass('font-mono', 'whitespace-pre-wrap', 'wrap-anywhere')
  }
})

it('draws no HTML and no other marks', () => {
  const text = '<b>x</b> **y** `<i>z</i>` &amp;'
  const { container } = render(<CodeText text={text} lead={(words) => <h2>{words}</h2>} />)
  expect(container.querySelector('b, i, strong, em')).toBeNull()
  expect(screen.getByRole('heading').textContent).toBe('<b>x</b> **y** <i>z</i> &amp;')
})

it('lets a block scroll by itself where a heading begins with it, and names it then', () => {
  const wide = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
  render(<CodeText text={'```sql\nSELECT 1\n```\nWhat?'} lead={(words) => <h2>{words}</h2>} />)
  const block = within(screen.getByRole('heading')).getByRole('group', { name: 'Program, sql' })
  expect(block).toHaveAttribute('tabindex', '0')
  expect(block).toHaveClass('whitespace-pre', 'overflow-x-auto', '[tab-size:4]')
  expect(block.textContent).toBe('SELECT 1')
  wide.mockRestore()
})

it('draws a block within a button as lines of it', () => {
  render(
    <button type="button">
      <CodeLine text={'This:\n```js\nif (a) {\n  b()\n}\n```\nor `c`'} />
    </button>,
  )
  expect(screen.getByRole('button').textContent).toBe('This:\nif (a) {\n  b()\n}\nor c')
  expect(screen.queryByRole('group')).not.toBeInTheDocument()
})

it.each([
  ['Ananya Sharma', 'AS'],
  ['Tenzin', 'T'],
  ['  Lakshmi  K  Nair ', 'LN'],
  ['', '?'],
])('initials of "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

it('goes on from the number when all of a list is shown', async () => {
  const List = () => {
    const [shown, setShown] = useState(2)
    return (
      <LoadMore label="Show more" shown={shown} total={4} hasMore={shown < 4} busy={false} onMore={() => setShown(4)} />
    )
  }
  render(<List />)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(screen.getByText('4 of 4')).toHaveFocus())
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('stays in the field when a search is cleared', async () => {
  render(<SearchBox label="Search" value="walk" onChange={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(screen.getByRole('searchbox')).toHaveFocus()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})
