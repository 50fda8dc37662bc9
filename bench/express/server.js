/**
 * The same work as Quad does for the calls that are measured, written the usual way: Express, one transaction per request.
 * Good plain code: prepared statements, write-ahead log, durable commits, one statement per step, no debug middleware, one
 * process. sqlite.js and postgres.js say how the two databases are asked; every reply has what Quad's has.
 * It is only measured, never deployed.
 */
import { createHash } from 'node:crypto'

import express from 'express'

import { answers } from './answers.js'
import { boards } from './boards.js'
import { contests } from './contests.js'
import { live } from './live.js'
import { logIns } from './logIns.js'
import { refuse } from './refusing.js'

const url = process.argv[2]
const { open } = await import(url.startsWith('sqlite:') ? './sqlite.js' : './postgres.js')
const store = await open(url)

const app = express()
app.disable('x-powered-by')
app.use(express.json({ limit: '256kb' }))

logIns(app, store)

app.use(async (request, response, next) => {
  const token = /(?:^|;\s*)quad_session=([0-9a-f]{64})/.exec(request.headers.cookie ?? '')?.[1]
  const hash = token && createHash('sha256').update(Buffer.from(token, 'hex')).digest()
  request.person = hash && (await store.person(hash))
  if (!request.person) return refuse(response, 401, 'Please log in')
  next()
})

answers(app, store)
boards(app, store)
contests(app, store)
live(app, store)

app.use((error, _request, response, _next) => {
  console.error(error)
  refuse(response, 500, 'Something went wrong')
})

const listening = app.listen(0, '127.0.0.1', () => {
  console.log(`Express is on http://127.0.0.1:${listening.address().port}`)
})
