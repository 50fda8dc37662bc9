/**
 * Payment model: plans and their prices, purchases, the ledger. Pure rules. The server decides every amount again; what
 * is here is what a screen must say before it asks.
 */
import { asciiDigits } from '@/lib/asciiNumber'
import { AMOUNT_BAD, amountMost, COUNT_BAD, countMost } from './messages'

export type PlanId = 'starter' | 'pro' | 'enterprise'
export type Period = 'monthly' | 'annual'

export type Plan = { id: PlanId; rupees: number; contests: number; popular: boolean }

/** Prices and contests are per month. Each plan brings as many polls as contests. */
export const PLANS: readonly Plan[] = [
  { id: 'starter', rupees: 9, contests: 1, popular: false },
  { id: 'pro', rupees: 19, contests: 3, popular: true },
  { id: 'enterprise', rupees: 39, contests: 5, popular: false },
]

export const MONTHS = 12

export type Offer = { plan: PlanId; period: Period; rupees: number; contests: number; polls: number; saving: number }

/** What a plan costs and brings; a year costs a fifth less than twelve months. */
export function offerOf(plan: Plan, period: Period): Offer {
  const annual = Math.round(plan.rupees * 0.8 * MONTHS)
  const contests = period === 'annual' ? plan.contests * MONTHS : plan.contests
  return {
    plan: plan.id,
    period,
    rupees: period === 'annual' ? annual : plan.rupees,
    contests,
    polls: contests,
    saving: plan.rupees * MONTHS - annual,
  }
}

export function planOf(text: string | undefined): PlanId | null {
  return PLANS.find((plan) => plan.id === text)?.id ?? null
}

export type Gateway = { key: string; sandbox: boolean; checkout: string }

/** An order as the payment window needs it. */
export type Order = {
  id: string
  providerId: string
  amountPaise: number
  currency: string
  contests: number
  polls: number
}

/** What the payment window hands over: the server checks the signature. */
export type Proof = { paymentId: string; orderId: string; signature: string }

export type OrderState = 'waiting' | 'paid' | 'refunded' | 'partly_refunded' | 'expired'

/** How far the payment of an unpaid order came, or what became of money besides the payment of a paid one. */
export type Progress = 'authorized' | 'review' | 'refund_failed' | 'returned' | 'closed' | 'declined'

/** What an order shows first: money on the way says more than that the order waits. */
export type Shown = OrderState | Exclude<Progress, 'declined'>

export function shownOf({ state, progress }: Pick<Purchase, 'state' | 'progress'>): Shown {
  return isPaid(state) || progress === null || progress === 'declined' ? state : progress
}

/** So long after it was ordered nobody is still paying: checkouts end before. */
const PAYING_MS = 15 * 60_000

export type Outcome = 'paid' | 'coming' | 'declined' | 'unpaid' | 'expired' | 'other'

/**
 * What the page after a payment says of an order: paid; `coming`: its money may be on its way; declined; unpaid, after it was
 * waited for in vain (`long`) or a while ago; over and never paid; or something else became of its payment.
 */
export function outcomeOf(
  { state, progress, createdAt }: Pick<Purchase, 'state' | 'progress' | 'createdAt'>,
  long: boolean,
  now: number,
): Outcome {
  if (isPaid(state)) return 'paid'
  if (progress === 'authorized') return 'coming'
  if (progress !== null && progress !== 'declined') return 'other'
  if (state === 'expired') return 'expired'
  if (progress === 'declined') return 'declined'
  return long || now - Date.parse(createdAt) > PAYING_MS ? 'unpaid' : 'coming'
}

/** Of a paid order: what became of other money, where there is something to say. */
export function besideOf({ state, progress }: Pick<Purchase, 'state' | 'progress'>) {
  return !isPaid(state) || progress === null || progress === 'authorized' || progress === 'declined' ? null : progress
}

export type CaseKind = 'payment' | 'authorized' | 'refund_failed' | 'dispute' | 'dispute_lost' | 'spent' | 'gone'
export type Decision = 'credit' | 'refund' | 'done'

