/** The contest screen where answers may be changed, as a person meets it. */
import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Answer, type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { attempt } from '../attemptFixture'
import { closeOutbox } from '../outbox'
import TakeContestPage from '../pages/TakeContestPage'
import { FACTS, START } from '../roomPanelMessages'
import { forgetSeqClock } from './changeClock'
import { CLEAR, CLEARED, MAY_CHANGE, markedAnswered, markedBlank, otherChanged, STATES, SUBMIT_FINAL } from './messages'

const OPTIONS = ['one', 'two', 'three', 'four']
const single = (n: number) => ({ _id: `q${n}`, Question: `What is ${n}?`, Options: OPTIONS })
const QUESTIONS = [
  single(1),
  single(2),
  { ...single(3), kind: 'several' },
  { _id: 'q4', Question: 'Which city?', kind: 'text', Options: [] },
]
const BASE = 1024 * 1000

type Stored = { seq: number; choice?: number[]; value?: string }

/** A server by the contract, which another device may use as well. */
function server(taken: { joined?: boolean } = {}) {
  const stored = new Map<string, Stored>()
  let base = BASE
  const state = { joined: taken.joined ?? true, dead: false }
  const own = () => {
    base += 1024 * 1000 + 1
    const all = [...stored]
    const text = ({ choice, value }: Stored) => value ?? choice?.map((at) => OPTIONS[at]).join('; ')
    const given = all.filter(([, one]) => text(one) !== undefined)
    const answered = Object.fromEntries(given.map(([id, one]) => [id, text(one)]))
    const choices = Object.fromEntries(given.flatMap(([id, { choice }]) => (id === 'q3' ? [[id, choice]] : [])))
    const seqs = Object.fromEntries(all.map(([id, { seq }]) => [id, seq]))
    return attempt({
      attempt: '7',
      questionCount: 4,
      joined: state.joined,
      changing: 'until_hand_in',
      ...(state.joined ? { seqBase: base, seqs, answered, choices } : {}),
    })
  }
  const put =
    (questionId: string) =>
    ({ body }: Asked): Answer => {
      if (state.dead) throw new TypeError('Failed to fetch')
      const { seq, choice, value } = body as Stored
      const now = stored.get(questionId)
      const about = { success: true, message: 'ok', attempt: '7', questionId }
      if (now && now.seq > seq) {
        const answer = now.value ? { value: now.value } : now.choice ? { choice: now.choice } : null
        return { body: { ...about, saved: false, seq: now.seq, answer } }
      }
      stored.set(questionId, { seq, choice, value })
      return { body: { ...about, saved: true, seq } }
    }
  const answers: Record<string, Answer | ((asked: Asked) => Answer)> = {
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /contests/c1/attempt': own,
    'GET /contests/c1/paper': { body: { _id: 'c1', QuestionSet: QUESTIONS } },
    'POST /complete': () => {
      state.joined = true
      return { body: { success: false, message: 'Joined', attempt: own().body } }
    },
    ...Object.fromEntries(QUESTIONS.map(({ _id }) => [`PUT /contests/c1/answers/${_id}`, put(_id)])),
  }
  const calls = serverSays(answers)
  const puts = () => calls.filter(({ path }) => path.includes('/answers/')).map(({ body }) => body as Stored)
  return { stored, state, puts, calls }
}

const open = async () => {
  const page = await showPage({ '/ContestQuestion': TakeContestPage }, '/ContestQuestion?contest=c1')
  await screen.findByRole('heading', { name: /^What is|^Which/ })
  return page
}
const row = (name: string) => screen.getByRole('button', { name: new RegExp(`: ?${name}`) })
const cell = (n: number) => screen.getAllByRole('button', { name: new RegExp(`^Question ${n}, `) })[0] as HTMLElement
const goTo = (n: number) => userEvent.click(cell(n))
const isSaved = (name: string) => waitFor(() => expect(row(name)).toHaveTextContent('saved'))

HTMLDialogElement.prototype.showModal = function show() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  localStorage.setItem('userId1', 'u1')
  // The palette stands beside the question.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  closeOutbox(null)
  forgetSeqClock()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('says before the start that answers may be changed, and goes in with a base', async () => {
  server({ joined: false })
  await showPage({ '/ContestQuestion': TakeContestPage }, '/ContestQuestion?contest=c1')
  expect((await screen.findByText(FACTS.answers)).nextElementSibling).toHaveTextContent(FACTS.changing)
  await userEvent.click(screen.getByRole('button', { name: START }))
  expect(await screen.findByRole('heading', { name: 'What is 1?' })).toBeInTheDocument()
  expect(screen.getByText(MAY_CHANGE)).toBeInTheDocument()
})

it('an answer is changed by press and key, and cleared; each change has a higher number, and nothing moves on by itself', async () => {
  const { stored, puts } = server()
  await open()
  await userEvent.click(row('one'))
  await isSaved('one')
  await userEvent.keyboard('b')
  await isSaved('two')
  expect(row('one')).toHaveAttribute('aria-pressed', 'false')
  await userEvent.keyboard('b')
  expect(screen.getByRole('heading', { name: 'What is 1?' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: CLEAR }))
  await waitFor(() => expect(screen.getByText(CLEARED)).toBeInTheDocument())
  expect(screen.queryByRole('button', { name: CLEAR })).toBeNull()
  expect(screen.getByRole('region', { name: 'Question 1 of 4' })).toHaveFocus()
  expect(cell(1)).toHaveAccessibleName(`Question 1, ${STATES.unanswered}`)
  expect(puts().map(({ seq: _, ...body }) => body)).toEqual([
    { attempt: '7', choice: [0] },
    { attempt: '7', choice: [1] },
    { attempt: '7', clear: true },
  ])
  const seqs = puts().map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
  expect(stored.get('q1')).toMatchObject({ seq: seqs.at(-1), choice: undefined })
})

