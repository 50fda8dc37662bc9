/** /receipt/$order: what was paid for, as one sheet that prints without the site around it. For the buyer and ADMIN. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText, hasCode } from '@/api/failure'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { formatDate, formatDay } from '@/lib/time'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { orderQuery } from '../api'
import { OrderStateBadge } from '../components/OrderStateBadge'
import { TestModeBadge } from '../components/TestModeBadge'
import * as messages from '../messages'
import { besideOf, isPaid, type Purchase, rupeesExact } from '../model'

export default function ReceiptPage() {
  const { order: id } = useParams({ from: '/site/member/receipt/$order' })
  const order = useQuery(orderQuery(id))
  const number = order.data?.receiptNo
  useTitle(number ? `${messages.RECEIPT} ${number}` : messages.RECEIPT)
  return (
    <div className="wrap-page max-w-[46rem] pt-8 pb-8 print:max-w-none print:p-0">
      {order.isPending ? (
        <div role="status" aria-label="Loading the receipt">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="mt-5 h-[34rem]" />
        </div>
      ) : order.isError ? (
        <NoSheet
          text={
            hasCode(order.error, 'missing') ? messages.ORDER_MISSING : failureText(order.error, messages.RECEIPT_FAILED)
          }
          onRetry={hasCode(order.error, 'missing') ? undefined : () => void order.refetch()}
        />
      ) : isPaid(order.data.state) ? (
        <>
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
            <Link {...paths.purchases()} className="link inline-flex min-h-11 items-center text-sm">
              {messages.PURCHASES}
            </Link>
            <Button icon={<Printer aria-hidden="true" className="size-4" />} onClick={() => window.print()}>
              {messages.PRINT}
            </Button>
          </div>
          <Sheet purchase={order.data} />
        </>
      ) : (
        <NoSheet text={messages.RECEIPT_NONE} />
      )}
    </div>
  )
}

function NoSheet({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <>
      <h1 className="sr-only">{messages.RECEIPT}</h1>
      <ErrorState
        title={messages.NO_RECEIPT}
        text={text}
        onRetry={onRetry}
        action={
          <Link {...paths.purchases()} className={buttonClass()}>
            {messages.PURCHASES_LINK}
          </Link>
        }
      />
    </>
  )
}

function Sheet({ purchase }: { purchase: Purchase }) {
  const site = useSite()
  const { buyer, paidAt } = purchase
  const beside = besideOf(purchase)
  return (
    <article
      aria-labelledby="receipt"
      className="rounded-card border border-line bg-surface p-5 sm:p-10 print:rounded-none print:border-0 print:p-0"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-ink border-b-2 pb-6">
        <div className="min-w-0">
          <h1 id="receipt" className="text-xl sm:text-2xl">
            {messages.RECEIPT} <span className="num">{purchase.receiptNo}</span>
          </h1>
          <p className="mt-1 text-muted">{formatDay(paidAt, site.timeZone)}</p>
        </div>
        <div className="sm:text-right">
          <p className="font-bold font-display text-lg">{site.name}</p>
          {site.instituteName ? <p className="text-muted text-sm">{site.instituteName}</p> : null}
          {site.contactEmail ? <p className="text-muted text-sm">{site.contactEmail}</p> : null}
        </div>
      </header>
      {purchase.sandbox ? (
        <div className="mt-6 rounded-control border border-amber/40 border-dashed bg-amber-soft px-4 py-2.5">
          <TestModeBadge />
        </div>
      ) : null}
      <dl className="mt-6 grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <Fact what="Bought by">
          <span className="font-semibold">
            <Name>{buyer.fullName}</Name>
          </span>
          <span className="block break-all text-muted">{buyer.email}</span>
        </Fact>
        <Fact what="State">
          <OrderStateBadge purchase={purchase} />
        </Fact>
        <Fact what="Paid">{formatDate(paidAt, site.timeZone)}</Fact>
        <Fact what="Payment number">
          <span className="break-all font-mono text-sm">{purchase.paymentId ?? '–'}</span>
        </Fact>
      </dl>
      <table className="mt-8 w-full border-collapse">
        <caption className="sr-only">What was bought</caption>
        <thead>
          <tr className="border-line-strong border-b text-left text-muted text-xs">
            <th scope="col" className="py-2 font-semibold">
              Plan
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-line border-b align-top">
            <td className="py-3 pr-4">
              <span className="font-semibold">{messages.planTitle(purchase.plan, purchase.period)}</span>
              <span className="num block text-muted text-sm">
                {messages.creations(purchase.contests, purchase.polls)}
              </span>
            </td>
            <td className="num py-3 text-right">{rupeesExact(purchase.amountPaise)}</td>
          </tr>
          {renderRows(
            'tr',
            purchase.refunds,
            (refund) => (
              <tr key={refund.createdAt} className="border-line border-b align-top">
                <td className="py-3 pr-4">
                  <span className="font-semibold">Refund, {formatDay(refund.createdAt, site.timeZone)}</span>
                  <span className="num block text-muted text-sm">
                    {refund.reason}
                    {refund.contests + refund.polls > 0
                      ? ` · ${messages.creations(refund.contests, refund.polls)} taken back`
                      : ''}
                    {refund.reference ? ` · ${refund.reference}` : ''}
                  </span>
                </td>
                <td className="num py-3 text-right">−{rupeesExact(refund.amountPaise)}</td>
              </tr>
            ),
            (refund) => `${refund.createdAt} ${refund.reference}`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="py-4 text-left font-semibold">
              Total
            </th>
            <td className="num py-4 text-right font-[650] font-display text-lg">
              {rupeesExact(purchase.amountPaise - purchase.refundedPaise)}
            </td>
          </tr>
        </tfoot>
      </table>
      {beside ? <p className="mt-4 text-sm">{messages.BESIDE[beside]}</p> : null}
      <p className="mt-4 text-muted text-sm">{messages.RECEIPT_DIGITAL}</p>
    </article>
  )
}

function Fact({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{what}</dt>
      <dd className="num mt-0.5">{children}</dd>
    </div>
  )
}
