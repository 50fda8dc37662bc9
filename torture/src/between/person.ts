/**
 * Person: one participant of the fault `between`, in a frame of its own. Gives answers through the outbox of the web
 * client, as the contest's screen does, and reports what the outbox shows. Refuses nothing; the middlebox serves this
 * page and takes its reports undisturbed, and disturbs every call below /api.
 */
import { fetchAttempt } from '@/features/attempts/api'
import type { Attempt } from '@/features/attempts/model'
import { outboxOf } from '@/features/attempts/outbox'
import { serverNow } from '@/lib/serverClock'
import { userId1 } from '@/lib/storage'

type Answer = { contest: string; question: string; choice: string; pause: number }
type Part = { user: string; answers: Answer[]; from: number; reloadAfter: number | null }
/** What happened to the answer at a place: given, kept on the device, shown as saved (with which choice) or refused. */
type Report = [is: 'given' | 'kept' | 'saved' | 'refused', place: number, value: string | number]

const { user, answers, from, reloadAfter } = (globalThis as unknown as { PART: Part }).PART
const LONGEST_PAUSE = 2000
/** After so many answers the attempt is asked for anew, as the screen does when it hears that something has changed. */
const ASKS_EVERY = 20
const REPORTS_EVERY = 1500

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let reports: Report[] = []
let reporting: Promise<void> = Promise.resolve()

/** Resolves when everything noted so far has been taken. */
function report(): Promise<void> {
  reporting = reporting.then(async () => {
    while (reports.length > 0) {
      const batch = reports
      reports = []
      const taken = await fetch('/reports', { method: 'POST', body: JSON.stringify(batch) }).catch(() => null)
      if (taken?.ok) continue
      reports = [...batch, ...reports]
      await sleep(200)
    }
  })
  return reporting
}

/** Asks until the server itself has said how the attempt stands. */
async function attemptAt(contest: string): Promise<Attempt> {
  for (let tries = 0; ; tries += 1) {
    try {
      const attempt = await fetchAttempt(contest, AbortSignal.timeout(10_000))
      if (attempt.contestId === contest && Number.isFinite(attempt.endsAt)) return attempt
    } catch {
      // Disturbed: asked again, as the screen does.
    }
    await sleep(Math.min(LONGEST_PAUSE, 200 * 2 ** tries))
  }
}

async function take(): Promise<void> {
  userId1.write(user)
  const outbox = outboxOf(user)
  const places = new Map(answers.map(({ contest, question }, place) => [`${contest} ${question}`, place]))
  const shown = new Map<number, string>()
  const look = () => {
    for (const { contest, question, state, choice, code } of outbox.view().entries) {
      const place = places.get(`${contest} ${question}`) ?? -1
      const seen = `${state} ${choice}`
      if (state === 'waiting' || shown.get(place) === seen) continue
      shown.set(place, seen)
      reports.push(state === 'saved' ? ['saved', place, choice] : ['refused', place, code ?? ''])
    }
  }
  const isWaiting = () => outbox.view().entries.some(({ state }) => state === 'waiting')
  outbox.subscribe(look)
  look()
  setInterval(report, REPORTS_EVERY)

  const contests = new Set(answers.map(({ contest }) => contest))
  const attempts = new Map(await Promise.all([...contests].map(async (id) => [id, await attemptAt(id)] as const)))
  for (const [contest, { answered, id }] of attempts) await outbox.confirm(contest, answered, id)
  for (let place = from; place < answers.length; place += 1) {
    const { contest, question, choice, pause } = answers[place] as Answer
    if (place % ASKS_EVERY === ASKS_EVERY - 1) {
      void attemptAt(contest).then((attempt) => {
        attempts.set(contest, attempt)
        return outbox.confirm(contest, attempt.answered, attempt.id)
      })
    }
    const attempt = attempts.get(contest)
    if (serverNow() < (attempt?.endsAt ?? 0)) {
      reports.push(['given', place, Date.now()])
      await outbox.choose(contest, question, choice, attempt?.id)
      reports.push(['kept', place, ''])
    }
    if (place === reloadAfter) {
      // Where the device does not keep them the page says so, and nobody loads it anew before they are sent.
      while (!outbox.view().lasting && isWaiting()) await sleep(100)
      await report()
      location.reload()
      return
    }
    await sleep(pause)
  }
  while (isWaiting()) await sleep(100)
  look()
  await report()
  parent.postMessage('done', '*')
}

void take()
