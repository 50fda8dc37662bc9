/** Folding of long texts; how high a text is, only a browser knows, and is given here. */
import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FoldedText, SHOW_ALL, SHOW_LESS } from './FoldedText'

const LINE = 20
const scrollBy = vi.fn()

/** Twelve lines are shown of what is folded. */
beforeEach(() => {
  const linesOf = (element: HTMLElement) => (element.textContent ?? '').split('\n').length
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return linesOf(this) * LINE
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return Math.min(linesOf(this), this.classList.contains('line-clamp-12') ? 12 : Number.POSITIVE_INFINITY) * LINE
  })
  vi.stubGlobal('scrollBy', scrollBy)
  scrollBy.mockClear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n')

it('folds a text of more than twelve lines, and has no button for another', () => {
  const { rerender } = render(<FoldedText text={lines(12)} of="Ada" />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  rerender(<FoldedText text={lines(2000)} of="Ada" />)
  expect(screen.getByRole('button', { name: `${SHOW_ALL}: Ada` })).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByText(/line 1999/)).toHaveClass('line-clamp-12')
  rerender(<FoldedText text="short" of="Ada" />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('is shown whole and folded again by keyboard, and the button keeps the focus and its place', async () => {
  render(<FoldedText text={lines(40)} of="Ada" />)
  const text = screen.getByText(/line 39/)
  await userEvent.tab()
  const button = screen.getByRole('button', { name: `${SHOW_ALL}: Ada` })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-controls', text.id)
  await userEvent.keyboard('{Enter}')
  expect(text).not.toHaveClass('line-clamp-12')
  expect(button).toHaveAccessibleName(`${SHOW_LESS}: Ada`)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(scrollBy).not.toHaveBeenCalled()
  // It stood at 900 below the whole text, and stands at 300 below the folded one.
  const places = [900, 300]
  vi.spyOn(button, 'getBoundingClientRect').mockImplementation(() => ({ top: places.shift() ?? 0 }) as DOMRect)
  await userEvent.keyboard(' ')
  expect(text).toHaveClass('line-clamp-12')
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: -600, behavior: 'instant' })
  expect(button).toHaveFocus()
})

/** Lists of what others have written, for those who look after a club or the site. */
it.each([
  ['operations/components/Enquiries.tsx', 1, 0],
  ['clubs/components/ClubFeedback.tsx', 2, 0],
  // Beside the announcements that were sent there is the preview of one's own.
  ['clubs/components/SendNotification.tsx', 1, 1],
])('is what %s shows its texts with', (file, folded, own) => {
  const source = readFileSync(`src/features/${file}`, 'utf8')
  expect(source.match(/<FoldedText /g)).toHaveLength(folded)
  expect(source.match(/whitespace-pre-/g) ?? []).toHaveLength(own)
})
