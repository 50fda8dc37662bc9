/** Room frame: marks for review, which only a question that can still be answered has, and where the keys act. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import type { ChangingParts } from '../changing/types'
import { QUESTIONS, SUBMIT } from './messages'
import type { Given } from './model'
import { RoomFrame } from './RoomFrame'

const questions = ['a', 'b', 'c'].map((id) => ({ id, text: `${id}?`, options: ['1', '2', '3', '4'] }))

/** With the options of other questions. */
const ofOptions = (...counts: number[]) =>
  counts.map((many, at) => ({
    id: `o${at}`,
    text: `o${at}?`,
    options: Array.from({ length: many }, (_, n) => `choice ${n}`),
  }))

function Room({ paper = questions }: { paper?: typeof questions }) {
  const [given, setGiven] = useState<ReadonlyMap<string, Given>>(new Map())
  return (
    <RoomFrame
      user=""
      contest="c"
      title="Marks"
      questions={paper}
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
          <input aria-label="A text" />
        </>
      )}
    </RoomFrame>
  )
}

beforeAll(() => {
  // jsdom has no modal dialogs; only whether one is open matters here.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

const at = (n: number) => screen.getByRole('region', { name: `Question ${n} of 3` })
const option = (name: RegExp) => screen.getByRole('button', { name })

it.each([
  ['marking, whose button goes once it is answered', 'Mark for review', 1],
  ['the number of the question that is shown', 'Question 1, seen, not answered', 1],
  ['the number of another', 'Question 2, not seen', 2],
  ['the way on', 'Next', 2],
  ['switching the keys off and on', 'Switch off', 1],
])('after a press of %s the keys choose, move and mark', async (_, name, shown) => {
  render(<Room />)
  await userEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)
  const on = screen.queryByRole('button', { name: 'Switch on' })
  if (on) await userEvent.click(on)
  const marked = screen.getByTestId('marked').textContent
  await userEvent.keyboard('m')
  expect(screen.getByTestId('marked').textContent).not.toBe(marked)
  await userEvent.keyboard('b')
  expect(option(/^B\s*:\s*2/)).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{ArrowRight}')
  expect(at(shown + 1)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowLeft}')
  expect(at(shown)).toBeInTheDocument()
})

it('keys do nothing in a text, under a dialog, outside the room or with another key held, and Enter only presses', async () => {
  render(
    <>
      <Room />
      <button type="button">Close notice</button>
    </>,
  )
  const isUntouched = () => {
    expect(at(1)).toBeInTheDocument()
    expect(option(/^A\s*:\s*1/)).toHaveAttribute('aria-pressed', 'false')
    expect(screen.getByTestId('marked')).toHaveTextContent('none')
  }
  await userEvent.type(screen.getByRole('textbox'), 'am{ArrowRight}')
  isUntouched()
  screen.getByRole('button', { name: 'Close notice' }).focus()
  await userEvent.keyboard('am{ArrowRight}')
  isUntouched()
  await userEvent.click(screen.getByRole('button', { name: 'Questions: 1 / 3' }))
  await userEvent.keyboard('am{ArrowRight}')
  isUntouched()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.keyboard('{Control>}a{/Control}{Alt>}{ArrowRight}{/Alt}')
  isUntouched()
  screen.getByRole('button', { name: 'Next' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(at(2)).toBeInTheDocument()
  expect(option(/^A\s*:\s*1/)).toHaveAttribute('aria-pressed', 'false')
})

it('a key means an option of the question that is shown, and beyond its options nothing', async () => {
  render(<Room paper={ofOptions(8, 2, 5)} />)
  const pressed = () => screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  expect(screen.getByText(/Press A–H to choose/)).toBeInTheDocument()
  for (const key of ['i', '9', '0']) await userEvent.keyboard(key)
  expect(pressed()).toEqual([])
  await userEvent.keyboard('m')
  expect(screen.getByTestId('marked'), 'not an option').toHaveTextContent('o0')
  await userEvent.keyboard('h')
  expect(pressed()).toEqual([expect.stringMatching(/^H.*choice 7/)])
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByText(/Press A or B to choose/)).toBeInTheDocument()
  for (const key of ['c', 'd', '3', '8']) await userEvent.keyboard(key)
  expect(pressed()).toEqual([])
  await userEvent.keyboard('2')
  expect(pressed()).toEqual([expect.stringMatching(/^B.*choice 1/)])
  await userEvent.keyboard('{ArrowRight}')
  await userEvent.keyboard('f5')
  expect(pressed()).toEqual([expect.stringMatching(/^E.*choice 4/)])
})

it('what a key has chosen is brought into sight, where many options leave it below the edge', async () => {
  const shown: (string | null)[] = []
  HTMLElement.prototype.scrollIntoView = function scrollIntoView(options) {
    shown.push(`${this.textContent} ${JSON.stringify(options)}`)
  }
  render(<Room paper={ofOptions(8)} />)
  await userEvent.keyboard('i')
  expect(shown).toEqual([])
  await userEvent.keyboard('h')
  expect(shown).toEqual([expect.stringMatching(/^HH: choice 7.*"nearest"/)])
})

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

it.each([true, false])(
  'the list of questions on a phone has Submit before all are answered where answers may be changed: %s',
  async (may) => {
    const changing = { mayChange: '', Palette: () => null } as unknown as ChangingParts
    render(
      <RoomFrame
        user=""
        contest="c"
        title="Marks"
        questions={questions}
        given={new Map()}
        closed={false}
        clock={null}
        changing={may ? changing : undefined}
        onChoose={() => {}}
        onLeave={() => {}}
        onSubmit={() => {}}
      />,
    )
    expect(screen.queryByRole('button', { name: SUBMIT })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: `${QUESTIONS}: 1 / 3` }))
    expect(screen.queryAllByRole('button', { name: SUBMIT })).toHaveLength(may ? 1 : 0)
  },
)
