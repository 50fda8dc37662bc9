/** Messages of buying: the plans, the payment, the thank-you page, purchases, receipts, sales. */
import type { Decision, Period, PlanId, Progress, Shown } from './model'

export const one = (count: number, noun: string) => `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`
/** `3 contests and 3 polls`. */
export const creations = (contests: number, polls: number) => `${one(contests, 'contest')} and ${one(polls, 'poll')}`

export const PLAN_NAMES: Record<PlanId, string> = { starter: 'Starter', pro: 'Pro', enterprise: 'Enterprise' }
/** As the switch above the plans has it; what is bought is a number of creations, which ends with no month or year. */
export const PERIODS: Record<Period, string> = { monthly: 'monthly pack', annual: 'annual pack' }
export const planTitle = (plan: PlanId, period: Period) => `${PLAN_NAMES[plan]} (${PERIODS[period]})`

// Pricing
export const TITLE = 'Pricing'
export const HEADLINE = 'Plans for those who run the contest'
export const LEAD =
  'Taking part is always free. A plan gives you contests and polls of your own. You pay once, and nothing renews automatically.'
export const SANDBOX = 'Test payment – no money moves'
export const SANDBOX_TEXT =
  'This installation has no payment provider yet, so checkout is a test that works like the real one. The creations you get are real.'
export const BILLING = 'Billing'
export const MONTHLY = 'Monthly'
export const ANNUAL = 'Annual'
export const SAVE_SHARE = 'save 20%'
export const POPULAR = 'Popular'
export const FOR_WHOM: Record<PlanId, string> = {
  starter: 'One quiz, for a class or an evening.',
  pro: 'A small series, for a club.',
  enterprise: 'Something every week, for a department.',
}
export const FEATURES: Record<PlanId, string[]> = {
  starter: ['Any number of participants', 'Live board and ranked results', 'How each question was answered'],
  pro: ['Everything in Starter', 'Room for heats and a final', 'A poll to choose each topic'],
  enterprise: ['Everything in Pro', 'Room for every section or course', 'A poll for every class'],
}
/** What is bought ends with no month: the creations stay until they are used. */
export const PAID_ONCE = 'paid once'
export const saving = (rupees: string) => `You save ${rupees}`
export const insteadOf = (rupees: string) => `instead of ${rupees}`
export const annualHint = (price: string, saved: string) => `12 times as many for ${price}: you save ${saved}`
export const CHOOSE = 'Choose Plan'
export const START = 'Get Started'
export const OPENING = 'Opening checkout'
export const PAYING = 'Checkout is open'
export const CONFIRMING = 'Confirming'
export const YOUR_CHOICE = 'Your choice'
export const left = (contests: number, polls: number) => `You have ${creations(contests, polls)} left.`
export const PURCHASES_LINK = 'Your purchases'
export const SMALL_PRINT = [
  'A square is a contest with its poll; a column is a month.',
  'Creations stay on your account until you use them.',
  'They appear within 1 minute of the payment.',
] as const
export const REFUNDS = 'Cancellation and refunds'
export const SHIPPING = 'Shipping'
export const whyTitle = (name: string) => `Why Choose ${name}`
export const WHY = [
  {
    title: 'No answer gets lost',
    text: 'Each answer is kept on the device, then on the server. A gap in the Wi-Fi or a reload costs nobody a mark.',
  },
  {
    title: 'One clock for everybody',
    text: 'Start and end follow the server’s clock. Nobody is early, and a phone set ten minutes back gains nothing.',
  },
  {
    title: 'Results when it ends',
    text: 'Ranks, scores and a board to download, and for you how every question was answered and which one was unclear.',
  },
  {
    title: 'It stays on campus',
    text: 'Quiz, answers and names live on your institute’s own server. No advertising, nobody else’s cloud.',
  },
] as const
export const SALES_TITLE = 'Something bigger in mind?'
export const SALES_TEXT =
  'A fest, a department, a whole year of quizzes: tell us how many and for whom, and we will find a way.'
export const CONTACT_SALES = 'Contact Sales'
export const MORE_THAN_THAT = 'Need more?'
export const FREE_TITLE = 'Creating is free here'
export const FREE_TEXT =
  'Nothing is sold on this installation. Anyone who is logged in may create contests and polls, up to a fair number a day.'
export const FREE_CREATE = 'Create a contest'

// The payment
export const CHECKOUT_DESCRIPTION = 'This is for paid subscription'
export const CHECKOUT_COLOUR = '#3399cc'
/** As the specification has it, with the space. */
export const PAYMENT_ERROR = 'payment error '
export const NOT_VERIFIED = 'Payment verification failed'
export const START_FAILED = 'The payment could not be started, and nothing was charged. Please try again.'
export const SCRIPT_FAILED =
  'The payment window could not be loaded, and nothing was charged. Check your connection, then try again.'
