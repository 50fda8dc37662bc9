/** Choosing the marks of a contest, where it is made and where it is changed. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import { fill } from '@/testField'
import { type Answer, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as marks from '../markMessages'
import * as messages from '../messages'
import CreateContestPage from '../pages/CreateContestPage'
import QuestionsPage from '../pages/QuestionsPage'

const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const WIRE = {
  _id: '01a1fb7e-0000-7000-8000-3ac6b55e855c',
  title: 'Friday Quiz',
  description: '',
  startDate: soon(2),
  endDate: soon(3),
  isPublic: false,
  answersShown: false,
  QuestionSet: [] as unknown[],
  questionCount: 0,
  participants: 0,
  frozen: false,
  createdAt: soon(-1),
}
const JEE = { preset: 'jee_main', right: '4', wrong: '-1', floor: 'none', tieBreak: ['fewer_wrong', 'less_time'] }
const base = {
  'GET /checklogged': signedIn('ORGANISER'),
  'GET /site': SITE,
  'GET /post/getcontest': { body: { success: true, contests: [], serverNow: soon(0) } },
}
const refused = (field: string, message: string) => ({ status: 422, body: { code: 'invalid', message, field } })

async function showForm(made: Parameters<typeof serverSays>[0][string]) {
  const calls = serverSays({ ...base, 'POST /post/createcontest': made })
  await showPage({ '/createcontest': CreateContestPage }, '/createcontest')
  await fill(await screen.findByLabelText('Title'), 'Circuit Night')
  await fill(screen.getByLabelText('Description'), 'Digital logic')
  return () => calls.filter((call) => call.path === '/post/createcontest').map(({ body }) => body)
}
const openRules = async () => userEvent.click(screen.getByText('Rules'))
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create Contest' }))
/** Choices for equal marks, in their order. */
const places = () => within(screen.getByRole('group', { name: marks.EQUAL_MARKS })).getAllByRole('combobox')
const place = (at: number) => places()[at] as HTMLElement
const MADE = { status: 201, body: { success: true, message: 'ok', contest: WIRE, serverNow: soon(0) } }

it('are not met by whoever makes a first contest', async () => {
  const sent = await showForm(MADE)
  expect(screen.queryByLabelText(messages.MARKS)).toBeNull()
  await openRules()
  expect(await screen.findByLabelText(messages.MARKS)).toHaveValue('plain')
  for (const more of [marks.RIGHT_GIVES, marks.FLOOR, ...marks.TIE_PLACES.slice(0, 1)])
    expect(screen.queryByLabelText(more), more).toBeNull()
  await create()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject(DEFAULT_RULES)
})

it('take nothing off for a wrong number where one wants it, which only JEE Main and own marks offer', async () => {
  const sent = await showForm(MADE)
  await openRules()
  const preset = await screen.findByLabelText(messages.MARKS)
  const offered = () => screen.queryByRole('checkbox', { name: marks.NUMBER_WRONG })
  for (const word of ['plain', 'gate', 'cat', 'upsc']) {
    await userEvent.selectOptions(preset, word)
    expect(offered(), word).toBeNull()
  }
  await userEvent.selectOptions(preset, 'own')
  expect(offered()).not.toBeChecked()
  await userEvent.selectOptions(preset, 'jee_main')
  await userEvent.click(offered() as HTMLElement)
  expect(screen.getByText(/^marks \+4, −1, nothing off for a wrong number/)).toBeInTheDocument()
  await create()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ preset: 'jee_main', wrong: '-1', numberWrong: '0' })
})

it('are a known scheme with its limit and its order of equal marks, told in the folded line', async () => {
  const sent = await showForm(MADE)
  await openRules()
  await userEvent.selectOptions(await screen.findByLabelText(messages.MARKS), 'JEE Main: +4, −1')
  await userEvent.selectOptions(screen.getByLabelText(marks.FLOOR), 'No total falls below 0')
  expect(place(0)).toHaveValue('fewer_wrong')
  await userEvent.selectOptions(place(0), 'Less time')
  expect(place(1)).toHaveValue('fewer_wrong')
  await userEvent.selectOptions(place(2), 'More right answers')
  await openRules()
  expect(screen.getByText(/^marks \+4, −1, no total below 0 · answers hidden/)).toBeInTheDocument()
  await create()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ ...JEE, floor: 'total', tieBreak: ['less_time', 'fewer_wrong', 'more_right'] })
})

