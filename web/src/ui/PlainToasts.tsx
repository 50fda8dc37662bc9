/**
 * Notices where the code that draws them (ToastHost.tsx) could not be fetched, as without a network, until the page is
 * loaded anew: what fails then is what most needs saying.
 */
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Notice } from './Notice'
import { type Drawing, drawToasts } from './toast'

const MOST = 4
const TONES = { success: 'lawn', info: 'sky', warning: 'amber', error: 'brick' } as const

export function ToastText({ text, link }: Pick<Drawing, 'text' | 'link'>) {
  if (!link) return text
  return (
    <span>
      {text}{' '}
      <a href={link.href} className="underline">
        {link.label}
      </a>
    </span>
  )
}

export function PlainToasts() {
  const [shown, setShown] = useState<(Drawing & { key: number })[]>([])
  const drop = (key: number) => setShown((all) => all.filter((one) => one.key !== key))
  useEffect(() => {
    let key = 0
    drawToasts((one) => {
      const mine = ++key
      setShown((all) =>
        one.id && all.some(({ id }) => id === one.id) ? all : [...all, { ...one, key: mine }].slice(-MOST),
      )
      setTimeout(() => setShown((all) => all.filter((other) => other.key !== mine)), one.autoClose)
    })
  }, [])
  // In the body itself, over the veil of a dialog.
  return createPortal(
    <div role="status" className="fixed bottom-4 left-4 z-60 grid w-[min(360px,calc(100vw-2rem))] gap-2">
      {shown.map(({ key, tone, text, link }) => (
        <div key={key} className="flex items-start rounded-card border border-edge bg-surface shadow-float">
          <Notice tone={TONES[tone]} className="flex-1">
            <ToastText text={text} link={link} />
          </Notice>
          <button
            type="button"
            aria-label="Close notice"
            onClick={() => drop(key)}
            className="grid size-11 shrink-0 place-items-center text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      ))}
    </div>,
    document.body,
  )
}
