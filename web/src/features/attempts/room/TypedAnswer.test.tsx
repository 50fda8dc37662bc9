/** A question whose answer is typed, in the room: what is told before it is saved, what is not sent, what survives a reload. */
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { PaperQuestion } from '../model'
import { inOwnOrder } from '../optionOrder'
import { lookAtTyped } from '../typedLook'
import { leftUnsaved, SAVE_ANSWER, TYPE_IT, unsavedLine, YOUR_ANSWER } from './messages'
import { type Given, unsavedHow, unsavedOf } from './model'
import { RoomFrame } from './RoomFrame'

const number: PaperQuestion = { id: 'n', text: 'How fast?', options: [], typed: 'number', unit: 'm/s²' }
const text: PaperQuestion = { id: 't', text: 'Which city?', options: [], typed: 'text' }
const several: PaperQuestion = { id: 's', text: 's?', options: ['x', 'y'], places: [0, 1] }

it('tells what would be saved, and why something cannot be', () => {
  expect(lookAtTyped(number, ' ')).toBeNull()
  expect(lookAtTyped(number, ' 1,5 ')).toEqual({ saves: '1,5', reads: '1.5 m/s²' })
  expect(lookAtTyped(number, '1e')).toMatchObject({ isBegun: true })
  expect(lookAtTyped(number, '5 m')).toMatchObject({ isBegun: false, wrong: expect.stringContaining('without a unit') })
  expect(lookAtTyped(text, '  New   Delhi ')).toEqual({ saves: 'New Delhi' })
  expect(lookAtTyped(text, 'x'.repeat(201))).toMatchObject({ wrong: expect.stringContaining('200') })
  expect(inOwnOrder([number], 'seed')[0]).toMatchObject({ options: [], typed: 'number' })
})

it('counts as open until it is saved', () => {
  const begun = { n: '4', t: ' ', s: [1] }
  expect([...unsavedOf([number, text, several], new Map(), begun)]).toEqual(['n', 's'])
  expect([...unsavedOf([number], new Map([['n', { choice: '4', state: 'saved' }]]), begun)]).toEqual([])
  expect(unsavedHow([number, several], new Set(['n']))).toBe('typed')
  expect(unsavedHow([number, several], new Set(['s']))).toBe('chosen')
  expect(unsavedHow([number, several], new Set(['n', 's']))).toBe('both')
  expect(unsavedLine(1, 'typed')).toBe('In one of them you have typed an answer, but not saved it:')
})

type RoomProps = { sent: unknown[]; questions?: PaperQuestion[]; first?: [string, Given][]; closed?: boolean }

function Room({ sent, questions = [number, text], first = [], closed = false }: RoomProps) {
  const [given, setGiven] = useState<ReadonlyMap<string, Given>>(new Map(first))
  return (
    <RoomFrame
      user="u1"
      contest="c"
      title="Typed"
      questions={questions}
      given={given}
      closed={closed}
      clock={null}
      onChoose={({ id }, choice, places) => {
        sent.push([id, choice, places])
        setGiven((now) => new Map(now).set(id, { choice, places, state: 'saved' }))
      }}
      onLeave={() => {}}
      onSubmit={() => {}}
    >
      {({ unsaved }) => <p data-testid="unsaved">{[...unsaved].join(' ') || 'none'}</p>}
    </RoomFrame>
  )
}

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
})
beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

/** The box comes on demand. */
async function show(room: ReactElement) {
  const shown = render(room)
  await act(() => vi.dynamicImportSettled())
  return shown
}

const box = (kind: 'number' | 'text' = 'number') => screen.getByRole('textbox', { name: new RegExp(TYPE_IT[kind]) })
const save = () => screen.getByRole('button', { name: SAVE_ANSWER })

it('is a box with its unit, whose text survives a reload, and Enter saves', async () => {
  const sent: unknown[] = []
  const before = await show(<Room sent={sent} />)
  // Keypads for decimals lack a minus, a slash or an e.
  expect(box()).toHaveAttribute('inputmode', 'text')
  expect(box()).toHaveAccessibleName('Type a number, m/s²')
  expect(save()).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  expect(box(), 'Enter goes into it').toHaveFocus()
  await userEvent.keyboard('-1,5e')
  expect(screen.queryByRole('alert'), 'it is only begun').toBeNull()
  await userEvent.keyboard('3')
  expect(box()).toHaveAccessibleDescription('This will be saved as −1500 m/s².')
  expect(save()).toHaveAccessibleDescription('This will be saved as −1500 m/s².')
  expect(screen.getByTestId('unsaved')).toHaveTextContent('n')
  before.unmount()

  await show(<Room sent={sent} />)
  expect(box()).toHaveValue('-1,5e3')
  await userEvent.click(box())
  await userEvent.keyboard('{Enter}')
  expect(sent).toEqual([['n', '-1,5e3', undefined]])
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText(YOUR_ANSWER).parentElement).toHaveTextContent('-1,5e3 m/s²saved')
  expect(screen.getByTestId('unsaved')).toHaveTextContent('none')
})

it('is not sent while it is no number, and says why', async () => {
  const sent: unknown[] = []
  await show(<Room sent={sent} />)
  await userEvent.type(box(), '9.81 m/s²{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent('without a unit')
  expect(box()).toHaveAttribute('aria-invalid', 'true')
  await userEvent.click(save())
  await userEvent.clear(box())
  await userEvent.type(box(), '-1,23')
  expect(box()).toHaveAccessibleDescription('This will be saved as −1.23 m/s².')
  await userEvent.type(box(), '4')
  // Said while it is typed, and not as a mistake: another digit may follow.
  expect(screen.queryByRole('alert')).toBeNull()
  expect(box()).toHaveAccessibleDescription(/two things: write -1234 or -1.234\.$/)
  await userEvent.clear(box())
  await userEvent.type(box(), '1,234{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent('1234 or 1.234')
  await userEvent.clear(box())
  await userEvent.type(box(), '1e{Enter}')
  expect(screen.getByRole('alert'), 'Enter asks').toBeVisible()
  expect(sent).toEqual([])
})

it('takes letters and digits into the box, not as keys of the room', async () => {
  const sent: unknown[] = []
  await show(<Room sent={sent} questions={[text, several]} />)
  await userEvent.type(box('text'), 'm1 a')
  expect(box('text')).toHaveValue('m1 a')
  expect(screen.queryByRole('button', { name: 'Marked for review' })).toBeNull()
  expect(box('text')).toHaveAccessibleDescription('This will be saved: “m1 a”.')
  await userEvent.click(screen.getByRole('button', { name: /^Question 2,/ }))
  expect(screen.getByTestId('unsaved')).toHaveTextContent('t')
  expect(leftUnsaved(1, true)).toBe('What you typed in question 1 is not saved yet.')
  await userEvent.click(screen.getByRole('button', { name: /^Question 1, not answered, begun but not saved/ }))
  expect(box('text')).toHaveValue('m1 a')
})

it('comes back to be typed again where it was refused, and stays where it counts no more', async () => {
  const refused: Given = { choice: '1e2', state: 'refused', code: 'unread', message: 'No.' }
  const first = await show(<Room sent={[]} questions={[number]} first={[['n', refused]]} />)
  expect(box()).toHaveValue('1e2')
  expect(screen.getByText('No. You can answer again.')).toBeVisible()
  first.unmount()
  await show(<Room sent={[]} questions={[number]} first={[['n', { ...refused, code: 'contest_ended' }]]} closed />)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText(YOUR_ANSWER).parentElement).toHaveTextContent('1e2 m/s²not counted')
})