export const DISMISSED = 'You closed the payment before it was done. Nothing was added; choose again whenever you like.'
export const declined = (why: string) =>
  `The payment did not go through${why ? `: ${why.replace(/\.$/, '')}` : ''}. Nothing was added.`
export const ALREADY_PAID = 'Paid already?'
export const SEE_ORDER = 'See this order'
export const bought = (contests: number, polls: number, sandbox: boolean) =>
  `${creations(contests, polls)} added to your account.${sandbox ? ` ${SANDBOX}.` : ''}`
export const RECEIPT = 'Receipt'

// Thank-you page
export const THANKS = 'Thank you'
/** The heading where there is nothing to thank for, or nothing is known. */
export const PAYMENT = 'Your payment'
/** Of an order whose money may be on its way. */
export const THANKS_LEAD = 'Your purchase is added to your account within 1 minute.'
export const THANKS_PAID = 'Your purchase is paid.'
/** Where the payment is not what was waited for. */
export const THANKS_STANDS = 'Here is where your payment stands.'
export const THANKS_WAIT = 'Waiting for the payment'
export const THANKS_WAIT_TEXT =
  'This page checks every few seconds. You can also leave it: your purchase is added all the same.'
export const THANKS_LONG =
  'This is taking longer than it should. If money has left your account, it will be found: we keep asking the payment provider.'
export const NOT_PAID_YET = 'Not paid yet'
export const NOT_PAID_YET_TEXT =
  'The payment provider knows of no payment for this order so far. If you have paid, you need not pay again: this page keeps checking.'
export const NO_ORDER = 'The address of this page does not name an order. Your purchases show what you have paid.'
export const TRY_AGAIN = 'Try again'
export const THANKS_EXPIRED = 'This order was not paid'
export const THANKS_EXPIRED_TEXT = 'The payment provider knows of no payment for it. Nothing was charged.'
/** What came of the payment of an order that is not paid. */
export const PROGRESS: Record<Progress, { title: string; text: string }> = {
  authorized: {
    title: 'Your bank has set the money aside',
    text: 'It has not been taken yet. That happens automatically; otherwise your bank releases the money within days.',
  },
  review: {
    title: 'Your payment has arrived and is under review',
    text: 'It is not the amount that was asked for, or its details cannot be read. An administrator decides whether it counts or goes back to you. You do not need to pay again.',
  },
  refund_failed: {
    title: 'A refund did not reach you',
    text: 'The money was on its way back but has not reached you. An administrator is looking into it.',
  },
  returned: {
    title: 'Your payment is being returned to you',
    text: 'It did not count for this order. The money was given back, or is on its way to your bank.',
  },
  closed: {
    title: 'Your payment was reviewed',
    text: 'It does not count for this order, and an administrator has closed the matter. If you have a question, write to us on the contact page.',
  },
  declined: {
    title: 'The last try did not go through',
    text: 'No money was taken, and nothing was added. You can try again. If money has left your account all the same, it will be found.',
  },
}
/** What became of money besides the payment that paid an order. */
export const BESIDE: Record<Exclude<Progress, 'authorized' | 'declined'>, string> = {
  review:
    'Another payment for this order has arrived and is under review. It adds nothing, and you do not need to do anything.',
  refund_failed: 'A refund did not reach you. An administrator is looking into it.',
  returned: 'Another payment for this order did not count. Its money was given back, or is on its way to your bank.',
  closed:
    'Another payment for this order was reviewed, and an administrator has closed the matter. If you have a question, write to us on the contact page.',
}
export const THANKS_DONE = 'Added to your account'
export const DIGITAL_TITLE = 'Shipping policy'
export const DIGITAL_TEXT =
  'Delivery is digital only: nothing is posted, there are no shipping costs and no address is needed.'
export const MY_ACCOUNT = 'Go to My Account'
export const CHECK_NOW = 'Check again'
export const CHECK_FAILED = 'The order could not be checked. Please try again.'
export const ORDER_FAILED = 'The order could not be loaded. Please try again.'
export const ORDER_MISSING = 'There is no such order on your account.'
export const BACK_TO_PLANS = 'See the plans'

