/**
 * Panels that stand in the room's place when there is nothing to answer: loading, trouble, starting, waiting, the end.
 */
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, Clock4, CloudOff } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Failure, failureText, hasCode, isGone } from '@/api/failure'
import { useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { cx } from '@/lib/cx'
import { asLeft } from '@/lib/listsAsLeft'
import { useServiceWorker } from '@/lib/serviceWorkerState'
import { formatNear, formatSpan, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { useTitle } from '@/lib/useTitle'
import { Alert } from '@/ui/Alert'
import { Button, buttonClass } from '@/ui/Button'
import { Skeleton } from '@/ui/Skeleton'
import { Spinner } from '@/ui/Spinner'
import { headQuery, NEEDS_NEWER_CLIENT, staleLists } from '../api'
import { PageTooOld, ReloadPage } from '../components/PageTooOld'
import { useJoin, useRuleChanged } from '../hooks/useJoin'
import { JOIN_FAILED, lostText, NO_QUESTIONS, NO_QUESTIONS_TEXT } from '../messages'
import type { Attempt, Lost } from '../model'
import type { Halt } from '../outbox'
import {
  answeredLine,
  COMPLETED,
  CUT_SHORT,
  FACTS,
  HANDED_IN,
  KEEP_OPEN,
  LOOK_AGAIN,
  OWN_CONTEST,
  PREVIEW_LINK,
  RANK_RULE,
  RESULTS_OPEN,
  RESULTS_SOON,
  START,
  TIME_RULE,
  VIEW_RESULTS,
  WAIT_OR_GO,
} from '../roomPanelMessages'
import { ownMinutes } from '../waitingRoomMessages'
import {
  ALL_CONTESTS,
  BROKEN,
  DEBUG,
  ENDED_EARLY_TITLE,
  ENDED_TITLE,
  ENDING_TEXT,
  endedBetween,
  endedOffline,
  LOADING,
  LOG_IN_AGAIN,
  LOGGED_OUT,
  OOPS,
  PLEASE_WAIT,
  SOMEBODY_ELSE,
  TRY_NOW,
} from './messages'

/** As most questions have them: the paper is not there yet. */
const OPTIONS = ['a', 'b', 'c', 'd']

/** The shape of the room, with the sentence that it is coming. */
export function Loading() {
  useTitle(LOADING, 'passing')
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="bg-surface">
        <div className="mx-auto flex h-15 max-w-page items-center gap-4 px-4 sm:h-16 sm:px-6">
          <Skeleton className="h-6 w-44" />
          <span className="flex-1" />
          <Skeleton className="h-11 w-28" />
        </div>
        <div className="h-1 bg-line" />
      </div>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page px-4 pt-5 sm:px-6 md:pt-10">
        <div role="status" className="max-w-[68ch]">
          <h1 className="text-lg md:text-xl">{LOADING}</h1>
          <p className="mt-1.5 text-muted">{PLEASE_WAIT}</p>
          <div className="mt-8 grid gap-3">
            {OPTIONS.map((option) => (
              <Skeleton key={option} className="h-15 rounded-card" />
            ))}
          </div>
        </div>
      </main>
    </div>
  )
}

type PanelProps = { icon: ReactNode; title: string; over?: string; takesFocus?: boolean; children: ReactNode }

/**
 * A calm sheet. It hangs from above: in the middle, what comes late would move what stands before it. `takesFocus`: it came
 * in the place of what somebody had pressed, and is read aloud from its title on.
 */
function Panel({ icon, title, over, takesFocus = false, children }: PanelProps) {
  useTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-2xl px-4 pt-[14svh] pb-36 sm:px-6 sm:pb-12 low:pt-4">
      <div className="grid justify-items-start rounded-card border border-line bg-surface px-6 py-8 sm:px-10 sm:py-10 low:py-4">
        {icon}
        {over ? <p className="mt-5 text-muted text-sm">{over}</p> : null}
        <h1 ref={heading} tabIndex={takesFocus ? -1 : undefined} className={cx('text-xl', over ? 'mt-1' : 'mt-5')}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}

/**
 * What a panel offers. On a phone at the lower edge, where the room has its buttons; elsewhere it stays in sight however
 * low the screen is. Notices keep clear of it (ui/toast.css).
 */
function Actions({ children }: { children: ReactNode }) {
  return (
    <div
      data-foot
      className="bottom-0 z-10 flex w-full flex-wrap gap-3 bg-surface py-3 max-sm:fixed max-sm:left-0 max-sm:border-line max-sm:border-t max-sm:px-4 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:sticky sm:mt-4 low:border-line low:border-t max-sm:[&>*]:grow max-sm:[&>:first-child]:grow-99"
    >
      {children}
    </div>
  )
}

function Badge({ look, children }: { look: string; children: ReactNode }) {
  return (
    <span className={`grid size-11 place-items-center rounded-full low:hidden [&_svg]:size-5.5 ${look}`}>
      {children}
    </span>
  )
}

type OopsProps = {
  title?: string
  reason: string
  contest: string | null
  error?: unknown
  onRetry?: () => void
  /** Inside the room, which has its own main part. */
  bare?: boolean
}

/** What is wrong, and what somebody needs to find out why. */
export function Oops({ title = OOPS, reason, contest, error, onRetry, bare = false }: OopsProps) {
  const failure = error instanceof Failure ? error : null
  const inside = (
    <>
      <p className="mt-2 max-w-[60ch] text-muted">{reason}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {contest && hasCode(error, NEEDS_NEWER_CLIENT) ? (
          <ReloadPage contest={contest} />
        ) : onRetry ? (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
        <Link {...asLeft(paths.contests())} className={buttonClass()}>
          {ALL_CONTESTS}
        </Link>
      </div>
      <dl className="mt-8 grid w-full grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 border-line border-t pt-4 text-muted text-sm [&_dd]:break-all [&_dd]:font-mono">
        <dt className="col-span-2 font-semibold">{DEBUG}</dt>
        <dt>Contest id</dt>
        <dd>{contest ?? 'none'}</dd>
        <dt>Code</dt>
        <dd>{failure?.code ?? 'none'}</dd>
        <dt>Request id</dt>
        <dd>{failure?.requestId ?? 'none'}</dd>
      </dl>
    </>
  )
  if (bare) {
    return (
      <div role="alert">
        <h1 className="text-xl">{title}</h1>
        {inside}
      </div>
    )
  }
  return (
    <Panel
      title={title}
      icon={
        <Badge look="bg-brick-soft text-brick">
          <CircleHelp aria-hidden="true" />
        </Badge>
      }
    >
      {inside}
    </Panel>
  )
}

/** `onJoined` gets the attempt that has just begun; nothing when it was begun before, has ended or has another rule. */
type StartPanelProps = { attempt: Attempt; user: string; onJoined: (begun: Attempt | null) => void }

/** On a small screen it would come below the buttons' edge. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' })

/** Whoever holds Enter down on the button that led here has not pressed this one. */
const ignoreKeyRepeat = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault()
}

/**
 * The way into every contest that runs: what it is and how it counts, and the button that begins the person's time. What
 * comes later, the description above all, stands below the buttons: whoever is about to press one presses that one.
 */
export function StartPanel({ attempt, user, onJoined }: StartPanelProps) {
  const { timeZone } = useSite()
  const now = useNow()
  const { data: head } = useQuery(headQuery(attempt.contestId))
  const worker = useServiceWorker()
  const rule = useId()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const send = useJoin()
  const own = head?.own || hasCode(failed, 'own_contest')
  const empty = attempt.questionCount === 0
  const left = attempt.endsAt - now
  const { minutes } = attempt
  // Whoever comes late has what is left of the contest.
  const cut = minutes !== undefined && minutes * MINUTE > left
  // After a refusal the panel says it itself.
  useRuleChanged(attempt.marksShown, hasCode(failed, 'rules_changed'))
  const join = async () => {
    setBusy(true)
    setFailed(null)
    try {
      const done = await send(attempt.contestId, attempt.marksShown, user)
      if (done) onJoined(done.attempt)
    } catch (error) {
      setFailed(error)
      setBusy(false)
      const isAnother = hasCode(error, 'rules_changed')
      // The attempt has the new rule, which is read before the next try.
      if (isAnother) onJoined(null)
      // It was taken away: where it is still shown, it shall not be.
      if (isAnother || isGone(error)) void staleLists()
    }
  }
  return (
    <Panel
      title={attempt.title}
      icon={
        <Badge look="bg-lawn-soft text-lawn">
          <Clock4 aria-hidden="true" />
        </Badge>
      }
    >
      <dl className="num mt-6 grid w-full grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-1.5 border-line border-y py-4 sm:grid-flow-col sm:grid-cols-none sm:grid-rows-2 sm:justify-start sm:gap-x-10 [&_dd]:font-semibold [&_dt]:text-muted [&_dt]:text-sm [&_dt]:leading-6">
        <dt>{FACTS.questions}</dt>
        <dd>{attempt.questionCount}</dd>
        <dt>{FACTS.until}</dt>
        <dd title={localTimes(attempt.endsAt)}>{formatNear(attempt.endsAt, now, timeZone)}</dd>
        <dt>{FACTS.answers}</dt>
        <dd>{attempt.changes ? FACTS.changing : FACTS.final}</dd>
        {/* Whole minutes, and last: what stands beside it does not move with it. */}
        <dt>{minutes && !cut ? FACTS.own : FACTS.left}</dt>
        <dd>{minutes && !cut ? ownMinutes(minutes) : formatSpan(left < MINUTE ? left : left - (left % MINUTE))}</dd>
      </dl>
      <p id={rule} className="mt-5 max-w-[60ch]">
        {own ? null : (
          <>
            <b className="font-semibold">
              {TIME_RULE}
              {cut ? ` ${CUT_SHORT}` : null}
            </b>{' '}
          </>
        )}
        <span className={attempt.marksShown ? 'num' : 'text-muted'}>{attempt.marksShown || RANK_RULE}</span>
      </p>
      <Actions>
        {own ? (
          <Link {...paths.previewContest(attempt.contestId)} className={buttonClass({ variant: 'primary' })}>
            {PREVIEW_LINK}
          </Link>
        ) : empty ? (
          <Button variant="primary" onClick={() => onJoined(null)}>
            {LOOK_AGAIN}
          </Button>
        ) : (
          <Button
            variant="primary"
            autoFocus
            busy={busy}
            onKeyDown={ignoreKeyRepeat}
            onClick={() => void join()}
            aria-describedby={rule}
            className="sm:min-w-32"
          >
            {START}
          </Button>
        )}
        <Link {...asLeft(paths.contests())} className={buttonClass()}>
          {ALL_CONTESTS}
        </Link>
      </Actions>
      {own ? (
        <Alert tone="sky" className="mt-4 sm:mt-2">
          {OWN_CONTEST}
        </Alert>
      ) : empty ? (
        <Alert tone="amber" className="mt-4 sm:mt-2">
          {NO_QUESTIONS}. {NO_QUESTIONS_TEXT}
        </Alert>
      ) : failed ? (
        <div ref={scrollIntoView} className="mt-4 w-full scroll-mb-28 sm:mt-2">
          <Alert tone="brick">
            {hasCode(failed, NEEDS_NEWER_CLIENT) ? (
              <PageTooOld contest={attempt.contestId} />
            ) : (
              failureText(failed, JOIN_FAILED)
            )}
          </Alert>
        </div>
      ) : null}
      {own || worker !== 'none' ? null : <p className="mt-4 max-w-[60ch] sm:mt-2 text-muted text-sm">{KEEP_OPEN}</p>}
      {head?.description ? (
        <p className="mt-4 max-w-[60ch] whitespace-pre-line text-muted">{head.description}</p>
      ) : null}
    </Panel>
  )
}

const MINUTE = 60_000

/** The clocks here and there differ by less, in milliseconds: whoever follows the link at once is not too early. */
const CLOCKS_APART = 500

/** How a contest came to be handed in: by hand, by its end, or `before` this visit or elsewhere. */
export type HandedIn = keyof typeof HANDED_IN

/** `answered`: how many answers the server has. */
type SubmittedPanelProps = { attempt: Attempt; by: HandedIn; answered: number; lost: Lost }

/** Handed in. It says how much and when the results open, and leads to them from then on, without a reload. */
export function SubmittedPanel({ attempt, by, answered, lost }: SubmittedPanelProps) {
  const { contestId, questionCount } = attempt
  // Results wait for the contest, and for this person where the own time is longer.
  const endsAt = Math.max(attempt.endsAt, attempt.contestEndsAt ?? attempt.endsAt)
  const { timeZone } = useSite()
  const now = useNow()
  const open = now >= endsAt + attempt.graceSeconds * 1000 + CLOCKS_APART
  const when = now >= endsAt ? RESULTS_SOON : formatNear(endsAt, now, timeZone)
  const notCounted = lostText(lost)
  const line = useId()
  return (
    <Panel
      title={open && by === 'before' ? COMPLETED : HANDED_IN[by]}
      over={attempt.title}
      takesFocus={by !== 'before'}
      icon={
        <Badge look="bg-lawn-soft text-lawn">
          <CircleCheck aria-hidden="true" />
        </Badge>
      }
    >
      <p id={line} role="status" className="num mt-4 font-semibold" title={localTimes(endsAt)}>
        {answeredLine(answered, questionCount, open ? RESULTS_OPEN : when)}
      </p>
      <Actions>
        {open ? (
          <Link {...paths.result(contestId)} className={buttonClass({ variant: 'primary' })}>
            {VIEW_RESULTS}
          </Link>
        ) : (
          <Button disabled aria-describedby={line}>
            {VIEW_RESULTS}
          </Button>
        )}
        <Link {...asLeft(paths.contests())} className={buttonClass()}>
          {ALL_CONTESTS}
        </Link>
      </Actions>
      {notCounted ? (
        <Alert tone="amber" className="mt-4 sm:mt-2">
          {notCounted}
        </Alert>
      ) : null}
      {open ? null : <p className="mt-4 max-w-[60ch] sm:mt-2 text-muted text-sm">{WAIT_OR_GO}</p>}
    </Panel>
  )
}

type EndedProps = {
  waiting: number
  /** How many answers were not counted, as far as the server has said so. */
  lost?: Lost
  offline: boolean
  /** Something that is not the server answers in its place. */
  between?: boolean
  /** Why nothing is sent though the server may be there. */
  halted?: Halt | null
  early?: boolean
  onRetry: () => void
}

function endedText({ waiting, lost, offline, between, halted }: EndedProps): string {
  if (halted === 'broken') return BROKEN
  if (waiting > 0 && halted === 'logged-out') return LOGGED_OUT
  if (waiting > 0 && halted === 'somebody-else') return SOMEBODY_ELSE
  if (!offline) return ENDING_TEXT
  return (between ? endedBetween : endedOffline)(waiting, lost && lostText(lost))
}

/** Time is up, or the organiser said so: sending the rest, or waiting for a network to do so. */
export function Ended(props: EndedProps) {
  const { waiting, offline, halted, early = false, onRetry } = props
  const router = useRouter()
  const wantsLogIn = waiting > 0 && (halted === 'logged-out' || halted === 'somebody-else')
  return (
    <div role="status" className="grid max-w-[60ch] justify-items-start pt-2">
      <Badge look={offline ? 'bg-amber-soft text-amber' : 'bg-brick-soft text-brick'}>
        {offline ? <CloudOff aria-hidden="true" /> : <Clock4 aria-hidden="true" />}
      </Badge>
      <h1 className="mt-5 text-xl">{early ? ENDED_EARLY_TITLE : ENDED_TITLE}</h1>
      <p className="mt-2 text-muted">{endedText(props)}</p>
      {wantsLogIn ? (
        <Link {...paths.login(router.state.location.href)} ignoreBlocker className="link mt-4">
          {LOG_IN_AGAIN}
        </Link>
      ) : null}
      {offline ? (
        <Button className="mt-6" onClick={onRetry}>
          {TRY_NOW}
        </Button>
      ) : (
        <span className="mt-5 text-muted">
          <Spinner />
        </span>
      )}
    </div>
  )
}

/** The same for somebody who comes back after the end without a network, or with answers still to send. */
export function EndedPanel(props: EndedProps) {
  useTitle(ENDED_TITLE)
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid min-h-dvh w-full max-w-2xl content-center px-4 py-12 sm:px-6">
      <Ended {...props} />
    </main>
  )
}
