/**
 * The same work as Quad does for an answer and a paper, written the usual way: Express, one transaction per request.
 * Good plain code: prepared statements, write-ahead log, durable commits, one statement per step, no debug middleware.
 * On SQLite (better-sqlite3, in process) it asks the database each time; on PostgreSQL, where each question is a round trip,
 * it remembers sessions, contests and questions, and takes the answer in a single statement.
 * It is only measured, never deployed.
 */
import { createHash } from 'node:crypto'

import express from 'express'

const url = process.argv[2]
const store = url.startsWith('sqlite:') ? await sqlite(url.slice('sqlite://'.length)) : await postgres(url)

const app = express()
app.disable('x-powered-by')
app.use(express.json({ limit: '256kb' }))

app.use(async (request, response, next) => {
  const token = /(?:^|;\s*)quad_session=([0-9a-f]{64})/.exec(request.headers.cookie ?? '')?.[1]
  const hash = token && createHash('sha256').update(Buffer.from(token, 'hex')).digest()
  request.person = hash && (await store.person(hash))
  if (!request.person) return refuse(response, 401, 'Please log in')
  next()
})

app.post('/api/post/answer', async (request, response) => {
  const { UserId, ContestId, QuestionId, Answer } = request.body ?? {}
  if (typeof ContestId !== 'string' || typeof QuestionId !== 'string' || typeof Answer !== 'string') {
    return refuse(response, 422, 'ContestId, QuestionId and Answer are needed')
  }
  if (UserId && UserId !== request.person) return refuse(response, 403, 'That is somebody else')
  const now = Date.now()
  const contest = await store.contest(ContestId)
  if (!contest) return refuse(response, 404, 'There is no such contest')
  if (now < contest.starts_at || now >= contest.ends_at) return refuse(response, 409, 'This contest is not running')
  const question = await store.question(ContestId, QuestionId)
  if (!question) return refuse(response, 404, 'There is no such question')
  const choice = question.options.indexOf(Answer.trim())
  if (choice < 0) return refuse(response, 422, 'There is no such option')
  const correct = (question.accepted >> choice) & 1
  const taken = await store.take(ContestId, request.person, question.no, choice, correct, now)
  if (!taken) return refuse(response, 409, 'Already answered, submitted, or never joined')
  const serverNow = new Date().toISOString()
  response.json({ success: true, message: 'Answer submitted successfully!', saved: true, serverNow })
})

app.get('/api/contests/:contest/paper', async (request, response) => {
  const { contest } = request.params
  if (!(await store.joined(contest, request.person))) return refuse(response, 403, 'Join first')
  const questions = await store.questions(contest)
  response.json({
    _id: contest,
    QuestionSet: questions.map((one) => ({ _id: one.id, Question: one.text, Options: one.options })),
  })
})

app.use((error, _request, response, _next) => {
  console.error(error)
  refuse(response, 500, 'Something went wrong')
})

const listening = app.listen(0, '127.0.0.1', () => {
  console.log(`Express is on http://127.0.0.1:${listening.address().port}`)
})

function refuse(response, status, message) {
  response.status(status).json({ success: false, message })
}

function bytes(id) {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function text(id) {
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function sqlite(path) {
  const { default: Database } = await import('better-sqlite3')
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -16000')
  const person = db.prepare(
    'SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ?',
  )
  const contest = db.prepare('SELECT starts_at, ends_at FROM contests WHERE id = ?')
  const columns = 'id, no, text, option_1, option_2, option_3, option_4, accepted'
  const question = db.prepare(`SELECT ${columns} FROM questions WHERE id = ? AND contest_id = ?`)
  const questions = db.prepare(`SELECT ${columns} FROM questions WHERE contest_id = ? ORDER BY no`)
  const attempt = db.prepare('SELECT id, submitted_at FROM attempts WHERE contest_id = ? AND user_id = ?')
  const insert = db.prepare(
    'INSERT INTO answers (attempt_id, question_no, choice, answered_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const count = db.prepare(
    'UPDATE attempts SET correct = correct + ?, wrong = wrong + ?, last_answer_at = max(coalesce(last_answer_at, 0), ?) WHERE id = ?',
  )
  const take = db.transaction((contestId, personId, no, choice, correct, now) => {
    const mine = attempt.get(bytes(contestId), bytes(personId))
    if (!mine || mine.submitted_at !== null) return false
    if (insert.run(mine.id, no, choice, now).changes === 0) return false
    count.run(correct, 1 - correct, now, mine.id)
    return true
  })
  const shaped = (row) =>
    row && { ...row, id: text(row.id), options: [row.option_1, row.option_2, row.option_3, row.option_4] }
  return {
    person: (hash) => {
      const found = person.get(hash)
      return found && text(found.user_id)
    },
    contest: (id) => contest.get(bytes(id)),
    question: (contestId, id) => shaped(question.get(bytes(id), bytes(contestId))),
    questions: (contestId) => questions.all(bytes(contestId)).map(shaped),
    joined: (contestId, personId) => attempt.get(bytes(contestId), bytes(personId)) !== undefined,
    take: (...all) => take.immediate(...all),
  }
}

async function postgres(address) {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: address, max: 20 })
  const all = async (name, statement, values) => (await pool.query({ name, text: statement, values })).rows
  // What does not change while a contest runs is remembered.
  const remembered = (read) => {
    const known = new Map()
    return (...keys) => {
      const key = keys.map((one) => (Buffer.isBuffer(one) ? one.toString('hex') : one)).join(' ')
      let found = known.get(key)
      if (!found) {
        found = read(...keys)
        known.set(key, found)
      }
      return found
    }
  }
  const columns = 'id, no, text, option_1, option_2, option_3, option_4, accepted'
  const shaped = (row) => row && { ...row, options: [row.option_1, row.option_2, row.option_3, row.option_4] }
  return {
    person: remembered(async (hash) => {
      const statement = 'SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1'
      return (await all('person', statement, [hash]))[0]?.user_id
    }),
    contest: remembered(async (id) => {
      return (await all('contest', 'SELECT starts_at, ends_at FROM contests WHERE id = $1', [id]))[0]
    }),
    question: remembered(async (contestId, id) => {
      const statement = `SELECT ${columns} FROM questions WHERE id = $1 AND contest_id = $2`
      return shaped((await all('question', statement, [id, contestId]))[0])
    }),
    questions: async (contestId) => {
      const statement = `SELECT ${columns} FROM questions WHERE contest_id = $1 ORDER BY no`
      return (await all('questions', statement, [contestId])).map(shaped)
    },
    joined: async (contestId, personId) => {
      const statement = 'SELECT id FROM attempts WHERE contest_id = $1 AND user_id = $2'
      return (await all('joined', statement, [contestId, personId])).length > 0
    },
    take: async (contestId, personId, no, choice, correct, now) => {
      const statement = `WITH mine AS (
           SELECT id FROM attempts WHERE contest_id = $1 AND user_id = $2 AND submitted_at IS NULL
         ), taken AS (
           INSERT INTO answers (attempt_id, question_no, choice, answered_at)
           SELECT id, $3, $4, $6 FROM mine ON CONFLICT DO NOTHING RETURNING attempt_id
         )
         UPDATE attempts a SET correct = correct + $5, wrong = wrong + 1 - $5,
           last_answer_at = greatest(coalesce(last_answer_at, 0), $6)
         FROM taken WHERE a.id = taken.attempt_id RETURNING a.id`
      return (await all('take', statement, [contestId, personId, no, choice, correct, now])).length > 0
    },
  }
}
