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
    profile: paths.profile(),
    myContests: paths.myContests(),
    walkthrough: paths.walkthrough(),
    about: paths.about(),
    contact: paths.contact(),
    contactSales: paths.contact('sales'),
    privacy: paths.privacy(),
    terms: paths.terms(),
    refunds: paths.refunds(),
    shipping: paths.shipping(),
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
      "dashboard": "/dashboard",
      "home": "/",
      "login": "/login",
      "loginAndBack": "/login?next=%2Fresult%3Fcontest%3Dc1",
      "myContests": "/my-contests",
      "previewContest": "/ContestQuestion?contest=c1&preview=1",
      "privacy": "/privacy",
      "profile": "/profile",
      "questions": "/questionview/a%2Fb",
      "refunds": "/refunds",
      "register": "/register",
      "resetPassword": "/resetpassword",
      "result": "/result?contest=c1",
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
