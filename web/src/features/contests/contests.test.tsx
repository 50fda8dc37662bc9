/** Creating, filling and changing contests, as an organiser does it. */

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { DEFAULT_RULES } from '@/api/contestRules'
import { LoginGuard } from '@/app/guards'
import { passUntil, startTestClock } from '@/testClock'
import { fill } from '@/testField'
import { answerOf, echoing } from '@/testingAnswer'
import { GUEST, liveStream, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { EXPLANATION } from '@/ui/ExplanationText'
import * as messages from './messages'
import CreateContestPage from './pages/CreateContestPage'
import QuestionsPage from './pages/QuestionsPage'

const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const WIRE = {
  _id: '01a1fb7e-0000-7000-8000-3ac6b55e855c',
  title: 'Friday Quiz',
  description: 'Twenty questions.',
  startDate: soon(2),
  endDate: soon(3),
  isPublic: false,
  answersShown: false,
  QuestionSet: [] as string[],
  questionCount: 0,
  participants: 0,
  frozen: false,
  createdAt: soon(-1),
}
const QUESTION = {
  _id: 'q1',
  Question: 'Capital of France?',
  Options: ['Lyon', 'Paris', 'Nice', 'Lille'],
  Answer: 'Paris',
  accepted: ['Paris'],
  marking: 'key',
  contestId: WIRE._id,
  difficulty: null,
}
const ID = WIRE._id
const own = (part: Partial<typeof WIRE> = {}) => ({
  body: { success: true, contests: [{ ...WIRE, ...part }], serverNow: new Date().toISOString() },
})
const noneYet = { body: { success: true, contests: [], serverNow: new Date().toISOString() } }
const keyed = (part: object = {}) => ({
  body: {
    success: true,
    contest: { ...WIRE, own: true, QuestionSet: [QUESTION], ...part },
    serverNow: new Date().toISOString(),
  },
})
const refused = (status: number, code: string, message: string) => ({ status, body: { code, message } })
const Login = () => <p>the log-in</p>
const base = { 'GET /checklogged': signedIn('ORGANISER'), 'GET /site': SITE }

async function showHub() {
  return showPage({ '/createcontest': CreateContestPage, '/questionview/$contestId': () => null }, '/createcontest')
}
async function fillIn() {
  await fill(await screen.findByLabelText('Title'), 'Circuit Night')
  await fill(screen.getByLabelText('Description'), 'Digital logic')
}

describe('creating', () => {
  it('sends the times of the institute and shows the new contest first', async () => {
    let made = false
    const calls = serverSays({
      ...base,
      'GET /post/getcontest': () => (made ? own({ title: 'Circuit Night' }) : noneYet),
      'POST /post/createcontest': () => {
        made = true
        return {
          status: 201,
          body: { success: true, message: 'ok', contest: { ...WIRE, title: 'Circuit Night' }, serverNow: soon(0) },
        }
      },
    })
    await showHub()
    expect(await screen.findByText('1 contest creation left.')).toBeVisible()
    await fillIn()
    await userEvent.clear(screen.getByLabelText('Start date'))
    await userEvent.type(screen.getByLabelText('Start date'), '2027-03-01')
    await userEvent.clear(screen.getByLabelText('Start time'))
    await userEvent.type(screen.getByLabelText('Start time'), '18:00')
    expect(screen.getByLabelText('End time')).toHaveValue('19:00')
    await userEvent.click(screen.getByLabelText('Show answers after the end'))
    await userEvent.click(screen.getByRole('button', { name: 'Create Contest' }))
    expect(await screen.findByText(messages.CREATED)).toBeInTheDocument()
    expect(calls.find((call) => call.path === '/post/createcontest')?.body).toEqual({
      ...DEFAULT_RULES,
      title: 'Circuit Night',
      description: 'Digital logic',
      startDate: '2027-03-01T12:30:00.000Z',
      endDate: '2027-03-01T13:30:00.000Z',
      isPublic: false,
      answersShown: true,
      QuestionSet: [],
    })
    const card = await screen.findByRole('article', { name: 'Circuit Night' })
    await waitFor(() => expect(within(card).getByRole('button', { name: 'Add questions' })).toHaveFocus())
    expect(screen.getByLabelText('Title')).toHaveValue('')
  })

  it('begins with tomorrow evening, warns of less than half an hour, and says when people are told', async () => {
    serverSays({ ...base, 'GET /post/getcontest': noneYet })
    await showHub()
    const day = (later: number) =>
      new Date(Date.now() + later * DAY).toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' })
    expect(await screen.findByLabelText('Start date')).toHaveValue(day(1))
    expect(screen.getByLabelText('Start time')).toHaveValue('18:00')
    expect(screen.getByLabelText('End time')).toHaveValue('19:00')
    expect(screen.queryByText(messages.SHORT_NOTICE)).not.toBeInTheDocument()
    expect(screen.queryByText(messages.TOLD_WITH_QUESTIONS)).not.toBeInTheDocument()
    await userEvent.click(screen.getByLabelText('Public from the beginning'))
    expect(screen.getByText(messages.TOLD_WITH_QUESTIONS)).toBeVisible()
    await userEvent.clear(screen.getByLabelText('Start date'))
    await userEvent.type(screen.getByLabelText('Start date'), day(0))
    await userEvent.clear(screen.getByLabelText('Start time'))
    await userEvent.type(screen.getByLabelText('Start time'), '00:00')
    await userEvent.clear(screen.getByLabelText('End date'))
    await userEvent.type(screen.getByLabelText('End date'), day(1))
    expect(screen.getByText(messages.SHORT_NOTICE)).toBeVisible()
    expect(screen.getByText(messages.BEGUN_WITHOUT_QUESTIONS)).toBeVisible()
    expect(screen.getByText(/of it left/)).toBeVisible()
    // Of a window that is over nothing is promised: the fields say what is wrong.
    await userEvent.clear(screen.getByLabelText('End date'))
    await userEvent.type(screen.getByLabelText('End date'), day(-1))
    expect(screen.queryByText(messages.SHORT_NOTICE)).toBeNull()
    expect(screen.queryByText(messages.TOLD_WITH_QUESTIONS)).toBeNull()
  })

  it('wants every field, and an end after the start', async () => {
    const calls = serverSays({ ...base, 'GET /post/getcontest': noneYet })
    await showHub()
    await userEvent.click(await screen.findByRole('button', { name: 'Create Contest' }))
    expect(screen.getByText(messages.TITLE_MISSING)).toBeVisible()
    expect(screen.getByText(messages.DESCRIPTION_MISSING)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus())
    await userEvent.clear(screen.getByLabelText('End date'))
    await userEvent.type(screen.getByLabelText('End date'), '2020-01-01')
    expect(screen.getByText(messages.END_BEFORE_START)).toBeVisible()
    expect(calls.some((call) => call.path === '/post/createcontest')).toBe(false)
  })

  it('stays with the sentence of the server, and keeps what was typed', async () => {
    serverSays({
      ...base,
      'GET /post/getcontest': noneYet,
      'POST /post/createcontest': refused(429, 'daily_limit', 'Please continue tomorrow.'),
    })
    await showHub()
    await fillIn()
    await userEvent.click(screen.getByRole('button', { name: 'Create Contest' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Please continue tomorrow.')
    expect(screen.getByLabelText('Title')).toHaveValue('Circuit Night')
  })

  it('goes to log in and back when logged out, with the draft kept', async () => {
    let inside = true
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': () => (inside ? signedIn('ORGANISER') : GUEST),
      'GET /post/getcontest': noneYet,
      'POST /post/createcontest': () => {
        inside = false
        return refused(401, 'logged_out', 'Please log in.')
      },
    })
    const Page = () => (
      <>
        <LoginGuard />
        <CreateContestPage />
      </>
    )
    const router = await showPage({ '/createcontest': Page, '/login': Login }, '/createcontest')
    await fillIn()
    await userEvent.click(screen.getByRole('button', { name: 'Create Contest' }))
    expect(await screen.findByText('the log-in')).toBeInTheDocument()
    expect(router.state.location.search).toEqual({ next: '/createcontest' })
    inside = true
    await act(async () => {
      const { cache } = await import('@/api/cache')
      await cache.refetchQueries({ queryKey: ['session'] })
      await router.navigate({ to: '/createcontest' } as never)
    })
    expect(await screen.findByLabelText('Title')).toHaveValue('Circuit Night')
    expect(screen.getByLabelText('Description')).toHaveValue('Digital logic')
  })

  it('asks for creations when none are left, and still shows the contests', async () => {
    let credits = 1
    const person = () => ({ body: { success: true, user: { ...signedIn().body.user, contestCredits: credits } } })
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': person,
      'GET /post/getcontest': own(),
      'POST /post/createcontest': () => {
        credits = 0
        return refused(403, 'no_contest_credit', 'You have no contest creations left.')
      },
    })
    await showHub()
    await fillIn()
    await userEvent.click(screen.getByRole('button', { name: 'Create Contest' }))
    expect(await screen.findByRole('heading', { name: messages.NO_CREDITS })).toBeVisible()
    expect(screen.getByText(/A plan gives you more\..*kept on this device/)).toBeVisible()
    expect(screen.getByRole('link', { name: messages.SEE_PLANS })).toHaveAttribute('href', '/pricing')
    expect(screen.getByRole('article', { name: 'Friday Quiz' })).toBeInTheDocument()
  })
})

