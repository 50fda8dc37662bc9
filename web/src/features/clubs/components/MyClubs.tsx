/** My clubs: those one is in or has applied to, in rows; for the dashboard and the profile. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { paths } from '@/app/paths'
import { ErrorState } from '@/ui/ErrorState'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { myClubsQuery } from '../api'
import { ALL_CLUBS, APPLIED, MANAGE_IT, MY_CLUBS, MY_CLUBS_FAILED, NO_CLUBS_OF_MINE } from '../messages'
import type { MyClub } from '../model'
import { ClubMark } from './ClubMark'

/** For the dashboard: nothing where there is nothing. */
export function MyClubs() {
  const mine = useQuery(myClubsQuery)
  if (!mine.data || mine.data.length === 0) return null
  return (
    <section aria-label={MY_CLUBS}>
      <h2 className="text-lg">{MY_CLUBS}</h2>
      <ClubRows clubs={mine.data} />
      <AllClubs />
    </section>
  )
}

/** For the profile, below a heading of its own. */
export function OwnClubs() {
  const mine = useQuery(myClubsQuery)
  if (mine.isPending) {
    return (
      <div role="status" aria-label="Loading your clubs">
        <Skeleton className="h-17" />
      </div>
    )
  }
  if (mine.isError && !mine.data) {
    return (
      <ErrorState
        title={MY_CLUBS_FAILED}
        text={failureText(mine.error, '').trim()}
        onRetry={() => void mine.refetch()}
      />
    )
  }
  return (
    <>
      {mine.data.length === 0 ? <p className="text-muted">{NO_CLUBS_OF_MINE}</p> : <ClubRows clubs={mine.data} />}
      <AllClubs />
    </>
  )
}

function ClubRows({ clubs }: { clubs: readonly MyClub[] }) {
  return (
    <ul className="mt-1">
      {renderRows('li', clubs, ({ id, club, place }) => (
        <li key={id} className="border-line border-b">
          <Link {...paths.club(club.shortName)} className="group flex items-center gap-3 py-3">
            <ClubMark club={club} />
            <span className="min-w-0">
              <span className="ink block font-semibold leading-snug group-hover:text-lawn">{club.name}</span>
              <span className="mt-0.5 block text-muted text-sm">{standing(place)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function standing({ status, role, mayManage }: MyClub['place']): string {
  if (status === 'pending') return APPLIED
  return mayManage && role !== 'President' ? `${role ?? 'Member'} · ${MANAGE_IT}` : (role ?? 'Member')
}

function AllClubs() {
  return (
    <p className="ink-free mt-4 text-sm">
      <Link {...paths.clubs()} className="link link-lone">
        {ALL_CLUBS}
      </Link>
    </p>
  )
}
