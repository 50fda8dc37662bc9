/** Options that keep their places: asked for only where options are mixed, ticked by their words, and sent only where somebody said so. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import { type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { BY_WORDS, BY_WORDS_AGAIN, FIXED_ALL, FIXED_OPTIONS, fixedLine, staysLabel } from '../fixedMessages'
import { type NewQuestion, rewritten, tidyQuestion, withoutOption } from '../model'
import QuestionsPage from '../pages/QuestionsPage'

const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const WORDED = ['Lyon', 'Paris', 'Both of these', 'None of these']

async function edit(rules: object, part: object = {}) {
  const question = {
    _id: 'q1',
    contestId: ID,
    Question: 'Capital of France?',
    Options: WORDED,
    Answer: 'Paris',
    accepted: ['Paris'],
    marking: 'key',
    ...part,
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
    ...rules,
    QuestionSet: [question],
  }
  const saved = ({ body }: Asked) => ({
    body: { success: true, message: 'Saved.', question: { ...question, ...(body as object) } },
  })
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: { body: { success: true, contest, serverNow: soon(0) } },
    [`PUT /post/update/${ID}/q1`]: saved,
    [`PUT /contests/${ID}/questions/q1`]: saved,
  })
  await showPage({ '/questionview/$contestId': QuestionsPage, '/createcontest': () => null }, `/questionview/${ID}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
  return async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    return calls.filter(({ method }) => method === 'PUT').map(({ body }) => body as Record<string, unknown>)
  }
}

async function fields() {
  await userEvent.click(await screen.findByText(FIXED_OPTIONS))
  const group = within(screen.getByRole('group', { name: FIXED_OPTIONS }))
  const box = (name: string) => group.getByRole('checkbox', { name })
  const ticked = () => ['A', 'B', 'C', 'D'].filter((letter) => (box(staysLabel(letter)) as HTMLInputElement).checked)
  return { group, box, ticked }
}

describe('in the editor', () => {
  it('are not asked for where options stand as they were written', async () => {
    const save = await edit({})
    expect(screen.queryByText(FIXED_OPTIONS)).toBeNull()
    expect((await save())[0]).not.toHaveProperty('fixedOptions')
  })

  it('are ticked by their words, which is not sent', async () => {
    const save = await edit({ optionOrder: 'shuffled' })
    const { ticked, group } = await fields()
    expect(ticked()).toEqual(['C', 'D'])
    expect(group.getByText(BY_WORDS)).toBeVisible()
    expect((await save())[0]).not.toHaveProperty('fixedOptions')
  })

  it('are sent as somebody ticks them, all at once or one by one', async () => {
    const save = await edit({ optionOrder: 'shuffled' })
    const { ticked, box } = await fields()
    await userEvent.click(box(FIXED_ALL))
    expect(ticked()).toEqual(['A', 'B', 'C', 'D'])
    await userEvent.click(box(staysLabel('A')))
    await userEvent.click(box(staysLabel('C')))
    expect(ticked()).toEqual(['B', 'D'])
    expect((await save())[0]).toMatchObject({ fixedOptions: [1, 3] })
  })

  it('go back to their words, which is sent', async () => {
    const save = await edit({ optionOrder: 'shuffled' }, { fixedOptions: [] })
    const { ticked, group } = await fields()
    expect(ticked()).toEqual([])
    await userEvent.click(group.getByRole('button', { name: BY_WORDS_AGAIN }))
    expect(ticked()).toEqual(['C', 'D'])
    expect((await save())[0]).toMatchObject({ fixedOptions: null })
  })
})

describe('in a question', () => {
  const question: NewQuestion = { text: 'Q?', options: WORDED, answer: 'Paris', fixed: [0, 2, 3] }

  it('move up when an option before them goes, and go with their own', () => {
    expect(withoutOption(question, 1).fixed).toEqual([0, 1, 2])
    expect(withoutOption(question, 2).fixed).toEqual([0, 2])
    expect(withoutOption({ ...question, fixed: null }, 2).fixed).toBeNull()
  })

  it('are sent of a new one where they were said, and never where the answer is typed', () => {
    expect(tidyQuestion(question).fixed).toEqual([0, 2, 3])
    expect(tidyQuestion({ ...question, fixed: null })).not.toHaveProperty('fixed')
    const typed = { ...question, typed: { kind: 'text' as const, accepted: ['Paris'] } }
    expect(tidyQuestion(typed)).not.toHaveProperty('fixed')
    expect(rewritten(typed, { fixed: [1] }, DEFAULT_RULES)).not.toHaveProperty('fixed')
    expect(rewritten(question, { fixed: [0, 2, 3] }, DEFAULT_RULES)).not.toHaveProperty('fixed')
    expect(rewritten({ ...question, fixed: undefined }, { fixed: [1] }, DEFAULT_RULES).fixed).toBeNull()
  })
})

it('stand in a line', () => {
  expect([fixedLine('all'), fixedLine([]), fixedLine(['D']), fixedLine(['A', 'C', 'D'])]).toEqual([
    'all keep their places',
    'mixed',
    'mixed, but D stays',
    'mixed, but A, C and D stay',
  ])
})
