/**
 * Streams of server-sent events that follow polls, and the votes that move them. Who listens is kept in memory, by topic; a
 * tally is read and encoded once per vote and written to everybody.
 */
import { refuse } from './refusing.js'

const TALLY = `
  SELECT p.starts_at, p.ends_at, o.votes FROM polls p JOIN poll_options o ON o.poll_id = p.id WHERE p.id = $1 ORDER BY o.no`

export function live(app, store) {
  const listeners = new Map()
  const tally = store.read('tally', TALLY)

  async function frame(topic) {
    const rows = await tally(store.id(topic.slice('poll:'.length)))
    if (rows.length === 0) return undefined
    const votes = rows.map((row) => row.votes)
    const [startsAt, endsAt] = [rows[0].starts_at, rows[0].ends_at].map((at) => new Date(at).toISOString())
    const voters = votes.reduce((all, one) => all + one, 0)
    return `event: poll\ndata: ${JSON.stringify({ topic, votes, voters, startsAt, endsAt })}\n\n`
  }

  app.get('/api/live', async (request, response) => {
    const topic = String(request.query.topics ?? '')
    const first = /^poll:[0-9a-f-]{36}$/.test(topic) && (await frame(topic))
    if (!first) return refuse(response, 404, 'There is no such poll')
    const here = listeners.get(topic) ?? new Set()
    listeners.set(topic, here)
    here.add(response)
    response.on('close', () => here.delete(response))
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' })
    response.write(`retry: 2000\n\n${first}`)
  })

  app.post('/api/voting/vote', async (request, response) => {
    const { pollId, index } = request.body ?? {}
    if (typeof pollId !== 'string' || !Number.isInteger(index)) return refuse(response, 422, 'pollId and index are needed')
    if (!(await store.vote(pollId, request.person, index, Date.now()))) {
      return refuse(response, 409, 'Voted already, no such option, or the poll is not running')
    }
    const topic = `poll:${pollId}`
    const said = Buffer.from(await frame(topic))
    for (const listener of listeners.get(topic) ?? []) listener.write(said)
    response.json({ success: true, message: 'Vote recorded' })
  })
}
