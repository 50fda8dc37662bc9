/** Own purchases, newest first: paid ones with their receipt, waiting ones with a way to look again. */
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
import { Empty } from '@/ui/Empty'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { checkOrder, PAYMENTS_KEY, purchasesQuery } from '../api'
import { isPaid, type Purchase, rupees } from '../model'
import * as words from '../words'
import { StateBadge } from './StateBadge'
import { TestMark } from './TestMark'

const STEP = 20
/** While something waits the server keeps asking the provider; the list follows. */
export const EVERY_MS = 10_000

export function PurchaseList() {
  const [size, setSize] = useState(STEP)
  const list = useQuery({
    ...purchasesQuery(size),
    refetchInterval: ({ state }) => (state.data?.purchases.some(isWaiting) ? EVERY_MS : false),
  })
  return (
    <section aria-label={words.PURCHASES}>
      {list.isPending ? (
        <div role="status" aria-label="Loading purchases" className="grid gap-3">
          {['one', 'two', 'three'].map((key) => (
            <Skeleton key={key} className="h-28" />
          ))}
        </div>
      ) : list.isError ? (
        <Problem
          title={words.PURCHASES}
          text={failureText(list.error, words.PURCHASES_FAILED)}
          onRetry={() => void list.refetch()}
        />
      ) : list.data.purchases.length === 0 ? (
        <Empty title={words.NO_PURCHASES} text={words.NO_PURCHASES_TEXT} />
      ) : (
        <>
          <ul className="grid gap-3">
            {list.data.purchases.map((purchase) => (
              <PurchaseRow key={purchase.id} purchase={purchase} heading="h2" />
            ))}
          </ul>
          {list.data.total > size ? (
            <Button className="mt-5" busy={list.isPlaceholderData} onClick={() => setSize(size + STEP)}>
              {words.MORE}
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}

export const isWaiting = ({ state }: Purchase) => state === 'waiting'

export function PurchaseRow({ purchase, heading: Heading }: { purchase: Purchase; heading: 'h2' | 'h3' }) {
  const { timeZone } = useSite()
  const when = purchase.paidAt ?? purchase.createdAt
  const title = words.planTitle(purchase.plan, purchase.period)
  return (
    <li className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6">
        <div className="min-w-0">
          <Heading className="text-base">{title}</Heading>
          <p className="num mt-0.5 text-muted text-sm">
            {words.creations(purchase.contests, purchase.polls)}
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
        <StateBadge state={purchase.state} />
        {purchase.refundedPaise > 0 ? (
          <span className="num text-muted text-sm">{rupees(purchase.refundedPaise)} given back</span>
        ) : null}
        {purchase.sandbox ? <TestMark className="text-xs" /> : null}
        <span className="flex-1" />
        {isWaiting(purchase) ? <CheckAgain purchase={purchase} title={title} /> : null}
        {isPaid(purchase.state) ? null : (
          <Link
            {...paths.pricing(purchase.plan, purchase.period === 'annual' ? 'annual' : undefined)}
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
          >
            {words.CHOOSE_AGAIN}
          </Link>
        )}
        {isPaid(purchase.state) ? (
          <Link
            {...paths.receipt(purchase.id)}
            aria-label={`${words.RECEIPT} ${purchase.receiptNo ?? ''}, ${title}`}
            className={buttonClass({ size: 'sm' })}
          >
            <ReceiptIndianRupee aria-hidden="true" className="size-4" />
            <span className="num">{purchase.receiptNo ?? words.RECEIPT}</span>
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
    onSuccess: ({ state }) => {
      if (isPaid(state)) {
        toast.success(words.NOW_PAID)
        void cache.invalidateQueries({ queryKey: SESSION_KEY })
      } else toast.info(words.STILL_WAITING)
      return cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
    },
    onError: (error) => toast.error(failureText(error, words.CHECK_FAILED)),
  })
  return (
    <Button
      size="sm"
      busy={checking.isPending}
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      aria-label={`${words.CHECK_NOW}: ${title}`}
      onClick={() => checking.mutate()}
    >
      {words.CHECK_NOW}
    </Button>
  )
}
