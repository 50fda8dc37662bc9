/**
 * Idempotency keys: a changing call carries the key of its press, and the server does what has that key once
 * (docs/decisions/024-a-change-is-made-once.md). A press whose outcome nobody knows keeps its key: pressed again with the same
 * content, it gets the first one's answer. Of what makes something (a contest, an event, a message) the tab keeps it, so that the
 * same form, filled in again from its draft after a reload, does not make a second one; every other press is in memory only.
 */
import { randomKey } from '@/lib/randomKey'
import { handedOn } from '@/lib/storage'

export const KEY = 'idempotency-key'

/** How long a press of unknown outcome is remembered; the server keeps its answer for an hour. */
const REMEMBERED = 10 * 60_000

/** What a key of the server's own decides (an answer, a vote), what streams, and what only looks. */
const WITHOUT_KEY =
  /^\/api\/(?:post\/answer|complete|voting\/vote|log(?:in|out)|generate|notifications\/read|post\/results|checkcomplete|invitation\/look|contests\/[^/]+\/corrections\/preview)$/

export const isKeyed = (method: string, url: string) =>
  method !== 'GET' && method !== 'HEAD' && !WITHOUT_KEY.test(new URL(url).pathname)

/** The server reads it as a UUID (RFC 9562, version 4). */
export const newKey = () => randomKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')

/** What has no key of its own by which the server could tell a second one, and no password in it. */
const MAKES =
  /^POST [^?]*\/api\/(?:clubs|event|enquiries|voting\/create|post\/(?:createcontest|addQuestion)|payment\/order|event\/notifications\/send\/[^/]+|events\/[^/]+\/message|contests\/[^/]+\/questions|clubs\/[^/]+\/question) /

/** By a digest of the call: what was written in it is not kept. */
const keptPresses = handedOn<Record<string, { key: string; at: number }>>('quad.presses')

/** Two sums of 32 bits, as cyrb53 makes them; for telling calls apart and nothing else. */
function digest(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 2654435761)
    two = Math.imul(two ^ text.charCodeAt(at), 1597334677)
  }
  return `${(one >>> 0).toString(36)}-${(two >>> 0).toString(36)}`
}

function keep(name: string, press: Remembered | null): void {
  if (!MAKES.test(name)) return
  const all = keptPresses.read() ?? {}
  if (press) all[digest(name)] = { key: press.key, at: press.at }
  else delete all[digest(name)]
  keptPresses.write(all)
}

function keptPress(name: string, now: number): Remembered | undefined {
  if (!MAKES.test(name)) return undefined
  const found = keptPresses.read()?.[digest(name)]
  const isFresh = found && typeof found.key === 'string' && Math.abs(now - found.at) <= REMEMBERED
  return isFresh ? { key: found.key, at: now, running: 0 } : undefined
}

type Remembered = { key: string; at: number; running: number }
const unknown = new Map<string, Remembered>()

/** `answered`: the server itself has said what became of it. `end`: this try is over, whatever came. */
export type Press = { key: string; answered: (status: number) => void; end: () => void }

/** Null where the call carries no key. */
export function pressOf(method: string, url: string, body: string): Press | null {
  if (!isKeyed(method, url)) return null
  const now = Date.now()
  forget(({ at }) => Math.abs(now - at) > REMEMBERED)
  const name = `${method} ${url} ${body}`
  const press = unknown.get(name) ?? keptPress(name, now) ?? { key: newKey(), at: now, running: 0 }
  press.at = now
  press.running += 1
  unknown.set(name, press)
  keep(name, press)
  return {
    key: press.key,
    answered: (status) => {
      // Busy (503): the first one may still be under way.
      if (status >= 500) return
      if (unknown.get(name) === press) {
        unknown.delete(name)
        keep(name, null)
      }
      // What was changed since makes the same press another one: who leaves, joins and leaves again means it.
      if (status < 400) forget(() => true)
    },
    end: () => {
      press.running -= 1
    },
  }
}

function forget(which: (one: Remembered) => boolean): void {
  for (const [name, one] of unknown) {
    if (one.running > 0 || !which(one)) continue
    unknown.delete(name)
    keep(name, null)
  }
}

/** Another session makes another change of the same words: the server would refuse the key. */
export function forgetPresses(): void {
  unknown.clear()
  keptPresses.clear()
}
