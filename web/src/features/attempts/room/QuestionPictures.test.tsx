/** Pictures in the room: in a frame of their size, tried again, looked at closely, and only those of this question and the next. */
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { allPictures, pictureOfOption, picturesFrom } from '@/api/questionPictures'
import type { PaperQuestion } from '../model'
import { inOwnOrder } from '../optionOrder'
import { RoomFrame } from './RoomFrame'
import { SPREAD_MS } from './useNextPictures'

const sent = (name: string, option: number | null = null) => ({
  alt: `What ${name} shows`,
  option,
  width: 640,
  height: 320,
  urls: { '480': `/small/${name}`, '1280': `/large/${name}` },
})
const question = (id: string, ...pictures: ReturnType<typeof sent>[]): PaperQuestion => {
  const options = [`${id} one`, `${id} two`]
  return { id, text: `${id}?`, options, ...picturesFrom(pictures, options) }
}

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(questions: PaperQuestion[], onChoose = () => {}) {
  return render(
    <RoomFrame
      user="u1"
      contest="c"
      title="Pictures"
      questions={questions}
      given={new Map()}
      closed={false}
      clock={null}
      onChoose={onChoose}
      onLeave={() => {}}
      onSubmit={() => {}}
    />,
  )
}

it('go along with their options into another order, whatever an option is called', () => {
  const options = ['constructor', 'toString', 'x', 'y']
  const { pictures } = picturesFrom([sent('x', 2), sent('q'), sent('gone', 7)], options)
  expect(pictures?.question).toHaveLength(1)
  const [mixed] = inOwnOrder([{ id: 'q', text: '', options, pictures }], 'seed')
  expect(mixed?.options.map((option) => pictureOfOption(mixed.pictures, option)?.small)).toEqual(
    mixed?.options.map((option) => (option === 'x' ? '/small/x' : undefined)),
  )
  expect(allPictures(pictures).map(({ small }) => small)).toEqual(['/small/q', '/small/x'])
  expect(picturesFrom([], options)).toEqual({})
})

it('have their size before they are there, and a press on one is no answer', async () => {
  const onChoose = vi.fn()
  show([question('a', sent('a'), sent('b', 1))], onChoose)
  const frame = screen.getByRole('button', { name: 'Enlarge: What a shows' })
  expect(frame.style.aspectRatio).toBe('640 / 320')
  const image = screen.getByRole('img', { name: 'What a shows' })
  expect(image).toHaveAttribute('src', '/small/a')
  expect(image).toHaveAttribute('width', '640')
  expect(image.previousElementSibling).toHaveAttribute('srcset', '/large/a')
  const second = screen.getAllByRole('listitem').find((row) => row.textContent?.includes('a two'))
  await userEvent.click(within(second as HTMLElement).getByRole('button', { name: 'Enlarge: What b shows' }))
  expect(await screen.findByRole('dialog', { name: 'What b shows' })).toBeVisible()
  expect(onChoose).not.toHaveBeenCalled()
})

it('are looked at closely by keys', async () => {
  show([question('a', sent('a'))])
  const frame = screen.getByRole('button', { name: 'Enlarge: What a shows' })
  frame.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'What a shows' })
  const large = () => dialog.querySelector('img')
  expect(large()).toHaveAttribute('src', '/large/a')
  const width = () => large()?.style.width
  const first = width()
  expect(within(dialog).getByRole('button', { name: 'Smaller' })).toHaveAttribute('aria-disabled', 'true')
  within(dialog).getByRole('button', { name: 'Larger' }).focus()
  await userEvent.keyboard('+')
  expect(width()).not.toBe(first)
  await userEvent.keyboard('0')
  expect(width()).toBe(first)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog', { name: 'What a shows' })).toBeNull()
})

it('are tried again by themselves, and then stand there in words with a button', () => {
  vi.useFakeTimers()
  show([question('a', sent('a'))])
  const image = () => screen.queryByRole('img', { name: 'What a shows' })
  for (const wait of [1250, 3750, 10_000]) {
    fireEvent.error(image() as HTMLElement)
    expect(image(), 'not at once').toBeNull()
    act(() => void vi.advanceTimersByTime(wait))
    expect(image()).not.toBeNull()
  }
  fireEvent.error(image() as HTMLElement)
  expect(screen.getByText('What a shows')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  fireEvent.load(image() as HTMLElement)
  expect(screen.queryByText('What a shows')).toBeNull()
})

it('come for this question and the next, and for no other', () => {
  vi.useFakeTimers()
  const fetched: string[] = []
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        fetched.push(address)
      }
    },
  )
  show([question('a', sent('a')), question('b', sent('b'), sent('b2', 0)), question('c', sent('c'))])
  expect(fetched, 'each phone waits a moment of its own').toEqual([])
  act(() => void vi.advanceTimersByTime(SPREAD_MS))
  // As a wide screen shows them.
  expect(fetched).toEqual(['/large/b', '/large/b2'])
  expect(screen.getAllByRole('img')).toHaveLength(1)
})
