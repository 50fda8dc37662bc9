/**
 * Checkout, the provider's payment window: its script is loaded from the address the server names (the real provider's,
 * or the sandbox's on this site) and opened for one order. It tells how it ended; whether money moved only the server
 * knows. Runs on /pricing alone, the one document whose policy lets this script in.
 */

import { trustedScriptUrl } from '@/lib/trustedScriptUrl'
import { CHECKOUT_COLOUR, CHECKOUT_DESCRIPTION } from './messages'
import type { Gateway, Order, Proof } from './model'

type Answer = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }
type Failed = { error?: { description?: string } }

type Options = {
  key: string
  amount: number
  currency: string
  name: string
  description: string
  notes: { plan: string }
  order_id: string
  handler: (answer: Answer) => void
  prefill: { name: string; email: string }
  theme: { color: string }
  modal: { ondismiss: () => void }
}

type PaymentWindow = { open: () => void; on: (event: 'payment.failed', then: (failed: Failed) => void) => void }
type Provider = new (options: Options) => PaymentWindow

declare global {
  interface Window {
    Razorpay?: Provider
  }
}

const PATIENCE = 20_000
let loading: { address: string; provider: Promise<Provider> } | null = null

/** The provider's constructor; loaded once per document, again only after a failure. */
export function loadCheckout(address: string): Promise<Provider> {
  if (loading?.address !== address) {
    const provider = load(address)
    loading = { address, provider }
    provider.catch(() => {
      loading = null
    })
  }
  return loading.provider
}

function load(address: string): Promise<Provider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error('the checkout script did not load'))
    }
    const timer = setTimeout(fail, PATIENCE)
    script.async = true
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      if (window.Razorpay) resolve(window.Razorpay)
      else fail()
    }
    // On this site it is the sandbox's, beside which the page demands that the address was looked at.
    const isOwn = new URL(address, location.href).origin === location.origin
    script.src = isOwn ? trustedScriptUrl(address) : address
    document.head.append(script)
  })
}

export type Outcome = { kind: 'paid'; proof: Proof } | { kind: 'closed'; declined: string | null }

/** Opens the window and waits until it is done with. */
export function openCheckout(
  Provider: Provider,
  { key }: Gateway,
  order: Order,
  plan: string,
  seller: string,
  buyer: { fullName: string; email: string },
): Promise<Outcome> {
  return new Promise((resolve) => {
    // The window stays open after a declined try, for another one: the last word counts.
    let declined: string | null = null
    const window = new Provider({
      key,
      amount: order.amountPaise,
      currency: order.currency,
      name: seller,
      description: CHECKOUT_DESCRIPTION,
      // The description is the specification's; the plan is named in what the seller sees of the payment.
      notes: { plan: plan },
      order_id: order.providerId,
      prefill: { name: buyer.fullName, email: buyer.email },
      theme: { color: CHECKOUT_COLOUR },
      handler: ({ razorpay_payment_id, razorpay_order_id, razorpay_signature }) =>
        resolve({
          kind: 'paid',
          proof: { paymentId: razorpay_payment_id, orderId: razorpay_order_id, signature: razorpay_signature },
        }),
      modal: { ondismiss: () => resolve({ kind: 'closed', declined }) },
    })
    window.on('payment.failed', ({ error }) => {
      declined = error?.description ?? ''
    })
    window.open()
  })
}
