/**
 * /result?contest=ID[&part=questions]: podium, scores of all, the board; for the owner and ADMIN it is live before the end and tells how
 * each question did. The id may also lie in `contestid`, which is removed once read: the address carries it from then on.
 * Before the end it asks for no board but for those who may see it, and waits; after it the server says when there is one.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { hasMarks } from '@/api/contestRules'
import { failureText, hasCode } from '@/api/failure'
import { useSession, useSite } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { asLeft } from '@/lib/listsAsLeft'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { serverNow } from '@/lib/serverClock'
import { contestid } from '@/lib/storage'
import { formatDay, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { useScrollRestoration } from '@/lib/useScrollRestoration'
import { useTitle } from '@/lib/useTitle'
import { Badge } from '@/ui/Badge'
import { Button, buttonClass } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { PageHead } from '@/ui/PageHead'
import { ShareButton } from '@/ui/ShareButton'
import { Skeleton } from '@/ui/Skeleton'
import { Tabs } from '@/ui/Tabs'
import { boardQuery, correctionsQuery, headQuery, standingQuery } from '../api'
import { CorrectionNotes } from '../components/CorrectionNotes'
import { Histogram } from '../components/Histogram'
import { LeaderboardDownload } from '../components/LeaderboardDownload'
import { LeaderboardTable } from '../components/LeaderboardTable'
import { MarkRule } from '../components/MarkRule'
import { Podium } from '../components/Podium'
import { QuestionStats } from '../components/QuestionStats'
import { ResultsTooEarly } from '../components/ResultsTooEarly'
import { ShareResultButton } from '../components/ShareResultButton'
import { type Moves, useLiveLeaderboard } from '../hooks/useLiveLeaderboard'
import {
  ACTIONS,
  BADGES,
  FINAL,
  hasNotBegun,
  LIVE,
  NO_CONTEST_ID,
  NO_PARTICIPANTS,
  NO_RESULTS,
  NOT_BEGUN,
  NOT_BEGUN_TEXT,
  NOTHING_COUNTS,
  RESULTS_ERROR,
  RESULTS_FAILED,
  RESULTS_LOADING,
  SETTLING,
  SHARE_CONTEST,
  STILL_MOVING,
  TABS,
} from '../messages'
import {
  type BoardPage,
  type ContestHead,
  type Moment,
  plural,
  type Standing,
  statusAt,
  untilText,
  voidCount,
} from '../model'

// Only where something was mixed, and only the organiser's.
const FairnessReport = lazy(() =>
  retryUntilLoaded(() => import('../components/FairnessReport')).then((file) => ({ default: file.FairnessReport })),
)

export default function ResultsPage() {
  const { contest } = useSearch({ from: '/site/member/result' })
  const navigate = useNavigate()
  const [kept] = useState(() => contestid.read())
  const id = contest ?? kept

  useEffect(() => {
    contestid.clear()
    if (!contest && kept) void navigate({ ...paths.result(kept), replace: true })
  }, [contest, kept, navigate])

  if (!id) return <Failed text={NO_CONTEST_ID} />
  return <Results key={id} id={id} />
}

function Results({ id }: { id: string }) {
  const head = useQuery(headQuery(id))
  const [asks, setAsks] = useAsks(head.data)
  const [looked, setLooked] = useState(false)
  const enabled = asks === true
  const standing = useQuery({ ...standingQuery(id), enabled })
  const board = useQuery({ ...boardQuery(id, 1), enabled })
  useTitle(head.data ? `Results: ${head.data.title}` : 'Results')

  const looks = looked && (standing.isPending || board.isPending)
  if (head.data && (asks === false || looks || hasCode(standing.error, 'results_too_early'))) {
    const look = () => {
      setAsks(true)
      setLooked(true)
      void Promise.all([standing.refetch(), board.refetch(), head.refetch()])
    }
    return (
      <div className="wrap-page pb-10">
        <Head head={head.data} />
        <ResultsTooEarly contest={head.data} onEnd={look} />
      </div>
    )
  }
  const failed = head.error ?? standing.error ?? board.error
  if (failed && !(head.data && standing.data && board.data)) {
    const again = () => void Promise.all([head.refetch(), standing.refetch(), board.refetch()])
    return <Failed text={failureText(failed, RESULTS_FAILED)} onRetry={again} />
  }
  if (!head.data || !standing.data || !board.data) return <Waiting />
  return <Filled head={head.data} standing={standing.data} board={board.data} />
}

/**
 * Whether the board is asked for: not before the end, except by those who see it live. Decided once, when the contest is
 * known: at an end that comes or is moved meanwhile everybody who waits looks at a moment of their own (useRefetchOnResultsOpen.ts).
 */
