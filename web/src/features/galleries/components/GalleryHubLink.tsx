/** Link from one gallery back to all of its club. */
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { paths } from '@/app/paths'
import { BACK_TO_HUB } from '../messages'

export function GalleryHubLink({ club }: { club: string }) {
  return (
    <Link
      {...paths.club(club, 'gallery')}
      className="-ml-1 inline-flex min-h-11 items-center gap-1 text-muted text-sm hover:text-ink"
    >
      <ChevronLeft aria-hidden="true" className="size-4" />
      {BACK_TO_HUB}
    </Link>
  )
}
