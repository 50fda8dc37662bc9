/**
 * What the measuring stands on: the release binary with the demo campus, a contest of forty questions made over the API,
 * a student who joined it, and a wire in between that counts bytes. Nothing is mocked.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const READY_WITHIN = 60_000
const PASSWORD = 'lawn-and-brick'
const ORGANISER = 'rohan@meridian.example'
const STUDENT = 'ananya@meridian.example'

/** A server with a data folder of its own; `close` ends it and removes the folder. */
export async function startQuad(binary) {
  const folder = await mkdtemp(path.join(tmpdir(), 'quad-bench-web-'))
  const foreign = Object.entries(process.env).filter(([name]) => !name.startsWith('QUAD_'))
  const env = { ...Object.fromEntries(foreign), QUAD_DATA_DIR: folder }
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--demo'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + READY_WITHIN
  while (Date.now() < deadline && child.exitCode === null) {
    const address = /Quad is on (http:\/\/\S+)/.exec(said)?.[1]
    if (address && (await fetch(`${address}/readyz`).then((answer) => answer.ok, () => false))) return { address, close }
    await pause(50)
  }
  await close()
  throw new Error(`the server did not become ready; it said:\n${said}`)
}

/** Somebody logged in: calls of the API in their name. */
async function person(address, email) {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, passWord: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${email} cannot log in: ${await answer.text()}`)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { _id: id } = await answer.json()
  const post = async (call, body) => {
    const headers = { 'content-type': 'application/json', cookie }
    const said = await fetch(`${address}/api${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!said.ok) throw new Error(`${call}: ${said.status} ${await said.text()}`)
    return said.json()
  }
  return { id, cookie, post }
}

/** A running contest of `count` questions, joined by the student of the demo. */
export async function joinedContest(address, count) {
  const organiser = await person(address, ORGANISER)
  const now = Date.now()
  const { contest } = await organiser.post('/post/createcontest', {
    title: 'Rivers, rocks and numbers',
    description: 'Forty questions for the measuring of weight.',
    startDate: new Date(now - 1000).toISOString(),
    endDate: new Date(now + 2 * 3_600_000).toISOString(),
    isPublic: true,
    QuestionSet: [],
  })
  const questions = Array.from({ length: count }, (_, at) => {
    const options = [7, 11, 13, 17].map((by) => `The sum comes to ${(at + 3) * by}, counted from the left bank`)
    return {
      Question: `A river takes up ${at + 2} brooks on its way to the sea, each with ${at + 5} springs. Which sum is right?`,
      Options: options,
      Answer: options[at % 4],
    }
  })
  await organiser.post(`/contests/${contest._id}/questions`, { questions })
  const student = await person(address, STUDENT)
  await student.post('/complete', { contestId: contest._id, intent: 'join' })
  return { id: contest._id, student }
}

/** A wire to a server that counts what passes, in both directions, headers and all. */
export async function wireTo(address) {
  const { hostname, port } = new URL(address)
  const passed = { up: 0, down: 0 }
  const open = new Set()
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname)
    for (const [from, to, way] of [
      [near, far, 'up'],
      [far, near, 'down'],
    ]) {
      open.add(from)
      from.on('data', (bytes) => {
        passed[way] += bytes.length
        to.write(bytes)
      })
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.on('error', () => to.destroy())
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    passed: () => ({ ...passed }),
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
