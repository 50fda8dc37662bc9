/** Icon of a notice: what it is about. Decorative, because the title says it in words. */
import {
  CalendarDays,
  ChartColumn,
  type LucideIcon,
  Megaphone,
  Settings2,
  Trophy,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react'
import { cx } from '@/lib/cx'
import type { About } from '../model'

const SIGNS: Record<About, LucideIcon> = {
  announcement: Megaphone,
  membership: UserRoundCheck,
  contest: Trophy,
  results: ChartColumn,
  event: CalendarDays,
  club: UsersRound,
  platform: Settings2,
}

export function NoticeIcon({ about, read, className }: { about: About; read: boolean; className?: string }) {
  const Sign = SIGNS[about]
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-control',
        read ? 'bg-grey-soft text-muted' : 'bg-lawn-soft text-lawn',
        className,
      )}
    >
      <Sign className="size-5" />
    </span>
  )
}
