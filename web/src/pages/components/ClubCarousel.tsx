/**
 * Club carousel of the landing page: the five featured clubs. A chunk of its own: the carousel's library is only for
 * this.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '@/app/paths'
import { everyClubQuery } from '@/features/clubs/api'
import { clubName } from '@/features/clubs/model'
import { Carousel } from '@/ui/Carousel'
import { FEATURED_CLUBS, type FeaturedClub } from '../featuredClubs'
import { ClubSign } from './ClubSign'
import { FeaturedClubsHead } from './FeaturedClubsHead'

export function ClubCarousel() {
  const names = useQuery(everyClubQuery).data?.map(({ shortName }) => shortName) ?? []
  return (
    <Carousel label="Featured clubs" items={FEATURED_CLUBS} keyOf={(club) => club.name} head={<FeaturedClubsHead />}>
      {(club) => <ClubCard club={club} exists={names.includes(clubName(club.path))} />}
    </Carousel>
  )
}

/** A club this site does not have leads to those it has. */
function ClubCard({ club, exists }: { club: FeaturedClub; exists: boolean }) {
  const to = exists ? paths.club(club.path) : paths.clubs()
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
      <ClubSign name={club.sign} />
      <div className="p-5">
        <h3 className="ink-free text-lg">
          <Link
            {...to}
            className="decoration-2 decoration-line-strong underline-offset-4 after:absolute after:inset-0 after:content-[''] hover:underline"
          >
            {club.name}
          </Link>
        </h3>
        <p className="mt-1.5 text-muted text-sm">{club.line}</p>
      </div>
    </article>
  )
}
