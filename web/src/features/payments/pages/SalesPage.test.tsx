/** The page of sales: what is to be decided, and when a refund can be entered; and what a buyer is told meanwhile. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { NO_CONNECTION } from '@/api/failure'
import { pass, passUntil, startTestClock } from '@/testClock'
import { fill } from '@/testField'
import { type Answer, SITE, serverSays, showPage, signedIn } from '@/testPage'
import * as messages from '../messages'
import { mayRefund, type Purchase, refundable, shownOf } from '../model'
import PaymentSuccessPage from './PaymentSuccessPage'
import PurchasesPage from './PurchasesPage'
import ReceiptPage from './ReceiptPage'
import SalesPage from './SalesPage'

const at = new Date(Date.now() - 60_000).toISOString()
const order = (part: object = {}) => ({
  id: 'o1',
  providerOrderId: 'order_1',
  paymentId: null,
  plan: 'starter',
  period: 'monthly',
  amountPaise: 900,
  currency: 'INR',
  contests: 1,
  polls: 1,
  state: 'waiting',
  sandbox: true,
  receiptNo: null,
  createdAt: at,
  paidAt: null,
  refundedPaise: 0,
  refunds: [],
  buyer: { id: 'u1', fullName: 'Ada Rao', email: 'ada@campus.example' },
  ...part,
})
const sale = (part: object = {}) =>
  order({ state: 'paid', paymentId: 'pay_1', receiptNo: 'Q-000001', paidAt: at, ...part })
const sales = (list: object[]) => ({
  body: { success: true, sales: list, total: list.length, paidPaise: 900, refundedPaise: 0 },
})
const about = (part: object = {}) => ({
  id: 7,
  kind: 'payment',
  subject: 'pay_2',
  says: '₹8.10 was paid where ₹9 was asked, with an offer.',
  advice: 'Credit it if the difference is all right, or give it back.',
  choices: ['credit', 'refund', 'done'],
  openedAt: at,
  closedAt: null,
  decision: null,
  reason: null,
  trouble: null,
  payment: null,
  order: order({ progress: 'review' }),
  ...part,
})
const cases = (list: object[]) => ({ body: { success: true, cases: list, total: list.length, open: list.length } })
const base = { 'GET /site': SITE, 'GET /checklogged': signedIn('ADMIN') }
const show = () => showPage({ '/sales': SalesPage }, '/sales', 'site/member/admin')

beforeEach(() => localStorage.setItem('userId1', 'u1'))

it('decides a payment that differs, with a reason that is kept', async () => {
  let open = [about()]
  const calls = serverSays({
    ...base,
    'GET /payment/sales': sales([]),
    'GET /payment/cases': () => cases(open),
    'POST /payment/cases/7/decision': () => {
      open = []
      return { body: { success: true, message: 'The payment counts.', case: about({ choices: [] }) } }
    },
  })
  await show()
  expect(await screen.findByText(/₹8\.10 was paid where ₹9 was asked/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: `${messages.DECISIONS.credit.label}: Ada Rao` }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: messages.DECISIONS.credit.confirm }))
  expect(await within(dialog).findByText(messages.REASON_MISSING)).toBeVisible()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  await fill(within(dialog).getByLabelText(messages.REFUND_REASON), ' The offer is ours ')
  await userEvent.click(within(dialog).getByRole('button', { name: messages.DECISIONS.credit.confirm }))
  await waitFor(() => expect(screen.queryByText(messages.CASES)).not.toBeInTheDocument())
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ decision: 'credit', reason: 'The offer is ours' })
})

it('says why the provider did not give a payment back, and offers what may be decided', async () => {
  const list = [about({ trouble: 'The balance is too low', choices: ['refund', 'done', 'something new'] })]
  serverSays({ ...base, 'GET /payment/sales': sales([]), 'GET /payment/cases': cases(list) })
  await show()
  expect(await screen.findByText(messages.troubleSaid('The balance is too low'))).toBeInTheDocument()
  const labels = screen.getAllByRole('button', { name: /: Ada Rao$/ }).map(({ textContent }) => textContent)
  expect(labels).toEqual([messages.DECISIONS.refund.label, messages.DECISIONS.done.label])
})

it('offers no refund of what is refunded', async () => {
  const list = [
    sale({ id: 'a', state: 'refunded', refundedPaise: 900, receiptNo: 'Q-000001' }),
    sale({ id: 'b', state: 'partly_refunded', refundedPaise: 400, receiptNo: 'Q-000002' }),
    sale({ id: 'c', receiptNo: 'Q-000003' }),
  ]
  serverSays({ ...base, 'GET /payment/sales': sales(list), 'GET /payment/cases': cases([]) })
  await show()
  expect(await screen.findByRole('link', { name: 'Receipt Q-000001' })).toBeInTheDocument()
  const refunds = screen.getAllByRole('button', { name: /^Refund/ }).map((button) => button.getAttribute('aria-label'))
  expect(refunds).toEqual(['Refund Q-000002', 'Refund Q-000003'])
  expect(screen.queryByText(messages.CASES)).not.toBeInTheDocument()
})

it.each([
  ['waiting', null, 'waiting'],
  ['waiting', 'declined', 'waiting'],
  ['waiting', 'review', 'review'],
  ['expired', 'returned', 'returned'],
  ['waiting', 'closed', 'closed'],
  ['expired', 'authorized', 'authorized'],
  ['waiting', 'refund_failed', 'refund_failed'],
  ['paid', null, 'paid'],
  ['paid', 'review', 'paid'],
  ['partly_refunded', 'refund_failed', 'partly_refunded'],
] as const)('shows an order that is %s and %s as %s', (state, progress, shown) => {
  expect(shownOf({ state, progress })).toBe(shown)
})

it('enters refunds of paid orders of which money is left', () => {
  const of = (state: Purchase['state'], refundedPaise: number) =>
    mayRefund({ ...(order() as unknown as Purchase), state, refundedPaise })
  expect([of('paid', 0), of('partly_refunded', 400), of('refunded', 900), of('waiting', 0)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it.each(['authorized', 'review', 'refund_failed', 'returned', 'closed', 'declined'] as const)(
  'tells the buyer: %s',
  async (progress) => {
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': signedIn(),
      'GET /payment/orders/o1': { body: { success: true, order: order({ progress }) } },
    })
    await showPage({ '/payment/success': PaymentSuccessPage }, '/payment/success?order=o1', 'site/member')
    expect(await screen.findByRole('heading', { name: messages.PROGRESS[progress].title })).toBeInTheDocument()
    expect(screen.getByText(messages.PROGRESS[progress].text)).toBeInTheDocument()
    // Nothing above it promises what it does not give.
    const isWaitedFor = progress === 'authorized'
    expect(screen.queryByText(messages.THANKS_LEAD) !== null).toBe(isWaitedFor)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      isWaitedFor ? messages.THANKS : messages.PAYMENT,
    )
  },
)

const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString()
const MISSING = { status: 404, body: { code: 'missing', message: 'Not here' } }
const of = (part: object) => ({ body: { success: true, order: order(part) } })
const showThanks = (address = '/payment/success?order=o1') =>
  showPage({ '/payment/success': PaymentSuccessPage }, address, 'site/member')

describe('the page after a payment', () => {
  it.each<[what: string, answer: Answer, thanks: boolean, minute: boolean, plans: string | null]>([
    ['paid', { body: { success: true, order: sale() } }, true, false, null],
    ['partly refunded', of({ state: 'partly_refunded', paidAt: at }), true, false, null],
    ['refunded', of({ state: 'refunded', paidAt: at }), true, false, null],
    ['waited for', of({}), true, true, null],
    ['set aside by the bank', of({ progress: 'authorized' }), true, true, null],
    ['set aside by the bank long ago', of({ progress: 'authorized', createdAt: HOUR_AGO }), true, true, null],
    ['declined', of({ progress: 'declined' }), false, false, messages.TRY_AGAIN],
    ['declined and over', of({ state: 'expired', progress: 'declined' }), false, false, messages.BACK_TO_PLANS],
    ['ordered long ago and not paid', of({ createdAt: HOUR_AGO }), false, false, messages.BACK_TO_PLANS],
    ['over and not paid', of({ state: 'expired' }), false, false, messages.BACK_TO_PLANS],
    ['looked into', of({ progress: 'review' }), false, false, null],
    ['not there', MISSING, false, false, null],
  ])('thanks and promises as it stands: %s', async (_, answer, thanks, minute, plans) => {
    serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), 'GET /payment/orders/o1': answer })
    await showThanks()
    await screen.findByText(answer === MISSING ? messages.ORDER_MISSING : 'Plan')
    const said = thanks ? messages.THANKS : messages.PAYMENT
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(said)
    expect(document.title).toMatch(new RegExp(`^${said}`))
    expect(screen.queryByText(/within 1 minute/) !== null).toBe(minute)
    for (const words of [messages.TRY_AGAIN, messages.BACK_TO_PLANS]) {
      const link = screen.queryByRole('link', { name: words })
      expect(link?.getAttribute('href') ?? null, words).toBe(words === plans ? '/pricing?plan=starter' : null)
    }
  })

  it('thanks for nothing without an order, and leads to the page that shows purchases and creations', async () => {
    serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn() })
    await showThanks('/payment/success')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(messages.PAYMENT)
    expect(screen.getByText(messages.NO_ORDER)).toBeVisible()
    expect(screen.queryByText(/within 1 minute|thank/i)).toBeNull()
    expect(screen.getByRole('link', { name: messages.MY_ACCOUNT })).toHaveAttribute('href', '/profile')
  })

  it('says of a declined payment that nothing was taken', () => {
    expect(messages.PROGRESS.declined.text).toMatch(/^No money was taken/)
  })

  it('no longer thanks once it has waited in vain for a minute', async () => {
    startTestClock()
    serverSays({ 'GET /site': SITE, 'GET /checklogged': signedIn(), 'GET /payment/orders/o1': of({}) })
    await showThanks()
    await screen.findByRole('heading', { name: messages.THANKS_WAIT })
    await pass(61_000)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(messages.PAYMENT)
    expect(screen.getByRole('heading', { name: messages.NOT_PAID_YET })).toBeVisible()
    expect(screen.getByText(messages.THANKS_LONG)).toBeVisible()
  })
})

it.each([
  ['paid', sale(), messages.THANKS_PAID],
  ['waited for', order({ state: 'waiting' }), messages.THANKS_LEAD],
  ['looked into', order({ progress: 'review' }), messages.THANKS_STANDS],
  ['not paid', order({ state: 'expired' }), messages.THANKS_STANDS],
])('promises nothing before it is known that the order is %s, and moves nothing then', async (_, known, text) => {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /payment/orders/o1': () => asked.then(() => ({ body: { success: true, order: known } })),
  })
  await showPage({ '/payment/success': PaymentSuccessPage }, '/payment/success?order=o1', 'site/member')
  await screen.findByRole('status', { name: 'Loading the order' })
  for (const said of [messages.THANKS_LEAD, messages.THANKS_PAID, messages.THANKS_STANDS])
    expect(screen.queryByText(said)).toBeNull()
  const place = screen.getByRole('heading', { level: 1 }).nextElementSibling?.firstElementChild
  const kept = place?.className
  expect(kept).toContain('min-h-[2lh]')
  answer()
  expect(await screen.findByText(text)).toHaveClass(kept ?? '', { exact: true })
})

it.each(['review', 'refund_failed', 'returned', 'closed'] as const)(
  'tells the buyer of a paid order about other money: %s',
  async (progress) => {
    serverSays({
      'GET /site': SITE,
      'GET /checklogged': signedIn(),
      'GET /payment/orders/o1': { body: { success: true, order: sale({ progress }) } },
      'GET /payment/orders': { body: { success: true, orders: [sale({ progress })], total: 1 } },
      'GET /payment/credits': { body: { success: true, contests: 1, polls: 1, entries: [], total: 0 } },
    })
    await showPage({ '/payment/success': PaymentSuccessPage }, '/payment/success?order=o1', 'site/member')
    expect(await screen.findByRole('heading', { name: messages.THANKS_DONE })).toBeInTheDocument()
    expect(screen.getByText(messages.BESIDE[progress])).toBeInTheDocument()
    expect(screen.queryByText(messages.PROGRESS[progress].text)).not.toBeInTheDocument()
    cleanup()
    await showPage({ '/receipt/$order': ReceiptPage }, '/receipt/o1', 'site/member')
    expect(await screen.findByRole('heading', { name: `${messages.RECEIPT} Q-000001` })).toBeInTheDocument()
    expect(screen.getByText(messages.BESIDE[progress])).toBeInTheDocument()
    cleanup()
    await showPage({ '/purchases': PurchasesPage }, '/purchases', 'site/member')
    expect(await screen.findByText(messages.BESIDE[progress])).toBeInTheDocument()
  },
)

it('asks again by itself for an order that could not be asked for, and leaves one that is not there', async () => {
  startTestClock()
  let isThere = false
  const calls = serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /payment/orders/o1': () => {
      if (!isThere) throw new TypeError('Failed to fetch')
      return { body: { success: true, order: sale() } }
    },
    'GET /payment/orders/o2': { status: 404, body: { code: 'missing', message: 'Not here' } },
  })
  await showPage({ '/payment/success': PaymentSuccessPage }, '/payment/success?order=o1', 'site/member')
  await screen.findByText(NO_CONNECTION, { exact: false })
  isThere = true
  await passUntil(() => screen.getByRole('heading', { name: messages.THANKS_DONE }))
  await showPage({ '/payment/success': PaymentSuccessPage }, '/payment/success?order=o2', 'site/member')
  await screen.findByText(messages.ORDER_MISSING)
  const asked = () => calls.filter(({ path }) => path.endsWith('/o2')).length
  const before = asked()
  await pass(3500)
  expect(asked()).toBe(before)
})

it('promises no money back to the buyer of a closed case', () => {
  const { title, text } = messages.PROGRESS.closed
  expect(`${title} ${text} ${messages.STATES.closed} ${messages.BESIDE.closed}`).not.toMatch(/back|bank|return/i)
})

it('leaves to refund what was really paid, and nothing once all the seller got is back', () => {
  const of = (part: object) => ({ ...(sale() as unknown as Purchase), ...part })
  const more = of({ amountPaise: 2500, state: 'partly_refunded', refundedPaise: 600 })
  expect([mayRefund(more), refundable(more).paise]).toEqual([true, 1900])
  expect(mayRefund(of({ amountPaise: 924, state: 'refunded', refundedPaise: 900 }))).toBe(false)
})