/** Something of an order that an administrator must look at. */
export type PaymentCase = {
  id: number
  subject: string
  says: string
  advice: string
  choices: Decision[]
  openedAt: string
  trouble: string | null
  order: Purchase
}

const DECISIONS: readonly string[] = ['credit', 'refund', 'done'] satisfies Decision[]

export function isDecision(text: string): text is Decision {
  return DECISIONS.includes(text)
}

export type Refund = {
  amountPaise: number
  contests: number
  polls: number
  reason: string
  reference: string | null
  createdAt: string
}

export type Purchase = {
  id: string
  providerId: string
  paymentId: string | null
  plan: PlanId
  period: Period
  /** What was really paid, which is not always the plan's price; while it is unpaid, what is asked. */
  amountPaise: number
  currency: string
  contests: number
  polls: number
  state: OrderState
  progress: Progress | null
  sandbox: boolean
  receiptNo: string | null
  createdAt: string
  paidAt: string | null
  refundedPaise: number
  refunds: Refund[]
  buyer: { id: string; fullName: string; email: string }
}

export type LedgerEntry = {
  id: number
  contests: number
  polls: number
  reason: string
  subject: string | null
  createdAt: string
}

/** The order an entry of the ledger is about, if it is about one. */
export function orderOf({ reason, subject }: LedgerEntry): string | null {
  return reason === 'bought' || reason === 'refunded' ? subject : null
}

export const isPaid = (state: OrderState) => state === 'paid' || state === 'refunded' || state === 'partly_refunded'

const STATE_TONES = {
  authorized: 'amber',
  review: 'marigold',
  refund_failed: 'marigold',
  returned: 'grey',
  closed: 'grey',
  waiting: 'amber',
  paid: 'lawn',
  refunded: 'grey',
  partly_refunded: 'sky',
  expired: 'grey',
} as const satisfies Record<Shown, string>

export const stateTone = (state: Shown) => STATE_TONES[state]

const WHOLE = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const EXACT = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** `₹182`, `₹9.50`: paise only where there are some. */
export function rupees(paise: number): string {
  return (paise % 100 === 0 ? WHOLE : EXACT).format(paise / 100)
}

/** `₹182.00`, as a receipt has it. */
export function rupeesExact(paise: number): string {
  return EXACT.format(paise / 100)
}

/** `+3`, `−1` with a real minus, `0`. */
export function signed(count: number): string {
  return count > 0 ? `+${count}` : count < 0 ? `−${-count}` : '0'
}

/** `9.5` and `9.50` are 950 paise; anything that is no amount is null. */
export function paiseOf(text: string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(asciiDigits(text).trim())
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** What can still be given back of a purchase. */
export function refundable({ amountPaise, refundedPaise, contests, polls, refunds }: Purchase) {
  const taken = (of: 'contests' | 'polls') => refunds.reduce((sum, refund) => sum + refund[of], 0)
  return {
    paise: Math.max(0, amountPaise - refundedPaise),
    contests: Math.max(0, contests - taken('contests')),
    polls: Math.max(0, polls - taken('polls')),
  }
}

/** Whether a refund can be entered: once all the money is back, the purchase is over. */
export function mayRefund(purchase: Purchase): boolean {
  return isPaid(purchase.state) && purchase.state !== 'refunded' && refundable(purchase).paise > 0
}

/** What is wrong with an amount to give back, or `true`. */
export function checkAmount(text: string, mostPaise: number): true | string {
  const paise = paiseOf(text)
  if (paise === null) return AMOUNT_BAD
  return paise <= mostPaise || amountMost(rupees(mostPaise))
}

/** What is wrong with a number of creations to take back, or `true`. */
export function checkCount(text: string, most: number): true | string {
  const count = countOf(text)
  return count === null ? COUNT_BAD : count <= most || countMost(most)
}

/** Null where it is no number. */
export function countOf(text: string): number | null {
  const plain = asciiDigits(text).trim()
  return /^\d{1,4}$/.test(plain) ? Number(plain) : null
}
