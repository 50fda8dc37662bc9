/**
 * Routes: the table of all pages. `site` has the navigation and the footer, `member` below it asks for a log-in,
 * `admin` below that stops the role USER; `room` is the bare shell of the contest screen. Pages arrive lazily, fetched
 * when a link to them is pointed at.
 */
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { followPerson } from '@/api/session'
import type { Over } from '@/features/attempts/model'
import { listsAreOf, rememberLists } from '@/lib/listsAsLeft'
import { prefersReducedData } from '@/lib/prefersReducedData'
import { holdChangesOf, listenForBackFirst } from '@/lib/useCloseOnBack'
import { reactDom } from './deferredReactDom'
import { loadAnewIfOtherDocument } from './documents'
import { AdminGuard, LoginGuard } from './guards'
import { lazyPage } from './lazyPage'
import { NotFound, PageError, PageLoading } from './pageFallbacks'
import { Frame } from './shell/Frame'
import { SiteShell } from './shell/SiteShell'

const root = createRootRoute({
  beforeLoad: ({ location, preload }) => (preload ? undefined : loadAnewIfOtherDocument(location.pathname)),
  component: Frame,
  notFoundComponent: () => (
    <SiteShell>
      <NotFound />
    </SiteShell>
  ),
})
const site = createRoute({ getParentRoute: () => root, id: 'site', component: () => <SiteShell /> })
const member = createRoute({ getParentRoute: () => site, id: 'member', component: LoginGuard })
const admin = createRoute({
  getParentRoute: () => member,
  id: 'admin',
  component: () => (
    <AdminGuard>
      <Outlet />
    </AdminGuard>
  ),
})
// Without the guard: the contest screen keeps whoever is inside when a session ends, and asks to log in again.
const room = createRoute({ getParentRoute: () => root, id: 'room' })

/** One text value of the search part, or nothing. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Of the account pages: where to go once logged in. */
const withNext = (search: Record<string, unknown>): { next?: string } => ({ next: text(search.next) })

const home = createRoute({
  getParentRoute: () => site,
  path: '/',
  component: lazyPage(() => import('@/pages/HomePage')),
})
const login = createRoute({
  getParentRoute: () => site,
  path: '/login',
  validateSearch: (search): { next?: string; mailed?: string } => ({
    next: text(search.next),
    mailed: text(search.mailed),
  }),
  component: lazyPage(() => import('@/features/accounts/pages/LoginPage')),
})
const register = createRoute({
  getParentRoute: () => site,
  path: '/register',
  validateSearch: withNext,
  component: lazyPage(() => import('@/features/accounts/pages/RegisterPage')),
})
const signUp = createRoute({
  getParentRoute: () => site,
  path: '/signup',
  validateSearch: withNext,
  component: lazyPage(() => import('@/features/accounts/pages/RegisterPage')),
})
const resetPassword = createRoute({
  getParentRoute: () => site,
  path: '/resetpassword',
  validateSearch: withNext,
  component: lazyPage(() => import('@/features/accounts/pages/ResetPasswordPage')),
})
const confirm = createRoute({
  getParentRoute: () => site,
  path: '/confirm',
  validateSearch: (search): { token?: string } => ({ token: text(search.token) }),
  component: lazyPage(() => import('@/features/accounts/pages/ConfirmPage')),
})
const about = createRoute({
  getParentRoute: () => site,
  path: '/about',
  component: lazyPage(() => import('@/pages/AboutPage')),
})
const walkthrough = createRoute({
  getParentRoute: () => site,
  path: '/walkthrough',
  component: lazyPage(() => import('@/pages/WalkthroughPage')),
})
const contact = createRoute({
  getParentRoute: () => site,
  path: '/contactus',
  validateSearch: (search): { topic?: string } => ({ topic: text(search.topic) }),
  component: lazyPage(() => import('@/pages/ContactPage')),
})
const privacy = createRoute({
  getParentRoute: () => site,
  path: '/privacy',
  component: lazyPage(() => import('@/pages/PrivacyPage')),
})
const terms = createRoute({
  getParentRoute: () => site,
  path: '/terms',
  component: lazyPage(() => import('@/pages/TermsPage')),
})
const refunds = createRoute({
  getParentRoute: () => site,
  path: '/refunds',
  component: lazyPage(() => import('@/pages/RefundsPage')),
})
const shipping = createRoute({
  getParentRoute: () => site,
  path: '/shipping',
  component: lazyPage(() => import('@/pages/ShippingPage')),
})
const licences = createRoute({
  getParentRoute: () => site,
  path: '/licences',
  validateSearch: (search): { q?: string } => ({ q: text(search.q) }),
  component: lazyPage(() => import('@/pages/LicencesPage')),
})
const profile = createRoute({
  getParentRoute: () => member,
  path: '/profile',
  component: lazyPage(() => import('@/pages/ProfilePage')),
})

