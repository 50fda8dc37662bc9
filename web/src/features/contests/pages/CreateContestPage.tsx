/**
 * /createcontest: the form for a new contest, and below it the organiser's own contests, each with its next step.
 * Without creations left a prompt stands in the form's place.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '@/api/failure'
import { type Person, useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { renderRows } from '@/ui/RowBoundary'
import { Skeleton } from '@/ui/Skeleton'
import { ownContestsQuery } from '../api'
import { ContestForm } from '../components/ContestForm'
import { NoContestCredits } from '../components/NoContestCredits'
import { OwnContestCard } from '../components/OwnContestCard'
import { creditsLeft, LIST_FAILED } from '../messages'
import { mayCreate } from '../model'

export default function CreateContestPage() {
  useTitle('Create Contest')
  const session = useSession()
  if (session.state !== 'in') return null
  return <Hub person={session.user} />
}

function Hub({ person }: { person: Person }) {
  const { billing, known } = useSite()
  const own = useQuery(ownContestsQuery)
  const [fresh, setFresh] = useState<string | null>(null)
  const counted = billing && !person.roles.includes('ADMIN')
  const allowed = mayCreate(person, billing)
  const count = own.data?.length ?? 0

  return (
    <div className="wrap-page pb-8">
      <PageHead
        title="Create Contest"
        lead={
          allowed ? (
            <span className="num block min-h-6">
              {counted && known ? `${creditsLeft(person.contestCredits)}.` : 'Title, time, then the questions.'}
            </span>
          ) : null
        }
        actions={
          // Also before they have come, and without any: what came later would push the form down.
          <a href="#your-contests" className={buttonClass({ className: 'lg:hidden' })}>
            Your Contests {count > 0 ? <span className="num text-muted">{count}</span> : null}
          </a>
        }
      />
      <Card as="section" aria-label={allowed ? 'New contest' : 'Creations'} className="p-4 sm:p-7">
        {allowed ? (
          <ContestForm key={person.id} userId={person.id} onCreated={(contest) => setFresh(contest.id)} />
        ) : (
          <NoContestCredits userId={person.id} />
        )}
      </Card>
      <section aria-labelledby="your-contests" className="mt-12">
        <h2 id="your-contests" className="scroll-mt-20 text-xl">
          Your Contests {count > 0 ? <span className="num font-normal text-base text-muted">{count}</span> : null}
        </h2>
        <div className="mt-5">
          {own.isPending ? (
            <CardsLoading />
          ) : own.isError ? (
            <ErrorState
              title="Your contests did not load"
              text={failureText(own.error, LIST_FAILED)}
              onRetry={() => void own.refetch()}
            />
          ) : count === 0 ? (
            <EmptyState
              title="No contests yet"
              text={
                allowed
                  ? 'Fill in the form above. Questions come right after: one by one, as a pasted list or generated; nobody sees the contest before you make it public.'
                  : 'The contests you create will appear here. Meanwhile, there are others to take.'
              }
              action={
                allowed ? null : (
                  <Link {...paths.contests()} className={buttonClass()}>
                    See the contests
                  </Link>
                )
              }
            />
          ) : (
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {renderRows('li', own.data, (contest) => (
                <OwnContestCard key={contest.id} contest={contest} fresh={contest.id === fresh} />
              ))}
            </ul>
          )}
        </div>
      </section>
    </div>
  )
}

function CardsLoading() {
  return (
    <div role="status" aria-label="Loading your contests" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {['one', 'two', 'three'].map((key) => (
        <Card key={key} className="grid content-start gap-3 p-5">
          <div className="flex gap-2">
            <Skeleton className="h-6 w-24 rounded-full" />
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
          <Skeleton className="mt-1 h-5 w-44" />
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="mt-2 h-10 w-52" />
          <Skeleton className="h-5 w-60" />
          <Skeleton className="mt-4 h-5 w-full" />
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-24 w-full" />
        </Card>
      ))}
    </div>
  )
}
