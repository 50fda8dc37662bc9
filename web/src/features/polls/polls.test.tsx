/** The poll screens, with the server's answers given. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { UNSURE_BETWEEN } from '@/api/failure'
import { pass, startTestClock } from '@/testClock'
import { fill } from '@/testField'
import { type Answer, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as messages from './messages'
import PollPage from './pages/PollPage'
import PollsPage from './pages/PollsPage'

const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const wire = (part: object = {}) => ({
  id: ID,
  title: 'Sunday lunch?',
  organization: 'Mess Committee',
  options: [
    { name: 'Dosa', votes: 3 },
    { name: 'Idli', votes: 1 },
  ],
  voters: 4,
  startsAt: soon(-60),
  endsAt: soon(60),
  createdAt: soon(-70),
  voted: false,
  own: false,
  ...part,
})
const serverNow = () => new Date().toISOString()
const one = (part: object = {}) => ({ body: { success: true, poll: wire(part), serverNow: serverNow() } })
const listed = (polls: object[]) => ({
  body: {
    success: true,
    polls,
    total: polls.length,
    counts: { all: polls.length, upcoming: 0, active: polls.length, ended: 0 },
    serverNow: serverNow(),
  },
})
const person = (pollCredits = 1) => {
  const answer = signedIn('ORGANISER')
  return { body: { ...answer.body, user: { ...answer.body.user, pollCredits } } }
}
const base = { 'GET /checklogged': person(), 'GET /site': SITE, 'GET /polls': listed([wire()]) }

const show = (at: string) => showPage({ '/polls': PollsPage, '/polls/$pollId': PollPage }, at, 'site/member')

beforeEach(() => localStorage.setItem('userId1', 'u1'))

describe('the list', () => {
  it('shows what is asked', async () => {
    serverSays(base)
    await show('/polls')
    const card = await screen.findByRole('article', { name: 'Sunday lunch?' })
    for (const text of ['Active', 'Mess Committee', 'Votes', '4', 'Options', '2', 'Start', 'End']) {
      expect(within(card).getByText(text)).toBeInTheDocument()
    }
    expect(within(card).getByRole('link', { name: 'View Poll' })).toHaveAttribute('href', `/polls/${ID}`)
    expect(screen.getByRole('heading', { level: 1, name: 'Poll Creator' })).toBeInTheDocument()
    expect(screen.getByText('One poll is open.')).toBeInTheDocument()
  })

  it('says when there is nothing, and when it failed', async () => {
    serverSays({ ...base, 'GET /polls': listed([]) })
    await show('/polls')
    expect(await screen.findByRole('heading', { name: 'No polls yet' })).toBeInTheDocument()
    serverSays({ ...base, 'GET /polls': { status: 403, body: { code: 'x', message: 'Not today.' } } })
    await show('/polls')
    expect(await screen.findByText(messages.LIST_FAILED)).toBeInTheDocument()
  })
})

describe('the form', () => {
  it('checks with the exact sentences, and a mark goes when its field is edited', async () => {
    const calls = serverSays(base)
    await show('/polls?create=1')
    await userEvent.click(await screen.findByRole('button', { name: 'Create Poll' }))
    for (const text of ['Poll title is required', 'Organization name is required', 'Option 1 cannot be empty']) {
      expect(screen.getByText(text)).toBeInTheDocument()
    }
    await userEvent.type(screen.getByLabelText(/^Poll title/), 'S')
    expect(screen.queryByText('Poll title is required')).not.toBeInTheDocument()
    expect(screen.getByText('Organization name is required')).toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Option 2'), 'x')
    expect(screen.queryByText('Option 2 cannot be empty')).not.toBeInTheDocument()
    expect(screen.getByText('Option 1 cannot be empty')).toBeInTheDocument()
    expect(calls.some((call) => call.path === '/voting/create')).toBe(false)
  })

  it('has two to ten options', async () => {
    serverSays(base)
    await show('/polls?create=1')
    const add = await screen.findByRole('button', { name: 'Add Option' })
    expect(screen.queryByRole('button', { name: /^Remove option/ })).not.toBeInTheDocument()
    for (let at = 0; at < 8; at += 1) await userEvent.click(add)
    expect(add).toBeDisabled()
    expect(screen.getAllByRole('button', { name: /^Remove option/ })).toHaveLength(10)
    await userEvent.type(screen.getByLabelText('Option 3'), 'third')
    await userEvent.click(screen.getByRole('button', { name: 'Remove option 2' }))
    expect(screen.getByLabelText('Option 2')).toHaveValue('third')
    expect(add).toBeEnabled()
  })

  it('sends what the specification names, and opens the poll', async () => {
    const calls = serverSays({
      ...base,
      'POST /voting/create': {
        status: 201,
        body: { success: true, message: messages.CREATED, poll: wire({ own: true }), serverNow: serverNow() },
      },
      [`GET /polls/${ID}`]: one({ own: true }),
    })
    const router = await show('/polls?create=1')
    await fill(await screen.findByLabelText(/^Poll title/), ' Sunday lunch? ')
    await fill(screen.getByLabelText(/^Organization/), 'Mess Committee')
    await userEvent.type(screen.getByLabelText('Option 1'), 'Dosa{Enter}Idli')
    await userEvent.click(screen.getByRole('button', { name: 'Create Poll' }))
    expect(await screen.findByText('Poll created successfully!')).toBeInTheDocument()
    expect(calls.find((call) => call.path === '/voting/create')?.body).toMatchObject({
      Title: 'Sunday lunch?',
      Organization: 'Mess Committee',
      Optionsize: 2,
      Participate: [
        { name: 'Dosa', count: [] },
        { name: 'Idli', count: [] },
      ],
      Totalvoter: [],
      userId: 'u1',
    })
    await waitFor(() => expect(router.state.location.pathname).toBe(`/polls/${ID}`))
    expect(localStorage.getItem('quad.draft.poll.u1')).toBeNull()
  })

  it('keeps what was typed when the server refuses, and through a reload', async () => {
    serverSays({ ...base, 'POST /voting/create': { status: 500, body: { code: 'broken', message: 'Oops' } } })
    await show('/polls?create=1')
    await userEvent.type(await screen.findByLabelText(/^Poll title/), 'Kept')
    await userEvent.type(screen.getByLabelText(/^Organization/), 'Mess')
    await userEvent.type(screen.getByLabelText('Option 1'), 'A{Enter}B')
    await userEvent.click(screen.getByRole('button', { name: 'Create Poll' }))
    expect(await screen.findByText('Failed to create poll')).toBeInTheDocument()
    expect(screen.getByLabelText(/^Poll title/)).toHaveValue('Kept')
    await show('/polls?create=1')
    const again = (await screen.findAllByLabelText('Option 2')).at(-1)
    expect(again).toHaveValue('B')
  })

  it('does not say that it failed where no answer came, and pressed again it is the same poll', async () => {
    let answer: Answer = { body: '<h1>Campus Wi-Fi</h1>' }
    const calls = serverSays({ ...base, 'POST /voting/create': () => answer, [`GET /polls/${ID}`]: one({ own: true }) })
    await show('/polls?create=1')
    await userEvent.type(await screen.findByLabelText(/^Poll title/), 'Once')
    await userEvent.type(screen.getByLabelText(/^Organization/), 'Mess')
    await userEvent.type(screen.getByLabelText('Option 1'), 'A{Enter}B')
    await userEvent.click(screen.getByRole('button', { name: 'Create Poll' }))
    expect(await screen.findByText(UNSURE_BETWEEN)).toBeInTheDocument()
    expect(screen.queryByText(/Failed to create/)).not.toBeInTheDocument()
    answer = {
      status: 201,
      body: { success: true, message: messages.CREATED, poll: wire({ own: true }), serverNow: serverNow() },
    }
    await userEvent.click(screen.getByRole('button', { name: 'Create Poll' }))
    expect(await screen.findByText('Poll created successfully!')).toBeInTheDocument()
    const made = calls.filter((call) => call.path === '/voting/create')
    expect(made).toHaveLength(2)
    expect(made[1]?.body).toEqual(made[0]?.body)
    const sent = vi.mocked(fetch).mock.calls.map(([input]) => input as Request)
    const keys = sent
      .filter(({ url }) => url?.endsWith('/voting/create'))
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })

  it('puts a refused field where it belongs', async () => {
    const body = { code: 'invalid', message: 'The end must be in the future', field: 'Endtime' }
    serverSays({ ...base, 'POST /voting/create': { status: 400, body } })
    await show('/polls?create=1')
    await userEvent.type(await screen.findByLabelText(/^Poll title/), 'Late')
    await userEvent.type(screen.getByLabelText(/^Organization/), 'Mess')
    await userEvent.type(screen.getByLabelText('Option 1'), 'A{Enter}B')
    await userEvent.click(screen.getByRole('button', { name: 'Create Poll' }))
    expect(await screen.findByText(body.message)).toBeInTheDocument()
    expect(screen.getByLabelText(/^End time/)).toHaveAttribute('aria-invalid', 'true')
  })

  it('leads on when no creation is left', async () => {
    serverSays({ ...base, 'GET /checklogged': person(0) })
    await show('/polls?create=1')
    expect(await screen.findByRole('heading', { name: messages.NO_CREDITS })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: messages.SEE_PLANS })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Create Poll' })).not.toBeInTheDocument()
  })
})

describe('one poll', () => {
  it('takes one vote, asked once more', async () => {
    const calls = serverSays({
      ...base,
      [`GET /polls/${ID}`]: one(),
      'POST /voting/vote': {
        body: {
          success: true,
          message: messages.VOTED,
          poll: wire({
            voted: true,
            voters: 5,
            options: [
              { name: 'Dosa', votes: 3 },
              { name: 'Idli', votes: 2 },
            ],
          }),
          serverNow: serverNow(),
        },
      },
    })
    await show(`/polls/${ID}`)
    expect(await screen.findByText('This poll is currently active. You can vote now!')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Vote Now' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('radio', { name: 'Idli' }))
    await userEvent.click(screen.getByRole('button', { name: 'Vote Now' }))
    const asked = await screen.findByRole('dialog', { name: messages.CONFIRM_TITLE })
    expect(
      within(asked).getByText(
        'Your vote is final. Nobody is told which option you chose; everybody sees the result grow.',
      ),
    ).toBeInTheDocument()
    await userEvent.click(within(asked).getByRole('button', { name: 'Cast vote' }))
    expect(await screen.findByText('polling successfully')).toBeInTheDocument()
    expect(calls.find((call) => call.path === '/voting/vote')?.body).toEqual({ pollId: ID, index: 1, userId: 'u1' })
    expect(await screen.findByText('You voted')).toBeInTheDocument()
    // Nothing says for what.
    for (const radio of screen.getAllByRole('radio')) {
      expect(radio).toBeDisabled()
      expect(radio).not.toBeChecked()
    }
    expect(screen.getByText('40%')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Vote Now' })).not.toBeInTheDocument()
  })

  it('sends a vote again that nobody of ours answered, and knows the one that had arrived', async () => {
    const replies: Answer[] = [{ body: '<h1>Log in to the Wi-Fi</h1>' }]
    const counted = { voted: true, voters: 5, options: [wire().options[0], { name: 'Idli', votes: 2 }] }
    const calls = serverSays({
      ...base,
      [`GET /polls/${ID}`]: () => one(replies.length === 0 ? counted : {}),
      'POST /voting/vote': () =>
        replies.shift() ?? { status: 409, body: { code: 'already_voted', message: 'One vote each.' } },
    })
    await show(`/polls/${ID}`)
    await userEvent.click(await screen.findByRole('radio', { name: 'Idli' }))
    await userEvent.click(screen.getByRole('button', { name: 'Vote Now' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cast vote' }))
    expect(await screen.findByText(/^Not confirmed yet: something between/)).toBeInTheDocument()
    expect(await screen.findByText(messages.VOTED)).toBeInTheDocument()
    expect(await screen.findByText('You voted')).toBeInTheDocument()
    expect(screen.queryByText('One vote each.')).not.toBeInTheDocument()
    expect(calls.filter(({ path }) => path === '/voting/vote')).toHaveLength(2)
  })

  it('sends a vote no more once it is cancelled', async () => {
    startTestClock()
    const calls = serverSays({
      ...base,
      [`GET /polls/${ID}`]: one(),
      'POST /voting/vote': { body: '<h1>Log in to the Wi-Fi</h1>' },
    })
    await show(`/polls/${ID}`)
    await userEvent.click(await screen.findByRole('radio', { name: 'Idli' }))
    await userEvent.click(screen.getByRole('button', { name: 'Vote Now' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cast vote' }))
    expect(await screen.findByText(/^Not confirmed yet: something between/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('It is not sent again. It may have arrived before.')).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'Idli' })).toBeChecked()
    const sent = () => calls.filter(({ path }) => path === '/voting/vote').length
    const before = sent()
    await pass(1500)
    expect(sent()).toBe(before)
  })

  it('tells a vote as counted that the browser had sent twice by itself', async () => {
    let sent = false
    const counted = { voted: true, voters: 5, options: [wire().options[0], { name: 'Idli', votes: 2 }] }
    serverSays({
      ...base,
      [`GET /polls/${ID}`]: () => one(sent ? counted : {}),
      'POST /voting/vote': () => {
        sent = true
        return { status: 409, body: { code: 'already_voted', message: 'One vote each.' } }
      },
    })
    await show(`/polls/${ID}`)
    await userEvent.click(await screen.findByRole('radio', { name: 'Idli' }))
    await userEvent.click(screen.getByRole('button', { name: 'Vote Now' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cast vote' }))
    expect(await screen.findByText(messages.VOTED)).toBeInTheDocument()
    expect(await screen.findByText('You voted')).toBeInTheDocument()
    expect(screen.getByText('40%')).toBeInTheDocument()
    expect(screen.queryByText('One vote each.')).not.toBeInTheDocument()
  })

  it('does not take the vote of another device for the one that was pressed', async () => {
    let sent = false
    const other = { voted: true, voters: 5, options: [{ name: 'Dosa', votes: 4 }, wire().options[1]] }
    serverSays({
      ...base,
      [`GET /polls/${ID}`]: () => one(sent ? other : {}),
      'POST /voting/vote': () => {
        sent = true
        return { status: 409, body: { code: 'already_voted', message: 'One vote each.' } }
      },
    })
    await show(`/polls/${ID}`)
    await userEvent.click(await screen.findByRole('radio', { name: 'Idli' }))
    await userEvent.click(screen.getByRole('button', { name: 'Vote Now' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cast vote' }))
    expect(await screen.findByText('One vote each.')).toBeInTheDocument()
    expect(await screen.findByText('You voted')).toBeInTheDocument()
    expect(screen.queryByText(messages.VOTED)).not.toBeInTheDocument()
  })

  it('asks nobody for a vote who has cast it elsewhere since the page was opened', async () => {
    let elsewhere = false
    const calls = serverSays({ ...base, [`GET /polls/${ID}`]: () => one({ voted: elsewhere }) })
    await show(`/polls/${ID}`)
    await userEvent.click(await screen.findByRole('radio', { name: 'Dosa' }))
    elsewhere = true
    await userEvent.click(screen.getByRole('button', { name: 'Vote Now' }))
    expect(await screen.findByText('You voted')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(calls.some(({ path }) => path === '/voting/vote')).toBe(false)
  })

  it('knows a vote that was cast elsewhere', async () => {
    serverSays({
      ...base,
      [`GET /polls/${ID}`]: one(),
      'POST /voting/vote': { status: 409, body: { code: 'already_voted', message: 'One vote each.' } },
    })
    await show(`/polls/${ID}`)
    await userEvent.click(await screen.findByRole('radio', { name: 'Dosa' }))
    await userEvent.click(screen.getByRole('button', { name: 'Vote Now' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cast vote' }))
    expect(await screen.findByText('One vote each.')).toBeInTheDocument()
  })

  it('cannot be voted in before its start', async () => {
    serverSays({ ...base, [`GET /polls/${ID}`]: one({ startsAt: soon(5), endsAt: soon(60), voters: 0 }) })
    await show(`/polls/${ID}`)
    expect(await screen.findByText("This poll hasn't started yet. Check back later!")).toBeInTheDocument()
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled()
  })

  it('marks who won when it is over', async () => {
    serverSays({ ...base, [`GET /polls/${ID}`]: one({ startsAt: soon(-90), endsAt: soon(-5) }) })
    await show(`/polls/${ID}`)
    expect(await screen.findByText('This poll has ended. Final results are displayed above.')).toBeInTheDocument()
    expect(screen.getByText('Winner')).toBeInTheDocument()
    expect(screen.getByText('75%')).toBeInTheDocument()
  })

  it('is deleted by its maker while nobody voted', async () => {
    const empty = {
      own: true,
      voters: 0,
      options: [
        { name: 'A', votes: 0 },
        { name: 'B', votes: 0 },
      ],
    }
    const calls = serverSays({
      ...base,
      [`GET /polls/${ID}`]: one(empty),
      [`DELETE /polls/${ID}`]: { body: { success: true, message: 'Poll deleted' } },
    })
    const router = await show(`/polls/${ID}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    const asked = await screen.findByRole('dialog', { name: messages.DELETE_TITLE })
    await userEvent.click(within(asked).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Poll deleted')).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/polls'))
    expect(calls.some((call) => call.method === 'DELETE')).toBe(true)
  })

  it('says when it is not there', async () => {
    serverSays({ ...base, [`GET /polls/${ID}`]: { status: 404, body: { code: 'missing', message: 'Not here.' } } })
    await show(`/polls/${ID}`)
    expect(await screen.findByRole('heading', { name: messages.MISSING_TITLE, level: 2 })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to Polls' })).toBeInTheDocument()
  })
})
