/**
 * API of payments: its calls, and the only file of this feature that knows the wire's names. Amounts of orders travel
 * as rupees.
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '@/api/client'
import {
  getPaymentCases,
  getPaymentCredits,
  getPaymentGetkey,
  getPaymentOrders,
  getPaymentOrdersById,
  getPaymentSales,
  postPaymentCasesByIdDecision,
  postPaymentOrder,
  postPaymentOrdersByIdCheck,
  postPaymentOrdersByIdRefunds,
  postPaymentVerification,
} from '@/api/generated/sdk.gen'
import type { PaymentCaseOut, PurchaseOut } from '@/api/generated/types.gen'
import { item } from '@/lib/storage'
import {
  type Decision,
  type Gateway,
  isDecision,
  type LedgerEntry,
  type Offer,
  type Order,
  type PaymentCase,
  type Proof,
  type Purchase,
} from './model'

export const PAYMENTS_KEY = ['payments'] as const
export const orderKey = (id: string) => [...PAYMENTS_KEY, 'order', id] as const

/** Set when a payment starts, as the specification's clients keep it: how many contest creations it is about. */
export const startedWith = item('cn')

export const gatewayQuery = (userId: string) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'gateway', userId],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Gateway> => {
      const { key, sandbox, checkout } = await call(getPaymentGetkey({ headers: { 'x-user-id': userId }, signal }))
      return { key, sandbox, checkout }
    },
  })

export async function createOrder({ rupees }: Offer): Promise<Order> {
  const { response } = await call(postPaymentOrder({ body: { amount: rupees } }))
  return {
    id: response.order,
    providerId: response.id,
    amountPaise: response.amount,
    currency: response.currency,
    contests: response.contests,
    polls: response.polls,
  }
}

/** Whether the creations are there already; otherwise the money is on its way. */
export async function verifyPayment(proof: Proof, userId: string, contests: number): Promise<boolean> {
  const { credited } = await call(
    postPaymentVerification({
      headers: { 'x-user-id': userId },
      body: {
        razorpay_payment_id: proof.paymentId,
        razorpay_order_id: proof.orderId,
        razorpay_signature: proof.signature,
        userId,
        contestnumber: contests,
      },
    }),
  )
  return credited
}

function purchase(wire: PurchaseOut): Purchase {
  const { providerOrderId, paymentId, receiptNo, paidAt, refunds, progress, ...same } = wire
  return {
    ...same,
    progress: progress ?? null,
    providerId: providerOrderId,
    paymentId: paymentId ?? null,
    receiptNo: receiptNo ?? null,
    paidAt: paidAt ?? null,
    refunds: refunds.map((refund) => ({ ...refund, reference: refund.reference ?? null })),
  }
}

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKey(id),
    queryFn: async ({ signal }): Promise<Purchase> =>
      purchase((await call(getPaymentOrdersById({ path: { id }, signal }))).order),
  })

/** Makes the server ask the provider now, instead of at its next turn. */
export async function checkOrder(id: string): Promise<Purchase> {
  return purchase((await call(postPaymentOrdersByIdCheck({ path: { id } }))).order)
}

export const purchasesQuery = (size: number) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'purchases', size],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ purchases: Purchase[]; total: number }> => {
      const { orders, total } = await call(getPaymentOrders({ query: { page: 1, size }, signal }))
      return { purchases: orders.map(purchase), total }
    },
  })

export const ledgerQuery = (size: number) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'ledger', size],
    placeholderData: keepPreviousData,
    queryFn: async ({
      signal,
    }): Promise<{ contests: number; polls: number; entries: LedgerEntry[]; total: number }> => {
      const { contests, polls, entries, total } = await call(getPaymentCredits({ query: { page: 1, size }, signal }))
      return { contests, polls, entries: entries.map((entry) => ({ ...entry, subject: entry.subject ?? null })), total }
    },
  })

export type Sales = { sales: Purchase[]; total: number; paidPaise: number; refundedPaise: number }

export const salesQuery = (q: string, size: number) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'sales', q, size],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Sales> => {
      const { sales, total, paidPaise, refundedPaise } = await call(
        getPaymentSales({ query: { q: q || undefined, page: 1, size }, signal }),
      )
      return { sales: sales.map(purchase), total, paidPaise, refundedPaise }
    },
  })

export type NewRefund = { amountPaise: number; contests: number; polls: number; reason: string; reference: string }

export async function recordRefund(id: string, asked: NewRefund): Promise<string> {
  const { reference, ...rest } = asked
  const body = { ...rest, reference: reference || null }
  return (await call(postPaymentOrdersByIdRefunds({ path: { id }, body }))).message
}

function paymentCase(wire: PaymentCaseOut): PaymentCase {
  const { id, subject, says, advice, choices, openedAt, trouble, order } = wire
  const known = choices.filter(isDecision)
  return { id, subject, says, advice, choices: known, openedAt, trouble: trouble ?? null, order: purchase(order) }
}

/** The open cases, oldest first. */
export const casesQuery = (size: number) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'cases', size],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ cases: PaymentCase[]; total: number }> => {
      const { cases, total } = await call(getPaymentCases({ query: { page: 1, size }, signal }))
      return { cases: cases.map(paymentCase), total }
    },
  })

export async function decideCase(id: number, decision: Decision, reason: string): Promise<string> {
  return (await call(postPaymentCasesByIdDecision({ path: { id: String(id) }, body: { decision, reason } }))).message
}
