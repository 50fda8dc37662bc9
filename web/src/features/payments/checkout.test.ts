/** The opener of the payment window, with a provider that is not there. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Gateway, Order } from './model'

type Options = ConstructorParameters<NonNullable<Window['Razorpay']>>[0]
type Failed = (failed: { error?: { description?: string } }) => void

const gateway: Gateway = { key: 'rzp_test_1', sandbox: true, checkout: '/sandbox/checkout.js' }
const order: Order = { id: 'o1', providerId: 'order_1', amountPaise: 900, currency: 'INR', contests: 1, polls: 1 }
const buyer = { fullName: 'Ananya Sharma', email: 'ananya@campus.example' }

let opened: { options: Options; fail: Failed } | null = null

class FakeWindow {
  private fail: Failed = () => undefined
  constructor(private readonly options: Options) {}
  on(_event: 'payment.failed', then: Failed) {
    this.fail = then
  }
  open() {
    opened = { options: this.options, fail: this.fail }
  }
}

const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src="/sandbox/checkout.js"]')]

beforeEach(() => {
  vi.resetModules()
  opened = null
})

afterEach(() => {
  for (const script of scripts()) script.remove()
  delete window.Razorpay
})

describe('the script of the payment window', () => {
  it('is loaded once, and again only after a failure', async () => {
    const { loadCheckout } = await import('./checkout')
    const first = loadCheckout(gateway.checkout)
    const same = loadCheckout(gateway.checkout)
    expect(scripts()).toHaveLength(1)
    scripts()[0]?.dispatchEvent(new Event('error'))
    await expect(first).rejects.toThrow('did not load')
    await expect(same).rejects.toThrow('did not load')
    expect(scripts()).toHaveLength(0)

    const again = loadCheckout(gateway.checkout)
    window.Razorpay = FakeWindow
    scripts()[0]?.dispatchEvent(new Event('load'))
    expect(await again).toBe(FakeWindow)
    expect(await loadCheckout(gateway.checkout)).toBe(FakeWindow)
    expect(scripts()).toHaveLength(1)
  })
})

describe('the payment window', () => {
  it('gets what the specification names', async () => {
    const { openCheckout } = await import('./checkout')
    void openCheckout(FakeWindow, gateway, order, 'Starter (monthly pack)', 'Quad', buyer)
    expect(opened?.options).toMatchObject({
      key: 'rzp_test_1',
      amount: 900,
      currency: 'INR',
      name: 'Quad',
      description: 'This is for paid subscription',
      notes: { plan: 'Starter (monthly pack)' },
      order_id: 'order_1',
      prefill: { name: 'Ananya Sharma', email: 'ananya@campus.example' },
      theme: { color: '#3399cc' },
    })
  })

  it('hands over the proof of a payment', async () => {
    const { openCheckout } = await import('./checkout')
    const outcome = openCheckout(FakeWindow, gateway, order, 'Starter (monthly pack)', 'Quad', buyer)
    opened?.options.handler({
      razorpay_payment_id: 'pay_1',
      razorpay_order_id: 'order_1',
      razorpay_signature: 'ab',
    })
    expect(await outcome).toEqual({
      kind: 'paid',
      proof: { paymentId: 'pay_1', orderId: 'order_1', signature: 'ab' },
    })
  })

  it('tells a closed window from a declined payment', async () => {
    const { openCheckout } = await import('./checkout')
    const closed = openCheckout(FakeWindow, gateway, order, 'Starter (monthly pack)', 'Quad', buyer)
    opened?.options.modal.ondismiss()
    expect(await closed).toEqual({ kind: 'closed', declined: null })

    const declined = openCheckout(FakeWindow, gateway, order, 'Starter (monthly pack)', 'Quad', buyer)
    opened?.fail({ error: { description: 'The bank said no' } })
    opened?.options.modal.ondismiss()
    expect(await declined).toEqual({ kind: 'closed', declined: 'The bank said no' })
  })
})
