/**
 * The focus, once the page has settled. When the element that has it leaves the page, a dialog takes it for itself one
 * frame later; whoever knows a better place has to come after that.
 */
export function focusSoon(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus(options)))
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
