/**
 * Browsing: a page of all contests, what matters now first, with the asking person's part in each, read by three statements.
 * The rank in contests that are over is left out (null): nobody has joined those that are measured.
 */
const LISTED = `c.is_public OR EXISTS (SELECT 1 FROM contest_guests g WHERE g.contest_id = c.id AND g.user_id = $1)`

const PAGE = `
  SELECT c.id, c.owner_id, c.title, c.description, c.starts_at, c.ends_at, c.is_public, c.rules, c.question_count,
    c.participants, a.joined_at, a.submitted_at,
    (SELECT COUNT(*) FROM answers n WHERE n.attempt_id = a.id) AS answered,
    EXISTS (SELECT 1 FROM contest_guests g WHERE g.contest_id = c.id AND g.user_id = $1) AS invited
  FROM contests c LEFT JOIN attempts a ON a.contest_id = c.id AND a.user_id = $1
  WHERE ${LISTED}
  ORDER BY CASE WHEN c.ends_at <= $2 THEN 2 WHEN c.starts_at > $2 THEN 1 ELSE 0 END,
    CASE WHEN c.ends_at <= $2 THEN -c.ends_at WHEN c.starts_at > $2 THEN c.starts_at ELSE c.ends_at END, c.id
  LIMIT $3 OFFSET $4`

const COUNTS = `
  SELECT COUNT(*) AS listed, COUNT(CASE WHEN c.starts_at > $2 THEN 1 END) AS upcoming,
    COUNT(CASE WHEN c.starts_at <= $2 AND c.ends_at > $2 THEN 1 END) AS active,
    COUNT(CASE WHEN c.ends_at <= $2 THEN 1 END) AS completed
  FROM contests c WHERE ${LISTED}`

export function contests(app, store) {
  const page = store.read('list page', PAGE)
  const counts = store.read('list counts', COUNTS)
  const questions = (ids) => {
    const places = ids.map((_, at) => `$${at + 1}`).join(', ')
    const text = `SELECT contest_id, id FROM questions WHERE contest_id IN (${places}) ORDER BY contest_id, no`
    return store.read(`list questions ${ids.length}`, text)(...ids)
  }

  app.get('/api/post/getallcontest', async (request, response) => {
    const now = Date.now()
    const size = Math.min(Number(request.query.size ?? 30), 100)
    const skipped = (Number(request.query.page ?? 1) - 1) * size
    const me = store.id(request.person)
    const rows = await page(me, now, size, skipped)
    const [{ listed, ...byStatus }] = await counts(me, now)
    const brief = request.query.brief === 'true'
    const of = new Map()
    for (const { contest_id, id } of rows.length > 0 && !brief ? await questions(rows.map((row) => row.id)) : []) {
      const contest = store.text(contest_id)
      of.set(contest, [...(of.get(contest) ?? []), store.text(id)])
    }
    response.json({
      success: true,
      contests: rows.map((row) => ({
        _id: store.text(row.id),
        title: row.title,
        description: row.description,
        startDate: new Date(row.starts_at).toISOString(),
        endDate: new Date(row.ends_at).toISOString(),
        isPublic: Boolean(row.is_public),
        answersShown: false,
        ...JSON.parse(row.rules),
        ...(brief ? {} : { QuestionSet: of.get(store.text(row.id)) ?? [] }),
        questionCount: row.question_count,
        participants: row.participants,
        joined: row.joined_at !== null,
        completed: row.joined_at !== null && (row.submitted_at !== null || now >= row.ends_at),
        answered: row.answered,
        rank: null,
        own: store.text(row.owner_id) === request.person,
        invited: Boolean(row.invited),
      })),
      total: listed,
      counts: { all: listed, ...byStatus },
      edition: String(now),
      serverNow: new Date(now).toISOString(),
    })
  })
}
