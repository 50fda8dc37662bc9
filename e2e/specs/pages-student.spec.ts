/** Every page for somebody with the role USER, on the demo campus, looked at as pages.spec.ts looks at those of guests. */
import { CAMPUS, test } from '../fixtures'
import { joined, joinedAndEnded, MEMBER, open, PUBLIC, poll, type Route, visit } from '../pages/campus'
import { bought, makeOrder } from '../pages/payments'

test.use({ quadOptions: CAMPUS })

const ROUTES: Route[] = [
  ...PUBLIC,
  ...MEMBER,
  {
    name: 'a contest one took',
    path: async (page) => `/my-contests/${await joinedAndEnded(page)}`,
    title: / · /,
  },
  {
    name: 'a contest one is in',
    path: async (page) => `/my-contests/${await joined(page)}`,
    title: / · /,
  },
  { name: 'ended contests of mine', path: '/my-contests?status=ended', title: /^My Contests · / },
  { name: 'upcoming contests', path: '/contest?status=upcoming', title: /^Contests · / },
  { name: 'ended polls', path: '/polls?status=ended', title: /^Poll Creator · / },
  { name: 'an open poll', path: async (page) => `/polls/${await poll(page, 'active')}`, title: /\? · / },
  { name: 'a poll to come', path: async (page) => `/polls/${await poll(page, 'upcoming')}`, title: / · / },
  { name: 'a poll that is over', path: async (page) => `/polls/${await poll(page, 'ended')}`, title: / · / },
  { name: 'start panel', path: async (page) => `/ContestQuestion?contest=${await open(page)}`, title: / · / },
  { name: 'the room', path: async (page) => `/ContestQuestion?contest=${await joined(page)}`, title: / · / },
  { name: 'the room without an id', path: '/ContestQuestion', title: / · / },
  { name: 'results without an id', path: '/result', title: / · / },
  { name: 'a receipt', path: async (page) => `/receipt/${await bought(page, 19)}`, title: /^Receipt Q-\d+ · / },
  {
    name: 'thanks for an order',
    path: async (page) => `/payment/success?order=${await bought(page, 9)}`,
    title: / · /,
  },
  {
    name: 'thanks for an order that waits',
    path: async (page) => `/payment/success?order=${(await makeOrder(page, 9)).id}`,
    title: /^Thank you · /,
  },
  { name: 'sales, of administrators', path: '/sales', title: /^Sales · / },
  { name: 'operations, of administrators', path: '/operations', title: /^Operations · / },
  { name: 'making events, of organisers', path: '/event', title: /^Admin Access Required · |^Create Event · / },
]

/** Of the ten pages that the gate looks at. */
const GATE = ['dashboard', 'contests', 'the room', 'results', 'profile']

test.describe('student', () => {
  for (const route of ROUTES) {
    test(route.name, { tag: GATE.includes(route.name) ? '@gate' : [] }, ({ page, quad, watch }) =>
      visit('student', route, { page, quad, watch }),
    )
  }
})
