/**
 * /event and /createevent: a new event, of the club in the address (?club=) or of one the person administers. The guard
 * around it stops the role USER; whoever administers no club is told who makes events, and where to ask.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { type Person, useSession } from '@/api/session'
import { paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Name } from '@/ui/Name'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { type ClubChoice, clubsQuery } from '../api'
import { NewEventForm } from '../components/EventForm'
import * as messages from '../messages'
import { mayManage, ownClubs } from '../model'

export default function CreateEventPage() {
  useTitle(messages.CREATE)
  const { club } = useSearch({ strict: false }) as { club?: string }
  const session = useSession()
  if (session.state !== 'in') return null
  return (
    <div className="wrap-page pb-10">
      <PageHead title={messages.CREATE} lead="Only a title is needed; the rest can follow." />
      <Offices person={session.user} wanted={club} />
    </div>
  )
}

function Offices({ person, wanted }: { person: Person; wanted: string | undefined }) {
  const clubs = useQuery(clubsQuery)
  const isAdmin = person.roles.includes('ADMIN')
  if (!isAdmin && ownClubs(person).length === 0) return <NoOffice club={wanted} text={messages.NOT_YOURS_TEXT} />
  if (wanted && !mayManage(person, wanted)) return <NoOffice club={wanted} text={messages.NOT_THIS_CLUB} />
  if (clubs.isPending) return <Waiting />
  if (!clubs.data) {
    return (
      <ErrorState
        title={messages.CREATE_FAILED}
        text={failureText(clubs.error, 'The clubs could not be loaded.')}
        onRetry={() => void clubs.refetch()}
      />
    )
  }
  const own = clubs.data.filter(({ shortName }) => mayManage(person, shortName))
  const named = wanted ? own.filter(({ shortName }) => shortName === wanted.toUpperCase()) : own
  const [first] = named
  // One founded a moment ago is on its way.
  if (!first) return clubs.isFetching ? <Waiting /> : <NoOffice club={undefined} text={messages.NOT_YOURS_TEXT} />
  return <Making key={person.id} userId={person.id} clubs={named} first={first} />
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading clubs">
      <Skeleton className="h-120 rounded-card" />
    </div>
  )
}

function Making({ userId, clubs, first }: { userId: string; clubs: readonly ClubChoice[]; first: ClubChoice }) {
  const navigate = useNavigate()
  const router = useRouter()
  // With several to choose from nobody's event is made for the first by oversight.
  const [club, setClub] = useState(clubs.length === 1 ? first.shortName : '')
  return (
    <NewEventForm
      userId={userId}
      clubs={clubs}
      club={club}
      onClub={setClub}
      onDone={(id) => void navigate({ ...paths.event(id), replace: true })}
      onCancel={() => (router.history.canGoBack() ? router.history.back() : void navigate(asLeft(paths.events())))}
      frame={(body, buttons) => (
        <Card as="section" aria-label={messages.CREATE} className="p-4 sm:p-7">
          {clubs.length === 1 ? (
            <p className="mb-5 text-muted text-sm">
              An event of <Name>{first.name}</Name>.
            </p>
          ) : null}
          {body}
          <div className="mt-8 flex flex-wrap justify-end gap-3 border-line border-t pt-5">{buttons}</div>
        </Card>
      )}
    />
  )
}

function NoOffice({ club, text }: { club: string | undefined; text: string }) {
  return (
    <EmptyState
      title={messages.NOT_YOURS_TITLE}
      text={text}
      action={
        <Link {...(club ? paths.club(club) : paths.clubs())} className={buttonClass({ variant: 'primary' })}>
          {club ? `To the club ${club.toUpperCase()}` : messages.SEE_CLUBS}
        </Link>
      }
    />
  )
}
