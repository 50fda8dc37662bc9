/** Addresses are a promise to bookmarks, mails and other clients: a change must be seen here. */
import { expect, it } from 'vitest'
import { hrefOf, nextOf, paths, safeNext } from './paths'

it('keeps every address', () => {
  const all = {
    home: paths.home(),
    login: paths.login(),
    loginAndBack: paths.login('/result?contest=c1'),
    register: paths.register(),
    registerAndBack: paths.register('/invite#abc'),
    signUp: paths.signUp(),
    signUpAndBack: paths.signUp('/invite#abc'),
    resetPassword: paths.resetPassword(),
    resetAndBack: paths.resetPassword('/invite#abc'),
    dashboard: paths.dashboard(),
    contests: paths.contests(),
    takeContest: paths.takeContest('c1'),
    previewContest: paths.previewContest('c1'),
    result: paths.result('c1'),
    createContest: paths.createContest(),
    invite: paths.invite('a-b_c'),
    questions: paths.questions('a/b'),
    correcting: paths.questions('a/b', 'q1'),
    polls: paths.polls(),
    createPoll: paths.createPoll(),
    poll: paths.poll('a/b'),
    clubs: paths.clubs(),
    foundClubs: paths.foundClubs('film & photo'),
    newClub: paths.newClub(),
    club: paths.club('hobby'),
    clubTab: paths.club('HOBBY', 'events'),
    editClub: paths.editClub('HOBBY'),
    members: paths.members(),
    membersOf: paths.members('HOBBY'),
    events: paths.events(),
    event: paths.event('a/b'),
    editEvent: paths.editEvent('e1'),
    createEvent: paths.createEvent(),
    createEventOf: paths.createEvent('HOBBY'),
    gallery: paths.gallery('HOBBY', 'e/1'),
    profile: paths.profile(),
    myContests: paths.myContests(),
    myContest: paths.myContest('a/b'),
    waitForContest: paths.waitForContest('a/b'),
    walkthrough: paths.walkthrough(),
    about: paths.about(),
    contact: paths.contact(),
    contactSales: paths.contact('sales'),
    privacy: paths.privacy(),
    terms: paths.terms(),
    refunds: paths.refunds(),
    shipping: paths.shipping(),
    licences: paths.licences(),
    pricing: paths.pricing(),
    pricingChosen: paths.pricing('pro', 'annual'),
    paymentSuccess: paths.paymentSuccess('o1'),
    purchases: paths.purchases(),
    receipt: paths.receipt('o1'),
    sales: paths.sales(),
    notifications: paths.notifications(),
    operations: paths.operations(),
  }
  expect(
    Object.fromEntries(Object.entries(all).map(([name, target]) => [name, hrefOf(target)])),
  ).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "club": "/club/hobby",
      "clubTab": "/club/HOBBY?tab=events",
      "clubs": "/clubs",
      "contact": "/contactus",
      "contactSales": "/contactus?topic=sales",
      "contests": "/contest",
      "correcting": "/questionview/a%2Fb?correct=q1",
      "createContest": "/createcontest",
      "createEvent": "/event",
      "createEventOf": "/event?club=HOBBY",
      "createPoll": "/polls?create=1",
      "dashboard": "/dashboard",
      "editClub": "/club/HOBBY/edit",
      "editEvent": "/event/e1?edit=1",
      "event": "/event/a%2Fb",
      "events": "/events",
      "foundClubs": "/clubs?q=film+%26+photo",
      "gallery": "/gallery/HOBBY/e%2F1",
      "home": "/",
      "invite": "/invite#a-b_c",
      "licences": "/licences",
      "login": "/login",
      "loginAndBack": "/login?next=%2Fresult%3Fcontest%3Dc1",
      "members": "/member",
      "membersOf": "/member?club=HOBBY",
      "myContest": "/my-contests/a%2Fb",
      "myContests": "/my-contests",
      "newClub": "/clubs/new",
      "notifications": "/notifications",
      "operations": "/operations",
      "paymentSuccess": "/payment/success?order=o1",
      "poll": "/polls/a%2Fb",
      "polls": "/polls",
      "previewContest": "/ContestQuestion?contest=c1&preview=1",
      "pricing": "/pricing",
      "pricingChosen": "/pricing?plan=pro&period=annual",
      "privacy": "/privacy",
      "profile": "/profile",
      "purchases": "/purchases",
      "questions": "/questionview/a%2Fb",
      "receipt": "/receipt/o1",
      "refunds": "/refunds",
      "register": "/register",
      "registerAndBack": "/register?next=%2Finvite#abc",
      "resetAndBack": "/resetpassword?next=%2Finvite#abc",
      "resetPassword": "/resetpassword",
      "result": "/result?contest=c1",
      "sales": "/sales",
      "shipping": "/shipping",
      "signUp": "/signup",
      "signUpAndBack": "/signup?next=%2Finvite#abc",
      "takeContest": "/ContestQuestion?contest=c1",
      "terms": "/terms",
      "waitForContest": "/my-contests/a%2Fb?wait=1",
      "walkthrough": "/walkthrough",
    }
  `)
})

it.each([
  ['/contest', '/contest'],
  ['/result?contest=c1', '/result?contest=c1'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example/', '/'],
  ['/\\elsewhere.example', '/'],
  [undefined, '/'],
])('goes on to %s as %s', (next, to) => {
  expect(safeNext(next)).toBe(to)
})

it.each(['/invite#a-b_c', '/result?contest=c1', '/questionview/c1?correct=q1#question-q1', '/a#b#c'])(
  'carries %s along, and what is behind # never before it',
  (next) => {
    const [page = '', behind] = hrefOf(paths.login(next)).split(/#(.*)/s)
    expect(page).toBe(`/login?${new URLSearchParams({ next: next.split('#')[0] ?? '' })}`)
    expect(nextOf({ search: { next: new URLSearchParams(page.slice(7)).get('next') ?? '' }, hash: behind ?? '' })).toBe(
      next,
    )
  },
)

it('leads nowhere by a hash alone', () => {
  expect(nextOf({ search: {}, hash: 'abc' })).toBeUndefined()
})
