/** Choosing pictures: what is left out, dropping, the list and where the focus goes; and a picture that does not load. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Avatar } from './Avatar'
import { FilePicker, type PickedFile, PickedList, sizeText } from './FilePicker'
import { Picture } from './Picture'

const MOST = 10_485_760

function file(name: string, type = 'image/png', size = 3): File {
  const made = new File(['abc'], name, { type })
  Object.defineProperty(made, 'size', { value: size })
  return made
}

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:preview')
  URL.revokeObjectURL = vi.fn()
})

function Choosing({ onSkipped }: { onSkipped: (count: number) => void }) {
  const [files, setFiles] = useState<PickedFile[]>([])
  return (
    <>
      <FilePicker
        label="Browse images"
        hint="PNG, JPG, GIF up to 10MB each"
        accept="image/*"
        maxBytes={MOST}
        onSkipped={onSkipped}
        onAdd={(more) => setFiles([...files, ...more.map((one) => ({ id: one.name, file: one }))])}
      />
      <PickedList label="Selected" files={files} onRemove={(id) => setFiles(files.filter((one) => one.id !== id))} />
    </>
  )
}

const names = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)

it('takes pictures up to the limit and says how many others were left out', async () => {
  const skipped = vi.fn()
  render(<Choosing onSkipped={skipped} />)
  const input = screen.getByLabelText('Browse images')
  expect(input).toHaveAccessibleDescription('PNG, JPG, GIF up to 10MB each')
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(input, [
    file('a.png'),
    file('notes.txt', 'text/plain'),
    file('just.jpg', 'image/jpeg', MOST),
    file('large.jpg', 'image/jpeg', MOST + 1),
  ])
  await waitFor(() => expect(names()).toEqual(['a.png', 'just.jpg']))
  expect(skipped).toHaveBeenCalledExactlyOnceWith(2)
  expect(screen.getByText('10.0 MB')).toBeInTheDocument()
  await user.upload(input, [file('c.gif', 'image/gif')])
  await waitFor(() => expect(names()).toEqual(['a.png', 'just.jpg', 'c.gif']))
  expect(skipped).toHaveBeenCalledTimes(1)
})

it('takes what is dropped', async () => {
  const skipped = vi.fn()
  render(<Choosing onSkipped={skipped} />)
  const files = [file('a.png'), file('b.pdf', 'application/pdf')]
  const area = screen.getByLabelText('Browse images').closest('[role="presentation"]')
  if (!area) throw new Error('no area')
  fireEvent.drop(area, {
    dataTransfer: {
      files,
      items: files.map((one) => ({ kind: 'file', type: one.type, getAsFile: () => one })),
      types: ['Files'],
    },
  })
  await waitFor(() => expect(names()).toEqual(['a.png']))
  expect(skipped).toHaveBeenCalledWith(1)
})

it('removes by a button that says which, and leaves the focus at the next', async () => {
  render(<Choosing onSkipped={() => {}} />)
  await userEvent.upload(screen.getByLabelText('Browse images'), [file('a.png'), file('b.png'), file('c.png')])
  await userEvent.click(await screen.findByRole('button', { name: 'Remove b.png' }))
  expect(names()).toEqual(['a.png', 'c.png'])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove c.png' })).toHaveFocus())
})

it('writes sizes as people read them', () => {
  expect([900, 1536, 4_404_019].map(sizeText)).toEqual(['900 B', '2 KB', '4.2 MB'])
})

const PICTURE = { url: '/api/media/k', width: 1200, height: 800, srcSet: '/api/media/k/320 320w' }

it('keeps the place of a picture and its words when it does not load', () => {
  render(<Picture picture={PICTURE} alt="The lake at six" sizes="50vw" className="rounded-card" />)
  const image = screen.getByRole('img', { name: 'The lake at six' })
  expect(image).toHaveAttribute('width', '1200')
  expect(image).toHaveAttribute('height', '800')
  expect(image).toHaveAttribute('loading', 'lazy')
  fireEvent.error(image)
  const placeholder = screen.getByRole('img', { name: 'The lake at six' })
  expect(placeholder.tagName).not.toBe('IMG')
  expect(placeholder).toHaveClass('rounded-card')
})

it('shows initials where there is no picture of a person, or it does not load', () => {
  const { container, rerender } = render(<Avatar name="Ananya Sharma" picture={null} />)
  expect(container).toHaveTextContent('AS')
  rerender(<Avatar name="Ananya Sharma" picture={PICTURE} />)
  const image = container.querySelector('img')
  expect(image).toHaveAttribute('sizes', '32px')
  if (image) fireEvent.error(image)
  expect(container).toHaveTextContent('AS')
})
