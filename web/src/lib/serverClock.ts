/**
 * Server clock: the server's time in the browser. Every answer of the server carries its time; the difference is held
 * against performance.now(), which nobody can set, so changing the device's clock moves nothing on the screen. Only
 * after a reload without a network is the device's clock used, corrected by the last known difference.
 */
import { kept } from './storage'

type Anchor = { server: number; at: number; wall: number; roundTrip: number }

const lastOffset = kept<{ offset: number }>('quad.clock')
let anchor: Anchor | null = null

/** Who shows a time must hear of a correction at once: a second of the device's own time can be the wrong hour. */
const listeners = new Set<() => void>()
const NOTABLE = 250

export function onCorrected(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Takes in a time the server sent. `roundTrip` is how long the call took: the server's time lies somewhere in it, the
 * middle is the best guess. A less precise reading never replaces a better one unless they contradict each other
 * (the device slept, or the server's clock was set).
 */
export function noteServerNow(iso: string, roundTrip = 0): void {
  const sent = Date.parse(iso)
  if (Number.isNaN(sent)) return
  const server = sent + roundTrip / 2
  if (anchor) {
    const off = Math.abs(server - serverNow())
    const doubt = (roundTrip + anchor.roundTrip) / 2 + 50
    if (off <= doubt && roundTrip >= anchor.roundTrip) {
      keepOffset()
      return
    }
  }
  const believed = serverNow()
  anchor = { server, at: performance.now(), wall: Date.now(), roundTrip }
  keepOffset()
  if (Math.abs(server - believed) > NOTABLE) for (const listener of listeners) listener()
}

/** For a reload: against the device's clock as it stands now, which somebody may have set since the last reading. */
function keepOffset(): void {
  const offset = Math.round(serverNow() - Date.now())
  const last = lastOffset.read()?.offset
  if (typeof last !== 'number' || Math.abs(offset - last) > NOTABLE) lastOffset.write({ offset })
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  if (anchor) return anchor.server + (performance.now() - anchor.at)
  const last = lastOffset.read()
  return Date.now() + (typeof last?.offset === 'number' ? last.offset : 0)
}

/**
 * True when the two clocks of the device no longer agree: it slept (performance.now() may stand still meanwhile) or
 * its clock was set. Either way the server should be asked again.
 */
export function clockJumped(): boolean {
  if (!anchor) return false
  return Math.abs(Date.now() - anchor.wall - (performance.now() - anchor.at)) > 1500
}

/** After the server was asked again: the present pair of clocks is the new normal. */
export function clockSettled(): void {
  if (!anchor) return
  const at = performance.now()
  anchor = { ...anchor, server: anchor.server + (at - anchor.at), at, wall: Date.now() }
  keepOffset()
}

/** For tests only: forget everything. */
export function forgetServerClock(): void {
  anchor = null
  lastOffset.clear()
}
