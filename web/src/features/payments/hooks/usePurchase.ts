/**
 * Purchase of one plan, from the click to the thank-you page: order, payment window, verification. One at a time, so
 * that two clicks make one order. However it ends, the order exists on the server and nothing is lost: a payment whose
 * verification nobody answers is looked up by the thank-you page.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { SESSION_KEY } from '@/api/cache'
import { Failure, failureText, isRefusal, unsureText } from '@/api/failure'
import { type Person, useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { toast } from '@/ui/toast'
import { checkOrder, createOrder, gatewayQuery, PAYMENTS_KEY, startedWith, verifyPayment } from '../api'
import { loadCheckout, openCheckout } from '../checkout'
import * as messages from '../messages'
import { type Gateway, isPaid, type Offer, type Order, type PlanId, type Proof } from '../model'

export type PurchaseState =
  | { step: 'idle' }
  | { step: 'starting' | 'open' | 'confirming'; plan: PlanId }
  | { step: 'closed'; plan: PlanId; order: string; declined: string | null }
  | { step: 'failed'; plan: PlanId; text: string }

/** Not 401 (the session ended meanwhile) or 429 (too fast): those say nothing about the payment. */
const REFUSALS = [400, 403, 404]

export function usePurchase(person: Person | undefined): [PurchaseState, (offer: Offer) => void] {
  const [buying, setBuying] = useState<PurchaseState>({ step: 'idle' })
  const running = useRef(false)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { name } = useSite()

  async function run(offer: Offer, buyer: Person) {
    const { plan } = offer
    setBuying({ step: 'starting', plan })
    const opened = await start(offer, buyer).catch((error: unknown) => {
      toast.error(messages.PAYMENT_ERROR)
      const fallback = error instanceof Failure ? messages.START_FAILED : messages.SCRIPT_FAILED
      // Nothing is charged before the window opens, also where the order may be there.
      setBuying({ step: 'failed', plan, text: unsureText(error, fallback, fallback) })
      return null
    })
    if (!opened) return
    const { order, gateway, Provider } = opened
    setBuying({ step: 'open', plan })
    const outcome = await openCheckout(Provider, gateway, order, messages.planTitle(plan, offer.period), name, buyer)
    setBuying({ step: 'confirming', plan })
    if (outcome.kind === 'paid') return confirm(outcome.proof, order, offer, buyer, gateway)
    await closed(order, plan, outcome.declined)
  }

  async function start(offer: Offer, buyer: Person) {
    const gateway = await cache.fetchQuery(gatewayQuery(buyer.id))
    // The script first: an order nobody can pay would only stand in the list.
    const Provider = await loadCheckout(gateway.checkout)
    const order = await createOrder(offer)
    startedWith.write(String(order.contests))
    return { gateway, order, Provider }
  }

  async function confirm(proof: Proof, order: Order, { plan, period }: Offer, buyer: Person, gateway: Gateway) {
    try {
      // Genuine, and the money is still on its way: the page that keeps asking is the place to wait.
      if (!(await verifyPayment(proof, buyer.id, order.contests))) return navigate(paths.paymentSuccess(order.id))
    } catch (error) {
      // Anything but a clear no: money may have moved, and the page that keeps asking is the place to wait.
      const refused = isRefusal(error) && REFUSALS.includes(error.status)
      if (!refused) return navigate(paths.paymentSuccess(order.id))
      toast.error(messages.NOT_VERIFIED)
      return setBuying({ step: 'failed', plan, text: failureText(error, messages.NOT_VERIFIED) })
    }
    toast.success(
      `${messages.planTitle(plan, period)}: ${messages.bought(order.contests, order.polls, gateway.sandbox)}`,
      {
        autoClose: 8000,
        link: { label: messages.RECEIPT, href: hrefOf(paths.receipt(order.id)) },
      },
    )
    void cache.invalidateQueries({ queryKey: SESSION_KEY })
    void cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    await navigate(paths.contests())
  }

  /** Closed without a word: perhaps only the word was lost, so the provider is asked once. */
  async function closed(order: Order, plan: PlanId, declined: string | null) {
    const state = await checkOrder(order.id).then(
      (purchase) => purchase.state,
      () => 'waiting' as const,
    )
    if (isPaid(state)) return navigate(paths.paymentSuccess(order.id))
    if (declined !== null) toast.error(messages.PAYMENT_ERROR)
    setBuying({ step: 'closed', plan, order: order.id, declined })
  }

  const buy = (offer: Offer) => {
    if (running.current || !person) return
    running.current = true
    void run(offer, person).finally(() => {
      running.current = false
    })
  }
  return [buying, buy]
}
