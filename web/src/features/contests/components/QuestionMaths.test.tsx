/** Maths where questions are written: drawn below its field once nothing was typed for a moment, and what cannot be is named. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { AS_SEEN } from '../messages'
import QuestionsPage from '../pages/QuestionsPage'

const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const X = ['math', ['mi', 'x']]
const OPTIONS = ['Lyon', 'Paris', 'Nice', 'Lille']

beforeEach(() => vi.stubGlobal('MathMLElement', class {}))
afterEach(() => vi.unstubAllGlobals())

const FOO = '\\foo is not known here.'
const refused = { status: 400, body: { code: 'invalid', message: `Formula, character 2: ${FOO}`, field: 'text' } }

async function showQuestion(part: object = {}, saving?: typeof refused) {
  const question = {
    _id: 'q1',
    contestId: ID,
    Question: 'What?',
    Options: OPTIONS,
    Answer: 'Paris',
    accepted: ['Paris'],
  }
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
    QuestionSet: [{ ...question, marking: 'key', ...part }],
  }
  const preview = ({ body }: Asked) => {
    const { texts } = body as { texts: string[] }
    const problems = texts.flatMap((text, at) =>
      text.includes('\\foo') ? [{ text: at, place: text.indexOf('\\foo'), reason: '\\foo is not known here.' }] : [],
    )
    return { body: { success: true, maths: texts.some((text) => text.includes('$x$')) ? { $x$: X } : {}, problems } }
  }
  const saved = () =>
    saving ?? { body: { success: true, message: 'Saved.', question: { ...question, marking: 'key' } } }
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: { body: { success: true, contest, serverNow: soon(0) } },
    'POST /maths/preview': preview,
    [`PUT /post/update/${ID}/q1`]: saved,
    [`PUT /contests/${ID}/questions/q1`]: saved,
  })
  await showPage({ '/questionview/$contestId': QuestionsPage, '/createcontest': () => null }, `/questionview/${ID}`)
  return (method: string) => calls.filter((call) => call.method === method && !call.path.startsWith('/client'))
}

const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))

async function write(text: string): Promise<void> {
  const field = screen.getByLabelText('Question')
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(text)
}

it('draws the formulas of a question in the list', async () => {
  const asked = await showQuestion({ Question: 'What is $x$?', maths: { $x$: X } })
  const heading = await screen.findByRole('heading', { level: 3 })
  await waitFor(() => expect(heading.querySelector('math')?.textContent).toBe('x'))
  expect(asked('POST').filter(({ path }) => path === '/maths/preview')).toEqual([])
})

it('draws a formula below its field, and sends it to the call that says what cannot be drawn', async () => {
  const asked = await showQuestion()
  await edit()
  expect(screen.queryByRole('region', { name: AS_SEEN })).toBeNull()
  await write('What is $x$?')
  const drawn = await screen.findByRole('region', { name: AS_SEEN })
  await waitFor(() => expect(drawn.querySelector('math')).not.toBeNull())
  expect(drawn.textContent).toBe('What is x?')
  expect(asked('POST').at(-1)).toMatchObject({ path: '/maths/preview', body: { texts: ['What is $x$?'] } })
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(asked('PUT')).toHaveLength(1))
  expect(asked('PUT')[0]).toMatchObject({ path: `/contests/${ID}/questions/q1`, body: { kind: 'single', right: [1] } })
})

it('names a formula that cannot be drawn, with its place', async () => {
  await showQuestion()
  await edit()
  await write('$\\foo$ or $x$')
  const said = await screen.findByText('Formula, character 2: \\foo is not known here.')
  expect(within(said.closest('form') as HTMLElement).getByRole('region', { name: AS_SEEN })).toBeVisible()
  await write('Nothing of it, for $5')
  await waitFor(() => expect(screen.queryByText(/^Formula, character/)).toBeNull())
  expect(screen.queryByRole('region', { name: AS_SEEN })).toBeNull()
})

it('says once what the server refuses, at its field', async () => {
  await showQuestion({}, refused)
  await edit()
  await write('$\\foo$')
  await screen.findByText('Formula, character 2: \\foo is not known here.')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.getByLabelText('Question')).toHaveAttribute('aria-invalid', 'true'))
  expect(screen.getAllByText('Formula, character 2: \\foo is not known here.')).toHaveLength(1)
})

it('keeps the wizard at a step whose formula cannot be drawn, and says so once', async () => {
  const asked = await showQuestion()
  await userEvent.click((await screen.findAllByRole('button', { name: /^Add questions/ }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByLabelText(/^Question/))
  await userEvent.paste('$\\foo$ and $x$')
  const sentence = 'Formula, character 2: \\foo is not known here.'
  await dialog.findByText(sentence)
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(dialog.getByLabelText(/^Question/)).toHaveAttribute('aria-invalid', 'true'))
  expect(dialog.getByText('Step 1 of 3')).toBeVisible()
  expect(screen.getAllByText(sentence), 'neither a notice nor a list says it again').toHaveLength(1)
  await userEvent.clear(dialog.getByLabelText(/^Question/))
  await userEvent.paste('What is $x$?')
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
  await userEvent.click(await dialog.findByLabelText(/^Option A/))
  await userEvent.paste('$x$ or $\\foo$')
  await dialog.findByText('Formula in option A, character 9: \\foo is not known here.')
  for (const letter of ['B', 'C', 'D'])
    await userEvent.type(dialog.getByLabelText(new RegExp(`^Option ${letter}`)), letter)
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
  expect(await dialog.findByText('Step 2 of 3')).toBeVisible()
  expect(screen.getAllByText(/^Formula in option A/)).toHaveLength(1)
  expect(asked('POST').every(({ path }) => path === '/maths/preview')).toBe(true)
})

it('asks for nothing and sends what it always sent where no formula can be', async () => {
  const asked = await showQuestion()
  await edit()
  await write('What costs $5?')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(asked('PUT')).toHaveLength(1))
  expect(asked('PUT')[0]).toMatchObject({ path: `/post/update/${ID}/q1`, body: { Question: 'What costs $5?' } })
  expect(asked('POST').filter(({ path }) => path === '/maths/preview')).toEqual([])
})
