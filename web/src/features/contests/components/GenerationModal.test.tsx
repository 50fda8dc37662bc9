/** The AI generation window, with a server that says what it should in pieces. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { NO_CONNECTION } from '@/api/failure'
import { pass, startTestClock } from '@/testClock'
import { fill } from '@/testField'
import { answerOf, echoing } from '@/testingAnswer'
import { type Answer, type Asked, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as messages from '../messages'
import QuestionsPage from '../pages/QuestionsPage'

const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const KEPT = `quad.draft.drafting.${ID}`
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const CONTEST = {
  _id: ID,
  title: 'Friday Quiz',
  description: '',
  startDate: soon(2),
  endDate: soon(3),
  isPublic: false,
  answersShown: false,
  participants: 0,
  frozen: false,
  createdAt: soon(-1),
  own: true,
  QuestionSet: [],
}
const BUILT_IN = {
  success: true,
  source: 'built-in',
  model: null,
  topics: ['Cricket', 'Databases', 'Sports'],
  holdings: [{ topic: 'Databases', easy: 8, medium: 9, hard: 5 }],
  notes: false,
  leftToday: 200,
  dayEndsAt: soon(0.5),
  leftThisMonth: null,
  monthEndsAt: null,
}
const PROVIDER = {
  ...BUILT_IN,
  source: 'provider',
  model: 'small-one',
  holdings: [],
  notes: true,
  leftToday: 7,
  leftThisMonth: 500,
  monthEndsAt: soon(9),
}
const wire = (n: number, part: object = {}) => ({
  Question: `Question ${n}?`,
  Options: [`right ${n}`, `b ${n}`, `c ${n}`, `d ${n}`],
  Answer: `right ${n}`,
  difficulty: 'Easy',
  checkKey: false,
  source: null,
  why: `Because of ${n}.`,
  topic: 'Sports',
  about: true,
  takenAs: null,
  ...part,
})

/** A stream under the test's hand. */
function stream() {
  const encoder = new TextEncoder()
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      control = given
    },
    cancel: () => {
      cancelled = true
    },
  })
  return {
    body,
    say: (event: string, data: unknown) =>
      control?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    /** What the server says while there is nothing to tell. */
    beat: () => control?.enqueue(encoder.encode(': still here\n\n')),
    close: () => control?.close(),
    wasCancelled: () => cancelled,
  }
}

type Told = { status?: number; body: unknown } | ReturnType<typeof stream>

/** What `POST /generate` answers, one after the other; everything else as given. */
function serverDrafts(source: object, told: Told[], others: Record<string, Answer | ((asked: Asked) => Answer)> = {}) {
  const calls = serverSays({
    'GET /checklogged': signedIn('ORGANISER'),
    'GET /site': SITE,
    [`GET /post/${ID}`]: { body: { success: true, contest: CONTEST, serverNow: soon(0) } },
    'GET /generate': { body: source },
    ...others,
  })
  const asked: { body: Record<string, unknown>; accept: string | null; signal: AbortSignal }[] = []
  const said = globalThis.fetch
  globalThis.fetch = echoing(async (input, init) => {
    const request = input as Request
    if (!(input instanceof Request) || request.method !== 'POST' || !request.url.endsWith('/generate'))
      return said(input, init)
    asked.push({
      body: JSON.parse(await request.clone().text()) as Record<string, unknown>,
      accept: request.headers.get('accept'),
      signal: request.signal,
    })
    const next = told.shift()
    if (!next) throw new Error('asked too often')
    if ('say' in next) return answerOf(next.body, { type: 'text/event-stream' })
    return answerOf(
      { success: false, ...(next.body as object) },
      { status: next.status, type: 'application/problem+json' },
    )
  })
  return { calls, asked }
}

/** All at once, as the built-in source answers. */
function whole(...drafts: object[]) {
  const made = stream()
  made.say('progress', { written: drafts.length, of: drafts.length, step: 'writing' })
  made.say('drafts', drafts)
  made.close()
  return made
}

