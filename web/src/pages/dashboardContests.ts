/** Contests of the dashboard: those that concern a person now. Pure; `now` is the server's. */
import type { ListedContest } from '@/features/attempts/model'

export type Split = {
  /** One's own, running and then next, soonest first. */
  own: ListedContest[]
  /** Joined, running, not submitted: to go on with, the one that ends first on top. */
  inProgress: ListedContest[]
  /** Running and not joined. */
  running: ListedContest[]
  /** Running and submitted: results follow. */
  waiting: ListedContest[]
  /** Others that start next, soonest first. */
  next: ListedContest[]
  /** Taken and over, the latest first. */
  results: ListedContest[]
}

const NEXT_SHOWN = 4
const RESULTS_SHOWN = 5

export function splitContests(
  around: ListedContest[],
  joined: ListedContest[],
  made: ListedContest[],
  now: number,
): Split {
  const all = new Map<string, ListedContest>()
  for (const contest of [...around, ...joined]) all.set(contest.id, contest)
  const contests = [...all.values()]
  const started = (c: ListedContest) => c.startsAt === null || c.startsAt <= now
  const over = (c: ListedContest) => c.endsAt !== null && c.endsAt <= now
  const byEnd = (a: ListedContest, b: ListedContest) => end(a) - end(b)
  const byStart = (a: ListedContest, b: ListedContest) => (a.startsAt ?? 0) - (b.startsAt ?? 0)
  const active = contests.filter((c) => started(c) && !over(c)).sort(byEnd)
  const own = made.filter((c) => !over(c))
  return {
    own: [...own.filter(started).sort(byEnd), ...own.filter((c) => !started(c)).sort(byStart)],
    inProgress: active.filter((c) => c.joined && !c.completed),
    running: active.filter((c) => !c.joined && !c.own),
    waiting: active.filter((c) => c.joined && c.completed),
    next: contests
      .filter((c) => !started(c) && !c.own)
      .sort(byStart)
      .slice(0, NEXT_SHOWN),
    results: contests
      .filter((c) => c.joined && over(c))
      .sort((a, b) => end(b) - end(a))
      .slice(0, RESULTS_SHOWN),
  }
}

/** A contest without an end runs on: it comes after all that end. */
function end(contest: ListedContest): number {
  return contest.endsAt ?? Number.POSITIVE_INFINITY
}

/** One sentence for the head of the page. */
export function headline({ own, inProgress, running, next }: Split, now: number): string {
  if (inProgress.length > 0)
    return inProgress.length === 1
      ? 'A contest is waiting for you to finish it.'
      : `${inProgress.length} contests are waiting for you to finish them.`
  const yours = own.filter((c) => c.startsAt === null || c.startsAt <= now).length
  if (yours > 0) return yours === 1 ? 'Your contest is running now.' : `${yours} of your contests are running now.`
  if (running.length > 0)
    return running.length === 1 ? 'One contest is running now.' : `${running.length} contests are running now.`
  if (own.length + next.length > 0) return 'Nothing is running now. See what comes next.'
  return 'Nothing is planned right now.'
}

/** Stand before names; nobody is greeted by one alone. */
const TITLES = /^(dr|prof|professor|er|adv|capt|col|maj|mr|mrs|ms|miss|shri|smt|kum|sri|डॉ|श्री|श्रीमती)\.?$/iu
/** `A.`, `A.P.J.`, `K`. */
const INITIALS = /^(\p{L}\p{M}*\.?)+\.$|^\p{L}\p{M}*$/u

export function greeting(fullName: string): string {
  const words = fullName.trim().split(/\s+/)
  const first = words.find((word) => !TITLES.test(word)) ?? ''
  // Whoever has initials for a first name is called by all of it.
  const name = INITIALS.test(first) || first === '' ? words.join(' ') : first
  return name ? `Hello, ${name}` : 'Hello'
}
