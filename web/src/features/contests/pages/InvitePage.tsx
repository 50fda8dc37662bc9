/**
 * /invite#{token}: what an invitation link leads to, and accepting it. Whoever is not logged in sees it as well, and comes back
 * here after the log-in or the sign-up. Whether a link is alive only the server knows; it says the same of a dead and of a made-up one.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { MailOpen } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { failureText, isGone } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { Badge } from '@/ui/Badge'
import { Button, buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ErrorState } from '@/ui/ErrorState'
import { Name } from '@/ui/Name'
import { Skeleton } from '@/ui/Skeleton'
import { invitedQuery } from '../api'
import {
  ACCEPT,
  ACCEPT_FAILED,
  ACCEPT_OVER,
  ACCEPT_TEXT,
  ACCEPTED,
  INVITED,
  INVITED_DEAD,
  INVITED_FAILED,
  INVITED_GUEST,
  INVITED_NEW,
  INVITED_OWN,
  MARKS,
  OPEN_CONTEST,
  TO_OWN,
} from '../messages'
import { type Invited, momentOf, STATUS, spanOf, statusOf, windowText } from '../model'
import { useAcceptInvitation } from '../mutations'

export default function InvitePage() {
  // While the next page comes its address is there already, and what it has behind `#` is no invitation.
  const here = useLocation({ select: ({ pathname, hash }) => (pathname === '/invite' ? hash : undefined) })
  const [token, setToken] = useState(here ?? '')
  if (here !== undefined && here !== token) setToken(here)
  const { token: older } = useParams({ strict: false })
  const navigate = useNavigate()
  // Links that were handed out before the token stood behind `#`.
  useEffect(() => {
    if (older) void navigate({ ...paths.invite(older), replace: true })
  }, [older, navigate])
  const { state } = useSession()
  useTitle(INVITED)
  return (
    <div className="wrap-page grid max-w-2xl gap-4 py-8 sm:py-14">
      {older || state === 'loading' ? <Waiting /> : <Shown token={token} isGuest={state === 'out'} />}
    </div>
  )
}

function Shown({ token, isGuest }: { token: string; isGuest: boolean }) {
  const invited = useQuery(invitedQuery(token, isGuest))
  if (invited.data) return <Filled token={token} invited={invited.data} isGuest={isGuest} />
  if (!invited.isError) return <Waiting />
  const isDead = isGone(invited.error)
  return (
    <>
      <h1 className="sr-only">{INVITED}</h1>
      <ErrorState
        title={isDead ? INVITED_DEAD : INVITED}
        text={failureText(invited.error, INVITED_FAILED)}
        onRetry={isDead ? undefined : () => void invited.refetch()}
        action={
          <Link {...paths.contests()} className={buttonClass()}>
            All Contests
          </Link>
        }
      />
    </>
  )
}

type FilledProps = { token: string; invited: Invited; isGuest: boolean }

function Filled({ token, invited: { contest, accepted, own }, isGuest }: FilledProps) {
  const navigate = useNavigate()
  const now = useNow()
  const { timeZone } = useSite()
  const accepting = useAcceptInvitation(token, (contestId) => void navigate(paths.myContest(contestId)))
  const status = statusOf(contest, now)
  const { tone, word } = STATUS[status]
  const facts = [
    { term: 'Questions', value: contest.questionCount },
    { term: 'Open for', value: spanOf(contest) },
  ]
  return (
    <Sheet>
      <div>
        <p className="text-muted">
          {own ? (
            INVITED
          ) : (
            <>
              <Name>{contest.owner}</Name> invites you to
            </>
          )}
        </p>
        <h1 className="mt-1 wrap-anywhere text-2xl leading-tight">{contest.title}</h1>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone}>{word}</Badge>
        <span className="num font-semibold text-[0.9375rem]">{momentOf(contest, now, timeZone)}</span>
      </div>
      {contest.description ? (
        <p className="max-w-[64ch] whitespace-pre-line wrap-anywhere text-muted">{contest.description}</p>
      ) : null}
      <dl className="flex flex-wrap gap-x-8 gap-y-3 border-line border-y py-4 text-sm">
        <div className="max-sm:basis-full">
          <dt className="text-muted">Runs</dt>
          <dd className="num font-semibold" title={`${localTimes(contest.startsAt)} to ${localTimes(contest.endsAt)}`}>
            {windowText(contest, timeZone)}
          </dd>
        </div>
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt className="text-muted">{term}</dt>
            <dd className="num font-semibold">{value}</dd>
          </div>
        ))}
        {contest.marksShown ? (
          <div className="basis-full">
            <dt className="text-muted">{MARKS}</dt>
            <dd className="num max-w-[64ch]">{contest.marksShown}</dd>
          </div>
        ) : null}
      </dl>
      {accepting.error ? <Alert tone="brick">{failureText(accepting.error, ACCEPT_FAILED)}</Alert> : null}
      {own ? (
        <Alert tone="sky">{INVITED_OWN}</Alert>
      ) : (
        <p className="text-muted text-sm">
          {isGuest ? INVITED_GUEST : accepted ? ACCEPTED : status === 'ended' ? ACCEPT_OVER : ACCEPT_TEXT}
        </p>
      )}
      {isGuest ? (
        <>
          <div className="flex flex-wrap gap-3">
            <Link {...paths.login(hrefOf(paths.invite(token)))} className={buttonClass({ variant: 'primary' })}>
              Log In
            </Link>
            <Link {...paths.register(hrefOf(paths.invite(token)))} className={buttonClass()}>
              Sign Up
            </Link>
          </div>
          <p className="text-muted text-sm">{INVITED_NEW}</p>
        </>
      ) : own ? (
        <Link {...paths.questions(contest.id)} className={buttonClass({ variant: 'primary', className: 'sm:w-fit' })}>
          {TO_OWN}
        </Link>
      ) : accepted ? (
        <Link {...paths.myContest(contest.id)} className={buttonClass({ variant: 'primary', className: 'sm:w-fit' })}>
          {OPEN_CONTEST}
        </Link>
      ) : (
        <Button
          variant="primary"
          className="sm:w-fit"
          busy={accepting.isPending}
          icon={<MailOpen aria-hidden="true" className="size-4.5" />}
          onClick={() => accepting.mutate()}
        >
          {ACCEPT}
        </Button>
      )}
    </Sheet>
  )
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <Card as="section" className="grid gap-4 p-6 sm:p-9">
      {children}
    </Card>
  )
}

function Waiting() {
  return (
    <Card className="p-6 sm:p-9">
      <div role="status" aria-label="Loading the invitation" className="grid gap-4">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-9 w-80 max-w-full" />
        <Skeleton className="h-6 w-64 max-w-full rounded-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-11 w-52 max-w-full" />
      </div>
    </Card>
  )
}
