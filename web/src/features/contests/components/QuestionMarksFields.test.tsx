/** Marks and star of one question: where it is written, and where its organiser reads it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fill } from '@/testField'
import { type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as marks from '../markMessages'
import * as messages from '../messages'
import QuestionsPage from '../pages/QuestionsPage'

const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const JEE = { preset: 'jee_main', right: '4', wrong: '-1', floor: 'none', tieBreak: ['fewer_wrong', 'less_time'] }
const STARS = { ...JEE, tieBreak: ['starred', 'fewer_wrong'] }
const QUESTION = {
  _id: 'q1',
  contestId: ID,
  Question: 'Capital of France?',
  Options: ['Lyon', 'Paris', 'Nice', 'Lille'],
  Answer: 'Paris',
  accepted: ['Paris'],
  marking: 'key',
}
const contest = (rules: object, questions: object[]) => ({
  body: {
    success: true,
    contest: {
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
      ...rules,
    },
    serverNow: soon(0),
  },
})
const refused = (field: string, message: string) => ({ status: 422, body: { code: 'invalid', message, field } })

type Sent = { marks?: object | null; star?: boolean; explanation?: string }

/** The server keeps of a question what is not sent, as it does: what is empty goes. `meanwhile`: what is there by then, and by which rules. */
async function showQuestions(rules: object, part: object = {}, refusing?: ReturnType<typeof refused>) {
  let [saved, has]: object[] = [{ ...QUESTION, ...part }, rules]
  meanwhile = (theirs, others = has) => {
    saved = { ...saved, ...theirs }
    has = others
  }
  const keep = ({ path, body }: Asked) => {
    if (refusing) return refusing
    saved = { ...saved, ...(body as object), ...(path === '/post/addQuestion' ? { _id: 'q2' } : {}) }
    return { body: { success: true, message: 'Saved.', question: saved } }
  }
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: () => contest(has ?? {}, [saved ?? {}]),
    [`PUT /post/update/${ID}/q1`]: keep,
    'POST /post/addQuestion': keep,
  })
  await showPage({ '/questionview/$contestId': QuestionsPage }, `/questionview/${ID}`)
  await screen.findByRole('heading', { name: 'Friday Quiz' })
  return () => calls.filter(({ method }) => method !== 'GET').map(({ body }) => body as Sent)
}
let meanwhile: (theirs: object, rules?: object) => void = () => undefined
const edit = () => userEvent.click(screen.getByRole('button', { name: 'Edit question 1' }))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const unfold = async () => userEvent.click(await screen.findByText(marks.QUESTION_MARKS))
const fields = () => within(screen.getByRole('group', { name: marks.QUESTION_MARKS }))
const row = () => screen.getByRole('heading', { name: QUESTION.Question }).parentElement

