/** What few questions need, folded away: difficulty, tags and an explanation where a question is written, changed or pasted. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { EXPLANATION } from '@/ui/ExplanationText'
import * as messages from '../messages'
import QuestionsPage from '../pages/QuestionsPage'

const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const OPTIONS = ['Lyon', 'Paris', 'Nice', 'Lille']
const QUESTION = {
  _id: 'q1',
  contestId: ID,
  Question: 'Capital of France?',
  Options: OPTIONS,
  Answer: 'Paris',
  accepted: ['Paris'],
  marking: 'key',
}
const PLAIN = { Question: QUESTION.Question, Options: OPTIONS, Answer: 'Paris' }

async function show(part: object = {}, contest: object = {}) {
  const shown = {
    _id: ID,
    title: 'Friday Quiz',
    description: '',
    startDate: soon(2),
    endDate: soon(3),
    isPublic: false,
    participants: 0,
    frozen: false,
    own: true,
    QuestionSet: [{ ...QUESTION, ...part }],
    ...contest,
  }
  const saved = ({ body }: Asked) => ({
    body: { success: true, message: 'Saved.', question: { ...QUESTION, ...(body as object) } },
  })
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: { body: { success: true, contest: shown, serverNow: soon(0) } },
    [`PUT /post/update/${ID}/q1`]: saved,
    'POST /post/addQuestion': { status: 201, body: { success: true, message: 'ok', question: QUESTION } },
    [`POST /contests/${ID}/questions`]: { status: 201, body: { success: true, message: 'ok', questions: [QUESTION] } },
  })
  await showPage({ '/questionview/$contestId': QuestionsPage, '/createcontest': () => null }, `/questionview/${ID}`)
  return () => calls.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/client'))
}

const form = () => within(screen.getByRole('form', { name: 'Edit question 1' }))
const save = async () => userEvent.click(form().getByRole('button', { name: 'Save Changes' }))

async function edit() {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
}

async function openWizard() {
  await userEvent.click((await screen.findAllByRole('button', { name: /^Add questions/ }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByLabelText('Question')).toHaveFocus())
  return dialog
}

async function writeCapital(dialog: Awaited<ReturnType<typeof openWizard>>) {
  await userEvent.keyboard('Capital of France?{Enter}')
  await waitFor(() => expect(dialog.getByLabelText('Option A')).toHaveFocus())
  await userEvent.keyboard('Lyon{Enter}Paris{Enter}Nice{Enter}Lille{Enter}')
  // Not in what is folded.
  await waitFor(() => expect(dialog.getByRole('radio', { name: 'A: Lyon' })).toHaveFocus())
  await userEvent.keyboard('2')
}

it('is folded in the editor, and what is not changed is not sent', async () => {
  const sent = await show({ difficulty: 'Tricky' })
  await edit()
  expect(form().getByLabelText(messages.DIFFICULTY)).not.toBeVisible()
  await userEvent.type(form().getByLabelText('Question'), '?')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toEqual({ ...PLAIN, Question: 'Capital of France??' })
})

it('sets another difficulty, or none, and keeps a word of its own', async () => {
  const sent = await show({ difficulty: 'Tricky' })
  for (const [label, body] of [
    ['Hard', 'Hard'],
    [messages.NO_DIFFICULTY, ''],
  ] as const) {
    await edit()
    await userEvent.click(form().getByText(messages.MORE))
    const field = form().getByLabelText(messages.DIFFICULTY)
    expect(
      within(field)
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toContain('Easy')
    if (body === 'Hard') expect(field).toHaveValue('Tricky')
    await userEvent.selectOptions(field, label)
    await save()
    await waitFor(() => expect(sent().at(-1)?.body).toEqual({ ...PLAIN, difficulty: body }))
    await screen.findByRole('button', { name: 'Edit question 1' })
  }
})

it('is folded in the wizard, sent with the question, and the next one begins without', async () => {
  const sent = await show()
  const dialog = await openWizard()
  await writeCapital(dialog)
  const difficulty = await dialog.findByLabelText(messages.DIFFICULTY)
  for (const name of [messages.DIFFICULTY, messages.TAGS, EXPLANATION]) {
    expect(dialog.getByLabelText(name)).not.toBeVisible()
  }
  await userEvent.click(dialog.getByText(messages.MORE))
  await userEvent.selectOptions(difficulty, 'Easy')
  await userEvent.type(dialog.getByLabelText(EXPLANATION), 'The seat of the government.')
  await userEvent.click(dialog.getByRole('button', { name: 'Add Question' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  const added = { ...PLAIN, difficulty: 'Easy', explanation: 'The seat of the government.', contestId: ID }
  expect(sent()[0]?.body).toEqual(added)
  await waitFor(() => expect(dialog.getByLabelText('Question')).toHaveFocus())
  await writeCapital(dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Add Question' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.body).toEqual({ ...PLAIN, contestId: ID })
})

it('is named by the hint of a pasted list, whose preview shows what it saves', async () => {
  const sent = await show()
  const dialog = await openWizard()
  await userEvent.click(dialog.getByRole('tab', { name: /paste/i }))
  const field = dialog.getByLabelText('Questions as text')
  for (const name of ['Difficulty:', 'Tags:', 'Explanation:']) {
    expect(field).toHaveAccessibleDescription(expect.stringContaining(name))
  }
  await userEvent.click(field)
  await userEvent.paste('1. Prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C\nDifficulty: Hard')
  expect(await dialog.findByText(messages.difficultyText('Hard'))).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Add 1 question' }))
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ Question: 'Prime?', difficulty: 'Hard' }))
})

it('help on code and maths is folded until a sign of it is typed', async () => {
  await show()
  const dialog = await openWizard()
  expect(dialog.getByText(messages.CODE_HINT)).not.toBeVisible()
  expect(dialog.getByLabelText('Question')).toHaveAccessibleDescription(
    'Enter continues, Shift + Enter makes a new line.',
  )
  await userEvent.keyboard('What is $')
  expect(dialog.getByText(messages.CODE_HINT)).toBeVisible()
})

it('a plain contest names no rule that nobody set, and one that is drawn says what each person gets', async () => {
  await show()
  await screen.findByText(QUESTION.Question)
  for (const term of ['Order of the questions', 'Order of the options', 'Answers']) {
    expect(screen.queryByText(term)).toBeNull()
  }
})

it('the head of a drawn contest says how many questions each person gets', async () => {
  await show({}, { questionsEach: 1, questionOrder: 'shuffled' })
  expect(await screen.findByText('1, each person gets 1')).toBeVisible()
  expect(screen.getByText('Order of the questions').closest('div')).toHaveTextContent('mixed for each person')
})