async function openWindow() {
  await showPage(
    { '/questionview/$contestId': QuestionsPage, '/createcontest': () => <p>hub</p> },
    `/questionview/${ID}`,
  )
  const [button] = await screen.findAllByRole('button', { name: messages.GENERATION })
  await userEvent.click(button as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: messages.GENERATION }))
  await dialog.findByLabelText(/^Topic/)
  return dialog
}
type Dialog = Awaited<ReturnType<typeof openWindow>>
const topic = (dialog: Dialog) => dialog.getByLabelText(/^Topic/)
const press = (dialog: Dialog, name: string | RegExp) => userEvent.click(dialog.getByRole('button', { name }))
const generate = async (dialog: Dialog, words = 'Sports') => {
  await userEvent.type(topic(dialog), words)
  await press(dialog, 'Generate')
}

describe('generating', () => {
  it('waits for a topic, sends what is wanted and shows each draft with its key', async () => {
    const { asked } = serverDrafts(BUILT_IN, [whole(wire(1), wire(2))])
    const dialog = await openWindow()
    expect(dialog.getByLabelText('Number of questions')).toHaveValue(5)
    expect(dialog.getByText(/nothing leaves this server/)).toBeVisible()
    expect(dialog.queryByRole('tab')).not.toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Generate' })).toBeDisabled()
    expect(dialog.getByRole('button', { name: 'Generate' })).toHaveAccessibleDescription(messages.TOPIC_FIRST)
    await userEvent.type(topic(dialog), '   ')
    expect(dialog.getByRole('button', { name: 'Generate' })).toBeDisabled()
    await userEvent.clear(dialog.getByLabelText('Number of questions'))
    await userEvent.type(dialog.getByLabelText('Number of questions'), '21')
    await generate(dialog)
    expect(dialog.getByText(messages.NUMBER_WRONG)).toBeVisible()
    expect(asked).toHaveLength(0)
    await userEvent.clear(dialog.getByLabelText('Number of questions'))
    await userEvent.type(dialog.getByLabelText('Number of questions'), '2')
    await userEvent.selectOptions(dialog.getByLabelText('Difficulty'), 'easy')
    await press(dialog, 'Generate')
    const first = within(await dialog.findByRole('article', { name: 'Draft 1' }))
    expect(first.getByRole('heading', { name: 'Question 1?' })).toBeVisible()
    expect(first.getByText('(the answer)').parentElement).toHaveTextContent('right 1')
    expect(first.getByText('Because of 1.')).toBeVisible()
    expect(first.getByText('Easy')).toBeVisible()
    expect(dialog.getByRole('heading', { name: 'Drafts 2' })).toBeVisible()
    expect(asked[0]?.accept).toBe('text/event-stream')
    expect(asked[0]?.body).toEqual({
      sentBy: 'u1',
      topic: 'Sports',
      number: 2,
      contestId: ID,
      avoid: [],
      difficulty: 'easy',
    })
  })

  it('asks a provider for other kinds behind a fold, shows what is right of each, and saves them as they are', async () => {
    const several = { Options: ['51', '53', '57', '59'], Answer: '', kind: 'several', right: [1, 3], topic: null }
    const number = { Options: [], Answer: '', kind: 'number', value: '9.81', tolerance: '2%', unit: 'm/s', topic: null }
    const text = { Options: [], Answer: '', kind: 'text', accepted: ['Mysuru', 'Mysore city'], topic: null }
    const saved: unknown[] = []
    const { asked } = serverDrafts(PROVIDER, [whole(wire(1, several), wire(2, number), wire(3, text))], {
      [`POST /contests/${ID}/questions`]: ({ body }: Asked) => {
        saved.push(...(body as { questions: unknown[] }).questions)
        return { status: 400, body: { success: false, message: 'Not now.' } }
      },
    })
    const dialog = await openWindow()
    await userEvent.click(dialog.getByText(messages.KINDS_WANTED))
    for (const kind of ['several', 'number', 'text', 'single'] as const)
      await userEvent.click(dialog.getByRole('checkbox', { name: messages.KIND_WORDS[kind] }))
    await generate(dialog)
    const first = within(await dialog.findByRole('article', { name: 'Draft 1' }))
    expect(asked[0]?.body).toMatchObject({ kinds: ['several', 'number', 'text'] })
    expect(first.getAllByText('(the answer)').map((each) => each.parentElement?.textContent)).toEqual([
      expect.stringContaining('53'),
      expect.stringContaining('59'),
    ])
    const second = within(dialog.getByRole('article', { name: 'Draft 2' }))
    expect(second.getByText(messages.TYPED.number)).toBeVisible()
    expect(second.getByText(/9\.81/)).toBeVisible()
    expect(within(dialog.getByRole('article', { name: 'Draft 3' })).getByText('Mysore city')).toBeVisible()
    await press(dialog, 'Save draft 1')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({ kind: 'several', right: [1, 3] })
  })

  it('knows no other kinds without a provider', async () => {
    serverDrafts(BUILT_IN, [])
    const dialog = await openWindow()
    expect(dialog.queryByText(messages.KINDS_WANTED)).not.toBeInTheDocument()
  })

  it('says how far it is, and cancels', async () => {
    const made = stream()
    const { asked } = serverDrafts(PROVIDER, [made])
    const dialog = await openWindow()
    expect(dialog.getByText(/^Written by small-one/)).toBeVisible()
    expect(dialog.getByText('7 more drafts today.')).toBeVisible()
    expect(dialog.getByText(messages.sentToProvider('small-one', false))).toBeVisible()
    await generate(dialog)
    const progress = within(await dialog.findByRole('region', { name: 'Progress' }))
    expect(progress.getByText('Written 0 of 5')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Generate' })).toBeDisabled()
    made.say('progress', { written: 3, of: 5, step: 'writing' })
    expect(await progress.findByText('Written 3 of 5')).toBeVisible()
    expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3')
    made.say('progress', { written: 5, of: 5, step: 'checking' })
    expect(await progress.findByText('Checking the answers')).toBeVisible()
    await press(dialog, 'Cancel')
    await waitFor(() => expect(dialog.queryByRole('region', { name: 'Progress' })).not.toBeInTheDocument())
    expect(asked[0]?.signal.aborted).toBe(true)
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Generate' })).toBeEnabled()
    expect(dialog.getByText(messages.cancelledAfter(5))).toBeVisible()
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Generate' })).toHaveFocus())
    await userEvent.type(topic(dialog), '!')
    expect(dialog.queryByText(messages.cancelledAfter(5))).not.toBeInTheDocument()
  })

  it('says what is lost before it closes over the work; the harmless answer is the one in front', async () => {
    const made = stream()
    serverDrafts(PROVIDER, [made])
    const dialog = await openWindow()
    await generate(dialog)
    made.say('progress', { written: 2, of: 5, step: 'writing' })
    await dialog.findByText('Written 2 of 5')
    await press(dialog, 'Close')
    const asked = within(await screen.findByRole('dialog', { name: 'Stop generating?' }))
    expect(asked.getByText(messages.lostByStopping(2, 5, 0))).toBeVisible()
    const on = asked.getByRole('button', { name: 'Go back' })
    await waitFor(() => expect(on).toHaveFocus())
    expect(on).toHaveClass('bg-lawn')
    expect(asked.getByRole('button', { name: 'Stop and close' })).not.toHaveClass('bg-lawn')
    await userEvent.click(on)
    expect(dialog.getByText('Written 2 of 5')).toBeVisible()
  })

  it('says that a day or a month is used up, and when there is more', async () => {
    const used = { ...PROVIDER, leftThisMonth: 0, monthEndsAt: '2099-11-30T18:30:00.000Z' }
    serverDrafts(used, [])
    const dialog = await openWindow()
    await userEvent.type(topic(dialog), 'Sports')
    expect(dialog.getByRole('button', { name: 'Generate' })).toBeDisabled()
    expect(dialog.getByRole('button', { name: 'Generate' })).toHaveAccessibleDescription(
      messages.draftsLeft(0, 'month', 'Dec 1, 2099, 12:00 AM'),
    )
  })

  it('does not ask for more than is left', async () => {
    const { asked } = serverDrafts({ ...BUILT_IN, leftToday: 3 }, [])
    const dialog = await openWindow()
    await generate(dialog)
    expect(dialog.getByText('Only 3 are left today: choose a smaller number')).toBeVisible()
    expect(asked).toHaveLength(0)
  })

  it('says how much there is on a topic that ends', async () => {
    serverDrafts(BUILT_IN, [])
    const dialog = await openWindow()
    await userEvent.type(topic(dialog), 'databases')
    expect(dialog.getByText('In the bank: 8 easy, 9 medium, 5 hard.')).toBeVisible()
    await userEvent.clear(dialog.getByLabelText('Number of questions'))
    await userEvent.type(dialog.getByLabelText('Number of questions'), '20')
    expect(dialog.queryByText(/^There are only/)).not.toBeInTheDocument()
    await userEvent.selectOptions(dialog.getByLabelText('Difficulty'), 'hard')
    expect(dialog.getByText('There are only 5 hard questions on this topic.')).toBeVisible()
  })

  it('names the nearest topics, and one press takes one', async () => {
    const unknown = {
      status: 404,
      body: { code: 'unknown_topic', message: 'Quad has no questions on this topic.', nearest: ['Cricket', 'Sports'] },
    }
    const { asked } = serverDrafts(BUILT_IN, [unknown, whole(wire(1))])
    const dialog = await openWindow()
    await generate(dialog, 'Criquette')
    const alert = within(await dialog.findByRole('alert'))
    expect(alert.getByText('Quad has no questions on this topic.')).toBeVisible()
    await userEvent.click(alert.getByRole('button', { name: 'Cricket' }))
    const short = '1 of 5: there is no more on this topic for you right now.'
    expect(await dialog.findByText(short)).toBeVisible()
    const heading = dialog.getByRole('heading', { name: 'Drafts 1' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(heading).toHaveAccessibleDescription(short)
    expect(asked[1]?.body.topic).toBe('Cricket')
    expect(topic(dialog)).toHaveValue('Cricket')
  })

  it('says above the drafts how a topic was taken', async () => {
    const os = { topic: 'Operating systems', takenAs: 'deadlock' }
    serverDrafts(BUILT_IN, [whole(wire(1, os), wire(2, { ...os, about: false }), wire(3, { ...os, about: false }))])
    const dialog = await openWindow()
    await generate(dialog, 'deadlok')
    expect(
      await dialog.findByText(
        'Taken as “deadlock”. Quad has no shelf of its own for “deadlock”. 1 of these 3 is about it, the others are from Operating systems.',
      ),
    ).toBeVisible()
    const from = (name: string) => within(dialog.getByRole('article', { name })).queryByText('From Operating systems')
    expect(from('Draft 1')).not.toBeInTheDocument()
    expect(from('Draft 2')).toBeVisible()
  })

  it('prefers the sentence of the server, and has one of its own', async () => {
    const failed = stream()
    failed.say('failed', { status: 503, code: 'drafting_unavailable', message: 'Come back later.' })
    const broken = stream()
    broken.close()
    serverDrafts(PROVIDER, [
      { status: 429, body: { code: 'draft_limit', message: 'A new day begins on Monday.' } },
      failed,
      broken,
    ])
    const dialog = await openWindow()
    await generate(dialog)
    expect(await dialog.findByRole('alert')).toHaveTextContent('A new day begins on Monday.')
    await press(dialog, 'Generate')
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('Come back later.'))
    await press(dialog, 'Generate')
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(messages.GENERATE_FAILED))
  })

  it('suggests topics', async () => {
    serverDrafts(BUILT_IN, [])
    const dialog = await openWindow()
    const fitting = within(dialog.getByRole('group', { name: 'Suggested topics' }))
    expect(fitting.getAllByRole('button')).toHaveLength(3)
    await userEvent.type(topic(dialog), 'cri')
    expect(fitting.getAllByRole('button')).toHaveLength(1)
    await userEvent.click(fitting.getByRole('button', { name: 'Cricket' }))
    expect(topic(dialog)).toHaveValue('Cricket')
  })
})

describe('from notes', () => {
  it('sends pasted or read text, and each draft names its sentence', async () => {
    const { asked } = serverDrafts(PROVIDER, [whole(wire(1, { source: 'A stack is LIFO.', why: null }))])
    const dialog = await openWindow()
    await userEvent.click(dialog.getByRole('tab', { name: 'From notes' }))
    await generate(dialog, 'Stacks')
    expect(dialog.getByText(messages.NOTES_MISSING)).toBeVisible()
    await userEvent.upload(dialog.getByLabelText('A file with notes'), new File(['A stack\r\nis LIFO.'], 'week3.txt'))
    expect(await dialog.findByText(messages.fileRead('week3.txt'))).toBeVisible()
    expect(dialog.getByLabelText(/^Notes/)).toHaveValue('A stack\nis LIFO.')
    await press(dialog, 'Generate')
    const card = within(await dialog.findByRole('article', { name: 'Draft 1' }))
    expect(card.getByRole('figure')).toHaveTextContent('From your notesA stack is LIFO.')
    expect(asked[0]?.body).toMatchObject({ topic: 'Stacks', notes: 'A stack\nis LIFO.' })
  })

  it('needs no topic, says that the notes are sent, and refuses what is no text', async () => {
    const { asked } = serverDrafts(PROVIDER, [whole(wire(1))])
    const dialog = await openWindow()
    await userEvent.click(dialog.getByRole('tab', { name: 'From notes' }))
    expect(dialog.getByText(messages.sentToProvider('small-one', true))).toBeVisible()
    expect(dialog.getByText(messages.FILE_HINT)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Generate' })).toBeDisabled()
    expect(dialog.getByRole('button', { name: 'Generate' })).toHaveAccessibleDescription(
      `7 more drafts today. ${messages.NOTES_FIRST}`,
    )
    const file = dialog.getByLabelText('A file with notes')
    await userEvent.upload(file, new File([new Uint8Array([0, 255, 254, 1, 2])], 'bin.txt'))
    expect(await dialog.findByText(messages.FILE_NO_TEXT)).toBeVisible()
    expect(dialog.getByLabelText(/^Notes/)).toHaveValue('')
    await fill(dialog.getByLabelText(/^Notes/), 'A stack is LIFO.')
    await press(dialog, 'Generate')
    await dialog.findByRole('article', { name: 'Draft 1' })
    expect(asked[0]?.body).toMatchObject({ topic: 'A stack is LIFO.', notes: 'A stack is LIFO.' })
  })
})

describe('reviewing', () => {
  const adding = (asked: Asked): Answer => {
    const sent = asked.body as { Question: string }
    const question = { ...sent, _id: sent.Question, difficulty: null, marking: 'key', accepted: [] }
    return { status: 201, body: { success: true, message: 'ok', question } }
  }

  it('edits, confirms, drops, takes back, and saves one by one through one call', async () => {
    const drafts = [wire(1), wire(2, { checkKey: true }), wire(3)]
    const { calls } = serverDrafts(BUILT_IN, [whole(...drafts)], { 'POST /post/addQuestion': adding })
    const dialog = await openWindow()
    await generate(dialog)
    await dialog.findByRole('article', { name: 'Draft 3' })
    expect(dialog.getByText('1 key to check.')).toBeVisible()
    await press(dialog, 'It is right')
    expect(dialog.queryByText(messages.CHECK_KEY)).not.toBeInTheDocument()

    await press(dialog, 'Edit draft 1')
    const form = within(dialog.getByRole('form', { name: 'Edit draft 1' }))
    expect(dialog.getByRole('button', { name: 'Save all 3' })).toBeDisabled()
    await userEvent.clear(form.getByLabelText('Answer'))
    await userEvent.click(form.getByRole('button', { name: 'Keep changes' }))
    expect(form.getByText(messages.ANSWER_MISSING)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'B: use as the answer' }))
    await userEvent.click(form.getByRole('button', { name: 'Keep changes' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Edit draft 1' })).toHaveFocus())

    await press(dialog, 'Drop draft 2')
    expect(dialog.queryByText('Question 2?')).not.toBeInTheDocument()
    await waitFor(() => expect(dialog.getByRole('heading', { name: 'Question 3?' })).toHaveFocus())
    const place = dialog.getByText('Draft 2 was dropped.').closest('li')
    expect(place?.nextElementSibling).toHaveTextContent('Question 3?')
    await press(dialog, 'Undo drop')
    await waitFor(() => expect(dialog.getByRole('heading', { name: 'Question 2?' })).toHaveFocus())
    await press(dialog, 'Drop draft 2')

    await press(dialog, 'Save draft 2')
    expect(await screen.findByText(messages.QUESTION_ADDED)).toBeInTheDocument()
    await waitFor(() => expect(dialog.queryByText('Question 3?')).not.toBeInTheDocument())
    await press(dialog, 'Save it')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const sent = calls.filter((call) => call.path === '/post/addQuestion').map((call) => call.body)
    expect(sent).toEqual([
      { Question: 'Question 3?', Options: wire(3).Options, Answer: 'right 3', difficulty: 'Easy', contestId: ID },
      { Question: 'Question 1?', Options: wire(1).Options, Answer: 'b 1', difficulty: 'Easy', contestId: ID },
    ])
    expect(localStorage.getItem(KEPT)).not.toContain('Question 1?')
  })

  it('keeps what is not saved when one is refused', async () => {
    let count = 0
    serverDrafts(BUILT_IN, [whole(wire(1), wire(2), wire(3))], {
      'POST /post/addQuestion': (asked) => {
        count += 1
        return count === 2 ? { status: 409, body: { code: 'conflict', message: 'Not this one.' } } : adding(asked)
      },
    })
    const dialog = await openWindow()
    await generate(dialog)
    await dialog.findByRole('article', { name: 'Draft 3' })
    await press(dialog, 'Save all 3')
    expect(await dialog.findByText('Not this one.')).toBeVisible()
    const beside = dialog.getByText('Not this one.').closest('.sticky')
    expect(beside).toContainElement(dialog.getByRole('button', { name: 'Save all 2' }))
    expect(dialog.getByRole('heading', { name: 'Drafts 2' })).toBeVisible()
    expect(dialog.queryByText('Question 1?')).not.toBeInTheDocument()
    await press(dialog, 'Save all 2')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(count).toBe(4)
  })

  it('does not save keys in doubt before somebody has said so', async () => {
    const drafts = [wire(1), wire(2, { checkKey: true }), wire(3), wire(4, { checkKey: true })]
    const { calls } = serverDrafts(PROVIDER, [whole(...drafts)], { 'POST /post/addQuestion': adding })
    const saved = () => calls.filter((call) => call.path === '/post/addQuestion').length
    const dialog = await openWindow()
    await generate(dialog)
    await dialog.findByRole('article', { name: 'Draft 4' })
    await waitFor(() => expect(dialog.getByRole('heading', { name: 'Drafts 4' })).toHaveFocus())
    await press(dialog, 'Save all 4')
    const asking = () => screen.findByRole('dialog', { name: '2 keys are not checked' })
    let asked = within(await asking())
    expect(saved()).toBe(0)
    expect(asked.getByText(messages.DOUBTS.text(2, 4))).toBeVisible()
    const look = asked.getByRole('button', { name: messages.DOUBTS.look })
    await waitFor(() => expect(look).toHaveFocus())
    await userEvent.click(look)
    await waitFor(() => expect(dialog.getByRole('heading', { name: 'Question 2?' })).toHaveFocus())
    expect(saved()).toBe(0)

    await press(dialog, 'Save all 4')
    asked = within(await asking())
    await userEvent.click(asked.getByRole('button', { name: 'Save the other 2' }))
    await waitFor(() => expect(dialog.getByRole('heading', { name: 'Drafts 2' })).toBeVisible())
    expect(saved()).toBe(2)
    expect(dialog.getByText('2 keys to check.')).toBeVisible()

    await press(dialog, 'Save all 2')
    asked = within(await asking())
    expect(asked.queryByRole('button', { name: /^Save the other/ })).not.toBeInTheDocument()
    await userEvent.click(asked.getByRole('button', { name: 'Save all 2 anyway' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(saved()).toBe(4)
  })

  it('does not ask about keys that somebody has confirmed', async () => {
    serverDrafts(PROVIDER, [whole(wire(1, { checkKey: true }))], { 'POST /post/addQuestion': adding })
    const dialog = await openWindow()
    await generate(dialog)
    await dialog.findByRole('article', { name: 'Draft 1' })
    await press(dialog, 'It is right')
    await press(dialog, 'Save it')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('puts another one in the place of one', async () => {
    const used = { status: 409, body: { code: 'used_up', message: 'There are no further questions.' } }
    const { asked } = serverDrafts(BUILT_IN, [whole(wire(1), wire(2)), whole(wire(9)), used])
    const dialog = await openWindow()
    await generate(dialog)
    await waitFor(() => expect(dialog.getByRole('heading', { name: /^Drafts/ })).toHaveFocus())
    await press(dialog, 'Regenerate draft 1')
    expect(await dialog.findByRole('heading', { name: 'Question 9?' })).toBeVisible()
    await waitFor(() => expect(dialog.getByRole('heading', { name: 'Question 9?' })).toHaveFocus())
    expect(asked[1]?.body).toEqual({
      sentBy: 'u1',
      topic: 'Sports',
      number: 1,
      difficulty: 'easy',
      contestId: ID,
      avoid: ['Question 2?', 'Question 1?'],
    })
    await press(dialog, 'Regenerate draft 2')
    const card = within(dialog.getByRole('article', { name: 'Draft 2' }))
    expect(await card.findByRole('alert')).toHaveTextContent('There are no further questions.')
    expect(asked[2]?.body.avoid).toEqual(['Question 2?', 'Question 9?', 'Question 1?'])
  })

  it('asks before it closes, and is there again', async () => {
    serverDrafts(BUILT_IN, [whole(wire(1), wire(2))])
    let dialog = await openWindow()
    await generate(dialog)
    await dialog.findByRole('article', { name: 'Draft 2' })
    await userEvent.keyboard('{Escape}')
    const asked = within(await screen.findByRole('dialog', { name: '2 drafts are not saved' }))
    await userEvent.click(asked.getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /not saved/ })).not.toBeInTheDocument())
    expect(dialog.getByRole('article', { name: 'Draft 2' })).toBeVisible()
    await press(dialog, 'Close')
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: /not saved/ })).getByRole('button', {
        name: 'Close for now',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const [button] = screen.getAllByRole('button', { name: messages.GENERATION })
    await userEvent.click(button as HTMLElement)
    dialog = within(await screen.findByRole('dialog', { name: messages.GENERATION }))
    expect(await dialog.findByRole('article', { name: 'Draft 2' })).toBeVisible()
    expect(topic(dialog)).toHaveValue('Sports')
  })
})

// The last one: what this file's windows remember of the moved clock would be ahead of the real one.
it('waits as long as the server says that it is there, and no longer: what a network swallows can be asked for again', async () => {
  startTestClock()
  const made = stream()
  serverDrafts(PROVIDER, [made, whole(wire(1))])
  const dialog = await openWindow()
  await generate(dialog)
  made.say('progress', { written: 2, of: 5, step: 'writing' })
  for (let beats = 0; beats < 4; beats += 1) {
    await pass(20_000)
    made.beat()
  }
  await pass(40_000)
  expect(dialog.getByText('Written 2 of 5')).toBeVisible()
  expect(made.wasCancelled()).toBe(false)
  await pass(10_000)
  expect(dialog.queryByRole('region', { name: 'Progress' })).not.toBeInTheDocument()
  expect(dialog.getByRole('alert')).toHaveTextContent(NO_CONNECTION)
  expect(made.wasCancelled()).toBe(true)
  await press(dialog, 'Generate')
  expect(await dialog.findByRole('article', { name: 'Draft 1' })).toBeVisible()
})
