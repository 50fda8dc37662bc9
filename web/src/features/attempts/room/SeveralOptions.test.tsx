/** A question with several right options in the room: chosen by key, saved by a button, and said where it is not saved. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PaperQuestion } from '../model'
import { inOwnOrder } from '../optionOrder'
import { CHOOSE_ALL, leftUnsaved, SAVE_ANSWER } from './messages'
import { type Given, givenAnswers, placesOf, textOfPlaces, toggled, unsavedOf } from './model'
import { RoomFrame } from './RoomFrame'

const several = { id: 'a', text: 'a?', options: ['red', 'green; blue', 'blue'], places: [2, 0, 1] }
const single = { id: 'b', text: 'b?', options: ['1', '2'] }

it('has its places by the paper, in whatever order it is shown', () => {
  expect(textOfPlaces(several, [2, 0])).toBe('green; blue; red')
  expect(placesOf(several, { choice: 'green; blue; red', state: 'saved' })).toEqual([0, 2])
  expect(placesOf(several, { choice: '', places: [1], state: 'saved' })).toEqual([1])
  expect(placesOf(several, { choice: 'none of them', state: 'saved' })).toEqual([])
  const [mixed] = inOwnOrder([{ id: 'q', options: ['x', 'y', 'z', 'w'], places: [0, 1, 2, 3] }], 'seed')
  expect(mixed?.places?.map((place) => 'xyzw'[place])).toEqual(mixed?.options)
})

it('counts as open until it is saved', () => {
  expect(toggled([0, 2], 1)).toEqual([0, 1, 2])
  expect(toggled([0, 2], 0)).toEqual([2])
  const chosen = { a: [1], b: [0] }
  expect([...unsavedOf([several, single], new Map(), chosen)]).toEqual(['a'])
  const saved = givenAnswers({ a: 'blue' }, [], { a: [1] })
  expect(saved.get('a')).toMatchObject({ choice: 'blue', places: [1], state: 'saved' })
  expect(unsavedOf([several], saved, chosen).size).toBe(0)
})

function Room({ sent, questions = [several, single] }: { sent: unknown[]; questions?: PaperQuestion[] }) {
  const [given, setGiven] = useState<ReadonlyMap<string, Given>>(new Map())
  return (
    <RoomFrame
      user="u1"
      contest="c"
      title="Several"
      questions={questions}
      given={given}
      closed={false}
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

const box = (name: RegExp) => screen.getByRole('checkbox', { name })
const save = () => screen.queryByRole('button', { name: SAVE_ANSWER })

it('is chosen by letters and numbers, survives a reload, and is saved by Enter', async () => {
  const sent: unknown[] = []
  const first = render(<Room sent={sent} />)
  expect(screen.getByRole('group', { name: CHOOSE_ALL })).toBeVisible()
  expect(save()).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  expect(sent, 'nothing is chosen').toEqual([])
  await userEvent.keyboard('1c2')
  expect(box(/^A: red/)).toBeChecked()
  await userEvent.keyboard('2')
  expect(box(/^B: green/)).not.toBeChecked()
  expect(screen.getByTestId('unsaved')).toHaveTextContent('a')
  expect(sent).toEqual([])
  first.unmount()

  render(<Room sent={sent} />)
  expect(box(/^C: blue/)).toBeChecked()
  expect(save()).toBeEnabled()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  await userEvent.keyboard('{Enter}')
  expect(sent).toEqual([['a', 'blue; red', [1, 2]]])
  expect(save()).toBeNull()
  expect(screen.getByTestId('unsaved')).toHaveTextContent('none')
  await userEvent.click(box(/^B: green/))
  expect(box(/^B: green/), 'what is saved stays').not.toBeChecked()
  expect(box(/^A: red, saved/)).toBeChecked()
})

it('says what was left unsaved within the page, above the next question, until that is left or the answer is saved', async () => {
  render(<Room sent={[]} questions={[several, { ...single, id: 'c' }, single]} />)
  const notice = () => screen.queryByText(leftUnsaved(1))
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  expect(notice(), 'nothing is chosen').toBeNull()
  await userEvent.keyboard('1{ArrowRight}')
  // A notice that floats would lie over the options of a phone.
  expect(screen.getByRole('main')).toContainElement(notice())
  const options = screen.getByRole('list', { name: 'Options' })
  expect(notice()?.compareDocumentPosition(options)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.keyboard('{ArrowRight}')
  expect(notice(), 'said once').toBeNull()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}')
  expect(notice()).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  expect(notice(), 'the question itself').toBeNull()
  await userEvent.keyboard('{Enter}{ArrowRight}')
  expect(notice()).toBeNull()
})

it('shows one question at a time, however often somebody goes on and back', async () => {
  const third = { ...several, id: 'c', text: 'c?' }
  const fourth = { ...several, id: 'd', text: 'd?' }
  render(<Room sent={[]} questions={[several, third, fourth, single]} />)
  for (const key of ['{ArrowRight}', '{ArrowRight}', '{ArrowLeft}', '{ArrowRight}', '{ArrowRight}', '{ArrowLeft}']) {
    await userEvent.keyboard(key)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  }
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('d?')
})
