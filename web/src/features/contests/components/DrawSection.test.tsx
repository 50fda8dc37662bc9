/** Section of the blueprint: folded away, loaded when it is opened, set, refused, and read once it is fixed. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import {
  ADD_PART,
  DRAW,
  DRAW_FROZEN,
  eachText,
  leftOverText,
  partNamed,
  partTooLarge,
  SAVE_DRAW,
} from '../drawMessages'
import { MORE } from '../messages'
import QuestionsPage from '../pages/QuestionsPage'

const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const question = (id: string, part: object = {}) => ({
  _id: id,
  contestId: ID,
  Question: `Question ${id}?`,
  Options: ['1', '2', '3', '4'],
  Answer: '1',
  accepted: ['1'],
  marking: 'key',
  ...part,
})
const NONE = { success: true, parts: [], papers: null, questionsEach: 3, inNoPaper: 0, frozen: false }
const OPTICS = { difficulty: null, category: null, tags: ['optics'], count: 1, pool: 2 }
const SET = { success: true, parts: [OPTICS], papers: 16, questionsEach: 1, inNoPaper: 1, frozen: false }

type Says = { status?: number; body: unknown }

async function show({
  contest = {},
  get = { body: NONE },
  put = { body: SET },
}: {
  contest?: object
  get?: Says
  put?: Says
} = {}) {
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
    QuestionSet: [
      question('a', { tags: ['Optics'] }),
      question('b', { tags: ['optics'] }),
      question('c', { difficulty: 'Hard' }),
    ],
    ...contest,
  }
  const calls: ReturnType<typeof serverSays> = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: () => {
      const set = calls.some(({ method }) => method === 'PUT') ? { questionsEach: 1 } : {}
      return { body: { success: true, contest: { ...shown, ...set }, serverNow: soon(0) } }
    },
    [`GET /contests/${ID}/draw`]: get,
    [`PUT /contests/${ID}/draw`]: put,
  })
  await showPage({ '/questionview/$contestId': QuestionsPage, '/createcontest': () => null }, `/questionview/${ID}`)
  await screen.findByText('Question a?')
  return (wanted: 'GET' | 'PUT' = 'PUT') =>
    calls.filter(({ method, path }) => method === wanted && path.endsWith('/draw'))
}

/** Behind More where nothing is drawn. */
const unfold = async () => userEvent.click(screen.queryByText(DRAW) ?? screen.getByText(MORE))
const form = () => screen.findByRole('form', { name: DRAW })

it('is folded away and asks for nothing until it is opened', async () => {
  const asked = await show()
  expect(screen.queryByText(DRAW)).toBeNull()
  expect(asked('GET')).toEqual([])
  await unfold()
  await form()
  expect(asked('GET')).toHaveLength(1)
})

it('is not there for whoever reads along, nor where nothing was chosen in time', async () => {
  await show({ contest: { own: false } })
  for (const words of [DRAW, MORE]) expect(screen.queryByText(words)).toBeNull()
})

it('says how many questions there are for a part, and sets it', async () => {
  const asked = await show({ put: { body: { ...SET, message: 'Saved.' } } })
  await unfold()
  const draw = within(await form())
  await userEvent.click(draw.getByRole('button', { name: ADD_PART }))
  const part = within(draw.getByRole('group', { name: 'Part 1' }))
  expect(part.getByText('of 3')).toBeVisible()
  // Refusals name it by its number.
  expect(part.getAllByText(partNamed(1))[1]).toBeVisible()
  await userEvent.type(part.getByLabelText('Tags'), 'Optics, ')
  expect(part.getByText('of 2')).toBeVisible()
  expect(draw.getByText(leftOverText(1))).toBeVisible()
  const count = part.getByLabelText('Questions')
  await userEvent.clear(count)
  await userEvent.type(count, '3')
  expect(part.getByText(partTooLarge(2))).toBeVisible()
  await userEvent.click(draw.getByRole('button', { name: SAVE_DRAW }))
  expect(asked()).toEqual([])
  await userEvent.clear(count)
  await userEvent.type(count, '1')
  await userEvent.click(draw.getByRole('button', { name: SAVE_DRAW }))
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(asked()[0]?.body).toEqual({ parts: [{ difficulty: null, tags: ['Optics'], count: 1 }], papers: 16 })
  expect(await screen.findByText(eachText(1, 3))).toBeVisible()
})

it('gives everybody all questions once the last part is removed', async () => {
  const asked = await show({
    contest: { questionsEach: 1 },
    get: { body: SET },
    put: { body: { ...NONE, message: 'Saved.' } },
  })
  expect(screen.getByText(eachText(1, 3))).toBeVisible()
  await unfold()
  const draw = within(await form())
  await userEvent.click(draw.getByRole('button', { name: 'Remove part 1' }))
  await userEvent.click(draw.getByRole('button', { name: SAVE_DRAW }))
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(asked()[0]?.body).toMatchObject({ parts: [] })
})

it('keeps what was entered when it is refused', async () => {
  const put = {
    status: 400,
    body: { success: false, code: 'invalid', message: 'Papers would not be worth the same.', field: 'parts' },
  }
  await show({ get: { body: SET }, put })
  await unfold()
  const draw = within(await form())
  await userEvent.click(draw.getByRole('button', { name: SAVE_DRAW }))
  expect(await draw.findByText('Papers would not be worth the same.')).toBeVisible()
  expect(draw.getByLabelText('Tags')).toHaveValue('optics')
})

it('is tried again when it did not load', async () => {
  await show({ get: { status: 500, body: { success: false, code: 'internal', message: 'Something is broken.' } } })
  await unfold()
  expect(await screen.findByRole('button', { name: /again/i })).toBeVisible()
})

it('is only read once it is fixed', async () => {
  await show({ contest: { frozen: true, questionsEach: 1 }, get: { body: { ...SET, frozen: true } } })
  await unfold()
  expect(await screen.findByText(DRAW_FROZEN)).toBeVisible()
  expect(screen.getByText('1 × optics')).toBeVisible()
  expect(screen.queryByRole('button', { name: SAVE_DRAW })).toBeNull()
})
