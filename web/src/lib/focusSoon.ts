/** About half a second; on a busy device longer, and there it takes longer too until the page has settled. */
const FRAMES = 30

let holding: AbortController | undefined

/**
 * The focus, once the page has settled. A dialog that closes gives the focus where it thinks best, and what is drawn
 * anew loses it; both happen a few frames later, so the place is looked for again until nothing more moves, or whoever
 * uses the page goes on. So `find` has to mean the same place before and after what it waits for. The last one asked for
 * counts.
 */
export function focusSoon(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  holding?.abort()
  const held = new AbortController()
  holding = held
  for (const doing of ['keydown', 'pointerdown', 'click', 'input'])
    window.addEventListener(doing, () => held.abort(), { capture: true, signal: held.signal })
  let frame = 0
  const look = () => {
    if (held !== holding || (frame > 0 && held.signal.aborted)) return
    const place = find()
    if (place && place !== document.activeElement) {
      if (frame > 0 && isWritten(document.activeElement)) return held.abort()
      place.focus(options)
    }
    frame += 1
    if (frame < FRAMES) requestAnimationFrame(look)
    else held.abort()
  }
  requestAnimationFrame(() => requestAnimationFrame(look))
}

/** Whoever writes has gone there; a page that is drawn anew puts nobody into a field. */
function isWritten(element: Element | null): boolean {
  return element?.matches('input, textarea, select') === true
}

/** Only where nothing has the focus any more: after a wait one may be somewhere else. */
export function focusLost(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  focusSoon(() => (document.activeElement === document.body ? find() : null), options)
}

/** Into sight, after whatever has the focus by then was. */
export function sightSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => requestAnimationFrame(() => find()?.scrollIntoView?.({ block: 'nearest' }))),
  )
}
