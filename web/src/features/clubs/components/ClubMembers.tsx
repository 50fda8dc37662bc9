/**
 * Members of a club, 'Member Management': how many there are, its members and its applications, searched and filtered,
 * and what is done with each of them. Who may see this is decided by the server; ADMIN also sees who manages the club.
 */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { failureText } from '@/api/failure'
import { useSession } from '@/api/session'
import { cx } from '@/lib/cx'
import { saveBlob } from '@/lib/saveFile'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { SelectField } from '@/ui/Field'
import { LoadMore } from '@/ui/LoadMore'
import { SearchBox } from '@/ui/SearchBox'
import { Skeleton } from '@/ui/Skeleton'
import { TableDownload, type TableFile } from '@/ui/TableDownload'
import { Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/toast'
import { membersFile, membersQuery } from '../api'
import { useMemberActions } from '../hooks/useMemberActions'
import * as messages from '../messages'
import { type Club, type MemberCounts, OFFICES, type Office, type Shelf } from '../model'
import { Administrators } from './Administrators'
import { MemberTable } from './MemberTable'

const SHELVES: readonly Shelf[] = ['active', 'pending']

export type ClubMembersProps = { club: Pick<Club, 'name' | 'shortName'> }

export function ClubMembers({ club }: ClubMembersProps) {
  const headId = useId()
  const panelId = useId()
  const session = useSession()
  const [shelf, setShelf] = useState<Shelf>('active')
  const [office, setOffice] = useState<Office | 'all'>('all')
  const [asked, setAsked] = useState('')
  const list = useInfiniteQuery({
    ...membersQuery(club.shortName, { shelf, office: shelf === 'active' ? office : 'all', words: asked }),
    // Numbers and tabs stay while another part of the list is on its way.
    placeholderData: keepPreviousData,
  })
  const last = list.data?.pages.at(-1)
  // Rows of the other tab are not this one's to act on, also for a moment.
  const known = last?.shelf === shelf
  const members = useMemo(
    () => (known ? (list.data?.pages.flatMap((page) => page.members) ?? []) : []),
    [list.data, known],
  )
  const total = last?.total ?? 0
  const panel = useRef<HTMLDivElement>(null)
  const { busy, start, dialog } = useMemberActions(club.shortName, panel)
  const save = async (kind: TableFile) => {
    try {
      saveBlob(await membersFile(club.shortName, kind), `members-${club.shortName.toLowerCase()}.${kind}`)
    } catch (error) {
      toast.error(failureText(error, messages.FILE_FAILED))
    }
  }

  return (
    <section aria-labelledby={headId}>
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id={headId} className="text-xl">
          {messages.MEMBER_MANAGEMENT}
        </h2>
        <TableDownload onSave={save} />
      </div>
      <Cards counts={last?.counts} />
      <div className="mt-6 mb-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Tabs
          label={messages.MEMBER_MANAGEMENT}
          value={shelf}
          onChange={setShelf}
          items={SHELVES.map((value) => ({
            value,
            label: messages.shelfLabel(value, last && (value === 'active' ? last.counts.total : last.counts.pending)),
          }))}
          panelId={panelId}
        />
        <div className="flex flex-wrap items-end gap-3">
          <SearchBox
            label={messages.SEARCH_MEMBERS}
            value={asked}
            onChange={setAsked}
            className="min-w-56 flex-1 sm:max-w-80"
          />
          {shelf === 'active' ? (
            <SelectField
              label={<span className="sr-only">{messages.STATUS}</span>}
              value={office}
              onChange={(event) => setOffice(OFFICES.find((one) => one === event.target.value) ?? 'all')}
              className="min-w-40 flex-1 gap-0 sm:max-w-48"
            >
              <option value="all">{messages.ALL_STATUS}</option>
              {OFFICES.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </SelectField>
          ) : null}
        </div>
      </div>
      <div
        ref={panel}
        id={panelId}
        role="tabpanel"
        tabIndex={-1}
        aria-label={messages.SHELF_WORDS[shelf]}
        aria-busy={list.isPending}
        className="outline-none"
      >
        <p role="status" className="sr-only">
          {list.isSuccess && !list.isPlaceholderData ? messages.countOf(total, 'person', 'people') : ''}
        </p>
        {list.isPending || (list.isPlaceholderData && members.length === 0) || (!known && !list.isError) ? (
          <div className="grid gap-3">
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="h-16" />
            ))}
          </div>
        ) : list.isError && members.length === 0 ? (
          <ErrorState
            title={messages.MEMBERS_FAILED}
            text={failureText(list.error, '').trim()}
            onRetry={() => void list.refetch()}
          />
        ) : members.length === 0 ? (
          // An application that a search did not find has not been processed.
          <EmptyState {...messages.EMPTY[asked === '' ? shelf : 'active']} />
        ) : (
          <div className={cx(list.isPlaceholderData && 'opacity-60')}>
            <MemberTable shelf={shelf} members={members} busy={busy} onAct={start} />
            <LoadMore
              label={messages.SHOW_MORE}
              shown={members.length}
              total={total}
              hasMore={list.hasNextPage}
              busy={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          </div>
        )}
      </div>
      {session.user?.roles.includes('ADMIN') ? <Administrators club={club} /> : null}
      {dialog}
    </section>
  )
}

function Cards({ counts }: { counts: MemberCounts | undefined }) {
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-4">
      {(['total', 'pending', 'office'] as const).map((key) => (
        <div
          key={key}
          className="flex flex-col-reverse justify-end gap-1 rounded-card border border-line bg-surface px-2 py-3 sm:p-5"
        >
          <dt className="text-muted text-xs leading-tight sm:text-sm">{messages.CARDS[key]}</dt>
          <dd className="num font-[650] font-display text-[1.625rem] leading-none">
            {counts ? counts[key].toLocaleString('en-US') : <Skeleton className="h-6.5 w-10" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
