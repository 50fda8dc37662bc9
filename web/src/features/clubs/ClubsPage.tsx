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
import { Empty } from '@/ui/Empty'
import { More } from '@/ui/More'
import { PageHead } from '@/ui/PageHead'
import { Problem } from '@/ui/Problem'
import { SearchBox } from '@/ui/SearchBox'
import { clubsQuery } from './api'
import { ClubCard, ClubCardSkeleton } from './parts/ClubCard'
import * as words from './words'

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

export default function ClubsPage() {
  useTitle(words.CLUBS)
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
        title={words.CLUBS}
        lead={words.CLUBS_LEAD}
        actions={
          isAdmin ? (
            <Link {...paths.newClub()} className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden="true" className="size-4" />
              {words.NEW_CLUB}
            </Link>
          ) : null
        }
      />
      <SearchBox label={words.SEARCH_CLUBS} value={q} onChange={search} className="mb-6 sm:max-w-80" />
      <p role="status" className="sr-only">
        {list.isSuccess ? words.countOf(total, 'club') : ''}
      </p>
      {list.isPending ? (
        <div className={GRID} aria-busy="true">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <ClubCardSkeleton key={key} />
          ))}
        </div>
      ) : list.isError && clubs.length === 0 ? (
        <Problem
          title={words.CLUBS_FAILED}
          text={failureText(list.error, '').trim()}
          onRetry={() => void list.refetch()}
        />
      ) : clubs.length === 0 ? (
        q ? (
          <Empty
            title={words.nothingMatches(q)}
            text={words.NOTHING_MATCHES_TEXT}
            action={
              <Button variant="primary" onClick={() => search('')}>
                {words.CLEAR_SEARCH}
              </Button>
            }
          />
        ) : (
          <Empty {...words.NO_CLUBS} />
        )
      ) : (
        <>
          {list.isError ? (
            <p role="alert" className="mb-4 rounded-control bg-brick-soft px-4 py-3 text-brick text-sm">
              {failureText(list.error, words.CLUBS_FAILED)}
            </p>
          ) : null}
          <div ref={grid} className={GRID}>
            {clubs.map((club) => (
              <ClubCard key={club.id} club={club} />
            ))}
          </div>
          <More
            label={words.SHOW_MORE}
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
