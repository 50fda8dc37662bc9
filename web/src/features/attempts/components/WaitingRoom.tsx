/**
 * Waiting room before the start: it says once and first how long the wait still is. Whoever waits is let in when it
 * starts; whoever does not finds the button to join here then, without a reload. A session that ends meanwhile is said
 * at once, and for as long as one is logged out, also when the contest is over.
 */
import { Link, useRouter } from '@tanstack/react-router'
import { DoorOpen, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useBetween, useReached } from '@/api/connection'
import { useLiveState } from '@/api/live'
import { useSession, useSite } from '@/api/session'
import { paths } from '@/app/paths'
import { serverNow } from '@/lib/serverClock'
import { useServiceWorker } from '@/lib/serviceWorkerState'
import { formatClock, formatNear, localTimes } from '@/lib/time'
import { useNow } from '@/lib/useNow'
import { Alert } from '@/ui/Alert'
import { Button, buttonClass } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Spinner } from '@/ui/Spinner'
import { toast } from '@/ui/toast'
import { useRuleChanged } from '../hooks/useJoin'
import { useWaitingRoom } from '../hooks/useWaitingRoom'
import { NO_QUESTIONS, NO_QUESTIONS_TEXT, WHAT_NOW } from '../messages'
import { type ListedContest, type Moment, statusAt, untilText } from '../model'
import {
  BETWEEN_WAITING,
  KEEP_OPEN,
  KEPT_OUT,
  LETTING_IN,
  LETTING_IN_TEXT,
  LOG_IN_AGAIN,
  LOGGED_OUT_WAITING,
  NOT_LET_IN,
  NOT_LET_IN_TEXT,
  OVER_LOGGED_OUT,
  OVER_LOGGED_OUT_TEXT,
  STARTED_LOGGED_OUT,
  STARTED_LOGGED_OUT_TEXT,
  STOP_WAITING,
  startMoved,
  WAIT_HERE,
  WAIT_TEXT,
  WAITING,
  WAITING_AWAY,
  WAITING_CHANGING,
  WAITING_EMPTY_TEXT,
  WAITING_FINAL,
  WAITING_TEXT,
} from '../waitingRoomMessages'
import { AnswerRule } from './AnswerRule'
import { MarkRule } from './MarkRule'
import { RemindButton } from './RemindButton'
import { TimeRule } from './TimeRule'

const HOUR = 3_600_000
/** How often whoever waits looks whether the session is there: beside the stream, which ends with it, and without one. */
const LOOK_FOLLOWED = 180_000
const LOOK = 30_000

type WaitingRoomProps = {
  contest: ListedContest
  marksShown: string | null | undefined
  waits: boolean
  onWait: (waits: boolean) => void
}

