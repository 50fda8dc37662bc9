/**
 * Club card, a club in the directory: its mark, its name, what it does, how many are in it. The whole card leads to it.
 */
import { Link } from '@tanstack/react-router'
import { CalendarDays, Star, UsersRound } from 'lucide-react'
import { useId } from 'react'
import { paths } from '@/app/paths'
import { Card } from '@/ui/Card'
import { Skeleton } from '@/ui/Skeleton'
import { countOf } from '../messages'
import type { Club } from '../model'
import { ClubBanner, ClubMark } from './ClubMark'
import { MembershipBadge } from './MembershipBadge'

const SHAPE = 'relative flex flex-col overflow-hidden p-0'
const ICON = 'size-4 shrink-0'

export function ClubCard({ club }: { club: Club }) {
  const titleId = useId()
  const { you, rating } = club
  return (
    <Card as="article" aria-labelledby={titleId} className={SHAPE}>
      <ClubBanner
        club={club}
        sizes="(min-width: 1024px) 350px, (min-width: 640px) 50vw, 100vw"
        className="aspect-[5/2] sm:aspect-[16/7]"
      />
      <div className="flex flex-1 flex-col px-5 pb-5">
        <ClubMark club={club} size="md" className="relative -mt-7 mb-3 ring-4 ring-surface" />
        <h2 id={titleId} className="ink-free text-lg leading-[1.2]">
          <Link
            {...paths.club(club.shortName)}
            className="decoration-2 decoration-line-strong underline-offset-4 after:absolute after:inset-0 after:content-[''] hover:underline"
          >
            <span className="ink-inside">{club.name}</span>
          </Link>
        </h2>
        {club.description ? <p className="mt-1.5 line-clamp-3 text-muted text-sm">{club.description}</p> : null}
        <div className="mt-auto grid gap-3 pt-4">
          <p className="num flex flex-wrap gap-x-4 gap-y-1 text-sm">
            <span className="flex items-center gap-1.5">
              <UsersRound aria-hidden="true" className={ICON} />
              {countOf(club.members, 'member')}
            </span>
            <span className="flex items-center gap-1.5">
              <CalendarDays aria-hidden="true" className={ICON} />
              {countOf(club.events, 'event')}
            </span>
            {rating ? (
              <span className="flex items-center gap-1.5">
                <Star aria-hidden="true" className={ICON} />
                <span>
                  {rating.average.toFixed(1)}
                  <span className="sr-only"> of 5 stars</span>
                </span>
              </span>
            ) : null}
          </p>
          {you && (you.status !== 'none' || you.mayManage) ? (
            <div className="flex flex-wrap gap-2">
              <MembershipBadge you={you} />
            </div>
          ) : null}
        </div>
      </div>
    </Card>
  )
}

/** The same shape while the list loads. */
export function ClubCardSkeleton() {
  return (
    <Card className={SHAPE}>
      <Skeleton className="aspect-[5/2] h-auto rounded-none sm:aspect-[16/7]" />
      <div className="flex flex-col px-5 pb-5">
        <span className="-mt-7 mb-3 block size-14 rounded-[12px] bg-line ring-4 ring-surface" />
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-2 h-15" />
        <Skeleton className="mt-5 h-5 w-48" />
      </div>
    </Card>
  )
}
