/** Questions whose answer is typed, on the page of questions: written, pasted, listed, and corrected after the end. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as messages from '../messages'
import QuestionsPage from '../pages/QuestionsPage'

const HOUR = 3_600_000
const iso = (ms: number) => new Date(Date.now() + ms).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const base = { _id: 'q1', contestId: ID, Options: [], Answer: '', marking: 'key' }
const TEXT = { ...base, kind: 'text', Question: 'Which city?', accepted: ['Mysuru'] }
const NUMBER = {
  ...base,
  kind: 'number',
  Question: 'How fast?',
  accepted: [],
  value: '9.81',
  tolerance: '0.05',
  unit: 'm/s²',
}
const SINGLE = { ...base, Question: 'Which?', Options: ['a', 'b', 'c', 'd'], Answer: 'b', accepted: ['b'] }
const MADE = {
  success: true,
  version: 'v1',
  changes: { participants: 3, scores: 0, ranks: 0 },
  moved: [],
}

async function showQuestion(question: object | null, { ended = false, at = '' } = {}) {
  const contest = {
    _id: ID,
    title: 'Friday Quiz',
    description: '',
    startDate: iso(ended ? -2 * HOUR : HOUR),
    endDate: iso(ended ? -HOUR : 2 * HOUR),
    isPublic: true,
    frozen: ended,
    participants: ended ? 3 : 0,
    own: true,
    QuestionSet: question ? [question] : [],
  }
  const saved = ({ body }: Asked) => ({
    body: { success: true, message: 'Saved.', question: { ...base, accepted: [], ...(body as object), Question: 'Q' } },
  })
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: { body: { success: true, contest, serverNow: iso(0) } },
    [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
    [`POST /contests/${ID}/corrections/preview`]: { body: MADE },
    [`PUT /contests/${ID}/questions/q1`]: saved,
    [`POST /contests/${ID}/questions`]: {
      status: 201,
      body: { success: true, message: 'ok', questions: [{ ...TEXT, _id: 'q2' }] },
    },
  })
  await showPage(
    { '/questionview/$contestId': QuestionsPage, '/createcontest': () => null },
    `/questionview/${ID}${at}`,
  )
  return (method: string) => calls.filter((call) => call.method === method).map(({ body }) => body)
}

const press = async (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

it('a plain question meets nothing of it until it asks for another number of options', async () => {
  const sent = await showQuestion(SINGLE)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
  for (const name of Object.values(messages.ASK_FOR)) expect(screen.queryByRole('button', { name })).toBeNull()
  await press(messages.OTHER_NUMBER)
  await press(messages.ASK_FOR.number)
  const value = await screen.findByLabelText(new RegExp(`^${messages.RIGHT_NUMBER}`))
  await waitFor(() => expect(value).toHaveFocus())
  expect(screen.queryByLabelText('Option A')).toBeNull()
  await userEvent.keyboard('1,5')
  expect(value).toHaveAccessibleDescription(messages.readAs('1.5'))
  await userEvent.type(screen.getByLabelText(messages.TOLERANCE), 'much')
  await press('Save Changes')
  expect(screen.getByLabelText(messages.TOLERANCE)).toHaveAccessibleDescription(new RegExp(messages.TOLERANCE_UNREAD))
  await userEvent.clear(screen.getByLabelText(messages.TOLERANCE))
  await userEvent.type(screen.getByLabelText(messages.TOLERANCE), '2%')
  await userEvent.type(screen.getByLabelText(messages.UNIT), 'kg')
  await press('Save Changes')
  await waitFor(() =>
    expect(sent('PUT')).toEqual([
      { kind: 'number', text: 'Which?', options: [], value: '1,5', tolerance: '2%', unit: 'kg' },
    ]),
  )
})

it('a typed one shows what is right, and goes back to options', async () => {
  const sent = await showQuestion(NUMBER)
  expect(await screen.findByText(messages.TYPED.number)).toBeVisible()
  expect(screen.getByText('9.81 ± 0.05 m/s²')).toBeVisible()
  await press('Edit question 1')
  expect(await screen.findByLabelText(messages.TOLERANCE)).toHaveValue('0.05')
  await press(messages.OPTIONS_INSTEAD)
  for (const [at, letter] of [...'ABCD'].entries())
    await userEvent.type(screen.getByLabelText(`Option ${letter}`), `o${at}`)
  await press('B: use as the answer')
  await press('Save Changes')
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  expect(sent('PUT')[0]).toMatchObject({ kind: 'single', options: ['o0', 'o1', 'o2', 'o3'], right: [1] })
  expect(sent('PUT')[0]).not.toHaveProperty('value')
})

it('right texts are a list, by keyboard', async () => {
  const sent = await showQuestion(TEXT)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
  const first = await screen.findByLabelText(messages.rightAnswer(1))
  await userEvent.type(first, '{Enter}')
  expect(screen.getByLabelText(messages.rightAnswer(2))).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByLabelText(messages.rightAnswer(3)), 'an empty row makes no other').toBeNull()
  await userEvent.keyboard('Mysore{Enter}Maisuru')
  await press(messages.removeAnswer(1))
  expect(screen.getByLabelText(messages.rightAnswer(1))).toHaveFocus()
  expect(screen.getByLabelText(messages.rightAnswer(1))).toHaveValue('Mysore')
  await press('Save Changes')
  await waitFor(() =>
    expect(sent('PUT')).toEqual([{ kind: 'text', text: 'Which city?', options: [], accepted: ['Mysore', 'Maisuru'] }]),
  )
})

it('is written in two steps by whoever wants no options', async () => {
  const sent = await showQuestion(null)
  await userEvent.click((await screen.findAllByRole('button', { name: /^Add questions/ }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByLabelText(/^Question/)).toHaveFocus())
  await userEvent.keyboard('Which city?{Enter}')
  expect(dialog.getByText('Step 2 of 3')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: messages.OTHER_NUMBER }))
  await userEvent.click(dialog.getByRole('button', { name: messages.ASK_FOR.text }))
  expect(dialog.getByText('Step 2 of 2')).toBeVisible()
  const first = await dialog.findByLabelText(messages.rightAnswer(1))
  await waitFor(() => expect(first).toHaveFocus())
  expect(dialog.getByText(messages.TYPE_IT.text)).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Add Question' }))
  expect(await dialog.findByText(messages.ACCEPTED_MISSING)).toBeVisible()
  await userEvent.type(first, 'Mysuru{Enter}')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(sent('POST')).toHaveLength(1))
  expect(sent('POST')).toEqual([
    { questions: [{ kind: 'text', text: 'Which city?', options: [], accepted: ['Mysuru'] }] },
  ])
})

it('what may be two numbers is said once', async () => {
  await showQuestion(NUMBER)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
  const field = screen.getByLabelText(new RegExp(`^${messages.RIGHT_NUMBER}`))
  await userEvent.clear(field)
  await userEvent.type(field, '1,234')
  const said = () => screen.getAllByText(/A comma before three digits/)
  expect(said()).toHaveLength(1)
  await press('Save Changes')
  await waitFor(() => expect(field).toBeInvalid())
  expect(said()).toHaveLength(1)
})

it('is understood of a pasted list, where its kind can be changed', async () => {
  const sent = await showQuestion(null)
  await userEvent.click((await screen.findAllByRole('button', { name: /^Add questions/ }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('tab', { name: /paste/i }))
  await userEvent.click(dialog.getByLabelText('Questions as text'))
  await userEvent.paste('1. Year?\nAnswer: 1947\n\n2. City?\nAnswer: Mysuru / Mysore')
  expect(await dialog.findByText(messages.TYPED.number)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: `${messages.TAKE_AS.text}: question 1` }))
  expect((dialog.getByLabelText('Questions as text') as HTMLTextAreaElement).value).toContain('Answer (text): 1947')
  await waitFor(() => expect(dialog.getAllByText(messages.TYPED.text)).toHaveLength(2))
  await userEvent.click(dialog.getByRole('button', { name: 'Add 2 questions' }))
  await waitFor(() => expect(sent('POST')).toHaveLength(1))
  expect(sent('POST')[0]).toEqual({
    questions: [
      { kind: 'text', text: 'Year?', options: [], accepted: ['1947'] },
      { kind: 'text', text: 'City?', options: [], accepted: ['Mysuru', 'Mysore'] },
    ],
  })
})

it('a text is corrected to a whole new list', async () => {
  const sent = await showQuestion(TEXT, { ended: true })
  await userEvent.click(await screen.findByRole('button', { name: `${messages.CORRECT_KEY} Question 1` }))
  const dialog = within(await screen.findByRole('dialog', { name: messages.CORRECT_TITLE(1) }))
  expect(dialog.getByText(messages.SAME_AS_NOW)).toBeVisible()
  expect(dialog.getByText(/^Whatever they typed;/)).toBeVisible()
  await userEvent.click(await dialog.findByRole('button', { name: messages.ADD_ANSWER }))
  await userEvent.keyboard('Mysore')
  await userEvent.click(dialog.getByRole('button', { name: messages.PREVIEW }))
  expect(await dialog.findByText('Right: “Mysuru” or “Mysore”.')).toBeVisible()
  expect(sent('POST')).toEqual([{ questionId: 'q1', marking: 'key', accepted: ['Mysuru', 'Mysore'] }])
})

it('a number is corrected in its value and tolerance', async () => {
  const sent = await showQuestion(NUMBER, { ended: true })
  await userEvent.click(await screen.findByRole('button', { name: `${messages.CORRECT_KEY} Question 1` }))
  const dialog = within(await screen.findByRole('dialog', { name: messages.CORRECT_TITLE(1) }))
  const tolerance = await dialog.findByLabelText(messages.TOLERANCE)
  expect(dialog.queryByLabelText(messages.UNIT), 'its unit stays').toBeNull()
  await userEvent.clear(tolerance)
  await userEvent.type(tolerance, '-1')
  expect(dialog.getByRole('button', { name: messages.PREVIEW })).toBeDisabled()
  await userEvent.clear(tolerance)
  await userEvent.click(dialog.getByRole('button', { name: messages.PREVIEW }))
  expect(await dialog.findByText('Right: “9.81 m/s²”.')).toBeVisible()
  expect(sent('POST')).toEqual([{ questionId: 'q1', marking: 'key', value: '9.81', tolerance: null }])
})

it.each([
  ['accept', ['Mysuru', 'Mysore']],
  ['refuse', ['Mysuru']],
])('%s in the address looks at once at who moves', async (does, accepted) => {
  const question = does === 'accept' ? TEXT : { ...TEXT, accepted: ['Mysuru', 'MYSORE'] }
  const sent = await showQuestion(question, { ended: true, at: `?correct=q1&${does}=Mysore` })
  const dialog = within(await screen.findByRole('dialog', { name: messages.CORRECT_TITLE(1) }))
  expect(await dialog.findByRole('heading', { name: messages.MOVES })).toBeVisible()
  expect(sent('POST')).toEqual([{ questionId: 'q1', marking: 'key', accepted }])
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
  expect(await dialog.findAllByRole('textbox')).toHaveLength(accepted.length)
})
