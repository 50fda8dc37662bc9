/**
 * /payment/success: words of thanks, and with `?order=` what became of it, live. Here ends whoever paid and lost the
 * payment window before it could tell.
 */
import { Link, useSearch } from '@tanstack/react-router'
import { CircleCheck, CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { formatDate, localTimes } from '@/lib/time'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { Spinner } from '@/ui/Spinner'
import { isPaid, type Purchase, rupees } from './model'
import { TestMark } from './parts/TestMark'
import { useOrder } from './parts/useOrder'
import * as words from './words'

export default function PaymentSuccessPage() {
  useTitle(words.THANKS)
  const { order } = useSearch({ from: '/site/member/payment/success' })
  return (
    <div className="wrap-page max-w-[44rem] pt-10 pb-8 sm:pt-16">
      <h1 className="text-[2.25rem] leading-[1.05] tracking-[-0.025em] sm:text-3xl">{words.THANKS}</h1>
      <p className="mt-4 text-lg text-muted leading-normal">{words.THANKS_LEAD}</p>
      {order ? <Live id={order} /> : null}
      <section aria-labelledby="digital" className="mt-8 border-line border-t pt-6">
        <h2 id="digital" className="text-base">
          {words.DIGITAL_TITLE}
        </h2>
        <p className="mt-1.5 text-muted">
          {words.DIGITAL_TEXT}{' '}
          <Link {...paths.shipping()} className="link">
            {words.SHIPPING}
          </Link>
        </p>
      </section>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link {...paths.home()} className={buttonClass({ variant: 'primary' })}>
          {words.MY_ACCOUNT}
        </Link>
        <Link {...paths.purchases()} className={buttonClass()}>
          {words.PURCHASES_LINK}
        </Link>
      </div>
    </div>
  )
}

function Live({ id }: { id: string }) {
  const { order, long } = useOrder(id)
  if (order.isPending) {
    return (
      <div role="status" aria-label="Loading the order" className="mt-8">
        <Skeleton className="h-44" />
      </div>
    )
  }
  if (order.isError) {
    const missing = hasCode(order.error, 'missing')
    return (
      <div className="mt-8">
        <Problem
          title={words.PURCHASES}
          text={missing ? words.ORDER_MISSING : failureText(order.error, words.ORDER_FAILED)}
          onRetry={missing ? undefined : () => void order.refetch()}
        />
      </div>
    )
  }
  return <State purchase={order.data} long={long} />
}

function State({ purchase, long }: { purchase: Purchase; long: boolean }) {
  const paid = isPaid(purchase.state)
  const expired = purchase.state === 'expired'
  const mark = paid ? (
    <CircleCheck aria-hidden="true" className="size-7 text-lawn" />
  ) : expired ? (
    <CircleSlash aria-hidden="true" className="size-7 text-muted" />
  ) : (
    <Spinner className="size-6 text-amber" />
  )
  const title = paid ? words.THANKS_DONE : expired ? words.THANKS_EXPIRED : words.THANKS_WAIT
  return (
    <section aria-label="Your order" className="mt-8 rounded-card border border-line bg-surface p-5 sm:p-7">
      <div aria-live="polite" className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-start gap-x-4 gap-y-1">
        <span className="grid size-7 place-items-center">{mark}</span>
        <h2 className="text-lg">{title}</h2>
        <p className="num col-start-2 text-muted">
          {paid
            ? words.creations(purchase.contests, purchase.polls)
            : expired
              ? words.THANKS_EXPIRED_TEXT
              : words.THANKS_WAIT_TEXT}
        </p>
      </div>
      {long && !paid && !expired ? (
        <Notice tone="amber" className="mt-4">
          {words.THANKS_LONG}
        </Notice>
      ) : null}
      <Facts purchase={purchase} />
      {paid ? <Next id={purchase.id} /> : null}
      {expired ? (
        <Link {...paths.pricing(purchase.plan)} className={buttonClass({ className: 'mt-5' })}>
          {words.BACK_TO_PLANS}
        </Link>
      ) : null}
    </section>
  )
}

function Facts({ purchase }: { purchase: Purchase }) {
  const { timeZone } = useSite()
  const session = useSession()
  const when = purchase.paidAt ?? purchase.createdAt
  const rows: [string, ReactNode][] = [
    ['Plan', words.planTitle(purchase.plan, purchase.period)],
    ['Amount', rupees(purchase.amountPaise)],
    [
      purchase.paidAt ? 'Paid' : 'Ordered',
      <span key="when" title={localTimes(when)}>
        {formatDate(when, timeZone)}
      </span>,
    ],
  ]
  if (isPaid(purchase.state) && session.user) {
    rows.push(['You have now', words.creations(session.user.contestCredits, session.user.pollCredits)])
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
      {purchase.sandbox ? <TestMark className="mt-4" /> : null}
    </>
  )
}

function Next({ id }: { id: string }) {
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Link {...paths.createContest()} className={buttonClass()}>
        {words.FREE_CREATE}
      </Link>
      <Link {...paths.receipt(id)} className={buttonClass({ variant: 'ghost' })}>
        {words.RECEIPT}
      </Link>
    </div>
  )
}
