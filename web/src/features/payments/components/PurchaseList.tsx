/**
 * Purchase list, one's own purchases, newest first: paid ones with their receipt, waiting ones with a way to look
 * again.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReceiptIndianRupee, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { SESSION_KEY } from '@/api/cache'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { formatDate, localTimes } from '@/lib/time'
import { Button, buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { checkOrder, PAYMENTS_KEY, purchasesQuery } from '../api'
import * as messages from '../messages'
import { besideOf, isPaid, type Progress, type Purchase, rupees } from '../model'
import { OrderStateBadge } from './OrderStateBadge'
import { TestModeBadge } from './TestModeBadge'

/** Purchases that are shown at first, and more at a time. */
export const STEP = 20
/** While something waits the server keeps asking the provider; the list follows. */
export const EVERY_MS = 10_000

export function PurchaseList() {
  const [size, setSize] = useState(STEP)
  const list = useQuery({
    ...purchasesQuery(size),
    refetchInterval: ({ state }) => (state.data?.purchases.some(isWaiting) ? EVERY_MS : false),
  })
  return (
    <section aria-label={messages.PURCHASES}>
      {list.isPending ? (
        <div role="status" aria-label="Loading purchases" className="grid gap-3">
          {['one', 'two', 'three'].map((key) => (
            <Skeleton key={key} className="h-28" />
          ))}
        </div>
      ) : list.isError ? (
        <ErrorState
          title={messages.PURCHASES}
          text={failureText(list.error, messages.PURCHASES_FAILED)}
          onRetry={() => void list.refetch()}
        />
      ) : list.data.purchases.length === 0 ? (
        <EmptyState title={messages.NO_PURCHASES} text={messages.NO_PURCHASES_TEXT} />
      ) : (
        <>
          <ul className="grid gap-3">
            {renderRows('li', list.data.purchases, (purchase) => (
              <PurchaseRow key={purchase.id} purchase={purchase} heading="h2" />
            ))}
          </ul>
          {list.data.total > size ? (
            <Button className="mt-5" busy={list.isPlaceholderData} onClick={() => setSize(size + STEP)}>
              {messages.MORE}
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}

/** Money came: nobody needs to choose the plan again. */
const UNDER_WAY: readonly (Progress | null)[] = ['review', 'refund_failed', 'authorized']

export const isWaiting = ({ state }: Purchase) => state === 'waiting'

export function PurchaseRow({ purchase, heading: Heading }: { purchase: Purchase; heading: 'h2' | 'h3' }) {
  const { timeZone } = useSite()
  const when = purchase.paidAt ?? purchase.createdAt
  const title = messages.planTitle(purchase.plan, purchase.period)
  const beside = besideOf(purchase)
  return (
    <li className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6">
        <div className="min-w-0">
          <Heading className="text-base">{title}</Heading>
          <p className="num mt-0.5 text-muted text-sm">
            {messages.creations(purchase.contests, purchase.polls)}
            <span aria-hidden="true" className="max-sm:hidden">
              {' · '}
            </span>
            <span className="inline-block max-sm:block" title={localTimes(when)}>
              {formatDate(when, timeZone)}
            </span>
          </p>
        </div>
        <p className="num font-[650] font-display text-lg">{rupees(purchase.amountPaise)}</p>
      </div>
      <div className="mt-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-3">
        <OrderStateBadge purchase={purchase} />
        {purchase.refundedPaise > 0 ? (
          <span className="num text-muted text-sm">{rupees(purchase.refundedPaise)} given back</span>
        ) : null}
        {purchase.sandbox ? <TestModeBadge className="text-xs" /> : null}
        {isPaid(purchase.state) || purchase.progress === null ? null : (
          <p className="basis-full text-muted text-sm">{messages.PROGRESS[purchase.progress].text}</p>
        )}
        {beside ? <p className="basis-full text-muted text-sm">{messages.BESIDE[beside]}</p> : null}
        <span className="flex-1" />
        {isWaiting(purchase) ? <CheckAgain purchase={purchase} title={title} /> : null}
        {isPaid(purchase.state) || UNDER_WAY.includes(purchase.progress) ? null : (
          <Link
            {...paths.pricing(purchase.plan, purchase.period === 'annual' ? 'annual' : undefined)}
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
          >
            {messages.CHOOSE_AGAIN}
          </Link>
        )}
        {isPaid(purchase.state) ? (
          <Link
            {...paths.receipt(purchase.id)}
            aria-label={`${messages.RECEIPT} ${purchase.receiptNo ?? ''}, ${title}`}
            className={buttonClass({ size: 'sm' })}
          >
            <ReceiptIndianRupee aria-hidden="true" className="size-4" />
            <span className="num">{purchase.receiptNo ?? messages.RECEIPT}</span>
          </Link>
        ) : null}
      </div>
    </li>
  )
}

function CheckAgain({ purchase, title }: { purchase: Purchase; title: string }) {
  const cache = useQueryClient()
  const checking = useMutation({
    mutationFn: () => checkOrder(purchase.id),
    onSuccess: ({ state, progress }) => {
      if (isPaid(state)) {
        toast.success(messages.NOW_PAID)
        void cache.invalidateQueries({ queryKey: SESSION_KEY })
      } else toast.info(progress ? messages.PROGRESS[progress].title : messages.STILL_WAITING)
      return cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
    onError: (error) => toast.error(failureText(error, messages.CHECK_FAILED)),
  })
  return (
    <Button
      size="sm"
      busy={checking.isPending}
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      aria-label={`${messages.CHECK_NOW}: ${title}`}
      onClick={() => checking.mutate()}
    >
      {messages.CHECK_NOW}
    </Button>
  )
}
