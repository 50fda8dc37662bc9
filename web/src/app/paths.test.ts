/** Addresses are a promise to bookmarks, mails and other clients: a change must be seen here. */
import { expect, it } from 'vitest'
import { hrefOf, paths, safeNext } from './paths'

it('keeps every address', () => {
  const all = {
    home: paths.home(),
    login: paths.login(),
    loginAndBack: paths.login('/result?contest=c1'),
    register: paths.register(),
    signUp: paths.signUp(),
    resetPassword: paths.resetPassword(),
    dashboard: paths.dashboard(),
    contests: paths.contests(),
    takeContest: paths.takeContest('c1'),
    previewContest: paths.previewContest('c1'),
    result: paths.result('c1'),
    createContest: paths.createContest(),
    questions: paths.questions('a/b'),
    polls: paths.polls(),
    createPoll: paths.createPoll(),
    poll: paths.poll('a/b'),
    profile: paths.profile(),
    myContests: paths.myContests(),
    myContest: paths.myContest('a/b'),
    walkthrough: paths.walkthrough(),
    about: paths.about(),
    contact: paths.contact(),
    contactSales: paths.contact('sales'),
    privacy: paths.privacy(),
    terms: paths.terms(),
    refunds: paths.refunds(),
    shipping: paths.shipping(),
    pricing: paths.pricing(),
    pricingChosen: paths.pricing('pro', 'annual'),
    paymentSuccess: paths.paymentSuccess('o1'),
    purchases: paths.purchases(),
    receipt: paths.receipt('o1'),
    sales: paths.sales(),
  }
  expect(
    Object.fromEntries(Object.entries(all).map(([name, target]) => [name, hrefOf(target)])),
  ).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "contact": "/contactus",
      "contactSales": "/contactus?topic=sales",
      "contests": "/contest",
      "createContest": "/createcontest",
      "createPoll": "/polls?create=1",
      "dashboard": "/dashboard",
      "home": "/",
      "login": "/login",
      "loginAndBack": "/login?next=%2Fresult%3Fcontest%3Dc1",
      "myContest": "/my-contests/a%2Fb",
      "myContests": "/my-contests",
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
      "resetPassword": "/resetpassword",
      "result": "/result?contest=c1",
      "sales": "/sales",
      "shipping": "/shipping",
      "signUp": "/signup",
      "takeContest": "/ContestQuestion?contest=c1",
      "terms": "/terms",
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
