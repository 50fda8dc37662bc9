/**
 * Paths: every address of the site, built in one place. A builder gives what a router link takes:
 * `<Link {...paths.result(id)}>`, `navigate(paths.contests())`; `hrefOf` turns it into text, for copying or a full page load.
 * Features may import this file and nothing else of app/.
 */

type Target = {
  to: string
  params?: Record<string, string>
  search?: Record<string, string | undefined>
  hash?: string
}

/**
 * A page of an account, and where to go once logged in. What stands behind `#` in `next` stays behind it: it may let
 * somebody in, and what stands before it is sent to the server and kept in the logs of proxies.
 */
function onTheWay<const To extends string>(to: To, next = '') {
  const [page, hash] = next.split(/#(.*)/s)
  return { to, search: page ? { next: page } : {}, hash }
}

export const paths = {
  home: () => ({ to: '/' }) as const,
  /** `next`: where to go after logging in. */
  login: (next?: string) => onTheWay('/login', next),
  register: (next?: string) => onTheWay('/register', next),
  signUp: (next?: string) => onTheWay('/signup', next),
  resetPassword: (next?: string) => onTheWay('/resetpassword', next),
  dashboard: () => ({ to: '/dashboard' }) as const,
  contests: () => ({ to: '/contest' }) as const,
  takeContest: (contest: string) => ({ to: '/ContestQuestion', search: { contest } }) as const,
  previewContest: (contest: string) => ({ to: '/ContestQuestion', search: { contest, preview: '1' } }) as const,
  /** `part`: what of it is shown, to those who see more than the board. */
  result: (contest: string, part?: 'questions') =>
    ({ to: '/result', search: { contest, ...(part ? { part } : {}) } }) as const,
  createContest: () => ({ to: '/createcontest' }) as const,
  /** The token lets somebody in: it stands where no proxy logs it. */
  invite: (token: string) => ({ to: '/invite', hash: token }) as const,
  /** `correct`: a question to begin correcting at once; `change`: a typed answer that is to be right, or no more. */
  questions: (contestId: string, correct?: string, change: { accept?: string; refuse?: string } = {}) =>
    ({
      to: '/questionview/$contestId',
      params: { contestId },
      search: correct ? { correct, ...change } : {},
    }) as const,
  polls: () => ({ to: '/polls' }) as const,
  createPoll: () => ({ to: '/polls', search: { create: '1' } }) as const,
  poll: (pollId: string) => ({ to: '/polls/$pollId', params: { pollId } }) as const,
  clubs: () => ({ to: '/clubs' }) as const,
  foundClubs: (words: string) => ({ to: '/clubs', search: { q: words } }) as const,
  newClub: () => ({ to: '/clubs/new' }) as const,
  /** `tab`: what of it is shown first. */
  club: (clubId: string, tab?: string) =>
    ({ to: '/club/$clubId', params: { clubId }, search: tab ? { tab } : {} }) as const,
  editClub: (clubId: string) => ({ to: '/club/$clubId/edit', params: { clubId } }) as const,
  /** `club`: whose members; else of the club the person manages. */
  members: (club?: string) => ({ to: '/member', search: club ? { club } : {} }) as const,
  events: () => ({ to: '/events' }) as const,
  event: (eventId: string) => ({ to: '/event/$eventId', params: { eventId } }) as const,
  editEvent: (eventId: string) => ({ to: '/event/$eventId', params: { eventId }, search: { edit: '1' } }) as const,
  /** `club`: whose event it will be; else one the person administers. */
  createEvent: (club?: string) => ({ to: '/event', search: club ? { club } : {} }) as const,
  /** `id`: the gallery's or its event's. */
  gallery: (club: string, id: string) => ({ to: '/gallery/$club/$id', params: { club, id } }) as const,
  profile: () => ({ to: '/profile' }) as const,
  myContests: () => ({ to: '/my-contests' }) as const,
  myContest: (contestId: string) => ({ to: '/my-contests/$contestId', params: { contestId } }) as const,
  /** The same page, waiting for the start: whoever comes this way is let in when it comes. */
  waitForContest: (contestId: string) =>
    ({ to: '/my-contests/$contestId', params: { contestId }, search: { wait: '1' } }) as const,
  walkthrough: () => ({ to: '/walkthrough' }) as const,
  about: () => ({ to: '/about' }) as const,
  /** `sales`: opens the form for a question about plans. */
  contact: (topic?: 'sales') => ({ to: '/contactus', search: topic ? { topic } : {} }) as const,
  privacy: () => ({ to: '/privacy' }) as const,
  terms: () => ({ to: '/terms' }) as const,
  refunds: () => ({ to: '/refunds' }) as const,
  shipping: () => ({ to: '/shipping' }) as const,
  licences: () => ({ to: '/licences' }) as const,
  /** With a plan and a period somebody has chosen already. */
  pricing: (plan?: string, period?: 'annual') =>
    ({ to: '/pricing', search: { ...(plan ? { plan } : {}), ...(period ? { period } : {}) } }) as const,
  paymentSuccess: (order?: string) => ({ to: '/payment/success', search: order ? { order } : {} }) as const,
  purchases: () => ({ to: '/purchases' }) as const,
  receipt: (order: string) => ({ to: '/receipt/$order', params: { order } }) as const,
  sales: () => ({ to: '/sales' }) as const,
  notifications: () => ({ to: '/notifications' }) as const,
  operations: () => ({ to: '/operations' }) as const,
  people: () => ({ to: '/operations', search: { tab: 'people' } }) as const,
  /** One person, as administrators see the account. */
  person: (id: string) => ({ to: '/operations', search: { tab: 'people', person: id } }) as const,
}

/** The place of one question on its contest's page of questions, for the hash of a link. */
export const questionAnchor = (questionId: string) => `question-${questionId}`

export function hrefOf({ to, params = {}, search = {}, hash }: Target): string {
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return (pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path) + (hash ? `#${hash}` : '')
}

/** Where an address of a page of an account leads on to. */
export function nextOf({ search, hash }: { search: { next?: string }; hash: string }): string | undefined {
  return search.next && search.next + (hash && `#${hash}`)
}

/** Any origin: an address that leaves this one leaves them all. */
const ANY = 'http://quad.invalid'

/**
 * A `next` address is followed only inside this site. Browsers drop tabs and ends of lines and read \ as /, so what looks
 * like a path may name a host; so may a path that begins with // once its dots are gone.
 */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith('/') || next.startsWith('//') || /[\\\p{Cc}]/u.test(next)) return '/'
  const { origin, pathname } = new URL(next, ANY)
  return origin === ANY && !pathname.startsWith('//') ? next : '/'
}
