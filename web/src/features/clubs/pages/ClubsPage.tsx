/**
 * /clubs: every club, for everybody. The search lives in the address (?q=). ADMIN founds new ones here.
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { failureText } from '@/api/failure'
import { useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { Button, buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { LoadMore } from '@/ui/LoadMore'
import { PageHead } from '@/ui/PageHead'
import { renderRows } from '@/ui/RowBoundary'
import { SearchBox } from '@/ui/SearchBox'
import { clubsQuery } from '../api'
import { ClubCard, ClubCardSkeleton } from '../components/ClubCard'
import * as messages from '../messages'

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

export default function ClubsPage() {
  useTitle(messages.CLUBS)
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const navigate = useNavigate()
  const session = useSession()
  const list = useInfiniteQuery(clubsQuery(q))
  const clubs = useMemo(() => list.data?.pages.flatMap((page) => page.clubs) ?? [], [list.data])
  const total = list.data?.pages.at(-1)?.total ?? 0
  const isAdmin = session.user?.roles.includes('ADMIN') === true

  const search = (asked: string) =>
    void navigate({ to: '/clubs', search: { q: asked || undefined }, replace: true, resetScroll: false })
  const grid = useRef<HTMLDivElement>(null)
  const more = async () => {
    const shown = clubs.length
    await list.fetchNextPage()
    // The button may be gone: whoever uses the keyboard goes on at the first new card.
    requestAnimationFrame(() => {
      grid.current?.children[shown]?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    })
  }

  return (
    <div className="wrap-page pb-10">
      <PageHead
        title={messages.CLUBS}
        lead={messages.CLUBS_LEAD}
        actions={
          isAdmin ? (
            <Link {...paths.newClub()} className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden="true" className="size-4" />
              {messages.NEW_CLUB}
            </Link>
          ) : null
        }
      />
      <SearchBox label={messages.SEARCH_CLUBS} value={q} onChange={search} className="mb-6 sm:max-w-80" />
      <p role="status" className="sr-only">
        {list.isSuccess ? messages.countOf(total, 'club') : ''}
      </p>
      {list.isPending ? (
        <div className={GRID} aria-busy="true">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <ClubCardSkeleton key={key} />
          ))}
        </div>
      ) : list.isError && clubs.length === 0 ? (
        <ErrorState
          title={messages.CLUBS_FAILED}
          text={failureText(list.error, '').trim()}
          onRetry={() => void list.refetch()}
        />
      ) : clubs.length === 0 ? (
        q ? (
          <EmptyState
            title={messages.nothingMatches(q)}
            text={messages.NOTHING_MATCHES_TEXT}
            action={
              <Button variant="primary" onClick={() => search('')}>
                {messages.CLEAR_SEARCH}
              </Button>
            }
          />
        ) : (
          <EmptyState {...messages.NO_CLUBS} />
        )
      ) : (
        <>
          {list.isError ? (
            <p role="alert" className="mb-4 rounded-control bg-brick-soft px-4 py-3 text-brick text-sm">
              {failureText(list.error, messages.CLUBS_FAILED)}
            </p>
          ) : null}
          <div ref={grid} className={GRID}>
            {renderRows('div', clubs, (club) => (
              <ClubCard key={club.id} club={club} />
            ))}
          </div>
          <LoadMore
            label={messages.SHOW_MORE}
            shown={clubs.length}
            total={total}
            hasMore={list.hasNextPage}
            busy={list.isFetchingNextPage}
            onMore={() => void more()}
          />
        </>
      )}
    </div>
  )
}