describe('the marks of a question', () => {
  it('are not met in a contest without marks, and nothing of them is sent', async () => {
    const sent = await showQuestions({})
    await edit()
    await screen.findByLabelText('Answer')
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(screen.queryByText(marks.QUESTION_MARKS)).toBeNull()
    const { Question, Options, Answer } = QUESTION
    expect(sent()[0]).toEqual({ Question, Options, Answer })
  })

  it('are folded behind a line that says what holds, and are the contest’s until others are chosen', async () => {
    const sent = await showQuestions(JEE)
    expect(row()).not.toHaveTextContent('Marks')
    await edit()
    expect(await screen.findByText('as the contest: +4, −1')).toBeVisible()
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).not.toHaveProperty('marks')
    expect(sent()[0]).not.toHaveProperty('star')
    await edit()
    await unfold()
    expect(fields().getByLabelText(marks.RIGHT)).toHaveAccessibleDescription('Leave empty for +4.')
    expect(fields().getByLabelText(marks.WRONG)).toHaveAccessibleDescription('Leave empty for −1.')
    await fill(fields().getByLabelText(marks.RIGHT), ' 2 ')
    await fill(fields().getByLabelText(marks.WRONG), '-2/3')
    await userEvent.click(fields().getByRole('checkbox', { name: 'Starred' }))
    await unfold()
    expect(screen.getByText('+2, −⅔ · starred')).toBeVisible()
    await save()
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).toMatchObject({ marks: { right: '2', wrong: '-2/3' }, star: true })
  })

  it('are one amount where the other is the contest’s, and go when they are removed', async () => {
    const sent = await showQuestions(JEE, { marks: { right: null, wrong: '-2' }, star: true })
    expect(row()).toHaveTextContent('Marks +4, −2')
    expect(row()).toHaveTextContent('Starred')
    await edit()
    expect(await screen.findByText('+4, −2 · starred')).toBeVisible()
    await unfold()
    expect(fields().getByLabelText(marks.RIGHT)).toHaveValue('')
    await userEvent.clear(fields().getByLabelText(marks.WRONG))
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toMatchObject({ marks: null })
    expect(sent()[0]).not.toHaveProperty('star')
    await waitFor(() => expect(row()).not.toHaveTextContent('Marks'))
    expect(row()).toHaveTextContent('Starred')
  })

  it.each([
    ['marks.right', marks.RIGHT],
    ['marks.wrong', marks.WRONG],
  ])('are refused at the field of %s, also where they are folded, and stay as typed', async (name, label) => {
    const say = '0.33 is not an exact mark. Write -1/3 (a third) or -0.35.'
    await showQuestions(JEE, {}, refused(name, say))
    await edit()
    await unfold()
    await fill(fields().getByLabelText(label), '0.33')
    await unfold()
    await save()
    expect(await screen.findByText(say)).toBeVisible()
    const field = fields().getByLabelText(label)
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toBeInvalid()
    expect(field).toHaveValue('0.33')
    expect(screen.queryByRole('alert'), 'said once').toBeNull()
    await userEvent.type(field, '{Backspace}{Backspace}25')
    expect(screen.queryByText(say)).toBeNull()
  })

  it.each([true, false])(
    'stay open, and open, where they are refused as a whole: unfolded before %s',
    async (wasOpen) => {
      const say = 'The marks +4 cannot be divided exactly into 5 parts.'
      await showQuestions(JEE, { marks: { right: '4', wrong: null } }, refused('marks', say))
      await edit()
      await unfold()
      const group = fields().getByLabelText(marks.RIGHT).closest('details')
      if (!wasOpen) await unfold()
      await save()
      const said = await screen.findByRole('alert')
      expect(said).toHaveTextContent(say)
      expect(group, 'the same fields').toBeInTheDocument()
      expect(group).toHaveAttribute('open')
      await waitFor(() => expect(said.closest('[data-invalid]')).toHaveFocus())
      expect(said.compareDocumentPosition(group as Element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
      await fill(fields().getByLabelText(marks.RIGHT), '5')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(fields().getByLabelText(marks.RIGHT), 'written on in the same field').toHaveFocus()
      expect(group).toHaveAttribute('open')
    },
  )

  it('are not sent from what was kept, once the contest has none', async () => {
    await showQuestions(JEE)
    await edit()
    await unfold()
    await fill(fields().getByLabelText(marks.RIGHT), '2')
    const sent = await showQuestions({})
    expect(await screen.findByText(messages.CHANGES_BACK)).toBeVisible()
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).not.toHaveProperty('marks')
  })

  it.each([
    [JEE, marks.STAR.none],
    [STARS, marks.STAR.first],
    [{ ...JEE, tieBreak: ['less_time', 'starred'] }, marks.STAR.later],
  ])('say what a star does by the order of equal marks', async (rules, label) => {
    await showQuestions(rules)
    await edit()
    await unfold()
    const star = fields().getByRole('checkbox', { name: label })
    if (label === marks.STAR.none) expect(star).toHaveAccessibleDescription(marks.STAR_HINT)
    else expect(star).toHaveAccessibleDescription('')
  })
})

describe('what somebody else made of a question meanwhile', () => {
  const THEIRS = { marks: { right: '2', wrong: '-2/3' }, star: true, explanation: 'Since 987.' }
  const typo = async () => fill(await screen.findByLabelText('Question'), '!')

  it.each<[string, object, () => Promise<unknown>, object]>([
    ['of the words', {}, typo, THEIRS],
    ['of the words, where there were others before', { marks: { right: '8' }, explanation: 'Old.' }, typo, THEIRS],
    [
      'of the star',
      {},
      async () => {
        await unfold()
        await userEvent.click(fields().getByRole('checkbox', { name: 'Starred' }))
        await userEvent.click(fields().getByRole('checkbox', { name: 'Starred' }))
      },
      THEIRS,
    ],
    [
      'of the marks',
      {},
      async () => {
        await unfold()
        await fill(fields().getByLabelText(marks.RIGHT), '8')
      },
      { ...THEIRS, marks: { right: '8', wrong: null } },
    ],
    [
      'which took the star away',
      { star: true },
      async () => {
        await unfold()
        await userEvent.click(fields().getByRole('checkbox', { name: 'Starred' }))
      },
      { ...THEIRS, star: false },
    ],
  ])('stays through a change %s', async (_, before, change, after) => {
    const sent = await showQuestions(JEE, before)
    await edit()
    meanwhile(THEIRS)
    await change()
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect({ ...THEIRS, ...sent()[0] }).toMatchObject(after)
  })

  it('stays also where the change was kept on this device until later', async () => {
    await showQuestions(JEE)
    await edit()
    await typo()
    const sent = await showQuestions(JEE, THEIRS)
    expect(await screen.findByText(messages.CHANGES_BACK)).toBeVisible()
    expect(await screen.findByText('+2, −⅔ · starred')).toBeVisible()
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    for (const name of ['marks', 'star', 'explanation']) expect(sent()[0]).not.toHaveProperty(name)
  })
})

