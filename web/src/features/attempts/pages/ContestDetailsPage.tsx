/**
 * /my-contests/{contestId}: one contest from a participant's side – what it is, what can be done now, and after the end
 * the own result and, where the owner shows them, the answers. Before the start it is the waiting room. It turns by the
 * server's clock and follows what the server tells, without a reload. What
 * may be seen is the server's to say; before the end it sends neither result nor right answers.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { failureText, isGone, isRefusal } from '@/api/failure'
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
import { headQuery } from '../api'
import { AnswerRule } from '../components/AnswerRule'
import { Facts } from '../components/ContestCard'
import { ContestCountdown } from '../components/ContestCountdown'
import { ContestDates } from '../components/ContestDates'
import { ContestNextStep } from '../components/ContestNextStep'
import { ContestStatusBadge } from '../components/ContestStatusBadge'
import { GuestContest } from '../components/GuestContest'
import { MarkRule } from '../components/MarkRule'
import { OwnAnswers } from '../components/OwnAnswers'
import { OwnResult } from '../components/OwnResult'
import { WaitingRoom } from '../components/WaitingRoom'
import { useContestTransitions } from '../hooks/useContestTransitions'
import { useLiveContest, useLiveParticipation } from '../hooks/useLiveContest'
import { usePreloadRoom } from '../hooks/usePreloadRoom'
import { DETAILS_FAILED, GONE, GONE_TEXT, MY_TITLE, NO_DESCRIPTION, NOT_LOADED, TABS } from '../messages'
import { type ContestHead, factsOf, type ListedContest, PARTICIPANTS, RANK, shortId, stageOf, statusAt } from '../model'

export default function ContestDetailsPage() {
  const { contestId: id = '' } = useParams({ strict: false })
  const who = useHeldPerson()
  return (
    <div className="wrap-page pb-10">
      {who === GUEST ? (
        <GuestContest id={id} fallback={<Loading />} />
      ) : who ? (
        // Somebody else finds nothing the one before had opened.
        <Page key={`${who} ${id}`} id={id} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** No id of a person. */
const GUEST = 'guest'

/**
 * Who looks, once it is known. Somebody whose session ends here is sent to log in and back, as by the guard of other pages, but
 * not out of the waiting room: there it is said, and the place kept.
 */
function useHeldPerson(): string | null {
  const session = useSession()
  const router = useRouter()
  const search: { wait?: string } = useSearch({ strict: false })
  const held = useRef<string | null>(null)
  if (session.user) held.current = session.user.id
  const isGuest = session.state === 'out' && held.current === null
  const leaves = session.state === 'out' && !isGuest && search.wait === undefined
  useEffect(() => {
    if (leaves) void router.navigate({ ...paths.login(router.state.location.href), replace: true })
  }, [leaves, router])
  if (isGuest) return GUEST
  return leaves ? null : held.current
}

/** How soon somebody who waits finds that there are questions now. */
const EMPTY_LOOKED_AT = 15_000

function Page({ id }: { id: string }) {
  usePreloadRoom()
  const head = useQuery({
    ...headQuery(id),
    // Own answers and the end move it: asked anew whenever one comes back.
    staleTime: 0,
    // No stream tells of a question.
    refetchInterval: ({ state: { data } }) => (data?.questionCount === 0 && !data.own ? EMPTY_LOOKED_AT : false),
  })
  const { refetch } = head
  // Meanwhile nothing of it was told or could be asked.
  const { state } = useSession()
  const wasOut = useRef(false)
  useEffect(() => {
    if (state === 'in' && wasOut.current) void refetch()
    wasOut.current = state === 'out'
  }, [state, refetch])
  const gone = useGone(head)
  useTitle(gone ? GONE : (head.data?.title ?? 'Contest'))
  useLiveContest(id, { onGone: () => void refetch() })
  useLiveParticipation(id)
  return (
    <>
      {gone ? (
        <Gone />
      ) : head.data ? (
        <Filled head={head.data} />
      ) : head.isError ? (
        <div className="pt-8 sm:pt-10">
          <Back joined />
          <h1 className="sr-only">Contest</h1>
          <div className="mt-3">
            <ErrorState
              title={NOT_LOADED}
              text={failureText(head.error, DETAILS_FAILED)}
              onRetry={isRefusal(head.error) ? undefined : () => void head.refetch()}
              action={
                <Link {...asLeft(paths.myContests())} className={buttonClass()}>
                  {MY_TITLE}
                </Link>
              }
            />
          </div>
        </div>
      ) : (
        <Loading />
      )}
    </>
  )
}

