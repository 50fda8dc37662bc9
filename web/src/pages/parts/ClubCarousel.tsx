/** The five featured clubs, going round. A chunk of its own: the carousel's library is only for this. */
import { useSite } from '@/api/session'
import { existing } from '@/app/existing'
import { laterPaths } from '@/app/paths'
import { Carousel } from '@/ui/Carousel'
import { ClubSign } from './ClubSign'
import { FEATURED_CLUBS, type FeaturedClub } from './clubs'

export function ClubCarousel() {
  const { instituteName } = useSite()
  return (
    <Carousel
      label="Featured clubs"
      items={FEATURED_CLUBS}
      keyOf={(club) => club.name}
      head={
        <>
          <h2 className="text-xl">Featured clubs</h2>
          <p className="mt-1 text-muted">
            {instituteName
              ? `Who sets the questions at ${instituteName}, and who turns up.`
              : 'Who sets the questions, and who turns up.'}
          </p>
        </>
      }
    >
      {(club) => <ClubCard club={club} />}
    </Carousel>
  )
}

function ClubCard({ club }: { club: FeaturedClub }) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
      <ClubSign name={club.sign} />
      <div className="p-5">
        <h3 className="text-lg">{existing.clubs ? <a href={laterPaths.club(club.path)}>{club.name}</a> : club.name}</h3>
        <p className="mt-1.5 text-muted text-sm">{club.line}</p>
      </div>
    </article>
  )
}
