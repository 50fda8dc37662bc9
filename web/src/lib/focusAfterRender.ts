/**
 * Focus after a render. A closing dialog gives the focus where it thinks best, and an element that is rendered anew loses
 * it; both happen a few frames later, so one call of `focus()` is not enough.
 */

/** About half a second; longer on a busy device, where rendering takes longer too. */
const FRAMES = 30

const TEXT_FIELD = 'textarea,input:not([type=checkbox],[type=radio])'

let holding: AbortController | undefined

/**
 * Gives the focus to what `find` returns. It looks again in each frame until nothing moves any more or the person goes on;
 * so `find` must mean the same place before and after. A later call replaces an earlier one.
 */
export function focusAfterRender(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  holding?.abort()
  const held = new AbortController()
  holding = held
  let frame = 0
  let gone = false
  // Before the first look, a click or a key may still be of what asked for the focus; writing never is.
  const goOn = (event: Event) => {
    gone = true
    if (frame > 0 || isWriting(event)) held.abort()
  }
  for (const doing of ['keydown', 'pointerdown', 'click', 'input'])
    window.addEventListener(doing, goOn, { capture: true, signal: held.signal })
  const look = () => {
    if (held.signal.aborted || (frame > 0 && gone)) return
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

/** A text has changed, or a field for one is gone into. */
function isWriting({ type, target }: Event): boolean {
  return (type === 'input' || type === 'pointerdown') && (target as Element).matches?.(TEXT_FIELD)
}

/** Only where nothing has the focus any more: after a wait one may be somewhere else. */
export function focusIfLost(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  focusAfterRender(() => (document.activeElement === document.body ? find() : null), options)
}

/** Into sight, after whatever has the focus by then was. */
export function scrollIntoViewAfterRender(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => requestAnimationFrame(() => find()?.scrollIntoView?.({ block: 'nearest' }))),
  )
}
