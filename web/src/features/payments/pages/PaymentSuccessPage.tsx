/**
 * /payment/success: with `?order=` what became of it, live. Here ends whoever paid and lost the payment window before it
 * could tell. It thanks only where something was paid, or may have been.
 */
import { Link, useSearch } from '@tanstack/react-router'
import { CircleCheck, CircleSlash, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { serverNow } from '@/lib/serverClock'
import { formatDate, localTimes } from '@/lib/time'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { buttonClass } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { LeadLine } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { Spinner } from '@/ui/Spinner'
import { TestModeBadge } from '../components/TestModeBadge'
import { useOrder } from '../hooks/useOrder'
import * as messages from '../messages'
import { besideOf, isPaid, type Outcome, outcomeOf, type Purchase, rupees } from '../model'

export default function PaymentSuccessPage() {
  const { order } = useSearch({ from: '/site/member/payment/success' })
  return order ? <Live id={order} /> : <Page title={messages.PAYMENT} lead={messages.NO_ORDER} />
}

/** `lead` is missing while nothing is known; its place is kept then. Null: there is none. */
function Page({ title, lead, children }: { title: string; lead?: string | null; children?: ReactNode }) {
  useTitle(title)
  return (
    <div className="wrap-page max-w-[44rem] pt-10 pb-8 sm:pt-16">
      <h1 className="text-[2.25rem] leading-[1.05] tracking-[-0.025em] sm:text-3xl">{title}</h1>
      {lead === null ? null : (
        <div className="mt-4 text-lg text-muted leading-normal">
          <LeadLine>{lead}</LeadLine>
        </div>
      )}
      {children}
      <section aria-labelledby="digital" className="mt-8 border-line border-t pt-6">
        <h2 id="digital" className="text-base">
          {messages.DIGITAL_TITLE}
        </h2>
        <p className="mt-1.5 text-muted">
          {messages.DIGITAL_TEXT}{' '}
          <Link {...paths.shipping()} className="link">
            {messages.SHIPPING}
          </Link>
        </p>
      </section>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link {...paths.profile()} className={buttonClass({ variant: 'primary' })}>
          {messages.MY_ACCOUNT}
        </Link>
        <Link {...paths.purchases()} className={buttonClass()}>
          {messages.PURCHASES_LINK}
        </Link>
      </div>
    </div>
  )
}

function Live({ id }: { id: string }) {
  const { order, failure, long } = useOrder(id)
  if (!order.data && failure) {
    const missing = hasCode(failure, 'missing')
    return (
      <Page title={messages.PAYMENT} lead={null}>
        <div className="mt-8">
          <ErrorState
            title={messages.PURCHASES}
            text={missing ? messages.ORDER_MISSING : failureText(failure, messages.ORDER_FAILED)}
            onRetry={missing ? undefined : () => void order.refetch()}
          />
        </div>
      </Page>
    )
  }
  if (!order.data) {
    return (
      <Page title={messages.PAYMENT}>
        <div role="status" aria-label="Loading the order" className="mt-8">
          <Skeleton className="h-44" />
        </div>
      </Page>
    )
  }
  return <State purchase={order.data} long={long} />
}

function State({ purchase, long }: { purchase: Purchase; long: boolean }) {
  const outcome = outcomeOf(purchase, long, serverNow())
  const beside = besideOf(purchase)
  const paid = outcome === 'paid'
  const { title, text } = said(outcome, purchase)
  return (
    <Page title={paid || outcome === 'coming' ? messages.THANKS : messages.PAYMENT} lead={LEADS[outcome]}>
      <section aria-label="Your order" className="mt-8 rounded-card border border-line bg-surface p-5 sm:p-7">
        <div aria-live="polite" className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-start gap-x-4 gap-y-1">
          <span className="grid size-7 place-items-center">
            {paid ? (
              <CircleCheck aria-hidden="true" className="size-7 text-lawn" />
            ) : outcome === 'expired' || outcome === 'declined' ? (
              <CircleSlash aria-hidden="true" className="size-7 text-muted" />
            ) : outcome === 'other' ? (
              <Info aria-hidden="true" className="size-7 text-amber" />
            ) : (
              <Spinner className="size-6 text-amber" />
            )}
          </span>
          <h2 className="text-lg">{title}</h2>
          <p className="num col-start-2 text-muted">{text}</p>
        </div>
        {long && (outcome === 'coming' || outcome === 'unpaid') ? (
          <Alert tone="amber" className="mt-4">
            {messages.THANKS_LONG}
          </Alert>
        ) : null}
        {beside ? (
          <Alert tone="amber" className="mt-4">
            {messages.BESIDE[beside]}
          </Alert>
        ) : null}
        <Facts purchase={purchase} />
        {paid ? <Next id={purchase.id} /> : null}
        {outcome === 'expired' || outcome === 'unpaid' || outcome === 'declined' ? (
          <Link
            {...paths.pricing(purchase.plan, purchase.period === 'annual' ? 'annual' : undefined)}
            className={buttonClass({ className: 'mt-5' })}
          >
            {outcome === 'declined' ? messages.TRY_AGAIN : messages.BACK_TO_PLANS}
          </Link>
        ) : null}
      </section>
    </Page>
  )
}

const LEADS: Record<Outcome, string> = {
  paid: messages.THANKS_PAID,
  coming: messages.THANKS_LEAD,
  declined: messages.THANKS_STANDS,
  unpaid: messages.THANKS_STANDS,
  expired: messages.THANKS_STANDS,
  other: messages.THANKS_STANDS,
}

function said(outcome: Outcome, { progress, contests, polls }: Purchase): { title: string; text: string } {
  if (outcome === 'paid') return { title: messages.THANKS_DONE, text: messages.creations(contests, polls) }
  if (outcome === 'expired') return { title: messages.THANKS_EXPIRED, text: messages.THANKS_EXPIRED_TEXT }
  if (outcome === 'unpaid') return { title: messages.NOT_PAID_YET, text: messages.NOT_PAID_YET_TEXT }
  return progress ? messages.PROGRESS[progress] : { title: messages.THANKS_WAIT, text: messages.THANKS_WAIT_TEXT }
}

function Facts({ purchase }: { purchase: Purchase }) {
  const { timeZone } = useSite()
  const session = useSession()
  const when = purchase.paidAt ?? purchase.createdAt
  const rows: [string, ReactNode][] = [
    ['Plan', messages.planTitle(purchase.plan, purchase.period)],
    ['Amount', rupees(purchase.amountPaise)],
    [
      purchase.paidAt ? 'Paid' : 'Ordered',
      <span key="when" title={localTimes(when)}>
        {formatDate(when, timeZone)}
      </span>,
    ],
  ]
  if (isPaid(purchase.state) && session.user) {
    rows.push(['You have now', messages.creations(session.user.contestCredits, session.user.pollCredits)])
  }
  return (
    <>
      <dl className="mt-5 grid gap-x-6 gap-y-2 border-line border-t pt-5 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        {rows.map(([what, is]) => (
          <div key={what} className="grid grid-cols-[8rem_minmax(0,1fr)] sm:contents">
            <dt className="text-muted">{what}</dt>
            <dd className="num font-medium">{is}</dd>
          </div>
        ))}
      </dl>
      {purchase.sandbox ? <TestModeBadge className="mt-4" /> : null}
    </>
  )
}

function Next({ id }: { id: string }) {
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Link {...paths.createContest()} className={buttonClass()}>
        {messages.FREE_CREATE}
      </Link>
      <Link {...paths.receipt(id)} className={buttonClass({ variant: 'ghost' })}>
        {messages.RECEIPT}
      </Link>
    </div>
  )
}
