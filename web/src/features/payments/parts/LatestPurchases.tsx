/** The latest purchases, for the profile; all of them stand on /purchases. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { purchasesQuery } from '../api'
import * as words from '../words'
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
      <Problem
        title={words.PURCHASES}
        text={failureText(list.error, words.PURCHASES_FAILED)}
        onRetry={() => void list.refetch()}
      />
    )
  }
  if (list.data.purchases.length === 0) {
    return (
      <p className="text-muted">
        {words.NO_PURCHASES}. {words.NO_PURCHASES_TEXT}
      </p>
    )
  }
  return (
    <>
      <ul className="grid gap-3">
        {list.data.purchases.map((purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} heading="h3" />
        ))}
      </ul>
      <Link {...paths.purchases()} className="link mt-4 inline-flex min-h-11 items-center text-sm">
        {words.ALL_PURCHASES}
      </Link>
    </>
  )
}
