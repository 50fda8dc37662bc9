/**
 * /payment/success: words of thanks, and with `?order=` what became of it, live. Here ends whoever paid and lost the
 * payment window before it could tell.
 */
import { Link, useSearch } from '@tanstack/react-router'
import { CircleCheck, CircleSlash, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
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
import { besideOf, isPaid, type Purchase, rupees } from '../model'

export default function PaymentSuccessPage() {
  useTitle(messages.THANKS)
  const { order } = useSearch({ from: '/site/member/payment/success' })
  return (
    <div className="wrap-page max-w-[44rem] pt-10 pb-8 sm:pt-16">
      <h1 className="text-[2.25rem] leading-[1.05] tracking-[-0.025em] sm:text-3xl">{messages.THANKS}</h1>
      {order ? <Live id={order} /> : <Lead text={messages.THANKS_LEAD} />}
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
        <Link {...paths.home()} className={buttonClass({ variant: 'primary' })}>
          {messages.MY_ACCOUNT}
        </Link>
        <Link {...paths.purchases()} className={buttonClass()}>
          {messages.PURCHASES_LINK}
        </Link>
      </div>
    </div>
  )
}

/** Its place is kept while nothing is known. */
function Lead({ text }: { text?: string }) {
  return (
    <div className="mt-4 text-lg text-muted leading-normal">
      <LeadLine>{text}</LeadLine>
    </div>
  )
}

function Live({ id }: { id: string }) {
  const { order, failure, long } = useOrder(id)
  if (!order.data && failure) {
    const missing = hasCode(failure, 'missing')
    return (
      <div className="mt-8">
        <ErrorState
          title={messages.PURCHASES}
          text={missing ? messages.ORDER_MISSING : failureText(failure, messages.ORDER_FAILED)}
          onRetry={missing ? undefined : () => void order.refetch()}
        />
      </div>
    )
  }
  if (!order.data) {
    return (
      <>
        <Lead />
        <div role="status" aria-label="Loading the order" className="mt-8">
          <Skeleton className="h-44" />
        </div>
      </>
    )
  }
  return <State purchase={order.data} long={long} />
}

function State({ purchase, long }: { purchase: Purchase; long: boolean }) {
  const paid = isPaid(purchase.state)
  const { progress } = purchase
  const beside = besideOf(purchase)
  const came = paid || progress === null ? null : messages.PROGRESS[progress]
  const expired = purchase.state === 'expired' && (came === null || progress === 'declined')
  const waits = !paid && !expired && (progress === null || progress === 'authorized' || progress === 'declined')
  const title = paid ? messages.THANKS_DONE : expired ? messages.THANKS_EXPIRED : (came?.title ?? messages.THANKS_WAIT)
  const text = paid
    ? messages.creations(purchase.contests, purchase.polls)
    : expired
      ? messages.THANKS_EXPIRED_TEXT
      : (came?.text ?? messages.THANKS_WAIT_TEXT)
  return (
    <>
      <Lead text={paid || waits ? messages.THANKS_LEAD : messages.THANKS_STANDS} />
      <section aria-label="Your order" className="mt-8 rounded-card border border-line bg-surface p-5 sm:p-7">
        <div aria-live="polite" className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-start gap-x-4 gap-y-1">
          <span className="grid size-7 place-items-center">
            {paid ? (
              <CircleCheck aria-hidden="true" className="size-7 text-lawn" />
            ) : expired ? (
              <CircleSlash aria-hidden="true" className="size-7 text-muted" />
            ) : waits ? (
              <Spinner className="size-6 text-amber" />
            ) : (
              <Info aria-hidden="true" className="size-7 text-amber" />
            )}
          </span>
          <h2 className="text-lg">{title}</h2>
          <p className="num col-start-2 text-muted">{text}</p>
        </div>
        {long && waits ? (
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
        {expired ? (
          <Link {...paths.pricing(purchase.plan)} className={buttonClass({ className: 'mt-5' })}>
            {messages.BACK_TO_PLANS}
          </Link>
        ) : null}
      </section>
    </>
  )
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
