/** People: found by name or address, page by page; one of them opens in the list's place. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { Alert } from '@/ui/Alert'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { SearchBox } from '@/ui/SearchBox'
import { Skeleton } from '@/ui/Skeleton'
import { PEOPLE_SIZE, peopleQuery } from '../api'
import { OLD_NUMBERS, TABS } from '../messages'
import * as messages from '../peopleMessages'
import { Pagination } from './Pagination'

type PeopleProps = { search: string; page: number; onShow: (next: { q?: string; page?: number }) => void }

export function People({ search, page, onShow }: PeopleProps) {
  const found = useQuery(peopleQuery(search, page))
  const { data, error } = found
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PEOPLE_SIZE))
  return (
    <div aria-busy={found.isPlaceholderData}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-10 gap-y-3">
        <SearchBox
          label={messages.SEARCH}
          value={search}
          onChange={(q) => onShow({ q, page: 1 })}
          className="w-full sm:w-96"
        />
        <p role="status" className="num min-h-[1lh] text-muted text-sm">
          {data ? messages.peopleCounted(data.total) : ''}
        </p>
      </div>
      {data ? (
        <>
          {error ? (
            <Alert tone="brick" className="mb-4">
              {failureText(error, messages.PEOPLE_FAILED)} {OLD_NUMBERS}
            </Alert>
          ) : null}
          {data.people.length > 0 ? (
            <ul aria-label={TABS.people}>
              {renderRows('li', data.people, ({ id, fullName, email, batch, roles }) => (
                <li key={id} className="border-line border-b">
                  <Link
                    {...paths.person(id)}
                    className="flex items-center gap-x-4 gap-y-2 rounded-control py-3 hover:bg-sunk sm:px-2"
                  >
                    <Avatar name={fullName} />
                    <span className="min-w-0 flex-1">
                      <span className="ink block font-semibold leading-snug">
                        <Name>{fullName}</Name>
                      </span>
                      <span className="ink num block break-all text-muted text-sm">
                        {email} · {batch}
                      </span>
                    </span>
                    <span className="flex flex-wrap justify-end gap-1.5">
                      {roles.map((role) => (
                        <Badge key={role} tone={role === 'ADMIN' ? 'lawn' : 'sky'}>
                          {role}
                        </Badge>
                      ))}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              {...messages.NOBODY}
              action={<Button onClick={() => onShow({ q: '', page: 1 })}>{messages.CLEAR}</Button>}
            />
          )}
          <Pagination page={page} pages={pages} onShow={(next) => onShow({ page: next })} />
        </>
      ) : error ? (
        <ErrorState
          title={TABS.people}
          text={failureText(error, messages.PEOPLE_FAILED)}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <div role="status" aria-label={messages.LOADING_PEOPLE} className="grid gap-3">
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className="h-16" />
          ))}
        </div>
      )}
    </div>
  )
}
