/** /sales, for ADMIN: every paid order with its buyer, the totals, and the refunds, which are written down here. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { formatDate, localTimes } from '@/lib/time'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Name } from '@/ui/Name'
import { PageHead } from '@/ui/PageHead'
import { renderRows } from '@/ui/RowBoundary'
import { SearchBox } from '@/ui/SearchBox'
import { Skeleton } from '@/ui/Skeleton'
import { type Sales, salesQuery } from '../api'
import { OrderStateBadge } from '../components/OrderStateBadge'
import { PaymentCases } from '../components/PaymentCases'
import { RefundDialog } from '../components/RefundDialog'
import { TestModeBadge } from '../components/TestModeBadge'
import * as messages from '../messages'
import { mayRefund, type Purchase, rupees } from '../model'

const STEP = 25

export default function SalesPage() {
  useTitle(messages.SALES)
  const session = useSession()
  if (session.state !== 'in') return null
  return (
    <div className="wrap-page pb-8">
      <PageHead title={messages.SALES} lead={messages.SALES_LEAD} />
      {session.user.roles.includes('ADMIN') ? (
        <Listing />
      ) : (
        <ErrorState
          title={messages.SALES_ADMINS}
          action={
            <Link {...paths.purchases()} className={buttonClass()}>
              {messages.PURCHASES_LINK}
            </Link>
          }
        />
      )}
    </div>
  )
}

function Listing() {
  const { q = '' } = useSearch({ from: '/site/member/admin/sales' })
  const navigate = useNavigate()
  const [size, setSize] = useState(STEP)
  const [refunding, setRefunding] = useState<Purchase | null>(null)
  const sales = useQuery(salesQuery(q, size))
  const search = (next: string) => void navigate({ to: '/sales', search: next ? { q: next } : {}, replace: true })
  return (
    <>
      <PaymentCases />
      <div className="grid items-end gap-x-10 gap-y-6 border-line border-t pt-6 md:grid-cols-[auto_minmax(16rem,26rem)] md:justify-between">
        {sales.data ? <Totals sales={sales.data} /> : <Skeleton className="h-[5.5rem] w-72 max-w-full" />}
        <SearchBox label={messages.SALES_SEARCH} value={q} onChange={search} />
      </div>
      <section aria-label={messages.SALES} className="mt-6">
        {sales.isPending ? (
          <div role="status" aria-label="Loading sales" className="grid gap-3">
            {['one', 'two', 'three', 'four'].map((key) => (
              <Skeleton key={key} className="h-20" />
            ))}
          </div>
        ) : sales.isError ? (
          <ErrorState
            title={messages.SALES}
            text={failureText(sales.error, messages.SALES_FAILED)}
            onRetry={() => void sales.refetch()}
          />
        ) : sales.data.sales.length === 0 ? (
          <EmptyState
            title={q ? messages.nothingFound(q) : messages.NO_SALES}
            text={q ? messages.NOTHING_FOUND_TEXT : messages.NO_SALES_TEXT}
          />
        ) : (
          <>
            <ul className="border-line border-t">
              {renderRows('li', sales.data.sales, (sale) => (
                <Row key={sale.id} sale={sale} onRefund={() => setRefunding(sale)} />
              ))}
            </ul>
            {sales.data.total > size ? (
              <Button className="mt-5" busy={sales.isPlaceholderData} onClick={() => setSize(size + STEP)}>
                {messages.MORE}
              </Button>
            ) : null}
          </>
        )}
      </section>
      <RefundDialog sale={refunding} onClose={() => setRefunding(null)} />
    </>
  )
}

function Totals({ sales: { paidPaise, refundedPaise } }: { sales: Sales }) {
  const totals = [
    { what: messages.TAKINGS, is: paidPaise },
    { what: messages.GIVEN_BACK, is: refundedPaise },
    { what: messages.KEPT, is: paidPaise - refundedPaise },
  ]
  const { testPayments } = useSite()
  return (
    <div>
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        {totals.map(({ what, is }) => (
          <div key={what} className="flex flex-col-reverse">
            <dt className="text-muted text-sm">{what}</dt>
            <dd className="num font-[650] font-display text-xl">{rupees(is)}</dd>
          </div>
        ))}
      </dl>
      {testPayments ? <TestModeBadge className="mt-3" /> : null}
    </div>
  )
}

function Row({ sale, onRefund }: { sale: Purchase; onRefund: () => void }) {
  const { timeZone } = useSite()
  const more = mayRefund(sale)
  return (
    <li className="grid gap-x-6 gap-y-2 border-line border-b py-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1.2fr)_minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0">
        <p className="font-semibold">
          <Name>{sale.buyer.fullName}</Name>
        </p>
        <p className="break-all text-muted text-sm">{sale.buyer.email}</p>
      </div>
      <div className="min-w-0">
        <p className="num">
          <span className="font-semibold">{rupees(sale.amountPaise)}</span>{' '}
          <span className="text-muted">{messages.planTitle(sale.plan, sale.period)}</span>
        </p>
        <p className="num text-muted text-sm" title={localTimes(sale.paidAt)}>
          {formatDate(sale.paidAt, timeZone)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <OrderStateBadge purchase={sale} />
        {sale.refundedPaise > 0 ? (
          <span className="num text-muted text-sm">{rupees(sale.refundedPaise)} back</span>
        ) : null}
        {sale.sandbox ? <TestModeBadge className="basis-full text-xs" /> : null}
      </div>
      <div className="flex flex-wrap gap-2 lg:justify-end">
        <Link
          {...paths.receipt(sale.id)}
          aria-label={`${messages.RECEIPT} ${sale.receiptNo ?? ''}`}
          className={buttonClass({ size: 'sm', className: 'num' })}
        >
          {sale.receiptNo ?? messages.RECEIPT}
        </Link>
        {more ? (
          <Button
            size="sm"
            onClick={onRefund}
            aria-label={`${messages.REFUND} ${sale.receiptNo ?? sale.buyer.fullName}`}
          >
            {messages.REFUND}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
