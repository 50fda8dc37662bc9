/**
 * The browser's Back closes what is open over a page instead of leaving the page, as on a phone everybody expects. While
 * something is open, entries of the same address lie on top of the page's own one; they copy its state, so the router,
 * which is not told of them, takes them for the page itself. Closing in any other way takes the entry back. An entry
 * that was left behind (a link inside the dialog was followed) is stepped over when Back comes to it.
 */
import { useEffect, useEffectEvent } from 'react'

/** How many things were open when this entry was made; the page's own entry has none. */
const MARK = 'quadOpen'

type Layer = { close: () => void; address: string }

const open: Layer[] = []
let due = false
/** A step back of our own is under way; its event is nobody's business. */
let stepping = false
/** Changes of address asked for meanwhile: done now they would land on the entry that is being left. */
const held: (() => void)[] = []
const PATIENCE = 5000
let patience: ReturnType<typeof setTimeout> | undefined

export function useBackCloses(isOpen: boolean, onClose: () => void): void {
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
  hearBackFirst()
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
    release()
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

/** Until the step is taken, or clearly will not be. The router knows where it is going, and needs no word of it when its change is made. */
function hold(): void {
  const { history } = window
  for (const name of ['pushState', 'replaceState'] as const) {
    const before = history[name]
    const own = Object.hasOwn(history, name)
    history[name] = (...change) => void held.push(() => History.prototype[name].apply(history, change))
    held.push(() => {
      if (own) history[name] = before
      else Reflect.deleteProperty(history, name)
    })
  }
  patience = setTimeout(release, PATIENCE)
}

function release(): void {
  clearTimeout(patience)
  for (const change of held.splice(0)) change()
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
export function hearBackFirst(): void {
  if (listening) return
  listening = true
  window.addEventListener('popstate', onPop, { capture: true })
}
