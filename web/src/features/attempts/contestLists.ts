/**
 * Contest lists: what the two lists of contests count, sort first and say in their heads. Pure like model.ts, and apart
 * from it because the contest screen loads model.ts and has no list.
 */
import { formatSpan } from '@/lib/time'
import { type ContestPage, type Counts, count, type ListedContest, nextTurn, plural, statusAt } from './model'

const MINUTE = 60_000

/**
 * How many there are of each now. The server counted a while ago, perhaps longer than it can be reached: what has turned
 * since is counted where its card stands by the clock.
 */
export function countsAt(pages: readonly ContestPage[], now: number): Counts | undefined {
  const last = pages.at(-1)
  if (!last) return undefined
  const counts = { ...last.counts }
  for (const one of pages.flatMap(({ contests }) => contests)) {
    counts[SHELF_OF[statusAt(one, last.at)]] -= 1
    counts[SHELF_OF[statusAt(one, now)]] += 1
  }
  return counts
}
const SHELF_OF = { upcoming: 'upcoming', active: 'active', ended: 'completed' } as const

/** What the head of the list says about now: `Two are running now. The next one starts in 3 h.` */
export function nowSentence(contests: readonly ListedContest[], { active }: Counts, now: number): string {
  const first =
    active === 0
      ? 'Nothing is running now.'
      : active === 1
        ? 'One is running now.'
        : `${inWords(active)} are running now.`
  const upcoming = contests.filter((one) => statusAt(one, now) === 'upcoming')
  const next = nextTurn(upcoming, now)
  if (next === null) return first
  const left = next - now
  // Whole minutes: a sentence in the head of the page is not a clock.
  const span = left < MINUTE ? 'a minute' : formatSpan(left - (left % MINUTE))
  return `${first} The next one starts in ${unbroken(span)}.`
}

/** The head of My Contests: what one runs, how many one joined, and how many of these are still open. */
export function mySentence(contests: readonly ListedContest[], now: number): string {
  if (contests.length === 0) return 'None yet.'
  const joined = contests.filter(({ own }) => !own)
  const open = joined.filter((one) => statusAt(one, now) === 'active' && !one.completed).length
  const made = contests.length - joined.length
  const all =
    made === 0
      ? `${plural(joined.length, 'contest')} joined.`
      : joined.length === 0
        ? `${plural(made, 'contest')} of your own.`
        : `${count(made)} of your own, ${count(joined.length)} joined.`
  if (open === 0) return all
  return `${all} ${open === 1 ? 'One is' : `${inWords(open)} are`} waiting for you to continue.`
}

/** `2 h 58 min` in one piece at the end of a line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']
const inWords = (n: number) => WORDS[n] ?? count(n)

// My contests

export type MyShelf = 'all' | 'active' | 'upcoming' | 'ended'

/** What is still open comes first, the soonest end before the others; then what waits, what comes, and the latest past. */
export function mattersFirst<C extends ListedContest>(contests: readonly C[], now: number): C[] {
  const place = (one: C) => {
    const status = statusAt(one, now)
    if (status === 'active') return one.completed ? 1 : 0
    return status === 'upcoming' ? 2 : 3
  }
  const when = (one: C) => {
    const status = statusAt(one, now)
    if (status === 'upcoming') return one.startsAt ?? 0
    return status === 'active' ? (one.endsAt ?? Number.MAX_SAFE_INTEGER) : -(one.endsAt ?? 0)
  }
  return [...contests].sort((a, b) => place(a) - place(b) || when(a) - when(b))
}

export function myCounts(contests: readonly ListedContest[], now: number): Record<MyShelf, number> {
  const counts = { all: contests.length, active: 0, upcoming: 0, ended: 0 }
  for (const one of contests) counts[statusAt(one, now)] += 1
  return counts
}