describe('once the contest has no marks any more', () => {
  it.each(['marks', 'star'])('the refusal of %s stands where they were, and the rules are read anew', async (field) => {
    const say = 'This contest has no marks, so its questions have no marks of their own and no star.'
    await showQuestions(JEE, {}, refused(field, say))
    await edit()
    await unfold()
    await fill(fields().getByLabelText(marks.RIGHT), '2')
    meanwhile({}, {})
    await save()
    const told = await screen.findByRole('alert')
    expect(told).toHaveTextContent(say)
    await waitFor(() => expect(screen.queryByLabelText(marks.RIGHT)).toBeNull())
    const said = screen.getByRole('alert')
    expect(said.closest('[data-invalid]')).toHaveFocus()
    const answer = screen.getByLabelText('Answer')
    expect(answer.compareDocumentPosition(said) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
})

describe('of a new question', () => {
  /** By keyboard alone, to the step where the right answer is chosen. */
  async function atAnswer() {
    // Above the questions.
    await userEvent.click(screen.getByRole('button', { name: 'Add questions' }))
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByLabelText('Question')).toHaveFocus())
    await userEvent.keyboard('Prime?{Enter}')
    await waitFor(() => expect(dialog.getByLabelText('Option A')).toHaveFocus())
    await userEvent.keyboard('4{Enter}6{Enter}7{Enter}9{Enter}')
    expect(await dialog.findByText('Which one is right?')).toBeVisible()
    await userEvent.keyboard('c')
    return dialog
  }

  it('they are chosen with its answer, kept with it, sent with it, and the next one begins without', async () => {
    const sent = await showQuestions(STARS)
    let dialog = await atAnswer()
    await unfold()
    await fill(dialog.getByLabelText(marks.RIGHT), '8')
    await userEvent.click(dialog.getByRole('checkbox', { name: marks.STAR.first }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Add questions' }))
    dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('+8, −1 · starred')).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'C: 7' })).toBeChecked()
    await unfold()
    await userEvent.type(dialog.getByLabelText(marks.WRONG), '-2{Enter}')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toEqual({
      Question: 'Prime?',
      Options: ['4', '6', '7', '9'],
      Answer: '7',
      marks: { right: '8', wrong: '-2' },
      star: true,
      contestId: ID,
    })
    await waitFor(() => expect(dialog.getByLabelText('Question')).toHaveFocus())
    await userEvent.keyboard('Even?{Enter}')
    await waitFor(() => expect(dialog.getByLabelText('Option A')).toHaveFocus())
    await userEvent.keyboard('1{Enter}3{Enter}4{Enter}9{Enter}')
    expect(await dialog.findByText('as the contest: +4, −1')).toBeVisible()
  })

  it('they are not met in a contest without marks', async () => {
    const sent = await showQuestions({})
    const dialog = await atAnswer()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(dialog.queryByText(marks.QUESTION_MARKS)).toBeNull()
    expect(Object.keys(sent()[0] ?? {}).sort()).toEqual(['Answer', 'Options', 'Question', 'contestId'])
  })

  it('a refused amount is told at its field', async () => {
    const say = 'Wrong answers give nothing or less.'
    await showQuestions(JEE, {}, refused('marks.wrong', say))
    const dialog = await atAnswer()
    await unfold()
    await userEvent.type(dialog.getByLabelText(marks.WRONG), '3{Enter}')
    expect(await dialog.findByText(say)).toBeVisible()
    expect(dialog.getByLabelText(marks.WRONG)).toBeInvalid()
    await waitFor(() => expect(dialog.getByLabelText(marks.WRONG)).toHaveFocus())
  })
})
