/**
 * The table of routes. `site` has the navigation and the footer, `member` below it asks for a log-in, `room` is the bare
 * shell of the contest screen. Pages arrive lazily, fetched when a link to them is pointed at.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { existing } from './existing'
import { LoginGuard } from './guards'
import { laterPaths } from './paths'
import { Frame } from './shell/Frame'
import { SiteShell } from './shell/SiteShell'
import { NotFound, PageBroke, PageLoading } from './Trouble'

const root = createRootRoute({
  component: Frame,
  notFoundComponent: () => (
    <SiteShell>
      <NotFound />
    </SiteShell>
  ),
})
const site = createRoute({ getParentRoute: () => root, id: 'site', component: () => <SiteShell /> })
const member = createRoute({ getParentRoute: () => site, id: 'member', component: LoginGuard })
// Without the guard: the contest screen keeps whoever is inside when a session ends, and asks to log in again.
const room = createRoute({ getParentRoute: () => root, id: 'room' })

/** One text value of the search part, or nothing. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

const home = createRoute({
  getParentRoute: () => site,
  path: '/',
  component: lazyRouteComponent(() => import('@/pages/HomePage')),
})
const login = createRoute({
  getParentRoute: () => site,
  path: '/login',
  validateSearch: (search): { next?: string; mailed?: string } => ({
    next: text(search.next),
    mailed: text(search.mailed),
  }),
  component: lazyRouteComponent(() => import('@/features/accounts/LoginPage')),
})
const register = createRoute({
  getParentRoute: () => site,
  path: '/register',
  component: lazyRouteComponent(() => import('@/features/accounts/RegisterPage')),
})
const signUp = createRoute({
  getParentRoute: () => site,
  path: '/signup',
  component: lazyRouteComponent(() => import('@/features/accounts/RegisterPage')),
})
const resetPassword = createRoute({
  getParentRoute: () => site,
  path: '/resetpassword',
  component: lazyRouteComponent(() => import('@/features/accounts/ResetPasswordPage')),
})
const confirm = createRoute({
  getParentRoute: () => site,
  path: '/confirm',
  validateSearch: (search): { token?: string } => ({ token: text(search.token) }),
  component: lazyRouteComponent(() => import('@/features/accounts/ConfirmPage')),
})
const about = createRoute({
  getParentRoute: () => site,
  path: '/about',
  component: lazyRouteComponent(() => import('@/pages/AboutPage')),
})
const walkthrough = createRoute({
  getParentRoute: () => site,
  path: '/walkthrough',
  component: lazyRouteComponent(() => import('@/pages/WalkthroughPage')),
})
const contact = createRoute({
  getParentRoute: () => site,
  path: '/contactus',
  validateSearch: (search): { topic?: string } => ({ topic: text(search.topic) }),
  component: lazyRouteComponent(() => import('@/pages/ContactPage')),
})
const privacy = createRoute({
  getParentRoute: () => site,
  path: '/privacy',
  component: lazyRouteComponent(() => import('@/pages/PrivacyPage')),
})
const terms = createRoute({
  getParentRoute: () => site,
  path: '/terms',
  component: lazyRouteComponent(() => import('@/pages/TermsPage')),
})
const refunds = createRoute({
  getParentRoute: () => site,
  path: '/refunds',
  component: lazyRouteComponent(() => import('@/pages/RefundsPage')),
})
const shipping = createRoute({
  getParentRoute: () => site,
  path: '/shipping',
  component: lazyRouteComponent(() => import('@/pages/ShippingPage')),
})
const profile = createRoute({
  getParentRoute: () => member,
  path: '/profile',
  component: lazyRouteComponent(() => import('@/features/profile/ProfilePage')),
})

// Pages of features/attempts and features/contests: a line gets its lazy import when the page's file exists.
const contests = createRoute({
  getParentRoute: () => member,
  path: '/contest',
  validateSearch: (search): { status?: string; q?: string } => ({ status: text(search.status), q: text(search.q) }),
  component: lazyRouteComponent(() => import('@/features/attempts/ContestListPage')),
})
const takeContest = createRoute({
  getParentRoute: () => room,
  path: '/ContestQuestion',
  validateSearch: (search): { contest?: string; preview?: string } => ({
    contest: text(search.contest),
    preview: text(search.preview),
  }),
  component: lazyRouteComponent(() => import('@/features/attempts/TakeContestPage')),
})
const result = createRoute({
  getParentRoute: () => member,
  path: '/result',
  validateSearch: (search): { contest?: string } => ({ contest: text(search.contest) }),
  component: lazyRouteComponent(() => import('@/features/attempts/ResultsPage')),
})
const myContests = createRoute({
  getParentRoute: () => member,
  path: '/my-contests',
  component: lazyRouteComponent(() => import('@/features/attempts/MyContestsPage')),
})
const createContest = createRoute({
  getParentRoute: () => member,
  path: '/createcontest',
  // Where the plans are, in builds that have them.
  context: () => ({ plans: existing.pricing ? laterPaths.pricing : undefined }),
  component: lazyRouteComponent(() => import('@/features/contests/CreateContestPage')),
})
const questions = createRoute({
  getParentRoute: () => member,
  path: '/questionview/$contestId',
  component: lazyRouteComponent(() => import('@/features/contests/QuestionsPage')),
})
const dashboard = createRoute({
  getParentRoute: () => member,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('@/pages/DashboardPage')),
})

/** The pieces of ui/ side by side; only while developing, never in a build. */
const kit = createRoute({
  getParentRoute: () => site,
  path: '/dev/kit',
  component: import.meta.env.DEV ? lazyRouteComponent(() => import('@/pages/KitPage')) : NotFound,
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
    kit,
    member.addChildren([dashboard, contests, result, myContests, createContest, questions, profile]),
  ]),
  room.addChildren([takeContest]),
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageBroke,
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