// Purchases
export const PURCHASES = 'Purchases'
export const PURCHASES_LEAD = 'What you bought, what became of it, and what is left.'
export const PURCHASES_FAILED = 'Your purchases could not be loaded. Please try again.'
export const ALL_PURCHASES = 'All purchases and creations'
export const NO_PURCHASES = 'No purchases yet'
export const NO_PURCHASES_TEXT = 'Plans you buy appear here with their receipts.'
export const LEDGER = 'Creations'
export const LEDGER_LEAD = 'Everything that was added to your account and everything you used.'
export const LEDGER_FAILED = 'The list of creations could not be loaded. Please try again.'
export const NO_LEDGER = 'Nothing has been added to your account yet.'
export const CONTESTS_LEFT = 'contest creations left'
export const POLLS_LEFT = 'poll creations left'
export const NOW_PAID = 'The payment has arrived; your creations are ready.'
export const CHOOSE_AGAIN = 'Choose this plan again'
export const STILL_WAITING = 'No payment has arrived for this order yet.'
export const MORE = 'Show more'
export const STATES: Record<Shown, string> = {
  authorized: 'Money set aside',
  review: 'Under review',
  refund_failed: 'Refund failed',
  returned: 'Being returned',
  closed: 'Closed',
  waiting: 'Waiting for payment',
  paid: 'Paid',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  expired: 'Not paid',
}

// Receipt
export const NO_RECEIPT = 'No receipt to show'
export const RECEIPT_FAILED = 'The receipt could not be loaded. Please try again.'
export const RECEIPT_NONE = 'There is no receipt for an order that was not paid.'
export const PRINT = 'Print'
export const RECEIPT_DIGITAL = 'Delivered digitally to the account named above. Nothing is posted.'

// Sales
export const SALES = 'Sales'
export const SALES_LEAD = 'Every paid order, and the money given back.'
export const SALES_FAILED = 'The sales could not be loaded. Please try again.'
export const SALES_ADMINS = 'Only administrators see the sales.'
export const SALES_SEARCH = 'Search by buyer, receipt or payment number'
export const NO_SALES = 'Nothing has been sold yet'
export const NO_SALES_TEXT = 'Paid orders appear here automatically.'
export const nothingFound = (q: string) => `Nothing found for “${q}”`
export const NOTHING_FOUND_TEXT = 'Look for a part of a name, an e-mail address, a receipt number or a payment number.'
export const CASES = 'To decide'
export const CASES_LEAD =
  'Payments that did not go as expected. While a payment or a refund is under review, the buyer sees that.'
export const CASES_FAILED = 'The payments to decide could not be loaded. Please try again.'
export const DECISIONS: Record<Decision, { label: string; intro: string; confirm: string }> = {
  credit: {
    label: 'Credit it',
    intro: 'The payment counts as it is: the buyer gets the creations and a receipt.',
    confirm: 'Credit the payment',
  },
  refund: {
    label: 'Give it back',
    intro: 'The payment provider gives all of this payment back. The buyer sees it.',
    confirm: 'Give the payment back',
  },
  done: {
    label: 'Close',
    intro:
      'No money moves here: say what was done about it elsewhere. If the payment was not credited, its buyer is told that an administrator has closed the matter, but not why.',
    confirm: 'Close the case',
  },
}
export const decisionFor = (decision: string, buyer: string) => `${decision}: ${buyer}`
export const DECIDE_FAILED = 'The decision could not be saved. Please try again.'
export const DECISION_REASON_HINT = 'It is kept with the case.'
export const troubleSaid = (why: string) => `The payment provider did not do this: ${why}`
export const TAKINGS = 'Paid'
export const GIVEN_BACK = 'Given back'
export const KEPT = 'Kept'
export const REFUND = 'Refund'
export const refundIntro = (sandbox: boolean, mail: boolean) =>
  `This records that money was given back and takes creations from the buyer${mail ? ', who is told by mail' : ''}. It moves no money${sandbox ? '.' : ': do that with the payment provider.'}`
export const REFUND_AMOUNT = 'Amount in rupees'
export const REFUND_CONTESTS = 'Contests to take back'
export const REFUND_POLLS = 'Polls to take back'
export const REFUND_REASON = 'Reason'
export const REFUND_REASON_HINT = 'The buyer reads it.'
export const REFUND_REFERENCE = 'Reference'
export const REFUND_REFERENCE_HINT = 'The provider’s number of the refund, if there is one.'
export const REFUND_GO_ON = 'Continue'
export const REFUND_BACK = 'Change'
export const refundConfirm = (rupees: string, contests: number, polls: number, name: string) =>
  contests + polls > 0
    ? `Record ${rupees} given back to ${name} and take back ${creations(contests, polls)}?`
    : `Record ${rupees} given back to ${name}? The creations stay.`
export const REFUND_CONFIRM = 'Record the refund'
export const REFUND_FAILED = 'The refund could not be recorded. Please try again.'
export const upTo = (most: string) => `Up to ${most}`
export const AMOUNT_BAD = 'Enter an amount, such as 19 or 9.50'
export const amountMost = (most: string) => `At most ${most}`
export const COUNT_BAD = 'Enter a whole number'
export const countMost = (most: number) => `At most ${most}`
export const REASON_MISSING = 'Say why'
export const NOTHING_TO_REFUND = 'Enter an amount or creations'
