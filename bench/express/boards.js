/**
 * The end: a page of the ranking and the own place in it, computed by the database each time they are asked for. A name is
 * looked up only for the rows of the page.
 */
import { refuse } from './refusing.js'

/** Answers that arrive this much later still count; before that no board is final. */
const GRACE = 10_000

const DURATION = 'COALESCE(a.last_answer_at - a.joined_at, 0)'

const PAGE = `
  SELECT r.*, u.full_name, u.email FROM (
    SELECT a.user_id, a.correct, a.wrong, ${DURATION} AS duration_ms,
      RANK() OVER (ORDER BY a.correct DESC, a.wrong, ${DURATION}) AS rank
    FROM attempts a WHERE a.contest_id = $1 ORDER BY rank, a.user_id LIMIT $2 OFFSET $3
  ) r JOIN users u ON u.id = r.user_id ORDER BY r.rank, r.user_id`

const OWN = `
  SELECT a.user_id, a.correct, a.wrong, ${DURATION} AS duration_ms, u.full_name, u.email
  FROM attempts a JOIN users u ON u.id = a.user_id WHERE a.contest_id = $1 AND a.user_id = $2`

/** How many are better than a score, and how many worse. */
const BESIDE = `
  SELECT COUNT(CASE WHEN a.correct > $2 OR (a.correct = $2 AND (a.wrong < $3 OR (a.wrong = $3 AND ${DURATION} < $4)))
      THEN 1 END) AS better,
    COUNT(CASE WHEN a.correct < $2 OR (a.correct = $2 AND (a.wrong > $3 OR (a.wrong = $3 AND ${DURATION} > $4)))
      THEN 1 END) AS worse
  FROM attempts a WHERE a.contest_id = $1`

const SPREAD = 'SELECT a.correct, COUNT(*) AS people FROM attempts a WHERE a.contest_id = $1 GROUP BY a.correct'

const CONTEST = 'SELECT owner_id, ends_at, question_count, participants FROM contests WHERE id = $1'

export function boards(app, store) {
  const [page, own, beside, spread, contest] = Object.entries({ PAGE, OWN, BESIDE, SPREAD, CONTEST }).map(
    ([name, text]) => store.read(`board ${name}`, text),
  )

  /** The contest, if it is over. */
  async function over(id, response) {
    if (typeof id !== 'string') return refuse(response, 422, 'ContestId is needed')
    const [found] = await contest(store.id(id))
    if (!found) return refuse(response, 404, 'There is no such contest')
    if (Date.now() < found.ends_at + GRACE) {
      return refuse(response, 403, 'Results are only available after the contest ends!')
    }
    return found
  }

  const shown = (row, rank, person) => ({
    rank,
    fullName: row.full_name,
    email: store.text(row.user_id) === person ? row.email : null,
    profileImage: null,
    correctAnswerCount: row.correct,
    wrongAnswerCount: row.wrong,
    totalAnswered: row.correct + row.wrong,
    userId: store.text(row.user_id),
    durationMs: row.duration_ms,
  })

  app.post('/api/post/results', async (request, response) => {
    const found = await over(request.body?.ContestId, response)
    if (!found) return
    const size = Math.min(Number(request.query.size ?? 30), 500)
    const skipped = (Number(request.query.page ?? 1) - 1) * size
    const rows = await page(store.id(request.body.ContestId), size, skipped)
    const results = rows.map((row) => shown(row, row.rank, request.person))
    const totalParticipants = found.participants
    const serverNow = new Date().toISOString()
    response.json({
      success: true,
      serverNow,
      results,
      totalParticipants,
      final: true,
      data: { results, totalParticipants },
    })
  })

  app.get('/api/contests/:contest/standing', async (request, response) => {
    const found = await over(request.params.contest, response)
    if (!found) return
    const id = store.id(request.params.contest)
    const [mine] = await own(id, store.id(request.person))
    const [around] = mine ? await beside(id, mine.correct, mine.wrong, mine.duration_ms) : []
    const histogram = new Array(found.question_count + 1).fill(0)
    for (const { correct, people } of await spread(id)) histogram[correct] = people
    const others = found.participants - 1
    response.json({
      success: true,
      you: mine ? shown(mine, around.better + 1, request.person) : null,
      betterThanPercent: mine && others > 0 ? Math.floor((around.worse * 100) / others) : null,
      histogram,
      questionCount: found.question_count,
      totalParticipants: found.participants,
      final: true,
      seesAll: store.text(found.owner_id) === request.person,
    })
  })
}
