/** Creation stats, the numbers of a profile: contests given, creations left; and the ways to what they count. */
import { Link } from '@tanstack/react-router'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { buttonClass } from '@/ui/Button'
import { SECTIONS } from '../messages'
import type { Profile } from '../model'
import { ProfileSection } from './ProfileSection'

export function CreationStats({ profile }: { profile: Profile }) {
  const { billing } = useSite()
  const { contestsGiven, contestCredits, pollCredits } = profile
  // ADMIN creates without credits.
  const counted = billing && profile.role !== 'ADMIN'
  const numbers = [
    { n: contestsGiven, what: contestsGiven === 1 ? 'contest given' : 'contests given' },
    ...(counted
      ? [
          { n: contestCredits, what: contestCredits === 1 ? 'contest creation left' : 'contest creations left' },
          { n: pollCredits, what: pollCredits === 1 ? 'poll creation left' : 'poll creations left' },
        ]
      : []),
  ]
  return (
    <ProfileSection id="creations" title={SECTIONS.creations}>
      <dl className="flex flex-wrap gap-x-10 gap-y-5">
        {numbers.map((number) => (
          <div key={number.what} className="flex flex-col-reverse justify-end">
            <dt className="text-muted text-sm">{number.what}</dt>
            <dd className="num font-[650] font-display text-xl">{number.n}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link {...paths.myContests()} className={buttonClass({ size: 'sm' })}>
          My Contests
        </Link>
        {contestCredits > 0 || !counted ? (
          <Link {...paths.createContest()} className={buttonClass({ size: 'sm' })}>
            Create a contest
          </Link>
        ) : null}
        {pollCredits > 0 || !counted ? (
          <Link {...paths.createPoll()} className={buttonClass({ size: 'sm' })}>
            Create a poll
          </Link>
        ) : null}
        {counted && contestCredits + pollCredits === 0 ? (
          <Link {...paths.pricing()} className={buttonClass({ size: 'sm' })}>
            See the plans
          </Link>
        ) : null}
      </div>
    </ProfileSection>
  )
}
