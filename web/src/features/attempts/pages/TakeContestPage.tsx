/**
 * /ContestQuestion: taking a contest. Finds out which contest and what moment it is by the server's clock, and lets the
 * person in, or says why not. The room itself is room/LiveRoom.tsx, the owner's preview room/PreviewRoom.tsx.
 */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { cache } from '@/api/cache'
import { useBetween, useReached } from '@/api/connection'
import { failureText, hasCode } from '@/api/failure'
import { askSession, useLeft, useSession } from '@/api/session'
import { hrefOf, paths } from '@/app/paths'
import { onWorkerTakeover } from '@/lib/onWorkerTakeover'
import { serverNow } from '@/lib/serverClock'
import { contestid } from '@/lib/storage'
import { useNow } from '@/lib/useNow'
import { toast } from '@/ui/toast'
import { askAgainForReload, attemptQuery, paperQuery } from '../api'
import { useChanging } from '../changing/useChanging'
import type { Attempt } from '../model'
import { inOwnOrder } from '../optionOrder'
import { mayWait } from '../outbox'
import type { Entry } from '../room/answerStore'
import { LiveRoom } from '../room/LiveRoom'
import {
  ANSWER_FAILED,
  NO_DATA,
  NO_ID,
  NO_ID_TEXT,
  NOT_FOUND,
  NOT_STARTED,
  NOT_STARTED_OFFLINE,
} from '../room/messages'
import { givenAnswers, lostOf, type Phase, phaseOf, setTrouble } from '../room/model'
import { EndedPanel, type HandedIn, Loading, Oops, StartPanel, SubmittedPanel } from '../room/panels'
import { useAttempt } from '../room/useAttempt'
import { useOutbox, useSettled } from '../room/useOutbox'

// Only the owner's.
const PreviewRoom = lazy(() => import('../room/PreviewRoom').then((file) => ({ default: file.PreviewRoom })))