describe('your contests', () => {
  it('turn public at once, and back when the server refuses', async () => {
    let answer: () => void = () => {}
    serverSays({ ...base, 'GET /post/getcontest': own({ questionCount: 3 }) })
    const said = globalThis.fetch
    globalThis.fetch = echoing(async (input, init) => {
      const request = input instanceof Request ? input : new Request(new URL(String(input), 'http://test'), init)
      if (!request.url.endsWith('/post/makepublic')) return said(input, init)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return answerOf({ success: false, code: 'unavailable', message: 'The server is busy.' }, { status: 503 })
    })
    await showHub()
    await userEvent.click(await screen.findByRole('button', { name: /^Private: / }))
    expect(await screen.findByRole('button', { name: /^Public: / })).toBeInTheDocument()
    answer()
    expect(await screen.findByText(messages.PUBLISH_FAILED)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: /^Private: / })).toBeInTheDocument()
  })

  it('say why they stay private where something stands between', async () => {
    serverSays({ ...base, 'GET /post/getcontest': own({ questionCount: 3 }) })
    const said = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const request = input instanceof Request ? input : new Request(new URL(String(input), 'http://test'), init)
      if (!request.url.endsWith('/post/makepublic')) return said(input, init)
      return new Response('<h1>Log in to the network</h1>', { headers: { 'content-type': 'text/html' } })
    }
    await showHub()
    await userEvent.click(await screen.findByRole('button', { name: /^Private: / }))
    expect(await screen.findByText(/Wi-Fi log-in page/)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: /^Private: / })).toBeInTheDocument()
  })

  it('say that they are public now', async () => {
    let isPublic = false
    const calls = serverSays({
      ...base,
      'GET /post/getcontest': () => own({ isPublic, questionCount: 3 }),
      'POST /post/makepublic': () => {
        isPublic = true
        return { body: { success: true, message: 'ok', isPublic: true } }
      },
    })
    await showHub()
    await userEvent.click(await screen.findByRole('button', { name: /^Private: / }))
    expect(await screen.findByText(messages.NOW_PUBLIC)).toBeInTheDocument()
    expect(calls.find((call) => call.path === '/post/makepublic')?.body).toEqual({ isPublic: true, contestId: ID })
  })

  it.each([
    ['has no question', { questionCount: 0 }, messages.WITHOUT_QUESTIONS],
    ['is nearly over', { questionCount: 3, startDate: soon(-1), endDate: soon(4 / 1440) }, messages.NEARLY_OVER],
  ])('ask first before one turns public that %s', async (_, part, why) => {
    const calls = serverSays({
      ...base,
      'GET /post/getcontest': own(part),
      'POST /post/makepublic': { body: { success: true, message: 'ok', isPublic: true } },
    })
    await showHub()
    const published = () => calls.filter((call) => call.path === '/post/makepublic').length
    await userEvent.click(await screen.findByRole('button', { name: /^Private: / }))
    const dialog = within(await screen.findByRole('dialog', { name: messages.PUBLISH_TITLE }))
    expect(dialog.getByText(why)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(published()).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: /^Private: / }))
    const again = within(await screen.findByRole('dialog', { name: messages.PUBLISH_TITLE }))
    await userEvent.click(again.getByRole('button', { name: messages.PUBLISH_ANYWAY }))
    expect(await screen.findByText(messages.NOW_PUBLIC)).toBeInTheDocument()
    expect(published()).toBe(1)
  })

  it('move in time', async () => {
    const calls = serverSays({
      ...base,
      'GET /post/getcontest': own({ startDate: '2027-03-01T12:30:00.000Z', endDate: '2027-03-01T13:30:00.000Z' }),
      [`PUT /contests/${ID}/time`]: { body: { success: true, message: 'ok', contest: WIRE, serverNow: soon(0) } },
    })
    await showHub()
    await userEvent.click(await screen.findByRole('button', { name: 'Change time' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('Start date')).toHaveValue('2027-03-01')
    expect(dialog.getByLabelText('Start time')).toHaveValue('18:00')
    await userEvent.clear(dialog.getByLabelText('End time'))
    await userEvent.click(dialog.getByRole('button', { name: 'Update Time' }))
    expect(dialog.getByText(messages.TIME_MISSING)).toBeVisible()
    await userEvent.type(dialog.getByLabelText('End time'), '17:00')
    expect(dialog.getByText(messages.END_BEFORE_START)).toBeVisible()
    await userEvent.clear(dialog.getByLabelText('End time'))
    await userEvent.type(dialog.getByLabelText('End time'), '20:00')
    await userEvent.click(dialog.getByRole('button', { name: 'Update Time' }))
    expect(await screen.findByText(messages.TIME_SAVED)).toBeInTheDocument()
    // The start is as somebody sets it elsewhere meanwhile.
    const moved = calls.filter(({ method }) => method === 'PUT')
    expect(moved.map(({ path, body }) => [path, body])).toEqual([
      [`/contests/${ID}/time`, { endDate: '2027-03-01T14:30:00.000Z' }],
    ])
  })
})