it('the palette tells five states by word and shape, is counted, and handing in lists what is blank and marked', async () => {
  server()
  await open()
  await userEvent.keyboard('m')
  expect(cell(1)).toHaveAccessibleName(`Question 1, ${STATES.marked}`)
  await goTo(2)
  await userEvent.keyboard('a')
  await isSaved('one')
  await userEvent.keyboard('m')
  await goTo(3)
  const named = (n: number, state: keyof typeof STATES) => {
    expect(cell(n)).toHaveAccessibleName(`Question ${n}, ${STATES[state]}`)
    expect(cell(n).querySelector('[data-shape]')).toHaveAttribute('data-shape', state)
  }
  named(1, 'marked')
  named(2, 'answeredMarked')
  named(3, 'unanswered')
  named(4, 'unseen')
  expect(within(screen.getByRole('complementary')).getByText(STATES.answeredMarked).textContent).toBe(
    `1${STATES.answeredMarked}`,
  )
  // Reachable by the keyboard alone.
  cell(4).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Which city?' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('3 questions have no answer yet:')).toBeInTheDocument()
  const links = (text: string) =>
    within(dialog.getByText(text).parentElement as HTMLElement)
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label'))
  expect(links('3 questions have no answer yet:')).toEqual([1, 3, 4].map((n) => `Go to question ${n}`))
  expect(links(markedBlank(1))).toEqual(['Go to question 1'])
  expect(links(markedAnswered(1))).toEqual(['Go to question 2'])
  expect(dialog.getByText(SUBMIT_FINAL)).toBeInTheDocument()
  await userEvent.click(dialog.getAllByRole('button', { name: 'Go to question 2' })[0] as HTMLElement)
  expect(await screen.findByRole('heading', { name: 'What is 2?' })).toBeInTheDocument()
})

it('several options and what is typed are changed by saving again', async () => {
  const { stored } = server()
  await open()
  await goTo(3)
  await userEvent.keyboard('ac{Enter}')
  await waitFor(() => expect(stored.get('q3')?.choice).toEqual([0, 2]))
  const save = screen.getByRole('button', { name: 'Save answer' })
  await waitFor(() => expect(save).toBeDisabled())
  await userEvent.keyboard('a')
  expect(save).toBeEnabled()
  await userEvent.click(save)
  await waitFor(() => expect(stored.get('q3')?.choice).toEqual([2]))
  await goTo(4)
  const box = screen.getByRole('textbox')
  await userEvent.type(box, 'Mysuru{Enter}')
  await waitFor(() => expect(stored.get('q4')?.value).toBe('Mysuru'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save answer' })).toBeDisabled())
  expect(box).toHaveValue('Mysuru')
  await userEvent.clear(box)
  await userEvent.type(box, 'Hubballi{Enter}')
  await waitFor(() => expect(stored.get('q4')?.value).toBe('Hubballi'))
  await userEvent.click(screen.getByRole('button', { name: CLEAR }))
  await waitFor(() => expect(stored.get('q4')?.value).toBeUndefined())
  expect(screen.getByRole('textbox')).toHaveValue('')
})

it('what another device changed later is shown with its notice, and is changed again', async () => {
  const { stored } = server()
  await open()
  stored.set('q1', { seq: BASE * 900, choice: [3] })
  await userEvent.click(row('one'))
  await isSaved('four')
  expect(screen.getByText(otherChanged('one', false))).toBeInTheDocument()
  stored.set('q2', { seq: BASE * 900 })
  await goTo(2)
  await userEvent.click(row('two'))
  expect(await screen.findByText(otherChanged('two', true))).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: CLEAR })).toBeNull()
  await userEvent.click(row('three'))
  await isSaved('three')
  expect(stored.get('q2')?.choice).toEqual([2])
  expect(screen.queryByText(otherChanged('two', true))).toBeNull()
})

it('what was changed without a network is there after a reload, and is sent', async () => {
  const { stored, state } = server()
  await open()
  await userEvent.click(row('one'))
  await isSaved('one')
  state.dead = true
  await userEvent.click(row('two'))
  await userEvent.click(row('three'))
  await waitFor(() => expect(row('three')).toHaveAttribute('aria-pressed', 'true'))
  expect(stored.get('q1')?.choice).toEqual([0])
  cleanup()
  closeOutbox(null)
  forgetSeqClock()
  state.dead = false
  await open()
  await waitFor(() => expect(stored.get('q1')?.choice).toEqual([2]))
  await waitFor(() => expect(screen.getAllByRole('button', { pressed: true })[0]).toHaveTextContent('three'))
})

it('shows what another device changed once the attempt is asked for again', async () => {
  const { stored } = server()
  await open()
  await userEvent.click(row('one'))
  await isSaved('one')
  stored.set('q1', { seq: BASE * 900, choice: [1] })
  act(() => void dispatchEvent(new Event('online')))
  await isSaved('two')
})
