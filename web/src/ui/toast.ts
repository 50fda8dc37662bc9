/**
 * Toasts: short notices at the lower edge, five seconds unless said otherwise. They outlive a change of page, also one
 * that is a full page load. A refusal that belongs to a field is shown at the field, not here. What draws them
 * (ToastHost.tsx) comes after the page; until then they wait here. Each call gives what takes its notice back.
 */
import { handedOn } from '@/lib/storage'

/**
 * `autoClose`: its life in milliseconds; 0 is until it is taken back or closed. `link`: where the notice leads, as a plain
 * address: it may be shown outside the router.
 */
export type ToastOptions = { autoClose?: number; link?: { label: string; href: string } }
export type Tone = 'success' | 'info' | 'warning' | 'error'
/** `id`: two notices with the same one are one, which stays as long as the later. */
export type ToastItem = { tone: Tone; text: string; link?: ToastOptions['link']; autoClose: number; id?: string }
type Shown = { tone: Tone; text: string; given?: ToastOptions; at: number }

const RECENT_MS = 3000
const handed = handedOn<Shown[]>('quad.toasts')
let recent: Shown[] = []
/** Gives what takes the notice back. */
type Draw = (one: ToastItem) => (() => void) | undefined
let draw: Draw | null = null
/** What draws each that came before. */
const waiting: (() => void)[] = []
let want: (() => void) | null = null

function put(tone: Tone, text: string, given?: ToastOptions): () => void {
  const said = { tone, text, given, at: Date.now() }
  recent = [...recent.filter(isRecent), said]
  // The same twice in a row is one notice, a success aside: a queue of equal toasts hides the page.
  const id = tone === 'success' ? undefined : `${tone} ${text}`
  const one = { tone, text, link: given?.link, autoClose: given?.autoClose ?? 5000, id }
  let isTakenBack = false
  let erase: (() => void) | undefined
  const show = () => {
    if (!isTakenBack) erase = draw?.(one)
  }
  if (draw) show()
  else {
    waiting.push(show)
    want?.()
  }
  return () => {
    isTakenBack = true
    recent = recent.filter((other) => other !== said)
    erase?.()
  }
}

const isRecent = ({ at }: Shown) => Math.abs(Date.now() - at) < RECENT_MS

export const toast = {
  success: (text: string, given?: ToastOptions) => put('success', text, given),
  info: (text: string, given?: ToastOptions) => put('info', text, given),
  warning: (text: string, given?: ToastOptions) => put('warning', text, given),
  error: (text: string, given?: ToastOptions) => put('error', text, given),
}

/** Before a full page load: what was shown just now is shown again by the next document, unless only this one can take it back. */
export function handOnToasts(): void {
  const still = recent.filter((one) => isRecent(one) && one.given?.autoClose !== 0)
  if (still.length > 0) handed.write(still)
}

/** `tell` hears that a notice waits, the first time at once if one does; until toasts are drawn. */
export function whenToastWaits(tell: () => void): void {
  want = tell
  if (waiting.length > 0 || handed.read()) tell()
}

/** From now on notices are drawn so: those that waited, and what the document before this one handed on. */
export function drawToasts(by: Draw): void {
  draw = by
  const came = handed.read()
  handed.clear()
  for (const { tone, text, given } of came ?? []) put(tone, text, given)
  for (const show of waiting.splice(0)) show()
}
