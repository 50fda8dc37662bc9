/** Audit list: what administrators did on the screens and on the command line, and to whom, the newest first. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { formatDate, localTimes } from '@/lib/time'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { AUDIT_SIZE, auditQuery } from '../api'
import { OLD_NUMBERS, TABS } from '../messages'
import type { AuditEntry, AuditPerson } from '../model'
import * as messages from '../peopleMessages'
import { Pagination } from './Pagination'

type AuditProps = { person: string; page: number; onShow: (next: { person?: string; page?: number }) => void }

export function Audit({ person, page, onShow }: AuditProps) {
  const found = useQuery(auditQuery(person, page))
  const { data, error } = found
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / AUDIT_SIZE))
  return (
    <div aria-busy={found.isPlaceholderData}>
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 text-muted">
        <p className="max-w-[62ch]">{messages.AUDIT_LEAD}</p>
        {person ? (
          <p className="flex flex-wrap items-center gap-3">
            {messages.ONLY_ABOUT}
            <Button size="sm" onClick={() => onShow({ person: '', page: 1 })}>
              {messages.SHOW_ALL_ACTS}
            </Button>
          </p>
        ) : null}
      </div>
      {data ? (
        <>
          {error ? (
            <Alert tone="brick" className="mb-4">
              {failureText(error, messages.AUDIT_FAILED)} {OLD_NUMBERS}
            </Alert>
          ) : null}
          {data.entries.length > 0 ? (
            <AuditEntries label={TABS.audit} entries={data.entries} />
          ) : (
            <EmptyState {...messages.NO_ACTS} />
          )}
          <Pagination page={page} pages={pages} onShow={(next) => onShow({ page: next })} />
        </>
      ) : error ? (
        <ErrorState
          title={TABS.audit}
          text={failureText(error, messages.AUDIT_FAILED)}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <div role="status" aria-label={messages.LOADING_AUDIT} className="grid gap-3">
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className="h-14" />
          ))}
        </div>
      )}
    </div>
  )
}

export function AuditEntries({ label, entries }: { label: string; entries: AuditEntry[] }) {
  const { timeZone } = useSite()
  return (
    <ul aria-label={label}>
      {renderRows('li', entries, ({ id, at, by, about, said }) => (
        <li
          key={id}
          className="grid gap-x-6 gap-y-0.5 border-line border-b py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline"
        >
          <p className="min-w-0">
            <span className="font-semibold">{said}</span>
            {about ? (
              <>
                {': '}
                <Who person={about} />
              </>
            ) : null}
          </p>
          <p className="text-muted text-sm">
            {by ? <Who person={by} /> : messages.COMMAND_LINE}
            {' · '}
            <span className="num" title={localTimes(at)}>
              {formatDate(at, timeZone)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Leads to the person, as long as the account is there. */
function Who({ person: { id, fullName, deleted } }: { person: AuditPerson }) {
  if (deleted) return <Name>{fullName}</Name>
  return (
    <Link {...paths.person(id)} className="link">
      <Name>{fullName}</Name>
    </Link>
  )
}