// Pages of features/attempts and features/contests: a line gets its lazy import when the page's file exists.
const contests = createRoute({
  getParentRoute: () => member,
  path: '/contest',
  validateSearch: (search): { status?: string; q?: string; contest?: string } => ({
    status: text(search.status),
    q: text(search.q),
    contest: text(search.contest),
  }),
  component: lazyPage(() => import('@/features/attempts/pages/ContestListPage')),
})
const takeContest = createRoute({
  getParentRoute: () => room,
  path: '/ContestQuestion',
  validateSearch: (search): { contest?: string; preview?: string } => ({
    contest: text(search.contest),
    preview: text(search.preview),
  }),
  loaderDeps: ({ search: { contest, preview } }) => ({ contest: preview ? undefined : contest }),
  loader: async ({ deps: { contest } }) => {
    if (contest)
      await (await import('@/features/attempts/room/takePrefetchedAttempt')).takePrefetchedAttempt(contest, reactDom)
  },
  component: lazyPage(() => import('@/features/attempts/pages/TakeContestPage')),
})
const result = createRoute({
  getParentRoute: () => member,
  path: '/result',
  validateSearch: (search): { contest?: string; part?: string } => ({
    contest: text(search.contest),
    part: text(search.part),
  }),
  component: lazyPage(() => import('@/features/attempts/pages/ResultsPage')),
})
const myContests = createRoute({
  getParentRoute: () => member,
  path: '/my-contests',
  validateSearch: (search): { status?: string } => ({ status: text(search.status) }),
  component: lazyPage(() => import('@/features/attempts/pages/MyContestsPage')),
})
// Without the guard: whoever waits for a start when the session ends keeps the place, and is asked to log in again.
const myContest = createRoute({
  getParentRoute: () => site,
  path: '/my-contests/$contestId',
  validateSearch: (search): { wait?: string } => ({ wait: text(search.wait) }),
  component: lazyPage(() => import('@/features/attempts/pages/ContestDetailsPage')),
})
const createContest = createRoute({
  getParentRoute: () => member,
  path: '/createcontest',
  component: lazyPage(() => import('@/features/contests/pages/CreateContestPage')),
})
const questions = createRoute({
  getParentRoute: () => member,
  path: '/questionview/$contestId',
  validateSearch: (search): { correct?: string; accept?: string; refuse?: string } => ({
    correct: text(search.correct),
    accept: text(search.accept),
    refuse: text(search.refuse),
  }),
  component: lazyPage(() => import('@/features/contests/pages/QuestionsPage')),
})
// Without the guard: whoever is not logged in is told what the link is before being sent to log in.
const invite = createRoute({
  getParentRoute: () => site,
  path: '/invite',
  component: lazyPage(() => import('@/features/contests/pages/InvitePage')),
})
const olderInvite = createRoute({
  getParentRoute: () => site,
  path: '/invite/$token',
  component: lazyPage(() => import('@/features/contests/pages/InvitePage')),
})
const polls = createRoute({
  getParentRoute: () => member,
  path: '/polls',
  validateSearch: (search): { status?: string; q?: string; create?: string } => ({
    status: text(search.status),
    q: text(search.q),
    create: text(search.create),
  }),
  component: lazyPage(() => import('@/features/polls/pages/PollsPage')),
})
const poll = createRoute({
  getParentRoute: () => member,
  path: '/polls/$pollId',
  component: lazyPage(() => import('@/features/polls/pages/PollPage')),
})
const clubs = createRoute({
  getParentRoute: () => site,
  path: '/clubs',
  validateSearch: (search): { q?: string } => ({ q: text(search.q) }),
  component: lazyPage(() => import('@/features/clubs/pages/ClubsPage')),
})
const club = createRoute({
  getParentRoute: () => site,
  path: '/club/$clubId',
  validateSearch: (search): { tab?: string } => ({ tab: text(search.tab) }),
  component: lazyPage(() => import('@/pages/ClubPage')),
})
const newClub = createRoute({
  getParentRoute: () => admin,
  path: '/clubs/new',
  component: lazyPage(() => import('@/features/clubs/pages/NewClubPage')),
})
const editClub = createRoute({
  getParentRoute: () => admin,
  path: '/club/$clubId/edit',
  component: lazyPage(() => import('@/features/clubs/pages/EditClubPage')),
})
const members = createRoute({
  getParentRoute: () => admin,
  path: '/member',
  validateSearch: (search): { club?: string } => ({ club: text(search.club) }),
  component: lazyPage(() => import('@/features/clubs/pages/MembersPage')),
})
const events = createRoute({
  getParentRoute: () => site,
  path: '/events',
  validateSearch: (search): { when?: string; club?: string; q?: string } => ({
    when: text(search.when),
    club: text(search.club),
    q: text(search.q),
  }),
  component: lazyPage(() => import('@/features/events/pages/EventsPage')),
})
const event = createRoute({
  getParentRoute: () => site,
  path: '/event/$eventId',
  validateSearch: (search): { edit?: string } => ({ edit: text(search.edit) }),
  component: lazyPage(() => import('@/features/events/pages/EventPage')),
})
// The specification names both.
const createEvent = createRoute({
  getParentRoute: () => admin,
  path: '/event',
  validateSearch: (search): { club?: string } => ({ club: text(search.club) }),
  component: lazyPage(() => import('@/features/events/pages/CreateEventPage')),
})
const createEventToo = createRoute({
  getParentRoute: () => admin,
  path: '/createevent',
  validateSearch: (search): { club?: string } => ({ club: text(search.club) }),
  component: lazyPage(() => import('@/features/events/pages/CreateEventPage')),
})
const gallery = createRoute({
  getParentRoute: () => admin,
  path: '/gallery/$club/$id',
  component: lazyPage(() => import('@/features/galleries/pages/GalleryPage')),
})
const pricing = createRoute({
  getParentRoute: () => site,
  path: '/pricing',
  validateSearch: (search): { plan?: string; period?: string } => ({
    plan: text(search.plan),
    period: text(search.period),
  }),
  component: lazyPage(() => import('@/features/payments/pages/PricingPage')),
})
const paymentSuccess = createRoute({
  getParentRoute: () => member,
  path: '/payment/success',
  validateSearch: (search): { order?: string } => ({ order: text(search.order) }),
  component: lazyPage(() => import('@/features/payments/pages/PaymentSuccessPage')),
})
const purchases = createRoute({
  getParentRoute: () => member,
  path: '/purchases',
  component: lazyPage(() => import('@/features/payments/pages/PurchasesPage')),
})
const receipt = createRoute({
  getParentRoute: () => member,
  path: '/receipt/$order',
  component: lazyPage(() => import('@/features/payments/pages/ReceiptPage')),
})
const sales = createRoute({
  getParentRoute: () => admin,
  path: '/sales',
  validateSearch: (search): { q?: string } => ({ q: text(search.q) }),
  component: lazyPage(() => import('@/features/payments/pages/SalesPage')),
})
const notifications = createRoute({
  getParentRoute: () => member,
  path: '/notifications',
  validateSearch: (search): { show?: string } => ({ show: text(search.show) }),
  component: lazyPage(() => import('@/features/notify/pages/InboxPage')),
})
const operations = createRoute({
  getParentRoute: () => admin,
  path: '/operations',
  validateSearch: (search): { tab?: string; kind?: string; page?: string; q?: string; person?: string } => ({
    tab: text(search.tab),
    kind: text(search.kind),
    page: text(search.page),
    q: text(search.q),
    person: text(search.person),
  }),
  component: lazyPage(() => import('@/features/operations/pages/OperationsPage')),
})
const dashboard = createRoute({
  getParentRoute: () => member,
  path: '/dashboard',
  component: lazyPage(() => import('@/pages/DashboardPage')),
})