describe('the time of a contest', () => {
  const open = async (startDate: string, endDate: string) => {
    serverSays({ ...base, 'GET /post/getcontest': own({ startDate, endDate }) })
    await showHub()
    await userEvent.click(await screen.findByRole('button', { name: 'Change time' }))
    return within(await screen.findByRole('dialog'))
  }

  it('says of one that runs when it started, not that it is about to', async () => {
    const dialog = await open(soon(-2), soon(1))
    expect(dialog.getByText(/Open for 3 days/).closest('p')).toHaveTextContent(/, started 2 days ago\. /)
    expect(dialog.queryByText(messages.SHORT_NOTICE)).not.toBeInTheDocument()
  })

  it('says of one to come how soon', async () => {
    const dialog = await open(soon(2), soon(3))
    expect(dialog.getByText(/Open for 1 day/).closest('p')).toHaveTextContent(/, starts in (2 days|1 day 23 h)/)
    expect(dialog.queryByText(messages.SHORT_NOTICE)).not.toBeInTheDocument()
  })

  it('warns of little notice, but not of one that runs', async () => {
    const dialog = await open(soon(20 / 1440), soon(1))
    expect(dialog.getByText(messages.SHORT_NOTICE)).toBeVisible()
  })
})

describe('the wizard', () => {
  const openWizard = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add question' }))
    return within(await screen.findByRole('dialog'))
  }

  it('goes by keyboard alone, starts again and tells a second later', async () => {
    const calls = serverSays({
      ...base,
      'GET /post/getcontest': own(),
      'POST /post/addQuestion': { status: 201, body: { success: true, message: 'ok', question: QUESTION } },
    })
    await showHub()
    const dialog = await openWizard()
    await waitFor(() => expect(dialog.getByLabelText('Question')).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText(messages.QUESTION_FIRST)).toBeInTheDocument()
    await userEvent.keyboard('Capital of France?{Enter}')
    await waitFor(() => expect(dialog.getByLabelText('Option A')).toHaveFocus())
    await userEvent.keyboard('Lyon{Enter}Paris{Enter}Lyon{Enter}')
    expect(dialog.getByText('Options A and C say the same')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    // In a toast, and where the options are.
    await waitFor(() => expect(screen.getAllByText(messages.OPTIONS_MISSING)).toHaveLength(2))
    await userEvent.clear(dialog.getByLabelText('Option C'))
    await userEvent.keyboard('Nice{Enter}Lille{Enter}')
    expect(await dialog.findByText('Which one is right?')).toBeVisible()
    const sheet = within(dialog.getByRole('region', { name: 'As participants see it' }))
    expect(sheet.getByText('Capital of France?')).toBeVisible()
    expect(sheet.getByText('Paris')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Add Question' })).toBeDisabled()
    await userEvent.keyboard('b')
    expect(dialog.getByRole('radio', { name: 'B: Paris' })).toBeChecked()
    const before = calls.filter((call) => call.path === '/post/getcontest').length
    startTestClock()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText(messages.QUESTION_ADDED)).toBeInTheDocument()
    expect(calls.find((call) => call.path === '/post/addQuestion')?.body).toEqual({
      Question: 'Capital of France?',
      Options: ['Lyon', 'Paris', 'Nice', 'Lille'],
      Answer: 'Paris',
      contestId: ID,
    })
    await waitFor(() => expect(dialog.getByLabelText('Question')).toHaveFocus())
    expect(dialog.getByLabelText('Question')).toHaveValue('')
    const asked = () => calls.filter((call) => call.path === '/post/getcontest').length
    expect(asked()).toBe(before)
    await passUntil(() => expect(asked()).toBe(before + 1))
  })

  it('keeps what was typed when closed, goes back, and shows why the server refused', async () => {
    serverSays({
      ...base,
      'GET /post/getcontest': own(),
      'POST /post/addQuestion': refused(409, 'contest_frozen', 'Somebody has joined this contest.'),
    })
    await showHub()
    let dialog = await openWizard()
    await userEvent.type(dialog.getByLabelText('Question'), 'Capital of France?{Enter}')
    await userEvent.keyboard('Lyon{Enter}Paris{Enter}Nice{Enter}Lille{Enter}')
    await userEvent.keyboard('2{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    dialog = await openWizard()
    expect(dialog.getByRole('radio', { name: 'B: Paris' })).toBeChecked()
    await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
    expect(dialog.getByLabelText('Option B')).toHaveValue('Paris')
    await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add Question' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Somebody has joined this contest.')
    expect(dialog.getByRole('radio', { name: 'B: Paris' })).toBeChecked()
  })

  it('takes a pasted list whole, once nothing in it needs a look', async () => {
    const calls = serverSays({
      ...base,
      'GET /post/getcontest': own(),
      [`POST /contests/${ID}/questions`]: {
        status: 201,
        body: { success: true, message: 'ok', questions: [QUESTION, QUESTION] },
      },
    })
    await showHub()
    const dialog = await openWizard()
    await userEvent.click(dialog.getByRole('tab', { name: 'Paste a list' }))
    await userEvent.click(dialog.getByLabelText('Questions as text'))
    await userEvent.paste(
      '1. Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\nAnswer: B\n2. Broken?\nA) yes\n3. Prime?\n4\n6\n*7\n9',
    )
    expect(await dialog.findByText('1 option found, two to eight are needed')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Add 3 questions' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Leave out question 2' }))
    const asked = () => calls.filter((call) => call.path === '/post/getcontest').length
    const before = asked()
    await userEvent.click(await dialog.findByRole('button', { name: 'Add 2 questions' }))
    expect(await screen.findByText('2 questions added successfully!')).toBeInTheDocument()
    expect(calls.find((call) => call.path === `/contests/${ID}/questions`)?.body).toEqual({
      questions: [
        { Question: 'Capital of France?', Options: ['Lyon', 'Paris', 'Nice', 'Lille'], Answer: 'Paris' },
        { Question: 'Prime?', Options: ['4', '6', '7', '9'], Answer: '7' },
      ],
    })
    await waitFor(() => expect(asked()).toBe(before + 1))
  })
})

