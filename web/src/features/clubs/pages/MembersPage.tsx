/**
 * /member: the members of the club one manages, chosen where there are several (?club=). The guard around it stops the
 * role USER; whoever manages no club is told who does.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureText } from '@/api/failure'
import { type Person, useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { SelectField } from '@/ui/Field'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { clubQuery, everyClubQuery, myClubsQuery } from '../api'
import { ClubMembers } from '../components/ClubMembers'
import { OfficeRequired } from '../components/OfficeRequired'
import * as messages from '../messages'
import { type Club, clubName } from '../model'

export default function MembersPage() {
  useTitle(messages.MEMBER_MANAGEMENT)
  const { club } = useSearch({ strict: false }) as { club?: string }
  const session = useSession()
  if (session.state !== 'in') return null
  return <Clubs person={session.user} wanted={club} />
}

function Clubs({ person, wanted }: { person: Person; wanted: string | undefined }) {
  const isAdmin = person.roles.includes('ADMIN')
  const mine = useQuery({ ...myClubsQuery, enabled: !isAdmin })
  const every = useQuery({ ...everyClubQuery, enabled: isAdmin })
  const asked = isAdmin ? every : mine
  const clubs: Club[] | undefined = isAdmin
    ? every.data
    : mine.data?.filter(({ place }) => place.mayManage).map(({ club }) => club)

  if (asked.isError && !clubs) {
    return (
      <Page>
        <ErrorState
          title={messages.CLUBS_FAILED}
          text={failureText(asked.error, '').trim()}
          onRetry={() => void asked.refetch()}
        />
      </Page>
    )
  }
  if (!clubs) {
    return (
      <Page>
        <div role="status" aria-label="Loading clubs">
          <Skeleton className="h-80" />
        </div>
      </Page>
    )
  }
  const chosen = clubs.find(({ shortName }) => shortName === clubName(wanted ?? clubs[0]?.shortName ?? ''))
  if (chosen) {
    return (
      <Page club={chosen} clubs={clubs}>
        <ClubMembers key={chosen.shortName} club={chosen} />
      </Page>
    )
  }
  return <Page>{wanted ? <Foreign club={wanted} /> : <NoOffice />}</Page>
}

function Page({ club, clubs = [], children }: { club?: Club; clubs?: readonly Club[]; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <div className="wrap-page pb-12">
      <PageHead
        title={club?.name ?? messages.MEMBER_MANAGEMENT}
        actions={
          club ? (
            <>
              {clubs.length > 1 ? (
                <SelectField
                  label={<span className="sr-only">{messages.WHICH_CLUB}</span>}
                  value={club.shortName}
                  onChange={(event) => void navigate({ ...paths.members(event.target.value), replace: true })}
                  className="min-w-44 gap-0"
                >
                  {clubs.map(({ shortName, name }) => (
                    <option key={shortName} value={shortName}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              ) : null}
              <Link {...paths.club(club.shortName)} className={buttonClass()}>
                {messages.TO_CLUB}
              </Link>
            </>
          ) : null
        }
      />
      {children}
    </div>
  )
}

/** A club of somebody else, or none at all. */
function Foreign({ club }: { club: string }) {
  const found = useQuery(clubQuery(club))
  if (found.data) return <OfficeRequired club={found.data} />
  if (found.isPending) return <Skeleton className="h-40" />
  return (
    <EmptyState
      {...messages.CLUB_MISSING}
      action={
        <Link {...paths.members()} className={buttonClass({ variant: 'primary' })}>
          {messages.MEMBER_MANAGEMENT}
        </Link>
      }
    />
  )
}

function NoOffice() {
  return (
    <EmptyState
      {...messages.NO_OFFICE}
      action={
        <Link {...paths.clubs()} className={buttonClass({ variant: 'primary' })}>
          {messages.ALL_CLUBS}
        </Link>
      }
    />
  )
}
