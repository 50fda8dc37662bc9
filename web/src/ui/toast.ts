/**
 * Short notices at the top right, five seconds unless said otherwise. They outlive a change of page, also one that is a
 * full page load. A refusal that belongs to a field is shown at the field, not here.
 */
import { createElement, type ReactNode } from 'react'
import { toast as show, type ToastOptions } from 'react-toastify/unstyled'
import { handedOn } from '@/lib/storage'

/** `link`: where the notice leads, as a plain address: it may be shown outside the router. */
type Options = { autoClose?: number; link?: { label: string; href: string } }
type Tone = 'success' | 'info' | 'warning' | 'error'
type Shown = { tone: Tone; text: string; given?: Options; at: number }

const RECENT_MS = 3000
const handed = handedOn<Shown[]>('quad.toasts')
let recent: Shown[] = []

function options(given: Options | undefined, toastId?: string): ToastOptions {
  return { autoClose: given?.autoClose ?? 5000, ...(toastId ? { toastId } : {}) }
}

function content(text: string, link: Options['link']): ReactNode {
  if (!link) return text
  return createElement(
    'span',
    null,
    text,
    ' ',
    createElement('a', { href: link.href, className: 'underline' }, link.label),
  )
}

function put(tone: Tone, text: string, given?: Options): void {
  recent = [...recent.filter(isRecent), { tone, text, given, at: Date.now() }]
  // The same twice in a row is one notice, a success aside: a queue of equal toasts hides the page.
  show[tone](content(text, given?.link), options(given, tone === 'success' ? undefined : `${tone} ${text}`))
}

const isRecent = ({ at }: Shown) => Math.abs(Date.now() - at) < RECENT_MS

export const toast = {
  success: (text: string, given?: Options) => put('success', text, given),
  info: (text: string, given?: Options) => put('info', text, given),
  warning: (text: string, given?: Options) => put('warning', text, given),
  error: (text: string, given?: Options) => put('error', text, given),
}

/** Before a full page load: what was shown just now is shown again by the next document. */
export function handOnToasts(): void {
  const still = recent.filter(isRecent)
  if (still.length > 0) handed.write(still)
}

/** What the document before this one handed on. */
export function showHandedToasts(): void {
  const waiting = handed.read()
  handed.clear()
  for (const { tone, text, given } of waiting ?? []) put(tone, text, given)
}
