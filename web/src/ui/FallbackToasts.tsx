/**
 * Fallback toasts: shown where the code of ToastHost.tsx could not be fetched, as without a network, until the page is
 * loaded again. What fails then is what most needs saying.
 */
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Alert } from './Alert'
import { drawToasts, type ToastItem } from './toast'

const MOST = 4
const TONES = { success: 'lawn', info: 'sky', warning: 'amber', error: 'brick' } as const

export function ToastText({ text, link }: Pick<ToastItem, 'text' | 'link'>) {
  return (
    <span className="ink block min-w-0">
      {text}{' '}
      {link ? (
        <a href={link.href} className="underline">
          {link.label}
        </a>
      ) : null}
    </span>
  )
}

export function FallbackToasts() {
  const [shown, setShown] = useState<(ToastItem & { key: number })[]>([])
  const drop = (key: number) => setShown((all) => all.filter((one) => one.key !== key))
  useEffect(() => {
    let key = 0
    drawToasts((one) => {
      const mine = ++key
      setShown((all) =>
        one.id && all.some(({ id }) => id === one.id) ? all : [...all, { ...one, key: mine }].slice(-MOST),
      )
      const erase = () => setShown((all) => all.filter((other) => other.key !== mine))
      if (one.autoClose > 0) setTimeout(erase, one.autoClose)
      return erase
    })
  }, [])
  // In the body itself, over the veil of a dialog; at the top, as a phone's dialog has its buttons at the bottom.
  return createPortal(
    <div role="status" className="fixed inset-x-4 top-16 z-60 grid gap-2 sm:left-auto sm:w-90">
      {shown.map(({ key, tone, text, link }) => (
        <Alert key={key} tone={TONES[tone]} className="border border-edge shadow-float">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <ToastText text={text} link={link} />
            </div>
            <button
              type="button"
              aria-label="Close notice"
              onClick={() => drop(key)}
              className="-my-3 -mr-3.5 grid size-11 shrink-0 place-items-center"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </div>
        </Alert>
      ))}
    </div>,
    document.body,
  )
}