/**
 * Whether a contest that was shown here was taken away since: deleted, or made private. A network that fails afterwards
 * does not bring it back; only the server does, by showing it again.
 */
function useGone({ data, error, isSuccess }: { data: unknown; error: unknown; isSuccess: boolean }): boolean {
  const [gone, setGone] = useState(false)
  const now = data !== undefined && (isGone(error) || (gone && !isSuccess))
  if (now !== gone) setGone(now)
  return now
}

function Gone() {
  return (
    <div className="pt-8 sm:pt-10">
      <Back joined={false} />
      <h1 className="sr-only">Contest</h1>
      <div className="mt-3">
        <ErrorState
          title={GONE}
          text={GONE_TEXT}
          action={
            <Link {...asLeft(paths.contests())} className={buttonClass({ variant: 'primary' })}>
              {TABS.all}
            </Link>
          }
        />
      </div>
    </div>
  )
}

function Filled({ head }: { head: ContestHead }) {
  const { timeZone } = useSite()
  const now = useNow()
  const contest: ListedContest = { ...head, rank: null }
  const status = statusAt(contest, now)
  const stage = stageOf(contest, now)
  const search: { wait?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  // In the address, so that a reload goes on waiting; but nobody is let in who comes when it runs already.
  const [waits, setWaits] = useState(search.wait !== undefined && stage === 'upcoming')
  const wait = (now: boolean) => {
    setWaits(now)
    void navigate({ ...(now ? paths.waitForContest : paths.myContest)(contest.id), replace: true, resetScroll: false })
  }
  useContestTransitions(useMemo(() => [{ startsAt: head.startsAt, endsAt: head.endsAt }], [head.startsAt, head.endsAt]))

  const out = useSession().state === 'out'
  // Whoever was logged out while waiting: nobody knows here whether they took part from elsewhere, nor how many others did.
  const unknown = out && waits && stage === 'missed'
  const ahead = stage === 'upcoming' || (waits && stage === 'stranger') || unknown
  return (
    // On a phone that lies on its side the clock would be below the edge: it stands beside.
    <div className={ahead ? 'low:md:grid low:md:grid-cols-2 low:md:items-start low:md:gap-x-8' : undefined}>
      <div className="min-w-0">
        <PageHead
          back={<Back joined={contest.joined} />}
          title={contest.title}
          lead={<p className="whitespace-pre-wrap wrap-anywhere">{contest.description || NO_DESCRIPTION}</p>}
          actions={
            // A private one leads nobody here who was not invited.
            contest.isPublic ? <ShareButton title={contest.title} path={hrefOf(paths.myContest(contest.id))} /> : null
          }
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ContestStatusBadge contest={contest} status={status} />
          {stage === 'upcoming' ? null : <ContestCountdown contest={contest} zone={timeZone} />}
          <span className="ml-auto font-mono text-muted text-xs">
            <span className="sr-only">Contest </span>
            {shortId(contest.id)}
          </span>
        </div>
        <div className="mt-5 flex flex-wrap gap-x-12 gap-y-4 border-line border-y py-5">
          <ContestDates contest={contest} zone={timeZone} />
          <Facts
            facts={factsOf(contest, status).filter(({ label }) => label !== RANK && !(out && label === PARTICIPANTS))}
          />
          {ahead ? null : <MarkRule words={head.marksShown} className="basis-full" />}
          {ahead || stage === 'over' ? null : <AnswerRule contest={head} className="basis-full" />}
        </div>
      </div>
      {ahead ? (
        <WaitingRoom contest={contest} marksShown={head.marksShown} waits={waits} onWait={wait} />
      ) : stage === 'over' ? (
        <>
          <OwnResult contest={contest} />
          <OwnAnswers contest={contest} />
        </>
      ) : (
        <ContestNextStep contest={contest} stage={stage} />
      )}
    </div>
  )
}

/** To the list it is in: whoever was only invited has it among all contests. */
function Back({ joined }: { joined: boolean }) {
  return (
    <Link
      {...(joined ? asLeft(paths.myContests()) : asLeft(paths.contests()))}
      className="inline-flex min-h-11 items-center gap-1.5 text-muted text-sm hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {joined ? MY_TITLE : TABS.all}
    </Link>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the contest" className="pt-8 sm:pt-10">
      <h1 className="sr-only">Contest</h1>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="mt-5 h-9 w-96 max-w-full" />
      <Skeleton className="mt-3 h-12 w-[36rem] max-w-full" />
      <Skeleton className="mt-6 h-6 w-72 max-w-full rounded-full" />
      <Skeleton className="mt-5 h-20 w-full" />
      <Skeleton className="mt-8 h-44 w-full rounded-card" />
    </div>
  )
}
