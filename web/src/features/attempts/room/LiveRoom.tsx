/**
 * Live room: taking a contest that is open. Answers go through the outbox, the server's clock decides, leaving asks
 * once, the end submits. Who may be here was decided before (TakeContestPage.tsx).
 */
import { Link, useBlocker, useNavigate, useRouter } from '@tanstack/react-router'
import { CirclePause, CloudOff, HardDrive, LogIn } from 'lucide-react'
import { lazy, memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useBetween, useReached } from '@/api/connection'
import { Failure, failureText } from '@/api/failure'
import { useSite } from '@/api/session'
import { withTimeout } from '@/api/withTimeout'
import { paths } from '@/app/paths'
import { withoutCodeMarks } from '@/lib/codeBlocks'
import { asLeft } from '@/lib/listsAsLeft'
import { retryUntilLoaded } from '@/lib/retryUntilLoaded'
import { serverNow } from '@/lib/serverClock'
import { useServiceWorker } from '@/lib/serviceWorkerState'
import { formatTime } from '@/lib/time'
import { useTitle } from '@/lib/useTitle'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/toast'
import { complete, staleLists } from '../api'
import type { ChangingParts } from '../changing/types'
import type { Attempt, PaperQuestion } from '../model'
import type { Chosen, Halt } from '../outbox'
import type { Entry } from './answerStore'
import { Clock } from './Clock'
import {
  ANSWER_SAVED,
  answersKept,
  BROKEN,
  betweenStrip,
  DEVICE_SILENT,
  DO_NOT_RELOAD,
  endMoved,
  LEAVE_NOW,
  LEAVE_TITLE,
  LOG_IN_AGAIN,
  LOGGED_OUT,
  LOGGED_OUT_NOTHING_WAITS,
  leaveText,
  leaveUnsaved,
  leaveUnsavedChoices,
  NOT_LASTING,
  offlineStrip,
  otherStored,
  ownEndMoved,
  PAUSED,
  SOMEBODY_ELSE,
  STAY,
  SUBMIT_FAILED,
} from './messages'
import { clockOf, givenAnswers, isEndedNow, isLocked, lostOf, unsavedHow } from './model'
import { Ended, type HandedIn } from './panels'
import { Strip } from './QuestionNavigationBar'
import { RoomDialog } from './RoomDialog'
import { RoomFrame } from './RoomFrame'
import { SubmitDialog, type SubmitState } from './SubmitDialog'
import { useOutbox, useSettled } from './useOutbox'

// Only where an organiser has changed somebody's time.
const TimeReason = lazy(() =>
  retryUntilLoaded(() => import('./TimeReason')).then((file) => ({ default: file.TimeReason })),
)

type LiveRoomProps = {
  user: string
  attempt: Attempt
  questions: readonly PaperQuestion[]
  /** Where answers may be changed: what is for that, and the questions as the paper has them. */
  changing?: ChangingParts
  paper?: readonly PaperQuestion[]
  /** The session of this browser is no longer this person's. */
  loggedOut: boolean
  refetch: () => Promise<Attempt | undefined>
  onHandedIn: (by: Exclude<HandedIn, 'before'>) => void
}

/** How long submitting by hand waits for what is still on the device. */
const WAIT_TO_SUBMIT = 10_000
/** How long the question whether to submit waits for what other devices have saved. */
const WAIT_TO_LOOK = 2000
const WAIT_FOR_REPLY = 8000
const MINUTES = 10 * 60_000
const SLOW = 900
/** Within how long a hall of browsers looks once more when the time is up. */
const APART = 2000

