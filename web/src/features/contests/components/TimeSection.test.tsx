/** The organiser's part of people's time: folded away, asked once more before anything is done, and told with its reason. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import QuestionsPage from '../pages/QuestionsPage'
import { ACTIONS, CONFIRM, DESK, HOW_MUCH_MISSING, REASON_MISSING, STANDING_STILL } from '../timeMessages'

const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const CHANGE = { action: 'extend', millis: 300_000, reason: 'The network was down', at: at(-1), people: 2, by: 'Rohan' }

async function show({ participants = 2, log = {} }: { participants?: number; log?: object } = {}) {
  const contest = {
    _id: ID,
    title: 'Friday Quiz',
    description: '',
    startDate: at(-30),
    endDate: at(30),
    isPublic: true,
    participants,
    frozen: participants > 0,
    own: true,
    QuestionSet: [],
  }
  const row = { rank: 1, correctAnswerCount: 0, wrongAnswerCount: 0, totalAnswered: 0, durationMs: 0 }
  const rows = [
    { ...row, userId: 'u8', fullName: 'Bo' },
    { ...row, userId: 'u9', fullName: 'Ada' },
  ]
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: { body: { success: true, contest, serverNow: at(0) } },
    [`GET /contests/${ID}/time`]: {
      body: { success: true, pausedAt: null, changes: [CHANGE], serverNow: at(0), ...log },
    },
    [`POST /contests/${ID}/time`]: { body: { success: true, message: 'Time is changed', changed: 1, ends: [] } },
    'POST /post/results': { body: { success: true, results: rows } },
  })
  await showPage({ '/questionview/$contestId': QuestionsPage, '/createcontest': () => null }, `/questionview/${ID}`)
  await screen.findByText('Friday Quiz')
  return (method: 'GET' | 'POST') => calls.filter((one) => one.method === method && one.path.endsWith('/time'))
}

const form = async () => {
  await userEvent.click(screen.getByText(DESK))
  return within(await screen.findByRole('form', { name: DESK }))
}

it('is not there before somebody has joined, and asks for nothing until it is opened', async () => {
  await show({ participants: 0 })
  expect(screen.queryByText(DESK)).toBeNull()
})

it('gives somebody time once a reason stands there and it was asked once more', async () => {
  const asked = await show()
  expect(asked('GET')).toEqual([])
  const desk = await form()
  expect(screen.getByText('+5 minutes for 2 people')).toBeVisible()
  expect(screen.getByText('The network was down')).toBeVisible()
  await userEvent.click(desk.getByRole('button', { name: ACTIONS.extend }))
  expect(desk.getByText(HOW_MUCH_MISSING)).toBeVisible()
  expect(desk.getByText(REASON_MISSING)).toBeVisible()
  await userEvent.type(desk.getByLabelText(/How much/), '5')
  await userEvent.type(desk.getByLabelText(/Reason/), 'Broken screen')
  await desk.findByRole('option', { name: 'Ada' })
  await userEvent.selectOptions(desk.getByLabelText(/For whom/), 'Ada')
  await userEvent.click(desk.getByRole('button', { name: ACTIONS.extend }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Ada: +5 minutes.')).toBeVisible()
  expect(asked('POST')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: CONFIRM }))
  await screen.findByText('Time is changed')
  expect(asked('POST')[0]?.body).toMatchObject({
    action: 'extend',
    minutes: 5,
    people: ['u9'],
    reason: 'Broken screen',
  })
})

it('lets the clocks go on where they stand still', async () => {
  const asked = await show({ log: { pausedAt: at(-1), changes: [] } })
  const desk = await form()
  expect(desk.getByText(STANDING_STILL)).toBeVisible()
  expect(desk.queryByRole('option', { name: ACTIONS.pause })).toBeNull()
  await userEvent.type(desk.getByLabelText(/Reason/), 'The light is back')
  await userEvent.click(desk.getByRole('button', { name: ACTIONS.resume }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: CONFIRM }))
  await screen.findByText('Time is changed')
  expect(asked('POST')[0]?.body).toMatchObject({ action: 'resume', reason: 'The light is back' })
  expect(asked('POST')[0]?.body).not.toHaveProperty('people')
})
