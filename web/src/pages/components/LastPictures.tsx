/**
 * Latest pictures: a look at a club's latest gallery on its details, with a link to all galleries. Nothing where there
 * is none.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '@/app/paths'
import { clubGalleriesQuery } from '@/features/galleries/api'
import { cx } from '@/lib/cx'
import { Picture } from '@/ui/Picture'

const SHOWN = 3

export function LastPictures({ club }: { club: string }) {
  const galleries = useQuery(clubGalleriesQuery(club))
  const last = galleries.data?.find(({ pictures }) => pictures.length > 0)
  if (!last) return null
  const name = last.event?.title ?? last.title
  return (
    <section aria-label="From the last event">
      <h2 className="text-lg">From the last event</h2>
      <Link {...paths.club(club, 'showgallery')} className="group mt-3 block" aria-label={`${name}: all galleries`}>
        <span className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {last.pictures.slice(0, SHOWN).map((picture, at) => (
            <Picture
              key={picture.url}
              picture={picture}
              alt=""
              sizes="(min-width: 640px) 270px, 50vw"
              className={cx(
                'aspect-[4/3] h-auto w-full rounded-control object-cover transition-opacity duration-150 group-hover:opacity-90',
                at === 2 && 'max-sm:hidden',
              )}
            />
          ))}
        </span>
        <span className="ink mt-2 block text-muted text-sm group-hover:text-ink">{name}</span>
      </Link>
    </section>
  )
}