/** Around it a clock ticks; in here only the clock itself needs to be drawn anew each second. */
export const LiveRoom = memo(function LiveRoom({
  user,
  attempt,
  questions,
  changing,
  paper = questions,
  loggedOut,
  refetch,
  onHandedIn,
}: LiveRoomProps) {
  const { contestId: contest, endsAt, pausedAt, id: attemptId } = attempt
  useTitle(attempt.title)
  const navigate = useNavigate()
  const { timeZone } = useSite()
  const reached = useReached()
  const between = useBetween()
  const { box, view } = useOutbox(user)
  const entries = useMemo(() => view.entries.filter((entry) => entry.contest === contest), [view.entries, contest])
  const { answered, choices, changes } = attempt
  const given = useMemo(
    () => (changing ? changing.given(attempt, entries, paper) : givenAnswers(answered, entries, choices)),
    [changing, attempt, paper, answered, entries, choices],
  )
  const waiting = entries.filter((entry) => entry.state === 'waiting').length

  useEffect(
    () => void box.confirm(contest, answered, attemptId, changes?.seqs),
    [box, contest, answered, attemptId, changes?.seqs],
  )
  const handItIn = useCallback(
    // Submitting must not hang on a dead network.
    (takenBack?: AbortSignal) =>
      withTimeout(
        WAIT_FOR_REPLY,
        (signal) => complete(contest, 'submit', user, { attempt: attemptId, signal }),
        takenBack,
      ),
    [contest, user, attemptId],
  )

  // However one leaves, the lists say by then that one takes part.
  useEffect(() => () => void staleLists(), [])

  // Whoever leaves the question whether to submit takes the wish back, by whichever way.
  const [asked, setAsked] = useState(false)
  const [submit, setSubmit] = useState<SubmitState>({ is: 'asking' })
  const wish = useRef<{ taken: AbortController; isSent: boolean } | null>(null)
  const closeSubmit = useCallback(() => {
    const { current } = wish
    wish.current = null
    current?.taken.abort()
    setAsked(false)
    // What was on its way already may have arrived: the server says.
    if (current?.isSent) void refetch()
  }, [refetch])
  useEffect(() => () => wish.current?.taken.abort(), [])
  // Whether the server was out of reach while a wish waited.
  const wasCutOff = useRef(false)
  useEffect(() => {
    if (!reached) wasCutOff.current = true
  }, [reached])

  // Leaving
  const free = useRef(false)
  const { history } = useRouter()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useBlocker({
    // Refused at once, and done again by whoever leaves: while the router waited for a word, the address would be that of the
    // page before, and a reload would lead there.
    shouldBlockFn: ({ action, next: { pathname: to, search } }) => {
      if (free.current) return false
      closeSubmit()
      setLeave(() => () => {
        free.current = true
        if (action === 'BACK') history.back()
        else void navigate({ to, search, replace: action === 'REPLACE' })
      })
      return true
    },
    enableBeforeUnload: () => !free.current,
  })
  // Submitting by hand
  const ask = async () => {
    // Another device may have answered what this one believes open: the server is asked, but nobody waits for it long.
    const looks = reached && questions.some(({ id }) => !isLocked(given.get(id)))
    setSubmit({ is: looks ? 'looking' : 'asking' })
    setAsked(true)
    if (!looks) return
    await Promise.race([refetch(), new Promise((resolve) => setTimeout(resolve, WAIT_TO_LOOK))])
    // What came reaches this screen a turn after its promise: before that it would still say the old.
    setTimeout(() => setSubmit((now) => (now.is === 'looking' ? { is: 'asking' } : now)))
  }
  const handIn = async () => {
    const mine = { taken: new AbortController(), isSent: false }
    const isTakenBack = () => wish.current !== mine
    wish.current?.taken.abort()
    wish.current = mine
    wasCutOff.current = !reached
    setSubmit({ is: 'saving' })
    // The window that is open says it; a notice besides would be the same twice.
    const failed = (text: string, cutOff = false) => {
      wish.current = null
      setSubmit({ is: 'asking', failed: text, cutOff })
    }
    const isEmpty = await box.emptied(contest, WAIT_TO_SUBMIT)
    if (isTakenBack()) return
    if (!isEmpty) {
      const { ready, halted } = box.view()
      return failed(ready ? SUBMIT_FAILED : DEVICE_SILENT, ready && halted === null && wasCutOff.current)
    }
    mine.isSent = true
    setSubmit({ is: 'submitting' })
    try {
      await handItIn(mine.taken.signal)
      if (isTakenBack()) return
      wish.current = null
      free.current = true
      onHandedIn('hand')
    } catch (error) {
      if (!isTakenBack()) failed(failureText(error, SUBMIT_FAILED), error instanceof Failure && error.offline)
    }
  }

  // The end, which the organiser may move at any time: the clock goes by the new one at once.
  const [known, setKnown] = useState({ endsAt, early: false })
  if (known.endsAt !== endsAt) setKnown({ endsAt, early: isEndedNow(known.endsAt, endsAt, serverNow()) })
  const { early } = known
  const isOwn = attempt.contestEndsAt !== undefined
  const toldEnd = useRef(endsAt)
  useEffect(() => {
    if (toldEnd.current === endsAt) return
    const later = endsAt > toldEnd.current
    toldEnd.current = endsAt
    const left = endsAt - serverNow()
    // Where minutes are left, seconds matter.
    if (early || left <= 0) return
    const said = isOwn ? ownEndMoved : endMoved
    toast.info(said(formatTime(endsAt, timeZone, left < MINUTES), later))
  }, [endsAt, early, isOwn, timeZone])
  const [end, setEnd] = useState<'ahead' | 'sending' | 'unreached'>('ahead')
  const ending = useRef(false)
  const finish = useCallback(async () => {
    if (ending.current || free.current) return
    ending.current = true
    setEnd('sending')
    closeSubmit()
    // A hall of browsers reaches this line in the same second: what waits goes at once, the look and what follows it apart.
    const apart = new Promise((resolve) => setTimeout(resolve, Math.random() * APART))
    const [, fresh] = await Promise.all([
      box.emptied(contest, (attempt.graceSeconds + 1) * 1000),
      apart.then(() => refetch()),
    ])
    if (fresh && fresh.endsAt > clockOf(fresh.pausedAt, serverNow())) {
      ending.current = false
      return setEnd('ahead')
    }
    // Nothing is said to be submitted while answers wait on this device, or may.
    const { ready, entries: left } = box.view()
    if (!ready || left.some((entry) => entry.contest === contest && entry.state === 'waiting')) {
      ending.current = false
      return setEnd('unreached')
    }
    try {
      await handItIn()
    } catch (error) {
      if (!(error instanceof Failure) || error.offline || error.status >= 500 || error.status === 429) {
        ending.current = false
        return setEnd('unreached')
      }
      // Refused, say after a log-out: the end itself has submitted what was saved.
    }
    free.current = true
    onHandedIn(early ? 'organiser' : 'clock')
  }, [attempt.graceSeconds, box, closeSubmit, contest, early, handItIn, onHandedIn, refetch])
  const onEnd = useCallback(() => void finish(), [finish])
  useEffect(() => {
    // Who is logged out is asked again by the clock alone.
    if (end === 'unreached' && reached && view.halted === null) void finish()
  }, [end, reached, view.halted, finish])
  useEffect(() => {
    if (end !== 'unreached') return
    const timer = setInterval(onEnd, 7000)
    return () => clearInterval(timer)
  }, [end, onEnd])

  const choose = useCallback(
    (question: PaperQuestion, option: string | null, places?: number[]) => {
      if (pausedAt !== undefined || serverNow() >= endsAt) return
      const how: Chosen | null = changing
        ? changing.stamp({ attempt, entries, given, paper }, question, option, places)
        : { places, typed: question.typed !== undefined }
      if (how) void box.choose(contest, question.id, option ?? '', attemptId, attempt.title, how)
    },
    [box, contest, endsAt, pausedAt, attemptId, attempt, changing, entries, given, paper],
  )

  // An answer is on its way for a moment each time; it is worth a word only when it takes longer than that.
  const [slow, setSlow] = useState(false)
  const any = waiting > 0
  useEffect(() => {
    const timer = any ? setTimeout(() => setSlow(true), SLOW) : undefined
    if (!any) setSlow(false)
    return () => clearTimeout(timer)
  }, [any])

  const paused = pausedAt !== undefined
  const turn = `${endsAt} ${pausedAt}`
  const [firstTurn] = useState(turn)
  const closed = end !== 'ahead' || paused
  const out = loggedOut || view.halted === 'logged-out'
  const calm = reached && !slow && !out
  return (
    <RoomFrame
      user={user}
      contest={contest}
      title={attempt.title}
      questions={questions}
      questionMarks={attempt.questionMarks}
      given={given}
      closed={closed}
      movesOnDevice={!reached}
      calm={calm}
      clock={<Clock endsAt={endsAt} pausedAt={pausedAt} onEnd={onEnd} />}
      strips={
        <Strips
          paused={paused}
          timeNote={
            turn !== firstTurn && (isOwn || paused) ? <TimeReason key={turn} contest={contest} turn={turn} /> : null
          }
          reached={reached}
          between={between}
          waiting={waiting}
          lasting={view.lasting}
          out={out}
          halted={view.halted}
        />
      }
      onChoose={choose}
      changing={changing}
      tools={
        changing
          ? (question, one, forget) => (
              <changing.Tools {...{ attempt, entries, question, forget, closed }} given={one} onClear={choose} />
            )
          : undefined
      }
      onLeave={() => void navigate(asLeft(paths.contests()))}
      onSubmit={() => void ask()}
      over={
        end === 'ahead' ? undefined : (
          <Ended
            waiting={waiting}
            lost={lostOf(entries)}
            offline={end === 'unreached' || !reached}
            between={between}
            halted={waiting > 0 && out ? 'logged-out' : view.halted}
            early={early}
            onRetry={onEnd}
          />
        )
      }
    >
      {({ place, counts, unsaved, goTo }) => (
        <>
          <SubmitDialog
            open={asked}
            state={submit}
            reached={reached}
            between={between}
            questions={questions}
            questionMarks={attempt.questionMarks}
            given={given}
            unsaved={unsaved}
            place={place}
            counts={counts}
            changing={changing}
            onGo={(index) => {
              closeSubmit()
              goTo(index)
            }}
            onClose={closeSubmit}
            onSubmit={() => void handIn()}
          />
          <RoomDialog
            open={leave !== null}
            onClose={() => setLeave(null)}
            title={LEAVE_TITLE}
            footer={
              <>
                <Button data-first onClick={() => setLeave(null)}>
                  {STAY}
                </Button>
                <Button variant="danger" onClick={() => leave?.()}>
                  {LEAVE_NOW}
                </Button>
              </>
            }
          >
            {/* Only once it is asked: the first time of day costs a slow phone 60 ms. */}
            {leave ? <p className="text-muted">{leaveText(formatTime(endsAt, timeZone))}</p> : null}
            {waiting > 0 ? <p className="mt-3 text-amber">{leaveUnsaved(waiting)}</p> : null}
            {unsaved.size > 0 ? (
              <p className="mt-3 text-amber">{leaveUnsavedChoices(unsaved.size, unsavedHow(questions, unsaved))}</p>
            ) : null}
          </RoomDialog>
          {changing ? (
            <changing.ChangeNotices
              {...{ attempt, entries, questions, refetch }}
              waiting={calm ? 0 : waiting}
              shown={questions[place.index]?.id}
              over={closed}
            />
          ) : (
            <Said entries={entries} waiting={calm ? 0 : waiting} shown={questions[place.index]?.id} over={closed} />
          )}
        </>
      )}
    </RoomFrame>
  )
})