/** The pieces of ui/ side by side; only while developing, never in a build. */
const kit = createRoute({
  getParentRoute: () => site,
  path: '/dev/kit',
  component: import.meta.env.DEV ? lazyPage(() => import('@/pages/KitPage')) : NotFound,
})

const tree = root.addChildren([
  site.addChildren([
    home,
    login,
    register,
    signUp,
    resetPassword,
    confirm,
    about,
    walkthrough,
    contact,
    privacy,
    terms,
    refunds,
    shipping,
    licences,
    invite,
    olderInvite,
    myContest,
    clubs,
    club,
    events,
    event,
    pricing,
    kit,
    member.addChildren([
      dashboard,
      contests,
      result,
      myContests,
      createContest,
      questions,
      polls,
      poll,
      profile,
      paymentSuccess,
      purchases,
      receipt,
      notifications,
      admin.addChildren([sales, operations, createEvent, createEventToo, newClub, editClub, members, gallery]),
    ]),
  ]),
  room.addChildren([takeContest]),
])

listenForBackFirst()

export const router = createRouter({
  routeTree: tree,
  defaultPreload: prefersReducedData() ? false : 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: PageLoading,
  defaultPendingMs: 300,
  scrollRestoration: true,
  // Plain pairs: an id made of digits stays text, and nothing is wrapped in JSON quotes.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search).flatMap(([k, v]) => (v === undefined || v === '' ? [] : [[k, String(v)]]))
    return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
  },
})

holdChangesOf(router.history)
rememberLists(router.history)
followPerson(listsAreOf)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The account was deleted a moment ago: the landing page says good-bye. */
    farewell?: boolean
    /** Somebody came to a contest that had ended: the list says so. */
    over?: Over
  }
}
