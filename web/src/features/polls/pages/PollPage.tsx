/**
 * /polls/$pollId: one poll. Voting while it is open, its numbers as they move, its result when it is over – all without
 * a reload: numbers come over the live stream, the state turns by the server's clock. Where the stream does not get
 * through, the numbers are asked for now and then.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { failureText, hasCode } from '@/api/failure'
import { useLive, useLiveState } from '@/api/live'
import { useSession, useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { buttonClass } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { ShareButton } from '@/ui/ShareButton'
import { Skeleton } from '@/ui/Skeleton'
import { toast } from '@/ui/toast'
import { changePoll, dropPoll, isOwnDoing, knownPoll, pollQuery, stalePoll, tallyFrom, topicOf } from '../api'
import { Ballot } from '../components/Ballot'
import { DeletePoll } from '../components/DeletePoll'
import { PollCountdown } from '../components/PollCountdown'
import { PollFacts } from '../components/PollFacts'
import { PollStatusBadge, VotedBadge } from '../components/PollStatusBadge'
import { usePollTransitions } from '../hooks/usePollTransitions'
import { BACK, GONE, MISSING_TEXT, MISSING_TITLE, POLL_FAILED, STAYS } from '../messages'
import { type Poll, statusAt, withTally } from '../model'

/** Without a stream. */
const ASK_EVERY = 15_000
/** The last numbers of a poll may arrive a little after its end. */
const AFTER = 10_000

export default function PollPage() {
  const { pollId } = useParams({ from: '/site/member/polls/$pollId' })
  const streaming = useLiveState() === 'live'
  const asked = useQuery({
    ...pollQuery(pollId),
    placeholderData: () => knownPoll(pollId),
    refetchInterval: ({ state }) => (streaming || state.error ? false : ASK_EVERY),
  })
  useTitle(asked.data?.title ?? 'Poll')
  if (asked.data) return <Shown key={pollId} poll={asked.data} />
  const missing = hasCode(asked.error, 'missing')
  return (
    <div className="wrap-page pb-10">
      {asked.isPending ? (
        <Waiting />
      ) : (
        <>
          <h1 className="sr-only">{missing ? MISSING_TITLE : POLL_FAILED}</h1>
          <div className="pt-10">
            <ErrorState
              title={missing ? MISSING_TITLE : POLL_FAILED}
              text={missing ? MISSING_TEXT : failureText(asked.error, '').trim()}
              onRetry={missing ? undefined : () => void asked.refetch()}
              action={
                <Link {...asLeft(paths.polls())} className={buttonClass()}>
                  {BACK}
                </Link>
              }
            />
          </div>
        </>
      )}
    </div>
  )
}

function Shown({ poll }: { poll: Poll }) {
  const now = useNow()
  const { timeZone } = useSite()
  const session = useSession()
  const navigate = useNavigate()
  const status = statusAt(poll, now)
  const moving = now < poll.endsAt + AFTER
  const isAdmin = session.user?.roles.includes('ADMIN') === true

  usePollTransitions([poll], () => void stalePoll(poll.id))
  useLive(moving ? topicOf(poll.id) : null, (event) => {
    const tally = tallyFrom(event)
    if (tally) {
      changePoll(poll.id, (known) => withTally(known, tally))
      return
    }
    if (isOwnDoing(poll.id)) return
    toast.info(GONE)
    void navigate({ ...asLeft(paths.polls()), replace: true }).then(() => dropPoll(poll.id))
  })

  return (
    <div className="wrap-page pb-12">
      <PageHead
        back={
          <Link {...asLeft(paths.polls())} className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink">
            <ArrowLeft aria-hidden="true" className="size-4" />
            {BACK}
          </Link>
        }
        title={poll.title}
        lead={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="flex flex-wrap gap-2">
              <PollStatusBadge status={status} />
              {poll.voted ? <VotedBadge /> : null}
            </span>
            <PollCountdown poll={poll} zone={timeZone} />
          </div>
        }
        actions={
          <>
            {isAdmin || (poll.own && poll.voters === 0) ? <DeletePoll poll={poll} /> : null}
            {poll.own && poll.voters > 0 && !isAdmin ? <p className="text-muted text-sm">{STAYS}</p> : null}
            <ShareButton title={poll.title} path={hrefOf(paths.poll(poll.id))} />
          </>
        }
      />
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Ballot poll={poll} status={status} />
        <PollFacts poll={poll} zone={timeZone} moving={moving} />
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the poll" className="pt-12">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="mt-5 h-9 w-96 max-w-full" />
      <Skeleton className="mt-3 h-6 w-56" />
      <div className="mt-8 grid max-w-2xl gap-3">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-19" />
        ))}
      </div>
    </div>
  )
}
