/** Every page for an organiser, on the demo campus, looked at as pages.spec.ts looks at those of guests. */
import { CAMPUS, test } from '../fixtures'
import { MEMBER, own, type Route, visit } from '../pages/campus'

test.use({ quadOptions: CAMPUS })

const ROUTES: Route[] = [
  ...MEMBER.filter(({ name }) => name !== 'results'),
  { name: 'pricing', path: '/pricing', title: /^Pricing · / },
  { name: 'create event', path: '/event', title: /^Create Event · / },
  { name: 'create event, the other name', path: '/createevent', title: /^Create Event · / },
  {
    name: 'questions of one that ended',
    path: async (page) => `/questionview/${await own(page, 'ended')}`,
    title: / · /,
  },
  {
    name: 'questions of one to come',
    path: async (page) => `/questionview/${await own(page, 'upcoming')}`,
    title: / · /,
  },
  {
    name: 'preview',
    path: async (page) => `/ContestQuestion?contest=${await own(page, 'upcoming')}&preview=1`,
    title: /^Preview: .+ · /,
  },
  {
    name: 'own results',
    path: async (page) => `/result?contest=${await own(page, 'ended')}`,
    title: /^Results: .+ · /,
  },
]

/** Of the ten pages that the gate looks at. */
const GATE = ['create contest']

test.describe('organiser', () => {
  for (const route of ROUTES) {
    test(route.name, { tag: GATE.includes(route.name) ? '@gate' : [] }, ({ page, quad, watch }) =>
      visit('organiser', route, { page, quad, watch }),
    )
  }
})
