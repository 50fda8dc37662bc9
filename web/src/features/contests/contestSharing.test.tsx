/**
 * Sharing a contest by its address: on every page about a public one, and on none about a private one, whose address leads
 * strangers nowhere.
 */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, SITE, serverSays, showPage, signedIn } from '@/testPage'
import ContestDetailsPage from '../attempts/pages/ContestDetailsPage'
import ContestListPage from '../attempts/pages/ContestListPage'
import ResultsPage from '../attempts/pages/ResultsPage'
import { INVITATION, INVITE } from './messages'
import CreateContestPage from './pages/CreateContestPage'
import QuestionsPage from './pages/QuestionsPage'

const HOUR = 3_600_000
const iso = (ms: number) => new Date(Date.now() + ms).toISOString()
const ID = '01a1fb7e-0000-7000-8000-3ac6b55e855c'
const TITLE = 'Hostel Finals'
/** The address that has a preview (server/src/link_previews.rs). */
const SHARED = `${location.origin}/my-contests/${ID}`

type State = { isPublic: boolean; own: boolean; over?: boolean }

function wire({ isPublic, own, over }: State) {
  return {
    _id: ID,
    title: TITLE,
    description: '',
    startDate: iso(-2 * HOUR),
    endDate: iso(over ? -HOUR : HOUR),
    isPublic,
    answersShown: false,
    QuestionSet: [],
    questionCount: 3,
    participants: 2,
    joined: !own,
    completed: !own,
    answered: 3,
    rank: null,
    own,
    frozen: true,
    createdAt: iso(-3 * HOUR),
    serverNow: iso(0),
  }
}

const listed = (contest: object): Answer => ({
  body: {
    success: true,
    contests: [contest],
    total: 1,
    counts: { all: 1, upcoming: 0, active: 1, completed: 0 },
    serverNow: iso(0),
  },
})

const standing = (own: boolean): Answer => ({
  body: {
    success: true,
    you: null,
    betterThanPercent: null,
    histogram: [1, 0, 1, 0],
    questionCount: 3,
    totalParticipants: 2,
    final: true,
    seesAll: own,
  },
})

const PAGES = {
  '/contest': ContestListPage,
  '/createcontest': CreateContestPage,
  '/questionview/$contestId': QuestionsPage,
  '/my-contests/$contestId': ContestDetailsPage,
  '/result': ResultsPage,
}

const board = { results: [], totalParticipants: 2 }

async function show(at: string, state: State) {
  const contest = wire(state)
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(state.own ? 'ORGANISER' : 'USER'),
    'GET /post/getallcontest': listed(contest),
    'GET /post/getcontest': { body: { success: true, contests: [contest], serverNow: iso(0) } },
    [`GET /contest/${ID}`]: { body: contest },
    [`GET /post/${ID}`]: { body: { success: true, contest, serverNow: iso(0) } },
    [`GET /contests/${ID}/standing`]: standing(state.own),
    [`GET /contests/${ID}/corrections`]: { body: { success: true, corrections: [] } },
    [`GET /contests/${ID}/invitation`]: { body: { success: true, invitation: null } },
    'POST /post/results': {
      body: { success: true, ...board, data: board, final: true, serverNow: iso(0) },
    },
  })
  await showPage(PAGES, at, 'site/member')
}

const byButton = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }))
}

/** Where a contest is looked at, and what opens the part that has the button. */
const PLACES: {
  name: string
  at: string
  state: Omit<State, 'isPublic'>
  open?: () => Promise<void>
  there: string
}[] = [
  {
    name: 'its details in the list',
    at: '/contest',
    state: { own: false },
    open: () => byButton(new RegExp(`^${TITLE}$`)),
    there: 'dialog',
  },
  { name: 'its page', at: `/my-contests/${ID}`, state: { own: false }, there: 'heading' },
  { name: 'its page after the end', at: `/my-contests/${ID}`, state: { own: false, over: true }, there: 'heading' },
  { name: 'its page, for the owner', at: `/my-contests/${ID}`, state: { own: true }, there: 'heading' },
  { name: 'its results', at: `/result?contest=${ID}`, state: { own: false, over: true }, there: 'heading' },
  {
    name: 'its results, for the owner',
    at: `/result?contest=${ID}`,
    state: { own: true, over: true },
    there: 'heading',
  },
  { name: 'its questions', at: `/questionview/${ID}`, state: { own: true }, there: 'heading' },
  {
    name: 'the invitation dialog',
    at: `/questionview/${ID}`,
    state: { own: true },
    open: () => byButton(new RegExp(`^${INVITE}$`)),
    there: 'dialog',
  },
]

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

describe.each(PLACES)('$name', ({ at, state, open, there }) => {
  const looked = async (isPublic: boolean) => {
    await show(at, { ...state, isPublic })
    await open?.()
    if (there === 'dialog') return within(await screen.findByRole('dialog'))
    await screen.findByRole('heading', { level: 1, name: TITLE })
    return screen
  }

  it('shares a public contest by the address that has a preview', async () => {
    const user = userEvent.setup()
    const place = await looked(true)
    await user.click(await place.findByRole('button', { name: /^Share( contest)?$/ }))
    expect(await navigator.clipboard.readText()).toBe(SHARED)
  })

  it('shares no private one', async () => {
    const place = await looked(false)
    expect(place.queryByRole('button', { name: /^Share( contest)?$/ })).toBeNull()
  })
})

describe('the menu of one’s own card', () => {
  const open = async (isPublic: boolean) => {
    await show('/createcontest', { isPublic, own: true })
    await userEvent.click(await screen.findByRole('button', { name: `More about ${TITLE}` }))
    await screen.findByRole('menuitem', { name: INVITATION })
  }

  it('shares a public contest', async () => {
    const user = userEvent.setup()
    await open(true)
    await user.click(screen.getByRole('menuitem', { name: 'Share' }))
    expect(await navigator.clipboard.readText()).toBe(SHARED)
  })

  it('has the invitation link alone for a private one', async () => {
    await open(false)
    expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull()
  })
})

it('the owner of a private contest is told where its link is', async () => {
  await show(`/my-contests/${ID}`, { isPublic: false, own: true })
  expect(await screen.findByText(/invitation link/)).toHaveTextContent('Manage')
})