describe('the questions of a contest', () => {
  const show = () =>
    showPage({ '/questionview/$contestId': QuestionsPage, '/createcontest': () => <p>hub</p> }, `/questionview/${ID}`)

  it('are edited in place; the answer follows its option', async () => {
    let saved = QUESTION
    const calls = serverSays({
      ...base,
      [`GET /post/${ID}`]: () => keyed({ QuestionSet: [saved] }),
      [`PUT /post/update/${ID}/q1`]: ({ body }) => {
        saved = { ...QUESTION, ...(body as object) }
        return { body: { success: true, message: 'Question updated successfully', question: saved } }
      },
    })
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
    expect(screen.getByLabelText('Question')).toHaveValue('Capital of France?')
    expect(screen.getByLabelText('Answer')).toHaveValue('Paris')
    expect(screen.getByText(messages.ANSWER_HINT)).toBeVisible()
    await userEvent.type(screen.getByLabelText('Option B'), ', Île-de-France')
    expect(screen.getByLabelText('Answer')).toHaveValue('Paris, Île-de-France')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Question updated successfully')).toBeInTheDocument()
    expect(screen.getByText('Paris, Île-de-France')).toBeVisible()
    expect(calls.find((call) => call.method === 'PUT')?.body).toEqual({
      Question: 'Capital of France?',
      Options: ['Lyon', 'Paris, Île-de-France', 'Nice', 'Lille'],
      Answer: 'Paris, Île-de-France',
    })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit question 1' })).toHaveFocus())
  })

  it('get an explanation, which is changed and removed', async () => {
    let saved: object = QUESTION
    const calls = serverSays({
      ...base,
      [`GET /post/${ID}`]: () => keyed({ QuestionSet: [saved] }),
      [`PUT /post/update/${ID}/q1`]: ({ body }) => {
        const { explanation, ...question } = body as { explanation?: string }
        saved = { ...QUESTION, ...question, ...(explanation ? { explanation } : {}) }
        return { body: { success: true, message: 'Question updated successfully', question: saved } }
      },
    })
    const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
    const save = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
      await waitFor(() => expect(screen.queryByLabelText('Question')).toBeNull())
    }
    await show()
    await edit()
    expect(screen.queryByLabelText(EXPLANATION), 'nobody meets it who does not ask').toBeNull()
    await userEvent.click(screen.getByRole('button', { name: messages.ADD_EXPLANATION }))
    expect(screen.getByLabelText(EXPLANATION)).toHaveFocus()
    await userEvent.keyboard('It is the seat of the government. ')
    await save()
    expect(await screen.findByText('It is the seat of the government.')).toBeVisible()
    await edit()
    await userEvent.clear(screen.getByLabelText(EXPLANATION))
    expect(screen.getByLabelText(EXPLANATION), 'it stays while it is being written anew').toBeVisible()
    await save()
    await waitFor(() => expect(screen.queryByText(EXPLANATION)).toBeNull())
    const sent = calls.filter((call) => call.method === 'PUT').map((call) => call.body as { explanation?: string })
    expect(sent.map((body) => body.explanation)).toEqual(['It is the seat of the government.', ''])
  })

  it('keep what was changed and not saved, for the person, until it is saved or given up', async () => {
    serverSays({
      ...base,
      [`GET /post/${ID}`]: () => keyed({ QuestionSet: [QUESTION] }),
      [`PUT /post/update/${ID}/q1`]: () => ({ status: 401, body: { code: 'logged_out', message: 'Please log in.' } }),
    })
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Edit question 1' }))
    await userEvent.type(screen.getByLabelText('Question'), ' Really?')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText(messages.LOGGED_OUT)).toBeInTheDocument()
    await show()
    expect(await screen.findByLabelText('Question')).toHaveValue('Capital of France? Really?')
    expect(screen.getByText(messages.CHANGES_BACK)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await show()
    expect(await screen.findByRole('button', { name: 'Edit question 1' })).toBeVisible()
    expect(screen.queryByLabelText('Question')).toBeNull()
  })

  it('are removed after asking once', async () => {
    let there = true
    serverSays({
      ...base,
      [`GET /post/${ID}`]: () => keyed({ QuestionSet: there ? [QUESTION] : [] }),
      [`DELETE /post/${ID}/q1`]: () => {
        there = false
        return { body: { success: true, message: 'Question removed successfully' } }
      },
    })
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove question 1' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Question removed successfully')).toBeInTheDocument()
    expect(await screen.findByText('No questions yet')).toBeInTheDocument()
  })

  it('are fixed once somebody joined', async () => {
    serverSays({ ...base, [`GET /post/${ID}`]: keyed({ frozen: true, participants: 3 }) })
    await show()
    expect(await screen.findByText(/Somebody has joined this contest/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Edit question|Remove|Add questions/ })).not.toBeInTheDocument()
  })

  it('leave only those rules open that nobody has met yet', async () => {
    for (const frozen of [false, true]) {
      serverSays({ ...base, [`GET /post/${ID}`]: keyed({ frozen, participants: frozen ? 1 : 0 }) })
      await show()
      await userEvent.click(await screen.findByRole('button', { name: messages.EDIT_DETAILS }))
      const dialog = within(await screen.findByRole('dialog'))
      const mixed = dialog.getByRole('checkbox', { name: 'Mix the options for each person' })
      expect(dialog.getByRole('checkbox', { name: 'Show answers after the end' })).toBeEnabled()
      if (frozen) expect(mixed).toBeDisabled()
      else expect(mixed).toBeEnabled()
      expect(mixed).toHaveAccessibleDescription(frozen ? /Somebody has joined/ : /in different orders/)
    }
  })

  it('are fixed, and the question of the end is another one, as soon as somebody has joined', async () => {
    const stream = liveStream()
    const running = { startDate: soon(-1), endDate: soon(1), isPublic: true }
    let joined = { frozen: false, participants: 0 }
    serverSays({ ...base, [`GET /post/${ID}`]: () => keyed({ ...running, ...joined }), 'GET /live': stream.answer })
    await show()
    await userEvent.click(await screen.findByRole('button', { name: messages.END_NOW }))
    const dialog = within(await screen.findByRole('dialog', { name: messages.END_TITLE }))
    expect(dialog.getByText(messages.endText(0))).toBeVisible()
    joined = { frozen: true, participants: 2 }
    stream.say({
      topic: `contest:${ID}`,
      startsAt: running.startDate,
      endsAt: running.endDate,
      isPublic: true,
      ...joined,
    })
    // The stream begins a moment after the page.
    expect(await dialog.findByText(messages.endText(2))).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByText(/Somebody has joined this contest/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Edit question|Remove|Add questions/ })).not.toBeInTheDocument()
  })

  it('of those that run alone are followed on the page of all', async () => {
    const stream = liveStream()
    const wire = (id: string, days: number) => ({ ...WIRE, _id: id, startDate: soon(days), endDate: soon(days + 2) })
    const contests = [wire('over', -4), wire('runs', -1), wire('comes', 1)]
    const body = { success: true, contests, serverNow: soon(0) }
    serverSays({ ...base, 'GET /post/getcontest': { body }, 'GET /live': stream.answer })
    await showHub()
    const live = () =>
      vi
        .mocked(globalThis.fetch)
        .mock.calls.map(([input]) => String(input))
        .filter((address) => address.includes('/live?'))
    await waitFor(() => expect(live()).toEqual(['/api/live?topics=contest%3Aruns']))
  })

  it('stand below the way to end a running contest now, which asks once and says what happens', async () => {
    const running = { startDate: soon(-1), endDate: soon(1), frozen: true, participants: 3 }
    let ended = false
    const over = () => (ended ? { ...running, endDate: soon(0) } : running)
    const calls = serverSays({
      ...base,
      [`GET /post/${ID}`]: () => keyed(over()),
      [`POST /contests/${ID}/end`]: () => {
        ended = true
        const contest = { ...WIRE, ...over() }
        return { body: { success: true, message: 'The contest has ended.', contest, serverNow: soon(0) } }
      },
    })
    await show()
    await userEvent.click(await screen.findByRole('button', { name: messages.END_NOW }))
    const dialog = within(await screen.findByRole('dialog', { name: messages.END_TITLE }))
    expect(dialog.getByText(messages.endText(3))).toBeVisible()
    expect(calls.some(({ path }) => path.endsWith('/end'))).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: messages.END_NOW }))
    expect(await screen.findByText('The contest has ended.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('button', { name: messages.END_NOW })).toBeNull())
    expect(calls.filter(({ path }) => path.endsWith('/end'))).toHaveLength(1)
  })

  it('offer no end before the start', async () => {
    serverSays({ ...base, [`GET /post/${ID}`]: keyed() })
    await show()
    expect(await screen.findByRole('button', { name: 'Change time' })).toBeVisible()
    expect(screen.queryByRole('button', { name: messages.END_NOW })).toBeNull()
  })

  it('say when they cannot be fetched', async () => {
    startTestClock()
    serverSays({ ...base, [`GET /post/${ID}`]: { status: 500, body: {} } })
    await show()
    await passUntil(() => expect(screen.getByRole('alert')).toHaveTextContent('The questions did not load'))
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  it('of somebody else are no failure that could be tried again', async () => {
    serverSays({ ...base, [`GET /post/${ID}`]: { status: 404, body: {} } })
    await show()
    expect(await screen.findByRole('heading', { name: 'Only the organiser sees these questions' })).toBeVisible()
    expect(screen.getByText(messages.QUESTIONS_FAILED)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })
})
