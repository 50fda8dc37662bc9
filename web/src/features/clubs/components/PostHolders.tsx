/** Office holders of a club, by rank. Names and offices are all that everybody may know. */
import { useQuery } from '@tanstack/react-query'
import { failureText } from '@/api/failure'
import { Avatar } from '@/ui/Avatar'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { postHoldersQuery } from '../api'
import { NO_POST_HOLDERS, POST_HOLDERS, POST_HOLDERS_FAILED } from '../messages'

const GRID = 'mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3'
const CARD = 'flex items-center gap-3 rounded-card border border-line bg-surface p-4'

export function PostHolders({ club }: { club: string }) {
  const holders = useQuery(postHoldersQuery(club))
  return (
    <section aria-label={POST_HOLDERS}>
      <h2 className="text-lg">{POST_HOLDERS}</h2>
      {holders.isPending ? (
        <div role="status" aria-label="Loading post holders" className={GRID}>
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className={CARD}>
              <Skeleton className="size-10 rounded-full" />
              <Skeleton className="h-10 flex-1" />
            </div>
          ))}
        </div>
      ) : holders.isError && !holders.data ? (
        <div className="mt-3">
          <ErrorState
            title={POST_HOLDERS_FAILED}
            text={failureText(holders.error, '').trim()}
            onRetry={() => void holders.refetch()}
          />
        </div>
      ) : holders.data.length === 0 ? (
        <div className="mt-3">
          <EmptyState {...NO_POST_HOLDERS} />
        </div>
      ) : (
        <ul className={GRID}>
          {renderRows('li', holders.data, ({ id, fullName, role }) => (
            <li key={id} className={CARD}>
              <Avatar name={fullName} size="md" />
              <div className="min-w-0">
                <p className="font-semibold leading-snug">
                  <Name>{fullName}</Name>
                </p>
                <p className="text-muted text-sm">{role}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
