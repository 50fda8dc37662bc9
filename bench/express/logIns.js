/**
 * Logging in: Argon2id with the parameters that stand in the hash, off the event loop (in the pool of threads that Node
 * has for such work), and a session that is stored hashed. Quad also counts tries and remembers devices; this does not.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { verify } from '@node-rs/argon2'

import { refuse } from './refusing.js'

const LIFE = 30 * 24 * 60 * 60 * 1000

export function logIns(app, store) {
  const account = store.read(
    'account',
    `SELECT u.id, u.full_name, u.email, u.password_hash, (SELECT MIN(role) FROM roles r WHERE r.user_id = u.id) AS role
     FROM users u WHERE u.email = $1`,
  )
  const insert = store.write(
    'session',
    `INSERT INTO sessions (id, token_hash, user_id, device, address, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
  )

  app.post('/api/login', async (request, response) => {
    const { email, passWord } = request.body ?? {}
    if (typeof email !== 'string' || typeof passWord !== 'string') {
      return refuse(response, 422, 'email and passWord are needed')
    }
    const [found] = await account(email.trim().toLowerCase())
    if (!found || !(await verify(found.password_hash, passWord))) {
      return refuse(response, 401, 'Wrong e-mail or password')
    }
    const [token, now] = [randomBytes(32), Date.now()]
    const hash = createHash('sha256').update(token).digest()
    await insert(store.id(randomUUID()), hash, found.id, 'A browser', request.ip, now, now + LIFE)
    const life = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFE / 1000}`
    response.set('set-cookie', `quad_session=${token.toString('hex')}; ${life}`)
    response.json({
      _id: store.text(found.id),
      fullName: found.full_name,
      email: found.email,
      role: found.role ?? 'USER',
      message: 'Login successful',
      success: true,
    })
  })
}
