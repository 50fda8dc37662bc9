/** Link to the club of an event. */
import { Link } from '@tanstack/react-router'
import { paths } from '@/app/paths'

export function ClubLink({ club, name }: { club: string; name: string }) {
  return (
    <Link {...paths.club(club)} className="link link-lone">
      <span className="ink-inside">{name}</span>
    </Link>
  )
}