export function WaitingRoom({ contest, marksShown, waits, onWait }: WaitingRoomProps) {
  const now = useNow()
  const worker = useServiceWorker()
  const heading = useId()
  const router = useRouter()
  const live = useLiveState() === 'live'
  // A hall does not ask in step.
  const [spread] = useState(() => 1 + Math.random() / 5)
  const out = useSession(waits && (live ? LOOK_FOLLOWED : LOOK) * spread).state === 'out'
  useWaitingRoom({ contest, marksShown, waits: waits && !out, onFailed: () => onWait(false) })
  useStartMoved(contest.startsAt)
  useRuleChanged(marksShown)
  const reached = useReached()
  const between = useBetween()
  const left = contest.startsAt === null ? 0 : contest.startsAt - now
  const started = left <= 0
  const over = statusAt(contest, now) === 'ended'
  const letIn = started
    ? out
      ? over
        ? OVER_LOGGED_OUT
        : STARTED_LOGGED_OUT
      : reached
        ? LETTING_IN
        : between
          ? KEPT_OUT
          : NOT_LET_IN
    : null
  const empty = contest.questionCount === 0
  const mayChange = contest.changing === 'until_hand_in'
  const logIn = paths.login(router.state.location.href)
  const text = textOf({ waits, out, started, over, reached, between, empty })
  return (
    <Card
      as="section"
      aria-labelledby={heading}
      live={waits && !over}
      className="mt-8 grid gap-4 p-5 sm:p-7 low:md:mt-4 low:md:gap-2 low:md:p-4 low:md:[&_h2]:text-lg low:md:[&_p]:max-w-none low:md:[&_p:not([role])]:text-sm"
    >
      <div>
        {waits ? null : <p className="text-muted text-sm">{WHAT_NOW}</p>}
        <h2 id={heading} className="num mt-1 text-xl" title={localTimes(contest.startsAt)}>
          {waits ? (letIn ?? WAITING) : `It starts ${untilText(contest.startsAt, now)}`}
        </h2>
      </div>
      {waits ? (
        started ? (
          out ? null : (
            <p className="flex h-[1lh] items-center text-3xl low:md:order-first">
              <Spinner />
            </p>
          )
        ) : (
          <p role="timer" aria-live="off" className="num font-display font-semibold text-3xl low:md:order-first">
            {left < HOUR ? formatClock(Math.ceil(left / 1000) * 1000) : untilText(contest.startsAt, now)}
          </p>
        )
      ) : null}
      <div className="grid gap-4 empty:hidden">
        {text ? <p className="max-w-[64ch] text-muted">{text}</p> : null}
        {out && !started ? (
          <Alert tone="amber">
            {LOGGED_OUT_WAITING}{' '}
            <Link {...logIn} className="link">
              {LOG_IN_AGAIN}
            </Link>
          </Alert>
        ) : null}
        {empty && !over ? (
          <Alert tone="amber">
            {NO_QUESTIONS}. {NO_QUESTIONS_TEXT}
          </Alert>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {waits ? (letIn ?? WAITING) : ''}
      </p>
      <div className="flex flex-wrap gap-3">
        {started && out ? (
          <Link {...logIn} className={buttonClass({ variant: 'primary' })}>
            {LOG_IN_AGAIN}
          </Link>
        ) : waits ? (
          <Button onClick={() => onWait(false)} icon={<X aria-hidden="true" className="size-4" />}>
            {STOP_WAITING}
          </Button>
        ) : (
          <Button
            variant="primary"
            onClick={() => onWait(true)}
            icon={<DoorOpen aria-hidden="true" className="size-4" />}
          >
            {WAIT_HERE}
          </Button>
        )}
        {started ? null : <RemindButton contest={contest} describedBy={heading} />}
      </div>
      {/* Whoever is let in sees no panel with the rules before the first question. */}
      {waits && !over ? (
        <p className="max-w-[64ch] font-semibold">{mayChange ? WAITING_CHANGING : WAITING_FINAL}</p>
      ) : null}
      {over ? null : <MarkRule words={marksShown} />}
      {over || waits ? null : <AnswerRule contest={contest} />}
      {over ? null : <TimeRule contest={contest} />}
      {!over && worker === 'none' ? <p className="max-w-[64ch] text-muted text-sm">{KEEP_OPEN}</p> : null}
    </Card>
  )
}

/** A start this near is said by its coming. */
const NEAR = 10_000

/** Tells that the organiser has moved the start: the countdown alone would only jump, and is read to nobody. */
function useStartMoved(startsAt: Moment): void {
  const { timeZone } = useSite()
  const known = useRef(startsAt)
  useEffect(() => {
    const before = known.current
    known.current = startsAt
    const now = serverNow()
    if (startsAt === null || before === null || startsAt === before || startsAt - now < NEAR) return
    toast.info(startMoved(formatNear(startsAt, now, timeZone), startsAt > before))
  }, [startsAt, timeZone])
}

type Situation = Record<'waits' | 'out' | 'started' | 'over' | 'reached' | 'between' | 'empty', boolean>

/** Below the heading; nothing where the note about missing questions says it all. */
function textOf({ waits, out, started, over, reached, between, empty }: Situation): string | null {
  if (!waits) return empty ? null : WAIT_TEXT
  if (between && !out) return BETWEEN_WAITING
  if (started && out) return over ? OVER_LOGGED_OUT_TEXT : STARTED_LOGGED_OUT_TEXT
  if (!reached) return started ? NOT_LET_IN_TEXT : WAITING_AWAY
  if (started) return empty ? null : LETTING_IN_TEXT
  return empty ? WAITING_EMPTY_TEXT : WAITING_TEXT
}