function useAsks(head: ContestHead | undefined): [boolean | null, (asks: boolean) => void] {
  const { user } = useSession()
  const [asks, setAsks] = useState<boolean | null>(null)
  if (asks === null && head && user) {
    setAsks(head.own || user.role === 'ADMIN' || statusAt(head, serverNow()) === 'ended')
  }
  return [asks, setAsks]
}

type FilledProps = { head: ContestHead; standing: Standing; board: BoardPage }

function Filled({ head, standing, board }: FilledProps) {
  const { you, seesAll, final, total } = standing
  const { rows, marksShown, mostMarks } = board
  useScrollRestoration(true)
  const { data: corrections } = useQuery({ ...correctionsQuery(head.id), enabled: final })
  const queryClient = useQueryClient()
  const site = useSite()
  const { id: contestId, startsAt, endsAt } = head
  const moves = useLiveLeaderboard({ contestId, startsAt, endsAt, total, final, corrections: corrections?.length })
  const begun = moves !== 'ahead'
  const voided = voidCount(corrections ?? [])
  const worth = head.questionCount - voided
  const isMixed = head.questionOrder === 'shuffled' || head.optionOrder === 'shuffled'
  const search = useSearch({ from: '/site/member/result' })
  const navigate = useNavigate()
  const part = seesAll && search.part === 'questions' ? 'questions' : 'board'
  const setPart = (next: typeof part) =>
    void navigate({ ...paths.result(head.id, next === 'board' ? undefined : next), replace: true, resetScroll: false })
  // How many questions count, the corrections say: a picture is not drawn without them.
  const source = async () => {
    const made = await queryClient.ensureQueryData(correctionsQuery(head.id))
    return { site, head, standing, rows, worth: head.questionCount - voidCount(made) }
  }
  const manages = seesAll && head.own
  const downloads = seesAll && total > 0
  const sharesResult = final && you !== null && worth > 0
  const actions =
    manages || downloads || sharesResult || head.isPublic ? (
      <>
        {sharesResult ? <ShareResultButton source={source} /> : null}
        {manages ? (
          <Link {...paths.questions(head.id)} className={buttonClass()}>
            {ACTIONS.manage}
          </Link>
        ) : null}
        {downloads ? <LeaderboardDownload contestId={head.id} title={head.title} /> : null}
        {head.isPublic ? (
          <ShareButton label={SHARE_CONTEST} title={head.title} path={hrefOf(paths.myContest(head.id))} />
        ) : null}
      </>
    ) : null

  return (
    <div className="wrap-page pb-10">
      <Head head={head} total={total} voided={voided} actions={actions} moves={moves} final={final} />
      {final ? <CorrectionNotes contestId={head.id} hasMarks={hasMarks(head)} className="mb-8" /> : null}
      {seesAll ? (
        <Tabs
          label="Parts of the results"
          value={part}
          onChange={setPart}
          items={[
            { value: 'board', label: 'Leaderboard', count: total },
            { value: 'questions', label: 'Questions', count: head.questionCount },
          ]}
          panelId="results-part"
          className="mb-8"
        />
      ) : null}
      <div id="results-part" {...(seesAll ? { role: 'tabpanel', 'aria-label': part } : {})}>
        {part === 'questions' ? (
          <>
            <MarkRule words={marksShown} most={mostMarks} className="mb-4" />
            <QuestionStats contestId={head.id} hasMarks={hasMarks(head)} live={!final} own={head.own} />
            {final && (isMixed || head.drawn) ? (
              <Suspense>
                <FairnessReport contestId={head.id} ofPapers={!isMixed} />
              </Suspense>
            ) : null}
          </>
        ) : total === 0 ? (
          <EmptyState
            title={begun ? NO_RESULTS : NOT_BEGUN}
            text={begun ? NO_PARTICIPANTS : NOT_BEGUN_TEXT}
            action={
              <Link {...asLeft(paths.contests())} className={buttonClass()}>
                {TABS.all}
              </Link>
            }
          />
        ) : (
          <>
            {worth > 0 || voided === 0 ? (
              <div className="mb-10 grid items-end gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
                <Podium rows={rows} you={you?.userId} />
                <Histogram standing={standing} worth={worth} />
              </div>
            ) : (
              <p className="mb-8 text-muted">{NOTHING_COUNTS}</p>
            )}
            <h2 className="sr-only">Leaderboard</h2>
            <MarkRule words={marksShown} most={mostMarks} className="mb-4" />
            <LeaderboardTable
              contestId={head.id}
              title={head.title}
              total={total}
              you={you}
              seesAll={seesAll}
              hasMarks={Boolean(marksShown)}
              hasStars={rows.some(({ starred }) => starred !== undefined)}
              hasPartly={rows.some(({ partly }) => partly !== undefined)}
            />
          </>
        )}
      </div>
    </div>
  )
}