it('of one’s own are refused at their field, also where the rules are folded, and stay as typed', async () => {
  const say = '0.33 is not an exact mark. Write 1/3 or 0.35.'
  const sent = await showForm(refused('wrong', say))
  await openRules()
  await userEvent.selectOptions(await screen.findByLabelText(messages.MARKS), marks.OWN_MARKS)
  await userEvent.clear(screen.getByLabelText(marks.RIGHT_GIVES))
  await fill(screen.getByLabelText(marks.RIGHT_GIVES), '2')
  await userEvent.clear(screen.getByLabelText(marks.WRONG_GIVES))
  await fill(screen.getByLabelText(marks.WRONG_GIVES), '-0.33')
  await openRules()
  expect(screen.getByText('Rules').closest('details')).not.toHaveAttribute('open')
  await create()
  expect(await screen.findByText(say)).toBeVisible()
  expect(sent()[0]).toMatchObject({ preset: 'own', right: '2', wrong: '-0.33' })
  const wrong = await screen.findByLabelText(marks.WRONG_GIVES)
  await waitFor(() => expect(wrong).toHaveFocus())
  expect(wrong).toHaveValue('-0.33')
  expect(wrong).toBeInvalid()
  expect(screen.queryByRole('alert'), 'said once').toBeNull()
  await userEvent.type(wrong, '{Backspace}{Backspace}25')
  expect(screen.queryByText(say)).toBeNull()
})

it('of one’s own are not left out', async () => {
  const sent = await showForm(MADE)
  await openRules()
  await userEvent.selectOptions(await screen.findByLabelText(messages.MARKS), marks.OWN_MARKS)
  const wrong = screen.getByLabelText(marks.WRONG_GIVES)
  await userEvent.clear(wrong)
  await create()
  await waitFor(() => expect(wrong).toHaveFocus())
  expect(wrong).toHaveAccessibleDescription(`For example -1 or -1/3. ${messages.AMOUNT_MISSING}`)
  expect(sent()).toEqual([])
  await fill(wrong, '-1')
  await create()
  await waitFor(() => expect(sent()).toHaveLength(1))
})

it('can let starred questions decide, at any place of the order', async () => {
  const sent = await showForm(MADE)
  await openRules()
  await userEvent.selectOptions(await screen.findByLabelText(messages.MARKS), 'JEE Main: +4, −1')
  await userEvent.selectOptions(place(0), 'More starred questions right')
  await userEvent.selectOptions(place(2), 'More right answers')
  await userEvent.selectOptions(place(3), 'Fewer wrong answers')
  expect(places(), 'all four').toHaveLength(4)
  await create()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ ...JEE, tieBreak: ['starred', 'less_time', 'more_right', 'fewer_wrong'] })
})

it('gone through by arrow keys keep what decides later', async () => {
  await showForm(MADE)
  await openRules()
  await userEvent.selectOptions(await screen.findByLabelText(messages.MARKS), 'JEE Main: +4, −1')
  const shown = () => places().map((one) => (one as HTMLSelectElement).value)
  expect(shown()).toEqual(['fewer_wrong', 'less_time', ''])
  await userEvent.selectOptions(place(0), marks.NOTHING_MORE)
  expect(shown()).toEqual([''])
  await userEvent.selectOptions(place(0), 'Fewer wrong answers')
  expect(shown()).toEqual(['fewer_wrong', 'less_time', ''])
})

it('offer that no question goes below 0 only where that is so', async () => {
  const { dialog, scheme } = await editDetails({ ...JEE, floor: 'question' })
  const floors = () =>
    within(dialog.getByLabelText(marks.FLOOR))
      .getAllByRole('option')
      .map((one) => one.textContent)
  expect(floors()).toEqual(['Yes', 'No question gives less than 0', 'No total falls below 0'])
  await userEvent.selectOptions(scheme, 'One point for each right answer')
  await userEvent.selectOptions(scheme, 'CAT: +3, −1')
  expect(floors(), 'as long as it is open').toHaveLength(3)
  cleanup()
  const other = await editDetails(JEE)
  expect(within(other.dialog.getByLabelText(marks.FLOOR)).getAllByRole('option')).toHaveLength(2)
})

