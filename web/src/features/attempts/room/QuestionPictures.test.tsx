/** Pictures in the room: in a frame of their size, tried again, looked at closely, and only those of this question and the next. */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { allPictures, pictureOfOption, picturesFrom } from '@/api/questionPictures'
import { sourcesOf } from '@/ui/pictureFrame'
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

async function show(questions: PaperQuestion[], onChoose = () => {}) {
  render(
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
  await act(() => vi.dynamicImportSettled())
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
  await show([question('a', sent('a'), sent('b', 1))], onChoose)
  const frame = screen.getByRole('button', { name: 'Enlarge: What a shows' })
  expect(frame.style.aspectRatio).toBe('640 / 320')
  const image = screen.getByRole('img', { name: 'What a shows' })
  expect(image).toHaveAttribute('src', '/small/a')
  expect(image).toHaveAttribute('width', '640')
  expect(image.previousElementSibling).toHaveAttribute('srcset', '/small/a 480w, /large/a 640w')
  const second = screen.getAllByRole('listitem').find((row) => row.textContent?.includes('a two'))
  const ofOption = within(second as HTMLElement).getByRole('button', {
    name: 'Enlarge the picture of option B: What b shows',
  })
  const row = within(second as HTMLElement).getByRole('button', { name: /a two/ })
  expect(ofOption.parentElement, 'in the frame of its option').toBe(row.parentElement)
  expect(row.parentElement).toHaveClass('border')
  await userEvent.click(ofOption)
  expect(await screen.findByRole('dialog', { name: 'What b shows' })).toBeVisible()
  expect(onChoose).not.toHaveBeenCalled()
})

it('are closed by Back, and the room stays', async () => {
  await show([question('a', sent('a'))])
  await userEvent.click(screen.getByRole('button', { name: 'Enlarge: What a shows' }))
  await screen.findByRole('dialog', { name: 'What a shows' })
  // Of a dialog before it, the step back may still be under way.
  await waitFor(() => expect(window.history.state).toMatchObject({ quadOpen: 1 }))
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'What a shows' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'a?' })).toBeVisible()
})

it('come in the size in which they are shown: a phone has the small one, a frame on a desk what fills it', () => {
  const picture = (width: number, height: number) => ({ alt: '', width, height, small: 's', large: 'l' })
  expect(sourcesOf(picture(1280, 960), 'question')).toEqual({ srcSet: 's 480w, l 1280w', sizes: '470px' })
  expect(sourcesOf(picture(1280, 640), 'question')?.sizes, 'no wider than the column').toBe('680px')
  expect(sourcesOf(picture(1280, 960), 'option')?.sizes).toBe('192px')
  expect(sourcesOf(picture(500, 50), 'question')?.sizes, 'no wider than it is').toBe('500px')
  expect(sourcesOf(picture(480, 480), 'question'), 'of which there is one size').toBeNull()
})

it('are looked at closely by keys', async () => {
  await show([question('a', sent('a'))])
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

it('are tried again by themselves, and then stand there in words with a button', async () => {
  vi.useFakeTimers()
  await show([question('a', sent('a'))])
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

it('come for this question and the next, and for no other', async () => {
  vi.useFakeTimers()
  const fetched: string[] = []
  vi.stubGlobal(
    'Image',
    class {
      srcset = ''
      sizes = ''
      set src(address: string) {
        fetched.push(`${address}|${this.srcset}|${this.sizes}`)
      }
    },
  )
  await show([question('a', sent('a')), question('b', sent('b'), sent('b2', 0)), question('c', sent('c'))])
  expect(fetched, 'each phone waits a moment of its own').toEqual([])
  act(() => void vi.advanceTimersByTime(SPREAD_MS))
  // As a wide screen shows them.
  expect(fetched).toEqual([
    '/small/b|/small/b 480w, /large/b 640w|640px',
    '/small/b2|/small/b2 480w, /large/b2 640w|288px',
  ])
  expect(screen.getAllByRole('img')).toHaveLength(1)
})
