/** Histogram: what the scores of all say above the bars to somebody who is not among them. */
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Histogram } from './Histogram'

const show = (histogram: number[], mostMarks?: string) => {
  const rest = { you: null, betterThanPercent: null, questionCount: 2, total: 0, final: true, seesAll: true }
  return render(<Histogram standing={{ ...rest, histogram, mostMarks }} worth={2} />)
}

it.each([undefined, '40'])('says what the bars count where ranks go by marks, which most are %s', (mostMarks) => {
  show([0, 2, 1], mostMarks)
  expect(screen.queryAllByText('The bars count correct answers. Ranks go by marks.')).toHaveLength(mostMarks ? 1 : 0)
})

it('says where the middle is from three people on', () => {
  const { unmount } = show([0, 1, 1])
  expect(screen.queryByText(/^half have/)).toBeNull()
  unmount()
  show([0, 2, 1])
  expect(screen.getByText('half have 1 or fewer')).toBeInTheDocument()
})

it('has a bar for everybody where other papers allow more than one’s own', () => {
  show([14, 0, 6, 4])
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getByTitle('3 correct: 4 participants')).toBeInTheDocument()
})
