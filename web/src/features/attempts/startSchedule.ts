/**
 * Start schedule of a browser that waits for a contest: when it fetches the room's code, when it looks at the contest
 * and the session shortly before the start, and when it joins shortly after. Each moment is random, so that a hall full
 * of browsers does not ask at once. Pure.
 */

/** The room's code comes within this time before the start, so that nothing is fetched for somebody who goes away again. */
const CODE_BEFORE = 60_000
/** It is here by then. */
const CODE_DONE = 10_000
/** The last look: late enough that the server still remembers the session when the join comes. */
const LOOK_BEFORE = 3000
const LOOK_DONE = 700
/** Joins spread over this time after the start. Who presses the button by hand waits for nothing. */
const JOIN_WITHIN = 1500
const TRIES = 5

/** Moments, drawn once per visit; `chance` is between 0 and 1. */
export type StartSchedule = { codeAt: number; lookAt: number; joinAt: number }

export function startScheduleOf(startsAt: number, now: number, chance: () => number): StartSchedule {
  const between = (from: number, to: number) => from + (to - from) * chance()
  const codeFrom = Math.max(now, startsAt - CODE_BEFORE)
  return {
    codeAt: between(codeFrom, Math.max(codeFrom, startsAt - CODE_DONE)),
    lookAt: between(startsAt - LOOK_BEFORE, startsAt - LOOK_DONE),
    joinAt: between(startsAt, startsAt + JOIN_WITHIN),
  }
}

/** How long until a join that got no place is tried again; null when it is the person's turn. */
export function pauseAfter(tries: number, chance: () => number): number | null {
  return tries >= TRIES ? null : 500 * 2 ** tries * (1 + chance())
}
