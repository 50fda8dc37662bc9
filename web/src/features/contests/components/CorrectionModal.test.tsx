/** Correcting a question after the end, on the page of questions: choose, look, say why, apply; and the log. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { cache } from '@/api/cache'
import { fill } from '@/testField'
import { SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as messages from '../messages'
import QuestionsPage from '../pages/QuestionsPage'

const HOUR = 3_600_000
const iso = (ms: number) => new Date(Date.now() + ms).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const QUESTION = {
  _id: 'q1',
  Question: 'Largest city of Switzerland?',
  Options: ['Basel', 'Bern', 'Geneva', 'Zurich'],
  Answer: 'Bern',
  accepted: ['Bern'],
  marking: 'key',
  contestId: ID,
  difficulty: null,
}
type Keyed = Omit<typeof QUESTION, 'accepted' | 'marking'> & { accepted: string[]; marking: string }

function contest(question: Keyed, given: object = {}) {
  return {
    body: {
      success: true,
      contest: {
        _id: ID,
        title: 'Friday Quiz',
        description: '',
        startDate: iso(-2 * HOUR),
        endDate: iso(-HOUR),
        isPublic: true,
        answersShown: true,
        frozen: true,
        participants: 3,
        own: true,
        QuestionSet: [question],
        ...given,
      },
      serverNow: iso(0),
    },
  }
}

const place = (rank: number, correct: number, wrong: number, durationMs = 65_000) => ({
  rank,
  correct,
  wrong,
  durationMs,
})
const preview = (version: string) => ({
  body: {
    success: true,
    version,
    changes: { participants: 3, scores: 2, ranks: 1 },
    moved: [
      { userId: 'u2', fullName: 'Bela Roy', before: place(3, 0, 1), after: place(1, 1, 0) },
      { userId: 'u3', fullName: 'Chand Das', before: place(1, 1, 0), after: place(1, 1, 0, 8_000) },
    ],
  },
})
const DONE = {
  id: 'c1',
  questionId: 'q1',
  questionNumber: 1,
  question: QUESTION.Question,
  before: { marking: 'key', accepted: ['Bern'] },
  after: { marking: 'key', accepted: ['Zurich'] },
  reason: 'Bern is the capital.',
  by: 'Arjun Mehta',
  scores: 2,
  ranks: 1,
  createdAt: iso(0),
}
const base = { 'GET /checklogged': signedIn('ORGANISER'), 'GET /site': SITE }
const show = (at = `/questionview/${ID}`) =>
  showPage({ '/questionview/$contestId': QuestionsPage, '/contest': () => null }, at)
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: `${messages.CORRECT_KEY} Question 1` }))
  return within(await screen.findByRole('dialog', { name: messages.CORRECT_TITLE(1) }))
}

describe('a question after the end', () => {
  it('of a contest with marks moves marks, with right and wrong below the name', async () => {
    const marked = (rank: number, correct: number, wrong: number, marksText: string, starred?: number) => ({
      ...place(rank, correct, wrong),
      starred,
      marks: marksText.replace('−', '-'),
      marksText,
    })
    const moved = [
      { userId: 'u2', fullName: 'Bela Roy', before: marked(3, 0, 1, '−⅓'), after: marked(1, 1, 0, '1') },
      { userId: 'u3', fullName: 'Chand Das', before: marked(1, 1, 0, '1'), after: marked(1, 1, 0, '1') },
      { userId: 'u4', fullName: 'Dina Sen', before: marked(1, 1, 0, '1', 1), after: marked(2, 1, 0, '1', 0) },
    ]
    serverSays({
      ...base,
      [`GET /post/${ID}`]: contest(QUESTION),
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
      [`POST /contests/${ID}/corrections/preview`]: { body: { ...preview('v1').body, moved } },
    })
    await show()
    const dialog = await open()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'D: Zurich' }))
    await userEvent.click(dialog.getByRole('button', { name: messages.PREVIEW }))
    await dialog.findByRole('heading', { name: messages.MOVES })
    expect(dialog.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['Participant', 'Rank', 'Marks'])
    const [, bela, chand, dina] = dialog.getAllByRole('row')
    const becomes = (from: string | number, to: string | number) => `${from} → becomes ${to}`
    expect(bela).toHaveTextContent(
      `Bela RoyRight ${becomes(0, 1)}, wrong ${becomes(1, 0)}${becomes(3, 1)}${becomes('−⅓', 1)}`,
    )
    expect(chand, 'nothing moves').toHaveTextContent(/^Chand Das11$/)
    expect(dina).toHaveTextContent(`Dina SenStarred ${becomes(1, 0)}${becomes(1, 2)}1`)
  })

  it('gets another key once somebody has seen who would move', async () => {
    let question: Keyed = QUESTION
    let done: object[] = []
    const calls = serverSays({
      ...base,
      [`GET /post/${ID}`]: () => contest(question),
      [`GET /contests/${ID}/corrections`]: () => ({ body: { success: true, corrections: done } }),
      [`POST /contests/${ID}/corrections/preview`]: preview('v1'),
      [`POST /contests/${ID}/corrections`]: () => {
        question = { ...QUESTION, Answer: 'Zurich', accepted: ['Zurich'] }
        done = [DONE]
        return { status: 201, body: { success: true, message: 'The question is corrected', correction: DONE } }
      },
    })
    await show()
    const dialog = await open()
    expect(dialog.getByText(messages.SAME_AS_NOW)).toBeVisible()
    expect(dialog.getByRole('button', { name: messages.PREVIEW })).toBeDisabled()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'B: Bern' }))
    expect(dialog.getByText(messages.CHOOSE_OPTION)).toBeVisible()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'D: Zurich' }))
    await userEvent.click(dialog.getByRole('button', { name: messages.PREVIEW }))

    const heading = await dialog.findByRole('heading', { name: messages.MOVES })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(dialog.getByText('Right: “Zurich”.')).toBeVisible()
    const [, bela, chand] = dialog.getAllByRole('row')
    expect(bela).toHaveTextContent('Bela Roy3 → becomes 10 → becomes 11 → becomes 0')
    expect(chand, 'only the time is another').toHaveTextContent('Chand DasTime 1 min 5 s → becomes 8 s110')
    await userEvent.click(dialog.getByRole('button', { name: messages.APPLY }))
    expect(dialog.getByText(messages.REASON_MISSING)).toBeVisible()
    await waitFor(() => expect(dialog.getByLabelText(/^Reason/)).toHaveFocus())
    expect(calls.some((call) => call.path.endsWith('/corrections') && call.method === 'POST')).toBe(false)
    await userEvent.type(dialog.getByLabelText(/^Reason/), ' Bern is the capital. ')
    await userEvent.click(dialog.getByRole('button', { name: messages.APPLY }))

    expect(await screen.findByText('The question is corrected')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const posts = calls.filter((call) => call.method === 'POST').map((call) => call.body)
    const wanted = { questionId: 'q1', marking: 'key', accepted: ['Zurich'] }
    expect(posts).toEqual([wanted, { ...wanted, reason: 'Bern is the capital.', version: 'v1' }])
    const log = await screen.findByRole('region', { name: /^Corrections/ })
    expect(log).toHaveTextContent('Question 1: “Bern” → became “Zurich”')
    expect(log).toHaveTextContent('2 scores and 1 rank changed. Arjun Mehta')
    expect(screen.getByText('Zurich').parentElement).toHaveTextContent('(the answer)')
  })

  it.each([2, 8])('of %i options has each of them to choose', async (count) => {
    const options = Array.from({ length: count }, (_, at) => `City ${at}`)
    const question = { ...QUESTION, Options: options, Answer: 'City 0', accepted: ['City 0'] }
    serverSays({
      ...base,
      [`GET /post/${ID}`]: contest(question),
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
    })
    await show()
    const dialog = await open()
    const boxes = dialog.getAllByRole('checkbox')
    expect(boxes).toHaveLength(count)
    expect(boxes.at(-1)).toHaveAccessibleName(`${'ABCDEFGH'[count - 1]}: City ${count - 1}`)
  })

  it('is looked at again where something changed meanwhile', async () => {
    let version = 'v1'
    const applied: unknown[] = []
    serverSays({
      ...base,
      [`GET /post/${ID}`]: contest(QUESTION),
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
      [`POST /contests/${ID}/corrections/preview`]: () => preview(version),
      [`POST /contests/${ID}/corrections`]: ({ body }) => {
        applied.push((body as { version: string }).version)
        if (version === 'v2') return { status: 201, body: { success: true, message: 'Done', correction: DONE } }
        version = 'v2'
        return { status: 409, body: { code: 'preview_stale', message: 'Please look again.' } }
      },
    })
    await show()
    let dialog = await open()
    await userEvent.click(dialog.getByRole('radio', { name: /Everybody gets the mark/ }))
    await userEvent.click(dialog.getByRole('button', { name: messages.PREVIEW }))
    await fill(await dialog.findByLabelText(/^Reason/), 'Two were right.')
    // Closed by accident: nothing that was entered is gone.
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    // What was looked at may be old by now: one looks again.
    dialog = await open()
    expect(dialog.getByRole('radio', { name: /Everybody gets the mark/ })).toBeChecked()
    await userEvent.click(dialog.getByRole('button', { name: messages.PREVIEW }))
    expect(await dialog.findByLabelText(/^Reason/)).toHaveValue('Two were right.')
    await userEvent.click(dialog.getByRole('button', { name: messages.APPLY }))
    expect(await dialog.findByText('Please look again.')).toBeVisible()
    expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Two were right.')
    await userEvent.click(dialog.getByRole('button', { name: messages.APPLY }))
    expect(await screen.findByText('Done')).toBeInTheDocument()
    expect(applied).toEqual(['v1', 'v2'])
  })

  it('says so where everybody has the mark or nobody, and shows no key then', async () => {
    serverSays({
      ...base,
      [`GET /post/${ID}`]: contest({ ...QUESTION, marking: 'void' }),
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
    })
    await show()
    expect(await screen.findByText(messages.MARKED.void)).toBeVisible()
    expect(screen.queryByText('(the answer)')).not.toBeInTheDocument()
    const dialog = await open()
    expect(dialog.getByRole('radio', { name: /It does not count/ })).toBeChecked()
  })

  it('gives the mark to everybody who answered', async () => {
    const answered = { marking: 'answered', accepted: ['Bern'] }
    let [question, done]: [Keyed, object[]] = [QUESTION, []]
    const calls = serverSays({
      ...base,
      [`GET /post/${ID}`]: () => contest(question),
      [`GET /contests/${ID}/corrections`]: () => ({ body: { success: true, corrections: done } }),
      [`POST /contests/${ID}/corrections/preview`]: preview('v1'),
      [`POST /contests/${ID}/corrections`]: () => {
        question = { ...QUESTION, ...answered }
        done = [{ ...DONE, after: answered }]
        return { status: 201, body: { success: true, message: 'Done', correction: done[0] } }
      },
    })
    await show()
    const dialog = await open()
    await userEvent.click(dialog.getByRole('radio', { name: /^Everybody who answered gets the mark/ }))
    await userEvent.click(dialog.getByRole('button', { name: messages.PREVIEW }))
    expect(await dialog.findByText('Everybody who answered gets the mark.')).toBeVisible()
    await fill(dialog.getByLabelText(/^Reason/), 'Three were right.')
    await userEvent.click(dialog.getByRole('button', { name: messages.APPLY }))
    expect(await screen.findByText(messages.MARKED.answered)).toBeVisible()
    expect(screen.queryByText('(the answer)'), 'no option is the answer').not.toBeInTheDocument()
    expect(await screen.findByRole('region', { name: /^Corrections/ })).toHaveTextContent(
      'Question 1: “Bern” → became the mark for everybody who answered',
    )
    const sent = calls.filter((call) => call.method === 'POST').map((call) => call.body as { marking: string })
    expect(sent.map(({ marking }) => marking)).toEqual(['answered', 'answered'])
  })

  it.each([undefined, { preset: 'jee_main', right: '4', wrong: '-1', floor: 'none', tieBreak: ['less_time'] }])(
    'has the words of a choice of several, where several options are right: with the rules %j',
    async (rules) => {
      serverSays({
        ...base,
        [`GET /post/${ID}`]: contest({ ...QUESTION, kind: 'several', right: [0, 1] } as Keyed, rules),
        [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
      })
      await show()
      const dialog = await open()
      expect(dialog.getByRole('radio', { name: /^By its key/ })).toHaveAccessibleDescription(
        'All that are right are to be chosen, and no other.',
      )
      expect(dialog.getByRole('radio', { name: /^Everybody who answered/ })).toHaveAccessibleDescription(
        /^Whichever options they chose; /,
      )
    },
  )

  it('gives everybody the marks of a right answer where the contest has marks', async () => {
    const jee = { preset: 'jee_main', right: '4', wrong: '-1', floor: 'none', tieBreak: ['fewer_wrong', 'less_time'] }
    serverSays({
      ...base,
      [`GET /post/${ID}`]: contest({ ...QUESTION, marking: 'everyone' }, jee),
      [`GET /contests/${ID}/corrections`]: {
        body: { success: true, corrections: [{ ...DONE, after: { marking: 'everyone' } }] },
      },
      [`POST /contests/${ID}/corrections/preview`]: preview('v1'),
    })
    await show()
    expect(await screen.findByText(messages.MARKED_WITH_MARKS.everyone)).toBeVisible()
    const log = await screen.findByRole('region', { name: /^Corrections/ })
    expect(within(log).getByRole('heading', { level: 3 })).toHaveTextContent(
      'the marks of a right answer for everybody',
    )
    const dialog = await open()
    expect(dialog.getByRole('radio', { name: /^Everybody gets the marks of a right answer/ })).toBeChecked()
    await userEvent.click(dialog.getByRole('radio', { name: /It does not count/ }))
    expect(dialog.queryByText('Everybody gets the mark')).toBeNull()
    expect(
      dialog.getByRole('radio', { name: /^Everybody who answered gets the marks of a right answer/ }),
    ).toBeVisible()
  })

  it('is for its owner to correct: an administrator reads it, and what was corrected', async () => {
    serverSays({
      ...base,
      [`GET /post/${ID}`]: contest(QUESTION, { own: false }),
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [DONE] } },
    })
    await show(`/questionview/${ID}?correct=q1`)
    expect(await screen.findByText(messages.READ_ALONG)).toBeVisible()
    expect(await screen.findByRole('region', { name: /^Corrections/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Correct the key/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'All Contests' })).toHaveAttribute('href', '/contest')
  })

  it('is begun at once by an address that names it, once', async () => {
    serverSays({
      ...base,
      [`GET /post/${ID}`]: contest(QUESTION),
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
    })
    const router = await show(`/questionview/${ID}?correct=q1#question-q1`)
    expect(await screen.findByRole('dialog', { name: messages.CORRECT_TITLE(1) })).toBeVisible()
    expect(router.state.location.href).toBe(`/questionview/${ID}#question-q1`)
  })

  it('stays in its window while the contest behind it cannot be loaded anew', async () => {
    let broken = false
    serverSays({
      ...base,
      [`GET /post/${ID}`]: () =>
        broken ? { status: 503, body: { code: 'unavailable', message: 'Later.' } } : contest(QUESTION),
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
      [`POST /contests/${ID}/corrections/preview`]: preview('v1'),
    })
    await show()
    const dialog = await open()
    await userEvent.click(dialog.getByRole('radio', { name: /Everybody gets the mark/ }))
    await userEvent.click(dialog.getByRole('button', { name: messages.PREVIEW }))
    await fill(await dialog.findByLabelText(/^Reason/), 'Two were right.')
    broken = true
    await cache.refetchQueries({ predicate: ({ queryKey }) => queryKey.includes(ID) })
    expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Two were right.')
  })

  it.each([
    [8, 8],
    [9, 5],
  ])('shows of %i who move %i at first', async (all, first) => {
    const moved = Array.from({ length: all }, (_, at) => ({
      userId: `u${at}`,
      fullName: `Person ${at}`,
      before: place(2, 0, 1),
      after: place(1, 1, 0),
    }))
    serverSays({
      ...base,
      [`GET /post/${ID}`]: contest(QUESTION),
      [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
      [`POST /contests/${ID}/corrections/preview`]: { body: { ...preview('v1').body, moved } },
    })
    await show()
    const dialog = await open()
    await userEvent.click(dialog.getByRole('radio', { name: /Everybody gets the mark/ }))
    await userEvent.click(dialog.getByRole('button', { name: messages.PREVIEW }))
    await dialog.findByRole('heading', { name: messages.MOVES })
    expect(dialog.getAllByRole('row')).toHaveLength(first + 1)
    expect(dialog.queryAllByRole('button', { name: /^Show/ })).toHaveLength(first < all ? 1 : 0)
  })

  it.each([
    ['before the end', { endDate: iso(HOUR) }],
    ['nobody took part', { frozen: false, participants: 0 }],
  ])('cannot be corrected: %s', async (_, given) => {
    serverSays({ ...base, [`GET /post/${ID}`]: contest(QUESTION, given) })
    await show()
    await screen.findByText(QUESTION.Question)
    expect(screen.queryByRole('button', { name: /Correct the key/ })).not.toBeInTheDocument()
  })
})
