/** Links back to a list: they lead to it as it was left, and to its beginning when their page was opened directly. */
import type { RouteComponent } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cache, SESSION_KEY } from '@/api/cache'
import { MY_TITLE, TABS } from '@/features/attempts/messages'
import ContestDetailsPage from '@/features/attempts/pages/ContestDetailsPage'
import ResultsPage from '@/features/attempts/pages/ResultsPage'
import TakeContestPage from '@/features/attempts/pages/TakeContestPage'
import { ALL_CONTESTS } from '@/features/attempts/room/messages'
import { ALL_CLUBS, CLUBS } from '@/features/clubs/messages'
import EditClubPage from '@/features/clubs/pages/EditClubPage'
import NewClubPage from '@/features/clubs/pages/NewClubPage'
import QuestionsPage from '@/features/contests/pages/QuestionsPage'
import { BACK as ALL_EVENTS } from '@/features/events/messages'
import EventPage from '@/features/events/pages/EventPage'
import OperationsPage from '@/features/operations/pages/OperationsPage'
import { ALL_PEOPLE } from '@/features/operations/peopleMessages'
import { BACK as ALL_POLLS } from '@/features/polls/messages'
import PollPage from '@/features/polls/pages/PollPage'
import PollsPage from '@/features/polls/pages/PollsPage'
import { asLeft, forgetLists, rememberLists } from '@/lib/listsAsLeft'
import ClubPage from '@/pages/ClubPage'
import { type Answer, SITE, serverSays, showPage, signedIn } from '@/testPage'
import { paths } from './paths'
import { router as siteRouter } from './routes'

const hours = (by: number) => new Date(Date.now() + by * 3_600_000).toISOString()
const says = (part: object): Answer => ({ body: { success: true, serverNow: hours(0), ...part } })
const POLL = {
  id: 'p1',
  title: 'Sunday lunch?',
  organization: 'Mess Committee',
  options: [
    { name: 'Dosa', votes: 3 },
    { name: 'Idli', votes: 1 },
  ],
  voters: 4,
  startsAt: hours(-1),
  endsAt: hours(1),
  createdAt: hours(-2),
  voted: false,
  own: false,
}
const EVENT = {
  id: 'e1',
  club: { id: 'c1', shortName: 'HOBBY', name: 'Hobby Club' },
  title: 'Night walk',
  description: 'Bring any camera.',
  location: 'Clock tower',
  startsAt: hours(48),
  endsAt: hours(50),
  picture: null,
  pictureUrl: null,
  capacity: 20,
  registered: 12,
  waiting: 0,
  open: true,
  closed: false,
  status: 'upcoming',
  cancelledAt: null,
  reason: null,
  form: { fields: [] },
  formVersion: 1,
  you: null,
  createdAt: hours(-1),
  changedAt: hours(-1),
}
const CONTEST = {
  _id: 'q1',
  title: 'Friday Quiz',
  description: '',
  startDate: hours(-1),
  endDate: hours(1),
  isPublic: true,
  answersShown: true,
  QuestionSet: [],
  questionCount: 1,
  participants: 3,
  joined: false,
  completed: false,
  answered: 0,
  rank: null,
  own: false,
  frozen: false,
  createdAt: hours(-2),
}
const PERSON = {
  _id: 'u2',
  fullName: 'Bo Sen',
  email: 'bo@meridian.example',
  Batch: 2026,
  roles: ['USER'],
  createdAt: hours(-9),
  contact: '9000000001',
  contestCredits: 3,
  pollCredits: 1,
  contestsMade: 2,
  pollsMade: 0,
  contestsJoined: 5,
  clubs: [],
  sessions: [],
}
const SERVER = {
  'GET /site': SITE,
  'GET /checklogged': signedIn('ADMIN'),
  'GET /voting/polls/p1': says({ poll: POLL }),
  'GET /polls/p1': says({ poll: POLL }),
  'GET /events/e1': says({ event: EVENT, mayManage: false }),
  'GET /contest/q1': says({ ...CONTEST }),
  'GET /contest/q2': says({ ...CONTEST, _id: 'q2', joined: true }),
  'GET /contest/later': says({ ...CONTEST, _id: 'later', startDate: hours(1), endDate: hours(2) }),
  'GET /post/q1': says({ contest: { ...CONTEST, questions: [] } }),
  'GET /people/u2': says({ person: PERSON }),
  'GET /jobs': says({ jobs: [], total: 0, counts: { parked: 0, running: 0, waiting: 0 }, kinds: [] }),
  'GET /enquiries': says({ enquiries: [], total: 0, open: 0 }),
  'GET /audit': says({ entries: [], total: 0 }),
}
const STUDENT = { ...SERVER, 'GET /checklogged': signedIn() }

