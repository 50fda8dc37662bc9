/**
 * Quad's database in PostgreSQL, where each question is a round trip: sessions, contests and questions are remembered, and an
 * answer or a vote is taken by a single statement.
 */
import pg from 'pg'

export function open(address) {
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
    id: (id) => id,
    text: (id) => id,
    read: (name, statement) => (...values) => all(name, statement, values),
    write: (name, statement) => (...values) => all(name, statement, values),
    vote: async (pollId, personId, option, now) => {
      const statement = `WITH voter AS (
           INSERT INTO poll_votes (poll_id, user_id) SELECT p.id, $2::uuid FROM polls p JOIN poll_options o ON o.poll_id = p.id
           WHERE p.id = $1 AND o.no = $3 AND p.starts_at <= $4 AND p.ends_at > $4 ON CONFLICT DO NOTHING RETURNING poll_id
         )
         UPDATE poll_options o SET votes = votes + 1 FROM voter v WHERE o.poll_id = v.poll_id AND o.no = $3 RETURNING o.no`
      return (await all('vote', statement, [pollId, personId, option, now])).length > 0
    },
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
