/** Quad's database in SQLite, in this process: asked each time, which costs no round trip. */
import Database from 'better-sqlite3'

function bytes(id) {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function text(id) {
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function open(url) {
  const db = new Database(url.slice('sqlite://'.length))
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
  const voter = db.prepare(
    `INSERT INTO poll_votes (poll_id, user_id) SELECT p.id, ? FROM polls p JOIN poll_options o ON o.poll_id = p.id
     WHERE p.id = ? AND o.no = ? AND p.starts_at <= ? AND p.ends_at > ? ON CONFLICT DO NOTHING`,
  )
  const raise = db.prepare('UPDATE poll_options SET votes = votes + 1 WHERE poll_id = ? AND no = ?')
  const vote = db.transaction((pollId, personId, option, now) => {
    if (voter.run(bytes(personId), bytes(pollId), option, now, now).changes === 0) return false
    raise.run(bytes(pollId), option)
    return true
  })
  const prepared = new Map()
  // Parameters are written $1, $2 … as PostgreSQL has them: here these are names.
  const prepare = (name, text, run) => {
    if (!prepared.has(name)) prepared.set(name, db.prepare(text))
    const statement = prepared.get(name)
    return (...values) => run(statement, Object.fromEntries(values.map((value, at) => [at + 1, value])))
  }
  const shaped = (row) =>
    row && { ...row, id: text(row.id), options: [row.option_1, row.option_2, row.option_3, row.option_4] }
  return {
    id: bytes,
    text,
    read: (name, statement) => prepare(name, statement, (prepared, values) => prepared.all(values)),
    write: (name, statement) => prepare(name, statement, (prepared, values) => prepared.run(values)),
    vote: (...all) => vote.immediate(...all),
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