type Page = [RouteComponent, string]
const MEMBER = 'site/member'
const POLLS = '/polls?status=active&q=lunch'
const EVENTS = '/events?when=past&club=HOBBY&q=walk'
const CONTESTS = '/contest?status=upcoming&q=quiz'
const MINE = '/my-contests?status=ended'
const CLUB_LIST = '/clubs?q=film'
const PEOPLE = '/operations?tab=people&q=bo'
const poll: Page = [PollPage, '/polls/$pollId']
const event: Page = [EventPage, '/event/$eventId']
const contest: Page = [ContestDetailsPage, '/my-contests/$contestId']
const result: Page = [ResultsPage, '/result']

/** What it is, the list as it is left, the page, its address, the layout, the words of its links, the server's answers. */
const LINKS: [string, string, Page, string, string, string[], typeof SERVER?][] = [
  ['a poll', POLLS, poll, '/polls/p1', MEMBER, [ALL_POLLS]],
  ['a poll that is not there', POLLS, poll, '/polls/p9', MEMBER, [ALL_POLLS]],
  ['the form for a poll', POLLS, [PollsPage, '/polls'], '/polls?create=1', MEMBER, [ALL_POLLS]],
  ['an event', EVENTS, event, '/event/e1', 'site', [ALL_EVENTS]],
  ['an event that is not there', EVENTS, event, '/event/e9', 'site', [ALL_EVENTS]],
  ['a contest', CONTESTS, contest, '/my-contests/q1', MEMBER, [TABS.all]],
  ['a contest one has joined', MINE, contest, '/my-contests/q2', MEMBER, [MY_TITLE]],
  ['a contest that is not there', MINE, contest, '/my-contests/q9', MEMBER, [MY_TITLE, MY_TITLE]],
  ['results that are too early', CONTESTS, result, '/result?contest=later', MEMBER, [TABS.all, TABS.all], STUDENT],
  ['results that are not there', CONTESTS, result, '/result?contest=q9', MEMBER, [TABS.all]],
  ['a contest that cannot be taken', CONTESTS, [TakeContestPage, '/take'], '/take?contest=q9', 'room', [ALL_CONTESTS]],
  [
    "somebody else's questions",
    CONTESTS,
    [QuestionsPage, '/questionview/$contestId'],
    '/questionview/q1',
    MEMBER,
    ['All Contests'],
  ],
  ['a club that is not there', CLUB_LIST, [ClubPage, '/club/$clubId'], '/club/X', 'site', [ALL_CLUBS]],
  ['a club to change that is not there', CLUB_LIST, [EditClubPage, '/edit/$clubId'], '/edit/X', 'site', [ALL_CLUBS]],
  ['a club one may not found', CLUB_LIST, [NewClubPage, '/new'], '/new', 'site', [CLUBS], STUDENT],
  [
    'a person',
    PEOPLE,
    [OperationsPage, '/operations'],
    '/operations?tab=people&person=u2',
    `${MEMBER}/admin`,
    [ALL_PEOPLE],
  ],
  [
    'a person who is gone',
    PEOPLE,
    [OperationsPage, '/operations'],
    '/operations?tab=people&person=u9',
    `${MEMBER}/admin`,
    [ALL_PEOPLE],
  ],
]

const pathOf = (address: string) => address.replace(/\?.*/, '')

beforeEach(() => {
  sessionStorage.clear()
  localStorage.setItem('userId1', 'u1')
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  forgetLists()
})

async function open(at: string, list: string, [page, path]: Page, under: string, answers: typeof SERVER = SERVER) {
  serverSays(answers)
  return await showPage({ [pathOf(list)]: () => <p>the list</p>, [path]: page }, at, under)
}
const linksCalled = async (words: string[]) => {
  await waitFor(() => expect(screen.getAllByRole('link', { name: words[0] })).toHaveLength(words.length))
  return screen.getAllByRole('link', { name: words[0] })
}

describe.each(LINKS)('%s', (_, list, page, address, under, words, answers) => {
  it('leads to the list as it was left', async () => {
    const router = await open(list, list, page, under, answers)
    rememberLists(router.history)
    await act(async () => router.history.push(address))
    for (const link of await linksCalled(words)) expect(link).toHaveAttribute('href', list)
    await userEvent.click((await linksCalled(words))[0] as HTMLElement)
    expect(router.state.location.href).toBe(list)
  })

  it('leads to the plain list when it was opened directly', async () => {
    await open(address, list, page, under, answers)
    const plain = list === PEOPLE ? '/operations?tab=people' : pathOf(list)
    for (const link of await linksCalled(words)) expect(link).toHaveAttribute('href', plain)
  })
})

it('every page remembers its lists, also for a guest who logs in, and forgets them when the person goes', () => {
  cache.setQueryData(SESSION_KEY, null)
  siteRouter.history.push(EVENTS)
  cache.setQueryData(SESSION_KEY, { id: 'u1' })
  expect(asLeft(paths.events())).toEqual({ to: '/events', search: { when: 'past', club: 'HOBBY', q: 'walk' } })
  cache.setQueryData(SESSION_KEY, null)
  expect(asLeft(paths.events())).toEqual(paths.events())
})
