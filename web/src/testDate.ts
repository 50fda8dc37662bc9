/**
 * Date of the unit tests: each file begins on one evening, the same as the server's stories, and its clock goes on from there. What a
 * date in a test means (past, to come, this week) is decided here and not by the day on which somebody runs it.
 */

/** Six in the evening where the campus is. */
const EVENING = '2026-11-20T12:30:00.000Z'

const Real = Date
const ahead = Date.parse(EVENING) - Real.now()
const now = () => Real.now() + ahead

globalThis.Date = new Proxy(Real, {
  apply: () => new Real(now()).toString(),
  construct: (_, given, made) => Reflect.construct(Real, given.length === 0 ? [now()] : given, made),
  get: (_, name) => (name === 'now' ? now : Reflect.get(Real, name)),
})
