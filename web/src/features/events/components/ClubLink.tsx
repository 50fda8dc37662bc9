/** Link to the club of an event. */
import { Link } from '@tanstack/react-router'
import { paths } from '@/app/paths'
import { cx } from '@/lib/cx'

export function ClubLink({ club, name, className }: { club: string; name: string; className?: string }) {
  return (
    <Link {...paths.club(club)} className={cx('link', className)}>
      <span className="ink-inside">{name}</span>
    </Link>
  )
}