type SaidProps = {
  entries: readonly Entry[]
  /** How many answers wait longer than an answer does on its way. */
  waiting: number
  shown: string | undefined
  over: boolean
}

/**
 * Says aloud what became of the last answer: that it was saved, or that it waits on this device. Tells that another had
 * been: the note beside the question does, where that is shown.
 */
function Said({ entries, waiting, shown, over }: SaidProps) {
  const [saved, setSaved] = useState('')
  const onSettled = useCallback(
    ({ state, question, instead }: Entry) => {
      // The same sentence again is read again only when it differs.
      const same = (now: string) => (now === ANSWER_SAVED ? `${ANSWER_SAVED}\u00a0` : ANSWER_SAVED)
      setSaved(state === 'saved' && instead === undefined ? same : '')
      if (state === 'saved' && instead !== undefined && question !== shown)
        toast.info(otherStored(withoutCodeMarks(instead)))
    },
    [shown],
  )
  useSettled(entries, onSettled)
  const onItsWay = entries.some((entry) => entry.state === 'waiting')
  return (
    <p aria-live="polite" className="sr-only">
      {/* What is said at the end, or of the answer before, is not true of this one. */}
      {over ? '' : waiting > 0 ? answersKept(waiting) : onItsWay ? '' : saved}
    </p>
  )
}