export default function TakeContestPage() {
  const search: { contest?: string; preview?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [stored] = useState(() => contestid.read())
  const contest = search.contest ?? stored
  const { user, out, unheard } = useHeldPerson(!search.preview)

  // The key is read once; from then on the address carries the contest.
  useEffect(() => {
    contestid.clear()
    if (!search.contest && stored) void navigate({ ...paths.takeContest(stored), replace: true, ignoreBlocker: true })
  }, [search.contest, stored, navigate])

  if (!contest) return <Oops title={NO_ID} reason={NO_ID_TEXT} contest={null} />
  if (unheard && !user) return <Oops reason={failureText(unheard, NO_DATA)} contest={contest} onRetry={askSession} />
  if (!user) return <Loading />
  if (search.preview) {
    return (
      <Suspense fallback={<Loading />}>
        <PreviewRoom key={contest} contest={contest} />
      </Suspense>
    )
  }
  return <Taking key={`${user} ${contest}`} user={user} contest={contest} loggedOut={out} />
}

/** Whoever is logged out in the room is asked for so often, in milliseconds. */
const LOOK_FOR_SESSION = 5000

/**
 * Who takes the contest. A guest is sent to log in and back; somebody whose session ends in the middle stays: what they
 * answer is kept on the device, and the room asks them to log in again. A preview holds nobody: nothing is answered in it.
 */
function useHeldPerson(holds: boolean): { user: string | null; out: boolean; unheard?: Error } {
  const isOut = useSession().state === 'out'
  // It may have been said in error, by what stands between, or another tab may log in.
  const session = useSession(isOut && holds ? LOOK_FOR_SESSION : false)
  const router = useRouter()
  const held = useRef<string | null>(null)
  if (session.user) held.current = session.user.id
  const unheard = session.state === 'out' ? session.unheard : undefined
  const guest = session.state === 'out' && !unheard && (held.current === null || !holds)
  useEffect(() => {
    if (guest) void router.navigate({ ...paths.login(router.state.location.href), replace: true })
  }, [guest, router])
  return { user: guest ? null : held.current, out: session.state === 'out', unheard }
}

function Taking({ user, contest, loggedOut }: { user: string; contest: string; loggedOut: boolean }) {
  const attempt = useAttempt(contest, user)
  const { data, refetch: again } = attempt
  const reached = useReached()
  const now = useNow()
  const { box, view } = useOutbox(user)
  const entries = useMemo(() => view.entries.filter((entry) => entry.contest === contest), [view.entries, contest])
  // The tick may be older than the data: nobody who comes in the first second is told that it has not started, and an
  // attempt that counts as submitted because the contest is over does not look handed in for a moment.
  const phase = data ? phaseOf(data, Math.max(now, serverNow())) : null
  const paper = useQuery({ ...paperQuery(contest), enabled: phase === 'open' })
  useEffect(() => onWorkerTakeover(() => void askAgainForReload(contest)), [contest])
  const refetch = useCallback(async (): Promise<Attempt | undefined> => (await again()).data, [again])
  const joined = (begun: Attempt | null) => {
    if (begun) cache.setQueryData(attemptQuery(contest).queryKey, begun)
    else void again()
  }
  // Whoever sees that it is handed in goes on seeing it past the end: results are what they wait for.
  const [handedIn, setHandedIn] = useState<HandedIn | null>(phase === 'submitted' ? 'before' : null)
  if (phase === 'submitted' && !handedIn) setHandedIn('before')
  const leaveRoom = useCallback(
    (by: HandedIn) => {
      // The news of one's own handing in may overtake its answer, and look like that of another device.
      setHandedIn((first) => (first === 'before' ? by : (first ?? by)))
      if (by !== 'hand') return
      cache.setQueryData(attemptQuery(contest).queryKey, (known) => known && { ...known, submitted: true })
      // What a reload without a network is shown must know it too (src/sw.ts).
      void again()
    },
    [again, contest],
  )
  const settled = useCallback(
    (entry: Entry) => {
      tellRefused(entry)
      // The server knows of an end, or of handing in elsewhere, that this screen does not.
      if (entry.code === 'contest_ended' || entry.code === 'already_submitted') void again()
    },
    [again],
  )
  useSettled(entries, settled)
  useEffect(() => {
    if (reached && !loggedOut) box.nudge()
  }, [box, reached, loggedOut])

  // Who has logged out in another tab leaves no questions on the screen; but what is not saved is not left alone.
  // Once it goes it does: until the log-in page is there, the outbox is closed and begun anew.
  const left = useLeft(user) && loggedOut && view.ready && view.entries.every(({ state }) => state !== 'waiting')
  const [goes, setGoes] = useState(false)
  if (left && !goes) setGoes(true)
  const navigate = useNavigate()
  useEffect(() => {
    if (!goes) return
    const back = hrefOf(paths.takeContest(contest))
    void navigate({ ...paths.login(back), replace: true, ignoreBlocker: true })
  }, [goes, contest, navigate])

  // Once inside, the room handles the end itself.
  const trouble = paper.data ? setTrouble(paper.data.questions) : null
  const seed = data?.seed ?? null
  const set = paper.data?.questions
  const mixesQuestions = data?.mixes?.questions ?? false
  const mixesOptions = data?.mixes?.options ?? true
  const questions = useMemo(
    () => set && inOwnOrder(set, seed, { questions: mixesQuestions, options: mixesOptions }),
    [set, seed, mixesQuestions, mixesOptions],
  )
  // Where the server is there and nothing waits on the device, nobody waits for its database.
  const read = view.read || (reached && !mayWait(user))
  const changing = useChanging(data?.changes !== undefined)
  const ready = phase === 'open' && questions && !trouble && read && changing !== null
  const [entered, setEntered] = useState(false)
  if (ready && !entered) setEntered(true)

  if (goes) return <Loading />
  if (!data) {
    if (attempt.isPending) return <Loading />
    const { error } = attempt
    const reason = hasCode(error, 'missing') ? NOT_FOUND : failureText(error, NO_DATA)
    return <Oops reason={reason} contest={contest} error={error} onRetry={() => void refetch()} />
  }
  if (handedIn && phase !== 'open') {
    const known = changing ? changing.given(data, entries, set ?? []) : givenAnswers(data.answered, entries)
    const saved = [...known.values()].filter(({ state }) => state === 'saved').length
    return <SubmittedPanel key={handedIn} attempt={data} by={handedIn} answered={saved} lost={lostOf(entries)} />
  }
  if (entered && questions) {
    return (
      <LiveRoom
        user={user}
        attempt={data}
        questions={questions}
        changing={changing ?? undefined}
        paper={set ?? undefined}
        loggedOut={loggedOut}
        refetch={refetch}
        onHandedIn={leaveRoom}
      />
    )
  }
  switch (phase) {
    case 'not-joined':
      return <StartPanel attempt={data} user={user} onJoined={joined} />
    case 'before':
    case 'over':
      return <Elsewhere attempt={data} phase={phase} entries={view.read ? entries : null} onRetry={refetch} />
    default:
  }
  if (trouble) return <Oops reason={trouble} contest={contest} onRetry={() => void paper.refetch()} />
  if (paper.isError) {
    const reason = failureText(paper.error, NO_DATA)
    return <Oops reason={reason} contest={contest} error={paper.error} onRetry={() => void paper.refetch()} />
  }
  return <Loading />
}

/** A failure that will not be retried; several at once are told once. */
function tellRefused({ state, code }: Entry): void {
  // Who has handed in elsewhere is shown that in place of the room: nothing failed, and nothing is to be tried again. What
  // came after the end is told with the end.
  if (state !== 'refused' || code === 'already_submitted' || code === 'contest_ended') return
  toast.error(ANSWER_FAILED, { autoClose: 4000 })
}

type ElsewhereProps = {
  attempt: Attempt
  phase: Extract<Phase, 'before' | 'over'>
  /** What this device knows of answers to it; null while that is being read. */
  entries: readonly Entry[] | null
  onRetry: () => Promise<unknown>
}

/** How long what is still on the device is waited for, so that one word can say what became of all. */
const WAIT_TO_LEAVE = 4000

/**
 * Not the moment for this contest: goes to the waiting room, or to the list, which says that it is over and has the way to
 * the results.
 * Without a network neither would arrive. After a reload without one the clock may be wrong: the server is asked once more first.
 */
function Elsewhere({ attempt, phase, entries, onRetry }: ElsewhereProps) {
  const { contestId: contest, title } = attempt
  const navigate = useNavigate()
  const reached = useReached()
  const between = useBetween()
  const [patient, setPatient] = useState(true)
  const [sure, setSure] = useState(false)
  const ask = useEffectEvent(onRetry)
  useEffect(() => {
    if (!reached) return
    let over = false
    void ask().finally(() => {
      if (!over) setSure(true)
    })
    return () => {
      over = true
      setSure(false)
    }
  }, [reached])
  useEffect(() => {
    if (!reached) return
    const timer = setTimeout(() => setPatient(false), WAIT_TO_LEAVE)
    return () => clearTimeout(timer)
  }, [reached])
  const waiting = entries?.filter((entry) => entry.state === 'waiting').length ?? 0
  const lost = useMemo(() => lostOf(entries ?? []), [entries])
  const stays = phase === 'over' && patient && (!entries || waiting > 0)
  useEffect(() => {
    if (stays) return
    if (!reached || !sure) return
    if (phase === 'before') {
      toast.info(NOT_STARTED)
      void navigate({ ...paths.waitForContest(contest), replace: true })
      return
    }
    void navigate({ ...paths.contests(), replace: true, state: { over: { contest, title, lost } } })
  }, [contest, title, phase, reached, sure, stays, lost, navigate])
  if (phase === 'before' && !reached)
    return <Oops reason={NOT_STARTED_OFFLINE} contest={contest} onRetry={() => void ask()} />
  if (phase === 'before' || (reached && waiting === 0)) return <Loading />
  return <EndedPanel waiting={waiting} offline={!reached} lost={lost} between={between} onRetry={() => void ask()} />
}