type HeadProps = {
  head: ContestHead
  total?: number
  voided?: number
  actions?: ReactNode
  moves?: Moves
  final?: boolean
}
const SIGNS = {
  ahead: { tone: 'sky', text: BADGES.upcoming },
  live: { tone: 'lawn', text: LIVE },
  settling: { tone: 'grey', text: BADGES.ended },
} as const
const FINAL_SIGN = { tone: 'grey', text: FINAL } as const

function Head({ head, total, voided = 0, actions, moves = null, final = false }: HeadProps) {
  const { timeZone } = useSite()
  const sign = moves ? SIGNS[moves] : final ? FINAL_SIGN : null
  return (
    <PageHead
      back={<WaysBack />}
      title={head.title}
      actions={actions}
      lead={
        <>
          <p className="num">
            {sign ? (
              <Badge tone={sign.tone} className="mr-1.5 align-text-bottom">
                {sign.text}
              </Badge>
            ) : null}
            {total === undefined ? '' : `${plural(total, 'participant')} · `}
            <span title={head.startsAt === null ? undefined : localTimes(head.startsAt)}>
              {formatDay(head.startsAt, timeZone)}
            </span>
            {` · ${plural(head.questionCount, 'question')}`}
            {voided > 0 ? `, ${voided} ${voided === 1 ? 'does' : 'do'} not count` : ''}
          </p>
          {moves ? (
            <p className="mt-1 text-sm">
              {moves === 'live' ? STILL_MOVING : moves === 'settling' ? SETTLING : <Begins at={head.startsAt} />}
            </p>
          ) : null}
        </>
      }
    />
  )
}

function Begins({ at }: { at: Moment }) {
  const now = useNow()
  return <span title={localTimes(at)}>{hasNotBegun(untilText(at, now))}</span>
}

function WaysBack() {
  return (
    <div className="-ml-3 flex gap-1">
      <BackButton label="Back" />
      <Link
        {...asLeft(paths.contests())}
        className={buttonClass({ variant: 'ghost', size: 'sm', className: 'text-muted' })}
      >
        {TABS.all}
      </Link>
    </div>
  )
}

/** Where one came from; with nothing behind this page, to the list. */
function useGoBack(): () => void {
  const router = useRouter()
  return () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate(asLeft(paths.contests()))
  }
}

function BackButton({ label }: { label: string }) {
  const goBack = useGoBack()
  return (
    <Button
      variant="ghost"
      size="sm"
      className="text-muted"
      icon={<ArrowLeft aria-hidden="true" className="size-4" />}
      onClick={goBack}
    >
      {label}
    </Button>
  )
}

function Failed({ text, onRetry }: { text: string; onRetry?: () => void }) {
  useTitle(RESULTS_ERROR)
  const goBack = useGoBack()
  return (
    <div className="wrap-page py-10">
      <h1 className="sr-only">Results</h1>
      <ErrorState
        title={RESULTS_ERROR}
        text={text}
        onRetry={onRetry}
        action={
          <>
            <Button onClick={goBack}>Go Back</Button>
            <Link {...asLeft(paths.contests())} className={buttonClass()}>
              {TABS.all}
            </Link>
          </>
        }
      />
    </div>
  )
}

/** The shape of what comes. */
function Waiting() {
  return (
    <div className="wrap-page pb-10">
      <div className="pt-8 pb-6 sm:pt-10">
        <div className="mb-3">
          <WaysBack />
        </div>
        <h1 className="sr-only">Results</h1>
        <Skeleton className="h-9 w-80 max-w-full" />
        <p role="status" className="mt-3 text-muted">
          {RESULTS_LOADING}
        </p>
      </div>
      <div className="mb-10 grid items-end gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
        <div className="grid items-end gap-2 sm:grid-cols-3 sm:gap-3">
          <Skeleton className="h-20 rounded-card sm:h-37" />
          <Skeleton className="h-20 rounded-card sm:h-42" />
          <Skeleton className="h-20 rounded-card sm:h-33" />
        </div>
        <Skeleton className="h-44 rounded-card" />
      </div>
      <div className="grid gap-5">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="h-8" />
        ))}
      </div>
    </div>
  )
}