it('stay in the draft', async () => {
  const sent = await showForm(refused('title', 'No.'))
  await openRules()
  await userEvent.selectOptions(await screen.findByLabelText(messages.MARKS), marks.OWN_MARKS)
  await userEvent.clear(screen.getByLabelText(marks.WRONG_GIVES))
  await fill(screen.getByLabelText(marks.WRONG_GIVES), '-1/3')
  await userEvent.selectOptions(place(1), marks.NOTHING_MORE)
  await create()
  await waitFor(() => expect(sent()).toHaveLength(1))
  await showPage({ '/createcontest': CreateContestPage }, '/createcontest')
  expect(await screen.findByText(/^marks \+1, −⅓ ·/)).toBeInTheDocument()
  await openRules()
  expect(await screen.findByLabelText(marks.WRONG_GIVES)).toHaveValue('-1/3')
  expect(place(1)).toHaveValue('')
  expect(places()).toHaveLength(2)
})

async function editDetails(part: object, saved: object = {}, refusing?: Answer) {
  let contest: object = { ...WIRE, own: true, ...part }
  const calls = serverSays({
    ...base,
    [`GET /post/${WIRE._id}`]: () => ({ body: { success: true, contest, serverNow: soon(0) } }),
    [`PUT /contests/${WIRE._id}`]: () => {
      if (refusing) return refusing
      contest = { ...contest, ...saved }
      return { body: { success: true, message: 'The contest is saved', contest, serverNow: soon(0) } }
    },
  })
  await showPage({ '/questionview/$contestId': QuestionsPage }, `/questionview/${WIRE._id}`)
  await userEvent.click(await screen.findByRole('button', { name: messages.EDIT_DETAILS }))
  const dialog = within(await screen.findByRole('dialog', { name: messages.EDIT_DETAILS }))
  return { calls, dialog, scheme: await dialog.findByLabelText(messages.MARKS) }
}

it('are changed with the other details, and the head of the page says the rule in the server’s words', async () => {
  const words = 'Each right answer gives +3, each wrong answer −1, an unanswered question 0.'
  const { calls, dialog, scheme } = await editDetails(
    { ...JEE, marksShown: 'Each right answer gives +4.' },
    { preset: 'cat', right: '3', wrong: '-1', marksShown: words },
  )
  expect(screen.getByText('Each right answer gives +4.')).toBeInTheDocument()
  expect(scheme).toHaveValue('jee_main')
  await userEvent.selectOptions(scheme, 'CAT: +3, −1')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(words)).toBeInTheDocument()
  const sent = calls.find(({ method }) => method === 'PUT')?.body
  expect(sent).toEqual({ preset: 'cat', right: '3', wrong: '-1' })
})

it('do not go while questions have some of their own, and it is said why', async () => {
  const say = '2 questions have marks of their own. Remove that first; then the contest can be without marks.'
  const { dialog, scheme } = await editDetails(
    JEE,
    {},
    { status: 409, body: { code: 'questions_have_marks', message: say } },
  )
  await userEvent.selectOptions(scheme, 'One point for each right answer')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(say)
  expect(scheme).toHaveValue('plain')
})

it('stay as they are once somebody has joined, and it is said why', async () => {
  const { dialog, scheme } = await editDetails({ ...JEE, frozen: true, participants: 1 })
  expect(scheme).toBeDisabled()
  expect(scheme).toHaveAccessibleDescription(marks.MARKS_FROZEN)
  expect(dialog.getByLabelText(marks.FLOOR)).toBeDisabled()
  expect(place(1)).toBeDisabled()
  expect(places(), 'nothing to choose').toHaveLength(2)
})

it('are not spoken of in the head of a contest without them', async () => {
  await editDetails({})
  expect(screen.queryByText(messages.MARKS, { selector: 'dt' })).toBeNull()
})
