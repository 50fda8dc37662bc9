/** /profile: who I am here, what I may still create, and where I am logged in. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '@/api/failure'
import { type Person, useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { formatDay } from '@/lib/time'
import { useTitle } from '@/lib/useTitle'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { Problem } from '@/ui/Problem'
import { Skeleton } from '@/ui/Skeleton'
import { profileQuery } from './api'
import { type Profile, roleTone } from './model'
import { Sessions } from './parts/Sessions'
import { LOAD_FAILED, LOADING } from './words'

export default function ProfilePage() {
  useTitle('My Profile')
  const session = useSession()
  if (session.state !== 'in') return null
  return <Loaded person={session.user} />
}

function Loaded({ person }: { person: Person }) {
  const profile = useQuery(profileQuery(person.id))
  return (
    <div className="wrap-page pt-10 pb-8">
      {profile.isPending ? (
        <Waiting />
      ) : profile.isError ? (
        <Problem
          title="Profile"
          text={failureText(profile.error, LOAD_FAILED)}
          onRetry={() => void profile.refetch()}
        />
      ) : (
        <Facts profile={profile.data} />
      )}
      <Sessions />
    </div>
  )
}

/** Takes the room of Facts, so that nothing below it moves. */
function Waiting() {
  return (
    <div role="status">
      <div className="flex min-h-[4.5rem] items-center gap-5">
        <Skeleton className="size-16 rounded-full" />
        <p className="text-muted">{LOADING}</p>
      </div>
      <div className="mt-8 grid gap-x-16 gap-y-8 border-line border-t pt-8 lg:grid-cols-2">
        <Skeleton className="h-[12.25rem] sm:h-33" />
        <Skeleton className="h-[9.5rem] sm:h-33" />
      </div>
    </div>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const { billing, timeZone } = useSite()
  const rows = [
    { what: 'E-mail', is: profile.email },
    { what: 'Contact', is: profile.contact || 'not given' },
    { what: 'Year', is: profile.batch ? String(profile.batch) : 'not given' },
    { what: 'Here since', is: formatDay(profile.createdAt, timeZone) },
  ]
  const numbers = [
    { n: profile.contestsGiven, what: profile.contestsGiven === 1 ? 'contest given' : 'contests given' },
    ...(billing
      ? [
          {
            n: profile.contestCredits,
            what: profile.contestCredits === 1 ? 'contest creation left' : 'contest creations left',
          },
          { n: profile.pollCredits, what: profile.pollCredits === 1 ? 'poll creation left' : 'poll creations left' },
        ]
      : []),
  ]
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Avatar name={profile.fullName} size="lg" />
        <div className="min-w-0">
          <h1 className="text-[1.75rem] leading-[1.15] sm:text-2xl">{profile.fullName}</h1>
          <Badge tone={roleTone(profile.role)} className="mt-2">
            {profile.role}
          </Badge>
        </div>
      </header>
      <div className="mt-8 grid gap-x-16 gap-y-8 border-line border-t pt-8 lg:grid-cols-2">
        <dl className="grid content-start items-baseline gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
          {rows.map((row) => (
            <div key={row.what} className="contents">
              <dt className="text-muted text-sm max-sm:-mb-3">{row.what}</dt>
              <dd className="num min-w-0 break-words font-medium">{row.is}</dd>
            </div>
          ))}
        </dl>
        <div>
          <dl className="flex flex-wrap gap-x-10 gap-y-5">
            {numbers.map((number) => (
              <div key={number.what} className="flex flex-col-reverse">
                <dt className="text-muted text-sm">{number.what}</dt>
                <dd className="num font-[650] font-display text-xl">{number.n}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-5 text-sm">
            <Link {...paths.myContests()} className="link">
              My Contests
            </Link>
            {profile.contestCredits > 0 || !billing ? (
              <>
                <span aria-hidden="true" className="mx-2 text-muted">
                  ·
                </span>
                <Link {...paths.createContest()} className="link">
                  Create a contest
                </Link>
              </>
            ) : null}
          </p>
        </div>
      </div>
    </>
  )
}
