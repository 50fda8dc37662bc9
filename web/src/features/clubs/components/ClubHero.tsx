/**
 * Head of a club's details: its mark, its name, real numbers, one's own membership, and the buttons to edit, share and join.
 */
import { Link } from '@tanstack/react-router'
import { Pencil, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { hrefOf, paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { ShareButton } from '@/ui/ShareButton'
import { APPLIED_NOTE, countOf, EDIT_CLUB, ratingsOf } from '../messages'
import type { Club } from '../model'
import { ClubBanner, ClubMark } from './ClubMark'
import { JoinButton } from './JoinButton'
import { MembershipBadge } from './MembershipBadge'

export function ClubHero({ club, mayEdit }: { club: Club; mayEdit: boolean }) {
  const { rating, you } = club
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <ClubBanner club={club} eager sizes="(min-width: 1120px) 840px, 100vw" className="aspect-[5/2] sm:aspect-[4/1]" />
      <div className="px-5 pb-6 sm:px-7">
        <ClubMark club={club} size="lg" className="relative -mt-9 mb-4 ring-4 ring-surface sm:-mt-11" />
        <h1 className="text-[1.75rem] leading-[1.15] sm:text-2xl">{club.name}</h1>
        {you && you.status !== 'none' ? (
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <MembershipBadge you={you} />
            {you.status === 'pending' ? <p className="text-muted text-sm">{APPLIED_NOTE}</p> : null}
          </div>
        ) : null}
        <div className="mt-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <dl className="num flex flex-wrap gap-x-8 gap-y-3 text-sm">
            <Fact count={club.members.toLocaleString('en-US')} what={club.members === 1 ? 'member' : 'members'} />
            <Fact count={club.events.toLocaleString('en-US')} what={club.events === 1 ? 'event' : 'events'} />
            {rating ? (
              <Fact
                count={
                  <span className="flex items-center gap-1.5">
                    {rating.average.toFixed(1)}
                    <Star aria-hidden="true" className="size-4.5 fill-marigold text-marigold" />
                    <span className="sr-only">of 5 stars</span>
                  </span>
                }
                what={`from ${ratingsOf(rating.count)}`}
              />
            ) : null}
          </dl>
          <div className="flex flex-wrap gap-3">
            {mayEdit ? (
              <Link {...paths.editClub(club.shortName)} className={buttonClass()}>
                <Pencil aria-hidden="true" className="size-4" />
                {EDIT_CLUB}
              </Link>
            ) : null}
            <ShareButton title={club.name} path={hrefOf(paths.club(club.shortName))} />
            <JoinButton club={club} />
          </div>
        </div>
      </div>
    </div>
  )
}

function Fact({ count, what }: { count: ReactNode; what: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-muted">{what}</dt>
      <dd className="font-[650] font-display text-[1.375rem] leading-tight">{count}</dd>
    </div>
  )
}

/** The same in one line, over the other tabs. */
export function ClubHead({ club }: { club: Club }) {
  return (
    <div className="flex items-center gap-4">
      <ClubMark club={club} />
      <div className="min-w-0">
        <h1 className="text-[1.375rem] leading-[1.15] sm:text-[1.625rem]">{club.name}</h1>
        <p className="num text-muted text-sm">
          {countOf(club.members, 'member')} · {countOf(club.events, 'event')}
        </p>
      </div>
    </div>
  )
}
