/** The page of plans: what a price says, and what the payment window is told of the plan. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { GUEST, SITE, serverSays, showPage, signedIn } from '@/testPage'
import PricingPage from './PricingPage'

type Options = ConstructorParameters<NonNullable<Window['Razorpay']>>[0]

const show = (at: string) => showPage({ '/pricing': PricingPage }, at)
const scripts = () => document.head.querySelectorAll<HTMLScriptElement>('script[src="/sandbox/checkout.js"]')

afterEach(() => {
  for (const script of scripts()) script.remove()
  delete window.Razorpay
})

it.each([
  ['/pricing', ['₹9', '₹19', '₹39']],
  ['/pricing?period=annual', ['₹86', '₹182', '₹374']],
])('says of each price of %s that it is paid once, and of none that it lasts a month or a year', async (at, prices) => {
  serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST })
  await show(at)
  const cards = (await screen.findAllByRole('heading', { level: 2, name: /^(Starter|Pro|Enterprise)$/ })).map((title) =>
    screen.getByRole('listitem', { name: title.textContent ?? '' }),
  )
  expect(cards).toHaveLength(3)
  for (const [at, card] of cards.entries()) {
    const price = within(card).getByText(prices[at] ?? '')
    expect(price.parentElement).toHaveTextContent(`${prices[at]}paid once`)
    expect(card).not.toHaveTextContent(/(?:for|per|a|each) (?:month|year)|monthly|yearly/i)
  }
})

it('says what twelve times as many cost, not that a year does', async () => {
  serverSays({ 'GET /site': SITE, 'GET /checklogged': GUEST })
  await show('/pricing')
  expect(await screen.findByText('12 times as many for ₹182: you save ₹46')).toBeInTheDocument()
})

it('names the plan that is bought in the notes of its payment', async () => {
  const told: Options[] = []
  class PaymentWindow {
    constructor(options: Options) {
      told.push(options)
    }
    on() {}
    open() {}
  }
  serverSays({
    'GET /site': SITE,
    'GET /checklogged': signedIn(),
    'GET /payment/getkey': {
      body: { success: true, key: 'rzp_test_1', sandbox: true, checkout: '/sandbox/checkout.js' },
    },
    'POST /payment/order': {
      body: {
        success: true,
        response: { order: 'o1', id: 'order_1', amount: 18_200, currency: 'INR', contests: 36, polls: 36 },
      },
    },
  })
  await show('/pricing?period=annual')
  await userEvent.click(await screen.findByRole('button', { name: 'Get Started: Pro (annual pack)' }))
  await waitFor(() => expect(scripts()).toHaveLength(1))
  window.Razorpay = PaymentWindow
  scripts()[0]?.dispatchEvent(new Event('load'))
  await waitFor(() => expect(told).toMatchObject([{ order_id: 'order_1', notes: { plan: 'Pro (annual pack)' } }]))
})
