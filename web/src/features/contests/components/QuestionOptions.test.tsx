/** Questions of two to eight options: where they are written, and what is sent of them. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as messages from '../messages'
import QuestionsPage from '../pages/QuestionsPage'

const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const FOUR = ['Lyon', 'Paris', 'Nice', 'Lille']
const FIVE = [...FOUR, 'Metz']
const question = (options: string[], part: object = {}) => ({
  _id: 'q1',
  contestId: ID,
  Question: 'Capital of France?',
  Options: options,
  Answer: 'Paris',
  accepted: ['Paris'],
  marking: 'key',
  ...part,
})
const refused = (field: string, message: string) => ({ status: 422, body: { code: 'invalid', message, field } })

async function showQuestions(questions: object[], refusing?: ReturnType<typeof refused>) {
  const contest = {
    _id: ID,
    title: 'Friday Quiz',
    description: '',
    startDate: soon(2),
    endDate: soon(3),
    isPublic: false,
    participants: 0,
    frozen: false,
    own: true,
    QuestionSet: questions,
  }
  const saved = ({ body }: Asked) => {
    if (refusing) return refusing
    const { options, right, ...sent } = body as { options?: string[]; right?: number[] }
    const answer = options?.[right?.[0] ?? -1]
    const theirs = options ? { ...sent, Options: options, Answer: answer, accepted: [answer] } : sent
    return { body: { success: true, message: 'Saved.', question: { ...question(FOUR), ...theirs } } }
  }
  const added = () =>
    refusing ?? { status: 201, body: { success: true, message: 'ok', questions: [question(FIVE, { _id: 'q2' })] } }
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: { body: { success: true, contest, serverNow: soon(0) } },
    [`PUT /post/update/${ID}/q1`]: saved,
    [`PUT /contests/${ID}/questions/q1`]: saved,
    [`POST /contests/${ID}/questions`]: added,
  })
  await showPage({ '/questionview/$contestId': QuestionsPage, '/createcontest': () => null }, `/questionview/${ID}`)
  return () => calls.filter(({ method, path }) => method !== 'GET' && path.includes(ID))
}

const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))
const fields = () => screen.getAllByLabelText(/^Option [A-Z]$/).map((field) => (field as HTMLTextAreaElement).value)

async function openWizard() {
  await userEvent.click(await screen.findByRole('button', { name: /^Add question/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByLabelText('Question')).toHaveFocus())
  return dialog
}

describe('in the editor', () => {
  it('are four fields and one quiet button, for whoever asks for nothing else', async () => {
    await showQuestions([question(FOUR)])
    await edit()
    expect(fields()).toEqual(FOUR)
    expect(screen.getByRole('button', { name: messages.OTHER_NUMBER })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Remove option/ })).toBeNull()
    expect(screen.queryByRole('button', { name: messages.ADD_OPTION })).toBeNull()
  })

  it('come up to eight and go down to two, by keyboard, with the focus in a field', async () => {
    await showQuestions([question(FOUR)])
    await edit()
    const more = screen.getByRole('button', { name: messages.OTHER_NUMBER })
    more.focus()
    await userEvent.keyboard('{Enter}')
    expect(more).toHaveAccessibleName(messages.ADD_OPTION)
    expect(more).toHaveFocus()
    for (const letter of ['E', 'F', 'G', 'H']) {
      await press(messages.ADD_OPTION)
      expect(screen.getByLabelText(`Option ${letter}`)).toHaveFocus()
      await userEvent.keyboard(`new ${letter}`)
    }
    expect(screen.queryByRole('button', { name: messages.ADD_OPTION })).toBeNull()
    expect(fields()).toEqual([...FOUR, 'new E', 'new F', 'new G', 'new H'])
    expect(screen.getByRole('button', { name: 'H: use as the answer' })).toBeEnabled()
    await press(messages.removeOption('F'))
    expect(screen.getByLabelText('Option F')).toHaveFocus()
    expect(fields()).toEqual([...FOUR, 'new E', 'new G', 'new H'])
    await press(messages.removeOption('G'))
    expect(screen.getByLabelText('Option F'), 'the last one').toHaveFocus()
    for (const letter of ['F', 'E', 'D', 'C']) await press(messages.removeOption(letter))
    expect(fields()).toEqual(['Lyon', 'Paris'])
    expect(screen.queryByRole('button', { name: /Remove option/ })).toBeNull()
    expect(screen.getByLabelText('Answer')).toHaveValue('Paris')
  })

  it('are named where they are empty or the same', async () => {
    await showQuestions([question(FIVE)])
    await edit()
    await userEvent.clear(screen.getByLabelText('Option C'))
    await userEvent.clear(screen.getByLabelText('Option E'))
    await save()
    expect(await screen.findByText(messages.OPTIONS_MISSING)).toBeVisible()
    expect(screen.getByText('Options C and E are empty')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Option E'), 'Lyon')
    expect(await screen.findByText('Option C is empty')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Option C'), 'Nice')
    expect(await screen.findByText('Options A and E say the same')).toBeVisible()
  })

  it('leave no answer behind when the right one is removed, and it is said', async () => {
    const sent = await showQuestions([question(FIVE)])
    await edit()
    await press(messages.removeOption('B'))
    expect(screen.getByLabelText('Answer')).toHaveValue('')
    expect(screen.getByText(messages.RIGHT_REMOVED)).toBeVisible()
    expect(screen.getByText(messages.ANSWER_MISSING)).toBeVisible()
    await save()
    expect(sent()).toEqual([])
    await press('D: use as the answer')
    expect(screen.queryByText(messages.RIGHT_REMOVED)).toBeNull()
    await press(messages.removeOption('A'))
    expect(screen.queryByText(messages.RIGHT_REMOVED)).toBeNull()
    expect(screen.getByLabelText('Answer')).toHaveValue('Metz')
  })

  it.each([
    [
      'five',
      async () => {
        await press(messages.OTHER_NUMBER)
        await press(messages.ADD_OPTION)
        await userEvent.keyboard('Metz')
      },
      FIVE,
      1,
    ],
    [
      'two',
      async () => {
        await press(messages.OTHER_NUMBER)
        await press(messages.removeOption('A'))
        await press(messages.removeOption('C'))
      },
      ['Paris', 'Nice'],
      0,
    ],
  ])('of %s are sent in the shape of their kind, without what stays as it was', async (_, change, options, right) => {
    const sent = await showQuestions([
      question(FOUR, { explanation: 'The seat of the government.', difficulty: 'Easy' }),
    ])
    await edit()
    await change()
    await save()
    expect(await screen.findByText('Saved.')).toBeInTheDocument()
    expect(sent()).toMatchObject([
      {
        method: 'PUT',
        path: `/contests/${ID}/questions/q1`,
        body: { kind: 'single', text: 'Capital of France?', options, right: [right] },
      },
    ])
    expect(Object.keys(sent()[0]?.body as object)).toEqual(['kind', 'text', 'options', 'right'])
  })

  it('of five that are four again are sent in the shape of their kind: the other call does not know the five', async () => {
    const sent = await showQuestions([question(FIVE)])
    await edit()
    await press(messages.removeOption('E'))
    await save()
    expect(await screen.findByText('Saved.')).toBeInTheDocument()
    expect(sent()).toMatchObject([
      {
        path: `/contests/${ID}/questions/q1`,
        body: { kind: 'single', text: 'Capital of France?', options: FOUR, right: [1] },
      },
    ])
  })

  it.each([
    ['text', 'Question'],
    ['options', 'Option A'],
    ['kind', 'Option A'],
    ['right', 'Answer'],
  ])('stand with the refusal of “%s” at their field', async (field, label) => {
    await showQuestions([question(FIVE)], refused(field, 'Not like this.'))
    await edit()
    await save()
    expect(await screen.findByText('Not like this.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/Not like this\./)
  })
})

describe('in the wizard', () => {
  it('are two, by keyboard, and sent in the shape of their kind', async () => {
    const sent = await showQuestions([question(FOUR)])
    const dialog = await openWizard()
    await userEvent.keyboard('Is Paris in France?{Enter}')
    await waitFor(() => expect(dialog.getByLabelText('Option A')).toHaveFocus())
    expect(dialog.getByText(/Four options/)).toBeVisible()
    await userEvent.keyboard('Yes{Enter}No{Enter}')
    await press(messages.OTHER_NUMBER)
    await press(messages.removeOption('D'))
    await press(messages.removeOption('C'))
    expect(dialog.getByLabelText('Option B')).toHaveFocus()
    const sheet = within(dialog.getByRole('region', { name: 'As participants see it' }))
    expect(sheet.getAllByRole('listitem')).toHaveLength(2)
    await userEvent.keyboard('{Enter}')
    expect(await dialog.findByText(/A to B, or the arrow keys/)).toBeVisible()
    await userEvent.keyboard('c')
    expect(dialog.getByRole('button', { name: 'Add Question' }), 'there is no C').toBeDisabled()
    await userEvent.keyboard('a{Enter}')
    expect(await screen.findByText(messages.QUESTION_ADDED)).toBeInTheDocument()
    expect(sent()).toMatchObject([
      {
        method: 'POST',
        path: `/contests/${ID}/questions`,
        body: { questions: [{ kind: 'single', text: 'Is Paris in France?', options: ['Yes', 'No'], right: [0] }] },
      },
    ])
    await waitFor(() => expect(dialog.getByLabelText('Question')).toHaveFocus())
    await userEvent.keyboard('Next?{Enter}')
    await waitFor(() => expect(dialog.getByLabelText('Option D')).toBeVisible())
    expect(dialog.queryByRole('button', { name: /Remove option/ }), 'the next one has four again').toBeNull()
  })

  it('come back as many as they were, and the right one is followed or gone', async () => {
    await showQuestions([question(FOUR)])
    let dialog = await openWizard()
    await userEvent.keyboard('Capital of France?{Enter}')
    await waitFor(() => expect(dialog.getByLabelText('Option A')).toHaveFocus())
    await press(messages.OTHER_NUMBER)
    await press(messages.ADD_OPTION)
    dialog.getByLabelText('Option A').focus()
    await userEvent.keyboard('Lyon{Enter}Paris{Enter}Nice{Enter}Lille{Enter}Metz{Enter}')
    expect(await dialog.findByText('Which one is right?')).toBeVisible()
    await userEvent.keyboard('e')
    expect(dialog.getByRole('radio', { name: 'E: Metz' })).toBeChecked()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: /^Add question/ }))
    dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('radio', { name: 'E: Metz' })).toBeChecked()
    await press('Back')
    await press(messages.removeOption('A'))
    expect(dialog.queryByText(messages.RIGHT_REMOVED)).toBeNull()
    await press('Next')
    expect(dialog.getByRole('radio', { name: 'D: Metz' })).toBeChecked()
    await press('Back')
    await press(messages.OTHER_NUMBER)
    await press(messages.removeOption('D'))
    expect(dialog.getByText(messages.RIGHT_REMOVED)).toBeVisible()
    await press('Next')
    for (const radio of dialog.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })

  it('lead a refusal to the step of its field', async () => {
    await showQuestions([question(FOUR)], refused('options', 'The options must be different from each other'))
    const dialog = await openWizard()
    await userEvent.keyboard('Is Paris in France?{Enter}')
    await waitFor(() => expect(dialog.getByLabelText('Option A')).toHaveFocus())
    await press(messages.OTHER_NUMBER)
    await press(messages.removeOption('D'))
    await press(messages.removeOption('C'))
    dialog.getByLabelText('Option A').focus()
    await userEvent.keyboard('Yes{Enter}No{Enter}')
    await dialog.findByText('Which one is right?')
    await userEvent.keyboard('b{Enter}')
    expect(await dialog.findByText('The options must be different from each other')).toBeVisible()
    expect(dialog.getByLabelText('Option B')).toHaveValue('No')
    expect(dialog.queryByRole('alert')).toBeNull()
  })
})

it('go as a pasted list, each question in its shape', async () => {
  const sent = await showQuestions([question(FOUR)])
  const dialog = await openWizard()
  await userEvent.click(dialog.getByRole('tab', { name: 'Paste a list' }))
  await userEvent.click(dialog.getByLabelText('Questions as text'))
  await userEvent.paste(
    '1. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nE) 10\nAnswer: C\n2. Which is even?\nA) 1\nB) 3\nC) 4\nD) 5\nAnswer: C\n3. Seven is prime.\nAnswer: True',
  )
  expect(await dialog.findByText('· all complete')).toBeVisible()
  expect(dialog.getByText('10')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Add 3 questions' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toEqual({
    questions: [
      { kind: 'single', text: 'Which is prime?', options: ['4', '6', '7', '9', '10'], right: [2] },
      { Question: 'Which is even?', Options: ['1', '3', '4', '5'], Answer: '4' },
      { kind: 'single', text: 'Seven is prime.', options: ['True', 'False'], right: [0] },
    ],
  })
})

it('stand in the list with their letters', async () => {
  await showQuestions([question([...FIVE, 'Brest', 'Nantes', 'Tours'], { Answer: 'Tours', accepted: ['Tours'] })])
  expect(await screen.findByText('Tours')).toBeVisible()
  expect(screen.getByText('H:')).toBeInTheDocument()
  expect(screen.getByText('(the answer)')).toBeInTheDocument()
})
