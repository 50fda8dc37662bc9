/**
 * /profile: who I am here, what I may still create, what I am notified of, my password, where I am logged in, my data,
 * and the way to leave. Each part has an address of its own (/profile#password).
 */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '@/api/failure'
import { type Person, useSession } from '@/api/session'
import { useScrollToAnchor } from '@/lib/useScrollToAnchor'
import { useTitle } from '@/lib/useTitle'
import { Badge } from '@/ui/Badge'
import { ErrorState } from '@/ui/ErrorState'
import { Name } from '@/ui/Name'
import { Skeleton } from '@/ui/Skeleton'
import { profileQuery } from '../api'
import { LOAD_FAILED, LOADING, NOTIFICATIONS_TEXT, ON_THIS_PAGE, SECTIONS } from '../messages'
import { type Profile, roleTone } from '../model'
import { ChangePassword } from './ChangePassword'
import { CreationStats } from './CreationStats'
import { DataExport } from './DataExport'
import { DeleteAccount } from './DeleteAccount'
import { ProfileDetails } from './ProfileDetails'
import { ProfilePicture } from './ProfilePicture'
import { ProfileSection } from './ProfileSection'
import { Sessions } from './Sessions'

type ProfileViewProps = {
  /** The person's purchases, which are another feature's; none where nothing is sold. */
  purchases?: ReactNode
  /** The person's clubs. */
  clubs?: ReactNode
  /** What the person is notified of, another feature's as well. */
  notifications?: ReactNode
}

export function ProfileView({ purchases, clubs, notifications }: ProfileViewProps) {
  useTitle('My Profile')
  const session = useSession()
  if (session.state !== 'in') return null
  return <Loaded person={session.user} purchases={purchases} clubs={clubs} notifications={notifications} />
}

function Loaded({ person, ...parts }: { person: Person } & ProfileViewProps) {
  const profile = useQuery(profileQuery(person.id))
  return (
    <div className="wrap-page pt-10 pb-8">
      {profile.isPending ? (
        <Waiting />
      ) : profile.isError ? (
        <>
          <h1 className="sr-only">My Profile</h1>
          <ErrorState
            title="Profile"
            text={failureText(profile.error, LOAD_FAILED)}
            onRetry={() => void profile.refetch()}
          />
          <Sessions />
        </>
      ) : (
        <Filled profile={profile.data} {...parts} />
      )}
    </div>
  )
}

/** Takes the room of what comes, so that little moves. */
function Waiting() {
  return (
    <div role="status">
      <h1 className="sr-only">My Profile</h1>
      <div className="flex min-h-24 items-center gap-5">
        <Skeleton className="size-24 rounded-full" />
        <p className="text-muted">{LOADING}</p>
      </div>
      <Skeleton className="mt-6 mb-8 h-5 w-80 max-w-full" />
      {['details', 'creations', 'password'].map((key) => (
        <div key={key} className="grid gap-x-12 gap-y-5 border-line border-t py-10 md:grid-cols-[16rem_minmax(0,1fr)]">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-33" />
        </div>
      ))}
    </div>
  )
}

const PARTS = [
  { id: 'details', label: 'Details' },
  { id: 'creations', label: 'Contests' },
  { id: 'purchases', label: SECTIONS.purchases },
  { id: 'clubs', label: SECTIONS.clubs },
  { id: 'notifications', label: SECTIONS.notifications },
  { id: 'password', label: SECTIONS.password },
  { id: 'sessions', label: 'Log-ins' },
  { id: 'data', label: SECTIONS.data },
  { id: 'delete', label: 'Delete' },
]

function Filled({ profile, purchases, clubs, notifications }: { profile: Profile } & ProfileViewProps) {
  useScrollToAnchor()
  const given: Record<string, ReactNode> = { purchases, clubs, notifications }
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <ProfilePicture profile={profile} />
        <div className="min-w-0">
          <h1 className="text-[1.75rem] leading-[1.15] sm:text-2xl">
            <Name>{profile.fullName}</Name>
          </h1>
          <Badge tone={roleTone(profile.role)} className="mt-2">
            {profile.role}
          </Badge>
        </div>
      </header>
      <nav aria-label={ON_THIS_PAGE} className="mt-5 mb-6">
        <ul className="flex flex-wrap gap-x-5">
          {PARTS.filter(({ id }) => !(id in given) || given[id]).map(({ id, label }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center text-muted text-sm underline decoration-line-strong underline-offset-4 hover:text-ink"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ProfileDetails profile={profile} />
      <CreationStats profile={profile} />
      {purchases ? (
        <ProfileSection id="purchases" title={SECTIONS.purchases}>
          {purchases}
        </ProfileSection>
      ) : null}
      {clubs ? (
        <ProfileSection id="clubs" title={SECTIONS.clubs}>
          {clubs}
        </ProfileSection>
      ) : null}
      {notifications ? (
        <ProfileSection id="notifications" title={SECTIONS.notifications} text={NOTIFICATIONS_TEXT}>
          {notifications}
        </ProfileSection>
      ) : null}
      <ChangePassword email={profile.email} />
      <Sessions />
      <DataExport />
      <DeleteAccount profile={profile} />
    </>
  )
}