type StripsProps = {
  paused: boolean
  /** Why the time was changed. */
  timeNote: ReactNode
  reached: boolean
  between: boolean
  waiting: number
  lasting: boolean
  out: boolean
  halted: Halt | null
}

function Strips({ paused, timeNote, reached, between, waiting, lasting, out, halted }: StripsProps) {
  const router = useRouter()
  const worker = useServiceWorker()
  const away = !reached && !out
  const somebodyElse = halted === 'somebody-else'
  return (
    <>
      {paused ? (
        <Strip tone="sky" icon={<CirclePause aria-hidden="true" />}>
          {PAUSED}
        </Strip>
      ) : null}
      {timeNote ? <Suspense fallback={null}>{timeNote}</Suspense> : null}
      {lasting ? null : (
        <Strip tone="sky" icon={<HardDrive aria-hidden="true" />}>
          {NOT_LASTING}
        </Strip>
      )}
      {out || somebodyElse ? (
        <Strip tone="amber" icon={<LogIn aria-hidden="true" />}>
          {somebodyElse ? SOMEBODY_ELSE : waiting > 0 ? LOGGED_OUT : LOGGED_OUT_NOTHING_WAITS}{' '}
          <Link {...paths.login(router.state.location.href)} ignoreBlocker className="link">
            {LOG_IN_AGAIN}
          </Link>
        </Strip>
      ) : null}
      {halted === 'broken' ? (
        <Strip tone="amber" icon={<CloudOff aria-hidden="true" />}>
          {BROKEN}
        </Strip>
      ) : null}
      {away ? (
        <Strip tone="amber" icon={<CloudOff aria-hidden="true" />}>
          {between ? betweenStrip(waiting) : offlineStrip(waiting)}
          {worker === 'here' ? null : `. ${DO_NOT_RELOAD}`}
        </Strip>
      ) : null}
    </>
  )
}
