/**
 * Participants of an event: searched, by state, sorted by name or batch, with the answers on demand, and as a file. The table
 * is the specification's; what somebody did not say reads N/A.
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureText } from '@/api/failure'
import { cx } from '@/lib/cx'
import { Badge } from '@/ui/Badge'
import { ErrorState } from '@/ui/ErrorState'
import { CheckField } from '@/ui/Field'
import { LoadMore } from '@/ui/LoadMore'
import { Name } from '@/ui/Name'
import { renderRows } from '@/ui/RowBoundary'
import { SearchBox } from '@/ui/SearchBox'
import { Skeleton } from '@/ui/Skeleton'
import { Table, Td, Th } from '@/ui/Table'
import { Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/toast'
import { type PeopleAsked, participantsQuery } from '../api'
import * as messages from '../messages'
import { nextSort, type Participant, type Participants as People, type Sort } from '../model'
import { own } from '../registrationFields'
import { ParticipantExport } from './ParticipantExport'

type ParticipantsProps = { eventId: string; title: string }
type State = PeopleAsked['state']

export function Participants({ eventId, title }: ParticipantsProps) {
  const [sort, setSort] = useState<Sort>(null)
  const [state, setState] = useState<State>('all')
  const [q, setQ] = useState('')
  const [answersShown, setAnswersShown] = useState(false)
  const asked: PeopleAsked = { sort, state, words: q }
  const list = useInfiniteQuery({ ...participantsQuery(eventId, asked), placeholderData: (before) => before })
  const { error } = list
  useEffect(() => {
    if (error) toast.error(failureText(error, messages.PARTICIPANTS_FAILED))
  }, [error])

  if (list.isPending) return <Waiting />
  if (!list.data) {
    return (
      <ErrorState
        title={messages.PARTICIPANTS_FAILED}
        text={failureText(list.error, '').trim()}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const people = list.data.pages.flatMap((page) => page.people)
  const { total, counts, columns } = list.data.pages.at(-1) ?? {
    total: 0,
    counts: { registered: 0, waiting: 0 },
    columns: [],
  }
  const everybody = counts.registered + counts.waiting
  if (everybody === 0) return <p className="py-6 text-muted">{messages.NOBODY}</p>
  const tabs = [
    { value: 'all' as const, label: 'All', count: everybody },
    { value: 'registered' as const, label: messages.HAS_PLACE, count: counts.registered },
    { value: 'waiting' as const, label: messages.WAITS, count: counts.waiting },
  ]
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="num font-semibold">
          Total: {total.toLocaleString('en-US')}
        </p>
        <ParticipantExport eventId={eventId} title={title} asked={asked} />
      </div>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
        {counts.waiting > 0 || state !== 'all' ? (
          <Tabs<State>
            label="Participants by state"
            value={state}
            onChange={setState}
            items={tabs}
            className="min-w-0 flex-1"
          />
        ) : null}
        <SearchBox label={messages.SEARCH_PEOPLE} value={q} onChange={setQ} className="min-w-0 flex-1 sm:max-w-72" />
      </div>
      {columns.length > 0 ? (
        <CheckField
          label={messages.SHOW_ANSWERS}
          checked={answersShown}
          onChange={(event) => setAnswersShown(event.target.checked)}
        />
      ) : null}
      {people.length === 0 ? (
        <p className="py-6 text-muted">{q ? messages.nobodyMatches(q) : messages.NOBODY}</p>
      ) : (
        <PeopleTable
          people={people}
          columns={answersShown ? columns : []}
          withState={counts.waiting > 0}
          sort={sort}
          onSort={(by) => setSort(nextSort(sort, by))}
          stale={list.isPlaceholderData}
        />
      )}
      <LoadMore
        label="Show more"
        shown={people.length}
        total={total}
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
        className="mt-0"
      />
    </div>
  )
}

type PeopleTableProps = {
  people: readonly Participant[]
  columns: People['columns']
  withState: boolean
  sort: Sort
  onSort: (by: SortedBy) => void
  stale: boolean
}

type SortedBy = NonNullable<Sort>['by']

const SORTED = { none: 'none', asc: 'ascending', desc: 'descending' } as const
const ICONS = { none: ArrowUpDown, asc: ArrowUp, desc: ArrowDown }
const ORDER = { none: '', asc: 'A-Z', desc: 'Z-A' }

type SortedHeadProps = { by: SortedBy; sort: Sort; onSort: (by: SortedBy) => void }

function SortedHead({ by, sort, onSort }: SortedHeadProps) {
  const order = sort?.by === by ? sort.order : 'none'
  const Icon = ICONS[order]
  return (
    <Th aria-sort={SORTED[order]} className="py-0">
      <button
        type="button"
        onClick={() => onSort(by)}
        className="-mx-2 flex min-h-11 items-center gap-1 whitespace-nowrap rounded-control px-2 font-semibold hover:text-ink"
      >
        {messages.COLUMNS[by]}
        <Icon aria-hidden="true" className="size-3.5" />
        <span className="font-normal">{ORDER[order]}</span>
      </button>
    </Th>
  )
}

function PeopleTable({ people, columns, withState, sort, onSort, stale }: PeopleTableProps) {
  return (
    <Table caption={messages.PARTICIPANTS} className={cx('min-w-[40rem]', stale && 'opacity-60')}>
      <thead>
        <tr>
          <Th align="right">{messages.COLUMNS.no}</Th>
          <SortedHead by="name" sort={sort} onSort={onSort} />
          <Th>{messages.COLUMNS.email}</Th>
          <SortedHead by="batch" sort={sort} onSort={onSort} />
          <Th className="whitespace-nowrap">{messages.COLUMNS.contact}</Th>
          {withState ? <Th>{messages.COLUMNS.state}</Th> : null}
          {columns.map(({ name, label }) => (
            <Th key={name} className="min-w-32">
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {renderRows('tr', people, (person, at) => (
          <tr key={person.id}>
            <Td align="right" className="text-muted">
              {at + 1}
            </Td>
            <Td className="font-semibold">
              <Name>{person.name || messages.NOT_AVAILABLE}</Name>
            </Td>
            <Td>{person.email ?? messages.NOT_AVAILABLE}</Td>
            <Td className="num">{person.batch ?? messages.NOT_AVAILABLE}</Td>
            <Td className="num whitespace-nowrap">{person.contact ?? messages.NOT_AVAILABLE}</Td>
            {withState ? (
              <Td>
                <Badge tone={person.state === 'waiting' ? 'amber' : 'lawn'}>
                  {person.state === 'waiting' ? messages.WAITS : messages.HAS_PLACE}
                </Badge>
              </Td>
            ) : null}
            {columns.map(({ name }) => (
              <Td key={name}>{own(person.answers, name) ?? messages.NOT_AVAILABLE}</Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading participants" className="grid gap-3">
      <Skeleton className="h-6 w-24" />
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-11" />
      ))}
    </div>
  )
}
