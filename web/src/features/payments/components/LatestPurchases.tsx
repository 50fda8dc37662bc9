/** Latest purchases, for the profile; all of them stand on /purchases. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { ErrorState } from '@/ui/ErrorState'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { purchasesQuery } from '../api'
import * as messages from '../messages'
import { EVERY_MS, isWaiting, PurchaseRow } from './PurchaseList'

const FEW = 3

export function LatestPurchases() {
  const list = useQuery({
    ...purchasesQuery(FEW),
    refetchInterval: ({ state }) => (state.data?.purchases.some(isWaiting) ? EVERY_MS : false),
  })
  if (list.isPending) {
    return (
      <div role="status" aria-label="Loading purchases">
        <Skeleton className="h-28" />
      </div>
    )
  }
  if (list.isError) {
    return (
      <ErrorState
        title={messages.PURCHASES}
        text={failureText(list.error, messages.PURCHASES_FAILED)}
        onRetry={() => void list.refetch()}
      />
    )
  }
  if (list.data.purchases.length === 0) {
    return (
      <p className="text-muted">
        {messages.NO_PURCHASES}. {messages.NO_PURCHASES_TEXT}
      </p>
    )
  }
  return (
    <>
      <ul className="grid gap-3">
        {renderRows('li', list.data.purchases, (purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} heading="h3" />
        ))}
      </ul>
      <Link {...paths.purchases()} className="link mt-4 inline-flex min-h-11 items-center text-sm">
        {messages.ALL_PURCHASES}
      </Link>
    </>
  )
}
