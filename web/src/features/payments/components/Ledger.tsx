/** Ledger of credits: what is left, and the entries whose sum it is. Nothing is ever changed in it, only added. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { formatDate, localTimes } from '@/lib/time'
import { Button } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { ledgerQuery } from '../api'
import * as messages from '../messages'
import { type LedgerEntry, orderOf, signed } from '../model'

/** Entries that are shown at first, and more at a time. */
export const STEP = 20

export function Ledger() {
  const [size, setSize] = useState(STEP)
  const ledger = useQuery(ledgerQuery(size))
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="text-lg">
        {messages.LEDGER}
      </h2>
      <p className="mt-1 text-muted text-sm">{messages.LEDGER_LEAD}</p>
      {ledger.isPending ? (
        <div role="status" aria-label="Loading creations" className="mt-5 grid gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-32" />
        </div>
      ) : ledger.isError ? (
        <div className="mt-5">
          <ErrorState
            title={messages.LEDGER}
            text={failureText(ledger.error, messages.LEDGER_FAILED)}
            onRetry={() => void ledger.refetch()}
          />
        </div>
      ) : (
        <>
          <dl className="mt-5 flex gap-x-10">
            {[
              { n: ledger.data.contests, what: messages.CONTESTS_LEFT },
              { n: ledger.data.polls, what: messages.POLLS_LEFT },
            ].map(({ n, what }) => (
              <div key={what} className="flex flex-col-reverse">
                <dt className="text-muted text-sm">{what}</dt>
                <dd className="num font-[650] font-display text-xl">{n}</dd>
              </div>
            ))}
          </dl>
          {ledger.data.entries.length === 0 ? (
            <p className="mt-5 border-line border-t pt-5 text-muted text-sm">{messages.NO_LEDGER}</p>
          ) : (
            <ul className="mt-5 border-line border-t">
              {renderRows('li', ledger.data.entries, (entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          )}
          {ledger.data.total > size ? (
            <Button size="sm" className="mt-4" busy={ledger.isPlaceholderData} onClick={() => setSize(size + STEP)}>
              {messages.MORE}
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { timeZone } = useSite()
  const order = orderOf(entry)
  return (
    <li className="flex items-start justify-between gap-4 border-line border-b py-3 text-sm">
      <div className="min-w-0">
        <p className="font-medium first-letter:uppercase">
          {order ? (
            <Link {...paths.receipt(order)} className="link inline-block first-letter:uppercase">
              {entry.reason}
            </Link>
          ) : (
            entry.reason
          )}
        </p>
        <p className="num text-muted text-xs" title={localTimes(entry.createdAt)}>
          {formatDate(entry.createdAt, timeZone)}
        </p>
      </div>
      <p className="num shrink-0 text-right font-semibold">
        <Change count={entry.contests} noun="contest" />
        <Change count={entry.polls} noun="poll" />
      </p>
    </li>
  )
}

function Change({ count, noun }: { count: number; noun: string }) {
  if (count === 0) return null
  return (
    <span className={cx('block', count > 0 && 'text-lawn')}>
      {signed(count)} {Math.abs(count) === 1 ? noun : `${noun}s`}
    </span>
  )
}
