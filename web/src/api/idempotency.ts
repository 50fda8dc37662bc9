/**
 * Idempotency keys: a changing call carries the key of its press, and the server does what has that key once
 * (docs/decisions/024-a-change-is-made-once.md). A press whose outcome nobody knows keeps its key: pressed again with the same
 * content, it gets the first one's answer. In memory only; a page that is loaded anew knows nothing of it.
 */
import { randomKey } from '@/lib/randomKey'

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
  const press = unknown.get(name) ?? { key: newKey(), at: now, running: 0 }
  press.at = now
  press.running += 1
  unknown.set(name, press)
  return {
    key: press.key,
    answered: (status) => {
      // Busy (503): the first one may still be under way.
      if (status >= 500) return
      if (unknown.get(name) === press) unknown.delete(name)
      // What was changed since makes the same press another one: who leaves, joins and leaves again means it.
      if (status < 400) forget(() => true)
    },
    end: () => {
      press.running -= 1
    },
  }
}

function forget(which: (one: Remembered) => boolean): void {
  for (const [name, one] of unknown) if (one.running === 0 && which(one)) unknown.delete(name)
}

/** Another session makes another change of the same words: the server would refuse the key. */
export function forgetPresses(): void {
  unknown.clear()
}
