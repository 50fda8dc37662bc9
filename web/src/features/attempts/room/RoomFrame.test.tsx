/** Marks for review: only a question that can still be answered has one. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Given } from './model'
import { RoomFrame } from './RoomFrame'

const questions = ['a', 'b', 'c'].map((id) => ({ id, text: `${id}?`, options: ['1', '2', '3', '4'] }))

function Room() {
  const [given, setGiven] = useState<ReadonlyMap<string, Given>>(new Map())
  return (
    <RoomFrame
      user=""
      contest="c"
      title="Marks"
      questions={questions}
      given={given}
      preview
      closed={false}
      clock={null}
      state={null}
      onChoose={({ id }, choice) => setGiven((now) => new Map(now).set(id, { choice, state: 'saved' }))}
      onLeave={() => {}}
      onSubmit={() => {}}
    >
      {({ place, goTo }) => (
        <>
          <p data-testid="marked">{place.marked.join(' ') || 'none'}</p>
          <button type="button" onClick={() => goTo(0)}>
            Back to the first
          </button>
        </>
      )}
    </RoomFrame>
  )
}

it('an answered question has no mark and takes none, by button or by key', async () => {
  render(<Room />)
  screen.getByRole('region', { name: 'Question 1 of 3' }).focus()
  await userEvent.keyboard('m')
  expect(screen.getByTestId('marked')).toHaveTextContent('a')
  expect(screen.getAllByRole('button', { name: 'Marked for review' })).not.toHaveLength(0)
  await userEvent.keyboard('a')
  expect(screen.getByTestId('marked'), 'answered: nothing is left to review').toHaveTextContent('none')
  await userEvent.click(screen.getByRole('button', { name: 'Back to the first' }))
  expect(screen.queryByRole('button', { name: /for review/ })).toBeNull()
  screen.getByRole('region', { name: 'Question 1 of 3' }).focus()
  await userEvent.keyboard('m')
  expect(screen.getByTestId('marked')).toHaveTextContent('none')
})
