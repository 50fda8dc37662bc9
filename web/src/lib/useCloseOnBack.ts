/**
 * Close on Back: the browser's Back button closes a dialog instead of leaving the page, as people expect on a phone.
 * While a dialog is open, history entries with the page's own address lie on top of its entry; they copy its state, so
 * the router, which is not told of them, takes them for the page itself. When a dialog closes in any other way, its
 * entry is taken back. When Back reaches an entry that was left behind (a link inside the dialog was followed), the
 * page steps over it. CloseWatcher would not do yet: it came with Chrome 126, Firefox 149 and Safari 27.3 (MDN's
 * compatibility data), long after the oldest supported ones.
 */
import type { RouterHistory } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** How many things were open when this entry was made; the page's own entry has none. */
const MARK = 'quadOpen'

type Layer = { close: () => void; address: string }

const open: Layer[] = []
let due = false
/** A step back of our own is under way; its event is nobody's business. */
let stepping = false
/** The router's, which is asked to wait meanwhile: its change of address would land on the entry that is being left. */
let router: RouterHistory | undefined
let letGo = () => {}
const PATIENCE = 5000

export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const layer: Layer = { close: () => close(), address: window.location.href }
    open.push(layer)
    agreeSoon()
    return () => {
      const at = open.indexOf(layer)
      if (at >= 0) open.splice(at, 1)
      agreeSoon()
    }
  }, [isOpen])
}

/** Not at once: what closes in one breath with something else opening, or with a change of page, is one change. */
function agreeSoon(): void {
  if (due) return
  due = true
  setTimeout(() => {
    due = false
    agree()
  })
}

function agree(): void {
  if (stepping || typeof window === 'undefined') return
  listenForBackFirst()
  const marked = markOf(window.history.state)
  if (marked > open.length) {
    stepping = true
    hold()
    window.history.go(open.length - marked)
    return
  }
  for (let depth = marked + 1; depth <= open.length; depth += 1) {
    // The prototype's own: the router replaces the instance's to hear of every change.
    History.prototype.pushState.call(window.history, { ...window.history.state, [MARK]: depth }, '')
  }
}

function onPop(event: PopStateEvent): void {
  const marked = markOf(event.state)
  if (stepping) {
    stepping = false
    event.stopImmediatePropagation()
    letGo()
    agreeSoon()
    return
  }
  const closing = open.slice(marked)
  if (closing.length > 0) {
    // The page below is where we still are: for the router nothing happened.
    if (closing[0]?.address === window.location.href) event.stopImmediatePropagation()
    for (const layer of closing.reverse()) layer.close()
    // Whatever would not close (something is being sent) gets its entry again.
    agreeSoon()
    return
  }
  if (marked > open.length) window.history.back()
}

/** The router waits until the step is taken, or clearly will not be. */
function hold(): void {
  const taken = new Promise<void>((resolve) => {
    const patience = setTimeout(resolve, PATIENCE)
    letGo = () => {
      clearTimeout(patience)
      resolve()
    }
  })
  const pass = router?.block({ enableBeforeUnload: false, blockerFn: () => taken.then(() => false) })
  void taken.then(pass)
}

function markOf(state: unknown): number {
  const mark = (state as Record<string, unknown> | null)?.[MARK]
  return typeof mark === 'number' ? mark : 0
}

let listening = false

/**
 * Before the router is made, which listens at the same place: steps of the history come to the window itself, and what
 * listens there is called in the order in which it came, whether it asked to be first or not.
 */
export function listenForBackFirst(): void {
  if (listening) return
  listening = true
  window.addEventListener('popstate', onPop, { capture: true })
}

/** Whose changes of address wait for a step of ours. */
export function holdChangesOf(history: RouterHistory): void {
  router = history
}
