/** Details of a contest that somebody else changed while the dialog was open: what was not changed here stays theirs. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import { fill } from '@/testField'
import { type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { changedDetails } from '../detailChanges'
import * as marks from '../markMessages'
import * as messages from '../messages'
import QuestionsPage from '../pages/QuestionsPage'
import { RULE_CHOICES } from '../ruleChoices'

const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const GATE = { preset: 'gate', right: '1', wrong: '-1/3', floor: 'none', tieBreak: ['fewer_wrong', 'less_time'] }
const THEIRS = {
  title: 'Saturday Quiz',
  description: 'In two rooms.',
  answersShown: true,
  optionOrder: 'shuffled',
  preset: 'jee_main',
  right: '4',
  wrong: '-1',
  floor: 'total',
  tieBreak: ['starred', 'less_time'],
}

/** The dialog is open, and everything is changed elsewhere. `refusal`: what the server says to it. */
async function openBefore(theirs: object = THEIRS, refusal?: object) {
  let contest: object = {
    _id: ID,
    title: 'Friday Quiz',
    description: 'In one room.',
    startDate: soon(2),
    endDate: soon(3),
    isPublic: false,
    frozen: false,
    participants: 0,
    own: true,
    QuestionSet: [],
    ...DEFAULT_RULES,
    ...GATE,
  }
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: () => ({ body: { success: true, contest, serverNow: soon(0) } }),
    [`PUT /contests/${ID}`]: ({ body }: Asked) => {
      if (refusal) return { status: 400, body: { success: false, code: 'invalid', ...refusal } }
      contest = { ...contest, ...(body as object) }
      return { body: { success: true, message: 'The contest is saved', contest, serverNow: soon(0) } }
    },
  })
  await showPage({ '/questionview/$contestId': QuestionsPage }, `/questionview/${ID}`)
  await userEvent.click(await screen.findByRole('button', { name: messages.EDIT_DETAILS }))
  const dialog = within(await screen.findByRole('dialog', { name: messages.EDIT_DETAILS }))
  await dialog.findByLabelText(messages.MARKS)
  contest = { ...contest, ...theirs }
  const save = async () => {
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
    return contest
  }
  return { dialog, save }
}

type Dialog = ReturnType<typeof within>
const rewrite = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field)
  await fill(field, text)
}
const tick = (name: string) => async (dialog: Dialog) => userEvent.click(dialog.getByRole('checkbox', { name }))
const choose = (label: string, option: string) => async (dialog: Dialog) =>
  userEvent.selectOptions(dialog.getAllByLabelText(label)[0] as HTMLElement, option)

describe('saving', () => {
  it.each<[string, (dialog: Dialog) => Promise<unknown>, object]>([
    ['the title', (dialog) => rewrite(dialog.getByLabelText('Title'), 'Sunday Quiz'), { title: 'Sunday Quiz' }],
    ['the description', (dialog) => rewrite(dialog.getByLabelText('Description'), 'Here.'), { description: 'Here.' }],
    ['an empty description', (dialog) => userEvent.clear(dialog.getByLabelText('Description')), { description: '' }],
    ...RULE_CHOICES.map(
      ({ name, label, on }) =>
        [name, tick(label), { [name]: on }] as [string, (dialog: Dialog) => Promise<unknown>, object],
    ),
    ['the scheme', choose(messages.MARKS, 'CAT: +3, −1'), { preset: 'cat', right: '3', wrong: '-1' }],
    ['the floor', choose(marks.FLOOR, 'No total falls below 0'), { floor: 'total' }],
    ['what decides', choose('First', 'Less time'), { tieBreak: ['less_time', 'fewer_wrong'] }],
    ['nothing', async () => undefined, {}],
  ])('%s leaves everything else as somebody made it meanwhile', async (_, change, own) => {
    const { dialog, save } = await openBefore()
    await change(dialog)
    expect(await save()).toMatchObject({ ...THEIRS, ...own })
  })

  it('a floor that is refused is told of in the form’s words', async () => {
    const message =
      'With one point for each right answer (preset plain) nothing falls below 0. Leave the floor at none.'
    const { dialog, save } = await openBefore(DEFAULT_RULES, { field: 'floor', message })
    await choose(marks.FLOOR, 'No total falls below 0')(dialog)
    await save()
    const floor = dialog.getByLabelText(marks.FLOOR)
    await waitFor(() => expect(floor).toHaveAccessibleDescription(marks.NO_FLOOR_WITHOUT_MARKS))
    expect(floor).toBeInvalid()
    for (const word of ['preset', 'floor', 'none']) expect(marks.NO_FLOOR_WITHOUT_MARKS).not.toContain(word)
    expect(dialog.queryByText(/preset/)).not.toBeInTheDocument()
    await choose(marks.FLOOR, 'Yes')(dialog)
    expect(floor).not.toBeInvalid()
  })

  it('no marks takes along what would leave some', async () => {
    const { dialog, save } = await openBefore()
    await choose(messages.MARKS, 'One point for each right answer')(dialog)
    const { answersShown, optionOrder, title } = THEIRS
    expect(await save()).toMatchObject({ ...DEFAULT_RULES, answersShown, optionOrder, title })
  })
})

it('an amount is sent with its scheme, which is one choice', () => {
  const before = { title: 'Quiz', description: '', ...DEFAULT_RULES, preset: 'own' as const, right: '3', wrong: '-1' }
  expect(changedDetails(before, { ...before, right: '2' })).toEqual({ preset: 'own', right: '2', wrong: '-1' })
})
