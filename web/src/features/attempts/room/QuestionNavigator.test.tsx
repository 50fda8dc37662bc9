/** What the numbers of the questions say, to the eye and aloud. */
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { QuestionNavigator } from './QuestionNavigator'

const questions = ['a', 'b', 'c'].map((id) => ({ id, text: `${id}?`, options: ['1', '2', '3', '4'] }))
const place = { index: 1, seen: ['a', 'b'], marked: ['c'] }
const shown = { questions, given: new Map(), place, calm: true }

it('one that was seen differs from one that was not by a mark, not by its colours alone', () => {
  render(<QuestionNavigator {...shown} onGo={() => {}} columns="five" />)
  const marked = screen.getAllByRole('button').map((one) => one.querySelector('[data-mark="seen"]') !== null)
  expect(marked).toEqual([true, true, false])
  expect(screen.getByRole('button', { name: 'Question 1, seen, not answered' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Question 3, not seen, marked for review' })).toBeInTheDocument()
})

it('the legend shows the mark', () => {
  render(<QuestionNavigator {...shown} onGo={() => {}} columns="six" />)
  expect(screen.getByText('seen, not answered').querySelector('[data-mark="seen"]')).not.toBeNull()
  expect(screen.getByText('not seen').querySelector('[data-mark="seen"]')).toBeNull()
})
